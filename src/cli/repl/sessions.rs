//! `.sessions`: the list of the sessions whose files are kept.
//!
//! ```text
//!     ID  last used       turn  commands
//!      2  just now           4        31  this session
//!      1  3 days ago         1         7
//! `broadside repl --resume ID` resumes a session
//! ```

use super::journal::{Journal, newest_first, open_unused, path};
use broadside::script::Logbook;
use std::fs;
use std::io::{self, Write};
use std::path::Path;
use std::time::{Duration, SystemTime};

pub(super) fn list(journal: &Journal, now: SystemTime, out: &mut dyn Write) -> io::Result<()> {
    let ids = journal.folder().map_or_else(Vec::new, newest_first);
    let (Some(folder), false) = (journal.folder(), ids.is_empty()) else {
        return writeln!(out, "there are no sessions yet");
    };
    writeln!(out, "{:>6}  {:<16}{:>4}  {:>8}", "ID", "last used", "turn", "commands")?;
    for id in ids {
        // Another process may have just removed the file.
        let file = path(folder, id);
        let Ok((age, log)) = age_and_log(&file, now) else { continue };
        let (turn, commands) = (log.turns() + 1, log.commands().len());
        let note = if journal.id() == Some(id) { "this session" } else { note(&file) };
        let line = format!("{id:>6}  {age:<16}{turn:>4}  {commands:>8}  {note}");
        writeln!(out, "{}", line.trim_end())?;
    }
    writeln!(out, "`broadside repl --resume ID` resumes a session")
}

fn age_and_log(file: &Path, now: SystemTime) -> io::Result<(String, Logbook)> {
    let used = fs::metadata(file)?.modified()?;
    let age = now.duration_since(used).unwrap_or_default();
    Ok((in_words(age), Logbook::from_records(&fs::read(file)?)))
}

/// Returns why a session cannot be resumed at the moment, or an empty text.
fn note(file: &Path) -> &'static str {
    match open_unused(file) {
        Ok(Some(_)) => "",
        Ok(None) => "in use",
        Err(_) => "cannot be opened",
    }
}

/// Returns the age in its largest whole unit, such as `3 days ago`; `just now` below a minute.
fn in_words(age: Duration) -> String {
    const UNITS: [(u64, &str); 3] = [(86_400, "day"), (3_600, "hour"), (60, "minute")];
    let seconds = age.as_secs();
    let Some((length, unit)) = UNITS.into_iter().find(|(length, _)| seconds >= *length) else {
        return "just now".to_owned();
    };
    let count = seconds / length;
    format!("{count} {unit}{} ago", if count == 1 { "" } else { "s" })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sessions_are_listed_with_age_turn_and_size() {
        let folder = tempfile::tempdir().unwrap();
        let now = SystemTime::now();
        let mut out = Vec::new();
        list(&Journal::new(None), now, &mut out).unwrap();
        assert_eq!(out, b"there are no sessions yet\n", "without a folder");
        let ages = [0, 59, 60, 7_300, 86_400 * 3];
        let mut journals = ages.map(|_| Journal::new(Some(folder.path().to_owned())));
        for (journal, (age, id)) in journals.iter_mut().zip(ages.into_iter().zip(1..)) {
            journal.append(b"[playerA]\n[playerA]\n[playerB]\n.undo 1\ntorn");
            let file = fs::File::options().write(true).open(path(folder.path(), id)).unwrap();
            file.set_modified(now - Duration::from_secs(age)).unwrap();
        }
        let [own, old, _, _, other] = journals;
        drop(old);
        out.clear();
        list(&own, now, &mut out).unwrap();
        let shown = "    ID  last used       turn  commands\n     \
            5  3 days ago         2         2  in use\n     4  2 hours ago        2         2  in use\n     \
            3  1 minute ago       2         2  in use\n     2  just now           2         2\n     \
            1  just now           2         2  this session\n\
            `broadside repl --resume ID` resumes a session\n";
        assert_eq!(String::from_utf8(out).unwrap(), shown);
        drop(other);
    }
}
