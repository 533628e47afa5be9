//! The parts of a well-formed script: groups and commands. Each command stands in a group that may
//! have it. Whether a game accepts the command is decided elsewhere, by the game.
//!
//! ```
//! use broadside_core::board::Coord;
//! use broadside_ships::rules::Setting;
//! use broadside_ships::script::ast::{Command, Group};
//!
//! assert_eq!(Group::from_tag(b"[state]"), Some(Group::State));
//! assert_eq!(Command::parse(b"REEF 1 2")?, Command::Set(Setting::Reef(Coord::new(1, 2))));
//! # Ok::<(), Box<broadside_ships::script::SyntaxError>>(())
//! ```

use crate::rules::{Detail, Order, Setting};
use broadside_core::board::{Coord, Side};

/// A kind of group. One tag both opens and closes the group.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Group {
    /// `[state]`
    State,
    /// `[playerA]` or `[playerB]`
    Turn(Side),
}

/// A command. The table in the module `table` says in which groups the command is allowed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Command {
    /// `PRINT 0|1`
    Print(Detail),
    /// `SAVE`
    Save,
    /// A change of the state of the game.
    Set(Setting),
    /// An order of a player in a turn.
    Order(Order),
}

#[doc(hidden)]
impl Command {
    /// Returns whether the command is a setting or an order. Other commands only print.
    pub const fn changes_game(&self) -> bool {
        matches!(self, Self::Set(_) | Self::Order(_))
    }

    pub const fn setting(&self) -> Option<&Setting> {
        if let Self::Set(setting) = self { Some(setting) } else { None }
    }

    pub const fn order(&self) -> Option<&Order> {
        if let Self::Order(order) = self { Some(order) } else { None }
    }

    pub const fn field_mut(&mut self) -> Option<&mut Coord> {
        match self {
            Self::Print(_) | Self::Save => None,
            Self::Set(setting) => setting.field_mut(),
            Self::Order(order) => order.field_mut(),
        }
    }
}

impl Group {
    /// All groups.
    pub const ALL: [Self; 3] = [Self::State, Self::Turn(Side::First), Self::Turn(Side::Second)];

    /// Returns the tag that opens and closes the group.
    pub const fn tag(self) -> &'static str {
        match self {
            Self::State => "[state]",
            Self::Turn(Side::First) => "[playerA]",
            Self::Turn(Side::Second) => "[playerB]",
        }
    }

    /// Returns the group whose tag is `word`.
    pub fn from_tag(word: &[u8]) -> Option<Self> {
        Self::ALL.into_iter().find(|group| group.tag().as_bytes() == word)
    }
}
