//! Whether the targets of a turn can be hit by its ships (spec ships §8).
//!
//! Knows which targets carriers take, and which one is to be blamed; how others find their ships is
//! the matching's business.
//!
//! **Carriers** reach everything, so they are one pool. Shots go to other ships as far as a matching
//! exists: that keeps the number of shots outside the pool largest for every prefix, and so the pool
//! overflows at the first target that is without a ship in every matching.

use super::large::Matching;
use super::turn::{Target, TurnLog};
use super::{Class, Game};
use broadside_core::board::ShipId;
use broadside_core::{Cancel, Cancelled};

impl Game {
    /// The number of the first target of the open turn that no ship is left for.
    pub(super) fn unmatched_target(&self, cancel: &Cancel) -> Result<Option<usize>, Cancelled> {
        let turn = self.turn();
        if turn.targets.is_empty() {
            return Ok(None);
        }
        let pool = self.carrier_shots(turn);
        let mut known = Prefix {
            matching: Matching::new(self, turn).ready_for(turn.targets.len(), cancel),
            length: 0,
            left_over: 0,
        };
        let Err(()) = known.extend(&turn.targets, pool, cancel)? else { return Ok(None) };
        // Some target fails: the first one lies behind `known` and before `end`.
        let mut known = Prefix {
            matching: Matching::new(self, turn).ready_for(turn.targets.len(), cancel),
            length: 0,
            left_over: 0,
        };
        let mut end = turn.targets.len();
        while end - known.length > 1 {
            let middle = known.length.midpoint(end);
            let mut longer = known.clone();
            match longer.extend(&turn.targets[..middle], pool, cancel)? {
                Ok(()) => known = longer,
                Err(()) => end = middle,
            }
        }
        Ok(Some(known.length))
    }

    /// The free shots and planes of all carriers that were armed.
    fn carrier_shots(&self, turn: &TurnLog) -> i64 {
        let is_carrier = |ship: &ShipId| {
            let (owner, name) = self.name(*ship);
            owner == turn.side && name.class == Class::Carrier
        };
        let lost = turn.disarmed.iter().filter(|ship| is_carrier(ship)).count() as u64;
        let spent = turn.spent.iter().filter(|(ship, _)| is_carrier(ship));
        let spent: u64 = spent.map(|(_, spent)| u64::from(spent.shots)).sum();
        let armed = self.fleets[turn.side].armed_carriers + lost;
        let free = armed * u64::from(Class::Carrier.length()) - spent;
        i64::try_from(free).expect("a fleet has at most a million carriers")
    }
}

/// The first targets of a turn, matched as far as possible.
#[derive(Clone)]
struct Prefix<'g> {
    matching: Matching<'g>,
    length: usize,
    /// The targets that carriers have to take.
    left_over: i64,
}

impl Prefix<'_> {
    /// Goes on to the end of `targets`; `Err` when carriers have not so many shots as `pool` for the
    /// rest.
    fn extend(
        &mut self,
        targets: &[Target],
        pool: i64,
        cancel: &Cancel,
    ) -> Result<Result<(), ()>, Cancelled> {
        let mut shots = Vec::new();
        for target in &targets[self.length..] {
            match *target {
                Target::Shot(at) => shots.push(at),
                Target::Plane => self.left_over += 1,
            }
        }
        self.length = targets.len();
        let left_over = self.matching.add_all(&shots, cancel)?;
        self.left_over += i64::try_from(left_over).expect("fewer targets than bytes");
        Ok(if self.left_over > pool { Err(()) } else { Ok(()) })
    }
}
