//! The medium bot of arsenal.

use super::captain::Captain;
use crate::ai::{Bits, Density, Forfeit, Gunner};
use crate::arsenal::knowledge::{Knowledge, Shot};
use crate::arsenal::moves::Move;
use broadside_core::dice::Dice;

/// Fires where ships are most likely, as [`Density`] does. If artillery or a torpedo is allowed,
/// uses it where the sum of the weights of its cells is greatest. In each turn, [`Density`] draws a
/// random number, even if the bot does not fire.
#[derive(Clone, Debug, Default)]
#[doc(hidden)]
pub struct Medium(Density<u128>);

impl Captain for Medium {
    fn choose(&mut self, known: &Knowledge<'_>, dice: &mut dyn Dice) -> Result<Move, Forfeit> {
        let at = self.0.aim(known.chart, dice)?;
        let targets = known.chart.targets();
        let weight = |shot: &Shot| -> u32 {
            let weights = (shot.cells & targets).cells().map(|cell| self.0.weight(cell));
            weights.fold(0, u32::saturating_add)
        };
        let wide = known.shots().filter(|shot| !matches!(shot.play, Move::Fire(_)));
        match wide.max_by_key(weight) {
            Some(shot) if weight(&shot) > 0 => Ok(shot.play),
            _ => Move::fire_at(at),
        }
    }
}
