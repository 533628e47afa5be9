//! Checks what `verify`, `match` and `bench` report about actors. An actor is this test binary,
//! started as a program that misreads a rule or misbehaves.

use crate::actor::{ALIVE, NAME};
use crate::harness::{Folder, Texts as _, root, run};
use broadside::lab::misreadings::Misreading;
use std::env::{self, consts::EXE_SUFFIX};
use std::fs::{self, File};
use std::io::Read as _;
use std::process::{Command, Stdio};

type Test = (String, Box<dyn FnOnce() + Send>);

fn test(name: String, test: impl FnOnce() + Send + 'static) -> Test {
    (name, Box::new(test))
}

/// How many misreadings are tested at most.
const MOST_MISREADINGS: usize = 40;

/// Returns how many misreadings are tested.
fn misreading_count() -> usize {
    let most = env::var("BROADSIDE_MISREADINGS");
    most.map_or(4, |most| most.parse().expect("a number")).min(MOST_MISREADINGS)
}

/// Acts of misbehaving programs, each with the limits of its test.
const HOSTILE: [(&str, &[&str]); 12] = [
    ("endless", &["--time", "0.2"]),
    ("silent", &["--time", "0.2"]),
    ("half", &["--time", "0.2"]),
    ("flood", &["--time", "20"]),
    ("grumble", &["--time", "0.2"]),
    ("hungry", &["--time", "20", "--memory", "64M"]),
    ("orphan", &["--time", "20"]),
    ("crowd", MANY),
    ("fork 6", MANY),
    ("kill", &["--time", "20"]),
    ("bytes", &["--time", "20"]),
    ("fail", &["--time", "20"]),
];

/// Limits for acts with many processes. With these limits, an act reaches the time limit and not
/// the memory limit, even if each process takes some megabytes.
const MANY: &[&str] = &["--time", "0.2", "--memory", "16G"];

/// Acts of engines that misbehave in a match.
const ENGINES: [&str; 5] = ["silent", "flood", "kill", "fail", "bytes"];

pub(crate) fn tests() -> Vec<Test> {
    let all = Misreading::ALL;
    let drawn = all.into_iter().step_by((all.len() / MOST_MISREADINGS).max(1));
    let drawn = drawn.take(misreading_count());
    let misreadings = drawn.map(|misreading| {
        let name = misreading.name();
        test(format!("misreading/{name}"), move || check_misreading(name))
    });
    let hostile = HOSTILE
        .into_iter()
        .map(|(act, limits)| test(format!("hostile/{act}"), move || check_hostile(act, limits)));
    let engines =
        ENGINES.into_iter().map(|how| test(format!("engine/{how}"), || check_forfeit(how)));
    let others = [
        test("hostile/litter".to_owned(), || check_hostile("litter", &["--time", "60"])),
        test("killed".to_owned(), no_actor_outlives_broadside),
        test("missing".to_owned(), a_missing_program_is_reported),
        test("bot".to_owned(), a_bot_is_measured),
    ];
    misreadings.chain(hostile).chain(engines).chain(others).collect()
}

/// A folder with an actor.
struct ActorFolder(Folder);

impl ActorFolder {
    fn new() -> Self {
        let folder = Folder::new();
        let own = env::current_exe().expect("a file");
        let name = folder.at(format!("{NAME}{EXE_SUFFIX}"));
        fs::hard_link(&own, &name).or_else(|_| fs::copy(&own, &name).map(drop)).expect("an actor");
        folder.write(ALIVE, "");
        Self(folder)
    }

    fn broadside(&self, words: &str) -> Command {
        let mut command = self.0.broadside(words.split(' '));
        command.env("BROADSIDE_YARD", self.0.at(ALIVE));
        command
    }

    /// Returns the output of `broadside` for these words, and its exit status.
    fn report_of(&self, words: &str, limits: &[&str], program: &str) -> String {
        let mut command = self.broadside(words);
        let own = format!("./{NAME} {program}");
        command.args(limits).arg("--").args(own.split(' '));
        // The test sets no time limit, because the command ends at its own limits. On an emulated
        // system, this takes minutes.
        let ended = command.stdin(Stdio::null()).output().expect("a start");
        let code = ended.status.code().expect("an exit status");
        format!("{}{}exit status {code}\n", ended.err(), ended.out())
    }

