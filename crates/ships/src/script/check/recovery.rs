//! Where reading goes on behind a wrong word.

use crate::script::Keyword;
use crate::script::ast::Group;
use crate::script::expected::{Expected, Found};
use crate::script::syntax::SyntaxError;
use crate::script::words::word;

/// The group that the text is most likely in behind a wrong word, so that one slip is reported once.
pub(super) fn recovered(error: &SyntaxError, open: Option<Group>) -> Option<Group> {
    let Found::Word(word) = &error.found else { return open };
    let near = error.nearest().map(str::as_bytes);
    let meant = Group::from_tag(word).or_else(|| Group::from_tag(near?));
    match (error.expected, open) {
        (Expected::OpeningTag, _) => meant.or_else(|| home(Keyword::from_name(word)?)),
        (Expected::CommandOf(_), Some(_)) if meant == open => None,
        (Expected::ClosingTag(_), _) => meant,
        // A tag that breaks a command off: that of the open group is read again.
        _ => Group::from_tag(word).or(open),
    }
}

/// Whether the closing tag of the open group broke a command off.
pub(super) fn is_closing_tag(error: &SyntaxError, open: Option<Group>) -> bool {
    let Found::Word(word) = &error.found else { return false };
    open.is_some() && Group::from_tag(word) == open
}

/// Whether a tag is wrong, or stands where none may.
pub(super) fn is_about_tags(error: &SyntaxError) -> bool {
    let is_tag = matches!(&error.found, Found::Word(word) if word.starts_with(b"["));
    match error.expected {
        Expected::OpeningTag | Expected::ClosingTag(_) => true,
        Expected::CommandOf(_) => is_tag,
        Expected::Integer
        | Expected::IntegerOrClass
        | Expected::Detail
        | Expected::Player
        | Expected::Heading
        | Expected::Class
        | Expected::Manoeuvre
        | Expected::Health(_)
        | Expected::Command
        | Expected::EndOfCommand
        | Expected::ShorterLine
        | Expected::Utf8
        | Expected::Word => false,
    }
}

/// The word that `text` begins with, or nothing.
pub(super) fn first_word(text: &[u8]) -> &[u8] {
    word(text).1
}

/// Whether `text` begins with a number, which may belong to a command before it.
pub(super) fn starts_with_integer(text: &[u8]) -> bool {
    broadside_core::text::integer(first_word(text)).is_some()
}

/// A kind of group in which `keyword` may stand.
fn home(keyword: Keyword) -> Option<Group> {
    Group::ALL.into_iter().find(|group| keyword.is_in(*group))
}
