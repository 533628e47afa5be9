//! A whole script as a value: its groups with their commands, its prose (text outside groups),
//! comments and blank lines.
//!
//! A [`Script`] is built from the events of the reader, so that streams and whole scripts have one
//! grammar. The text of a [`Script`] is the canonical form. A run of the canonical form prints the
//! same bytes as a run of the script. The canonical form reads back as the same value. Each tag and
//! each command begins a new line. A comment inside a command is put before the command. Blanks at
//! the ends of lines, and blank lines at the end of the script, are dropped. Inside a group, several
//! blank lines in a row become one. Two blanks indent the lines inside a group. A group that the end
//! of the file closes gets its closing tag.

use super::ast::{Command, Group};
use super::cursor::Cursor;
use super::page::Page;
use super::reader::{Event, Reader, lines};
use super::syntax::SyntaxError;
use super::words::{is_blank, trimmed};
use std::fmt;

/// A script without syntax errors. Only a game knows whether its commands are allowed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Script {
    parts: Vec<Part>,
}

/// A group, or a piece of a script outside groups.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Part {
    /// A group with its content.
    Group(Block),
    /// Prose, together with the comment that ends its line.
    Prose(Remark),
    /// A comment.
    Comment(Remark),
    /// This many blank lines.
    Blank(usize),
}

/// A group with its content.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Block {
    group: Group,
    items: Vec<Item>,
}

/// A piece of a group.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Item {
    /// A command.
    Command(Command),
    /// The other player's tag inside a player's group. The game refuses it.
    Tag(Group),
    /// A comment.
    Comment(Remark),
    /// One or more blank lines.
    Blank,
}

/// Text that does nothing, up to the end of its line. It may have any bytes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Remark {
    /// The text without white space at its end. A comment begins with its `#`.
    pub text: Vec<u8>,
    /// Whether the text follows a tag or a command on the same line.
    is_trailing: bool,
}

impl Script {
    /// Reads a whole script.
    ///
    /// # Errors
    /// Returns the first syntax error.
    pub fn parse(bytes: &[u8]) -> Result<Self, Box<SyntaxError>> {
        let (mut draft, mut reader) = (Draft::default(), Reader::default());
        for line in lines(bytes) {
            draft.line(&mut reader, line)?;
        }
        reader.end(draft.group())?;
        Ok(draft.finish())
    }

    /// Returns the parts of the script.
    pub fn parts(&self) -> &[Part] {
        &self.parts
    }

    /// Returns the groups.
    pub fn groups(&self) -> impl Iterator<Item = &Block> {
        self.parts
            .iter()
            .filter_map(|p| if let Part::Group(block) = p { Some(block) } else { None })
    }

    /// Returns all commands, in order.
    pub fn commands(&self) -> impl Iterator<Item = &Command> {
        self.groups().flat_map(Block::commands)
    }

    /// Returns the text of the script. [`Display`](fmt::Display) shows this text, but replaces
    /// bytes that are not UTF-8.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut page = Page::default();
        for part in &self.parts {
            match part {
                Part::Group(block) => block.write(&mut page),
                Part::Prose(remark) | Part::Comment(remark) => remark.write(&mut page),
                Part::Blank(count) => (0..*count).for_each(|_| page.blank()),
            }
        }
        page.finish()
    }
}

impl fmt::Display for Script {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&String::from_utf8_lossy(&self.to_bytes()))
    }
}

impl std::str::FromStr for Script {
    type Err = Box<SyntaxError>;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        Self::parse(text.as_bytes())
    }
}

impl Block {
    /// Returns the kind of the group.
    pub const fn group(&self) -> Group {
        self.group
    }

    /// Returns the content between the tags.
    pub fn items(&self) -> &[Item] {
        &self.items
    }

    /// Returns the commands, in order.
    pub fn commands(&self) -> impl Iterator<Item = &Command> {
        self.items.iter().filter_map(|i| if let Item::Command(one) = i { Some(one) } else { None })
    }

    fn write(&self, page: &mut Page) {
        page.tag(self.group);
        page.inside(|page| self.items.iter().for_each(|item| item.write(page)));
        page.tag(self.group);
    }
}

impl Item {
    fn write(&self, page: &mut Page) {
        match self {
            Self::Command(command) => page.command(command),
            Self::Tag(group) => page.tag(*group),
            Self::Comment(remark) => remark.write(page),
            Self::Blank => page.blank(),
        }
    }
}

