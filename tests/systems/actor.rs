//! What this file does when it is started as a program to be judged: `actor ACT`.
//!
//! All that an actor starts holds the file `alive` in its folder locked, as the actor itself does: once a run
//! is over, a test can lock it.

use broadside::lab::misreadings::{Misreading, Misreadings};
use broadside::lab::model;
use std::fs::File;
use std::io::{self, BufRead as _, Read as _, Write as _};
use std::process::{self, Child, Command, ExitCode, Stdio};
use std::{env, fs, hint, thread};

/// The name of the file of an actor.
pub(crate) const NAME: &str = "actor";

/// What is locked as long as something of an actor runs.
pub(crate) const ALIVE: &str = "alive";

/// Acts, if this process was started as an actor.
pub(crate) fn act() -> Option<ExitCode> {
    let own = env::current_exe().ok()?;
    (own.file_stem()? == NAME).then(|| {
        let words: Vec<_> = env::args().skip(1).collect();
        let words: Vec<_> = words.iter().map(String::as_str).collect();
        perform(&words)
    })
}

fn perform(words: &[&str]) -> ExitCode {
    match words {
        ["misread", names @ ..] => return misread(names),
        ["engine", how] => return engine(how),
        _ => {}
    }
    let _alive = alive();
    match words {
        ["endless"] => endless(),
        ["silent"] => wait(),
        ["flood"] => flood(&mut io::stdout()),
        ["grumble"] => flood(&mut io::stderr()),
        ["half"] => {
            print(b"INVALID OPER");
            wait();
        }
        ["hungry"] => eat(),
        ["orphan"] => drop(start("silent")),
        ["crowd"] => {
            // As many as it gets: a fast machine comes to the limit of processes before its time is up.
            let _crowd: Vec<_> = (0..100).map_while(|_| try_start("silent").ok()).collect();
            wait();
        }
        ["fork", depth] => fork(depth.parse().unwrap_or(0)),
        ["kill"] => {
            let mut child = start("silent");
            child.kill().expect("its own child");
            process::abort();
        }
        ["litter"] => litter(),
        ["bytes"] => print(&(0..=255).collect::<Vec<_>>()),
        ["fail"] => return ExitCode::from(77),
        _ => return ExitCode::from(99),
    }
    ExitCode::SUCCESS
}

/// Answers a script as a program does that misreads these rules.
fn misread(names: &[&str]) -> ExitCode {
    let misreadings: Option<Misreadings> =
        names.iter().map(|name| Misreading::from_name(name)).collect();
    let mut script = Vec::new();
    io::stdin().read_to_end(&mut script).expect("a script");
    let run = model::run(&script, misreadings.expect("names of misreadings"));
    print(&run.out);
    ExitCode::from(run.end.code())
}

/// An engine of a match that does its worst when it is asked for the first time.
fn engine(how: &str) -> ExitCode {
    let mut line = String::new();
    io::stdin().lock().read_line(&mut line).expect("a line");
    perform(&[how])
}

/// Holds the file that is locked as long as something of an actor runs. Where none can be made, nothing asks.
fn alive() -> Option<File> {
    let path = env::var_os("BROADSIDE_YARD")?;
    let file = File::options().write(true).create(true).truncate(false).open(path).ok()?;
    file.lock_shared().ok()?;
    Some(file)
}

fn print(bytes: &[u8]) {
    let mut out = io::stdout();
    drop(out.write_all(bytes).and_then(|()| out.flush()));
}

fn wait() -> ! {
    loop {
        thread::park();
    }
}

fn endless() -> ! {
    loop {
        hint::spin_loop();
    }
}

fn flood(out: &mut dyn io::Write) {
    let line = [b'x'; 1 << 12];
    while out.write_all(&line).is_ok() {}
}

/// Takes memory, and writes into it.
fn eat() -> ! {
    let mut eaten = Vec::new();
    loop {
        eaten.push(hint::black_box(vec![1_u8; 1 << 20]));
    }
}

/// Starts this program once more; it inherits all streams.
fn start(act: &str) -> Child {
    try_start(act).expect("a process")
}

fn try_start(act: &str) -> io::Result<Child> {
    Command::new(env::current_exe()?).arg(act).stdin(Stdio::null()).spawn()
}

/// Starts two of its kind, each of which starts two, and so on.
fn fork(depth: u32) -> ! {
    if depth > 0 {
        let own = env::current_exe().expect("a file");
        for _ in 0..2 {
            drop(Command::new(&own).args(["fork", &(depth - 1).to_string()]).spawn());
        }
    }
    wait()
}

/// Fills the folder for temporary files.
fn litter() -> ! {
    let folder = env::temp_dir();
    for number in 0.. {
        // Where no more can be written it waits for its end.
        if fs::write(folder.join(number.to_string()), vec![0; 1 << 24]).is_err() {
            break;
        }
    }
    wait()
}
