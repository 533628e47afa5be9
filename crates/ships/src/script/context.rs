//! Says what may follow at a place in a script, for completion and hints. This module uses no game:
//! the module `choose` asks a game whether a name is free or a field exists.

use super::ast::Group;
use super::reader::{Event, Reader};
use super::slot::Slot;
use super::table::Keyword;
use super::words::words;

/// A place in a script.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Context {
    /// The group in which the place lies, or `None` outside groups.
    pub group: Option<Group>,
    /// The command at this place, with its arguments so far. `None` if the place does not belong to
    /// a command. Then a tag may begin here and, inside a group, also a command.
    pub command: Option<(Keyword, Vec<String>)>,
    /// Whether the command is already complete. Then another command or a tag may begin here. But
    /// more arguments may still follow.
    pub is_complete: bool,
}

impl Context {
    /// Returns the place after `text`. `reader` must have read everything before `text`, and
    /// `group` must be open where `text` begins. Returns `None` in prose and comments, and after a
    /// syntax error on the last line.
    pub fn after(reader: &Reader, group: Option<Group>, text: &[u8]) -> Option<Self> {
        let (mut reader, mut group) = (reader.clone(), group);
        let mut context = None;
        for line in text.split(|byte| *byte == b'\n') {
            context = Self::after_line(&mut reader, &mut group, line);
        }
        context
    }

    fn after_line(reader: &mut Reader, group: &mut Option<Group>, line: &[u8]) -> Option<Self> {
        let mut line = reader.line(line);
        let mut last = None;
        while let Some(event) = reader.next(&mut line, *group).ok()? {
            *group = event.group_after(*group);
            last = Some(event);
        }
        let (command, is_complete) = match (last, reader.unfinished()) {
            (Some(Event::Comment(_)), _) | (Some(Event::Prose), None) => return None,
            (_, Some(words)) => (command(words), false),
            (Some(Event::Command(_)), None) => (command(line.bytes()), true),
            (Some(Event::Open(_) | Event::Close(_)) | None, None) => (None, false),
        };
        Some(Self { group: *group, command, is_complete })
    }

    /// Returns the forms of the command that fit the words so far and have more arguments. Each
    /// form has all its arguments, including the arguments already given.
    pub fn forms(&self) -> Vec<&'static [Slot]> {
        let Some((keyword, words)) = &self.command else { return Vec::new() };
        let fits = |form: &&[Slot]| {
            form.len() > words.len() && form.iter().zip(words).all(|(slot, word)| slot.admits(word))
        };
        keyword.forms().iter().copied().filter(fits).collect()
    }

    /// Returns the missing arguments of each of the [`forms`](Self::forms).
    pub fn missing(&self) -> Vec<&'static [Slot]> {
        let given = self.command.as_ref().map_or(0, |(_, words)| words.len());
        self.forms().into_iter().map(|form| &form[given..]).collect()
    }
}

fn command(text: &[u8]) -> Option<(Keyword, Vec<String>)> {
    let mut words = words(text);
    let keyword = Keyword::from_name(words.next()?)?;
    Some((keyword, words.map(|word| String::from_utf8_lossy(word).into_owned()).collect()))
}
