//! Gives the line editor completions, colours and hints while the user types a line.
//!
//! A hint shows the rest of the word, or the rest of an earlier line with the same beginning. It
//! also shows the missing arguments of the command.
//!
//! ```text
//! (A) state> SET_FLEET A 1 1 2 3  # P [a b c d]
//!                      └─┬─────┘    └── the arguments of the command
//!                        └── the rest of an earlier line; the right arrow inserts it
//! ```
//!
//! This is a hint with colour: it is dim. Without colour, a hint would look like typed text, so the
//! whole hint follows a `#`, and shows the arguments only if there is no earlier line.

use super::dot::DOTS;
use super::highlight;
use super::table::Table;
use crate::cli::complete;
use crate::cli::prompt::console::Suggestion;
use crate::cli::prompt::keys::{Keys, LONGEST};
use crate::cli::theme::{self, Theme};
use broadside::script::ast::Group;
use broadside::script::choose::{self, word_start};
use broadside::script::{Context, Event, Keyword, Slot};
use broadside::text::is_control;
use rustyline::completion::{Completer, Pair};
use rustyline::highlight::{CmdKind, Highlighter};
use rustyline::hint::Hinter;
use rustyline::history::SearchDirection;
use rustyline::validate::Validator;
use std::borrow::Cow;

pub(super) struct Helper {
    pub(super) table: Table,
    pub(super) theme: Theme,
    /// Remembers the line for which the editor last asked for a hint.
    pub(super) keys: Keys,
}

impl rustyline::Helper for Helper {}
impl Validator for Helper {}

impl Helper {
    /// Returns what the grammar expects after `text`. Returns `None` in prose and comments, and
    /// after a syntax error on the last line.
    pub(super) fn context(&self, text: &str) -> Option<Context> {
        let session = self.table.session();
        Context::after(session.reader(), session.group(), text.as_bytes())
    }

    /// Returns the byte at which the last word of `text` starts, and the words that may replace
    /// this word.
    pub(super) fn candidates(&self, text: &str) -> (usize, Vec<String>) {
        let start = word_start(text);
        let mut words = match text.trim_start().strip_prefix('.') {
            Some(_) => dot_words(text),
            None => self.context(&text[..start]).map_or_else(Vec::new, |context| {
                choose::words(&context, &text[start..], self.table.session().game())
            }),
        };
        if text.trim().is_empty() && self.table.session().group().is_none() {
            words.extend(dot_words(text));
        }
        words.retain(|word| word.starts_with(&text[start..]));
        (start, words)
    }
}

fn dot_words(text: &str) -> Vec<String> {
    let names = || DOTS.0.iter().map(|row| row.name.to_owned());
    if !text.trim_start().contains(char::is_whitespace) {
        return names().collect();
    }
    let ends_word = text.ends_with(char::is_whitespace);
    match DOTS.typed(text).map(|(row, _)| row) {
        Some(row) if row.name == ".help" => {
            let commands = Keyword::ALL.into_iter().map(|keyword| keyword.name().to_owned());
            commands.chain(names()).collect()
        }
        Some(row) => {
            // Options may follow each other. A word that is not an option must be the first
            // argument.
            let is_first = text.split_whitespace().count() + usize::from(ends_word) <= 2;
            let words = row.words.iter().filter(|word| is_first || word.starts_with("--"));
            words.map(|word| (*word).to_owned()).collect()
        }
        None => Vec::new(),
    }
}

/// If `text` is a dot command that takes a file, returns the byte at which the file's name begins,
/// and this name.
fn file_argument(text: &str) -> Option<(usize, &str)> {
    let (_, path) = DOTS.typed(text).filter(|(row, _)| row.takes_file())?;
    Some((text.len() - path.len(), path))
}

impl Completer for Helper {
    type Candidate = Pair;

    fn complete(
        &self,
        line: &str,
        pos: usize,
        _: &rustyline::Context<'_>,
    ) -> rustyline::Result<(usize, Vec<Pair>)> {
        let text = &line[..pos];
        let (start, words) = match file_argument(text) {
            Some((start, path)) => (start, complete::paths(path)),
            None => self.candidates(text),
        };
        // A single candidate gets a blank after it. A folder gets no blank, because the path may
        // continue.
        let ends = words.len() == 1 && !words[0].ends_with('/');
        let pair = |word: String| {
            let replacement = if ends { format!("{word} ") } else { word.clone() };
            Pair { display: word, replacement }
        };
        Ok((start, words.into_iter().map(pair).collect()))
    }
}

impl Highlighter for Helper {
    fn highlight<'l>(&self, line: &'l str, _: usize) -> Cow<'l, str> {
        if !self.theme.is_coloured() || line.len() > LONGEST {
            return Cow::Borrowed(line);
        }
        Cow::Owned(highlight::highlight(line, self.table.session(), self.theme))
    }

    fn highlight_hint<'h>(&self, hint: &'h str) -> Cow<'h, str> {
        Cow::Owned(self.theme.paint(theme::DIM, hint))
    }

    fn highlight_candidate<'c>(
        &self,
        candidate: &'c str,
        _: rustyline::CompletionType,
    ) -> Cow<'c, str> {
        match Group::from_tag(candidate.as_bytes()) {
            Some(group) => Cow::Owned(self.theme.paint(theme::group(group), candidate)),
            None => Cow::Borrowed(candidate),
        }
    }

    fn highlight_char(&self, line: &str, _: usize, kind: CmdKind) -> bool {
        self.theme.is_coloured() && line.len() <= LONGEST && kind != CmdKind::MoveCursor
    }
}

#[derive(Debug, Default)]
struct Missing {
    /// What the last word lacks, if exactly one possible word begins with the last word. Otherwise
    /// empty, and also empty for a number or a single letter.
    rest: String,
    arguments: String,
}

impl Hinter for Helper {
    type Hint = Suggestion;

    fn hint(&self, line: &str, pos: usize, context: &rustyline::Context<'_>) -> Option<Suggestion> {
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

/// Returns a hint for a terminal without colours. The hint has the whole word, because the rest
/// alone would be hard to read.
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

    /// Returns the rest of the latest history entry that begins with `line` and is allowed now.
    fn earlier(&self, line: &str, context: &rustyline::Context<'_>) -> Option<String> {
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

    /// Returns true if `entry` is a correct dot command, or if the session can read it as tags and
    /// commands without prose.
    fn takes(&self, entry: &str) -> bool {
        if let Some(dot) = DOTS.parse(entry) {
            return dot.is_ok();
        }
        let session = self.table.session();
        let (mut reader, mut group) = (session.reader().clone(), session.group());
        let mut line = reader.line(entry.as_bytes());
        loop {
            match reader.next(&mut line, group) {
                Ok(None) => return true,
                Ok(Some(Event::Prose)) | Err(_) => return false,
                Ok(Some(event)) => group = event.group_after(group),
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

    /// Completes `word`, the last word of `line`, if only one possible word begins with `word`.
    /// Numbers and single letters are not completed.
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

fn dot_arguments(line: &str) -> Option<String> {
    let (row, _) = DOTS.named(line.trim())?;
    Some(row.arguments.to_owned()).filter(|arguments| !arguments.is_empty())
}
