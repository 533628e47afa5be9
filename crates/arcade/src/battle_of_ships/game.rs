//! State and law: two seas, shots, and who has lost. No text.

use super::class::Class;
use super::fleet::Fleet;
use broadside_core::board::{Board, BySide, Coord, Dims, Hull, Impact, Side};
use std::collections::BTreeMap;

/// A player's sea: the fleet and what the opponent has shot at.
#[derive(Clone, Debug)]
pub(super) struct Sea {
    board: Board,
    /// The class of each ship, by its number.
    classes: Vec<Class>,
    shots: BTreeMap<Coord, Impact>,
}

/// Both seas, each by the side whose fleet lies there.
pub(super) type Seas = BySide<Sea>;

/// How a game has ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Verdict {
    /// One side has ships left.
    Wins(Side),
    /// Neither has.
    Draw,
}

impl Sea {
    /// A sea with a fleet that was not shot at; `None` where it does not lie apart and on the board.
    pub(super) fn new(dims: Dims, fleet: &Fleet) -> Option<Self> {
        let (mut board, mut classes) = (Board::new(dims), Vec::new());
        for (class, hull) in fleet.ships() {
            board.place(*hull).ok()?;
            classes.push(*class);
        }
        Some(Self { board, classes, shots: BTreeMap::new() })
    }

    /// The class whose letter stands on `at`, hit or not.
    pub(super) fn class_at(&self, at: Coord) -> Option<Class> {
        Some(self.classes[self.board.ship_at(at)?.index()])
    }

    /// The class and the place of each ship.
    pub(super) fn ships(&self) -> impl Iterator<Item = (Class, Hull)> {
        let hulls = self.board.ships().map(|(_, ship)| *ship.hull());
        self.classes.iter().copied().zip(hulls)
    }

    /// What a shot at `at` met; `None` where there was none.
    pub(super) fn shot_at(&self, at: Coord) -> Option<Impact> {
        self.shots.get(&at).copied()
    }

    /// Shoots at `at`; `false`, and nothing happens, off the board and where that was done before.
    #[must_use]
    pub(super) fn shoot(&mut self, at: Coord) -> bool {
        let fresh = self.board.dims().holds(at) && self.shot_at(at).is_none();
        if fresh {
            self.shots.insert(at, self.board.strike(at));
        }
        fresh
    }

    /// How many ships of `class` are sunk.
    pub(super) fn sunk(&self, class: Class) -> usize {
        let ships = self.board.ships().zip(&self.classes);
        ships.filter(|((_, ship), of)| **of == class && ship.is_sunk()).count()
    }

    fn is_lost(&self) -> bool {
        self.board.ships().all(|(_, ship)| ship.is_sunk())
    }
}

/// The verdict after a round; `None` when both sides have ships left.
pub(super) fn verdict(seas: &Seas) -> Option<Verdict> {
    match (seas.first.is_lost(), seas.second.is_lost()) {
        (false, false) => None,
        (true, true) => Some(Verdict::Draw),
        (false, true) => Some(Verdict::Wins(Side::First)),
        (true, false) => Some(Verdict::Wins(Side::Second)),
    }
}
