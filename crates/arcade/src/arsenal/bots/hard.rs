//! The hard bot.

use super::captain::Captain;
use super::position::{Candidate, Position};
use super::search;
use crate::ai::{Budget, Density, Fleets, Forfeit, Gunner};
use crate::arsenal::knowledge::Knowledge;
use crate::arsenal::moves::Move;
use broadside_core::dice::Dice;

/// How many fleets are weighed, and the limits of the search for them.
const BUDGET: Budget = Budget { sample: 1500, complete: 4000, cores: 20_000 };

/// Weighs the fleets that fit its knowledge: all of them if they are few, otherwise a uniform sample.
/// It scores each move, radar sweeps as well as shots, by the turns that the move saves and by the information in
/// its answer. It follows the best moves some turns ahead, or to the end if few fleets are left, and chooses the
/// one with the fewest expected turns.
///
/// A fleet that the opponent's smoke may have hidden from the radar becomes less likely, but not
/// impossible. The bot itself lays no smoke, because a turn is worth more.
///
/// Draws the random numbers of the sample. If the budget finds no fleet, it fires as [`Density`] does.
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
            None => Move::fire_at(self.density.aim(known.chart, dice)?),
        }
    }
}

impl Hard {
    fn position(&self, known: &Knowledge<'_>) -> Position {
        let candidate = |fleet: &[u128]| {
            let all = fleet.iter().fold(0, |all, ship| all | ship);
            Candidate::new(fleet, known.chart.likelihood(&all), *known.chart.hits())
        };
        Position {
            candidates: self.fleets.iter().map(candidate).collect(),
            complete: self.fleets.is_complete(),
            hits: *known.chart.hits(),
            targets: known.chart.targets(),
            openings: known.openings,
            sweeps: known.sweeps,
        }
    }
}
