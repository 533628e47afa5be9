//! Prose that was perhaps not meant to be prose.

use crate::script::ast::Group;
use crate::script::command::command;
use crate::script::keyword::Keyword;
use crate::script::words::{skip_blanks, word, words};

/// The command that `prose` could be but for the spelling of its first word: one slip, or small
/// letters, in front of the right arguments and nothing else.
///
/// ```
/// use broadside::script::{Keyword, check::meant_command};
///
/// assert_eq!(meant_command(b"reef 3 4"), Some(Keyword::Reef));
/// assert_eq!(meant_command(b"save"), Some(Keyword::Save));
/// assert_eq!(meant_command(b"save the ship"), None);
/// ```
pub fn meant_command(prose: &[u8]) -> Option<Keyword> {
    let (rest, first) = word(prose).ok()?;
    let first = std::str::from_utf8(first).ok().filter(|first| first.len() <= 40)?;
    let keyword = Keyword::ALL.into_iter().find(|keyword| is_near(first, keyword.name()))?;
    let group = Group::ALL.into_iter().find(|group| keyword.is_in(*group))?;
    let text = [keyword.name().as_bytes(), rest].concat();
    let (behind, _) = command(group, &text).ok()?;
    skip_blanks(behind).is_empty().then_some(keyword)
}

fn is_near(word: &str, name: &str) -> bool {
    let word = word.to_ascii_uppercase();
    word == name || (name.len() >= 4 && strsim::osa_distance(&word, name) <= 1)
}

/// A tag inside `prose` that looks meant: it ends the line, or a command follows. A sentence may
/// speak of tags.
pub(super) fn tag_inside(prose: &[u8]) -> Option<Group> {
    let mut words = words(prose).peekable();
    while let Some(word) = words.next() {
        let is_meant = words.peek().is_none_or(|next| Keyword::from_name(next).is_some());
        if let (Some(tag), true) = (Group::from_tag(word), is_meant) {
            return Some(tag);
        }
    }
    None
}
