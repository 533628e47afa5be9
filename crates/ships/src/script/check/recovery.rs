//! Decides how checking continues after a syntax error.

use crate::script::Keyword;
use crate::script::ast::Group;
use crate::script::expected::{Expected, Found};
use crate::script::syntax::SyntaxError;

/// Returns the group that is probably open after the wrong word. A good guess avoids a second
/// report of the same mistake.
pub(super) fn group_after_error(error: &SyntaxError, open: Option<Group>) -> Option<Group> {
    let Found::Word(word) = &error.found else { return open };
    let near = error.nearest().map(str::as_bytes);
    let meant = Group::from_tag(word).or_else(|| Group::from_tag(near?));
    match (error.expected, open) {
        (Expected::OpeningTag, _) => meant.or(Keyword::from_name(word).map(Keyword::home)),
        // A misspelled closing tag, such as `[sate]` at the end of a `[state]` group, closes the
        // group.
        (Expected::CommandOf(_), Some(_)) if meant == open => None,
        (Expected::ClosingTag(..), _) => meant,
        // A tag inside a command probably opens the group of the tag. If this group is already
        // open, it stays open for now: the caller reads the tag again, and then closes the group.
        _ => Group::from_tag(word).or(open),
    }
}

/// Returns whether the wrong word is the closing tag of the open group. Such a tag is wrong only
/// where a command still needs words.
pub(super) fn is_closing_tag(error: &SyntaxError, open: Option<Group>) -> bool {
    let Found::Word(word) = &error.found else { return false };
    open.is_some() && Group::from_tag(word) == open
}

/// Returns whether the wrong word is a misspelled tag, or stands where a tag is expected.
pub(super) fn is_about_tags(error: &SyntaxError) -> bool {
    let is_tag = matches!(&error.found, Found::Word(word) if word.starts_with(b"["));
    matches!(error.expected, Expected::OpeningTag | Expected::ClosingTag(..))
        || matches!(error.expected, Expected::CommandOf(_)) && is_tag
}
