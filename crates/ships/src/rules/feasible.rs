//! Checks whether ships can take the targets of all orders that name no ship (spec ships §8).
//!
//! Carriers reach every field, so their shots are counted together. [`Matching`] gives as many
//! targets as possible to the other ships, and the carriers take the rest. A target gets no ship if
//! the carriers have no shot left for it.

use super::large::Matching;
use super::turn::{Target, TurnLog};
use super::{Class, Game};
use broadside_core::board::ShipId;
use broadside_core::{Cancel, Cancelled};

impl Game {
    /// Returns the index of the first target of the open turn that can get no ship.
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
        // The first target that can get no ship lies after the targets of `known` and before `end`.
        // Each step halves the distance between them.
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

    /// Returns how many shots and planes the carriers have left. A carrier that lost its cannon in
    /// this turn counts too, because it could shoot before.
    fn carrier_shots(&self, turn: &TurnLog) -> i64 {
        let is_carrier = |ship: &ShipId| {
            let (owner, name) = self.name(*ship);
            owner == turn.side && name.class == Class::Carrier
        };
        let lost = turn.disarmed.iter().filter(|ship| is_carrier(ship)).count() as u64;
        let spent = turn.spent.iter().filter(|(ship, _)| is_carrier(ship));
        let spent: u64 = spent.map(|(_, spent)| u64::from(spent.shots_and_planes)).sum();
        let armed = self.fleets[turn.side].armed_carriers + lost;
        let free = armed * u64::from(Class::Carrier.length()) - spent;
        i64::try_from(free).expect("a fleet has at most a million carriers")
    }
}

/// The first targets of a turn. As many of them as possible are matched to ships.
#[derive(Clone)]
struct Prefix<'g> {
    matching: Matching<'g>,
    length: usize,
    /// The number of these targets that the carriers have to take.
    left_over: i64,
}

impl Prefix<'_> {
    /// Adds those `targets` that come after the prefix. Returns whether the carriers have enough
    /// shots for the targets that no other ship takes. `pool` is the number of these shots.
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
                Target::Plane(_) => self.left_over += 1,
            }
        }
        self.length = targets.len();
        let left_over = self.matching.add_all(&shots, cancel)?;
        self.left_over += i64::try_from(left_over).expect("a turn has fewer than 2^63 targets");
        Ok(self.left_over <= pool)
    }
}
