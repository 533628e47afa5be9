//! The built-in bots of arsenal.

use super::captain::Captain;
use super::hard::Hard;
use super::level::Level;
use super::medium::Medium;
use super::win;
use crate::ai::{Forfeit, Gunner, Hunt};
use crate::arsenal::knowledge::Knowledge;
use crate::arsenal::moves::Move;
use broadside_core::dice::Dice;

/// A built-in bot. It plays a move that is sure to win, or else the move of its captain.
#[derive(Debug)]
pub struct Bot(Box<dyn Captain>);

impl Bot {
    /// Returns a bot of this level, for one new game.
    pub fn new(level: Level) -> Self {
        match level {
            Level::Easy => Self::firing(Box::new(Hunt)),
            Level::Medium => Self(Box::new(Medium::default())),
            Level::Hard => Self(Box::new(Hard::default())),
        }
    }

    /// Returns a bot that fires where `gunner` aims. It uses another weapon only to win the game.
    #[doc(hidden)]
    pub fn firing(gunner: Box<dyn Gunner>) -> Self {
        Self(Box::new(Firing(gunner)))
    }
}

impl Captain for Bot {
    fn choose(&mut self, known: &Knowledge<'_>, dice: &mut dyn Dice) -> Result<Move, Forfeit> {
        match win::winning_move(known) {
            Some(play) => Ok(play),
            None => self.0.choose(known, dice),
        }
    }
}

#[derive(Debug)]
struct Firing(Box<dyn Gunner>);

impl Captain for Firing {
    fn choose(&mut self, known: &Knowledge<'_>, dice: &mut dyn Dice) -> Result<Move, Forfeit> {
        Move::fire_at(self.0.aim(known.chart, dice)?)
    }
}
