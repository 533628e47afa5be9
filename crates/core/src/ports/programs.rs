//! Foreign programs: what to run, under which limits, and how the run ended.
//!
//! [`Programs`] run a program once with all of its input. [`Dialogues`] keep a process running and exchange lines with
//! it. This module does not start or stop processes; the binary does that. Tests use versions in memory:
//!
//! ```
//! use broadside_core::ports::programs::{Command, Ended, Ending, InMemory, Limits, Programs as _, Run};
//!
//! let shouter = InMemory(|input: &[u8]| Ended::exited(0, input.to_ascii_uppercase()));
//! let run = Run { command: &Command::new(["shout"]), input: b"ahoy", limits: Limits::default() };
//! let ended = shouter.run(&run)?;
//! assert_eq!((ended.ending, ended.stdout), (Ending::Exited(0), b"AHOY".to_vec()));
//! # Ok::<(), std::io::Error>(())
//! ```

#[cfg(feature = "programs")]
use super::words;
use std::borrow::Cow;
use std::collections::VecDeque;
#[cfg(feature = "programs")]
use std::ffi::OsStr;
use std::ffi::OsString;
use std::fmt;
use std::io;
use std::path::PathBuf;
use std::time::Duration;

/// How many of the last bytes of standard error are kept.
pub const STDERR_TAIL: usize = 4096;

/// Runs programs that get all of their input at once. Several may run at the same time.
pub trait Programs: Sync {
    /// Runs a program to its end, and cleans up after it. The result describes everything that the program did.
    ///
    /// # Errors
    /// When an operating-system call failed. Nothing is known about the program then. The kind
    /// [`Interrupted`](io::ErrorKind::Interrupted) means that the user cancelled the run.
    fn run(&self, run: &Run<'_>) -> io::Result<Ended>;
}

/// Starts programs for an exchange of lines. A process runs as long as a game.
#[doc(hidden)]
pub trait Dialogues: Sync {
    /// Starts a program. If it cannot be started, its first answer says so.
    ///
    /// # Errors
    /// See [`Programs::run`].
    fn open(&self, command: &Command, limits: Limits) -> io::Result<Box<dyn Dialogue>>;
}

/// An exchange of lines with a running program. When it is dropped, the program and all processes that it started are
/// stopped.
#[doc(hidden)]
pub trait Dialogue: Send {
    /// Sends a line, given without its newline. Does not wait until the program reads the line.
    ///
    /// # Errors
    /// See [`Programs::run`]. If the program has ended, that is not an error here; the next answer says so.
    fn send(&mut self, line: &str) -> io::Result<()>;

    /// Waits for the next line of the program, without its newline.
    ///
    /// # Errors
    /// See [`Programs::run`].
    fn receive(&mut self, within: Duration) -> io::Result<Answer>;

    /// The time since a fixed moment before the first call; 0 for programs in memory.
    fn clock(&self) -> Duration {
        Duration::ZERO
    }

    /// The last bytes that the program wrote to standard error since the last call. They include all bytes written
    /// before the last line received. Later bytes belong to the next call, or to the end of the program. Empty for
    /// programs in memory.
    ///
    /// # Errors
    /// See [`Programs::run`].
    fn said(&mut self) -> io::Result<Vec<u8>> {
        Ok(Vec::new())
    }

