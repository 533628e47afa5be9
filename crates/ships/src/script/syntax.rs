//! The texts of syntax errors: their messages and hints.

use super::ast::Group;
use super::expected::{Expected, Found};
use super::mark::{Mark, Place};
use super::table::Keyword;
use crate::rules::Class;
use broadside_core::board::{Heading, Manoeuvre, Side};
use broadside_core::text::{Visible, integer, nearest, third};
use std::fmt;

/// A syntax error: a wrong word, a missing word, or text that cannot be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SyntaxError {
    /// The wrong word, or the place of the missing word.
    pub mark: Mark,
    /// What would be right there.
    pub expected: Expected,
    /// What was found there.
    pub found: Found,
    /// The command that has the error. For an extra word, the command before it, if that command
    /// ends on the line of the word. `None` if there is no such command.
    pub command: Option<Keyword>,
    /// The line on which the command begins, if a later line has its wrong word. `None` in all
    /// other cases, for example for an extra word, or if the input ends inside the command.
    #[doc(hidden)]
    pub begun: Option<u64>,
}

impl Expected {
    /// Returns the words of the language that are expected. The list is empty for some values, for
    /// example for [`Self::Integer`].
    #[doc(hidden)]
    pub fn words(self) -> Vec<&'static str> {
        match self {
            Self::Detail => vec!["0", "1"],
            Self::Player => Side::ALL.map(Side::name).to_vec(),
            Self::Heading => Heading::ALL.map(Heading::name).to_vec(),
            Self::Class => Class::ALL.map(Class::name).to_vec(),
            Self::Manoeuvre => Manoeuvre::ALL.map(Manoeuvre::name).to_vec(),
            Self::Command => Keyword::ALL.map(Keyword::name).to_vec(),
            Self::CommandOf(group) => {
                Keyword::of(group).map(Keyword::name).chain([group.tag()]).collect()
            }
            Self::ClosingTag(group, _) => vec![group.tag()],
            Self::OpeningTag => Group::ALL.into_iter().map(Group::tag).collect(),
            Self::IntegerOrClass => Self::Class.words(),
            Self::Integer
            | Self::Health(_)
            | Self::Order
            | Self::Setting
            | Self::EndOfCommand
            | Self::ShorterLine
            | Self::Utf8
            | Self::Word => Vec::new(),
        }
    }
}

impl fmt::Display for Expected {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Integer => f.write_str("an integer of 64 bits"),
            Self::IntegerOrClass => write!(f, "a column or a class: {}", either(&self.words())),
            Self::Detail => write!(f, "a picture: {}", either(&self.words())),
            Self::Player => write!(f, "a player: {}", either(&self.words())),
            Self::Heading => write!(f, "a heading: {}", either(&self.words())),
            Self::Class => write!(f, "a class: {}", either(&self.words())),
            Self::Manoeuvre => write!(f, "a move: {}", either(&self.words())),
            Self::Health(length) => {
                write!(f, "{length} digits, `1` for a healthy segment and `0` for a destroyed one")
            }
            Self::CommandOf(Group::State) => f.write_str("a state command or `[state]`"),
            Self::CommandOf(group) => write!(f, "a player's command or `{}`", group.tag()),
            Self::Command => f.write_str("a command"),
            Self::Order => f.write_str("an order"),
            Self::Setting => f.write_str("a setting"),
            Self::EndOfCommand => f.write_str("the end of the command"),
            Self::ClosingTag(group, _) => write!(f, "`{}` to close the group", group.tag()),
            Self::OpeningTag => write!(f, "an opening tag: {}", either(&self.words())),
            Self::ShorterLine => f.write_str("a line of at most 1 MiB"),
            Self::Utf8 => f.write_str("a script in UTF-8"),
            Self::Word => f.write_str("a word"),
        }
    }
}

impl fmt::Display for Found {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Word(word) => write!(f, "`{}`", shown(word)),
            Self::End => f.write_str("the end of the input"),
            Self::LongLine => f.write_str("a longer one"),
            Self::Utf16 => f.write_str("UTF-16"),
        }
    }
}

/// Returns the words as a choice, such as "`N`, `E`, `S` or `W`".
fn either(words: &[&str]) -> String {
    let quoted: Vec<_> = words.iter().map(|word| format!("`{word}`")).collect();
    match quoted.split_last() {
        Some((last, rest)) if !rest.is_empty() => format!("{} or {last}", rest.join(", ")),
        _ => quoted.concat(),
    }
}

fn shown(word: &[u8]) -> String {
    const LONGEST: usize = 60;
    // A character has at most four bytes, so this many bytes have more than `LONGEST` characters.
    let text = Visible(&word[..word.len().min(4 * LONGEST + 4)]).to_string();
    let mut shown: String = text.chars().take(LONGEST).collect();
    if text.chars().nth(LONGEST).is_some() {
        shown.push('…');
    }
    shown
}

impl fmt::Display for SyntaxError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Place { line, column } = self.mark.place;
        write!(f, "{line}:{column}: {}", self.message())
    }
}

impl std::error::Error for SyntaxError {}

impl SyntaxError {
    /// Returns the message without the place: what was expected, and what was found.
    ///
    /// ```
    /// use broadside_ships::script::Script;
    ///
    /// let error = Script::parse(b"[state]\nREEF 1 x").expect_err("x is no column");
    /// assert_eq!(error.message(), "expected an integer of 64 bits, found `x`");
    /// assert_eq!(error.to_string(), format!("2:8: {}", error.message()));
    /// ```
    pub fn message(&self) -> String {
        format!("expected {}, found {}", self.expected, self.found)
    }

