//! The hard bot.

use super::position::{Position, Suspect};
use super::score::{self, Scored};
use super::{Captain, plan};
use crate::ai::{Budget, Density, Fleets, Gunner};
use crate::dice::Dice;
use crate::rules::arsenal::fleet::Class;
use crate::rules::arsenal::game::Move;
use crate::rules::arsenal::knowledge::Knowledge;

/// How many fleets are weighed, and how much work finding them may be.
const BUDGET: Budget = Budget { sample: 2000, complete: 4000, cores: 20_000 };

/// With at most so many fleets left the rest of the game is played out for each move in question.
const FEW: usize = 300;

/// How many moves are played out at most, the best scored ones.
const BREADTH: usize = 8;

/// How many fleets may be looked at while playing out one turn.
const STEPS: usize = 15_000;

/// Weighs the fleets that fit what it knows: all of them when they are few, else a uniform sample.
/// Each move is scored by the turns that it saves and by what its answer tells, radar sweeps and shots
/// alike. Once few fleets are left, the best moves are played out against each of them, and the one
/// that takes the fewest turns in the mean is chosen.
///
/// A fleet that an opponent's smoke may have hidden from the radar becomes less likely, never
/// impossible. The bot lays no smoke itself: a turn is worth more.
///
/// Draws: those of the sample. When the budget finds no fleet it fires as [`Density`] does.
#[derive(Clone, Debug)]
pub struct Hard {
    fleets: Fleets,
    density: Density<u128>,
}

impl Default for Hard {
    fn default() -> Self {
        let fleets = Fleets::new(Class::ALL.len(), BUDGET);
        Self { fleets, density: Density::new(0) }
    }
}

impl Captain for Hard {
    fn choose(&mut self, known: &Knowledge<'_>, dice: &mut dyn Dice) -> Move {
        self.fleets.refresh(known.chart, dice);
        let position = self.position(known);
        let few = self.fleets.is_complete() && position.suspects.len() <= FEW;
        let mut scored = score::all(&position);
        scored.sort_by(|a, b| b.score.total_cmp(&a.score));
        let choice = if few { quickest(&position, &scored) } else { None };
        let choice = choice.or_else(|| scored.first().map(|best| best.play));
        choice.unwrap_or_else(|| Move::fire_at(self.density.aim(known.chart, dice)))
    }
}

impl Hard {
    fn position(&self, known: &Knowledge<'_>) -> Position {
        let suspect = |fleet: &[u128]| {
            let all = fleet.iter().fold(0, |all, ship| all | ship);
            Suspect::new(fleet, known.chart.likelihood(&all))
        };
        Position {
            suspects: self.fleets.iter().map(suspect).collect(),
            hits: *known.chart.hits(),
            targets: known.chart.targets(),
            openings: known.openings,
            sweeps: known.sweeps,
        }
    }
}

/// The move that takes the fewest turns to the end, as far as the steps suffice to find out.
fn quickest(position: &Position, scored: &[Scored]) -> Option<Move> {
    let mut steps = STEPS;
    let mut best = None;
    for candidate in scored.iter().take(BREADTH) {
        let Some(turns) = play_out(position, candidate.play, &mut steps) else { break };
        if best.is_none_or(|(least, _)| turns < least) {
            best = Some((turns, candidate.play));
        }
    }
    best.map(|(_, play)| play)
}

/// The turns that `play` and then the best scored moves take, in the mean over all suspects; `None`
/// when the steps run out.
fn play_out(position: &Position, play: Move, steps: &mut usize) -> Option<f64> {
    *steps = steps.checked_sub(position.suspects.len())?;
    let mut turns = 1.0;
    let total = position.total();
    for next in position.after(play) {
        if !next.is_over() {
            turns += next.total() / total * remaining(&next, steps)?;
        }
    }
    Some(turns)
}

/// The turns still to come when the best scored move is played each time.
fn remaining(position: &Position, steps: &mut usize) -> Option<f64> {
    if let [only] = position.suspects.as_slice() {
        let entry = plan::entry(only.unhit(position.hits));
        return Some(plan::least_turns(entry, position.openings));
    }
    play_out(position, score::best(position)?.play, steps)
}
