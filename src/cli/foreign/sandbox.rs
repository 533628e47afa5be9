//! The kinds of sandboxes in which foreign programs can run, and what they hide.

use broadside::ports::programs::Command;
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;
use std::env;
use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum Sandbox {
    #[default]
    None,
    /// The user's own sandbox. These words stand before the words of the command.
    Prefix(Vec<OsString>),
    /// Bubblewrap: the program sees only its own files and those of the system.
    Bubblewrap,
    /// Landlock and seccomp: the program sees that other files exist, but it can neither read nor
    /// write them.
    Landlock,
}

/// What a program in a sandbox must not see.
#[derive(Clone, Debug, Default)]
pub(crate) struct Hidden {
    /// Results of games. They tell where all ships are.
    results: Vec<PathBuf>,
    /// The words of the commands of all players. A player sees no files of the others.
    commands: Vec<Vec<OsString>>,
}

impl Hidden {
    pub(crate) fn new<'c>(
        results: &[Option<&Path>],
        commands: impl IntoIterator<Item = &'c Command>,
    ) -> Self {
        Self {
            results: results.iter().flatten().map(|path| path.to_path_buf()).collect(),
            commands: commands.into_iter().map(|command| command.words.clone()).collect(),
        }
    }

    /// Returns the files and folders that the program with these words must not see.
    pub(super) fn for_program(&self, words: &[OsString]) -> Vec<OsString> {
        let current = env::current_dir().and_then(fs::canonicalize);
        let others = current.map(|current| self.of_others(words, &current)).unwrap_or_default();
        self.results.iter().cloned().chain(others).map(PathBuf::into_os_string).collect()
    }

    /// Outside of `current`, a program sees no files of the user.
    fn of_others(&self, words: &[OsString], current: &Path) -> BTreeSet<PathBuf> {
        let own = files_below(current, words);
        let named = self.commands.iter().flat_map(|words| files_below(current, words));
        let others = named.filter(|file| !own.contains(file));
        others.map(|file| with_folder(&file, current, &own).to_owned()).collect()
    }
}

/// Returns the real paths of the files below `current` that these words name.
fn files_below(current: &Path, words: &[OsString]) -> BTreeSet<PathBuf> {
    let real = words.iter().filter_map(|word| fs::canonicalize(current.join(word)).ok());
    real.filter(|path| path.starts_with(current) && path.is_file()).collect()
}

/// Returns the outermost folder of `file` below `current` that has no file of `own`. If there is
/// none, returns `file`.
fn with_folder<'f>(file: &'f Path, current: &Path, own: &BTreeSet<PathBuf>) -> &'f Path {
    let below = file.ancestors().take_while(|path| *path != current);
    let is_free = |path: &&Path| !own.iter().any(|own| own.starts_with(path));
    below.take_while(is_free).last().unwrap_or(file)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_player_sees_no_files_of_other_players() {
        let folder = tempfile::tempdir().unwrap();
        let top = folder.path().canonicalize().unwrap();
        for file in ["bots/a/main.py", "bots/b/src/main.py", "c.py", "net"] {
            let path = top.join(file);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, "").unwrap();
        }
        let commands = ["python3 bots/a/main.py net", "./bots/b/src/main.py net", "python3 c.py"];
        let commands = commands.map(|words| Command::new(words.split(' ')));
        let hidden = Hidden::new(&[], &commands);
        let expected = [&["bots/b", "c.py"][..], &["bots/a", "c.py"], &["bots", "net"]]
            .map(|paths| paths.iter().map(|path| top.join(path)).collect::<BTreeSet<_>>());
        let found = [0, 1, 2].map(|player| hidden.of_others(&commands[player].words, &top));
        assert_eq!(found, expected);
    }
}
