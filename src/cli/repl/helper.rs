//! Gives the line editor completions and colours while the user types a line.

use super::dot::DOTS;
use super::highlight;
use super::table::Table;
use crate::cli::complete;
use crate::cli::prompt::dots;
use crate::cli::prompt::keys::{Keys, LONGEST};
use crate::cli::theme::{self, Theme};
use broadside::script::ast::Group;
use broadside::script::choose::{self, word_start};
use broadside::script::{Context, Keyword};
use rustyline::completion::{Completer, Pair};
use rustyline::highlight::{CmdKind, Highlighter};
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
    /// Returns what the grammar expects after `text`. Returns `None` if it expects nothing, for
    /// example in text outside groups, which is ignored.
    pub(super) fn context(&self, text: &str) -> Option<Context> {
        let session = self.table.session();
        Context::behind(session.reader(), session.group(), text.as_bytes())
    }

    /// Returns the start of the last word in `text`, and words that may stand in its place.
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

/// Returns the names of all dot commands, or, behind such a name, the words that may follow it.
fn dot_words(text: &str) -> Vec<String> {
    let names = || DOTS.iter().map(|row| row.name.to_owned());
    if !text.trim_start().contains(char::is_whitespace) {
        return names().collect();
    }
    let ends_word = text.ends_with(char::is_whitespace);
    match dots::typed(&DOTS, text).map(|(row, _)| row) {
        Some(row) if row.name == ".help" => {
            let commands = Keyword::ALL.into_iter().map(|keyword| keyword.name().to_owned());
            commands.chain(names()).collect()
        }
        Some(row) => {
            // Options may follow each other, but only the first argument can be another word.
            let is_first = text.split_whitespace().count() + usize::from(ends_word) <= 2;
            let words = row.words.iter().filter(|word| is_first || word.starts_with("--"));
            words.map(|word| (*word).to_owned()).collect()
        }
        None => Vec::new(),
    }
}

/// Returns where the name of a file begins, and that name, if the dot command takes a file.
fn file_argument(text: &str) -> Option<(usize, &str)> {
    let (_, path) = dots::typed(&DOTS, text).filter(|(row, _)| row.takes_file())?;
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
        // The only candidate gets a blank behind it. A folder gets none, because the path may
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
