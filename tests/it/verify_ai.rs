//! Runs `verify` on programs with an AI, which is called the machine here. One program is correct.
//! Most of the others break one law of the AI.

use broadside::lab::generate::Scope;
use broadside::lab::rules::{Level, Rule};
use broadside::lab::verify::{Plan, ProgramUnderTest, Verdict, verify};
use broadside::ports::programs::{Command, Ended, InMemory, Limits};
use broadside::script::{Session, feed};
use std::sync::atomic::{AtomicU32, Ordering};

/// Returns what our own program prints, and the range of the machine's orders in it.
fn correct_output(script: &[u8]) -> (String, Option<std::ops::Range<usize>>) {
    let (mut session, mut out) = (Session::default(), Vec::new());
    let ended = feed(&mut session, &mut &*script, &mut out);
    let start = out.len();
    if matches!(ended, Ok(broadside::script::Flow::Continue)) {
        session.answer(&mut out).expect("a write to memory never fails");
    }
    let text = String::from_utf8(out).expect("ASCII");
    let player = text[start..].find("[player").map(|at| start + at);
    let end = player.map(|at| at + text[at..].rfind("[player").expect("two tags"));
    (text, player.zip(end).map(|(player, end)| player + "[playerA]\n".len()..end))
}

/// Makes a program that is correct, except that `change` rewrites the orders of the machine.
fn other_orders(change: impl Fn(&str) -> String + Sync) -> impl Fn(&[u8]) -> Ended + Sync {
    move |script: &[u8]| {
        let (mut text, orders) = correct_output(script);
        if let Some(orders) = orders {
            let changed = change(&text[orders.clone()]);
            text.replace_range(orders, &changed);
        }
        Ended::exited(0, text)
    }
}

/// Makes a program that is correct, except that `change` rewrites the whole answer of the machine.
fn other_answer(change: impl Fn(&str) -> String + Sync) -> impl Fn(&[u8]) -> Ended + Sync {
    move |script: &[u8]| {
        let (text, orders) = correct_output(script);
        let Some(orders) = orders else { return Ended::exited(0, text) };
        let start = text[..orders.start].rfind("[state]\nBOARD_SIZE").expect("a state");
        Ended::exited(0, format!("{}{}", &text[..start], change(&text[start..])))
    }
}

fn verdict_of(program: impl Fn(&[u8]) -> Ended + Sync) -> Verdict {
    let (programs, command) = (InMemory(program), Command::new(["./ships"]));
    let scope = Scope { level: Some(Level::Ai), ai: true, unsettled: true };
    let plan = Plan { scope, scripts: 60, findings: 3, ..Plan::default() };
    let program = ProgramUnderTest::new(&programs, &command);
    verify(&plan, program, &|_| Limits::default(), &|_| true).expect("a verdict")
}

/// Checks the finding with this rule: its cause contains `words`. Its script is small, unless the
/// finding is flaky.
#[track_caller]
fn check(program: impl Fn(&[u8]) -> Ended + Sync, rule: Rule, words: &str) {
    let verdict = verdict_of(program);
    let causes: Vec<_> = verdict.findings.iter().map(|found| &found.difference.cause).collect();
    let finding = verdict.findings.iter().find(|found| found.rule == Some(rule));
    assert!(finding.is_some(), "no {rule} in {causes:?}");
    let finding = finding.expect("it is there");
    let (cause, script) = (&finding.difference.cause, &finding.case.script);
    let script = String::from_utf8_lossy(script);
    assert_eq!(cause.kind.name(), "ai", "{script}");
    assert!(cause.got.contains(words), "{cause:?}");
    assert!(finding.is_flaky || finding.case.draft.lines() <= 11, "{script}");
}

fn without(word: &str) -> impl Fn(&str) -> String {
    move |orders| {
        let others = orders.split_inclusive('\n').filter(|line| !line.starts_with(word));
        others.collect()
    }
}

#[test]
fn our_own_machine_keeps_the_laws() {
    let verdict = verdict_of(other_orders(str::to_owned));
    assert_eq!(verdict.findings.len(), 0, "{:#?}", verdict.findings);
    assert_eq!(verdict.scripts, 60);
    let laws = Rule::ALL.into_iter().filter(|rule| rule.level() == Level::Ai);
    let missed: Vec<_> = laws.filter(|rule| !verdict.reached.contains_key(rule)).collect();
    assert_eq!(missed, [], "laws that no script reached");
}

