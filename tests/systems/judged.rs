//! What `verify`, `match` and `bench` say of actors.

use crate::actor::{ALIVE, NAME};
use crate::harness::{broadside, root, run};
use broadside::lab::misreadings::Misreading;
use std::env::{self, consts::EXE_SUFFIX};
use std::fs::{self, File};
use std::io::Read as _;
use std::path::PathBuf;
use std::process::{Command, Stdio};
use tempfile::TempDir;

type Test = (String, Box<dyn FnOnce() + Send>);

fn test(name: String, test: impl FnOnce() + Send + 'static) -> Test {
    (name, Box::new(test))
}

/// How many misreadings are told apart.
fn most() -> usize {
    env::var("BROADSIDE_MISREADINGS").map_or(4, |most| most.parse().expect("a number"))
}

/// Acts of programs that do their worst, and the limits that they run into.
const HOSTILE: [(&str, &[&str]); 12] = [
    ("endless", &["--time", "0.5"]),
    ("silent", &["--time", "0.5"]),
    ("half", &["--time", "0.5"]),
    ("flood", &["--time", "20"]),
    ("grumble", &["--time", "0.5"]),
    ("hungry", &["--time", "20", "--memory", "64M"]),
    ("orphan", &["--time", "20"]),
    ("crowd", MANY),
    ("fork 6", MANY),
    ("kill", &["--time", "20"]),
    ("bytes", &["--time", "20"]),
    ("fail", &["--time", "20"]),
];

/// Limits for many processes: where each takes some megabytes, they run into the time all the same.
const MANY: &[&str] = &["--time", "0.5", "--memory", "16G"];

/// Engines that do their worst in a match.
const ENGINES: [&str; 5] = ["silent", "flood", "kill", "fail", "bytes"];

pub(crate) fn tests() -> Vec<Test> {
    let all = Misreading::ALL;
    let drawn = all.into_iter().step_by((all.len() / 40).max(1)).take(most().min(40));
    let misreadings = drawn.map(|misreading| {
        let name = misreading.name();
        test(format!("misreading/{name}"), move || misread(name))
    });
    let hostile = HOSTILE
        .into_iter()
        .map(|(act, limits)| test(format!("hostile/{act}"), move || do_their_worst(act, limits)));
    let engines = ENGINES.into_iter().map(|how| test(format!("engine/{how}"), || forfeit(how)));
    let others = [
        test("hostile/litter".to_owned(), || do_their_worst("litter", &["--time", "60"])),
        test("killed".to_owned(), nothing_outlives_us),
        test("missing".to_owned(), a_missing_program_is_told),
        test("bot".to_owned(), a_bot_is_measured),
    ];
    misreadings.chain(hostile).chain(engines).chain(others).collect()
}

/// A folder with an actor.
struct Yard(TempDir);

impl Yard {
    fn new() -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        let own = env::current_exe().expect("a file");
        let name = folder.path().join(format!("{NAME}{EXE_SUFFIX}"));
        fs::hard_link(&own, &name).or_else(|_| fs::copy(&own, &name).map(drop)).expect("an actor");
        File::create(folder.path().join(ALIVE)).expect("a file");
        Self(folder)
    }

    fn alive(&self) -> PathBuf {
        self.0.path().join(ALIVE)
    }

    fn broadside(&self, words: &str) -> Command {
        let mut command = broadside();
        command.current_dir(self.0.path()).env("BROADSIDE_YARD", self.alive());
        command.args(words.split(' '));
        command
    }

    /// What the program prints for these words, and its status.
    fn says(&self, words: &str, limits: &[&str], program: &str) -> String {
        let mut command = self.broadside(words);
        let own = format!("./{NAME} {program}");
        command.args(limits).arg("--").args(own.split(' '));
        // Its own limits end it; on an emulated system it takes minutes.
        let ended = command.stdin(Stdio::null()).output().expect("a start");
        let code = ended.status.code().expect("an exit status");
        let told = [ended.stderr, ended.stdout].concat();
        format!("{}exit status {code}\n", String::from_utf8(told).expect("UTF-8"))
    }

    /// Whether nothing of an actor runs.
    fn is_quiet(&self) -> bool {
        File::open(self.alive()).expect("a file").try_lock().is_ok()
    }
}

/// Compares a text with the file of this name, or records it. Left out are figures of time, and counts of
/// scripts and rules, which every new card changes.
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

/// The whole report of a program with one misreading.
fn misread(name: &str) {
    let yard = Yard::new();
    let words = "verify --keep none --scripts 0 --findings 3 --time 20";
    compare(&format!("misreading {name}"), &yard.says(words, &[], &format!("misread {name}")));
}

/// A program that does its worst is named, and nothing of it is left.
fn do_their_worst(act: &str, limits: &[&str]) {
    let yard = Yard::new();
    fs::write(yard.0.path().join("x.ships"), "[state]\nBOARD_SIZE 10 10\n").expect("a script");
    let words = "verify --keep none --no-shrink --script x.ships";
    let said = yard.says(words, limits, act);
    assert!(yard.is_quiet(), "something of it still runs:\n{said}");
    compare(&format!("hostile {act}"), &said);
}

/// An engine that does its worst forfeits, and nothing of it is left.
fn forfeit(how: &str) {
    let yard = Yard::new();
    let mut command =
        yard.broadside("match --engine open --setup small --games 2 --seed 1 --jobs 1 --time 2");
    command.args(["--engine", &format!("cmd=./{NAME} engine {how}")]);
    let ended = run(&mut command, b"");
    assert!(yard.is_quiet(), "something of it still runs");
    compare(&format!("engine {how}"), &String::from_utf8(ended.stdout).expect("UTF-8"));
}

/// When we are killed, what we have started goes too.
fn nothing_outlives_us() {
    let yard = Yard::new();
    fs::write(yard.0.path().join("x.ships"), "[state]\n").expect("a script");
    let mut command =
        yard.broadside("verify --keep none --time 600 --script x.ships -- ./actor silent");
    let mut child = command.stdout(Stdio::null()).stderr(Stdio::piped()).spawn().expect("a start");
    while yard.is_quiet() {
        std::thread::yield_now();
    }
    child.kill().expect("a running program");
    let mut rest = String::new();
    child.stderr.take().expect("a pipe").read_to_string(&mut rest).expect("the end");
    child.wait().expect("an end");
    while !yard.is_quiet() {
        std::thread::yield_now();
    }
}

fn a_missing_program_is_told() {
    let yard = Yard::new();
    let ended = run(&mut yard.broadside("verify --keep none -- ./none"), b"");
    let told = String::from_utf8(ended.stderr).expect("UTF-8");
    assert!(told.contains("no such file or directory"), "{told}");
    assert_eq!(ended.status.code(), Some(3), "{told}");
}

fn a_bot_is_measured() {
    let yard = Yard::new();
    let mut command = yard.broadside("bench targeting --games 2 --seed 1");
    command.args(["--bot", &format!("cmd=./{NAME} engine fail")]);
    let ended = run(&mut command, b"");
    assert!(yard.is_quiet(), "something of it still runs");
    compare("bot", &String::from_utf8([ended.stderr, ended.stdout].concat()).expect("UTF-8"));
}
