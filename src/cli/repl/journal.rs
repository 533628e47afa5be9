//! The journals of sessions. A journal is a file with the commands of one session and its steps
//! (`.undo`, `.redo`, and `.ai auto` or `off`), so that `--resume` can continue the session.
//!
//! Each command or step is one line of this file, called a record. The prompt writes the records of
//! an entered line before it reads the next line. All journals are in one folder, which on Unix
//! only its owner can read.

use crate::cli::journal::Lines;
use crate::cli::system::call;
use std::fs::{self, File, OpenOptions};
use std::io;
use std::path::{Path, PathBuf};

const KEPT: usize = 100;

/// The journal of the running session. Its file is created when the first record is added.
#[derive(Debug, Default)]
pub(super) struct Journal {
    folder: Option<PathBuf>,
    /// The number of the session and its file.
    file: Option<(u64, Lines)>,
    failure: Option<io::Error>,
}

impl Journal {
    /// Creates a journal that will write to `folder`. Without a folder, it writes nothing.
    pub(super) const fn new(folder: Option<PathBuf>) -> Self {
        Self { folder, file: None, failure: None }
    }

    pub(super) fn folder(&self) -> Option<&Path> {
        self.folder.as_deref()
    }

    /// Returns the number of the session; `None` before its first record, and after a failure.
    pub(super) fn id(&self) -> Option<u64> {
        self.file.as_ref().map(|(id, _)| *id)
    }

    /// Opens journal `id`. Without an `id`, opens the newest journal that is not in use and can be
    /// read. Also returns the complete records of the journal.
    pub(super) fn resume(folder: &Path, id: Option<u64>) -> io::Result<(Self, Vec<u8>)> {
        let Some(id) = id else {
            let ids = newest_first(folder).into_iter();
            let mut usable = ids.filter_map(|id| Self::reopen(folder, id).ok().flatten());
            let none = || {
                io::Error::other(
                    "no session can be continued: there is none, or each is in use or unreadable",
                )
            };
            return usable.next().ok_or_else(none);
        };
        match Self::reopen(folder, id) {
            Ok(Some(resumed)) => Ok(resumed),
            Ok(None) => Err(io::Error::other(format!("session {id} is in use"))),
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                Err(io::Error::new(error.kind(), format!("there is no session {id}")))
            }
            Err(error) => Err(io::Error::new(error.kind(), format!("session {id}: {error}"))),
        }
    }

    /// Opens a journal, and cuts off an incomplete last record. Returns `None` if the journal is in
    /// use.
    fn reopen(folder: &Path, id: u64) -> io::Result<Option<(Self, Vec<u8>)>> {
        let Some(mut file) = open_unused(&path(folder, id))? else { return Ok(None) };
        let (records, _torn) = file.read()?;
        file.cut(records.len() as u64)?;
        let folder = Some(folder.to_owned());
        Ok(Some((Self { folder, file: Some((id, file)), failure: None }, records)))
    }

    /// Adds records, each with its LF. After a failure, the journal takes no more records.
    pub(super) fn append(&mut self, records: &[u8]) {
        let added = self.try_append(records);
        self.note_failure(added);
    }

    /// Removes the last `length` bytes, which must be whole records.
    pub(super) fn remove_last(&mut self, length: usize) {
        if let Some((_, file)) = &mut self.file {
            let removed = file.remove_last(length);
            self.note_failure(removed);
        }
    }

    fn note_failure(&mut self, outcome: io::Result<()>) {
        if let Err(error) = outcome {
            (self.folder, self.file) = (None, None);
            self.failure = Some(error);
        }
    }

    fn try_append(&mut self, records: &[u8]) -> io::Result<()> {
        if let (None, Some(folder)) = (&self.file, &self.folder) {
            self.file = Some(create(folder)?);
        }
        match &mut self.file {
            Some((_, file)) => file.add(records),
            None => Ok(()),
        }
    }

    /// Returns the error that ended the journal. A second call returns `None`.
    pub(super) const fn take_failure(&mut self) -> Option<io::Error> {
        self.failure.take()
    }

    /// Leaves the current file. The next record creates the file of a new session.
    pub(super) fn start_new_file(&mut self) {
        self.file = None;
    }
}

