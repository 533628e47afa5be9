//! Matches targets to ships when the turn ends (spec ships §8).

use super::sea::Field;
use super::{Misreading, Model, Rule, Step};
use broadside_core::board::Side;
use broadside_ships::rules::Class;
use std::collections::HashSet;

/// A shot or a plane that waits for a ship until the turn ends.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Target {
    Shot(Field),
    Plane,
}

/// A ship that may take targets.
struct Gun {
    class: Class,
    /// The fields on which the ship's cannon was in this turn.
    aims_from: Vec<Field>,
    /// How many targets the ship can take.
    room: usize,
    targets: Vec<Target>,
}

impl Model {
    /// Gives the targets to ships one by one. Refuses the first target that no ship can take.
    pub(super) fn match_targets(&mut self, side: Side) -> Step {
        if self.targets.is_empty() {
            return Ok(());
        }
        let mut targets = std::mem::take(&mut self.targets);
        let mut guns = self.guns(side);
        for index in 0..targets.len() {
            let target = targets[index].0;
            let is_taken = self.find_taker(target, &mut guns, &mut HashSet::new());
            self.reach_if(is_taken && target == Target::Plane, Rule::AutoPlane);
            if !is_taken && !self.leaves_out(unfeasible(target)) {
                let blames_last = self.misreads(Misreading::AutoLastBlamed);
                let blamed = if blames_last { targets.len() - 1 } else { index };
                self.blamed = Some(blamed);
                let (target, command) = targets.swap_remove(blamed);
                self.command = command;
                return self.refuse(unfeasible(target));
            }
        }
        self.reach(Rule::AutoMatched);
        Ok(())
    }

    /// Returns the ships that may take targets: by the rules, those that began the turn armed.
    fn guns(&mut self, side: Side) -> Vec<Gun> {
        let mut guns = Vec::new();
        let ships: Vec<_> = self.ships_of(side).map(|(name, ship)| (*name, ship.clone())).collect();
        for (name, mut ship) in ships {
            let cannon = self.cannon();
            let (was_armed, is_armed) = (ship.was_armed, ship.healthy[cannon]);
            self.reach_if(was_armed != is_armed, Rule::AutoCannon);
            self.reach_if(ship.now.moves > 0, Rule::AutoRange);
            let spent = ship.now.spent();
            self.reach_if(spent > 0, Rule::AutoCapacity);
            let judged_now = self.misreads(Misreading::AutoCannonNow);
            if !(if judged_now { is_armed } else { was_armed }) {
                continue;
            }
            if self.misreads(Misreading::AutoRangeStart) {
                ship.aims_from.truncate(1);
            }
            if self.misreads(Misreading::AutoRangeNow) {
                ship.aims_from = vec![ship.field(cannon)];
            }
            let spent = if self.misreads(Misreading::AutoFull) { 0 } else { spent };
            let room = ship.healthy.len().saturating_sub(spent);
            let (class, aims_from) = (name.class, ship.aims_from);
            guns.push(Gun { class, aims_from, room, targets: Vec::new() });
        }
        guns
    }

    /// Finds a gun for a target and returns whether there is one. If a gun that can take the target
    /// is full, one of its targets may move to another gun. This may need a chain of moves.
    /// `asked` has the guns that this search has already tried.
    fn find_taker(&self, target: Target, guns: &mut [Gun], asked: &mut HashSet<usize>) -> bool {
        for gun in 0..guns.len() {
            if asked.contains(&gun) || !self.can_take(&guns[gun], target) {
                continue;
            }
            asked.insert(gun);
            if guns[gun].targets.len() < guns[gun].room {
                guns[gun].targets.push(target);
                return true;
            }
            for index in 0..guns[gun].targets.len() {
                let other = guns[gun].targets[index];
                let may_move = !self.misreads(Misreading::AutoGreedy);
                if may_move && self.find_taker(other, guns, asked) {
                    guns[gun].targets[index] = target;
                    return true;
                }
            }
        }
        false
    }

    fn can_take(&self, gun: &Gun, target: Target) -> bool {
        match target {
            Target::Plane => gun.class == Class::Carrier || self.misreads(Misreading::AutoPlaneAny),
            Target::Shot(at) => {
                gun.aims_from.iter().any(|from| self.is_in_range(gun.class, *from, at))
            }
        }
    }
}

const fn unfeasible(target: Target) -> Rule {
    match target {
        Target::Shot(_) => Rule::AutoShootUnfeasible,
        Target::Plane => Rule::AutoSpyUnfeasible,
    }
}
