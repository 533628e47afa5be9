//! A position as the hard bot sees it: the fleets that may be there, and what each answer would leave.

use super::plan;
use crate::rules::arsenal::cells::Line;
use crate::rules::arsenal::game::Move;
use crate::rules::arsenal::knowledge::Openings;

/// A fleet that may be there.
#[derive(Clone, Copy, Debug)]
pub(super) struct Suspect {
    pub(super) ships: [u128; 4],
    pub(super) all: u128,
    /// How well it explains what was seen, in (0, 1].
    pub(super) weight: f64,
}

/// All that matters for what to do next.
#[derive(Clone, Debug)]
pub(super) struct Position {
    pub(super) suspects: Vec<Suspect>,
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
    /// The entry of the plan for what is left.
    pub(super) left: usize,
}

impl Suspect {
    pub(super) fn new(fleet: &[u128], weight: f64) -> Self {
        let mut ships = [0; 4];
        ships.copy_from_slice(fleet);
        Self { ships, all: ships.iter().fold(0, |all, ship| all | ship), weight }
    }

    /// How many cells of each ship are not among `hits`.
    pub(super) fn unhit(&self, hits: u128) -> [u32; 4] {
        self.ships.map(|ship| (ship & !hits).count_ones())
    }

    /// What a shot at `cells` does after `hits`.
    pub(super) fn effect(&self, hits: u128, cells: u128) -> Effect {
        let new = self.all & cells & !hits;
        let (before, after) = (self.unhit(hits), self.unhit(hits | new));
        let sinks = |ship: &usize| before[*ship] > 0 && after[*ship] == 0;
        let sunk = (0..4).filter(sinks).fold(0, |sunk, ship| sunk | 1 << ship);
        let afloat = after.iter().filter(|cells| **cells > 0).count();
        let openings = Openings { artillery: sunk != 0, torpedo: sunk != 0 && afloat == 1 };
        Effect { hits: new, sunk, openings, left: plan::entry(after) }
    }
}

/// The cells that a move is about.
pub(super) fn cells(play: Move) -> u128 {
    match play {
        Move::Fire(cell) => cell.set(),
        Move::Torpedo(line) => Line::set(line),
        Move::Radar(area) | Move::Smoke(area) | Move::Artillery(area) => area.set(),
    }
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
                self.after_shot(cells(play) & self.targets)
            }
        }
    }

    fn after_radar(&self, area: u128) -> Vec<Self> {
        let (found, clear): (Vec<_>, Vec<_>) =
            self.suspects.iter().partition(|suspect| suspect.all & area != 0);
        let next = |suspects, targets| Self {
            suspects,
            hits: self.hits,
            targets,
            openings: Openings::default(),
            sweeps: self.sweeps - 1,
        };
        let both = [next(found, self.targets), next(clear, self.targets & !area)];
        both.into_iter().filter(|next| !next.suspects.is_empty()).collect()
    }

    fn after_shot(&self, cells: u128) -> Vec<Self> {
        let effect = |suspect: &Suspect| (suspect.effect(self.hits, cells), *suspect);
        let mut effects: Vec<_> = self.suspects.iter().map(effect).collect();
        let answer = |effect: &Effect| (effect.hits, effect.sunk);
        effects.sort_by_key(|(effect, _)| answer(effect));
        let groups = effects.chunk_by(|(a, _), (b, _)| answer(a) == answer(b));
        let next = |group: &[(Effect, Suspect)]| Self {
            suspects: group.iter().map(|(_, suspect)| *suspect).collect(),
            hits: self.hits | group[0].0.hits,
            targets: self.targets & !cells,
            openings: group[0].0.openings,
            sweeps: self.sweeps,
        };
        groups.map(next).collect()
    }

    /// Whether every suspect is sunk.
    pub(super) fn is_over(&self) -> bool {
        self.suspects.iter().all(|suspect| suspect.all & !self.hits == 0)
    }
}
