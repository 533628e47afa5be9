//! Runs the binary in a pseudo-terminal with its own home folder.

use crate::harness::{BINARY, Folder, run, starting};
use pty_process::Size;
use pty_process::blocking::{Command as InTerminal, Pty, open};
use regex_lite::Regex;
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::termios::{LocalModes, OptionalActions, tcgetattr, tcsetattr};
use std::io::{Read as _, Write as _};
use std::ops::Range;
use std::path::Path;
use std::process::{Child, Command};
use std::time::{Duration, Instant};

/// The time limit of every wait. Only a failing test waits that long.
const PATIENCE: Duration = Duration::from_mins(1);

/// The bytes that the line editor sends when a line is entered.
const ENTERED: &str = "\u{1b}[?2004l\r\n";

/// The bytes that the line editor sends when it begins to read a line.
const ASKING: &str = "\u{1b}[?2004h";

/// Matches the prompts, but not the arrow `-->` of an error message.
const PROMPT: &str = r"(ships|state|\.\.\.|[AB])> ";

pub(crate) struct Terminal {
    pty: Pty,
    child: Child,
    /// The text that was shown since the end of the last wait.
    shown: String,
    /// The start of a character whose other bytes are still to come.
    rest: Vec<u8>,
}

/// Creates a home folder. Several sessions can use it.
pub(crate) fn home() -> Folder {
    Folder::new()
}

pub(crate) fn program(home: &Path, args: &[&str]) -> Command {
    let mut command = Command::new(BINARY);
    command.args(args);
    at_home(home, command)
}

