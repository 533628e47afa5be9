//! The state of a game, who may do what, and what follows. No text.

use super::cells::{self, Area, Cell, Line};
use super::fleet::{Class, Placement};
use super::knowledge::{Knowledge, Openings};
use crate::ai::Chart;
use crate::board::{Board, BySide, Side};

/// Radar sweeps per player and game.
const SWEEPS: u32 = 3;

/// Turns per player after which the game is decided by damage. Source: spec arsenal §3.
pub const TURN_LIMIT: u32 = 400;

/// A move that is well formed; whether it is open now, [`Game::refusal`] knows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Move {
    /// `Fire B3`
    Fire(Cell),
    /// `Radar B3`
    Radar(Area),
    /// `Smoke B3`
    Smoke(Area),
    /// `Artillery B3`
    Artillery(Area),
    /// `Torpedo B`, `Torpedo 7`
    Torpedo(Line),
}

impl Move {
    /// Fires at the cell of this number. Without one, nothing is left to aim at, and the game is over
    /// before anyone is asked.
    pub(super) fn fire_at(cell: Option<u32>) -> Self {
        Self::Fire(cell.and_then(Cell::from_index).unwrap_or_default())
    }
}

/// Why a well formed move is not open now.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// All radar sweeps are used.
    NoSweeps,
    /// As many screens laid as ships sunk.
    NoScreens,
    /// No ship was sunk in the turn before.
    ArtilleryLocked,
    /// The turn before did not sink the third ship.
    TorpedoLocked,
}

/// What a move brought about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// A shot at new cells, or an area without any.
    Shot {
        /// Whether a new ship cell was hit.
        hit: bool,
        /// The ships sunk by it, in fleet order.
        sunk: Vec<Class>,
    },
    /// A single shot at a cell shot at before.
    AlreadyTargeted,
    /// What the radar answers.
    Radar {
        /// Whether it shows a ship.
        found: bool,
    },
    /// A smoke screen was laid.
    Smoke,
}

/// How a game stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Standing {
    /// Play goes on.
    Open,
    /// All ships of the other side are sunk.
    Won(Side),
    /// Both sides have had all their turns; this one did more damage, or played second.
    Limit(Side),
}

/// One side: its fleet and all that it did.
#[derive(Clone, Debug)]
struct Station {
    board: Board,
    /// What this side knows of the other's fleet.
    chart: Chart,
    smoke: u128,
    sweeps: u32,
    screens: u32,
    openings: Openings,
    turns: u32,
}

impl Station {
    fn new(fleet: &[Placement]) -> Self {
        let mut board = Board::new(cells::dims());
        for placement in fleet {
            board.place(placement.hull());
        }
        Self {
            board,
            chart: Chart::new(cells::waters(), &Class::LENGTHS),
            smoke: 0,
            sweeps: SWEEPS,
            screens: 0,
            openings: Openings::default(),
            turns: 0,
        }
    }

    fn sunk(&self) -> u32 {
        let sunk = (0..Class::ALL.len()).filter(|ship| !self.chart.is_afloat(*ship)).count();
        u32::try_from(sunk).expect("four ships at most")
    }
}

/// A game in play.
#[derive(Clone, Debug)]
pub struct Game {
    stations: BySide<Station>,
    starter: Side,
    mover: Side,
}

impl Game {
    /// A game between two fleets, each of the four classes in fleet order, legally placed.
    pub fn new(fleets: &BySide<Vec<Placement>>, starter: Side) -> Self {
        let stations = BySide::from_fn(|side| Station::new(&fleets[side]));
        Self { stations, starter, mover: starter }
    }

    /// The side to move.
    pub const fn mover(&self) -> Side {
        self.mover
    }

    /// How many turns `side` has had, lost ones too.
    pub fn turns(&self, side: Side) -> u32 {
        self.stations[side].turns
    }

