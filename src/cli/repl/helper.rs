//! What the line editor asks while a line is typed: completions, hints, colours.

use super::table::Table;
use super::{choose, dot, highlight, places};
use crate::cli::theme::{self, Theme};
use broadside::script::ast::Group;
use broadside::script::{Context, Keyword, Slot};
use rustyline::completion::{Completer, Pair};
use rustyline::highlight::{CmdKind, Highlighter};
use rustyline::hint::{Hint, Hinter};
use rustyline::validate::Validator;
use std::borrow::Cow;
use std::path::Path;

/// The table, as the editor sees it.
#[derive(Debug)]
pub(super) struct Helper {
    pub(super) table: Table,
    pub(super) theme: Theme,
}

/// A hint: what may follow, and what of it the right arrow brings.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Missing {
    text: String,
    word: usize,
}

impl rustyline::Helper for Helper {}
impl Validator for Helper {}

impl Hint for Missing {
    fn display(&self) -> &str {
        &self.text
    }

    fn completion(&self) -> Option<&str> {
        (self.word > 0).then(|| &self.text[..self.word])
    }
}

impl Helper {
    fn context(&self, text: &str) -> Option<Context> {
        let session = self.table.session();
        Context::behind(session.reader(), session.group(), text.as_bytes())
    }

    /// Where the word at the end of `text` begins, and all that may stand there.
    pub(super) fn candidates(&self, text: &str) -> (usize, Vec<String>) {
        let start = word_start(text);
        let mut words = match text.trim_start().strip_prefix('.') {
            Some(_) => dot_words(text),
            None => self.context(&text[..start]).map_or_else(Vec::new, |context| {
                choose::words(&context, &text[start..], self.table.session().game())
            }),
        };
        if text.trim().is_empty() && self.table.session().group().is_none() {
            words.extend(dot::Name::ALL.map(|name| name.name().to_owned()));
        }
        words.retain(|word| word.starts_with(&text[start..]));
        (start, words)
    }

    /// What the forms of the command at the end of `text` still lack.
    fn lacking(&self, text: &str) -> Option<String> {
        let context = self.context(text)?;
        let given = context.command.as_ref()?.1.len();
        let forms = choose::forms(&context, self.table.session().game());
        let lacks = |form: &&[Slot]| form[given..].iter().map(|slot| slot.symbol()).collect();
        let mut forms: Vec<Vec<_>> = forms.iter().map(lacks).collect();
        forms.sort_by_key(Vec::len);
        let missing = match &forms[..] {
            [] => return None,
            // What only the longer form has can be left out.
            [short, long] if long.starts_with(short) => {
                format!("{} [{}]", short.join(" "), long[short.len()..].join(" "))
            }
            _ => forms.iter().map(|form| form.join(" ")).collect::<Vec<_>>().join(" or "),
        };
        Some(if context.is_complete { format!("[{missing}]") } else { missing })
    }
}

/// Where the word at the end of `text` begins. As in the language only ASCII has blanks.
fn word_start(text: &str) -> usize {
    let blank = text.bytes().rposition(|byte| matches!(byte, b' ' | b'\t'..=b'\r'));
    blank.map_or(0, |blank| blank + 1)
}

/// The words of dot commands and of their arguments, but for files.
fn dot_words(text: &str) -> Vec<String> {
    let names = || dot::Name::ALL.into_iter().map(|name| name.name().to_owned());
    let Some((name, _)) = text.trim_start().split_once(char::is_whitespace) else {
        return names().collect();
    };
    let words = |words: &[&str]| words.iter().map(|word| (*word).to_owned()).collect();
    match dot::Name::from_name(name) {
        Some(dot::Name::Help) => {
            let commands = Keyword::ALL.into_iter().map(|keyword| keyword.name().to_owned());
            commands.chain(names()).collect()
        }
        Some(dot::Name::Board) => words(&["A", "B"]),
        Some(dot::Name::Ai) => words(&["auto", "off"]),
        Some(dot::Name::Play) => words(&["--against", "--setup", "--seed", "--first"]),
        _ => Vec::new(),
    }
}

