//! Decides which rules are to blame for the wrong answers of a program.
//!
//! Several rules may explain a wrong answer. This module prefers a rule that explains many wrong
//! answers of the program, because usually a program has few faults, and each fault shows in many
//! scripts.

use crate::rules::{Rule, RuleSet};
use std::collections::BTreeMap;

/// The rules that may be to blame for one wrong answer.
#[derive(Clone, Copy, Debug)]
pub(super) struct Suspicion<'a> {
    pub(super) rules: &'a [Rule],
    /// The rule of the test, if the test is a card (a small script for one rule) or a script about
    /// the form of input.
    pub(super) own: Option<Rule>,
    /// Whether all of `rules` are to blame.
    pub(super) is_certain: bool,
}

impl Suspicion<'_> {
    fn has_any(&self, blamed: &RuleSet) -> bool {
        self.rules.iter().any(|rule| blamed.contains(*rule))
    }
}

/// Returns the blamed rules of each suspicion. The rules of a suspicion are blamed if it has only
/// one rule, or if it is certain. Then [`most_suspected`] chooses further rules, until every
/// suspicion with rules has a blamed rule.
pub(super) fn settle(suspicions: &[Suspicion<'_>]) -> Vec<Vec<Rule>> {
    let mut blamed = RuleSet::default();
    for suspicion in suspicions {
        if suspicion.is_certain || suspicion.rules.len() == 1 {
            blamed.extend(&suspicion.rules.iter().copied().collect());
        }
    }
    loop {
        let open: Vec<_> = suspicions.iter().filter(|one| !one.has_any(&blamed)).collect();
        let Some(rule) = most_suspected(&open) else { break };
        blamed.insert(rule);
    }
    let blamed_in = |one: &Suspicion<'_>| {
        one.rules.iter().copied().filter(|rule| blamed.contains(*rule)).collect()
    };
    suspicions.iter().map(blamed_in).collect()
}

/// Returns the rule that most suspicions name. A tie goes to the rule that is more often the `own`
/// rule of a suspicion, and a further tie to the first rule.
fn most_suspected(suspicions: &[&Suspicion<'_>]) -> Option<Rule> {
    let mut counts: BTreeMap<Rule, (u32, u32)> = BTreeMap::new();
    for suspicion in suspicions {
        for rule in suspicion.rules {
            let (all, own) = counts.entry(*rule).or_default();
            *all += 1;
            *own += u32::from(suspicion.own == Some(*rule));
        }
    }
    counts.into_iter().rev().max_by_key(|(_, count)| *count).map(|(rule, _)| rule)
}
