//! Measures the processor time of the prompt: from the start of the program to its first prompt,
//! and for a keystroke on a full board of 1000 x 1000 fields with reefs and ships. Prints medians.
//! Linux counts the time of the whole process, so run `cargo bench --bench prompt` on Linux.

use expectrl::session::OsSession;
use expectrl::{Expect as _, Session};
use std::fmt::Write as _;
use std::path::Path;
use std::process::Command;
use std::time::Duration;
use std::{fs, thread};

fn main() {
    let home = tempfile::tempdir().expect("a home");
    let starts = (0..21).map(|_| processor_time(&started(home.path(), &[]))).collect();
    report("start to the first prompt", starts);

    fs::write(home.path().join("full.ships"), full_board()).expect("a script");
    let mut session = started(home.path(), &["repl", "full.ships"]);
    session.send("[playerA]\r").expect("keys");
    session.expect("\u{1b}[36mA\u{1b}[0m> ").expect("the turn of A");
    let keys = "PLACE_SHIP 400 4 N 19999 DES".chars().map(|key| keystroke(&mut session, key));
    report("a keystroke on a full board", keys.collect());
}

fn started(home: &Path, args: &[&str]) -> OsSession {
    let mut command = Command::new(env!("CARGO_BIN_EXE_broadside"));
    command.args(args).current_dir(home).env("XDG_STATE_HOME", home).env("TERM", "xterm");
    let mut session = Session::spawn(command).expect("the binary starts");
    session.set_expect_timeout(Some(Duration::from_mins(1)));
    session.expect("(A) ").expect("a prompt");
    session
}

/// Returns the nanoseconds of processor time that the process has used.
fn processor_time(session: &OsSession) -> u64 {
    let path = format!("/proc/{}/schedstat", session.get_process().pid());
    let text = fs::read_to_string(path).expect("Linux counts time");
    text.split(' ').next().and_then(|time| time.parse().ok()).expect("a number")
}

/// Sends a key, and returns the nanoseconds of processor time that the key costs.
fn keystroke(session: &mut OsSession, key: char) -> u64 {
    let before = processor_time(session);
    session.send(key.to_string()).expect("a key");
    // In this time, the program draws the line again. The wait itself costs no processor time.
    thread::sleep(Duration::from_millis(50));
    processor_time(session) - before
}

/// Returns a script that places 18,000 destroyers and 500,000 reefs.
fn full_board() -> String {
    let mut script = "[state]\nBOARD_SIZE 1000 1000\nSET_FLEET A 0 0 0 20000\n".to_owned();
    let places =
        (0..500).step_by(3).flat_map(|row| (0..1000).step_by(9).map(move |col| (row, col)));
    for (number, (row, col)) in places.take(18_000).enumerate() {
        writeln!(script, "SHIP A {row} {col} N {number} DES 11").expect("a string grows");
    }
    for field in 0..500_000 {
        writeln!(script, "REEF {} {}", 500 + field / 1000, field % 1000).expect("a string grows");
    }
    script + "[state]\n"
}

#[expect(clippy::print_stdout, reason = "a bench has nowhere else to report")]
fn report(what: &str, mut times: Vec<u64>) {
    times.sort_unstable();
    let median = times[times.len() / 2];
    println!("{what}: {}.{:03} ms", median / 1_000_000, median / 1000 % 1000);
}
