//! Finds lines of an answer that are wrong by themselves: the line `PARTS REMAINING` and the lines
//! of SAVE. Each of these lines has a rule of its own, so the rest of the answer still shows
//! something if such a line is wrong or missing.

use crate::lean::of_saved;
use crate::outputs::{Lenience, PARTS, is_same_output};
use crate::rules::{Rule, RuleSet};

pub(super) fn wrong_lines(ours: &[u8], theirs: &[u8], lenience: Lenience) -> Option<RuleSet> {
    let is_same = |ours: &[u8], theirs: &[u8]| is_same_output(ours, theirs, lenience);
    let is_wrong = |rule: &Rule| {
        let [ours, theirs] = [ours, theirs].map(|output| kept(output, |of| of == Some(*rule)));
        !is_same(&ours, &theirs)
    };
    let wrong: RuleSet =
        ours.split(|byte| *byte == b'\n').filter_map(rule).filter(is_wrong).collect();
    let is_rest_right = is_same(&without(ours, &wrong), &without(theirs, &wrong));
    (is_rest_right && wrong != RuleSet::default()).then_some(wrong)
}

pub(super) fn without(output: &[u8], rules: &RuleSet) -> Vec<u8> {
    kept(output, |of| !of.is_some_and(|rule| rules.contains(rule)))
}

fn kept(output: &[u8], is_kept: impl Fn(Option<Rule>) -> bool) -> Vec<u8> {
    let lines = output.split_inclusive(|byte| *byte == b'\n');
    lines.filter(|line| is_kept(rule(line))).flatten().copied().collect()
}

fn rule(line: &[u8]) -> Option<Rule> {
    match line {
        _ if line.starts_with(PARTS) => Some(Rule::PictureParts),
        [b'[', ..] => None,
        _ => of_saved(line),
    }
}
