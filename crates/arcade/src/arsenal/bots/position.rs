//! A position as the hard bot sees it, with the fleets that the opponent may have (candidates).

use crate::ai::Bits;
use crate::arsenal::moves::{Move, Openings};

#[derive(Clone, Copy, Debug)]
pub(super) struct Candidate {
    pub(super) ships: [u128; 4],
    pub(super) all: u128,
    /// If this is the true fleet: the probability that smoke hid it from all radar sweeps that
    /// found nothing. Above 0, and 1 if no such sweep covered a cell of the fleet.
    pub(super) weight: f64,
    pub(super) unhit: [u32; 4],
}

#[derive(Clone, Debug)]
pub(super) struct Position {
    pub(super) candidates: Vec<Candidate>,
    /// Whether the candidates are all fleets that fit. Otherwise they are a sample.
    pub(super) complete: bool,
    pub(super) hits: u128,
    /// The cells that were not shot at and are not known to be water.
    pub(super) targets: u128,
    /// The special weapons that are allowed in the next turn.
    pub(super) openings: Openings,
    /// The number of radar moves that are left.
    pub(super) sweeps: u32,
}

/// What a shot does if a candidate is the true fleet.
#[derive(Clone, Copy, Debug)]
pub(super) struct Effect {
    pub(super) hits: u128,
    /// The ships that the shot sinks. Ship k is bit k.
    pub(super) sunk: usize,
    pub(super) openings: Openings,
    pub(super) unhit: [u32; 4],
}

impl Candidate {
    pub(super) fn new(fleet: &[u128], weight: f64, hits: u128) -> Self {
        let mut ships = [0; 4];
        ships.copy_from_slice(fleet);
        let all = ships.iter().fold(0, |all, ship| all | ship);
        Self { ships, all, weight, unhit: ships.map(|ship| (ship & !hits).count_ones()) }
    }

    /// Returns what a shot at `cells` does. The cells must be new: not shot at before.
    pub(super) fn effect(&self, cells: u128) -> Effect {
        let hits = self.all & cells;
        let (mut unhit, mut sunk) = (self.unhit, 0);
        if hits == 0 {
            return Effect { hits, sunk, openings: Openings::default(), unhit };
        }
        for (ship, left) in unhit.iter_mut().enumerate() {
            let new = self.ships[ship] & hits;
            if new != 0 {
                *left -= new.count_ones();
                sunk |= usize::from(*left == 0) << ship;
            }
        }
        let afloat = unhit.iter().filter(|cells| **cells > 0).count();
        let openings = Openings::after(sunk != 0, afloat == 1);
        Effect { hits, sunk, openings, unhit }
    }
}

impl Effect {
    /// Returns the answer as a number: the lowest bits say which of `cells` are hit, and the bits
    /// above them say which ships are sunk.
    pub(super) fn answer(&self, cells: &[u32]) -> usize {
        if self.hits == 0 {
            return 0;
        }
        let add = |seen, cell: &u32| seen << 1 | usize::from(self.hits.has(*cell));
        let seen = cells.iter().rev().fold(0, add);
        self.sunk << cells.len() | seen
    }
}

/// Returns the number of possible answers: an answer has a bit for each cell and each of 4 ships.
pub(super) const fn answers(cells: &[u32]) -> usize {
    1 << (cells.len() + 4)
}

impl Position {
    pub(super) fn total(&self) -> f64 {
        self.candidates.iter().map(|candidate| candidate.weight).sum()
    }

    /// Returns the positions that can follow a shot or a radar sweep: one for each answer.
    pub(super) fn after(&self, play: Move) -> Vec<Self> {
        match play {
            Move::Radar(area) => self.after_radar(area.set()),
            Move::Fire(_) | Move::Smoke(_) | Move::Artillery(_) | Move::Torpedo(_) => {
                self.after_shot(play.set() & self.targets)
            }
        }
    }

    /// Assumes that each answer is true, although the opponent may have laid smoke.
    fn after_radar(&self, area: u128) -> Vec<Self> {
        let (found, clear): (Vec<_>, Vec<_>) =
            self.candidates.iter().partition(|candidate| candidate.all & area != 0);
        let next = |candidates, targets| Self {
            candidates,
            targets,
            openings: Openings::default(),
            sweeps: self.sweeps - 1,
            ..*self
        };
        let both = [next(found, self.targets), next(clear, self.targets & !area)];
        both.into_iter().filter(|next| !next.candidates.is_empty()).collect()
    }

    fn after_shot(&self, cells: u128) -> Vec<Self> {
        let numbers: Vec<u32> = cells.cells().collect();
        let mut slots = vec![usize::MAX; answers(&numbers)];
        let mut groups: Vec<Self> = Vec::new();
        for candidate in &self.candidates {
            let effect = candidate.effect(cells);
            let slot = &mut slots[effect.answer(&numbers)];
            if *slot == usize::MAX {
                *slot = groups.len();
                groups.push(self.next(cells, &effect));
            }
            groups[*slot].candidates.push(Candidate { unhit: effect.unhit, ..*candidate });
        }
        groups
    }

    /// Returns the position after a shot at `cells`, without candidates. The caller adds them.
    fn next(&self, cells: u128, effect: &Effect) -> Self {
        Self {
            candidates: Vec::new(),
            hits: self.hits | effect.hits,
            targets: self.targets & !cells,
            openings: effect.openings,
            ..*self
        }
    }

    pub(super) fn is_over(&self) -> bool {
        self.candidates.iter().all(|candidate| candidate.unhit == [0; 4])
    }
}
