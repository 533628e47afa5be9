//! The state and the rules of a game of arsenal. This file has no texts for players.

use super::cells::{self, Class};
use super::fleet::{Fleet, Placement};
use super::moves::{Knowledge, Move, Openings, Refusal};
use crate::ai::Chart;
use broadside_core::board::{BySide, Side};

/// How often each side may use radar. Source: spec arsenal §2.
const SWEEPS: u32 = 3;

/// After this number of turns of each player, damage decides the game. Source: spec arsenal §3.
pub const TURN_LIMIT: u32 = 400;

/// The result of a move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// An attack: a shot at a new cell, or artillery or a torpedo at any cells.
    Shot {
        /// Whether the shot hit a ship cell that was not hit before.
        hit: bool,
        /// The ships that the shot sank, in fleet order.
        sunk: Vec<Class>,
    },
    /// A single shot at a cell that was shot at before.
    AlreadyTargeted,
    /// A radar sweep.
    Radar {
        /// Whether the radar shows a ship.
        found: bool,
    },
    /// A smoke screen was laid.
    Smoke,
}

/// Whether a game is over, and who has won.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Standing {
    /// The game is not over.
    Open,
    /// All ships of the other side are sunk.
    Won(Side),
    /// All turns are over. This side has won: it did more damage, or equal damage and moved second.
    Limit(Side),
}

#[derive(Clone, Debug)]
struct SideState {
    fleet: Fleet,
    chart: Chart,
    smoke: u128,
    sweeps: u32,
    screens_laid: u32,
    openings: Openings,
    turns: u32,
}

impl SideState {
    fn new(fleet: Fleet) -> Self {
        Self {
            fleet,
            chart: cells::chart(),
            smoke: 0,
            sweeps: SWEEPS,
            screens_laid: 0,
            openings: Openings::default(),
            turns: 0,
        }
    }

    fn sunk(&self) -> u32 {
        let sunk = (0..Class::ALL.len()).filter(|ship| !self.chart.is_afloat(*ship)).count();
        u32::try_from(sunk).expect("four ships at most")
    }
}

/// A game. A move that is not allowed is refused and changes nothing.
///
/// ```
/// use broadside_core::board::{Axis, BySide, Side};
/// use broadside_arcade::arsenal::{Cell, Fleet, Game, Move, Outcome, Refusal, Standing};
///
/// let cell = |row, col| Cell::new(row, col).expect("on the grid");
/// let fleet = Fleet::new([0, 2, 4, 6].map(|row| (cell(row, 0), Axis::Row))).expect("legal");
/// let mut game = Game::new(&BySide { first: fleet, second: fleet }, Side::First);
/// let outcome = game.play(Move::Fire(cell(0, 0)))?;
/// assert_eq!(outcome, Outcome::Shot { hit: true, sunk: Vec::new() });
/// assert_eq!((game.mover(), game.standing()), (Side::Second, Standing::Open));
/// # Ok::<(), Refusal>(())
/// ```
#[derive(Clone, Debug)]
pub struct Game {
    sides: BySide<SideState>,
    starter: Side,
    mover: Side,
    standing: Standing,
}

impl Game {
    /// Returns a new game between two fleets.
    pub fn new(fleets: &BySide<Fleet>, starter: Side) -> Self {
        let sides = BySide::from_fn(|side| SideState::new(fleets[side]));
        Self { sides, starter, mover: starter, standing: Standing::Open }
    }

    /// Returns the mover: the side that plays the next turn.
    #[doc(hidden)]
    pub const fn mover(&self) -> Side {
        self.mover
    }

    /// Returns the number of turns that `side` has had. Lost turns count too.
    pub fn turns(&self, side: Side) -> u32 {
        self.sides[side].turns
    }