    /// Collects lines, `most` bytes at most, up to the line for which `is_last` returns true. The result then counts
    /// as an exit with status 0, although the program continues. Otherwise the result says how the program ended.
    ///
    /// # Errors
    /// See [`Programs::run`].
    fn gather(
        &mut self,
        within: Duration,
        most: usize,
        is_last: &mut dyn FnMut(&[u8]) -> bool,
    ) -> io::Result<Ended> {
        let (start, mut stdout) = (self.clock(), Vec::new());
        loop {
            let wall = self.clock().saturating_sub(start);
            match self.receive(within.saturating_sub(wall))? {
                Answer::Ended(ended) => {
                    stdout.extend_from_slice(&ended.stdout);
                    let wall = self.clock().saturating_sub(start);
                    return Ok(Ended { stdout, wall, ..ended });
                }
                Answer::Line(line) => {
                    stdout.extend_from_slice(&line);
                    stdout.push(b'\n');
                    if stdout.len() > most {
                        stdout.truncate(most);
                        let stderr_tail = self.said()?;
                        return Ok(Ended { stderr_tail, ..Ended::new(Ending::Output, stdout) });
                    }
                    if is_last(&line) {
                        let wall = self.clock().saturating_sub(start);
                        let stderr_tail = self.said()?;
                        return Ok(Ended { stderr_tail, wall, ..Ended::exited(0, stdout) });
                    }
                }
            }
        }
    }

    /// The next line if it has already been printed. Does not wait.
    ///
    /// # Errors
    /// See [`Programs::run`].
    fn ready(&mut self) -> io::Result<Option<Vec<u8>>>;
}

/// The result of waiting for a line.
#[derive(Clone, Debug, PartialEq, Eq)]
#[doc(hidden)]
pub enum Answer {
    /// The line, without its newline.
    Line(Vec<u8>),
    /// No more lines: the program has ended, or it was stopped at a limit. All lines that it printed before have been
    /// received.
    Ended(Ended),
}

/// The command that starts a program.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Command {
    /// The program and its arguments. No shell interprets them.
    pub words: Vec<OsString>,
    /// The folder that the program runs in; `None` for our folder.
    pub folder: Option<PathBuf>,
    /// Variables added to our environment.
    pub environment: Vec<(OsString, OsString)>,
}

impl Command {
    /// A command of these words, in our folder.
    pub fn new<W: Into<OsString>>(words: impl IntoIterator<Item = W>) -> Self {
        Self { words: words.into_iter().map(Into::into).collect(), ..Self::default() }
    }

    /// Reads a typed command. The words are split as in a POSIX shell, with quotes and backslashes but without
    /// other features of a shell. On Windows they are split as programs there split their arguments, with double
    /// quotes only.
    ///
    /// ```
    /// use broadside_core::ports::programs::Command;
    ///
    /// # #[cfg(not(windows))] {
    /// let command = Command::parse(r"python3 'my bot.py' $HOME \*")?;
    /// assert_eq!(command.words, ["python3", "my bot.py", "$HOME", "*"]);
    /// # }
    /// assert!(Command::parse("./bot \"quiet").is_err() && Command::parse(" ").is_err());
    /// # Ok::<(), broadside_core::ports::programs::NoCommand>(())
    /// ```
    ///
    /// # Errors
    /// When a quote is not closed, or when there is no word.
    #[cfg(feature = "programs")]
    pub fn parse(text: &str) -> Result<Self, NoCommand> {
        let words = words::split(text).ok_or(NoCommand::OpenQuote)?;
        if words.is_empty() { Err(NoCommand::Empty) } else { Ok(Self::new(words)) }
    }
}

/// The words of a command as a text that [`Command::parse`] splits into the same words.
#[cfg(feature = "programs")]
pub fn typed<W: AsRef<OsStr>>(words: impl IntoIterator<Item = W>) -> String {
    let words = words.into_iter().map(|word| word.as_ref().to_string_lossy().into_owned());
    words::join(words.collect::<Vec<_>>().iter().map(String::as_str))
}

/// Why a text is not a command.
#[cfg(feature = "programs")]
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NoCommand {
    /// `./bot 'quiet`
    #[error("a quote is not closed")]
    OpenQuote,
    /// Only blanks.
    #[error("there is no program to start")]
    Empty,
}

/// One run of a program.
#[derive(Clone, Copy, Debug)]
pub struct Run<'a> {
    /// The command.
    pub command: &'a Command,
    /// All of its standard input.
    pub input: &'a [u8],
    /// The limits at which the program is stopped.
    pub limits: Limits,
}

