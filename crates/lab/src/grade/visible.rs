//! Finds the rules that are visible in an output. A rule in `REMOVABLE` is visible if a program
//! without the rule prints something else. Any other rule is visible if it refuses commands, if it
//! has no misreadings, or if a program with a misreading of it prints something else.

use super::wrong_lines::without;
use crate::misreadings::{Misreading, Misreadings};
use crate::model;
use crate::rules::{Rule, RuleSet};

const REMOVABLE: [Rule; 11] = [
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

/// An output, and what to compare it with: the outputs of programs with one more mistake.
pub(super) struct Shown<'a> {
    pub(super) script: &'a [u8],
    pub(super) misreadings: Misreadings,
    pub(super) output: &'a [u8],
    pub(super) end: usize,
    /// The lines of these rules are not compared.
    pub(super) left_out: RuleSet,
    pub(super) hidden: &'a [usize],
}

impl Shown<'_> {
    pub(super) fn visible(&self, reached: &RuleSet) -> RuleSet {
        reached.iter().filter(|rule| self.shows(*rule)).collect()
    }

    fn shows(&self, rule: Rule) -> bool {
        if REMOVABLE.contains(&rule) {
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

    fn compared(&self, output: &[u8]) -> Vec<u8> {
        let mut output = output[..output.len().min(self.end)].to_vec();
        for at in self.hidden {
            output.get_mut(*at).into_iter().for_each(|byte| *byte = b'?');
        }
        without(&output, &self.left_out)
    }
}
