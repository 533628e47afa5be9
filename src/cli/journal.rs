//! Journals: each finished piece of work adds a line, so that a killed run loses no finished work.
//!
//! A line is written by one call, so a killed process leaves at most one incomplete line, which the
//! next process drops. The file is locked while a process may add lines.
//!
//! [`Lines`] is a journal of any text, such as the commands of the prompt. [`Objects`] is a journal
//! of JSON, for `grade`, `match` and `verify`. Each object has a digest of the options of its run.

use super::exit::{Failure, Result, shown};
use super::system::{call, write_all};
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, Read as _, Seek as _, SeekFrom};
use std::path::{Path, PathBuf};

#[derive(Debug)]
pub(super) struct Lines {
    file: File,
}

impl Lines {
    /// Opens and locks the journal. Returns `None` if another process uses it.
    pub(super) fn open(path: &Path, options: &OpenOptions) -> io::Result<Option<Self>> {
        let file = call(|| options.open(path))?;
        // Reading a device might never end, and a pipe has no end to which lines can be added.
        if !call(|| file.metadata())?.is_file() {
            let why = "expected a regular file, found a pipe, a device or a folder";
            return Err(io::Error::other(why));
        }
        match file.try_lock() {
            Err(TryLockError::WouldBlock) => Ok(None),
            // Some file systems have no locks. There, two runs at once are not detected.
            Err(TryLockError::Error(error)) if error.kind() != io::ErrorKind::Unsupported => {
                Err(error)
            }
            Ok(()) | Err(TryLockError::Error(_)) => Ok(Some(Self { file })),
        }
    }

    /// Returns the complete lines, and the text after the last newline.
    pub(super) fn read(&mut self) -> io::Result<(Vec<u8>, Vec<u8>)> {
        let mut whole = Vec::new();
        self.file.read_to_end(&mut whole)?;
        let end = memchr::memrchr(b'\n', &whole).map_or(0, |last| last + 1);
        let torn = whole.split_off(end);
        Ok((whole, torn))
    }

    /// Cuts the journal to `length` bytes. The next lines are added there.
    pub(super) fn cut(&mut self, length: u64) -> io::Result<()> {
        call(|| self.file.set_len(length))?;
        self.file.seek(SeekFrom::End(0)).map(drop)
    }

    pub(super) fn remove_last(&mut self, length: usize) -> io::Result<()> {
        let end = self.file.seek(SeekFrom::End(0))?;
        self.cut(end - length as u64)
    }

    /// Adds lines, each of which must end with a newline.
    pub(super) fn add(&mut self, lines: &[u8]) -> io::Result<()> {
        write_all(&mut self.file, lines)
    }
}

/// A line of a journal of [`Objects`].
pub(super) trait Object: Serialize + DeserializeOwned {
    /// The beginning of each object. In JSON, quotes inside texts are escaped, so this beginning
    /// occurs nowhere else.
    const HEAD: &'static str = r#"{"options":"#;

    /// Returns the digest of the options of the run.
    fn options(&self) -> &str;
}

#[derive(Debug)]
pub(super) struct Objects {
    lines: Lines,
    path: PathBuf,
}

impl Objects {
    /// Opens the journal, or makes it if it does not exist. Fails if the file is in use, is not a
    /// journal of this kind, or was written by a run with other options. Then the file stays
    /// unchanged.
    pub(super) fn open<O: Object>(path: &Path, options: &str) -> Result<(Self, Vec<O>)> {
        let failed = Failure::save(path);
        let refused = |why: &str| Failure::Refused(message(path, why));
        let mut how = File::options();
        how.read(true).write(true).create(true).truncate(false);
        let Some(mut lines) = Lines::open(path, &how).map_err(&failed)? else {
            return Err(refused("is in use by another run"));
        };
        let (whole, torn) = lines.read().map_err(&failed)?;
        let objects: Vec<O> = parse(&whole, &torn).map_err(|why| refused(&why))?;
        if objects.iter().any(|object| object.options() != options) {
            let why = "was written with other options, or by another version of the program";
            return Err(refused(why));
        }
        lines.cut(whole.len() as u64).map_err(failed)?;
        Ok((Self { lines, path: path.to_owned() }, objects))
    }

    pub(super) fn add(&mut self, object: &impl Object) -> Result<()> {
        let mut line =
            serde_json::to_vec(object).map_err(io::Error::other).map_err(Failure::Run)?;
        line.push(b'\n');
        self.lines.add(&line).map_err(Failure::save(&self.path))
    }
}