impl Remark {
    fn write(&self, page: &mut Page) {
        if self.is_trailing {
            page.append(&self.text);
        } else {
            page.line(&self.text);
        }
    }
}

#[derive(Default)]
struct Draft {
    parts: Vec<Part>,
    /// The open group.
    block: Option<Block>,
    /// Whether a tag or a command ends on the current line.
    line_has_code: bool,
}

impl Draft {
    fn group(&self) -> Option<Group> {
        self.block.as_ref().map(|block| block.group)
    }

    fn line(&mut self, reader: &mut Reader, bytes: &[u8]) -> Result<(), Box<SyntaxError>> {
        let may_be_blank = !reader.is_unfinished();
        let mut line = reader.line(bytes);
        self.line_has_code = false;
        while let Some(event) = reader.next(&mut line, self.group())? {
            match event {
                Event::Open(group) => self.open(group),
                Event::Close(_) => self.close(),
                Event::Command(command) => self.item(Item::Command(command)),
                // Prose includes the comment after it.
                Event::Prose => {
                    self.prose(&line);
                    return Ok(());
                }
                Event::Comment(text) => self.comment(&text, !reader.is_unfinished()),
            }
        }
        if may_be_blank && bytes.iter().all(|byte| is_blank(*byte)) {
            self.blank();
        }
        Ok(())
    }

    fn open(&mut self, group: Group) {
        if self.block.is_some() {
            return self.item(Item::Tag(group));
        }
        self.block = Some(Block { group, items: Vec::new() });
        self.line_has_code = true;
    }

    fn close(&mut self) {
        self.parts.extend(self.block.take().map(Part::Group));
        self.line_has_code = true;
    }

    fn item(&mut self, item: Item) {
        if let Some(block) = &mut self.block {
            block.items.push(item);
        }
        self.line_has_code = true;
    }

    fn prose(&mut self, line: &Cursor<'_>) {
        let (line, start, is_trailing) = (trimmed(line.raw), line.span().start, self.line_has_code);
        let text = if is_trailing { &line[start..] } else { line };
        self.parts.push(Part::Prose(Remark { text: text.to_vec(), is_trailing }));
    }

    fn comment(&mut self, text: &[u8], may_be_trailing: bool) {
        let text = trimmed(text).to_vec();
        let is_trailing = self.line_has_code && may_be_trailing && self.last_line().takes(&text);
        let remark = Remark { text, is_trailing };
        match &mut self.block {
            Some(block) => block.items.push(Item::Comment(remark)),
            None => self.parts.push(Part::Comment(remark)),
        }
    }

    /// Returns a page with the last tag or command as its last line.
    fn last_line(&self) -> Page {
        let mut page = Page::default();
        match (&self.block, self.parts.last()) {
            (Some(block), _) => match block.items.last() {
                Some(item) => page.inside(|page| item.write(page)),
                None => page.tag(block.group),
            },
            (None, Some(Part::Group(block))) => page.tag(block.group),
            (None, _) => {}
        }
        page
    }

    fn blank(&mut self) {
        match (&mut self.block, self.parts.last_mut()) {
            (Some(block), _) if block.items.last() == Some(&Item::Blank) => {}
            (Some(block), _) => block.items.push(Item::Blank),
            (None, Some(Part::Blank(count))) => *count += 1,
            (None, _) => self.parts.push(Part::Blank(1)),
        }
    }

    fn finish(mut self) -> Script {
        self.close();
        if let Some(Part::Blank(_)) = self.parts.last() {
            self.parts.pop();
        }
        Script { parts: self.parts }
    }
}

/// Returns the canonical form of `script`: the text of its [`Script`].
///
/// ```
/// use broadside_ships::script::format;
///
/// let script = b"[state]  REEF +1\n  02#the wreck\n[state] that is all";
/// assert_eq!(format(script)?, b"[state]\n  REEF 1 2 #the wreck\n[state] that is all\n");
/// # Ok::<(), Box<broadside_ships::script::SyntaxError>>(())
/// ```
///
/// # Errors
/// Returns the first syntax error of `script`, or of its canonical form. For example, a line with
/// NUL bytes can look like UTF-16 after its blanks are dropped.
pub fn format(script: &[u8]) -> Result<Vec<u8>, Box<SyntaxError>> {
    let canonical = Script::parse(script)?.to_bytes();
    let mut reader = Reader::default();
    for line in lines(&canonical) {
        if let Some(error) = reader.line(line).take_unreadable() {
            return Err(error);
        }
    }
    Ok(canonical)
}
