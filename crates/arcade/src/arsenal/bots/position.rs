//! A position as the hard bot sees it: the fleets that may be there, and what each answer would leave.

use crate::ai::Bits;
use crate::arsenal::knowledge::Openings;
use crate::arsenal::moves::Move;

/// A fleet that may be there.
#[derive(Clone, Copy, Debug)]
pub(super) struct Suspect {
    pub(super) ships: [u128; 4],
    pub(super) all: u128,
    /// How well it explains what was seen, in (0, 1].
    pub(super) weight: f64,
    /// How many cells of each ship are not hit.
    pub(super) unhit: [u32; 4],
}

/// All that matters for what to do next.
#[derive(Clone, Debug)]
pub(super) struct Position {
    pub(super) suspects: Vec<Suspect>,
    /// Whether they are all fleets that fit, no sample.
    pub(super) complete: bool,
    pub(super) hits: u128,
    pub(super) targets: u128,
    pub(super) openings: Openings,
    pub(super) sweeps: u32,
}

/// What a shot would do to one fleet.
#[derive(Clone, Copy, Debug)]
pub(super) struct Effect {
    /// The cells hit.
    pub(super) hits: u128,
    /// The ships sunk, a bit each.
    pub(super) sunk: usize,
    pub(super) openings: Openings,
    /// How many cells of each ship are left.
    pub(super) unhit: [u32; 4],
}

impl Suspect {
    /// A fleet of which `hits` are hit.
    pub(super) fn new(fleet: &[u128], weight: f64, hits: u128) -> Self {
        let mut ships = [0; 4];
        ships.copy_from_slice(fleet);
        let all = ships.iter().fold(0, |all, ship| all | ship);
        Self { ships, all, weight, unhit: ships.map(|ship| (ship & !hits).count_ones()) }
    }

    /// What a shot at `cells`, all of them new, does.
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
        let openings = Openings { artillery: sunk != 0, torpedo: sunk != 0 && afloat == 1 };
        Effect { hits, sunk, openings, unhit }
    }
}

impl Effect {
    /// A number for all that is seen of it: a bit for each of the cells shot at, above them the ships
    /// sunk.
    pub(super) fn answer(&self, cells: &[u32]) -> usize {
        if self.hits == 0 {
            return 0;
        }
        let lane = |seen, cell: &u32| seen << 1 | usize::from(self.hits.has(*cell));
        let seen = cells.iter().rev().fold(0, lane);
        self.sunk << cells.len() | seen
    }
}

/// How many answers there are to a shot at so many cells.
pub(super) const fn answers(cells: &[u32]) -> usize {
    1 << (cells.len() + 4)
}

impl Position {
    /// The weight of all suspects.
    pub(super) fn total(&self) -> f64 {
        self.suspects.iter().map(|suspect| suspect.weight).sum()
    }

    /// The positions that the answers to `play` may lead to.
    pub(super) fn after(&self, play: Move) -> Vec<Self> {
        match play {
            Move::Radar(area) => self.after_radar(area.set()),
            Move::Fire(_) | Move::Smoke(_) | Move::Artillery(_) | Move::Torpedo(_) => {
                self.after_shot(play.set() & self.targets)
            }
        }
    }

    fn after_radar(&self, area: u128) -> Vec<Self> {
        let (found, clear): (Vec<_>, Vec<_>) =
            self.suspects.iter().partition(|suspect| suspect.all & area != 0);
        let next = |suspects, targets| Self {
            suspects,
            targets,
            openings: Openings::default(),
            sweeps: self.sweeps - 1,
            ..*self
        };
        let both = [next(found, self.targets), next(clear, self.targets & !area)];
        both.into_iter().filter(|next| !next.suspects.is_empty()).collect()
    }

    fn after_shot(&self, cells: u128) -> Vec<Self> {
        let lanes: Vec<u32> = cells.cells().collect();
        let mut slots = vec![usize::MAX; answers(&lanes)];
        let mut groups: Vec<Self> = Vec::new();
        for suspect in &self.suspects {
            let effect = suspect.effect(cells);
            let slot = &mut slots[effect.answer(&lanes)];
            if *slot == usize::MAX {
                *slot = groups.len();
                groups.push(self.next(cells, &effect));
            }
            groups[*slot].suspects.push(Suspect { unhit: effect.unhit, ..*suspect });
        }
        groups
    }

    /// The position after a shot at `cells` with this effect, without suspects yet.
    fn next(&self, cells: u128, effect: &Effect) -> Self {
        Self {
            suspects: Vec::new(),
            hits: self.hits | effect.hits,
            targets: self.targets & !cells,
            openings: effect.openings,
            ..*self
        }
    }

    /// Whether every suspect is sunk.
    pub(super) fn is_over(&self) -> bool {
        self.suspects.iter().all(|suspect| suspect.unhit == [0; 4])
    }
}
