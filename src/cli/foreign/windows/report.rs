//! Translates exit codes and errors of Windows into messages. Most messages use the words of Unix.

use super::super::process::words_of;
use broadside::ports::programs::Ending;
use std::io;

/// Exit codes of programs that Windows ended after an error, and the signals of Unix for such
/// errors.
const SIGNALS: [(u32, &str); 14] = [
    (0x8000_0003, "SIGTRAP"),
    (0xC000_0005, "SIGSEGV"),
    (0xC000_0006, "SIGBUS"),
    (0xC000_001D, "SIGILL"),
    (0xC000_008E, "SIGFPE"),
    (0xC000_0090, "SIGFPE"),
    (0xC000_0091, "SIGFPE"),
    (0xC000_0094, "SIGFPE"),
    (0xC000_0095, "SIGFPE"),
    (0xC000_0096, "SIGILL"),
    (0xC000_00FD, "SIGSEGV"),
    (0xC000_013A, "SIGINT"),
    (0xC000_0374, "SIGABRT"),
    (0xC000_0409, "SIGABRT"),
];

/// Exit codes of programs that Windows could not start, and the reasons.
const UNSTARTED: [(u32, &str); 4] = [
    (0xC000_007B, "a library that it needs is for another kind of processor"),
    (0xC000_0135, "a library that it needs is not found"),
    (0xC000_0139, "a library that it needs lacks a function"),
    (0xC000_0142, "a library that it needs could not begin"),
];

pub(super) fn ending(code: u32) -> Ending {
    let named = |names: &[(u32, &'static str)]| {
        names.iter().find(|(number, _)| *number == code).map(|(_, name)| *name)
    };
    if let Some(name) = named(&SIGNALS) {
        return Ending::Signal(name.into());
    }
    match named(&UNSTARTED) {
        Some(why) => Ending::CannotStart(why.to_owned()),
        // Codes that begin with 0xC usually come from Windows. Other codes, such as -1, come from
        // the program. Only their lowest byte is kept, as on Unix.
        None if code >> 28 == 0xC => Ending::Signal(format!("0x{code:08X}").into()),
        None => Ending::Exited(code.to_le_bytes()[0]),
    }
}

pub(super) fn reason(error: &io::Error) -> String {
    /// The error number for a file that is not a program.
    const BAD_FORMAT: i32 = 193;
    let kind = error.kind();
    if error.raw_os_error() == Some(BAD_FORMAT) {
        "exec format error".to_owned()
    } else if kind == io::ErrorKind::NotFound {
        "no such file or directory".to_owned()
    } else if kind == io::ErrorKind::PermissionDenied {
        "permission denied".to_owned()
    } else {
        words_of(error)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn exit_codes_have_the_words_of_unix() {
        let text = |code| ending(code).to_string();
        let codes = [0, 3, u32::MAX, 0xC000_0005, 0xC000_0409, 0xC000_1234];
        let words = ["exited 0", "exited 3", "exited 255", "signal SIGSEGV", "signal SIGABRT"];
        assert_eq!(codes.map(text)[..5], words);
        assert_eq!(text(0xC000_1234), "signal 0xC0001234");
        assert_eq!(text(0xC000_0135), "cannot start: a library that it needs is not found");
        assert_eq!(text(0xC000_0142), "cannot start: a library that it needs could not begin");
    }

    #[test]
    fn reasons_have_the_words_of_unix() {
        let reasons = [2, 3, 5, 193].map(|code| reason(&io::Error::from_raw_os_error(code)));
        let missing = "no such file or directory";
        assert_eq!(reasons, [missing, missing, "permission denied", "exec format error"]);
    }
}
