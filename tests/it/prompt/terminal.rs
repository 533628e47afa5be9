//! Runs the binary in a pseudo-terminal with its own home folder.

use crate::harness::{BINARY, run, starting};
use expectrl::session::OsSession;
use expectrl::{Captures, Eof, Error, Expect, Needle, Regex, Session};
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use std::path::Path;
use std::process::Command;
use std::time::{Duration, Instant};
use tempfile::TempDir;

/// The time limit of every wait. Only a failing test waits that long.
const PATIENCE: Duration = Duration::from_mins(1);

/// The bytes that the line editor sends when a line is entered.
const ENTERED: &str = "\u{1b}[?2004l\r\n";

/// The bytes that the line editor sends when it begins to read a line.
const ASKING: &str = "\u{1b}[?2004h";

/// A script for `sh` that waits until the terminal has the size `$0`, and then becomes the command
/// that follows. A command started earlier would read the wrong size.
const SIZED: &str = r#"until [ "$(stty size)" = "$0" ]; do :; done; exec "$@""#;

/// Matches the prompts, but not the arrow of a picture.
const PROMPT: &str = r"(ships|state|\.\.\.|[AB])> ";

pub(crate) struct Terminal {
    session: OsSession,
}

/// Creates a home folder. Several sessions can use it, one after the other.
pub(crate) fn home() -> TempDir {
    tempfile::tempdir().expect("a home")
}

pub(crate) fn program(home: &Path, args: &[&str]) -> Command {
    let mut command = Command::new(BINARY);
    command.args(args);
    at_home(home, command)
}

/// Returns a shell that runs `script`, where `$BROADSIDE` is the program.
pub(crate) fn shell(home: &Path, script: &str) -> Command {
    let mut command = Command::new("sh");
    command.args(["-c", script]).env("BROADSIDE", BINARY);
    at_home(home, command)
}

fn at_home(home: &Path, mut command: Command) -> Command {
    for variable in [
        "CI",
        "CLICOLOR",
        "CLICOLOR_FORCE",
        "COLUMNS",
        "BROADSIDE_HISTORY",
        "BROADSIDE_INIT",
        "VISUAL",
        "EDITOR",
    ] {
        command.env_remove(variable);
    }
    command.current_dir(home).env("XDG_STATE_HOME", home).env("HOME", home);
    command.env("XDG_CONFIG_HOME", home.join("config"));
    command.env("TERM", "xterm").env("NO_COLOR", "1").env("LC_ALL", "C.UTF-8");
    command
}

pub(super) fn pasted(text: &str) -> String {
    format!("\u{1b}[200~{text}\u{1b}[201~")
}

fn once_sized(command: &Command, columns: u16, rows: u16) -> Command {
    let mut sized = Command::new("sh");
    sized.args(["-c", SIZED, &format!("{rows} {columns}")]);
    sized.arg(command.get_program()).args(command.get_args());
    for (name, value) in command.get_envs() {
        match value {
            Some(value) => sized.env(name, value),
            None => sized.env_remove(name),
        };
    }
    sized.current_dir(command.get_current_dir().unwrap_or(Path::new(".")));
    sized
}

impl Terminal {
    pub(crate) fn start(command: Command) -> Self {
        Self::with_columns(command, 80)
    }

    pub(crate) fn with_columns(command: Command, columns: u16) -> Self {
        Self::with_size(command, columns, 24)
    }

    #[expect(clippy::needless_pass_by_value, reason = "callers have no more use for a command")]
    pub(crate) fn with_size(command: Command, columns: u16, rows: u16) -> Self {
        let alone = starting();
        let mut session = Session::spawn(once_sized(&command, columns, rows)).expect("it starts");
        drop(alone);
        session.get_process_mut().set_window_size(columns, rows).expect("a terminal has a size");
        Self { session }
    }

    pub(crate) fn at_prompt(home: &Path) -> Self {
        let mut terminal = Self::start(program(home, &[]));
        terminal.sees("(A) ships> ");
        terminal
    }

    pub(crate) fn types(&mut self, keys: &str) {
        self.session.send(keys).expect("the terminal takes keys");
    }

    pub(crate) fn types_bytes(&mut self, bytes: &[u8]) {
        self.session.send(bytes).expect("the terminal takes bytes");
    }

    pub(crate) fn resizes(&mut self, columns: u16, rows: u16) {
        self.session
            .get_process_mut()
            .set_window_size(columns, rows)
            .expect("a terminal has a size");
    }