    /// What `side` knows: all that a bot is given.
    pub fn knowledge(&self, side: Side) -> Knowledge<'_> {
        let (own, other) = (&self.stations[side], &self.stations[side.other()]);
        Knowledge {
            chart: &own.chart,
            incoming: other.chart.shot(),
            openings: own.openings,
            sweeps: own.sweeps,
            screens: own.sunk() - own.screens,
            enemy_screens: other.screens,
        }
    }

    /// Why the side to move may not play `play`, if so. Source: spec arsenal §2, order of reasons.
    pub fn refusal(&self, play: Move) -> Option<Refusal> {
        let own = &self.stations[self.mover];
        let (open, refusal) = match play {
            Move::Fire(_) => return None,
            Move::Radar(_) => (own.sweeps > 0, Refusal::NoSweeps),
            Move::Smoke(_) => (own.screens < own.sunk(), Refusal::NoScreens),
            Move::Artillery(_) => (own.openings.artillery, Refusal::ArtilleryLocked),
            Move::Torpedo(_) => (own.openings.torpedo, Refusal::TorpedoLocked),
        };
        (!open).then_some(refusal)
    }

    /// The side to move loses its turn.
    pub fn lose_turn(&mut self) {
        self.end_turn(Openings::default());
    }

    /// Plays a move that is not refused.
    pub fn play(&mut self, play: Move) -> Outcome {
        debug_assert_eq!(self.refusal(play), None, "{play:?}");
        let before = self.stations[self.mover].sunk();
        let outcome = match play {
            Move::Fire(cell) if self.stations[self.mover].chart.shot() & cell.set() != 0 => {
                Outcome::AlreadyTargeted
            }
            Move::Fire(cell) => self.shoot(cell.set()),
            Move::Artillery(area) => self.shoot(area.set()),
            Move::Torpedo(line) => self.shoot(line.set()),
            Move::Radar(area) => self.sweep(area.set()),
            Move::Smoke(area) => self.screen(area.set()),
        };
        let after = self.stations[self.mover].sunk();
        self.end_turn(Openings { artillery: after > before, torpedo: before < 3 && after == 3 });
        outcome
    }

    fn shoot(&mut self, area: u128) -> Outcome {
        let (own, other) = self.both();
        let new = area & !own.chart.shot();
        let mut hits = 0;
        let mut sunk = Vec::new();
        for cell in cells::of(new) {
            use crate::board::Impact::{Again, Hit, Sunk, Water};
            match other.board.strike(cell.coord()) {
                Water | Again { .. } => continue,
                Hit { .. } => {}
                Sunk { ship, .. } => sunk.push(ship.index()),
            }
            hits |= cell.set();
        }
        sunk.sort_unstable();
        own.chart.note_shot(&new, &hits, &sunk);
        Outcome::Shot { hit: hits != 0, sunk: sunk.iter().map(|ship| Class::ALL[*ship]).collect() }
    }

    /// Sweeps an area and notes on the chart what the answer means: a find is certain; nothing found is
    /// certain too, unless the other side may have laid smoke there.
    fn sweep(&mut self, area: u128) -> Outcome {
        let (own, other) = self.both();
        own.sweeps -= 1;
        let visible = cells::of(area & !other.smoke);
        let found = visible.into_iter().any(|cell| other.board.ship_at(cell.coord()).is_some());
        match (found, other.screens) {
            (true, _) => own.chart.note_sighting(&area),
            (false, 0) => own.chart.note_water(&area),
            (false, screens) => own.chart.note_doubt(&area, SMOKED * screens),
        }
        Outcome::Radar { found }
    }

    fn screen(&mut self, area: u128) -> Outcome {
        let own = &mut self.stations[self.mover];
        own.screens += 1;
        own.smoke |= area;
        Outcome::Smoke
    }

    fn both(&mut self) -> (&mut Station, &mut Station) {
        let BySide { first, second } = &mut self.stations;
        match self.mover {
            Side::First => (first, second),
            Side::Second => (second, first),
        }
    }

    fn end_turn(&mut self, openings: Openings) {
        let own = &mut self.stations[self.mover];
        own.openings = openings;
        own.turns += 1;
        self.mover = self.mover.other();
    }

    /// How the game stands. Source: spec arsenal §3.
    pub fn standing(&self) -> Standing {
        let sunk = |side| self.stations[side].sunk();
        let all = |side: &Side| self.stations[*side].chart.unhit() == 0;
        if let Some(side) = Side::ALL.into_iter().find(all) {
            return Standing::Won(side);
        }
        if Side::ALL.iter().any(|side| self.turns(*side) < TURN_LIMIT) {
            return Standing::Open;
        }
        let damage = |side| (sunk(side), self.hits(side));
        let late = self.starter.other();
        let early = damage(self.starter) > damage(late);
        Standing::Limit(if early { self.starter } else { late })
    }

    /// How many ship cells `side` has hit.
    pub fn hits(&self, side: Side) -> u32 {
        self.stations[side].chart.hits().count_ones()
    }
}

/// How likely a ship stays unseen by the radar because of one smoke screen, in 256ths: a screen covers
/// the ship cells of a given area in about one game of eight.
const SMOKED: u32 = 32;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::arsenal::fleet::Placement;

    fn game(starter: Side) -> Game {
        let place = |(class, row): (Class, u32)| {
            Placement::new(class, Cell::new(row, 0).unwrap(), false).unwrap()
        };
        let fleet: Vec<_> = Class::ALL.into_iter().zip([0, 2, 4, 6]).map(place).collect();
        Game::new(&BySide { first: fleet.clone(), second: fleet }, starter)
    }

    /// Plays 400 turns each, in which the sides fire at these cells and else lose their turns.
    #[track_caller]
    fn limit(starter: Side, first: &[u32], second: &[u32], winner: Side) {
        let mut game = game(starter);
        let plans = BySide { first, second };
        for _ in 0..2 * TURN_LIMIT {
            assert_eq!(game.standing(), Standing::Open);
            let mover = game.mover();
            match plans[mover].get(game.turns(mover) as usize) {
                Some(cell) => drop(game.play(Move::Fire(Cell::from_index(*cell).unwrap()))),
                None => game.lose_turn(),
            }
        }
        assert_eq!(game.standing(), Standing::Limit(winner));
    }

    #[test]
    fn the_limit_asks_for_ships_then_cells_then_who_played_second() {
        limit(Side::First, &[60, 61], &[0, 1, 2, 3], Side::First);
        limit(Side::First, &[0, 1], &[0, 1, 2], Side::Second);
        limit(Side::Second, &[0, 1], &[0, 1, 2], Side::Second);
        limit(Side::First, &[0, 1], &[0, 1], Side::Second);
        limit(Side::Second, &[], &[], Side::First);
    }
}
