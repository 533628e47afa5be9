//! Tests of accepted misreadings (wrong readings of the rules), and of the turns of an AI.

use super::*;
use crate::laws;
use broadside_lab::grade::{self, Exam, Test};
use broadside_lab::reference;
use std::sync::atomic::AtomicBool;

/// Returns what a program with this misreading prints for a SAVE at the end of the script.
fn saved(draft: &Draft, misreading: Misreading) -> String {
    let mut script = draft.to_bytes();
    let before = output(&script, misreading).len();
    script.extend(b"[state]\nSAVE\n[state]\n");
    String::from_utf8_lossy(&output(&script, misreading)[before..]).into_owned()
}

/// Returns the laws (rules for AIs) that the turn of an AI breaks: first without an accepted
/// misreading, then with `accepted`.
fn broken(script: &str, accepted: Misreading, turn: &str) -> [Vec<String>; 2] {
    let draft = Draft::parse(script.as_bytes()).expect("a script");
    let state = saved(&draft, accepted);
    let print = "[state]\nPRINT 0\n[state]\n";
    let answer = format!("{state}{print}[playerA]\n{turn}\n[playerA]\n{print}");
    let programs = InMemory(move |_: &[u8]| Ended::exited(0, answer.clone()));
    let command = Command::new(["./ships"]);
    [Misreadings::NONE, accepted.into()].map(|accepted| {
        let new = ProgramUnderTest::new(&programs, &command);
        let program = ProgramUnderTest { accepted, shrinks: false, ..new };
        let verdict = verify_script(script.as_bytes(), draft.clone(), program);
        let findings = verdict.expect("a program that runs").findings.into_iter();
        findings.map(|found| found.difference.cause.expected).collect()
    })
}

#[test]
fn a_refused_target_has_the_line_of_its_order_in_each_reading() {
    let fleets =
        "SET_FLEET A 0 0 0 1 SET_FLEET B 0 0 0 1 SHIP A 0 0 N 0 DES 11 SHIP B 15 0 N 0 DES 11";
    let state = format!("[state] EXTENDED_SHIPS AUTO_SHOOTING {fleets} [state]");
    let script = format!("{state} [playerA] SHOOT 1 2 SHOOT 9 9 [playerA]");
    let draft = Draft::parse(script.as_bytes()).unwrap();
    let answer = reference::run(&draft);
    let case = Test::given("x", script.into(), None).unwrap();
    let reading = Misreading::ReefPlus.into();
    let exam = Exam::new(&grade::Plan { cases: vec![case], reading, ..grade::Plan::default() });
    let other = &exam.tests().last().unwrap().answer;
    assert_eq!(
        (&other.parts, draft.text(other.parts[0].at)),
        (&answer.parts, b"SHOOT 9 9".to_vec())
    );
}

#[test]
fn the_turn_of_an_ai_may_follow_an_accepted_misreading() {
    let fleets = "[state] SET_FLEET A 0 0 0 2 SET_FLEET B 0 0 0 0";
    let script = format!("{fleets} SRAND 7 SET_FLEET A 0 0 0 0 SET_AI_PLAYER A [state]");
    let state = broken(&script, Misreading::SaveNosrand, "SHOOT 0 0");
    assert_eq!(state, [vec!["ai.state".to_owned()], vec![]]);
    let turn = "PLACE_SHIP 0 1 E 0 DES\nPLACE_SHIP 1 1 E 1 DES\nSHOOT 9 9";
    let script = format!("{fleets} SET_AI_PLAYER A [state]");
    let order = broken(&script, Misreading::CloseNone, turn);
    assert_eq!(order, [vec!["ai.legal".to_owned()], vec![]]);
}

#[test]
fn a_finding_about_two_answers_has_the_place_where_they_differ() {
    let script = "[state] SET_FLEET A 0 0 0 1 SET_FLEET B 0 0 0 1 SET_AI_PLAYER A [state]";
    let first = laws::answer(&laws::game(script), None);
    let place = |second: &[u8]| {
        let is_first = AtomicBool::new(true);
        let answers = |_: &[u8]| {
            let is_first = is_first.swap(false, Ordering::Relaxed);
            Ended::exited(0, if is_first { &first } else { second })
        };
        let (programs, command) = (InMemory(answers), Command::new(["./ships"]));
        let program = ProgramUnderTest::new(&programs, &command);
        let draft = Draft::parse(script.as_bytes()).unwrap();
        let verdict = verify_script(script.as_bytes(), draft, program).unwrap();
        let found = &only(&verdict).difference;
        assert_eq!(found.cause.expected, "ai.same");
        (found.byte, found.line, found.column)
    };
    let text = String::from_utf8(first.clone()).unwrap();
    assert!(text.starts_with("[state]\nBOARD_SIZE 21 10\n"));
    assert_eq!(place(text.replace("BOARD", "BOATS").as_bytes()), (11, 2, 4));
    assert_eq!(place(&first[1..]), (0, 1, 1));
    let end = (text.len(), text.lines().count() + 1, 1);
    assert_eq!(place(format!("{text}cd\n").as_bytes()), end);
}
