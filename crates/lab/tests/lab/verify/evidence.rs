//! Tests that findings correct one another.

use super::*;
use broadside_lab::compare::Difference;
use broadside_lab::reference;
use broadside_lab::verify::{Case, Likeness, Origin, blame_checks, drop_contradicted};

/// Returns a finding in which the program refuses a shot for the reason `got`, not `expected`.
fn reason(expected: &str, got: &str, rule: Rule) -> FailingCase {
    let (draft, script, level) = (Draft::default(), Vec::new(), Level::Guns);
    let (answer, ended) = (reference::run(&draft), Ended::exited(0, ""));
    let case = Case { origin: Origin::Given, level, draft, script, answer, ended };
    let difference = Difference {
        byte: 0,
        line: 1,
        column: 1,
        theirs: (0, 1),
        at: None,
        cause: Cause::new(Kind::Reason, "SHOOT i C y x", expected, got),
    };
    // Only the laboratory can make a finding. So this finding is made for another difference, and
    // then gets new fields.
    let (programs, command) =
        (InMemory(|_: &[u8]| Ended::exited(0, "?")), Command::new(["./ships"]));
    let program = ProgramUnderTest::new(&programs, &command);
    let verdict = verify_script(b"", Draft::default(), program).expect("a program that runs");
    let mut found = only(&verdict).clone();
    (found.case, found.difference, found.rule) = (case, difference, Some(rule));
    found
}

const CANNOT: &str = "SHIP CANNOT SHOOT";
const FAR: &str = "SHOOTING TOO FAR";
const FIELD: &str = "FIELD DOES NOT EXIST";

#[track_caller]
fn check(mut findings: [FailingCase; 2], expected: [Rule; 2]) {
    blame_checks(&mut findings);
    assert_eq!(findings.map(|finding| finding.rule), expected.map(Some));
}

#[test]
fn a_check_that_fails_both_ways_is_blamed() {
    let findings = [reason(FAR, CANNOT, Rule::FireTooFar), reason(CANNOT, FIELD, Rule::FireOrder)];
    check(findings, [Rule::FireCannot; 2]);
    // If only the order of the checks is wrong, no check is blamed.
    let rules = [Rule::FireOrder, Rule::FireTooFar];
    check([reason(FAR, FIELD, rules[0]), reason(CANNOT, FIELD, rules[1])], rules);
}

#[test]
fn a_misreading_that_another_finding_contradicts_is_dropped() {
    let (programs, command) =
        (InMemory(|_: &[u8]| Ended::exited(0, "")), Command::new(["./ships"]));
    let program = ProgramUnderTest::new(&programs, &command);
    let mut named = reason(CANNOT, FIELD, Rule::MoveDamage);
    named.looks_like = vec![Likeness { misreading: Misreading::EngineAny, agree: 118, of: 121 }];
    for (rule, left) in [(Rule::MoveDamage, 0), (Rule::FireTooFar, 1)] {
        let mut findings = [named.clone(), reason(FAR, CANNOT, rule)];
        drop_contradicted(&program, &mut findings);
        assert_eq!(findings[0].looks_like.len(), left, "{rule}");
    }
}

/// Regression: the program looks at the bow, not at the engine. A finding said that any damage
/// stops a ship, although another finding showed a ship that moves with a destroyed engine.
#[test]
fn a_finding_that_lacks_the_check_removes_a_misreading() {
    let has_no_bow = |script: &[u8]| has(script, " 00") || has(script, " 01");
    let program = |script: &[u8]| {
        let one = if has_no_bow(script) { Misreading::EngineAny } else { Misreading::EngineNever };
        Ended::exited(0, output(script, one))
    };
    let verdict = found(program, &at(Level::Guns, 200));
    assert!(verdict.findings.iter().all(|finding| best(finding) != Some(Misreading::EngineAny)));
}