    /// Returns what `side` knows.
    pub fn knowledge(&self, side: Side) -> Knowledge<'_> {
        let (own, other) = (&self.sides[side], &self.sides[side.other()]);
        Knowledge {
            chart: &own.chart,
            incoming: other.chart.shot(),
            openings: own.openings,
            sweeps: own.sweeps,
            screens: own.sunk() - own.screens_laid,
            enemy_screens: other.screens_laid,
        }
    }

    /// Returns the cells under the smoke of `side`. The other side does not know them.
    #[doc(hidden)]
    pub fn smoke(&self, side: Side) -> u128 {
        self.sides[side].smoke
    }

    /// Returns the first reason, in the order of spec arsenal §2, why the mover may not play
    /// `play`; `None` if the move is allowed.
    #[doc(hidden)]
    pub fn refusal(&self, play: Move) -> Option<Refusal> {
        if self.standing != Standing::Open {
            return Some(Refusal::Over);
        }
        let own = &self.sides[self.mover];
        let (is_allowed, refusal) = match play {
            Move::Fire(_) => return None,
            Move::Radar(_) => (own.sweeps > 0, Refusal::NoSweeps),
            Move::Smoke(_) => (own.screens_laid < own.sunk(), Refusal::NoScreens),
            Move::Artillery(_) => (own.openings.artillery, Refusal::ArtilleryLocked),
            Move::Torpedo(_) => (own.openings.torpedo, Refusal::TorpedoLocked),
        };
        (!is_allowed).then_some(refusal)
    }

    /// Ends the turn of the mover without a move. Fails with [`Refusal::Over`] if the game is over.
    #[doc(hidden)]
    pub fn lose_turn(&mut self) -> Result<(), Refusal> {
        if self.standing != Standing::Open {
            return Err(Refusal::Over);
        }
        self.end_turn(Openings::default());
        Ok(())
    }

    /// Plays a move of the mover, and returns its result. Then it is the other side's turn. If the
    /// move is not allowed, fails with the first reason in the order of spec arsenal §2. The game
    /// is then unchanged.
    pub fn play(&mut self, play: Move) -> Result<Outcome, Refusal> {
        match self.refusal(play) {
            Some(refusal) => Err(refusal),
            None => Ok(self.play_allowed(play)),
        }
    }

    fn play_allowed(&mut self, play: Move) -> Outcome {
        let before = self.sides[self.mover].sunk();
        let outcome = match play {
            Move::Fire(cell) if self.sides[self.mover].chart.shot() & cell.set() != 0 => {
                Outcome::AlreadyTargeted
            }
            Move::Fire(_) | Move::Artillery(_) | Move::Torpedo(_) => self.shoot(play.set()),
            Move::Radar(area) => self.sweep(area.set()),
            Move::Smoke(area) => self.screen(area.set()),
        };
        let after = self.sides[self.mover].sunk();
        self.end_turn(Openings::after(after > before, after == 3));
        outcome
    }

    fn shoot(&mut self, area: u128) -> Outcome {
        let (own, other) = self.mover_and_other();
        let new = area & !own.chart.shot();
        let hits = new & other.fleet.set();
        let all_hits = own.chart.hits() | hits;
        let ships = other.fleet.ships().iter().enumerate();
        let is_sunk_now = |ship: &Placement| ship.set() & hits != 0 && ship.set() & !all_hits == 0;
        let sunk: Vec<_> = ships.filter(|(_, ship)| is_sunk_now(ship)).map(|(n, _)| n).collect();
        let noted = own.chart.note_shot(&new, &hits, &sunk);
        noted.expect("new cells of the grid, and ships afloat");
        Outcome::Shot { hit: hits != 0, sunk: sunk.iter().map(|ship| Class::ALL[*ship]).collect() }
    }

    fn sweep(&mut self, area: u128) -> Outcome {
        let (own, other) = self.mover_and_other();
        own.sweeps -= 1;
        let found = area & !other.smoke & other.fleet.set() != 0;
        match (found, other.screens_laid) {
            (true, _) => own.chart.note_sighting(&area),
            (false, 0) => {
                own.chart.note_water(&area).expect("nothing was found, so nothing was hit there");
            }
            (false, screens) => own.chart.note_doubt(&area, SMOKED * screens),
        }
        Outcome::Radar { found }
    }

    fn screen(&mut self, area: u128) -> Outcome {
        let own = &mut self.sides[self.mover];
        own.screens_laid += 1;
        own.smoke |= area;
        Outcome::Smoke
    }

    fn mover_and_other(&mut self) -> (&mut SideState, &mut SideState) {
        let BySide { first, second } = &mut self.sides;
        match self.mover {
            Side::First => (first, second),
            Side::Second => (second, first),
        }
    }

    fn end_turn(&mut self, openings: Openings) {
        let own = &mut self.sides[self.mover];
        own.openings = openings;
        own.turns += 1;
        self.mover = self.mover.other();
        self.standing = self.new_standing();
    }

    /// Returns the standing of the game.
    pub const fn standing(&self) -> Standing {
        self.standing
    }

    /// Returns the standing after a turn. Source: spec arsenal §3.
    fn new_standing(&self) -> Standing {
        let has_sunk_all = |side: &Side| self.sides[*side].chart.unhit() == 0;
        if let Some(side) = Side::ALL.into_iter().find(has_sunk_all) {
            return Standing::Won(side);
        }
        if Side::ALL.iter().any(|side| self.turns(*side) < TURN_LIMIT) {
            return Standing::Open;
        }
        let damage = |side| (self.sides[side].sunk(), self.hits(side));
        let other = self.starter.other();
        let starter_wins = damage(self.starter) > damage(other);
        Standing::Limit(if starter_wins { self.starter } else { other })
    }

    /// Returns the number of ship cells that `side` has hit.
    #[doc(hidden)]
    pub fn hits(&self, side: Side) -> u32 {
        self.sides[side].chart.hits().count_ones()
    }
}

/// The likelihood that one smoke screen hides a ship from the radar, in 256ths. A screen covers the
/// ship cells of a given area in about one of eight games.
const SMOKED: u32 = 32;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arsenal::cells::Cell;
    use broadside_core::board::Axis;

    fn game(starter: Side) -> Game {
        let place = |row| (Cell::new(row, 0).unwrap(), Axis::Row);
        let fleet = Fleet::new([0, 2, 4, 6].map(place)).unwrap();
        Game::new(&BySide { first: fleet, second: fleet }, starter)
    }

    /// Plays 400 turns of each side: shots at the cells of `first` and `second`, then lost turns.
    #[track_caller]
    fn check_winner(starter: Side, first: &[u32], second: &[u32], winner: Side) {
        let mut game = game(starter);
        let plans = BySide { first, second };
        for _ in 0..2 * TURN_LIMIT {
            assert_eq!(game.standing(), Standing::Open);
            let mover = game.mover();
            match plans[mover].get(game.turns(mover) as usize) {
                Some(cell) => {
                    game.play(Move::Fire(Cell::from_index(*cell).unwrap())).unwrap();
                }
                None => game.lose_turn().unwrap(),
            }
        }
        assert_eq!(game.standing(), Standing::Limit(winner));
    }

    #[test]
    fn at_the_limit_ships_count_then_cells_then_who_played_second() {
        check_winner(Side::First, &[60, 61], &[0, 1, 2, 3], Side::First);
        check_winner(Side::First, &[0, 1], &[0, 1, 2], Side::Second);
        check_winner(Side::Second, &[0, 1], &[0, 1, 2], Side::Second);
        check_winner(Side::First, &[0, 1], &[0, 1], Side::Second);
        check_winner(Side::Second, &[], &[], Side::First);
    }
}
