//! Scripts as the laboratory writes them: groups of commands, each on a line of its own.
//!
//! A [`Draft`] has no comments, no prose and no odd layout, so it can be generated, cut and changed
//! without parsing. It knows nothing about whether its commands are legal: that is
//! [`reference`](super::reference)'s part.
//!
//! ```
//! use broadside_lab::draft::{Block, Draft};
//! use broadside_ships::rules::Detail;
//! use broadside_ships::script::ast::{Command, Group};
//!
//! let mut block = Block::new(Group::State);
//! block.commands.push(Command::Print(Detail::Basic));
//! let draft = Draft { blocks: vec![block] };
//! assert_eq!(draft.to_bytes(), b"[state]\nPRINT 0\n[state]\n");
//! ```

use super::rules::Level;
use super::topic::Topic;
use broadside_ships::rules::{Fleet, Setting};
use broadside_ships::script::ast::{Command, Group};
use broadside_ships::script::{self, Event, Item, Script, SyntaxError, print};

/// A script: groups, one after the other.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Draft {
    /// The groups, in order.
    pub blocks: Vec<Block>,
}

/// A group with its commands. It is always closed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Block {
    /// Which group it is.
    pub group: Group,
    /// Its commands; each may stand in such a group.
    pub commands: Vec<Command>,
    /// Whether the other player's tag stands, twice, before the closing tag of a player's group. It
    /// is refused there (spec ships §2); twice, so that the tags stay balanced for every reader.
    pub intruded: bool,
}

/// A line of a draft.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct At {
    /// The number of the block, from 0.
    pub block: usize,
    /// Which of its lines.
    pub line: Line,
}

/// A line of a [`Block`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Line {
    /// The opening tag.
    Open,
    /// The command of this number, from 0.
    Command(usize),
    /// The other player's tag.
    Intruder,
    /// The closing tag.
    Close,
}

impl Block {
    /// An empty group.
    pub const fn new(group: Group) -> Self {
        Self { group, commands: Vec::new(), intruded: false }
    }

    fn of(group: &script::Block) -> Self {
        let is_tag = |item: &&Item| matches!(item, Item::Tag(_));
        let commands = group.items().iter().take_while(|item| !is_tag(item));
        let commands = commands.filter_map(|item| match item {
            Item::Command(command) => Some(command.clone()),
            Item::Tag(_) | Item::Comment(_) | Item::Blank => None,
        });
        let intruded = group.items().iter().any(|item| is_tag(&item));
        Self { group: group.group(), commands: commands.collect(), intruded }
    }

    /// The number of its lines.
    pub const fn lines(&self) -> usize {
        2 + self.commands.len() + if self.intruded { 2 } else { 0 }
    }

    /// The tag of the other player, if it stands in the group.
    pub fn intruder(&self) -> Option<Group> {
        match self.group {
            Group::Turn(side) if self.intruded => Some(Group::Turn(side.other())),
            Group::Turn(_) | Group::State => None,
        }
    }
}

impl Draft {
    /// Reads a script; comments, prose and layout are left behind.
    ///
    /// # Errors
    /// The first word that may not stand where it does. What stood before it is lost.
    pub fn parse(text: &[u8]) -> Result<Self, Box<SyntaxError>> {
        let mut draft = Self::default();
        for group in Script::parse(text)?.groups() {
            let block = Block::of(group);
            let intruded = block.intruded;
            draft.blocks.push(block);
            // Nothing runs behind the other player's tag.
            if intruded {
                break;
            }
        }
        Ok(draft)
    }

