//! Foreign programs, such as a student's interpreter or bot: the command that starts a program, the
//! limits of a run, and how the run ended.
//!
//! The binary implements [`Programs`] with processes of the operating system. This module has an
//! implementation in memory:
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

mod in_memory;

#[doc(hidden)]
pub use in_memory::{InMemory, InMemoryDialogue};

#[cfg(feature = "programs")]
use super::words;
use std::borrow::Cow;
#[cfg(feature = "programs")]
use std::ffi::OsStr;
use std::ffi::OsString;
use std::fmt;
use std::io;
use std::path::PathBuf;
use std::time::Duration;

/// The number of bytes that are kept from the end of standard error.
pub const STDERR_TAIL: usize = 4096;

/// Runs programs that get all of their input at once. Several programs may run at the same time.
pub trait Programs: Sync {
    /// Runs a program to its end, and cleans up after the run.
    ///
    /// # Errors
    /// When a call of the operating system failed. Then it is unknown what the program did. The
    /// kind [`Interrupted`](io::ErrorKind::Interrupted) means that the user cancelled the run.
    fn run(&self, run: &Run<'_>) -> io::Result<Ended>;
}

/// Starts programs that exchange lines with the caller. Such a program runs for a whole game.
#[doc(hidden)]
pub trait Dialogues: Sync {
    /// Starts a program. If the program cannot be started, its first answer says so.
    fn open(&self, command: &Command, limits: Limits) -> io::Result<Box<dyn Dialogue>>;
}

/// An exchange of lines with a running program. When the dialogue is dropped, the program is
/// stopped, with all processes that it started.
#[doc(hidden)]
pub trait Dialogue: Send {
    /// Sends `line`, which has no newline. Does not wait until the program reads it.
    ///
    /// If the program has ended, this is not an error: the next answer says that it has ended.
    fn send(&mut self, line: &str) -> io::Result<()>;

    /// Waits for the next line. If no line comes in the time `within`, stops the program.
    fn receive(&mut self, within: Duration) -> io::Result<Answer>;

    /// Says that no line is awaited until the next call of [`receive`](Self::receive), because
    /// another program plays. Until then this program may be paused.
    fn rest(&mut self) {}

    /// Returns the time since a fixed moment before the first call, or 0 for programs in memory.
    fn clock(&self) -> Duration {
        Duration::ZERO
    }

    /// Returns the end of the text that the program wrote to standard error since the last call.
    ///
    /// This text goes at least up to the last received line. Later bytes may come only with the
    /// next call, or with the [`Ended`] at the end of the program.
    fn said(&mut self) -> io::Result<Vec<u8>> {
        Ok(Vec::new())
    }

    /// Collects lines up to the line for which `is_last` returns true, but at most `most` bytes.
    /// All these lines must come in the time `within`. If the last line comes, the ending is
    /// [`Exited(0)`](Ending::Exited). If more than `most` bytes come, the ending is
    /// [`Output`](Ending::Output). In these two cases the program may still run. In all other cases
    /// the ending says how the program ended.
    fn gather(
        &mut self,
        within: Duration,
        most: usize,
        is_last: &mut dyn FnMut(&[u8]) -> bool,
    ) -> io::Result<Ended> {
        let (start, mut stdout) = (self.clock(), Vec::new());
        let ended = loop {
            let wall = self.clock().saturating_sub(start);
            match self.receive(within.saturating_sub(wall))? {
                Answer::Ended(ended) => {
                    stdout.extend_from_slice(&ended.stdout);
                    break Some(ended);
                }
                Answer::Line(line) => {
                    stdout.extend_from_slice(&line);
                    stdout.push(b'\n');
                    if stdout.len() > most || is_last(&line) {
                        break None;
                    }
                }
            }
        };
        let wall = self.clock().saturating_sub(start);
        let mut ended = match ended {
            Some(ended) => ended,
            None => Ended { stderr_tail: self.said()?, ..Ended::exited(0, []) },
        };
        if stdout.len() > most {
            stdout.truncate(most);
            ended.ending = Ending::Output;
        }
        Ok(Ended { stdout, wall, ..ended })
    }

    /// Returns the next line if the program has already printed it. Does not wait.
    fn ready(&mut self) -> io::Result<Option<Vec<u8>>>;
}

/// The result of waiting for a line of a program.
#[derive(Clone, Debug, PartialEq, Eq)]
#[doc(hidden)]
pub enum Answer {
    /// The next line, without its newline.
    Line(Vec<u8>),
    /// The program has ended, was stopped at a limit or could not be started. All its lines have
    /// been received.
    Ended(Ended),
}

/// The command that starts a program.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Command {
    /// The program and its arguments. No shell reads them.
    pub words: Vec<OsString>,
    /// The folder in which the program runs; `None` for the current folder.
    pub folder: Option<PathBuf>,
    /// Additional environment variables of the program.
    pub environment: Vec<(OsString, OsString)>,
}

impl Command {
    /// Creates a command of these words. Its program runs in the current folder.
    pub fn new<W: Into<OsString>>(words: impl IntoIterator<Item = W>) -> Self {
        Self { words: words.into_iter().map(Into::into).collect(), ..Self::default() }
    }

