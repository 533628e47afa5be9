//! Finds the files and folders that a program in a sandbox must not see.

use super::super::sandbox::Hidden;
use std::collections::BTreeSet;
use std::env;
use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};

impl Hidden {
    /// Returns the paths that a program must not see. `words` are the words of its command.
    pub(super) fn for_program(&self, words: &[OsString]) -> Vec<OsString> {
        let current = env::current_dir().and_then(fs::canonicalize);
        let others = current.map(|current| self.of_others(words, &current)).unwrap_or_default();
        self.results.iter().cloned().chain(others).map(PathBuf::into_os_string).collect()
    }

    /// Returns the files of other programs, or folders with such files. Searches only below
    /// `current`, the current folder. Elsewhere a program sees no files of other programs anyway.
    fn of_others(&self, words: &[OsString], current: &Path) -> BTreeSet<PathBuf> {
        let own = files_below(current, words);
        let named = self.commands.iter().flat_map(|words| files_below(current, words));
        let others = named.filter(|file| !own.contains(file));
        others.map(|file| with_folder(&file, current, &own).to_owned()).collect()
    }
}

fn files_below(current: &Path, words: &[OsString]) -> BTreeSet<PathBuf> {
    let real = words.iter().filter_map(|word| fs::canonicalize(current.join(word)).ok());
    real.filter(|path| path.starts_with(current) && path.is_file()).collect()
}

/// Returns the outermost folder below `current` that contains `file` and no file of `own` (the
/// files that the program's own command names). Returns `file` itself if there is no such folder.
fn with_folder<'f>(file: &'f Path, current: &Path, own: &BTreeSet<PathBuf>) -> &'f Path {
    let below = file.ancestors().take_while(|path| *path != current);
    let is_free = |path: &&Path| !own.iter().any(|own| own.starts_with(path));
    below.take_while(is_free).last().unwrap_or(file)
}

#[cfg(test)]
mod tests {
    use super::*;
    use broadside::ports::programs::Command;

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
