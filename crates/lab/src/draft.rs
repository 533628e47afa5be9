//! Drafts: the scripts that the laboratory writes. A [`Draft`] is a list of groups of commands,
//! with one command on each line. It has no comments, no prose (text outside groups) and no unusual
//! layout. So other modules can generate, cut and change a draft without a parser. The rules may
//! forbid a command of a draft: [`reference`](super::reference) finds that out.

use super::rules::Level;
use super::topic::Topic;
use broadside_ships::rules::{Fleet, Order, Setting};
use broadside_ships::script::ast::{Command, Group};
use broadside_ships::script::{Event, Item, Place, Reader, Script, SyntaxError, print};

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Draft {
    pub blocks: Vec<Block>,
}

/// A group with its commands. The text of a group always ends with the closing tag.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Block {
    pub group: Group,
    /// The commands. The grammar allows each of them in this group.
    pub commands: Vec<Command>,
    /// Whether the other player's tag is in this group, after the commands. The rules refuse this
    /// tag (spec ships §2). The text has the tag twice, to open and to close a group.
    pub intruded: bool,
}

/// The place of a line in a draft.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct At {
    /// The number of the block, from 0.
    pub block: usize,
    pub line: Line,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Line {
    Open,
    /// The command with this index, from 0.
    Command(usize),
    /// The other player's tag. See [`Block::intruded`].
    Intruder,
    Close,
}

impl Block {
    pub const fn new(group: Group) -> Self {
        Self { group, commands: Vec::new(), intruded: false }
    }

    pub(crate) fn orders(&self) -> impl Iterator<Item = &Order> {
        self.commands.iter().filter_map(Command::order)
    }

    /// Returns the group of the other player if that player's tag is in this group.
    pub fn intruder(&self) -> Option<Group> {
        match self.group {
            Group::Turn(side) if self.intruded => Some(Group::Turn(side.other())),
            Group::Turn(_) | Group::State => None,
        }
    }
}

impl Draft {
    /// Parses a script. Drops comments, prose and layout. If the other player's tag is in a
    /// player's group, also drops everything after this tag, because those lines would never run.
    ///
    /// # Errors
    /// Returns the first word that the grammar does not allow.
    pub fn parse(text: &[u8]) -> Result<Self, Box<SyntaxError>> {
        let mut draft = Self::default();
        for group in Script::parse(text)?.groups() {
            let tag = group.items().iter().position(|item| matches!(item, Item::Tag(_)));
            let items = &group.items()[..tag.unwrap_or(group.items().len())];
            let command = |item: &Item| match item {
                Item::Command(command) => Some(command.clone()),
                Item::Comment(_) | Item::Blank | Item::Tag(_) => None,
            };
            let commands = items.iter().filter_map(command).collect();
            draft.blocks.push(Block { group: group.group(), commands, intruded: tag.is_some() });
            if tag.is_some() {
                break;
            }
        }
        Ok(draft)
    }

    pub fn to_bytes(&self) -> Vec<u8> {
        let mut out = Vec::with_capacity(1 << 10);
        for at in self.places() {
            self.write_line(at, &mut out);
            out.push(b'\n');
        }
        out
    }

    /// Writes the text of a line. `SET_FLEET P` without numbers sets the default fleet. Only our
    /// own specification says this (spec ships §4), so few scripts should depend on it. The numbers
    /// are left out only where the command [restores](Self::restores_fleet) the default fleet.
    fn write_line(&self, at: At, out: &mut Vec<u8>) {
        let block = &self.blocks[at.block];
        let tag = match at.line {
            Line::Open | Line::Close => Some(block.group),
            Line::Intruder => block.intruder(),
            Line::Command(index) => {
                print::command(&block.commands[index], out);
                if self.restores_fleet(at.block, index) {
                    out.truncate(out.len() - " 1 2 3 4".len());
                }
                None
            }
        };
        out.extend_from_slice(tag.map_or("", Group::tag).as_bytes());
    }

    /// Whether a command gives a side the default fleet after a `SET_FLEET` with another fleet.
    fn restores_fleet(&self, block: usize, index: usize) -> bool {
        let fleet = |command: &Command| {
            let Command::Set(Setting::Fleet(side, sizes)) = command else { return None };
            Some((*side, *sizes))
        };
        let commands = &self.blocks[block].commands;
        let Some((side, Fleet::DEFAULT_SIZES)) = fleet(&commands[index]) else { return false };
        let earlier = self.blocks[..block].iter().flat_map(|block| &block.commands);
        let mut before = earlier.chain(&commands[..index]).rev().filter_map(fleet);
        let last = before.find(|(owner, _)| *owner == side);
        last.is_some_and(|(_, sizes)| sizes != Fleet::DEFAULT_SIZES)
    }

    pub(crate) fn has_short_fleet(&self) -> bool {
        self.places().any(|at| {
            let Line::Command(index) = at.line else { return false };
            self.restores_fleet(at.block, index)
        })
    }

    /// Returns the places of all lines. The other player's tag has two lines.
    pub fn places(&self) -> impl Iterator<Item = At> {
        self.blocks.iter().enumerate().flat_map(|(block, group)| {
            let commands = (0..group.commands.len()).map(Line::Command);
            let intruders = group.intruder().map(|_| [Line::Intruder; 2]).into_iter().flatten();
            let lines = [Line::Open].into_iter().chain(commands).chain(intruders);
            lines.chain([Line::Close]).map(move |line| At { block, line })
        })
    }

    pub(crate) fn event(&self, at: At) -> Event {
        let block = &self.blocks[at.block];
        match at.line {
            Line::Open => Event::Open(block.group),
            Line::Command(number) => Event::Command(block.commands[number].clone()),
            Line::Intruder => Event::Open(block.intruder().unwrap_or(block.group)),
            Line::Close => Event::Close(block.group),
        }
    }

    /// Returns the script up to and including the line `at`. The last group keeps its closing tag.
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

    /// Returns the number of lines.
    pub fn lines(&self) -> usize {
        self.places().count()
    }

    pub fn index(&self, at: At) -> usize {
        self.places().take_while(|place| *place < at).count()
    }

    /// Returns the place in `script` of the line `at` of this draft. `script` must have the words
    /// of this draft, but may have any layout. If `script` lacks the last closing tag, the place of
    /// this tag is the place of the last tag or command.
    pub fn place_in(&self, script: &[u8], at: At) -> Option<Place> {
        let (mut reader, mut group, mut places) = (Reader::default(), None, Vec::new());
        for bytes in script.split(|byte| *byte == b'\n') {
            let mut line = reader.line(bytes);
            while let Ok(Some(event)) = reader.next(&mut line, group) {
                group = event.group_after(group);
                if !matches!(event, Event::Prose | Event::Comment(_)) {
                    places.push(line.place());
                }
            }
        }
        places.get(self.index(at)).or(places.last()).copied()
    }

    pub fn text(&self, at: At) -> Vec<u8> {
        let mut text = Vec::new();
        self.write_line(at, &mut text);
        text
    }

    pub fn commands(&self) -> impl Iterator<Item = (Group, &Command)> {
        self.blocks
            .iter()
            .flat_map(|block| block.commands.iter().map(|command| (block.group, command)))
    }

    pub(crate) fn sets_ai(&self) -> bool {
        self.commands().any(|(_, command)| matches!(command, Command::Set(Setting::AiPlayer(_))))
    }

    /// Returns the first level of the course at which students know all commands of the script.
    pub fn level(&self) -> Level {
        let levels = self.commands().map(|(group, command)| Topic::of(command, group).level());
        levels.max().unwrap_or(Level::Place)
    }
}
