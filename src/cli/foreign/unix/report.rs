//! Translates the end of a run into an [`Ending`] for callers.

use super::message::End;
use broadside::ports::programs::Ending;
use signal_hook::low_level::signal_name;
use std::borrow::Cow;
use std::io;

/// Returns the ending of a run; `stopped` is the ending of a run that we stopped.
pub(super) fn ending(end: End, stopped: Ending) -> Ending {
    match end {
        End::Exited(code) => Ending::Exited(u8::try_from(code & 0xff).unwrap_or_default()),
        End::Signal(signal) => Ending::Signal(name(signal)),
        End::Timeout => Ending::Timeout,
        End::Output => Ending::Output,
        End::Memory => Ending::Memory,
        End::Stopped => stopped,
        End::Unstarted(reason) => Ending::CannotStart(reason),
    }
}

/// Returns the name of a signal.
pub(super) fn name(signal: i32) -> Cow<'static, str> {
    signal_name(signal).map_or_else(|| format!("SIG{signal}").into(), Cow::Borrowed)
}

/// Returns why a program cannot be started, without the number that Rust adds.
pub(super) fn reason(error: &io::Error) -> String {
    error.to_string().split(" (os error").next().unwrap_or_default().to_lowercase()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn signals_and_errors_have_their_names() {
        assert_eq!([name(11), name(6), name(63)], ["SIGSEGV", "SIGABRT", "SIG63"]);
        assert_eq!(reason(&io::Error::from_raw_os_error(2)), "no such file or directory");
    }

    #[test]
    fn a_run_that_we_stopped_ended_for_our_reason() {
        assert_eq!(ending(End::Stopped, Ending::Output), Ending::Output);
        assert_eq!(ending(End::Exited(3), Ending::Output), Ending::Exited(3));
    }
}