/// The limits at which a program is stopped. They protect against accidents, not against attacks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// The wall-clock time of a run, or of each answer in a dialogue. It also limits the processor time of each
    /// process, rounded up to whole seconds.
    pub time: Option<Duration>,
    /// The bytes of standard output; in a dialogue, the bytes not received yet.
    pub output: usize,
    /// The bytes of resident memory of the program and all processes that it started. Shared pages count once for
    /// each process.
    pub memory: Option<u64>,
}

impl Default for Limits {
    /// The longest time that [`time_for`] gives, and 1 MiB of output.
    fn default() -> Self {
        Self { time: Some(LONGEST), output: 1 << 20, memory: None }
    }
}

const SHORTEST: Duration = Duration::from_millis(500);
const LONGEST: Duration = Duration::from_secs(5);

/// The time limit for a program, from the times of its first runs: 10 times their median, at least 0.5 s, at most 5 s
/// (spec laboratory §1).
#[must_use]
#[doc(hidden)]
pub fn time_for(mut first: Vec<Duration>) -> Duration {
    first.sort_unstable();
    let median = first.get(first.len() / 2).copied().unwrap_or(LONGEST);
    median.saturating_mul(10).clamp(SHORTEST, LONGEST)
}

/// The result of a run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ended {
    /// How it ended.
    pub ending: Ending,
    /// The standard output, up to the limit.
    pub stdout: Vec<u8>,
    /// The last bytes of standard error, at most [`STDERR_TAIL`].
    pub stderr_tail: Vec<u8>,
    /// The wall-clock time of the run.
    pub wall: Duration,
    /// The processor time of the program and all processes that it started, in steps of the system's clock.
    pub cpu: Duration,
}

impl Ended {
    /// A run that exited in no time with this status and output.
    #[doc(hidden)]
    pub fn exited(code: u8, stdout: impl Into<Vec<u8>>) -> Self {
        Self::new(Ending::Exited(code), stdout)
    }

    /// A run that ended in no time with this `ending` and output.
    #[doc(hidden)]
    pub fn new(ending: Ending, stdout: impl Into<Vec<u8>>) -> Self {
        let (wall, cpu) = (Duration::ZERO, Duration::ZERO);
        Self { ending, stdout: stdout.into(), stderr_tail: Vec::new(), wall, cpu }
    }
}

/// How a run ended.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Ending {
    /// The program exited with this status.
    Exited(u8),
    /// A signal ended the program: `SIGSEGV`.
    Signal(Cow<'static, str>),
    /// The program exceeded its time limit.
    Timeout,
    /// The program exceeded its limit of output.
    Output,
    /// The program exceeded its limit of memory.
    Memory,
    /// The program cannot be started, for this reason.
    CannotStart(String),
}

impl Ending {
    /// The name of the ending: `exited`, `signal`, `timeout`, `output`, `memory`, `cannot start`.
    #[must_use]
    pub const fn name(&self) -> &'static str {
        match self {
            Self::Exited(_) => "exited",
            Self::Signal(_) => "signal",
            Self::Timeout => "timeout",
            Self::Output => "output",
            Self::Memory => "memory",
            Self::CannotStart(_) => "cannot start",
        }
    }
}

impl fmt::Display for Ending {
    /// The name with its value: `exited 3`, `signal SIGSEGV`, `timeout`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())?;
        match self {
            Self::Exited(code) => write!(f, " {code}"),
            Self::Signal(name) => write!(f, " {name}"),
            Self::CannotStart(reason) => write!(f, ": {reason}"),
            Self::Timeout | Self::Output | Self::Memory => Ok(()),
        }
    }
}

/// A program in memory, for tests: a function of its input. Its output is limited, its time is not.
#[derive(Clone, Copy, Debug)]
#[doc(hidden)]
pub struct InMemory<F>(pub F);

