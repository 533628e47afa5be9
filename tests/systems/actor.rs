//! The acts of this test binary. A test starts a copy of the binary as the program under test:
//! `actor ACT`.
//!
//! An actor and all processes that it starts hold a shared lock on the file `alive` in its folder.
//! Only the act `misread` takes no lock, and the act `engine` takes it after its first line of
//! input. A test that can lock the file knows that all of these processes have ended.

use broadside::lab::misreadings::{Misreading, Misreadings};
use broadside::lab::model;
use std::fs::File;
use std::io::{self, BufRead as _, Read as _, Write as _};
use std::process::{self, Child, Command, ExitCode, Stdio};
use std::{env, fs, hint, thread};

/// The file name of an actor.
pub(crate) const NAME: &str = "actor";

/// The file that is locked while a process of an actor runs.
pub(crate) const ALIVE: &str = "alive";

/// Performs the act if this process was started as an actor; otherwise returns `None`.
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
        ["hungry"] => allocate(),
        ["orphan"] => drop(start("silent")),
        ["crowd"] => {
            // Starts 100 processes, or as many as the system allows. A fast machine reaches the
            // process limit before the time limit.
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

/// Runs a script like a program with these misreadings (wrong ways to understand a rule).
fn misread(names: &[&str]) -> ExitCode {
    let misreadings: Option<Misreadings> =
        names.iter().map(|name| Misreading::from_name(name)).collect();
    let mut script = Vec::new();
    io::stdin().read_to_end(&mut script).expect("a script");
    let run = model::run(&script, misreadings.expect("names of misreadings"));
    print(&run.out);
    ExitCode::from(run.end.code())
}

/// Waits for the first line of the input, and then performs the act `how`.
fn engine(how: &str) -> ExitCode {
    let mut line = String::new();
    io::stdin().lock().read_line(&mut line).expect("a line");
    perform(&[how])
}

/// Takes the shared lock on the `alive` file, and returns the file. Returns `None` if no test asks
/// for the lock.
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

/// Allocates memory without end, and writes to it.
fn allocate() -> ! {
    let mut eaten = Vec::new();
    loop {
        eaten.push(hint::black_box(vec![1_u8; 1 << 20]));
    }
}

/// Starts this program again. The new process inherits the output streams.
fn start(act: &str) -> Child {
    try_start(act).expect("a process")
}

fn try_start(act: &str) -> io::Result<Child> {
    Command::new(env::current_exe()?).arg(act).stdin(Stdio::null()).spawn()
}

/// Starts two copies of this act, each of which starts two more. This goes on for `depth` levels.
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
        // When no more can be written, the actor waits to be killed.
        if fs::write(folder.join(number.to_string()), vec![0; 1 << 24]).is_err() {
            break;
        }
    }
    wait()
}
