//! Waits until a program changes. A program has changed if a file that its command names has
//! changed.

use crate::cli::stop::Cancel;
use std::ffi::OsString;
use std::fs;
use std::path::Path;
use std::thread;
use std::time::{Duration, SystemTime};

const PAUSE: Duration = Duration::from_millis(200);

/// For each word of a command, the length and the time of the last change of the file that the word
/// names. `None` if the word names no file.
pub(super) type State = Vec<Option<(u64, SystemTime)>>;

pub(super) fn state(words: &[OsString]) -> State {
    let about = |word: &OsString| {
        let about = fs::metadata(Path::new(word)).ok().filter(fs::Metadata::is_file)?;
        Some((about.len(), about.modified().ok()?))
    };
    words.iter().map(about).collect()
}

/// Waits until the program has changed. Returns `false` if `stop` is set first. The program has
/// changed if its state differs from `before`, no file of `before` is missing, and two checks in a
/// row find the same state. The last two conditions are needed because a compiler first removes the
/// old file, and then writes the new one in pieces.
pub(super) fn changes(words: &[OsString], before: &State, stop: &Cancel) -> bool {
    let mut last = state(words);
    while !stop.is_set() {
        thread::sleep(PAUSE);
        let now = state(words);
        let is_there =
            now.iter().zip(before).all(|(now, before)| now.is_some() || before.is_none());
        if is_there && now != *before && now == last {
            return true;
        }
        last = now;
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_that_is_written_changes_the_state() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("ships.py");
        let words = ["python3".into(), file.clone().into_os_string(), "-v".into()];
        let none = state(&words);
        assert_eq!(none, [None, None, None]);
        fs::write(&file, "1").unwrap();
        let one = state(&words);
        assert_ne!(one, none);
        fs::write(&file, "12").unwrap();
        assert_ne!(state(&words), one);
        assert!(changes(&words, &one, &Cancel::default()));
        let stop = Cancel::default();
        stop.set();
        assert!(!changes(&words, &state(&words), &stop));
    }
}