impl<F: Fn(&[u8]) -> Ended + Sync> Programs for InMemory<F> {
    fn run(&self, run: &Run<'_>) -> io::Result<Ended> {
        let mut ended = (self.0)(run.input);
        if ended.stdout.len() > run.limits.output {
            ended.stdout.truncate(run.limits.output);
            ended.ending = Ending::Output;
        }
        Ok(ended)
    }
}

/// A program in memory that exchanges lines, for tests. `answer` gets each line sent, and adds the lines printed.
#[derive(Clone, Debug)]
#[doc(hidden)]
pub struct InMemoryDialogue<F> {
    answer: F,
    printed: VecDeque<Vec<u8>>,
}

impl<F: FnMut(&str, &mut VecDeque<Vec<u8>>) + Send> InMemoryDialogue<F> {
    /// A program before its first line.
    pub const fn new(answer: F) -> Self {
        Self { answer, printed: VecDeque::new() }
    }
}

impl<F: FnMut(&str, &mut VecDeque<Vec<u8>>) + Send> Dialogue for InMemoryDialogue<F> {
    fn send(&mut self, line: &str) -> io::Result<()> {
        (self.answer)(line, &mut self.printed);
        Ok(())
    }

    /// The next line, or a timeout if there is none.
    fn receive(&mut self, _: Duration) -> io::Result<Answer> {
        let none = || Answer::Ended(Ended::new(Ending::Timeout, []));
        Ok(self.printed.pop_front().map_or_else(none, Answer::Line))
    }

    fn ready(&mut self) -> io::Result<Option<Vec<u8>>> {
        Ok(self.printed.pop_front())
    }
}

/// Each dialogue gets a copy of the program in its current state.
impl<F> Dialogues for InMemoryDialogue<F>
where
    F: FnMut(&str, &mut VecDeque<Vec<u8>>) + Clone + Send + Sync + 'static,
{
    fn open(&self, _: &Command, _: Limits) -> io::Result<Box<dyn Dialogue>> {
        Ok(Box::new(self.clone()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_time_limit_follows_the_first_runs() {
        let of = |millis: &[u64]| {
            time_for(millis.iter().copied().map(Duration::from_millis).collect()).as_millis()
        };
        assert_eq!([of(&[]), of(&[1]), of(&[900, 1, 70])], [5000, 500, 700]);
        assert_eq!([of(&[600, 600]), of(&[u64::MAX])], [5000, 5000]);
    }

    #[test]
    fn a_program_in_memory_is_stopped_at_the_limit_of_output() {
        let flood = InMemory(|_: &[u8]| Ended::exited(0, vec![b'x'; 9]));
        let limits = Limits { output: 8, ..Limits::default() };
        let ended = flood.run(&Run { command: &Command::default(), input: b"", limits }).unwrap();
        assert_eq!((ended.ending, ended.stdout.len()), (Ending::Output, 8));
    }

    #[test]
    fn a_dialogue_in_memory_answers_line_by_line() {
        let mut echo = InMemoryDialogue::new(|line: &str, printed: &mut VecDeque<_>| {
            printed.push_back(line.as_bytes().to_vec());
        });
        echo.send("aim").unwrap();
        let mut next = || echo.receive(Duration::ZERO).unwrap();
        assert_eq!(next(), Answer::Line(b"aim".to_vec()));
        assert_eq!(next(), Answer::Ended(Ended::new(Ending::Timeout, [])));
    }

    #[test]
    fn endings_have_names() {
        let segfault = Ending::Signal("SIGSEGV".into());
        assert_eq!(
            [Ending::Exited(3).to_string(), segfault.to_string()],
            ["exited 3", "signal SIGSEGV"]
        );
        let missing = Ending::CannotStart("not found".to_owned());
        assert_eq!(
            (missing.name(), &*missing.to_string()),
            ("cannot start", "cannot start: not found")
        );
    }
}
