//! Whether the targets of a turn can be hit by its ships (spec ships §8).
//!
//! This file decides which targets carriers take, and which target is reported.
//! [`Matching`] finds the ships for the other targets.
//!
//! **Carriers** reach every field, so their shots are one pool. Other ships take as many targets as a
//! matching allows, and the pool takes the rest. So the pool overflows exactly at the first target that
//! has no ship in any matching.

use super::large::Matching;
use super::turn::{Target, TurnLog};
use super::{Class, Game};
use broadside_core::board::ShipId;
use broadside_core::{Cancel, Cancelled};

impl Game {
    /// The number of the first target of the open turn without a ship.
    pub(super) fn unmatched_target(&self, cancel: &Cancel) -> Result<Option<usize>, Cancelled> {
        let turn = self.turn();
        if turn.targets.is_empty() {
            return Ok(None);
        }
        let pool = self.carrier_shots(turn);
        let empty = || Prefix {
            matching: Matching::new(self, turn, turn.targets.len(), cancel),
            length: 0,
            left_over: 0,
        };
        if empty().extend(&turn.targets, pool, cancel)? {
            return Ok(None);
        }
        // The first target that fails is searched by halving. It lies behind `known` and before `end`.
        let (mut known, mut end) = (empty(), turn.targets.len());
        while end - known.length > 1 {
            let middle = known.length.midpoint(end);
            let mut longer = known.clone();
            if longer.extend(&turn.targets[..middle], pool, cancel)? {
                known = longer;
            } else {
                end = middle;
            }
        }
        Ok(Some(known.length))
    }

    /// The number of shots and planes that all carriers have left, if they were armed in this turn.
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

/// The first targets of a turn, of which as many as possible are matched to ships.
#[derive(Clone)]
struct Prefix<'g> {
    matching: Matching<'g>,
    length: usize,
    /// The number of targets that carriers have to take.
    left_over: i64,
}

impl Prefix<'_> {
    /// Matches the rest of `targets`. Returns whether the `pool` of the carriers' shots is large enough for
    /// what is left over.
    fn extend(
        &mut self,
        targets: &[Target],
        pool: i64,
        cancel: &Cancel,
    ) -> Result<bool, Cancelled> {
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
        Ok(self.left_over <= pool)
    }
}
