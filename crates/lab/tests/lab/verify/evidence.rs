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
fn a_program_without_the_check_cannot_make_it_too_broadly() {
    let has_no_bow = |script: &[u8]| has(script, " 00") || has(script, " 01");
    let program = |script: &[u8]| {
        let one = if has_no_bow(script) { Misreading::EngineAny } else { Misreading::EngineNever };
        Ended::exited(0, output(script, one))
    };
    let verdict = found(program, &at(Level::Guns, 200));
    assert!(verdict.findings.iter().all(|finding| best(finding) != Some(Misreading::EngineAny)));
}

/// Regression: the program does not look for reefs when a ship turns. A finding said that it only
/// looks for reefs later, although another finding showed that it never does.
#[test]
fn a_program_without_the_check_cannot_make_it_too_late() {
    let turns = |script: &[u8]| has(script, " L\n") || has(script, " R\n");
    let program = |script: &[u8]| {
        let misread = if turns(script) { Misreading::MoveNoreef.into() } else { Misreadings::NONE };
        Ended::exited(0, model::run(script, misread).out)
    };
    let verdict = found(program, &at(Level::Move, 200));
    assert_eq!(rules(&verdict), [Rule::MoveOnReef]);
}

/// Regression: a shot destroyed only bows. A finding said that the program counts moves before it
/// looks at the engine, although another finding showed that a shot leaves the engine as it was.
#[test]
fn a_left_out_rule_that_explains_two_findings_removes_a_misreading() {
    let command = Command::new(["./ships"]);
    let programs = InMemory(misreader(Misreadings::NONE.without(Rule::FireHit)));
    let program = || ProgramUnderTest::new(&programs, &command);
    let found = |shots: &str| {
        let script = format!(
            "[state] SET_FLEET A 0 0 1 0 SET_FLEET B 0 0 0 0 EXTENDED_SHIPS\n\
             SHIP A 5 4 N 0 CRU 111 [state]\n[playerA] {shots} [playerA]\n[state] PRINT 0 [state]"
        );
        let draft = Draft::parse(script.as_bytes()).expect("a script");
        let verdict = verify_script(&draft.to_bytes(), draft, program()).expect("it runs");
        let mut found = only(&verdict).clone();
        (found.looks_like, found.rule) = (Vec::new(), Some(Rule::PictureDestroyed));
        found
    };
    let mut moves = found(&("MOVE 0 CRU F ".repeat(3) + "SHOOT 0 CRU 4 4 MOVE 0 CRU F"));
    let misreading = Misreading::MovedBeforeCannot;
    moves.looks_like = vec![Likeness { misreading, agree: 115, of: 121 }];
    let mut findings = [moves, found("SHOOT 0 CRU 7 4")];
    drop_contradicted(&program(), &mut findings);
    assert_eq!((best(&findings[0]), findings[0].rule), (None, Some(Rule::FireHit)));
}

/// Regression: the program refuses legal ships with the reason of one check. A rule that nearly all
/// scripts need was blamed, because most scripts with ships failed.
#[test]
fn a_wrong_refusal_blames_the_rule_of_its_reason() {
    let refuses = |script: &[u8]| {
        let text = String::from_utf8_lossy(script);
        let is_ship = |line: &str| line.starts_with("SHIP") || line.starts_with("PLACE_SHIP");
        let mut ships = text.lines().enumerate().filter(|(_, line)| is_ship(line));
        let Some((second, line)) = ships.nth(1) else { return Ended::exited(0, right(script)) };
        let before = text.lines().take(second).collect::<Vec<_>>().join("\n");
        let out = right(before.as_bytes());
        if has(&out, "INVALID") || has(&out, " won\n") {
            return Ended::exited(0, out);
        }
        let refusal = format!("INVALID OPERATION \"{line}\": PLACING SHIP ON REEF\n");
        Ended::exited(0, [out, refusal.into_bytes()].concat())
    };
    let rules = rules(&found(refuses, &at(Level::Setup, 100)));
    assert!(rules.iter().all(|rule| rule.id().ends_with(".on-reef")), "{rules:?}");
}