#[test]
fn a_machine_must_give_legal_orders() {
    let refused =
        |words, change: fn(&str) -> String| check(other_orders(change), Rule::AiLegal, words);
    refused("SHIP ALREADY PRESENT", |orders| format!("{orders}{}", first(orders, "PLACE_SHIP")));
    refused("SHIP DOES NOT EXIST", |orders| format!("{orders}MOVE 7 CRU F\n"));
    // This machine moves straight ahead, even if the way is blocked.
    refused("", |orders| format!("{orders}{}", "MOVE 0 DES F\n".repeat(4)));
}

fn first(orders: &str, word: &str) -> String {
    let line = orders.lines().find(|line| line.starts_with(word));
    line.map(|line| format!("{line}\n")).unwrap_or_default()
}

#[test]
fn a_machine_must_place_and_shoot() {
    check(other_orders(without("PLACE_SHIP")), Rule::AiPlaces, "left out");
    check(other_orders(without("SHOOT")), Rule::AiShoots, "");
    let misses = |orders: &str| {
        let shoots = |line: &str| line.starts_with("SHOOT") && line.split(' ').count() == 3;
        let aside =
            |line: &str| if shoots(line) { "SHOOT 0 0\n".to_owned() } else { line.to_owned() };
        orders.split_inclusive('\n').map(aside).collect()
    };
    check(other_orders(misses), Rule::AiHits, "misses");
    let twice = |orders: &str| {
        let mut fields = None;
        let again = |line: &str| {
            let words: Vec<_> = line.trim_end().split(' ').collect();
            let ["SHOOT", ship, class, row, col] = words[..] else { return line.to_owned() };
            let (row, col) = fields.get_or_insert((row.to_owned(), col.to_owned()));
            format!("SHOOT {ship} {class} {row} {col}\n")
        };
        orders.split_inclusive('\n').map(again).collect()
    };
    check(other_orders(twice), Rule::AiSpares, "two shots");
}

#[test]
fn a_machine_must_answer_in_form() {
    let changed = |from: &'static str, to: &'static str, rule, words| {
        check(other_answer(move |answer| answer.replacen(from, to, 1)), rule, words);
    };
    changed("PRINT 0", "PRINT 1", Rule::AiPictures, "before");
    changed("NEXT_PLAYER", "BOARD_SIZE 3 3\nNEXT_PLAYER", Rule::AiState, "NEXT_PLAYER");
    let seed = |answer: &str| answer.replace("\nSRAND ", "\nSRAND 9");
    check(other_answer(seed), Rule::AiState, "SRAND");
    let ends_early = |answer: &str| answer[..answer.find("[player").expect("a turn")].to_owned();
    check(other_answer(ends_early), Rule::AiTurn, "no turn");
    let no_state = |answer: &str| answer[answer.find("[player").expect("a turn")..].to_owned();
    check(other_answer(no_state), Rule::AiAnswers, "does not begin");
}

#[test]
fn a_machine_with_different_answers_is_flaky() {
    let count = AtomicU32::new(0);
    let program = other_orders(move |orders: &str| {
        let places =
            orders.starts_with("PLACE_SHIP") && count.fetch_add(1, Ordering::Relaxed) % 2 == 1;
        let mut lines: Vec<_> = orders.split_inclusive('\n').collect();
        if places {
            lines.reverse();
        }
        lines.concat()
    });
    let verdict = verdict_of(program);
    let finding = verdict.findings.iter().find(|found| found.rule == Some(Rule::AiSame));
    assert!(finding.expect("a finding").is_flaky);
}

#[test]
fn a_program_without_a_machine_is_not_blamed() {
    let verdict = verdict_of(other_answer(|_| String::new()));
    assert_eq!(verdict.findings.len(), 0);
    assert!(!verdict.reached.keys().any(|rule| rule.level() == Level::Ai));
}

/// If a program plays the turn of the machine in one script, it must play it in all scripts.
#[test]
fn a_machine_that_answers_only_sometimes_is_found() {
    let silent =
        |answer: &str| if answer.contains("EXTENDED") { String::new() } else { answer.to_owned() };
    check(other_answer(silent), Rule::AiAnswers, "no answer");
}