/// Parses the complete lines in `whole`, and checks `torn`, the incomplete last line.
///
/// In concatenated journals, an incomplete line is joined with the next line. So only the last
/// object of a line is used, and the last line may consist of several incomplete lines.
fn parse<O: Object>(whole: &[u8], torn: &[u8]) -> Result<Vec<O>, String> {
    let head = O::HEAD.as_bytes();
    let mut objects = Vec::new();
    let lines = whole.split(|byte| *byte == b'\n').enumerate();
    for (index, line) in lines.filter(|(_, line)| !line.is_empty()) {
        let Some(start) = memchr::memmem::rfind(line, head) else {
            return Err(not_a_line(index + 1));
        };
        match serde_json::from_slice(&line[start..]) {
            Ok(object) => objects.push(object),
            Err(error) if error.is_eof() => {}
            Err(error) => {
                let line = index + 1;
                return Err(format!("is not a journal of this kind, see line {line}: {error}"));
            }
        }
    }
    // After a power failure, a file may end with NULs in place of the last bytes.
    let written = torn.iter().rposition(|byte| *byte != 0).map_or(0, |last| last + 1);
    let torn = if objects.is_empty() { torn } else { &torn[..written] };
    let before = memchr::memmem::find(torn, head).map_or(torn, |start| &torn[..start]);
    // Before the first complete head, only incomplete heads are allowed. Each of them begins with
    // `{`.
    let mut pieces = before.chunk_by(|_, next| *next != b'{');
    if pieces.all(|piece| head.starts_with(piece)) {
        return Ok(objects);
    }
    Err(not_a_line(memchr::memchr_iter(b'\n', whole).count() + 1))
}

fn not_a_line(line: usize) -> String {
    format!("is not a journal of this kind: line {line} does not belong in one")
}

/// Parses the journal `text` of the file `path`. The error is a message for the user.
pub(super) fn objects<O: Object>(path: &Path, text: &[u8]) -> Result<Vec<O>, String> {
    let end = memchr::memrchr(b'\n', text).map_or(0, |last| last + 1);
    let (whole, torn) = text.split_at(end);
    parse(whole, torn).map_err(|why| message(path, &why))
}

fn message(path: &Path, why: &str) -> String {
    format!("the journal `{}` {why}", shown(path))
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde::Deserialize;

    #[derive(Debug, PartialEq, Serialize, Deserialize)]
    struct Done {
        options: String,
        text: String,
    }

    impl Object for Done {
        fn options(&self) -> &str {
            &self.options
        }
    }

    /// Returns an object whose text contains the beginning of a line.
    fn done(number: u32) -> Done {
        Done { options: "d1".into(), text: format!("{number}: {}", Done::HEAD) }
    }

    fn lines(numbers: &[u32]) -> String {
        numbers.iter().map(|number| serde_json::to_string(&done(*number)).unwrap() + "\n").collect()
    }

    #[test]
    fn a_torn_last_line_is_dropped_wherever_it_was_torn() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("journal");
        let (whole, last) = (lines(&[1]), lines(&[2]));
        let torn = (0..last.len()).map(|end| last[..end].to_owned());
        let nuls_after_a_power_failure =
            ["", &last[..5], &last[..last.len() - 1]].map(|torn| format!("{torn}\0\0\0"));
        for torn in torn.chain(nuls_after_a_power_failure) {
            std::fs::write(&path, format!("{whole}{torn}")).unwrap();
            let (mut journal, found) = Objects::open::<Done>(&path, "d1").unwrap();
            assert_eq!(found, [done(1)], "{torn}");
            journal.add(&done(3)).unwrap();
            assert_eq!(std::fs::read_to_string(&path).unwrap(), lines(&[1, 3]), "{torn}");
        }
    }

    #[test]
    fn journals_whose_last_lines_were_torn_can_be_concatenated() {
        let (whole, last) = (lines(&[1]), lines(&[2]));
        for end in 0..last.len() {
            let text = format!("{whole}{}{}", &last[..end], lines(&[3, 4]));
            let found = objects::<Done>(Path::new("j"), text.as_bytes());
            assert_eq!(found, Ok(vec![done(1), done(3), done(4)]), "{end}");
        }
        for (one, two) in (0..last.len()).flat_map(|one| (0..last.len()).map(move |two| (one, two)))
        {
            let text = format!("{whole}{}{}", &last[..one], &last[..two]);
            let found = objects::<Done>(Path::new("j"), text.as_bytes());
            assert_eq!(found, Ok(vec![done(1)]), "{text}");
        }
    }

    #[test]
    fn other_options_other_files_and_a_second_run_are_refused() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("journal");
        let refused = |options| Objects::open::<Done>(&path, options).unwrap_err().to_string();
        let (mut journal, _) = Objects::open::<Done>(&path, "d1").unwrap();
        journal.add(&done(1)).unwrap();
        assert!(refused("d1").ends_with("is in use by another run"));
        drop(journal);
        assert!(refused("d2").contains("was written with other options"));
        let notes = format!("my notes: {}", Done::HEAD);
        let others = ["milk, eggs", "milk\neggs\n", "\0", "{\"option\":1}\n", "{\"options\":1}\n"];
        for text in others.into_iter().chain([&*notes]) {
            std::fs::write(&path, text).unwrap();
            assert!(refused("d1").contains("line 1"), "{text:?}: {}", refused("d1"));
            assert_eq!(std::fs::read_to_string(&path).unwrap(), text);
        }
        assert!(matches!(Objects::open::<Done>(folder.path(), "d1"), Err(Failure::Save { .. })));
    }
}