    /// Returns what is shown before the next prompt.
    #[track_caller]
    pub(crate) fn shows(&mut self, line: &str) -> String {
        self.types(line);
        self.types("\r");
        self.sees(ENTERED);
        let shown = self.sees_like(PROMPT);
        let end = shown.find(ASKING).unwrap_or(shown.len());
        shown[..end].to_owned()
    }

    #[track_caller]
    pub(crate) fn enters(&mut self, line: &str, answer: &str) {
        self.types(line);
        self.types("\r");
        self.sees(ENTERED);
        self.sees(answer);
        self.sees_like(PROMPT);
    }

    /// Types a line, checks that it prints nothing, and waits for the prompt.
    #[track_caller]
    pub(crate) fn takes(&mut self, line: &str) {
        self.types(line);
        self.types("\r");
        self.sees(ENTERED);
        let said = self.sees_like(PROMPT);
        assert!(!said.contains('\n'), "{line:?}: {said:?}");
    }

    /// Presses Ctrl-C and waits for the prompt; keys typed before the prompt would be lost.
    #[track_caller]
    pub(crate) fn drops_the_line(&mut self) {
        self.types("\u{3}");
        self.sees(ENTERED);
        self.sees_like(PROMPT);
    }

    /// Waits for `needle`. `expectrl` has a method for this, but it asks again and again without a
    /// pause, and takes the processor from the program that it waits for.
    fn waits_for<N: Needle>(&mut self, needle: impl Fn() -> N) -> Result<Captures, Error> {
        let deadline = Instant::now() + PATIENCE;
        loop {
            let found = self.session.check(needle())?;
            if !found.is_empty() {
                return Ok(found);
            }
            let left =
                deadline.checked_duration_since(Instant::now()).ok_or(Error::ExpectTimeout)?;
            let left = Timespec::try_from(left).expect("less than an hour");
            let mut output = [PollFd::new(self.session.get_stream(), PollFlags::IN)];
            poll(&mut output, Some(&left)).map_err(|error| Error::IO(error.into()))?;
        }
    }

    /// Returns what was shown before `text`.
    #[track_caller]
    pub(crate) fn sees(&mut self, text: &str) -> String {
        let found = self.waits_for(|| text);
        assert!(found.is_ok(), "waiting for {text:?}: {found:?}");
        let before = found.map(|found| String::from_utf8_lossy(found.before()).into_owned());
        before.unwrap_or_default()
    }

    /// Returns what was shown before the matching text.
    #[track_caller]
    pub(crate) fn sees_like(&mut self, pattern: &str) -> String {
        let found = self.waits_for(|| Regex(pattern));
        assert!(found.is_ok(), "waiting for {pattern:?}: {found:?}");
        let before = found.map(|found| String::from_utf8_lossy(found.before()).into_owned());
        before.unwrap_or_default()
    }

    /// Returns what was shown up to the end of the matching text.
    #[track_caller]
    pub(crate) fn sees_all_like(&mut self, pattern: &str) -> String {
        let found = self.waits_for(|| Regex(pattern));
        assert!(found.is_ok(), "waiting for {pattern:?}: {found:?}");
        let all = found.map(|found| {
            let matched = found.get(0).unwrap_or_default();
            [String::from_utf8_lossy(found.before()), String::from_utf8_lossy(matched)].concat()
        });
        all.unwrap_or_default()
    }

    /// Returns what was shown before the end of the program.
    #[track_caller]
    pub(crate) fn ends(&mut self) -> String {
        let end = self.waits_for(|| Eof);
        assert!(end.is_ok(), "waiting for the end: {end:?}");
        // At the end of the output the match contains all that is left.
        let left = |found: Captures| found.get(0).map(String::from_utf8_lossy).map(String::from);
        end.ok().and_then(left).unwrap_or_default()
    }

    pub(crate) fn ends_with(&mut self, signal: &str) {
        self.signals(signal);
        self.ends();
    }

    pub(crate) fn signals(&self, signal: &str) {
        let pid = self.session.get_process().pid().to_string();
        let sent = run(Command::new("kill").args([&format!("-{signal}"), &pid]), b"");
        assert!(sent.status.success());
    }

    pub(crate) fn kill(&mut self) {
        let pid = self.session.get_process().pid().to_string();
        assert!(run(Command::new("kill").args(["-9", &pid]), b"").status.success());
        self.session.get_process_mut().wait().expect("the process ends");
    }
}
