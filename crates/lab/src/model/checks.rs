//! The order of the checks of a command, and misreadings of this order.

use super::{Misreading, Model, Rule, Step};

/// A rule, and whether it refuses the command.
pub(super) type Check = (Rule, bool);

/// Misreadings of the order. With the misreading of a row, a program checks the first rule of the
/// row directly before the second.
const EARLIER: &[(Misreading, Rule, Rule)] = &[
    (Misreading::OwnOrder, Rule::PlaceNotInStart, Rule::PlaceOnReef),
    (Misreading::AllBeforePresent, Rule::PlaceAllSet, Rule::PlacePresent),
    (Misreading::AllBeforePresent, Rule::ShipAllSet, Rule::ShipPresent),
    (Misreading::ShipStartFirst, Rule::ShipNotInStart, Rule::ShipPresent),
    (Misreading::CloseBeforeReef, Rule::PlaceTooClose, Rule::PlaceOnReef),
    (Misreading::CloseBeforeReef, Rule::ShipTooClose, Rule::ShipOnReef),
    (Misreading::ReefCloseFirst, Rule::PlaceOnReef, Rule::PlacePresent),
    (Misreading::ReefCloseFirst, Rule::PlaceTooClose, Rule::PlacePresent),
    (Misreading::ReefCloseFirst, Rule::ShipOnReef, Rule::ShipPresent),
    (Misreading::ReefCloseFirst, Rule::ShipTooClose, Rule::ShipPresent),
    (Misreading::ReefFirstOfAll, Rule::PlaceOnReef, Rule::PlaceNotInStart),
    (Misreading::ReefFirstOfAll, Rule::ShipOnReef, Rule::ShipNotInStart),
    (Misreading::MovedBeforeCannot, Rule::MoveMovedAlready, Rule::MoveCannot),
    (Misreading::MoveBoardFirst, Rule::MoveOffBoard, Rule::MoveOnReef),
    (Misreading::MoveCloseFirst, Rule::MoveTooClose, Rule::MoveOnReef),
    (Misreading::MoveCloseBoard, Rule::MoveTooClose, Rule::MoveOffBoard),
    (Misreading::ShotsChecksFirst, Rule::FireNotAllPlaced, Rule::FireTooFar),
    (Misreading::NotallLate, Rule::ShootNoField, Rule::ShootNotAllPlaced),
    (Misreading::NotallLate, Rule::AutoNoField, Rule::AutoNotAllPlaced),
    (Misreading::NotallLate, Rule::FireNoField, Rule::FireNotAllPlaced),
    (Misreading::FieldBeforeFar, Rule::FireNoField, Rule::FireTooFar),
    (Misreading::FieldFirst, Rule::FireNoField, Rule::FireNoShip),
    (Misreading::FarBeforeMany, Rule::FireTooFar, Rule::FireTooMany),
    (Misreading::ManyBeforeCannot, Rule::FireTooMany, Rule::FireCannot),
];

impl Model {
    pub(super) fn in_order<const N: usize>(&self, mut checks: [Check; N]) -> [Check; N] {
        let position = |checks: &[Check], rule| checks.iter().position(|check| check.0 == rule);
        for (_, rule, other) in EARLIER.iter().filter(|row| self.misreads(row.0)) {
            if let (Some(from), Some(to)) = (position(&checks, *rule), position(&checks, *other)) {
                if to < from {
                    checks[to..=from].rotate_right(1);
                } else {
                    checks[from..to].rotate_left(1);
                }
            }
        }
        checks
    }

    /// Refuses the command if a check fails, with the rule of the first such check. If several
    /// checks fail, also notes that the script reaches the rule `order`.
    pub(super) fn judge(&mut self, checks: &[Check], order: Option<Rule>) -> Step {
        let mut refusals = checks.iter().filter(|check| check.1 && !self.leaves_out(check.0));
        let Some((rule, _)) = refusals.next() else { return Ok(()) };
        let has_others = refusals.next().is_some();
        if let Some(order) = order.filter(|_| has_others) {
            self.reach(order);
        }
        self.refuse(*rule)
    }
}

/// Whether `rule` is the first rule that refuses the command.
pub(super) fn decides(checks: &[Check], rule: Rule) -> bool {
    checks.iter().find(|(_, refuses)| *refuses).is_some_and(|check| check.0 == rule)
}
