//! The medium bot.

use super::Captain;
use crate::ai::{Bits, Density, Gunner};
use crate::dice::Dice;
use crate::rules::arsenal::game::Move;
use crate::rules::arsenal::knowledge::{Knowledge, Shot};

/// Fires where the density of ships is greatest; artillery and torpedo, whenever they are open, go
/// where their cells together have most of it. Draws: as [`Density`], nothing else.
#[derive(Clone, Debug)]
pub struct Medium(Density<u128>);

impl Default for Medium {
    fn default() -> Self {
        Self(Density::new(0))
    }
}

impl Captain for Medium {
    fn choose(&mut self, known: &Knowledge<'_>, dice: &mut dyn Dice) -> Move {
        let cell = self.0.aim(known.chart, dice);
        let targets = known.chart.targets();
        let weight = |shot: &Shot| -> u32 {
            (shot.cells & targets).cells().map(|cell| self.0.weight(cell)).sum()
        };
        let wide = known.shots().filter(|shot| !matches!(shot.play, Move::Fire(_)));
        match wide.max_by_key(weight) {
            Some(shot) if weight(&shot) > 0 => shot.play,
            _ => Move::fire_at(cell),
        }
    }
}