    /// Returns a hint, such as the nearest expected word or the forms of the command.
    pub fn help(&self) -> Option<String> {
        if self.found == Found::Utf16 {
            return Some("save the file as UTF-8".to_owned());
        }
        let Found::Word(word) = &self.found else { return self.usage() };
        if let Some(group) = Group::ALL.into_iter().find(|g| word.starts_with(g.tag().as_bytes()))
            && group.tag().len() < word.len()
        {
            let tag = group.tag();
            return Some(format!("a tag is a word of its own: put a blank after `{tag}`"));
        }
        if let Expected::ClosingTag(group, line) = self.expected {
            return Some(format!("`{}` of line {line} is still open", group.tag()));
        }
        if let Some(help) = about_form(word) {
            return Some(help);
        }
        if let Some(near) = self.nearest() {
            return Some(format!("did you mean `{near}`?"));
        }
        match (Keyword::from_name(word), self.expected) {
            (Some(keyword), Expected::OpeningTag | Expected::CommandOf(_)) => Some(home(keyword)),
            (None, Expected::CommandOf(_)) if integer(word).is_some() => Some(self.too_many()),
            _ => self.usage(),
        }
    }

    /// Returns the [`help`](Self::help), and the command that the wrong word probably means, if the
    /// help does not lead to it. `run` shows only the help, because its bytes are fixed.
    #[doc(hidden)]
    pub fn advice(&self) -> Option<String> {
        let (help, near) = (self.help(), self.meant_command());
        match (self.expected, near, &help) {
            (Expected::CommandOf(group), Some(near), None) if near.is_in(group) => {
                Some(format!("did you mean `{}`?", near.name()))
            }
            (Expected::CommandOf(_), Some(near), None) => {
                Some(format!("did you mean `{}`? It belongs inside {}", near.name(), groups(near)))
            }
            (_, Some(near), Some(form)) if self.begun.is_some() && help == self.usage() => {
                let (found, near) = (&self.found, near.name());
                Some(format!("{found} is no command: did you mean `{near}`? {form}"))
            }
            _ => help,
        }
    }

    /// Returns the command whose name is nearest to the wrong word, or ends with it, as `SET_FLEET`
    /// ends with `FLEET`. Returns `None` if the word is a command.
    fn meant_command(&self) -> Option<Keyword> {
        let Found::Word(found) = &self.found else { return None };
        let found = str::from_utf8(found).ok()?;
        let names = || Keyword::ALL.map(Keyword::name).into_iter();
        let is_end = |name: &&str| {
            name.split_once('_').is_some_and(|(_, end)| end.eq_ignore_ascii_case(found))
        };
        let near = nearest(found, names(), third).or_else(|| names().find(is_end))?;
        Keyword::from_name(near.as_bytes()).filter(|_| near != found)
    }

    fn too_many(&self) -> String {
        let form = self.usage().map(|usage| format!("{usage}; {} is too much", self.found));
        form.unwrap_or_else(|| SAME_LINE.to_owned())
    }

    fn usage(&self) -> Option<String> {
        let command = self.command?;
        let forms = command.usages().collect::<Vec<_>>().join("` or `");
        let form = format!("the form is `{forms}`");
        Some(match self.begun {
            Some(line) => format!("`{}` of line {line} is not complete: {form}", command.name()),
            None => form,
        })
    }

    /// Returns the expected word that is nearest to the word found. If no expected word is near,
    /// returns the only expected word that begins like the word found: `N` for `NORTH`, and
    /// `PLACE_SHIP` for `PLACE`.
    pub(super) fn nearest(&self) -> Option<&'static str> {
        let Found::Word(found) = &self.found else { return None };
        let found = std::str::from_utf8(found).ok()?;
        let words = self.expected.words().into_iter().filter(|word| *word != found);
        nearest(found, words.clone(), third).or_else(|| {
            let mut like = words.filter(|word| begin_alike(word, found));
            like.next().filter(|_| like.next().is_none())
        })
    }
}

fn begin_alike(one: &str, other: &str) -> bool {
    let (one, other) = (one.to_ascii_uppercase(), other.to_ascii_uppercase());
    one.starts_with(|first: char| first.is_ascii_alphabetic())
        && (one.starts_with(&other) || other.starts_with(&one))
}

/// Returns a hint about a word that is wrong at every place.
fn about_form(word: &[u8]) -> Option<String> {
    if COMMENTS.iter().any(|sign| word.starts_with(sign.as_bytes())) {
        return Some("a comment begins with `#`".to_owned());
    }
    if word == b"[" {
        return Some("a tag has no blanks in it: `[state]`".to_owned());
    }
    let is_blank = |char: &char| char.is_whitespace() && !char.is_ascii();
    let blank = std::str::from_utf8(word).ok()?.chars().find(is_blank)?;
    Some(format!("it holds the blank U+{:04X}; put a plain blank in its place", u32::from(blank)))
}

/// How comments begin in other languages.
const COMMENTS: [&str; 5] = ["//", "/*", "--", ";", "%"];

/// The hint for a number where a command is expected. The usual cause is a line that ends too
/// early. The hint asks for more than the language does: of the numbers of `SET_FLEET P`, only the
/// first must be on the line of `P`.
const SAME_LINE: &str = "the numbers after `SET_FLEET P` and the last one of `SPY i y x` stand on the \
    same line as the word before them";

fn home(keyword: Keyword) -> String {
    format!("`{}` belongs inside {}", keyword.name(), groups(keyword))
}

/// Returns the groups in which a command is allowed.
fn groups(keyword: Keyword) -> &'static str {
    const TURN: Group = Group::Turn(Side::First);
    match (keyword.is_in(Group::State), keyword.is_in(TURN)) {
        (true, false) => "`[state] ... [state]`",
        (false, true) => "a player's group: `[playerA] ... [playerA]`",
        _ => "a group: `[state] ... [state]` or `[playerA] ... [playerA]`",
    }
}
