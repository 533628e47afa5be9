//! Tests of the table of rules.

use broadside_lab::rules::{Rule, RuleSet};
use std::collections::HashSet;

#[test]
fn ids_are_unique_and_found() {
    let ids: HashSet<_> = Rule::ALL.iter().map(|rule| rule.id()).collect();
    assert_eq!(ids.len(), Rule::ALL.len());
    for rule in Rule::ALL {
        assert_eq!(Rule::from_id(rule.id()), Some(rule));
        assert!((1..=9).contains(&rule.section()), "{rule}");
        assert!(rule.sentence().len() > 20, "{rule}");
    }
}

#[test]
fn a_set_contains_the_inserted_rules() {
    let mut set = RuleSet::default();
    for rule in Rule::ALL.into_iter().step_by(3) {
        set.insert(rule);
    }
    assert!(set.iter().eq(Rule::ALL.into_iter().step_by(3)));
}
