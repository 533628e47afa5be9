//! Which rules an answer shows: a program that leaves one of them out, or misreads it, prints something else.

use crate::misreadings::{Misreading, Misreadings};
use crate::model;
use crate::rules::{Rule, RuleSet};

/// Rules that a program may leave out altogether; others are seen wherever they are carried out.
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

/// What a program with `misreadings` prints for a script, as far as it counts.
pub(super) struct Shown<'a> {
    pub(super) script: &'a [u8],
    pub(super) misreadings: Misreadings,
    pub(super) output: &'a [u8],
    /// How many bytes of the output count.
    pub(super) end: usize,
}

impl Shown<'_> {
    /// The rules among `reached` that show.
    pub(super) fn visible(&self, reached: impl Iterator<Item = Rule>) -> RuleSet {
        reached.filter(|rule| self.shows(*rule)).collect()
    }

    /// A rule that can be left out shows where leaving it out does: shots that hit nothing are not shown to hit
    /// because some other misreading of shots would show.
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
        self.counted(&model::run(self.script, wrong).out) != self.counted(self.output)
    }

    fn counted<'o>(&self, output: &'o [u8]) -> &'o [u8] {
        &output[..output.len().min(self.end)]
    }
}
