//! What a supervisor tells of its run, and how it is written: a line `WORD NUMBER WALL CPU` with times
//! in nanoseconds, then the end of the program's standard error. It knows no process.

use broadside::ports::programs::{Ended, Ending};
use signal_hook::low_level::signal_name;
use std::borrow::Cow;
use std::io;
use std::time::Duration;

/// How a run ended, as its supervisor sees it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum End {
    Exited(i32),
    Signal(i32),
    Timeout,
    Memory,
    /// We wanted it.
    Stopped,
    /// The system's number of the error that starting it met.
    Unstarted(i32),
}

/// A run that is over.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Report {
    pub(super) end: End,
    pub(super) wall: Duration,
    pub(super) cpu: Duration,
    pub(super) stderr_tail: Vec<u8>,
}

impl Report {
    pub(super) fn to_bytes(&self) -> Vec<u8> {
        let (word, number) = match self.end {
            End::Exited(code) => ("exited", code),
            End::Signal(signal) => ("signal", signal),
            End::Timeout => ("timeout", 0),
            End::Memory => ("memory", 0),
            End::Stopped => ("stopped", 0),
            End::Unstarted(error) => ("unstarted", error),
        };
        let (wall, cpu) = (self.wall.as_nanos(), self.cpu.as_nanos());
        let mut bytes = format!("{word} {number} {wall} {cpu}\n").into_bytes();
        bytes.extend(&self.stderr_tail);
        bytes
    }

    /// # Errors
    /// When this is no report: the supervisor was killed, or it panicked and says why.
    pub(super) fn from_bytes(bytes: &[u8]) -> io::Result<Self> {
        Self::parse(bytes).ok_or_else(|| {
            let said = String::from_utf8_lossy(bytes);
            io::Error::other(format!("the supervisor of a program was lost {}", said.trim()))
        })
    }

    fn parse(bytes: &[u8]) -> Option<Self> {
        let line = bytes.iter().position(|byte| *byte == b'\n')?;
        let mut words = str::from_utf8(&bytes[..line]).ok()?.split(' ');
        let (word, number) = (words.next()?, words.next()?.parse().ok()?);
        let mut time = || words.next()?.parse().ok().map(Duration::from_nanos);
        let (wall, cpu) = (time()?, time()?);
        let end = match word {
            "exited" => End::Exited(number),
            "signal" => End::Signal(number),
            "timeout" => End::Timeout,
            "memory" => End::Memory,
            "stopped" => End::Stopped,
            "unstarted" => End::Unstarted(number),
            _ => return None,
        };
        Some(Self { end, wall, cpu, stderr_tail: bytes[line + 1..].to_vec() })
    }

    /// What the port tells of this run; `stopped` is why we stopped it.
    pub(super) fn into_ended(self, stopped: Ending, stdout: Vec<u8>) -> Ended {
        let ending = match self.end {
            End::Exited(code) => Ending::Exited(u8::try_from(code & 0xff).unwrap_or_default()),
            End::Signal(signal) => Ending::Signal(name(signal)),
            End::Timeout => Ending::Timeout,
            End::Memory => Ending::Memory,
            End::Stopped => stopped,
            End::Unstarted(error) => Ending::CannotStart(reason(error)),
        };
        let Self { wall, cpu, stderr_tail, .. } = self;
        Ended { ending, stdout, stderr_tail, wall, cpu }
    }
}

/// The name of a signal.
pub(super) fn name(signal: i32) -> Cow<'static, str> {
    signal_name(signal).map_or_else(|| format!("SIG{signal}").into(), Cow::Borrowed)
}

fn reason(error: i32) -> String {
    let error = io::Error::from_raw_os_error(error);
    let said = error.to_string();
    // Rust adds ` (os error 2)`, which tells a student nothing.
    said.split(" (os error").next().unwrap_or_default().to_lowercase()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reports_are_read_as_they_are_written() {
        let times = (Duration::from_millis(7), Duration::from_nanos(1));
        for end in [
            End::Exited(3),
            End::Signal(11),
            End::Timeout,
            End::Memory,
            End::Stopped,
            End::Unstarted(2),
        ] {
            let stderr_tail = b"a\nb\xff".to_vec();
            let report = Report { end, wall: times.0, cpu: times.1, stderr_tail };
            assert_eq!(Report::from_bytes(&report.to_bytes()).unwrap(), report);
        }
    }

    #[test]
    fn what_is_no_report_is_an_error_that_quotes_it() {
        for bytes in [&b""[..], b"exited 3 1", b"fell 1 1 1\n", b"exited x 1 1\n"] {
            assert!(Report::from_bytes(bytes).is_err());
        }
        let error = Report::from_bytes(b"thread panicked\n").unwrap_err();
        assert!(error.to_string().ends_with("thread panicked"));
    }

    #[test]
    fn signals_and_errors_have_their_names() {
        assert_eq!([name(11), name(6), name(63)], ["SIGSEGV", "SIGABRT", "SIG63"]);
        assert_eq!(reason(2), "no such file or directory");
    }
}