pub(crate) fn coloured(home: &Path, args: &[&str]) -> Command {
    let mut command = program(home, &[&["--color", "always"], args].concat());
    command.env_remove("NO_COLOR");
    command
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

pub(super) fn send_signal(signal: &str, pid: &str) {
    let sent = run(Command::new("kill").args([&format!("-{signal}"), pid]), b"");
    assert!(sent.status.success(), "{pid:?}");
}

/// Returns the prompt in a new home.
pub(super) fn new_prompt() -> (Folder, Terminal) {
    let home = home();
    let terminal = Terminal::at_prompt(home.path());
    (home, terminal)
}

/// Turns the echo of the terminal off. With the echo, keys that are typed before the program reads
/// them would be shown twice: by the terminal and by the line editor.
fn turn_echo_off(pty: &Pty) {
    let mut modes = tcgetattr(pty).expect("a terminal has modes");
    modes.local_modes.remove(LocalModes::ECHO);
    tcsetattr(pty, OptionalActions::Now, &modes).expect("a terminal takes modes");
}

impl Terminal {
    pub(crate) fn start(command: Command) -> Self {
        Self::with_columns(command, 80)
    }

    /// Starts the program with this variable.
    pub(super) fn with_variable(home: &Path, args: &[&str], name: &str, value: &str) -> Self {
        let mut command = program(home, args);
        command.env(name, value);
        Self::start(command)
    }

    pub(crate) fn with_columns(command: Command, columns: u16) -> Self {
        Self::with_size(command, columns, 24)
    }

    pub(crate) fn with_size(command: Command, columns: u16, rows: u16) -> Self {
        let alone = starting();
        let (pty, programs_end) = open().expect("a pseudo-terminal");
        pty.resize(Size::new(rows, columns)).expect("a terminal has a size");
        turn_echo_off(&pty);
        let child = InTerminal::from(command).spawn(programs_end).expect("it starts");
        drop(alone);
        Self { pty, child, shown: String::new(), rest: Vec::new() }
    }

    pub(crate) fn at_prompt(home: &Path) -> Self {
        let mut terminal = Self::start(program(home, &[]));
        terminal.sees("(A) ships> ");
        terminal
    }

    pub(crate) fn types(&mut self, keys: &str) {
        self.types_bytes(keys.as_bytes());
    }

    pub(crate) fn types_bytes(&mut self, bytes: &[u8]) {
        self.pty.write_all(bytes).expect("the terminal takes bytes");
    }

    pub(crate) fn resizes(&mut self, columns: u16, rows: u16) {
        self.pty.resize(Size::new(rows, columns)).expect("a terminal has a size");
    }

    /// Types keys, and waits for these texts, one after the other.
    #[track_caller]
    pub(crate) fn presses(&mut self, keys: &str, texts: &[&str]) {
        self.types(keys);
        for text in texts {
            self.sees(text);
        }
    }

    /// Enters a line, and waits for these texts, one after the other.
    #[track_caller]
    pub(crate) fn answers(&mut self, line: &str, texts: &[&str]) {
        self.types(line);
        self.presses("\r", &[&[ENTERED][..], texts].concat());
    }

    /// Enters a line. Returns what is shown before the next prompt.
    #[track_caller]
    pub(crate) fn shows(&mut self, line: &str) -> String {
        self.answers(line, &[]);
        let shown = self.sees_like(PROMPT);
        let end = shown.find(ASKING).unwrap_or(shown.len());
        shown[..end].to_owned()
    }

    /// Enters a line, and waits for `answer` and then for the prompt.
    #[track_caller]
    pub(crate) fn enters(&mut self, line: &str, answer: &str) {
        self.answers(line, &[answer]);
        self.sees_like(PROMPT);
    }

    /// Enters a line, waits for the prompt, and checks that nothing is printed before the prompt.
    #[track_caller]
    pub(crate) fn takes(&mut self, line: &str) {
        self.answers(line, &[]);
        let said = self.sees_like(PROMPT);
        assert!(!said.contains('\n'), "{line:?}: {said:?}");
    }

    /// Presses Ctrl-C and waits for the prompt; keys typed before the prompt would be lost.
    #[track_caller]
    pub(crate) fn drops_the_line(&mut self) {
        self.presses("\u{3}", &[ENTERED]);
        self.sees_like(PROMPT);
    }

    /// Waits until `find` returns a range of the shown text. Returns the text before the range, and
    /// the text in the range.
    #[track_caller]
    fn waits_for(
        &mut self,
        wanted: &str,
        find: impl Fn(&str) -> Option<Range<usize>>,
    ) -> (String, String) {
        let deadline = Instant::now() + PATIENCE;
        loop {
            if let Some(place) = find(&self.shown) {
                let found = self.shown.drain(..place.end).collect::<String>();
                let (before, there) = found.split_at(place.start);
                return (before.to_owned(), there.to_owned());
            }
            let open = self.reads(deadline);
            assert!(open, "the program ended, waiting for {wanted:?}: {:?}", self.shown);
        }
    }

    /// Waits for output and reads it. Returns false when the program has closed the terminal.
    #[track_caller]
    fn reads(&mut self, deadline: Instant) -> bool {
        let left = deadline.saturating_duration_since(Instant::now());
        let left = Timespec::try_from(left).expect("less than an hour");
        let ready = poll(&mut [PollFd::new(&self.pty, PollFlags::IN)], Some(&left));
        assert_ne!(
            ready.expect("a terminal can be polled"),
            0,
            "waiting too long: {:?}",
            self.shown
        );
        let mut bytes = [0; 4096];
        // Linux reports an error when the other end is closed.
        let size = self.pty.read(&mut bytes).unwrap_or(0);
        self.rest.extend(&bytes[..size]);
        self.decodes();
        size > 0
    }

    fn decodes(&mut self) {
        let whole = match str::from_utf8(&self.rest) {
            Err(error) if error.error_len().is_none() => error.valid_up_to(),
            Ok(_) | Err(_) => self.rest.len(),
        };
        let bytes = self.rest.drain(..whole).collect::<Vec<_>>();
        self.shown += &String::from_utf8_lossy(&bytes);
    }

    /// Waits for `text`. Returns what was shown before it.
    #[track_caller]
    pub(crate) fn sees(&mut self, text: &str) -> String {
        self.waits_for(text, |shown| shown.find(text).map(|start| start..start + text.len())).0
    }

    /// Waits for a text that matches. Returns what was shown before this text, and the text.
    #[track_caller]
    fn matches(&mut self, pattern: &str) -> (String, String) {
        let regex = Regex::new(pattern).expect("a pattern");
        self.waits_for(pattern, |shown| regex.find(shown).map(|found| found.range()))
    }

    /// Waits for a text that matches. Returns what was shown before this text.
    #[track_caller]
    pub(crate) fn sees_like(&mut self, pattern: &str) -> String {
        self.matches(pattern).0
    }

    /// Waits for a text that matches. Returns what was shown up to the end of this text.
    #[track_caller]
    pub(crate) fn sees_all_like(&mut self, pattern: &str) -> String {
        let (before, there) = self.matches(pattern);
        before + &there
    }

    /// Waits for the end of the program. Returns what was shown until then.
    #[track_caller]
    pub(crate) fn ends(&mut self) -> String {
        let deadline = Instant::now() + PATIENCE;
        while self.reads(deadline) {}
        std::mem::take(&mut self.shown)
    }

    pub(crate) fn ends_with(&mut self, signal: &str) {
        self.signals(signal);
        self.ends();
    }

    pub(crate) fn signals(&self, signal: &str) {
        send_signal(signal, &self.child.id().to_string());
    }

    pub(crate) fn kill(&mut self) {
        self.child.kill().expect("the process can be killed");
        self.child.wait().expect("the process ends");
    }
}

impl Drop for Terminal {
    /// Ends the program if it is still running, for example because the test failed.
    fn drop(&mut self) {
        // The test is over, so an error here does not matter.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
