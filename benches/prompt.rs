//! Measures the processor time of the main thread of `broadside repl`: from its start to the first
//! prompt, and for a keystroke on a full board of 1000 x 1000 fields with reefs and ships.
//! Prints medians. The times come from `/proc`, so run `cargo bench --bench prompt` on Linux.

use pty_process::Size;
use pty_process::blocking::{Command, Pty, open};
use std::fmt::Write as _;
use std::io::{Read as _, Write as _};
use std::path::Path;
use std::process::Child;
use std::time::Duration;
use std::{fs, thread};

/// A running `broadside repl` at its pseudo-terminal.
struct Prompt {
    pty: Pty,
    child: Child,
}

fn main() {
    let home = tempfile::tempdir().expect("a home");
    let starts = (0..21).map(|_| Prompt::start(home.path(), &[]).processor_time()).collect();
    report("start to the first prompt", starts);

    fs::write(home.path().join("full.ships"), full_board()).expect("a script");
    let mut prompt = Prompt::start(home.path(), &["repl", "full.ships"]);
    prompt.types("[playerA]\r");
    prompt.sees("\u{1b}[36mA\u{1b}[0m> ");
    let keys = "PLACE_SHIP 400 4 N 19999 DES".chars().map(|key| prompt.keystroke(key));
    report("a keystroke on a full board", keys.collect());
}

impl Prompt {
    fn start(home: &Path, args: &[&str]) -> Self {
        let command = Command::new(env!("CARGO_BIN_EXE_broadside")).args(args).current_dir(home);
        let command = command.env("XDG_STATE_HOME", home).env("TERM", "xterm");
        let (pty, programs_end) = open().expect("a pseudo-terminal");
        pty.resize(Size::new(24, 80)).expect("a terminal has a size");
        let child = command.spawn(programs_end).expect("the binary starts");
        let mut prompt = Self { pty, child };
        prompt.sees("(A) ");
        prompt
    }

    fn types(&mut self, keys: &str) {
        self.pty.write_all(keys.as_bytes()).expect("keys");
    }

    fn sees(&mut self, text: &str) {
        let mut shown = Vec::new();
        while !String::from_utf8_lossy(&shown).contains(text) {
            let mut bytes = [0; 4096];
            let size = self.pty.read(&mut bytes).expect("output");
            shown.extend(&bytes[..size]);
        }
    }

    /// Returns the nanoseconds of processor time that the main thread has used.
    fn processor_time(&self) -> u64 {
        let path = format!("/proc/{}/schedstat", self.child.id());
        let text = fs::read_to_string(path).expect("Linux counts time");
        text.split(' ').next().and_then(|time| time.parse().ok()).expect("a number")
    }

    /// Sends a key, and returns the nanoseconds that the main thread works on the key.
    fn keystroke(&mut self, key: char) -> u64 {
        let before = self.processor_time();
        self.types(&key.to_string());
        // In this time, the program draws the line again. The wait itself costs no processor time.
        thread::sleep(Duration::from_millis(50));
        self.processor_time() - before
    }
}

impl Drop for Prompt {
    fn drop(&mut self) {
        // An error here does not change the figures.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
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
