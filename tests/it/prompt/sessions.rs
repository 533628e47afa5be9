//! Plays the sessions in `tests/cases/sessions`, and compares the output. `BLESS=1` writes the new
//! output to the files. A file has the command that starts the program. Each typed line follows its
//! prompt and has its output below. The text below `$ cat NAME` is written to the file `NAME`.
//! Lines that begin with `--` are remarks. `HOME` stands for the folder of the session, and
//! `VERSION` for the version of the program.

use super::terminal::{Terminal, home};
use crate::console::trimmed;
use crate::harness::{check_file, names, read, root};
use regex_lite::Regex;
use std::path::Path;

const PROMPT: &str = r"^((\([AB]( won)?\) )?(ships|state|[AB])|turn \d+|over|Enter plays it, Ctrl-C drops it|replace `[^`]*`\? y or n)>";

/// The note that a pilot is thinking, and the bytes that remove it.
pub(super) const THINKING: &str = "thinking ...\r            \r";

/// Plays the typed lines of a session. Returns these lines with the output that they have now.
#[track_caller]
pub(super) fn played(home: &Path, args: &str, session: &str) -> String {
    let prompts = Regex::new(PROMPT).expect("a pattern");
    let args: Vec<_> = args.split_whitespace().collect();
    // A terminal without escapes shows a session as plain text.
    let mut t = Terminal::with_variable(home, &args, "TERM", "dumb");
    let (mut shown, mut remarks) = (String::new(), String::new());
    for line in session.lines() {
        if line.starts_with("-- ") {
            remarks.extend([line, "\n"]);
        } else if let Some(prompt) = prompts.find(line) {
            let (prompt, keys) = (prompt.as_str(), &line[prompt.end()..]);
            shown += &t.sees(&format!("{prompt} "));
            // This terminal does not echo what is typed.
            shown.extend([&std::mem::take(&mut remarks), prompt, keys, "\n"]);
            t.types(&format!("{}\n", keys.trim_start()));
        }
    }
    shown += &t.ends();
    trimmed(&shown.replace(THINKING, "").replace(&home.display().to_string(), "HOME"))
}

#[test]
fn sessions_show_what_their_files_have() {
    let mut count = 0;
    for file in names(&root("tests/cases/sessions")) {
        let path = format!("tests/cases/sessions/{file}");
        let kept = read(&path);
        let (head, session) = kept.split_once("$ broadside").expect("a command");
        let (args, lines) = session.split_once('\n').expect("lines");
        let home = home();
        for file in head.split("$ cat ").skip(1) {
            let (name, text) = file.split_once('\n').expect("a name");
            home.write(name, text);
        }
        let now = format!("{head}$ broadside{args}\n{}\n", played(home.path(), args, lines));
        check_file(&path, &now.replace(env!("CARGO_PKG_VERSION"), "VERSION"));
        count += 1;
    }
    assert!(count > 10, "{count}");
}
