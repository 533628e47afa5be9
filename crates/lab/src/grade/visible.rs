//! Which rules are visible in an output: a program that leaves out or misreads such a rule prints something else.

use crate::misreadings::{Misreading, Misreadings};
use crate::model;
use crate::rules::{Rule, RuleSet};

/// Rules that a program may leave out altogether.
const LEFT_OUT: [Rule; 11] = [
    Rule::TurnPasses,
    Rule::ShipsBody,
    Rule::FleetSet,
    Rule::StartSet,
    Rule::ShipSet,
    Rule::PlaceSet,
    Rule::ShootHit,
    Rule::FireHit,
    Rule::MoveForward,
    Rule::MoveTurn,
    Rule::SpySquare,
];

/// The output of a program with `misreadings` for a script.
pub(super) struct Shown<'a> {
    pub(super) script: &'a [u8],
    pub(super) misreadings: Misreadings,
    pub(super) output: &'a [u8],
    /// How many bytes of the output are compared.
    pub(super) end: usize,
}

impl Shown<'_> {
    /// Returns the rules of `reached` that are visible.
    pub(super) fn visible(&self, reached: &RuleSet) -> RuleSet {
        reached.iter().filter(|rule| self.shows(*rule)).collect()
    }

    /// Whether `rule` is visible. For a rule of [`LEFT_OUT`] its misreadings do not count: a script in which no shot
    /// hits does not show that shots hit.
    fn shows(&self, rule: Rule) -> bool {
        if LEFT_OUT.contains(&rule) {
            return self.differs(self.misreadings.without(rule));
        }
        let mut wrong = Misreading::ALL.into_iter().filter(|wrong| wrong.rule() == rule).peekable();
        rule.reason().is_some()
            || wrong.peek().is_none()
            || wrong.any(|wrong| self.differs(self.misreadings.with(wrong)))
    }

    fn differs(&self, wrong: Misreadings) -> bool {
        self.compared(&model::run(self.script, wrong).out) != self.compared(self.output)
    }

    /// Returns the part of an output that is compared.
    fn compared<'o>(&self, output: &'o [u8]) -> &'o [u8] {
        &output[..output.len().min(self.end)]
    }
}