    /// Returns whether all processes of the actor have ended. They lock [`ALIVE`] while they run.
    fn has_ended(&self) -> bool {
        File::open(self.0.at(ALIVE)).expect("a file").try_lock().is_ok()
    }
}

/// Compares a text with the file of this name. With `BLESS=1`, records the text. Leaves out lines
/// with times, which vary, and lines with counts of scripts or rules, which each new card changes.
fn compare(name: &str, text: &str) {
    let counts = [" ms a turn", "  seen       in ", "Not tried: ", " scripts differ, "];
    let is_kept = |line: &&str| {
        !counts.iter().any(|count| line.contains(count)) && !line.starts_with("speed ")
    };
    let text: Vec<_> = text.lines().filter(is_kept).collect();
    let text = text.join("\n") + "\n";
    let path = root("tests/systems/said").join(name.replace([' ', '/'], "-")).with_extension("txt");
    if env::var_os("BLESS").is_some() {
        fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
        fs::write(&path, &text).expect("a file");
    }
    let recorded = fs::read_to_string(&path).unwrap_or_default();
    assert!(recorded == text, "{} has\n{recorded}\nbut it says\n{text}", path.display());
}

/// Checks the whole report about a program with one misreading.
fn check_misreading(name: &str) {
    let folder = ActorFolder::new();
    let words = "verify --keep none --scripts 0 --findings 3 --time 20";
    let said = folder.report_of(words, &[], &format!("misread {name}"));
    compare(&format!("misreading {name}"), &said);
}

/// Checks the report about a misbehaving program, and that no process is left.
fn check_hostile(act: &str, limits: &[&str]) {
    let folder = ActorFolder::new();
    folder.0.write("x.ships", "[state]\nBOARD_SIZE 10 10\n");
    let words = "verify --keep none --no-shrink --script x.ships";
    let said = folder.report_of(words, limits, act);
    assert!(folder.has_ended(), "a process of the actor still runs:\n{said}");
    compare(&format!("hostile {act}"), &said);
}

/// Checks that a misbehaving engine forfeits, and that no process is left.
fn check_forfeit(how: &str) {
    let folder = ActorFolder::new();
    let mut command =
        folder.broadside("match --engine open --setup small --games 2 --seed 1 --jobs 1 --time 2");
    command.args(["--engine", &format!("cmd=./{NAME} engine {how}")]);
    let ended = run(&mut command, b"");
    assert!(folder.has_ended(), "a process of the actor still runs");
    compare(&format!("engine {how}"), &ended.out());
}

/// Checks that killing `broadside` also ends the program that `broadside` has started.
fn no_actor_outlives_broadside() {
    let folder = ActorFolder::new();
    folder.0.write("x.ships", "[state]\n");
    let mut command =
        folder.broadside("verify --keep none --time 600 --script x.ships -- ./actor silent");
    let mut child = command.stdout(Stdio::null()).stderr(Stdio::piped()).spawn().expect("a start");
    while folder.has_ended() {
        std::thread::yield_now();
    }
    child.kill().expect("a running program");
    let mut rest = String::new();
    child.stderr.take().expect("a pipe").read_to_string(&mut rest).expect("the end");
    child.wait().expect("an end");
    while !folder.has_ended() {
        std::thread::yield_now();
    }
}

fn a_missing_program_is_reported() {
    let folder = ActorFolder::new();
    let ended = run(&mut folder.broadside("verify --keep none -- ./none"), b"");
    ended.fails(3, "no such file or directory");
}

fn a_bot_is_measured() {
    let folder = ActorFolder::new();
    let mut command = folder.broadside("bench targeting --games 2 --seed 1");
    command.args(["--bot", &format!("cmd=./{NAME} engine fail")]);
    let ended = run(&mut command, b"");
    assert!(folder.has_ended(), "a process of the actor still runs");
    compare("bot", &(ended.err() + &ended.out()));
}
