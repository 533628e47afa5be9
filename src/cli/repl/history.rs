//! The lines of earlier sessions. Errors of the history file are ignored.

use super::helper::Helper;
use super::journal::create_private;
use broadside::text::is_control;
use rustyline::Editor;
use rustyline::history::{FileHistory, SearchDirection};
use std::path::PathBuf;

/// The longest entry that is kept, in bytes.
const LONGEST: usize = 1 << 16;

/// The line editor with its history.
pub(super) type LineEditor = Editor<Helper, FileHistory>;

/// The file of the history.
#[derive(Debug)]
pub(super) struct History {
    file: Option<PathBuf>,
}

impl History {
    /// Loads the history in `file`. Without a file, the history ends with the session.
    pub(super) fn load(file: Option<PathBuf>, editor: &mut LineEditor) -> Self {
        if let Some(file) = &file {
            drop(file.parent().map(create_private));
            drop(editor.load_history(file));
        }
        Self { file }
    }

    /// Adds an entry, which may have several lines.
    pub(super) fn add(&self, entry: &str, editor: &mut LineEditor) {
        let entry = entry.trim_ascii_end();
        // The editor would send controls to the terminal.
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

/// Returns the last `count` entries.
pub(super) fn last(count: usize, editor: &LineEditor) -> Vec<String> {
    use rustyline::history::History as _;
    let history = editor.history();
    let entry = |index| history.get(index, SearchDirection::Forward).ok().flatten();
    let first = history.len().saturating_sub(count);
    (first..history.len()).filter_map(entry).map(|found| found.entry.into_owned()).collect()
}
