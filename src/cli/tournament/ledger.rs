//! The file that a journal is kept in. It is locked as long as games are added to it.

use super::super::exit::Failure;
use broadside::arena::tournament::{Entry, Journal};
use std::fs::{File, TryLockError};
use std::io::{self, Read as _, Write as _};
use std::path::{Path, PathBuf};

/// A journal to which finished games are added.
#[derive(Debug)]
pub(super) struct Ledger {
    file: File,
    path: PathBuf,
}

/// Why a journal cannot go on.
#[derive(Debug)]
pub(super) enum NoLedger {
    /// The file cannot be read or written.
    Failure(Failure),
    /// It holds something else; a message.
    Unfit(String),
}

impl From<Failure> for NoLedger {
    fn from(failure: Failure) -> Self {
        Self::Failure(failure)
    }
}

impl Ledger {
    /// Opens or begins a journal of games with these options, and reads the games in it. A last line
    /// that was torn when its writer was killed is removed.
    pub(super) fn open(path: &Path, options: &str) -> Result<(Self, Vec<Entry>), NoLedger> {
        let failed = |error| Failure::Save { path: path.to_owned(), error };
        let unfit =
            |why: &dyn std::fmt::Display| NoLedger::Unfit(format!("`{}`: {why}", path.display()));
        let opened = File::options().read(true).append(true).create(true).open(path);
        let mut file = opened.map_err(failed)?;
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => return Err(unfit(&"another match writes to it")),
            // A file system without locks is good enough for one match.
            Err(TryLockError::Error(error)) if error.kind() == io::ErrorKind::Unsupported => {}
            Err(TryLockError::Error(error)) => return Err(failed(error).into()),
        }
        let mut text = Vec::new();
        file.read_to_end(&mut text).map_err(failed)?;
        let journal = Journal::parse(&text).map_err(|error| unfit(&error))?;
        journal.check_options(options).map_err(|error| unfit(&error))?;
        if journal.whole < text.len() {
            file.set_len(journal.whole as u64).map_err(failed)?;
        }
        Ok((Self { file, path: path.to_owned() }, journal.entries))
    }

    /// Adds a game, in one write: whoever is killed tears at most this line.
    pub(super) fn add(&mut self, entry: &Entry) -> Result<(), Failure> {
        let failed = |error| Failure::Save { path: self.path.clone(), error };
        self.file.write_all(entry.to_line().as_bytes()).map_err(failed)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use broadside::arena::tournament::{Schema, Sides, Verdict};

    fn entry(game: u64) -> Entry {
        Entry {
            schema: Schema::Game1,
            options: "d1".into(),
            game,
            pair: game / 2,
            seed: "1".into(),
            first: "a".into(),
            second: "b".into(),
            result: Verdict::Draw,
            reason: "max turns".into(),
            turns: 9,
            refused: Sides::default(),
            faults: Sides::default(),
            time: None,
        }
    }

    #[test]
    fn a_torn_journal_goes_on_behind_its_last_whole_line() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("journal");
        let lines = [0, 1].map(|game| entry(game).to_line());
        std::fs::write(&path, format!("{}{}", lines[0], &lines[1][..40])).unwrap();
        let (mut ledger, entries) = Ledger::open(&path, "d1").unwrap();
        assert_eq!(entries, [entry(0)]);
        ledger.add(&entry(1)).unwrap();
        assert_eq!(std::fs::read_to_string(&path).unwrap(), lines.concat());
        let in_use = Ledger::open(&path, "d1").unwrap_err();
        assert!(
            matches!(in_use, NoLedger::Unfit(why) if why.ends_with("another match writes to it"))
        );
    }

    #[test]
    fn other_files_stay_as_they_are() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("journal");
        for text in ["milk, eggs", "milk\neggs\n", &entry(0).to_line()] {
            std::fs::write(&path, text).unwrap();
            let refused = Ledger::open(&path, "other").unwrap_err();
            assert!(matches!(refused, NoLedger::Unfit(_)));
            assert_eq!(std::fs::read_to_string(&path).unwrap(), text);
        }
        assert!(matches!(Ledger::open(folder.path(), "d1"), Err(NoLedger::Failure(_))));
    }
}
