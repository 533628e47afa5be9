//! The history of the prompt: entered lines, also those of earlier sessions. Errors of its file are
//! ignored, because the prompt also works without a history.

use super::helper::Helper;
use super::journal::create_folder;
use broadside::text::is_control;
use rustyline::Editor;
use rustyline::history::{FileHistory, SearchDirection};
use std::fs;
use std::path::{Path, PathBuf};

/// The longest entry that is added to the history, in bytes.
const LONGEST: usize = 1 << 16;

/// The largest file that is loaded, in bytes. The line editor reads the whole file, although it
/// keeps only the newest entries.
const LARGEST: u64 = 1 << 26;

pub(super) type LineEditor = Editor<Helper, FileHistory>;

pub(super) struct History {
    file: Option<PathBuf>,
}

impl History {
    /// Loads earlier entries into the editor. Without a file, new entries are lost when the program
    /// ends. A device or a very large file is not used.
    pub(super) fn load(file: Option<PathBuf>, editor: &mut LineEditor) -> Self {
        let file = file.filter(|file| is_usable(file));
        if let Some(file) = &file {
            drop(file.parent().map(create_folder));
            drop(editor.load_history(file));
        }
        Self { file }
    }

    /// Adds an entry of one or more lines, unless it is empty or very long, or has control
    /// characters other than line breaks and tabs.
    pub(super) fn add(&self, entry: &str, editor: &mut LineEditor) {
        let entry = entry.trim_ascii_end();
        // The editor would send control characters unchanged to the terminal.
        let has_controls = entry.contains(|c| is_control(c) && !matches!(c, '\n' | '\t'));
        if has_controls || entry.is_empty() || entry.len() > LONGEST {
            return;
        }
        let is_added = matches!(editor.add_history_entry(entry), Ok(true));
        if let Some(file) = self.file.as_ref().filter(|_| is_added) {
            drop(editor.append_history(file));
        }
    }
}

/// Returns true for a regular file that is not too large. If the file does not exist yet, also
/// returns true, because the program then creates the file.
fn is_usable(file: &Path) -> bool {
    fs::metadata(file).map_or(true, |about| about.is_file() && about.len() <= LARGEST)
}

/// Returns the last `count` entries, the oldest one first.
pub(super) fn last(count: usize, editor: &LineEditor) -> Vec<String> {
    use rustyline::history::History as _;
    let history = editor.history();
    let entry = |index| history.get(index, SearchDirection::Forward).ok().flatten();
    let first = history.len().saturating_sub(count);
    (first..history.len()).filter_map(entry).map(|found| found.entry.into_owned()).collect()
}