pub(super) fn path(folder: &Path, id: u64) -> PathBuf {
    folder.join(format!("{id}.ships"))
}

pub(super) fn newest_first(folder: &Path) -> Vec<u64> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let id = |found: PathBuf| {
        let id = found.file_stem()?.to_str()?.parse().ok()?;
        // `parse` also reads `007` and `+1`, but journals have no such names.
        (path(folder, id) == found).then_some(id)
    };
    let mut ids: Vec<u64> = entries.filter_map(|entry| id(entry.path())).collect();
    ids.sort_unstable_by(|a, b| b.cmp(a));
    ids
}

/// Creates a journal with a number higher than all others. First removes the journals that are not
/// in use, except the [`KEPT`] - 1 newest ones.
fn create(folder: &Path) -> io::Result<(u64, Lines)> {
    create_private(folder)?;
    let ids = newest_first(folder);
    for old in ids.iter().skip(KEPT - 1) {
        if let Ok(Some(_unused)) = open_unused(&path(folder, *old)) {
            // An error does not matter: the old file stays, or another session has removed it.
            drop(call(|| fs::remove_file(path(folder, *old))));
        }
    }
    let mut next = ids.first().map_or(Some(1), |last: &u64| last.checked_add(1));
    while let Some(id) = next {
        if let Some(file) = create_locked(&path(folder, id))? {
            return Ok((id, file));
        }
        next = id.checked_add(1);
    }
    Err(io::Error::other("the last number of a session is taken"))
}

/// Creates a folder and its missing parents. On Unix, only the owner can use the new folders.
/// Folders that exist already stay as they are.
pub(super) fn create_folder(folder: &Path) -> io::Result<()> {
    let mut builder = fs::DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    call(|| builder.create(folder))
}

/// Creates the folder of the journals. On Unix, also makes it private if it was there before.
fn create_private(folder: &Path) -> io::Result<()> {
    create_folder(folder)?;
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt as _;
        if fs::metadata(folder)?.permissions().mode() & 0o077 != 0 {
            call(|| fs::set_permissions(folder, fs::Permissions::from_mode(0o700)))?;
        }
    }
    Ok(())
}

