//! Finds prose (text outside groups) that was probably meant as a command or a tag.

use crate::script::ast::Group;
use crate::script::table::{Keyword, command};
use crate::script::words::{skip_blanks, word, words};
use broadside_core::text::nearest;

/// Returns the command that `prose` was probably meant as. The first word may be in lower case. If
/// the name of the command has four letters or more, the first word may have one typing error. The
/// arguments must be right, and no word may follow them.
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
    let text = [keyword.name().as_bytes(), rest].concat();
    let (after, _) = command(keyword.home(), &text).ok()?;
    skip_blanks(after).is_empty().then_some(keyword)
}

fn near_command(word: &[u8]) -> Option<Keyword> {
    let word = std::str::from_utf8(word).ok()?;
    let names = Keyword::ALL.map(Keyword::name);
    let name = nearest(word, names, |name| usize::from(name.len() >= 4))?;
    Keyword::from_name(name.as_bytes())
}

/// Returns the command word with which `prose` probably begins. Finds only command words with `_`,
/// because no sentence begins with such a word.
pub(super) fn command_word(prose: &[u8]) -> Option<Keyword> {
    let (_, first) = word(prose);
    let keyword = near_command(first)?;
    keyword.name().contains('_').then_some(keyword)
}

/// Returns the tag if `prose` is only the name of the tag. Case and punctuation around the name do
/// not matter.
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

fn tag_ignoring_case(word: &[u8]) -> Option<Group> {
    let is_tag = |group: &Group| group.tag().as_bytes().eq_ignore_ascii_case(word);
    Group::ALL.into_iter().find(is_tag)
}

/// Returns a tag inside `prose` that was probably meant as a tag: the line ends after it, or a
/// command follows. Other tags may be part of a sentence.
pub(super) fn tag_inside(prose: &[u8]) -> Option<Group> {
    let mut words = words(prose).peekable();
    while let Some(word) = words.next() {
        let is_meant = words.peek().is_none_or(|next| Keyword::from_name(next).is_some());
        if let (Some(tag), true) = (tag_ignoring_case(word), is_meant) {
            return Some(tag);
        }
    }
    None
}
