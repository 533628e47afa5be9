//! The built-in bots of arsenal.

use super::captain::Captain;
use super::position::{Candidate, Position};
use super::search;
use crate::ai::{Bits, Budget, Density, Fleets, Forfeit, Gunner, Hunt, visit_fleets};
use crate::arsenal::moves::{Knowledge, Move, Shot};
use broadside_core::board::names;
use broadside_core::dice::Dice;
use std::ops::ControlFlow;

/// A built-in bot. It plays a move that is sure to win, or else the move of its [`Captain`].
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
        match winning_move(known) {
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

/// How strong a bot is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Level {
    /// Needs about 55 turns to sink a random fleet.
    Easy,
    /// Needs about 33 turns.
    Medium,
    /// Needs about 31 turns.
    Hard,
}

impl Level {
    /// All levels, the weakest first.
    pub const ALL: [Self; 3] = [Self::Easy, Self::Medium, Self::Hard];

    /// Returns the name of the bot that the game shows.
    #[doc(hidden)]
    pub const fn title(self) -> &'static str {
        match self {
            Self::Easy => "Easy bot",
            Self::Medium => "Medium bot",
            Self::Hard => "Hard bot",
        }
    }
}

names! { Level: Easy "easy", Medium "medium", Hard "hard" }

/// Shoots the artillery or torpedo whose cells have the greatest sum of [`Density`] weights. If
/// neither is allowed, or if all sums are 0, fires as [`Density`] does. Draws a random number for
/// each move.
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

/// Returns a move that sinks all remaining ships in every fleet that fits the chart.
fn winning_move(known: &Knowledge<'_>) -> Option<Move> {
    let targets = known.chart.targets();
    let reaches = |shot: &Shot| (shot.cells & targets).count_ones() >= known.chart.unhit();
    let mut winning: Vec<_> = known.shots().filter(reaches).collect();
    if winning.is_empty() {
        return None;
    }
    let mut intersect = |fleet: &[u128]| {
        let rest = fleet.iter().fold(0, |all, ship| all | ship) & !known.chart.hits();
        winning.retain(|shot| rest & !shot.cells == 0);
        if winning.is_empty() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    };
    match visit_fleets(known.chart, &mut intersect) {
        ControlFlow::Continue(()) => winning.first().map(|shot| shot.play),
        ControlFlow::Break(()) => None,
    }
}

const BUDGET: Budget = Budget { sample_size: 1500, most_draws: 4000, most_cores: 20_000 };

/// Examines the fleets that fit its knowledge: all of them if they are few, otherwise a random
/// sample. Scores promising shots and radar sweeps by the turns that these moves save and the
/// information in the answers. Follows the best moves some turns ahead, or to the end of the game
/// if few fleets are left. Then chooses the move with the fewest expected turns.
///
/// If the opponent has laid smoke, a sweep that finds nothing makes some fleets less likely, but
/// not impossible. The bot lays no smoke: other moves help more. It draws random numbers for its
/// sample. If it finds no fleet within the limits, it fires as [`Density`] does, which also draws a
/// random number.
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
