//! Finds the rules that are visible in an output. A rule in `REMOVABLE` is visible if a program
//! without the rule prints something else. Any other rule is visible in three cases: it refuses
//! commands, it has no misreadings, or a program with a misreading of it prints something else.
//!
//! Also finds wrong lines that do not spoil the rest of an answer. The line `PARTS REMAINING`, the
//! lines of column numbers and the lines of SAVE have rules of their own. So the answer without
//! these lines still shows other rules.

use super::repair::rule;
use crate::misreadings::{Misreading, Misreadings};
use crate::model;
use crate::outputs::{Lenience, PARTS, Spot, is_foreign, is_same_output};
use crate::rules::{Rule, RuleSet};

/// The rules that the model can leave out, apart from rules that refuse something. See
/// `Misreadings::without`.
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

/// The output of a program with `misreadings`, to compare with programs that make one more mistake.
pub(super) struct Shown<'a> {
    pub(super) script: &'a [u8],
    pub(super) misreadings: Misreadings,
    pub(super) output: &'a [u8],
    /// Only the bytes before this offset are compared.
    pub(super) end: usize,
    /// The lines of these rules are not compared.
    pub(super) left_out: RuleSet,
    /// The bytes at these offsets are not compared.
    pub(super) hidden: &'a [usize],
}

impl<'a> Shown<'a> {
    pub(super) fn new(script: &'a [u8], misreadings: Misreadings, output: &'a [u8]) -> Self {
        let left_out = RuleSet::default();
        Self { script, misreadings, output, end: usize::MAX, left_out, hidden: &[] }
    }

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

/// Returns the rules whose lines are wrong: `PARTS REMAINING`, column numbers, or lines of SAVE. If
/// all these lines are right but have another order, returns the rule of a line that has moved, and
/// [`Rule::SaveBoard`] if the line has moved past a tag. Returns `None` if there are no such rules,
/// or if the outputs differ in other lines too.
pub(super) fn wrong_lines(ours: &[u8], theirs: &[u8], lenience: Lenience) -> Option<RuleSet> {
    let theirs = &without_rest_of_parts(theirs)[..];
    let is_same = |ours: &[u8], theirs: &[u8]| is_same_output(ours, theirs, lenience);
    let is_wrong = |rule: &Rule| {
        let [ours, theirs] = [ours, theirs].map(|output| kept(output, |of| of == Some(*rule)));
        !is_same(&ours, &theirs)
    };
    let rules: RuleSet = ours.split(|byte| *byte == b'\n').filter_map(rule).collect();
    let wrong: RuleSet = rules.iter().filter(is_wrong).collect();
    if wrong == RuleSet::default() {
        return first_moved(ours, theirs, lenience);
    }
    is_same(&without(ours, &wrong), &without(theirs, &wrong)).then_some(wrong)
}

/// Drops the lines right after `PARTS REMAINING` that look like no output of the language. Some
/// programs print the two numbers of this line on lines of their own.
fn without_rest_of_parts(output: &[u8]) -> Vec<u8> {
    let mut is_in_parts = false;
    let lines = output.split_inclusive(|byte| *byte == b'\n').filter(|line| {
        let is_rest = is_in_parts && is_foreign(line) && rule(line).is_none();
        is_in_parts = is_rest || line.starts_with(PARTS);
        !is_rest
    });
    lines.flatten().copied().collect()
}

fn first_moved(ours: &[u8], theirs: &[u8], lenience: Lenience) -> Option<RuleSet> {
    let Spot { expected, got, .. } = Spot::first(ours, theirs, lenience)?;
    let found = [expected, got].into_iter().filter_map(|line| line.and_then(rule));
    // A line that stands too early makes the lines after it late. Without the line that has moved,
    // the outputs are the same.
    let is_moved = |of: &Rule| {
        let of = [*of].into_iter().collect();
        is_same_output(&without(ours, &of), &without(theirs, &of), lenience)
    };
    let moved = found.clone().find(is_moved).or_else(|| found.clone().next())?;
    let is_same_but_for = |is_blanked: fn(&[u8]) -> bool| {
        let [ours, theirs] = [ours, theirs].map(|output| {
            let lines = output.split_inclusive(|byte| *byte == b'\n');
            lines
                .map(|line| if is_blanked(line) { b"\n" } else { line })
                .collect::<Vec<_>>()
                .concat()
        });
        is_same_output(&ours, &theirs, lenience)
    };
    // A line that has moved past a tag stands in another group (the lines between two tags) or
    // outside all groups. So a program that loads the saved game does not read the line as before.
    let is_past_tag = !is_same_but_for(|line| !line.starts_with(b"[") && rule(line).is_some());
    let past = is_past_tag.then_some(Rule::SaveBoard);
    let is_all = !is_past_tag || is_same_but_for(|line| rule(line).is_some());
    is_all.then(|| [moved].into_iter().chain(past).collect())
}

fn without(output: &[u8], rules: &RuleSet) -> Vec<u8> {
    kept(output, |of| !of.is_some_and(|rule| rules.contains(rule)))
}

fn kept(output: &[u8], is_kept: impl Fn(Option<Rule>) -> bool) -> Vec<u8> {
    let lines = output.split_inclusive(|byte| *byte == b'\n');
    lines.filter(|line| is_kept(rule(line))).flatten().copied().collect()
}
