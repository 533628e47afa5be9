//! The built-in bots at play.

use super::captain::Captain;
use super::easy::Easy;
use super::fire::fire_at;
use super::hard::Hard;
use super::level::Level;
use super::medium::Medium;
use super::win;
use crate::ai::{Forfeit, Gunner};
use crate::arsenal::knowledge::Knowledge;
use crate::arsenal::moves::Move;
use broadside_core::dice::Dice;

/// A built-in bot. It plays a move that wins for sure, if there is one; else what its kind would play.
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
    #[doc(hidden)]
    pub const fn firing(gunner: Box<dyn Gunner>) -> Self {
        Self::Firing(gunner)
    }
}

impl Captain for Bot {
    fn choose(&mut self, known: &Knowledge<'_>, dice: &mut dyn Dice) -> Result<Move, Forfeit> {
        if let Some(play) = win::winning_move(known) {
            return Ok(play);
        }
        match self {
            Self::Easy(easy) => easy.choose(known, dice),
            Self::Medium(medium) => medium.choose(known, dice),
            Self::Hard(hard) => hard.choose(known, dice),
            Self::Firing(gunner) => fire_at(gunner.aim(known.chart, dice)?),
        }
    }
}
