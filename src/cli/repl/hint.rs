//! Hints behind the cursor. A hint shows the rest of the word or of an earlier line with the same
//! beginning, and the missing arguments of the command.
//!
//! ```text
//! (A) state> SET_FLEET A 1 1 2 3  # P [a b c d]
//!                     └──┬──────┘   └── the arguments of the command
//!                        └── the rest of an earlier line; the right arrow inserts it
//! ```
//!
//! With colour, a hint is dim. Without colour, a hint would look like typed text, so it follows a
//! `#`. It then shows the arguments only if there is no earlier line.

use super::dot::{self, DOTS};
use super::helper::Helper;
use crate::cli::prompt::console::Suggestion;
use crate::cli::prompt::dots;
use crate::cli::prompt::keys::LONGEST;
use broadside::script::choose::{self, word_start};
use broadside::script::{Event, Slot};
use broadside::text::is_control;
use rustyline::Context;
use rustyline::hint::Hinter;
use rustyline::history::SearchDirection;

/// The words that may follow an unfinished line.
#[derive(Debug, Default)]
struct Missing {
    /// The rest of the last word, if exactly one possible word begins with it.
    rest: String,
    /// The symbols of the missing arguments.
    arguments: String,
}

impl Hinter for Helper {
    type Hint = Suggestion;

    fn hint(&self, line: &str, pos: usize, context: &Context<'_>) -> Option<Suggestion> {
        self.keys.show(line);
        if pos < line.len() || line.len() > LONGEST {
            return None;
        }
        if line.trim().is_empty() && !self.table.session().reader().is_unfinished() {
            return None;
        }
        let missing = self.missing(line);
        let earlier = self.earlier(line, context);
        if self.theme.is_coloured() {
            dim(line, missing, earlier)
        } else {
            hint_as_comment(line, missing, earlier)
        }
    }
}

/// Returns the hint for a terminal with colours.
fn dim(line: &str, missing: Option<Missing>, earlier: Option<String>) -> Option<Suggestion> {
    let Missing { rest, arguments } = missing.unwrap_or_default();
    if let Some(earlier) = earlier {
        let remark = if arguments.is_empty() { arguments } else { format!("  # {arguments}") };
        return Some(Suggestion { shown: format!("{earlier}{remark}"), inserted: Some(earlier) });
    }
    let is_apart = line.is_empty() || line.ends_with(char::is_whitespace);
    let gap = if arguments.is_empty() || (rest.is_empty() && is_apart) { "" } else { " " };
    let shown = format!("{rest}{gap}{arguments}");
    let inserted = (!rest.is_empty()).then_some(rest);
    (!shown.is_empty()).then_some(Suggestion { shown, inserted })
}

/// Returns the hint for a terminal without colours: a comment. It shows the whole word, because the
/// rest alone would be hard to read there.
fn hint_as_comment(
    line: &str,
    missing: Option<Missing>,
    earlier: Option<String>,
) -> Option<Suggestion> {
    let word = &line[word_start(line)..];
    if let Some(earlier) = earlier {
        return Some(Suggestion { shown: format!("  # {word}{earlier}"), inserted: Some(earlier) });
    }
    let Missing { rest, arguments } = missing?;
    let whole = if rest.is_empty() { String::new() } else { format!("{word}{rest} ") };
    let shown = format!("  # {whole}{arguments}").trim_end().to_owned();
    Some(Suggestion { shown, inserted: (!rest.is_empty()).then_some(rest) })
}

impl Helper {
    fn missing(&self, line: &str) -> Option<Missing> {
        let word = &line[word_start(line)..];
        self.only_word(line, word).or_else(|| {
            let arguments = dot_arguments(line).or_else(|| self.missing_arguments(line))?;
            Some(Missing { rest: String::new(), arguments })
        })
    }

    /// Returns the rest of the latest history entry that begins with `line` and that the prompt
    /// would accept now.
    fn earlier(&self, line: &str, context: &Context<'_>) -> Option<String> {
        // The most entries that are tried. Without a limit, a long history would slow down typing.
        const TRIED: usize = 100;
        let history = context.history();
        let mut end = context.history_index().min(history.len().checked_sub(1)?);
        if line.trim().is_empty() {
            return None;
        }
        for _ in 0..TRIED {
            let found = history.starts_with(line, end, SearchDirection::Reverse).ok()??;
            let rest = found.entry.strip_prefix(line)?;
            if !rest.is_empty() && !found.entry.contains(is_control) && self.takes(&found.entry) {
                return Some(rest.to_owned());
            }
            end = found.idx.checked_sub(1)?;
        }
        None
    }

    /// Whether the prompt would accept `entry` now: a dot command, or tags and commands that may
    /// follow.
    fn takes(&self, entry: &str) -> bool {
        if let Some(dot) = dot::parse(entry) {
            return dot.is_ok();
        }
        let session = self.table.session();
        let (mut reader, mut group) = (session.reader().clone(), session.group());
        let mut line = reader.line(entry.as_bytes());
        loop {
            match reader.next(&mut line, group) {
                Ok(None) => return true,
                Ok(Some(Event::Prose)) | Err(_) => return false,
                Ok(Some(event)) => group = event.group_behind(group),
            }
        }
    }

    fn missing_arguments(&self, text: &str) -> Option<String> {
        let context = self.context(text)?;
        let given = context.command.as_ref()?.1.len();
        let forms = choose::forms(&context, self.table.session().game());
        let symbols = |form: &&[Slot]| form[given..].iter().map(|slot| slot.symbol()).collect();
        let mut forms: Vec<Vec<_>> = forms.iter().map(symbols).collect();
        forms.sort_by_key(Vec::len);
        let missing = match &forms[..] {
            [] => return None,
            // Arguments that only the longer form has are optional.
            [short, long] if long.starts_with(short) => {
                format!("{} [{}]", short.join(" "), long[short.len()..].join(" "))
            }
            _ => forms.iter().map(|form| form.join(" ")).collect::<Vec<_>>().join(" or "),
        };
        Some(if context.is_complete { format!("[{missing}]") } else { missing })
    }

    /// Completes `word`, the last word of `line`, if exactly one possible word begins with it. Also
    /// returns the arguments that are missing then. Returns `None` if `word` is a number or has
    /// fewer than two bytes.
    fn only_word(&self, line: &str, word: &str) -> Option<Missing> {
        if word.len() < 2 || word.parse::<i64>().is_ok() {
            return None;
        }
        let (_, words) = self.candidates(line);
        let [only] = &words[..] else { return None };
        let rest = only.strip_prefix(word).filter(|rest| !rest.is_empty())?;
        let line = format!("{line}{rest}");
        let arguments = dot_arguments(&line).or_else(|| self.missing_arguments(&line));
        Some(Missing { rest: rest.to_owned(), arguments: arguments.unwrap_or_default() })
    }
}

/// Returns the arguments of a dot command, if the line has only its name.
fn dot_arguments(line: &str) -> Option<String> {
    let (row, _) = dots::named(&DOTS, line.trim())?;
    Some(row.arguments.to_owned()).filter(|arguments| !arguments.is_empty())
}