/// The name of the file that a dot command is about to take.
fn file_argument(text: &str) -> Option<(usize, &str)> {
    let (name, rest) = text.trim_start().split_once(char::is_whitespace)?;
    let takes_file = [dot::Name::Save, dot::Name::Read].map(dot::Name::name).contains(&name);
    takes_file.then(|| rest.trim_start()).map(|path| (text.len() - path.len(), path))
}

/// The files that go on from `path`.
fn files(path: &str) -> Vec<String> {
    let (folder, start) = path.rfind('/').map_or(("", path), |slash| path.split_at(slash + 1));
    let place = if folder.is_empty() { "." } else { folder };
    let place = places::from_home(Path::new(place));
    let entries = std::fs::read_dir(place).into_iter().flatten().flatten();
    let full = |entry: std::fs::DirEntry| {
        let name = entry.file_name().into_string().ok()?;
        let end = if entry.path().is_dir() { "/" } else { "" };
        let is_meant =
            name.starts_with(start) && (!name.starts_with('.') || start.starts_with('.'));
        is_meant.then(|| format!("{folder}{name}{end}"))
    };
    let mut found: Vec<_> = entries.filter_map(full).collect();
    found.sort();
    found
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
            Some((start, path)) => (start, files(path)),
            None => self.candidates(text),
        };
        // A blank behind the only word saves a key; behind a folder it would be in the way.
        let ends = words.len() == 1 && !words[0].ends_with('/');
        let pair = |word: String| {
            let replacement = if ends { format!("{word} ") } else { word.clone() };
            Pair { display: word, replacement }
        };
        Ok((start, words.into_iter().map(pair).collect()))
    }
}

impl Hinter for Helper {
    type Hint = Missing;

    fn hint(&self, line: &str, pos: usize, _: &rustyline::Context<'_>) -> Option<Missing> {
        // Without colour a hint would look like typed text.
        if pos < line.len() || !self.theme.is_coloured {
            return None;
        }
        if line.trim().is_empty() && !self.table.session().reader().is_unfinished() {
            return None;
        }
        let word = &line[word_start(line)..];
        let (rest, arguments) = self.only_word(line, word).or_else(|| {
            let missing = dot_arguments(line).or_else(|| self.lacking(line))?;
            Some((String::new(), missing))
        })?;
        let is_apart = line.is_empty() || line.ends_with(char::is_whitespace);
        let gap = if rest.is_empty() && is_apart { "" } else { " " };
        let arguments = if arguments.is_empty() { arguments } else { format!("{gap}{arguments}") };
        Some(Missing { word: rest.len(), text: rest + &arguments })
    }
}

impl Helper {
    /// The rest of the only command word or tag that begins with `word`, and its arguments.
    fn only_word(&self, line: &str, word: &str) -> Option<(String, String)> {
        if word.len() < 2 || word.parse::<i64>().is_ok() {
            return None;
        }
        let (_, words) = self.candidates(line);
        let [only] = &words[..] else { return None };
        let rest = only.strip_prefix(word).filter(|rest| !rest.is_empty())?;
        let line = format!("{line}{rest}");
        let arguments = dot_arguments(&line).or_else(|| self.lacking(&line));
        Some((rest.to_owned(), arguments.unwrap_or_default()))
    }
}

/// The arguments of a dot command that has none yet.
fn dot_arguments(line: &str) -> Option<String> {
    let name = dot::Name::from_name(line.trim())?;
    Some(name.arguments().to_owned()).filter(|arguments| !arguments.is_empty())
}

impl Highlighter for Helper {
    fn highlight<'l>(&self, line: &'l str, _: usize) -> Cow<'l, str> {
        if !self.theme.is_coloured {
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

    fn highlight_char(&self, _: &str, _: usize, kind: CmdKind) -> bool {
        self.theme.is_coloured && kind != CmdKind::MoveCursor
    }
}
