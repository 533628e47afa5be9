//! Prose that was perhaps not meant to be prose.

use crate::script::ast::Group;
use crate::script::command::command;
use crate::script::table::Keyword;
use crate::script::words::{skip_blanks, word, words};
use broadside_core::text::nearest;

/// The command that `prose` could be but for the spelling of its first word: one slip, or small
/// letters, in front of the right arguments and nothing else.
///
/// ```
/// use broadside_ships::script::{Keyword, check::meant_command};
///
/// assert_eq!(meant_command(b"reef 3 4"), Some(Keyword::Reef));
/// assert_eq!(meant_command(b"save"), Some(Keyword::Save));
/// assert_eq!(meant_command(b"save the ship"), None);
/// ```
pub fn meant_command(prose: &[u8]) -> Option<Keyword> {
    let (rest, first) = word(prose);
    let keyword = near_command(first)?;
    let group = Group::ALL.into_iter().find(|group| keyword.is_in(*group))?;
    let text = [keyword.name().as_bytes(), rest].concat();
    let (behind, _) = command(group, &text).ok()?;
    skip_blanks(behind).is_empty().then_some(keyword)
}

/// The command word that `word` is, in letters of any size and with one slip at most in a long one.
fn near_command(word: &[u8]) -> Option<Keyword> {
    let word = std::str::from_utf8(word).ok()?;
    let names = Keyword::ALL.map(Keyword::name);
    let name = nearest(word, names, |name| usize::from(name.len() >= 4))?;
    Keyword::from_name(name.as_bytes())
}

/// The command word that begins `prose`, in letters of any size and with one slip at most, if it is
/// none that a sentence could begin with.
pub(super) fn command_word(prose: &[u8]) -> Option<Keyword> {
    let (_, first) = word(prose);
    let keyword = near_command(first)?;
    keyword.name().contains('_').then_some(keyword)
}

/// The tag whose letters are all that `prose` says.
///
/// ```
/// use broadside_ships::script::{ast::Group, check::bare_tag};
///
/// assert_eq!(bare_tag(b"State:"), Some(Group::State));
/// assert_eq!(bare_tag(b"state of the art"), None);
/// ```
pub fn bare_tag(prose: &[u8]) -> Option<Group> {
    let mut words = words(prose);
    let (only, None) = (words.next()?, words.next()) else { return None };
    let start = only.iter().position(u8::is_ascii_alphanumeric)?;
    let end = only.iter().rposition(u8::is_ascii_alphanumeric)? + 1;
    let letters = &only[start..end];
    let name = |group: Group| group.tag().trim_matches(['[', ']']).as_bytes();
    Group::ALL.into_iter().find(|group| name(*group).eq_ignore_ascii_case(letters))
}

/// The tag that `word` is, in letters of any size.
fn tag_of_any_size(word: &[u8]) -> Option<Group> {
    let is_tag = |group: &Group| group.tag().as_bytes().eq_ignore_ascii_case(word);
    Group::ALL.into_iter().find(is_tag)
}

/// A tag inside `prose` that looks meant: it ends the line, or a command follows. A sentence may
/// speak of tags.
pub(super) fn tag_inside(prose: &[u8]) -> Option<Group> {
    let mut words = words(prose).peekable();
    while let Some(word) = words.next() {
        let is_meant = words.peek().is_none_or(|next| Keyword::from_name(next).is_some());
        if let (Some(tag), true) = (tag_of_any_size(word), is_meant) {
            return Some(tag);
        }
    }
    None
}
