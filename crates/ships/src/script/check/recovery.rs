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
        (Expected::CommandOf(_), Some(_)) if meant == open => None,
        (Expected::ClosingTag(..), _) => meant,
        // If the wrong word is a tag, its group is probably open. If the tag closes the open group,
        // the caller reads the tag again.
        _ => Group::from_tag(word).or(open),
    }
}

/// Returns whether the wrong word is the closing tag of the open group. This tag then stands inside
/// a command.
pub(super) fn is_closing_tag(error: &SyntaxError, open: Option<Group>) -> bool {
    let Found::Word(word) = &error.found else { return false };
    open.is_some() && Group::from_tag(word) == open
}

/// Returns whether the wrong word is a tag of a group that is not open.
pub(super) fn is_other_tag(error: &SyntaxError) -> bool {
    let Found::Word(word) = &error.found else { return false };
    matches!(error.expected, Expected::ClosingTag(..)) && Group::from_tag(word).is_some()
}

/// Returns whether the wrong word is a misspelled tag, or stands where a tag is expected.
pub(super) fn is_about_tags(error: &SyntaxError) -> bool {
    let is_tag = matches!(&error.found, Found::Word(word) if word.starts_with(b"["));
    matches!(error.expected, Expected::OpeningTag | Expected::ClosingTag(..))
        || matches!(error.expected, Expected::CommandOf(_)) && is_tag
}
