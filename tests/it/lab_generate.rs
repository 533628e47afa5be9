//! What random scripts reach: every rule, every misreading.

use broadside::lab::generate::{Generator, Scope};
use broadside::lab::misreadings::{Misreading, Misreadings};
use broadside::lab::model;
use broadside::lab::rules::{Level, Rule, RuleSet};

/// The model answers as our own program does.
#[test]
fn the_model_equals_the_reference() {
    let scope = Scope { unsettled: true, ..Scope::default() };
    let generator = Generator::new(&11.into(), scope);
    for k in 0..count("BROADSIDE_LAB_EQUAL", 300) {
        let script = generator.script(k);
        let text = script.draft.to_bytes();
        let run = model::run(&text, Misreadings::NONE);
        let shown = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        assert_eq!(shown(&run.out), shown(&script.answer.output), "{k}:\n{}", shown(&text));
    }
}

/// 500 scripts of a level reach all its rules.
#[test]
fn every_rule_is_reached_at_its_level() {
    let mut missed = Vec::new();
    for level in Level::ALL {
        let scope = Scope { level: Some(level), unsettled: true, ai: true };
        let generator = Generator::new(&1.into(), scope);
        let mut reached = RuleSet::default();
        // Section 1 is about layout, and scripts at random have none.
        let is_wanted = move |rule: &Rule| rule.level() == level && rule.section() > 1;
        let wanted = || Rule::ALL.into_iter().filter(is_wanted);
        for k in 0..500 {
            reached.extend(
                &model::run(&generator.script(k).draft.to_bytes(), Misreadings::NONE).reached,
            );
            if wanted().all(|rule| reached.contains(rule)) {
                break;
            }
        }
        missed.extend(wanted().filter(|rule| !reached.contains(*rule)));
    }
    assert_eq!(missed, [], "not reached in 500 scripts of the level");
}

/// How many scripts it takes to see a misreading.
fn seen_after(misreading: Misreading, seed: u64, limit: u64) -> Option<u64> {
    let generator = Generator::new(&seed.into(), Scope::default());
    (0..limit).find(|k| {
        let script = generator.script(*k);
        model::run(&script.draft.to_bytes(), misreading.into()).out != script.answer.output
    })
}

/// 2,000 scripts show every misreading. `BROADSIDE_LAB_CATCH=1` tries all of them, and fails with what
/// each takes when it is set to 2.
#[test]
fn every_misreading_is_caught() {
    let asked = count("BROADSIDE_LAB_CATCH", 0);
    let step = if asked > 0 { 1 } else { 8 };
    let tried = Misreading::ALL.into_iter().step_by(step);
    let seed = count("BROADSIDE_LAB_SEED", 1);
    let after: Vec<_> = tried.map(|it| (seen_after(it, seed, 2000), it.name())).collect();
    let missed = after.iter().filter(|(after, _)| after.is_none()).count();
    assert!(missed == 0 && asked < 2, "{missed} are not seen in 2,000 scripts: {after:#?}");
}

/// The number that the environment gives, or another one.
fn count(name: &str, otherwise: u64) -> u64 {
    std::env::var(name).ok().and_then(|value| value.parse().ok()).unwrap_or(otherwise)
}
