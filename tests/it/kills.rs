//! Kills commands while they write a file. Afterwards, the file must have either its whole old text
//! or its whole new text. `BROADSIDE_KILLS` sets how often each command is killed.

use crate::environment::count;
use crate::harness::{Folder, broadside, names, root, starting};
use rustix::process::{Pid, Signal, kill_process};
use std::collections::BTreeSet;
use std::fs;
use std::os::unix::process::ExitStatusExt as _;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread;

const KILLS: usize = 5;

pub(crate) fn kills() -> usize {
    count("BROADSIDE_KILLS", KILLS)
}

fn start(command: &mut Command, out: Stdio) -> Child {
    let _alone = starting();
    let silent = command.stdin(Stdio::null()).stdout(out).stderr(Stdio::null());
    silent.spawn().expect("the program starts")
}

fn sorted_names(folder: &Path) -> BTreeSet<String> {
    names(folder).into_iter().collect()
}

/// Starts `command`, and waits until a new file is in `folder` or the command has ended.
fn start_writing(command: &mut Command, out: Stdio, folder: &Path) -> Child {
    let before = sorted_names(folder);
    let mut child = start(command, out);
    while sorted_names(folder) == before && child.try_wait().expect("a child").is_none() {
        thread::yield_now();
    }
    child
}

/// Kills the command `args` several times while it writes `file`, which first has the text `old`.
/// Checks that `file` then has the text `old` or one of the texts `ends`.
#[track_caller]
fn check_whole(args: &[&str], file: &str, old: &[u8], ends: &[&[u8]]) {
    let folder = Folder::new();
    let mut command = folder.broadside(args);
    for kill in 0..kills() {
        for name in names(folder.path()) {
            fs::remove_file(folder.at(name)).expect("what a kill left");
        }
        folder.write(file, old);
        // The first kill comes when the new file appears. Each further kill comes a little later.
        let mut child = start_writing(&mut command, Stdio::null(), folder.path());
        for _ in 0..kill {
            thread::yield_now();
        }
        child.kill().expect("a child");
        child.wait().expect("a child");
        let left = folder.bytes(file);
        assert!(left == old || ends.contains(&&left[..]), "{} bytes", left.len());
    }
}

fn file_after(args: &[&str], file: &str, old: &[u8]) -> Vec<u8> {
    let folder = Folder::new();
    folder.write(file, old);
    let mut child = start(&mut folder.broadside(args), Stdio::null());
    child.wait().expect("a child");
    folder.bytes(file)
}

#[test]
fn a_killed_fmt_leaves_a_whole_script() {
    let old = b"[state]  REEF 1   1 # here\n[state]\n".repeat(5000);
    let args = ["fmt", "game.ships"];
    let new = file_after(&args, "game.ships", &old);
    assert!(new.len() > old.len() / 2 && new != old);
    check_whole(&args, "game.ships", &old, &[&new]);
}

#[test]
fn a_killed_play_out_leaves_a_whole_state() {
    let args = |turns| ["play-out", "--turns", turns, "--save", "game.ships"];
    let end = file_after(&args("1"), "game.ships", b"old");
    let begin = crate::harness::run(&mut broadside(), b"[state] SAVE [state]").stdout;
    assert_ne!(end, begin);
    check_whole(&args("1"), "game.ships", b"old", &[&begin, &end]);
}

#[test]
fn a_killed_bench_leaves_a_whole_plot() {
    let args =
        ["bench", "targeting", "--games", "1", "--threads", "1", "--bot", "random", "--svg", "p"];
    let new = file_after(&args, "p", b"<svg/>");
    check_whole(&args, "p", b"<svg/>", &[&new]);
}

/// Returns a folder, and a command that plays a game in it. The game has very many moves, and both
/// boards are refused.
fn refused_game(moves: usize) -> (Folder, Command) {
    let folder = Folder::new();
    let case = root("tests/cases/battle-of-ships/boards/ships-touch/in");
    let names = ["Player1.txt", "Player2.txt", "Player1.in", "Player2.in"];
    for name in &names[..2] {
        fs::copy(case.join(name), folder.at(name)).expect("a board");
    }
    for name in &names[2..] {
        folder.write(name, b"x;".repeat(moves));
    }
    folder.write("Battleship.out", "old");
    let mut command = folder.broadside(["battle-of-ships"]);
    command.args(names);
    (folder, command)
}

/// The test does not read the output of the command. So the command blocks when the pipe is full,
/// before it has written the whole file.
#[test]
fn signals_leave_no_unfinished_file_behind() {
    let (folder, mut command) = refused_game(50_000);
    let before = sorted_names(folder.path());
    for signal in [Signal::TERM, Signal::HUP, Signal::INT] {
        let mut child = start_writing(&mut command, Stdio::piped(), folder.path());
        assert_eq!(names(folder.path()).len(), before.len() + 1, "a new file is begun");
        kill_process(Pid::from_child(&child), signal).expect("a signal");
        // The output stays open and unread until the command has ended.
        let out = child.stdout.take();
        let status = child.wait().expect("a child");
        drop(out);
        assert_eq!(status.signal(), Some(signal.as_raw()));
        assert_eq!(sorted_names(folder.path()), before);
        assert_eq!(folder.read("Battleship.out"), "old");
    }
}

/// A program that `nohup` has started must keep running when the terminal is closed.
#[cfg(target_os = "linux")]
#[test]
fn an_ignored_hangup_stays_ignored() {
    let (folder, game) = refused_game(50_000);
    let before = sorted_names(folder.path());
    let mut command = Command::new("sh");
    command.args(["-c", "trap '' HUP; exec \"$0\" \"$@\""]).arg(game.get_program());
    command.args(game.get_args()).current_dir(folder.path());
    let mut child = start_writing(&mut command, Stdio::piped(), folder.path());
    for signal in [Signal::HUP, Signal::TERM] {
        kill_process(Pid::from_child(&child), signal).expect("a signal");
    }
    let out = child.stdout.take();
    let status = child.wait().expect("a child");
    drop(out);
    assert_eq!(status.signal(), Some(Signal::TERM.as_raw()));
    assert_eq!(sorted_names(folder.path()), before);
}

#[test]
fn a_killed_game_leaves_the_file_of_the_earlier_game() {
    let (folder, mut command) = refused_game(50_000);
    for _ in 0..kills() {
        let mut child = start_writing(&mut command, Stdio::piped(), folder.path());
        child.kill().expect("a child");
        child.wait().expect("a child");
        assert_eq!(folder.read("Battleship.out"), "old");
    }
}