    /// Reads a command that a person typed.
    ///
    /// The words are split by the rules of a POSIX shell, with quotes, backslashes and comments
    /// after `#`. Other features of a shell do not work. On Windows, the words are split by the
    /// rules of Windows programs, with double quotes only.
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

/// Returns the words of a command as a text. [`Command::parse`] splits this text into the same
/// words, if all of them are Unicode.
#[cfg(feature = "programs")]
pub fn typed<W: AsRef<OsStr>>(words: impl IntoIterator<Item = W>) -> String {
    let words = words.into_iter().map(|word| word.as_ref().to_string_lossy().into_owned());
    words::join(words.collect::<Vec<_>>().iter().map(String::as_str))
}

/// Why a text is not a command.
#[cfg(feature = "programs")]
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NoCommand {
    /// A quote is not closed, such as in `./bot 'quiet`.
    #[error("a quote is not closed")]
    OpenQuote,
    /// The text has no word.
    #[error("there is no program to start")]
    Empty,
}

/// One run of a program.
#[derive(Clone, Copy, Debug)]
pub struct Run<'a> {
    /// The command.
    pub command: &'a Command,
    /// All bytes of the program's standard input.
    pub input: &'a [u8],
    /// The limits at which the program is stopped.
    pub limits: Limits,
}

/// The limits at which a program is stopped. They protect against accidents, not against attacks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// The longest wall-clock time of a run; `None` for no limit. On Linux and Windows, the limit
    /// also applies to the processor time of each process, rounded up to whole seconds. A dialogue
    /// ignores this limit: its callers give the time for each answer.
    pub time: Option<Duration>,
    /// The largest number of bytes of standard output. In a dialogue, this limits only the bytes
    /// that the caller has not received yet.
    pub output: usize,
    /// The largest number of bytes of memory of the program and all processes that it started;
    /// `None` for no limit. A memory page that several processes share may be counted for each of
    /// them.
    pub memory: Option<u64>,
}

impl Default for Limits {
    /// Returns the longest time that [`time_for`] gives, 1 MiB of output, and no limit of memory.
    fn default() -> Self {
        Self { time: Some(LONGEST), output: 1 << 20, memory: None }
    }
}

const SHORTEST: Duration = Duration::from_millis(500);
const LONGEST: Duration = Duration::from_secs(5);

/// Returns the time limit for a program. `first` has the times of the program's first runs. The
/// limit is 10 times their median, at least 0.5 s and at most 5 s (spec laboratory §1). It is 5 s
/// if `first` is empty.
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
    /// How the run ended.
    pub ending: Ending,
    /// The bytes of standard output, up to the limit.
    pub stdout: Vec<u8>,
    /// The last bytes of standard error, at most [`STDERR_TAIL`].
    pub stderr_tail: Vec<u8>,
    /// The wall-clock time of the run.
    pub wall: Duration,
    /// The processor time of the program and all processes that it started, or 0 if this time is
    /// not measured. The precision is one step of the system's clock.
    pub cpu: Duration,
}

#[doc(hidden)]
impl Ended {
    /// Creates the result of a run that ended with this exit status, had this output, and used no
    /// time.
    pub fn exited(code: u8, stdout: impl Into<Vec<u8>>) -> Self {
        Self::new(Ending::Exited(code), stdout)
    }

    /// Creates the result of a run that had this ending and output, and used no time.
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
    /// A signal ended the program. The text is the name of the signal, such as `SIGSEGV`.
    Signal(Cow<'static, str>),
    /// The program exceeded its time limit.
    Timeout,
    /// The program exceeded its limit of output.
    Output,
    /// The program wrote too many or too large files.
    Files,
    /// The program exceeded its limit of memory.
    Memory,
    /// The program cannot be started, for this reason.
    CannotStart(String),
}

impl Ending {
    /// Returns the name of the ending, for example `exited` or `cannot start`.
    #[must_use]
    pub const fn name(&self) -> &'static str {
        match self {
            Self::Exited(_) => "exited",
            Self::Signal(_) => "signal",
            Self::Timeout => "timeout",
            Self::Output => "output",
            Self::Files => "files",
            Self::Memory => "memory",
            Self::CannotStart(_) => "cannot start",
        }
    }
}

impl fmt::Display for Ending {
    /// Writes the name with its value, for example `exited 3`, `signal SIGSEGV` or `timeout`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())?;
        match self {
            Self::Exited(code) => write!(f, " {code}"),
            Self::Signal(name) => write!(f, " {name}"),
            Self::CannotStart(reason) => write!(f, ": {reason}"),
            Self::Timeout | Self::Output | Self::Files | Self::Memory => Ok(()),
        }
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

    /// A program that gives one answer after a second.
    struct Slow(Option<Answer>);

    impl Dialogue for Slow {
        fn send(&mut self, _: &str) -> io::Result<()> {
            Ok(())
        }

        fn receive(&mut self, _: Duration) -> io::Result<Answer> {
            self.0.take().ok_or_else(|| io::ErrorKind::UnexpectedEof.into())
        }

        fn clock(&self) -> Duration {
            Duration::from_secs(if self.0.is_some() { 7 } else { 8 })
        }

        fn ready(&mut self) -> io::Result<Option<Vec<u8>>> {
            Ok(None)
        }
    }

    #[test]
    fn the_limit_of_gathered_output_holds_for_whole_and_for_unfinished_lines() {
        let unfinished = Answer::Ended(Ended::exited(3, *b"ahoy!"));
        for (answer, most, ending, stdout) in [
            (Answer::Line(b"ahoy".to_vec()), 4, Ending::Output, "ahoy"),
            (Answer::Line(b"ahoy".to_vec()), 5, Ending::Exited(0), "ahoy\n"),
            (unfinished.clone(), 4, Ending::Output, "ahoy"),
            (unfinished, 5, Ending::Exited(3), "ahoy!"),
        ] {
            let ended = Slow(Some(answer)).gather(LONGEST, most, &mut |_| true).unwrap();
            let expected = Ended { wall: Duration::from_secs(1), ..Ended::new(ending, stdout) };
            assert_eq!(ended, expected, "at most {most} bytes");
        }
    }
}
