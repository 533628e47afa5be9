//! Matches targets to ships when the turn ends (spec ships §8).

use super::sea::Field;
use super::{Misreading, Model, Rule, Step};
use broadside_core::board::Side;
use broadside_ships::rules::Class;

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
    /// How many more targets the ship can take.
    free: usize,
}

impl Model {
    /// Matches the targets. Refuses the first that cannot be matched together with all before it.
    pub(super) fn match_targets(&mut self, side: Side) -> Step {
        if self.targets.is_empty() {
            return Ok(());
        }
        let mut targets = std::mem::take(&mut self.targets);
        let mut guns = self.guns(side);
        // For each target so far, the index of its gun, or `usize::MAX` if it has none.
        let mut takers = Vec::new();
        for index in 0..targets.len() {
            let is_taken = self.find_taker(&targets, &mut takers, &mut guns);
            if !is_taken && !self.leaves_out(unfeasible(targets[index].0)) {
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
            let free = name.length().saturating_sub(spent);
            guns.push(Gun { class: name.class, aims_from: ship.aims_from, free });
        }
        guns
    }

    /// Finds a gun for the next target and returns whether there is one. If each gun that can take
    /// the target is full, a target of such a gun moves to another gun. This may need a chain of
    /// moves. The search is breadth first, so it finds a shortest chain.
    fn find_taker(
        &mut self,
        targets: &[(Target, Vec<u8>)],
        takers: &mut Vec<usize>,
        guns: &mut [Gun],
    ) -> bool {
        let target = takers.len();
        takers.push(usize::MAX);
        // Each entry has a target that looks for a gun, and the index of an earlier entry. If the
        // target finds another gun, its old gun goes to the target of the earlier entry. The first
        // entry has the new target. No entry is before this one, hence `usize::MAX`.
        let mut queue = vec![(target, usize::MAX)];
        let mut seen = vec![false; guns.len()];
        let mut at = 0;
        while at < queue.len() {
            let wanting = targets[queue[at].0].0;
            for gun in 0..guns.len() {
                if seen[gun] || !self.can_take(&guns[gun], wanting) {
                    continue;
                }
                seen[gun] = true;
                if guns[gun].free > 0 {
                    guns[gun].free -= 1;
                    self.reach_if(targets[target].0 == Target::Plane, Rule::AutoPlane);
                    pass_on(takers, &queue, at, gun);
                    return true;
                }
                if !self.misreads(Misreading::AutoGreedy) {
                    let taken = (0..takers.len()).filter(|target| takers[*target] == gun);
                    queue.extend(taken.map(|target| (target, at)));
                }
            }
            at += 1;
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

/// Gives `gun` to the target of the entry `at` of the queue. The next target of the chain gets the
/// old gun of this target, and so on.
fn pass_on(takers: &mut [usize], queue: &[(usize, usize)], mut at: usize, mut gun: usize) {
    while let Some((target, from)) = queue.get(at) {
        std::mem::swap(&mut takers[*target], &mut gun);
        at = *from;
    }
}

const fn unfeasible(target: Target) -> Rule {
    match target {
        Target::Shot(_) => Rule::AutoShootUnfeasible,
        Target::Plane => Rule::AutoSpyUnfeasible,
    }
}
