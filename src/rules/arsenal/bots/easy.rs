//! The easy bot.

use super::Captain;
use crate::ai::{Gunner, Hunt};
use crate::dice::Dice;
use crate::rules::arsenal::game::Move;
use crate::rules::arsenal::knowledge::Knowledge;

/// Fires beside hits and hunts with parity; no other weapon. Draws: as [`Hunt`].
#[derive(Clone, Debug, Default)]
pub struct Easy(Hunt);

impl Captain for Easy {
    fn choose(&mut self, known: &Knowledge<'_>, dice: &mut dyn Dice) -> Move {
        Move::fire_at(self.0.aim(known.chart, dice))
    }
}
