//! The bots. Each is given what its side knows, and dice; it cannot reach the opponent's fleet.
//!
//! | bot | how it plays |
//! |---|---|
//! | easy | hunt and target with parity; it only fires |
//! | medium | a density map; artillery and torpedo whenever they are open |
//! | hard | the posterior over the fleets that fit; see [`Hard`] |
//!
//! Every bot plays a move that wins against every fleet that fits what it knows, if there is one.

mod easy;
mod hard;
mod medium;
mod plan;
mod position;
mod score;
mod search;
mod win;

pub use easy::Easy;
pub use hard::Hard;
pub use medium::Medium;

use super::game::Move;
use super::knowledge::Knowledge;
use crate::ai::Gunner;
use crate::dice::Dice;

/// How strong a bot is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Level {
    /// About 50 turns alone against a random fleet.
    Easy,
    /// About 33.
    Medium,
    /// About 31.
    Hard,
}

impl Level {
    /// All levels, the weakest first.
    pub const ALL: [Self; 3] = [Self::Easy, Self::Medium, Self::Hard];

    /// The name on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Easy => "easy",
            Self::Medium => "medium",
            Self::Hard => "hard",
        }
    }

    /// The level of this name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|level| level.name() == name)
    }

    /// The name at the table.
    pub const fn title(self) -> &'static str {
        match self {
            Self::Easy => "Easy bot",
            Self::Medium => "Medium bot",
            Self::Hard => "Hard bot",
        }
    }
}

/// Whoever chooses moves by what its side knows.
pub trait Captain {
    /// A move that is open now. Called once for each of the side's turns, in order.
    fn choose(&mut self, known: &Knowledge<'_>, dice: &mut dyn Dice) -> Move;
}

/// A bot at play.
#[derive(Debug)]
pub enum Bot {
    /// See [`Easy`].
    Easy(Easy),
    /// See [`Medium`].
    Medium(Medium),
    /// See [`Hard`].
    Hard(Box<Hard>),
    /// Fires where the gunner aims; no other weapon, but for a move that wins.
    Firing(Box<dyn Gunner>),
}

impl Bot {
    /// A bot at the start of a game.
    pub fn new(level: Level) -> Self {
        match level {
            Level::Easy => Self::Easy(Easy::default()),
            Level::Medium => Self::Medium(Medium::default()),
            Level::Hard => Self::Hard(Box::default()),
        }
    }

    /// A bot that only fires.
    pub const fn firing(gunner: Box<dyn Gunner>) -> Self {
        Self::Firing(gunner)
    }
}

impl Captain for Bot {
    fn choose(&mut self, known: &Knowledge<'_>, dice: &mut dyn Dice) -> Move {
        if let Some(play) = win::winning_move(known) {
            return play;
        }
        match self {
            Self::Easy(easy) => easy.choose(known, dice),
            Self::Medium(medium) => medium.choose(known, dice),
            Self::Hard(hard) => hard.choose(known, dice),
            Self::Firing(gunner) => Move::fire_at(gunner.aim(known.chart, dice)),
        }
    }
}

#[cfg(test)]
mod tests;
