//! The options that hold foreign programs to limits, the same for every command that starts some. It
//! does not know what the programs are started for.

use super::foreign::{Foreign, Sandbox};
use super::stop::StopFlag;
use broadside::ports::programs::{Command, Limits, time_for};
use std::env;
use std::io;
use std::path::PathBuf;
use std::time::Duration;

/// How far a foreign program may go.
#[derive(Clone, Debug, Default, clap::Args)]
#[command(next_help_heading = "Limits (they stop accidents, not attackers)")]
pub(super) struct Limited {
    /// Stop a run after this time. Default: 10 times the median of the first runs, at least 0.5 s, at
    /// most 5 s.
    ///
    /// No process may use more processor time than this, rounded up to whole seconds.
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    time: Option<Duration>,

    /// Stop a run that prints more than this: `4096`, `64K`, `1M`.
    #[arg(long, value_name = "BYTES", value_parser = bytes, default_value = "1M")]
    output: u64,

    /// Stop a run that holds more resident memory than this, with all that it started: `512M`.
    ///
    /// It is looked at every 20 ms, on Linux only.
    #[arg(long, value_name = "BYTES", value_parser = bytes)]
    memory: Option<u64>,

    /// Words to put before the command, those that begin with `-` in quotes: `'nice -n5'`. `bwrap`
    /// alone stands for bubblewrap without network, where files can only be read.
    #[arg(long, value_name = "PREFIX", num_args = 1.., value_parser = Command::parse)]
    sandbox: Vec<Command>,
}

/// How far a program may go that is asked again and again.
#[derive(Clone, Debug, Default, clap::Args)]
#[command(next_help_heading = "Limits of programs (they stop accidents, not attackers)")]
pub(super) struct AnswerLimits {
    /// Stop a program that takes longer than this for an answer.
    #[arg(long, value_name = "SECONDS", value_parser = seconds, default_value = "5")]
    time: Duration,

    /// Stop a program that holds more resident memory than this, with all that it started: `512M`.
    #[arg(long, value_name = "BYTES", value_parser = bytes)]
    memory: Option<u64>,

    /// Words to put before the command, those that begin with `-` in quotes: `'nice -n5'`. `bwrap`
    /// alone stands for bubblewrap without network, where files can only be read.
    #[arg(long, value_name = "PREFIX", num_args = 1.., value_parser = Command::parse)]
    sandbox: Vec<Command>,
}

impl AnswerLimits {
    /// What runs programs, until `stop` is up.
    ///
    /// # Errors
    /// When the file of this program cannot be found.
    pub(super) fn programs(&self, stop: &StopFlag) -> io::Result<Foreign> {
        inside(&self.sandbox, stop)
    }

    /// The limits; the time is that of one answer.
    pub(super) fn limits(&self) -> Limits {
        Limits { time: Some(self.time), memory: self.memory, ..Limits::default() }
    }
}

/// What runs programs with these words before each, until `stop` is up.
fn inside(sandbox: &[Command], stop: &StopFlag) -> io::Result<Foreign> {
    let words = sandbox.iter().flat_map(|command| command.words.iter().cloned());
    Ok(Foreign::new(own_file()?, stop.shared()).inside(Sandbox::from_words(words.collect())))
}

impl Limited {
    /// What runs programs within these limits, until `stop` is up.
    ///
    /// # Errors
    /// When the file of this program cannot be found.
    pub(super) fn programs(&self, stop: &StopFlag) -> io::Result<Foreign> {
        inside(&self.sandbox, stop)
    }

    /// All that was asked for, so that two requests can be told apart.
    pub(super) fn words(&self) -> String {
        format!("{self:?}")
    }

    /// Whether a time was asked for.
    pub(super) const fn has_time(&self) -> bool {
        self.time.is_some()
    }

    /// The limits of the first runs, while nobody knows how long one takes.
    pub(super) fn first(&self) -> Limits {
        let default = Limits::default();
        let output = usize::try_from(self.output).unwrap_or(usize::MAX);
        Limits { time: self.time.or(default.time), output, memory: self.memory }
    }

    /// The limits of all further runs, after the first took as long as `first`.
    pub(super) fn settled(&self, first: Vec<Duration>) -> Limits {
        Limits { time: self.time.or_else(|| Some(time_for(first))), ..self.first() }
    }
}

/// The file of this program. On Linux its name works even after another one has taken its place.
fn own_file() -> io::Result<PathBuf> {
    let link = PathBuf::from("/proc/self/exe");
    if link.exists() { Ok(link) } else { env::current_exe() }
}

/// Parses a time of more than nothing and at most a day.
fn seconds(word: &str) -> Result<Duration, &'static str> {
    const DAY: Duration = Duration::from_hours(24);
    let time = word.parse().ok().and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
    time.filter(|time| !time.is_zero() && *time <= DAY)
        .ok_or("expected seconds, more than 0 and at most 86400: `0.5`")
}

/// Parses a size in bytes, with a power of 1024 behind it.
fn bytes(word: &str) -> Result<u64, &'static str> {
    let (digits, unit) = match word.strip_suffix(['K', 'M', 'G']) {
        Some(digits) if word.ends_with('K') => (digits, 1 << 10),
        Some(digits) if word.ends_with('M') => (digits, 1 << 20),
        Some(digits) => (digits, 1 << 30),
        None => (word, 1),
    };
    let number: Option<u64> = digits.parse().ok();
    number.and_then(|number| number.checked_mul(unit)).ok_or("expected a number of bytes: `64K`")
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::Parser;

    #[derive(Debug, Parser)]
    struct Told {
        #[command(flatten)]
        limited: Limited,
        #[arg(last = true)]
        command: Vec<String>,
    }

    fn told(line: &str) -> Result<Told, clap::Error> {
        Told::try_parse_from(line.split(' '))
    }

    #[test]
    fn sizes_and_times_are_numbers_with_units() {
        assert_eq!([bytes("9"), bytes("2K"), bytes("1G")], [Ok(9), Ok(2048), Ok(1 << 30)]);
        for word in ["", "K", "-1", "1T", "99999999999G", "1.5K"] {
            assert!(bytes(word).is_err(), "{word}");
        }
        assert_eq!(seconds("0.25"), Ok(Duration::from_millis(250)));
        for word in ["", "0", "-1", "nan", "inf", "1e300", "1s"] {
            assert!(seconds(word).is_err(), "{word}");
        }
    }

    #[test]
    fn a_sandbox_ends_where_the_command_begins() {
        let told = told("x --sandbox env A=1 --time 2 -- ./ships --time 3").unwrap();
        let words: Vec<_> = told.limited.sandbox.iter().flat_map(|part| &part.words).collect();
        assert_eq!(words, ["env", "A=1"]);
        assert_eq!(told.command, ["./ships", "--time", "3"]);
    }

    #[test]
    fn without_a_time_the_first_runs_give_one() {
        let millis = |line: &str| {
            let limited = told(line).unwrap().limited;
            let settled = limited.settled(vec![Duration::from_millis(80)]);
            [limited.first(), settled].map(|limits| limits.time.unwrap().as_millis())
        };
        assert_eq!([millis("x"), millis("x --time 9")], [[5000, 800], [9000, 9000]]);
        assert_eq!(told("x").unwrap().limited.first(), Limits::default());
    }
}
