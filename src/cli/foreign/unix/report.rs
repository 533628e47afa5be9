//! Translates exit codes, signals and errors of the system into [`Ending`]s and messages.

use broadside::ports::programs::Ending;
use signal_hook::low_level::signal_name;
use std::borrow::Cow;
use std::io;

pub(super) fn exited(code: i32) -> Ending {
    Ending::Exited(u8::try_from(code & 0xff).unwrap_or_default())
}

pub(super) fn signalled(signal: i32) -> Ending {
    Ending::Signal(name(signal))
}

fn name(signal: i32) -> Cow<'static, str> {
    signal_name(signal).map_or_else(|| format!("SIG{signal}").into(), Cow::Borrowed)
}

/// Returns the message of an error in lower case, without the error number that Rust adds.
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
}