/// Returns options to read and write a file. On Unix, only the owner can read a new file.
pub(super) fn options() -> OpenOptions {
    let mut options = File::options();
    options.read(true).write(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options
}

/// Creates and locks a file. Returns `None` if another session has just done this.
fn create_locked(path: &Path) -> io::Result<Option<Lines>> {
    match Lines::open(path, options().create_new(true)) {
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => Ok(None),
        opened => opened,
    }
}

/// Opens and locks a journal. Returns `None` if a session uses the journal.
pub(super) fn open_unused(path: &Path) -> io::Result<Option<Lines>> {
    Lines::open(path, &options())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::system::each_failing;

    #[test]
    fn the_newest_journal_that_is_not_in_use_is_resumed_without_its_torn_record() {
        let folder = tempfile::tempdir().unwrap();
        let mut journals = [1, 2, 3].map(|_| Journal::new(Some(folder.path().to_owned())));
        for journal in &mut journals {
            journal.append(b"one\n");
            journal.append(b"two\nto");
        }
        let [first, second, third] = journals;
        assert_eq!(third.id(), Some(3));
        drop((first, second));
        let (mut resumed, records) = Journal::resume(folder.path(), None).unwrap();
        assert_eq!((resumed.id(), &records[..]), (Some(2), &b"one\ntwo\n"[..]));
        resumed.append(b"three\n");
        assert_eq!(fs::read(folder.path().join("2.ships")).unwrap(), b"one\ntwo\nthree\n");
        assert!(Journal::resume(folder.path(), Some(3)).is_err());
    }

    #[cfg(unix)]
    #[test]
    fn journals_are_private() {
        use std::os::unix::fs::PermissionsExt as _;
        let folder = tempfile::tempdir().unwrap();
        let sessions = folder.path().join("state/sessions");
        let mode = |path: &Path| fs::metadata(path).unwrap().permissions().mode() & 0o777;
        for _ in 0..2 {
            Journal::new(Some(sessions.clone())).append(b"x\n");
            assert_eq!((mode(&sessions), mode(&sessions.join("1.ships"))), (0o700, 0o600));
            // In the next round, other users can open the folder, as with older versions of the
            // program.
            fs::set_permissions(&sessions, fs::Permissions::from_mode(0o755)).unwrap();
        }
    }

    #[test]
    fn the_oldest_journals_are_removed() {
        let folder = tempfile::tempdir().unwrap();
        for _ in 0..KEPT + 5 {
            Journal::new(Some(folder.path().to_owned())).append(b"x\n");
        }
        let ids = newest_first(folder.path());
        assert_eq!((ids.len(), ids[0]), (KEPT, 105));
    }

    /// Another session may remove the same old journal at the same time.
    #[test]
    fn a_journal_is_kept_if_an_old_one_cannot_be_removed() {
        let mut failures = 0;
        each_failing(io::ErrorKind::NotFound, |_| {
            let folder = tempfile::tempdir().unwrap();
            create_private(folder.path()).ok();
            for id in 1..=KEPT as u64 {
                fs::write(path(folder.path(), id), "x\n").unwrap();
            }
            let mut journal = Journal::new(Some(folder.path().to_owned()));
            journal.append(b"x\n");
            let has_old = path(folder.path(), 1).exists();
            failures += u32::from(has_old && journal.take_failure().is_some());
        });
        assert_eq!(
            failures, 1,
            "only the failed call for the folder may end the new journal, not the failed removal"
        );
    }

    #[test]
    fn files_that_are_not_journals_are_ignored() {
        let folder = tempfile::tempdir().unwrap();
        for name in ["007.ships", "+8.ships", "9.txt", "x.ships"] {
            fs::write(folder.path().join(name), "x\n").unwrap();
        }
        assert!(Journal::resume(folder.path(), None).is_err());
        fs::write(folder.path().join("1.ships"), "one\n").unwrap();
        fs::create_dir(folder.path().join("2.ships")).unwrap();
        let (resumed, _) = Journal::resume(folder.path(), None).unwrap();
        assert_eq!(resumed.id(), Some(1));
        let missing = Journal::resume(folder.path(), Some(99)).unwrap_err();
        assert_eq!(missing.to_string(), "there is no session 99");
    }

    #[test]
    fn after_the_last_number_no_journal_is_kept() {
        let folder = tempfile::tempdir().unwrap();
        fs::write(path(folder.path(), u64::MAX), "one\n").unwrap();
        let mut journal = Journal::new(Some(folder.path().to_owned()));
        journal.append(b"two\n");
        assert!(journal.take_failure().is_some() && journal.id().is_none());
    }

    /// Each record is written at once, so a failed write loses no earlier record.
    #[test]
    fn a_journal_that_cannot_go_on_keeps_all_but_its_last_line() {
        each_failing(io::ErrorKind::StorageFull, |has_failed| {
            let folder = tempfile::tempdir().unwrap();
            let sessions = folder.path().join("state/sessions");
            let mut journal = Journal::new(Some(sessions.clone()));
            let (mut written, mut failures) = (Vec::new(), 0);
            for record in [&b"[state]\n"[..], b"REEF 1 1\n", b"REEF 2 2\n"] {
                journal.append(record);
                match journal.take_failure() {
                    Some(_) => failures += 1,
                    None if failures == 0 => written.extend_from_slice(record),
                    None => assert_eq!(journal.id(), None),
                }
            }
            assert_eq!(failures, u32::from(has_failed()));
            drop(journal);
            match Journal::resume(&sessions, None) {
                Ok((_, records)) => assert_eq!(records, written),
                Err(_) => assert!(written.is_empty()),
            }
        });
    }

    #[test]
    fn a_journal_whose_torn_record_cannot_be_dropped_is_not_resumed() {
        let folder = tempfile::tempdir().unwrap();
        let torn = b"one\ntwo\nto";
        each_failing(io::ErrorKind::StorageFull, |has_failed| {
            fs::write(path(folder.path(), 1), torn).unwrap();
            let resumed = Journal::resume(folder.path(), Some(1));
            assert_eq!(resumed.is_err(), has_failed());
            let left = if has_failed() { &torn[..] } else { b"one\ntwo\n" };
            assert_eq!(fs::read(path(folder.path(), 1)).unwrap(), left);
        });
    }
}
