//! The hard bot.

use super::captain::Captain;
use super::fire::fire_at;
use super::position::{Position, Suspect};
use super::search;
use crate::ai::{Budget, Density, Fleets, Forfeit, Gunner};
use crate::arsenal::knowledge::Knowledge;
use crate::arsenal::moves::Move;
use broadside_core::dice::Dice;

/// How many fleets are weighed, and how much work finding them may be.
const BUDGET: Budget = Budget { sample: 1500, complete: 4000, cores: 20_000 };

/// Weighs the fleets that fit what it knows: all of them when they are few, else a uniform sample.
/// Each move is scored by the turns that it saves and by what its answer tells, radar sweeps and shots
/// alike. The best ones are followed some turns ahead, to the end once few fleets are left, and the one
/// that is expected to take the fewest turns is chosen.
///
/// A fleet that an opponent's smoke may have hidden from the radar becomes less likely, never
/// impossible. The bot lays no smoke itself: a turn is worth more.
///
/// Draws: those of the sample. When the budget finds no fleet it fires as [`Density`] does.
#[derive(Clone, Debug)]
#[doc(hidden)]
pub struct Hard {
    fleets: Fleets,
    density: Density<u128>,
}

impl Default for Hard {
    fn default() -> Self {
        Self { fleets: Fleets::new(BUDGET), density: Density::default() }
    }
}

impl Captain for Hard {
    fn choose(&mut self, known: &Knowledge<'_>, dice: &mut dyn Dice) -> Result<Move, Forfeit> {
        self.fleets.refresh(known.chart, dice);
        let position = self.position(known);
        match search::quickest(&position) {
            Some(play) => Ok(play),
            None => fire_at(self.density.aim(known.chart, dice)?),
        }
    }
}

impl Hard {
    fn position(&self, known: &Knowledge<'_>) -> Position {
        let suspect = |fleet: &[u128]| {
            let all = fleet.iter().fold(0, |all, ship| all | ship);
            Suspect::new(fleet, known.chart.likelihood(&all), *known.chart.hits())
        };
        Position {
            suspects: self.fleets.iter().map(suspect).collect(),
            complete: self.fleets.is_complete(),
            hits: *known.chart.hits(),
            targets: known.chart.targets(),
            openings: known.openings,
            sweeps: known.sweeps,
        }
    }
}
