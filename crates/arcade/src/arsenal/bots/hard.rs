//! The hard bot of arsenal.

use super::captain::Captain;
use super::position::{Candidate, Position};
use super::search;
use crate::ai::{Budget, Density, Fleets, Forfeit, Gunner};
use crate::arsenal::knowledge::Knowledge;
use crate::arsenal::moves::Move;
use broadside_core::dice::Dice;

/// The limits of the search for the fleets that the bot examines.
const BUDGET: Budget = Budget { sample_size: 1500, most_draws: 4000, most_cores: 20_000 };

/// Examines the fleets that fit its knowledge: all of them if they are few, otherwise a random
/// sample in which all are equally likely. The bot scores promising shots and radar sweeps. A score
/// counts the turns that a move saves and the information in its answer. The bot follows the best
/// moves some turns ahead, or to the end if few fleets are left. It chooses the move with the
/// fewest expected turns.
///
/// The opponent's smoke may hide ships from the radar. After smoke, a sweep that finds nothing
/// makes some fleets less likely, but not impossible. The bot lays no smoke: other moves help more.
///
/// The bot draws random numbers for its sample. If it finds no fleet within the limits, it fires as
/// [`Density`] does, which also draws a random number.
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
