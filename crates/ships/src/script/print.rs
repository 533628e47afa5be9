//! Writes commands as text, without line ends.

use super::ast::Command;
use super::table::Keyword;
use crate::rules::{Health, Order, Setting, ShipName};
use broadside_core::board::{Coord, Side};

impl Command {
    /// Returns the text of the command. It may have any bytes, because notes may have any bytes.
    #[doc(hidden)]
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut text = Vec::new();
        command(self, &mut text);
        text
    }
}

/// Writes a command.
pub fn command(command: &Command, out: &mut Vec<u8>) {
    match command {
        Command::Print(detail) => {
            _ = CommandText(out).start(Keyword::Print).integers(&[*detail as i64]);
        }
        Command::Save => _ = CommandText(out).start(Keyword::Save),
        Command::Set(change) => setting(change, out),
        Command::Order(change) => order(change, out),
    }
}

/// Writes a setting.
pub fn setting(setting: &Setting, out: &mut Vec<u8>) {
    let words = CommandText(out);
    match setting {
        Setting::Fleet(side, sizes) => words.start(Keyword::SetFleet).side(*side).integers(sizes),
        Setting::NextPlayer(side) => words.start(Keyword::NextPlayer).side(*side),
        Setting::BoardSize(rows, cols) => words.start(Keyword::BoardSize).integers(&[*rows, *cols]),
        Setting::Start(side, rect) => words.start(Keyword::InitPosition).side(*side).integers(&[
            rect.top,
            rect.left,
            rect.bottom,
            rect.right,
        ]),
        Setting::Reef(at) => words.start(Keyword::Reef).field(*at),
        Setting::Ship { side, bow, heading, index, health } => words
            .start(Keyword::Ship)
            .side(*side)
            .field(*bow)
            .word(heading.name())
            .ship(ShipName { class: health.class(), index: *index })
            .health(*health),
        Setting::ExtendedShips => words.start(Keyword::ExtendedShips),
        Setting::AutoShooting => words.start(Keyword::AutoShooting),
        Setting::AiPlayer(side) => words.start(Keyword::SetAiPlayer).side(*side),
        Setting::Information(side, note) => {
            words.start(Keyword::Information).side(*side).note(note.as_bytes())
        }
        Setting::Seed(seed) => words.start(Keyword::Srand).integers(&[*seed]),
    };
}

/// Writes an order of a player.
pub fn order(order: &Order, out: &mut Vec<u8>) {
    let words = CommandText(out);
    match *order {
        Order::Place { name, bow, heading } => {
            words.start(Keyword::PlaceShip).field(bow).word(heading.name()).ship(name)
        }
        Order::Shoot(at) => words.start(Keyword::Shoot).field(at),
        Order::Fire(name, at) => words.start(Keyword::Shoot).ship(name).field(at),
        Order::Move(name, manoeuvre) => {
            words.start(Keyword::Move).ship(name).word(manoeuvre.name())
        }
        Order::Spy(index, at) => words.start(Keyword::Spy).integers(&[index]).field(at),
        Order::SpyAt(at) => words.start(Keyword::Spy).field(at),
    };
}

struct CommandText<'o>(&'o mut Vec<u8>);

impl CommandText<'_> {
    fn start(self, keyword: Keyword) -> Self {
        self.0.extend_from_slice(keyword.name().as_bytes());
        self
    }

    fn word(self, word: &str) -> Self {
        self.0.push(b' ');
        self.0.extend_from_slice(word.as_bytes());
        self
    }

    fn integers(self, values: &[i64]) -> Self {
        let mut buffer = itoa::Buffer::new();
        values.iter().fold(self, |words, value| words.word(buffer.format(*value)))
    }

    fn side(self, side: Side) -> Self {
        self.word(side.name())
    }

    fn field(self, at: Coord) -> Self {
        self.integers(&[at.row, at.col])
    }

    fn ship(self, name: ShipName) -> Self {
        self.integers(&[name.index]).word(name.class.name())
    }

    fn health(self, health: Health) -> Self {
        self.0.push(b' ');
        self.0.extend(health.digits());
        self
    }

    fn note(self, words: &[u8]) -> Self {
        if !words.is_empty() {
            self.0.push(b' ');
            self.0.extend_from_slice(words);
        }
        self
    }
}
