//! Words before a command that put it into a sandbox. It starts nothing.

use broadside::ports::programs::Command;
use std::ffi::OsString;
use std::path::PathBuf;

/// What stands before a command.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) enum Sandbox {
    /// Nothing.
    #[default]
    None,
    /// These words.
    Prefix(Vec<OsString>),
    /// Bubblewrap: no network, no other processes, all files read-only; only a folder that the command
    /// has for itself can be written, and an empty `/tmp`.
    Bubblewrap,
}

const BUBBLEWRAP: &[&str] = &[
    "bwrap",
    "--unshare-all",
    "--die-with-parent",
    "--ro-bind",
    "/",
    "/",
    "--dev",
    "/dev",
    "--proc",
    "/proc",
    "--tmpfs",
    "/tmp",
    "--setenv",
    "TMPDIR",
    "/tmp",
];

impl Sandbox {
    /// The words of `--sandbox`: `bwrap` alone is the preset.
    pub(crate) fn from_words(words: Vec<OsString>) -> Self {
        match words.as_slice() {
            [] => Self::None,
            [word] if word == "bwrap" => Self::Bubblewrap,
            _ => Self::Prefix(words),
        }
    }

    /// What to start, `current` being our own folder.
    pub(super) fn words(&self, command: &Command, current: PathBuf) -> Vec<OsString> {
        let mut words = match self {
            Self::None => Vec::new(),
            Self::Prefix(words) => words.clone(),
            Self::Bubblewrap => bubblewrap(command, current),
        };
        words.extend(command.words.iter().cloned());
        words
    }
}

/// The folder is named last: it may stand in `/tmp`.
fn bubblewrap(command: &Command, current: PathBuf) -> Vec<OsString> {
    let (bind, folder) = match &command.folder {
        Some(own) => ("--bind", current.join(own)),
        None => ("--ro-bind", current),
    };
    let words = BUBBLEWRAP.iter().copied().chain([bind]).map(OsString::from);
    let folder = folder.into_os_string();
    words.chain([folder.clone(), folder.clone(), "--chdir".into(), folder]).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_stand_before_the_command() {
        let sandbox = Sandbox::from_words(vec!["nice".into(), "-n5".into()]);
        let words = sandbox.words(&Command::new(["./ships"]), PathBuf::from("/yard"));
        assert_eq!(words, ["nice", "-n5", "./ships"]);
        assert_eq!(Sandbox::from_words(Vec::new()), Sandbox::None);
    }

    #[test]
    fn only_a_folder_of_its_own_can_be_written() {
        let preset = Sandbox::from_words(vec!["bwrap".into()]);
        let end = |command: &Command| {
            let words = preset.words(command, PathBuf::from("/yard"));
            words[words.len() - 6..].to_vec()
        };
        let ours = Command::new(["./ships"]);
        assert_eq!(end(&ours), ["--ro-bind", "/yard", "/yard", "--chdir", "/yard", "./ships"]);
        let own = Command { folder: Some("copy".into()), ..ours };
        assert_eq!(end(&own)[..2], ["--bind", "/yard/copy"]);
    }
}
