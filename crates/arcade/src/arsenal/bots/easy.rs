//! The easy bot.

use super::captain::Captain;
use super::fire::fire_at;
use crate::ai::{Forfeit, Gunner, Hunt};
use crate::arsenal::knowledge::Knowledge;
use crate::arsenal::moves::Move;
use broadside_core::dice::Dice;

/// Only fires: beside its hits, else on one colour of the chess-board. Draws the same random numbers as [`Hunt`].
#[derive(Clone, Debug, Default)]
#[doc(hidden)]
pub struct Easy(Hunt);

impl Captain for Easy {
    fn choose(&mut self, known: &Knowledge<'_>, dice: &mut dyn Dice) -> Result<Move, Forfeit> {
        fire_at(self.0.aim(known.chart, dice)?)
    }
}