    /// The script.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut out = Vec::with_capacity(1 << 10);
        self.write(&mut out);
        out
    }

    /// Writes the script.
    pub fn write(&self, out: &mut Vec<u8>) {
        for (number, block) in self.blocks.iter().enumerate() {
            line(block.group.tag(), out);
            for index in 0..block.commands.len() {
                self.write_command(number, index, out);
                out.push(b'\n');
            }
            if let Some(other) = block.intruder() {
                line(other.tag(), out);
                line(other.tag(), out);
            }
            line(block.group.tag(), out);
        }
    }

    /// Writes a command. The default fleet has a short form, which nothing else shows; but no source has it
    /// (spec ships §4), so it stands only where it restores what was set otherwise before.
    fn write_command(&self, block: usize, index: usize, out: &mut Vec<u8>) {
        print::command(&self.blocks[block].commands[index], out);
        if self.restores_fleet(block, index) {
            out.truncate(out.len() - " 1 2 3 4".len());
        }
    }

    fn restores_fleet(&self, block: usize, index: usize) -> bool {
        let fleet = |command: &Command| {
            let Command::Set(Setting::Fleet(side, sizes)) = command else { return None };
            Some((*side, *sizes))
        };
        let commands = &self.blocks[block].commands;
        let Some((side, Fleet::DEFAULT_SIZES)) = fleet(&commands[index]) else { return false };
        let earlier =
            self.blocks[..block].iter().rev().flat_map(|block| block.commands.iter().rev());
        let before = commands[..index].iter().rev().chain(earlier).filter_map(fleet);
        { before }
            .find(|(owner, _)| *owner == side)
            .is_some_and(|(_, sizes)| sizes != Fleet::DEFAULT_SIZES)
    }

    /// Whether the short form of the default fleet stands in it.
    pub(crate) fn has_short_fleet(&self) -> bool {
        let restores = |at: At| match at.line {
            Line::Command(index) => self.restores_fleet(at.block, index),
            Line::Open | Line::Intruder | Line::Close => false,
        };
        self.places().any(restores)
    }

    /// All its lines, in order; the other player's tag stands twice.
    pub(crate) fn places(&self) -> impl Iterator<Item = At> {
        self.blocks.iter().enumerate().flat_map(|(block, group)| {
            let commands = (0..group.commands.len()).map(Line::Command);
            let intruders = group.intruder().map(|_| [Line::Intruder; 2]).into_iter().flatten();
            let lines = [Line::Open].into_iter().chain(commands).chain(intruders);
            lines.chain([Line::Close]).map(move |line| At { block, line })
        })
    }

    /// What a reader of the script meets at `at`.
    pub(crate) fn event(&self, at: At) -> Event {
        let block = &self.blocks[at.block];
        match at.line {
            Line::Open => Event::Open(block.group),
            Line::Command(number) => Event::Command(block.commands[number].clone()),
            Line::Intruder => Event::Open(block.intruder().unwrap_or(block.group)),
            Line::Close => Event::Close(block.group),
        }
    }

    /// The script up to and with the line `at`; what is open is closed.
    pub(crate) fn beginning(&self, at: At) -> Self {
        let mut draft = Self { blocks: self.blocks[..=at.block].to_vec() };
        if let Some(block) = draft.blocks.last_mut() {
            match at.line {
                Line::Open => block.commands.clear(),
                Line::Command(index) => block.commands.truncate(index + 1),
                Line::Intruder | Line::Close => {}
            }
            block.intruded &= matches!(at.line, Line::Intruder | Line::Close);
        }
        draft
    }

    /// The number of its lines.
    pub fn lines(&self) -> usize {
        self.blocks.iter().map(Block::lines).sum()
    }

    /// The number of the line `at`, from 1.
    pub fn line_number(&self, at: At) -> usize {
        let before: usize = self.blocks[..at.block].iter().map(Block::lines).sum();
        let block = &self.blocks[at.block];
        before
            + match at.line {
                Line::Open => 1,
                Line::Command(index) => 2 + index,
                Line::Intruder => 2 + block.commands.len(),
                Line::Close => block.lines(),
            }
    }

    /// The text of the line `at`.
    pub fn text(&self, at: At) -> Vec<u8> {
        let block = &self.blocks[at.block];
        let tag = |group: Group| group.tag().as_bytes().to_vec();
        match at.line {
            Line::Command(index) => {
                let mut text = Vec::new();
                self.write_command(at.block, index, &mut text);
                text
            }
            Line::Intruder => block.intruder().map_or_else(Vec::new, tag),
            Line::Open | Line::Close => tag(block.group),
        }
    }

    /// All commands with their groups, in order.
    pub fn commands(&self) -> impl Iterator<Item = (Group, &Command)> {
        self.blocks
            .iter()
            .flat_map(|block| block.commands.iter().map(|command| (block.group, command)))
    }

    /// The level at which everything in the script is known.
    pub fn level(&self) -> Level {
        let levels = self.commands().map(|(group, command)| Topic::of(command, group).level());
        levels.max().unwrap_or(Level::Place)
    }
}

fn line(tag: &str, out: &mut Vec<u8>) {
    out.extend_from_slice(tag.as_bytes());
    out.push(b'\n');
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_reads_the_same() {
        let text = b"[state]\nSET_FLEET B 0 0 0 1\nSET_FLEET B\nINFORMATION A two words\n[state]\n\
            [playerA]\nMOVE 0 CAR F\n[playerB]\n[playerB]\n[playerA]\n";
        let draft = Draft::parse(text).unwrap();
        assert_eq!(draft.to_bytes().escape_ascii().to_string(), text.escape_ascii().to_string());
        assert_eq!((draft.blocks.len(), draft.lines()), (2, 10));
        let at = |line| At { block: 1, line };
        assert_eq!(draft.line_number(at(Line::Intruder)), 8);
        assert_eq!(draft.text(at(Line::Intruder)), b"[playerB]");
        assert_eq!(draft.line_number(at(Line::Close)), 10);
        assert_eq!(draft.text(at(Line::Command(0))), b"MOVE 0 CAR F");
        assert_eq!(draft.level(), Level::Save);
    }

    /// A program that does not know the short form would fail wherever a fleet happens to be the default one.
    #[test]
    fn a_default_fleet_is_written_short_only_where_it_restores() {
        let written =
            |text: &[u8]| String::from_utf8(Draft::parse(text).unwrap().to_bytes()).unwrap();
        let first = written(b"[state] SET_FLEET B 0 0 0 1 SET_FLEET A\nSRAND 1 [state]");
        assert_eq!(first, "[state]\nSET_FLEET B 0 0 0 1\nSET_FLEET A 1 2 3 4\nSRAND 1\n[state]\n");
        let later = "[state]\nSET_FLEET A 0 0 0 1\n[state]\n[state]\nSET_FLEET A\n[state]\n";
        assert_eq!(written(later.as_bytes()), later);
    }
}
