//! Tests what `verify` finds in right programs, and in programs with known mistakes. One kind of
//! mistake is a misreading: a wrong reading of one rule.

mod endings;
mod evidence;
mod habits;
mod left_out;
mod neighbours;
mod one_cause;
mod orders;
mod probes;
mod program;

use broadside_core::dice::{Dice as _, Stream};
use broadside_core::ports::programs::{Command, Ended, Ending, InMemory, Limits};
use broadside_lab::cards;
use broadside_lab::compare::{Cause, Kind};
use broadside_lab::draft::Draft;
use broadside_lab::generate::Scope;
use broadside_lab::misreadings::{Misreading, Misreadings};
use broadside_lab::model;
use broadside_lab::rules::{Level, Rule};
use broadside_lab::verify::{
    FailingCase, Failure, Form, PROBES, Plan, ProgramUnderTest, Verdict, ask, verify, verify_script,
};
use std::collections::HashSet;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

fn verified(
    program: impl Fn(&[u8]) -> Ended + Sync,
    plan: &Plan,
    set: impl Fn(&mut ProgramUnderTest<'_>),
) -> Result<Verdict, Failure> {
    let (programs, command) = (InMemory(program), Command::new(["./ships"]));
    let mut program = ProgramUnderTest::new(&programs, &command);
    set(&mut program);
    verify(plan, program, &|_| Limits::default(), &|_| true)
}

fn found(program: impl Fn(&[u8]) -> Ended + Sync, plan: &Plan) -> Verdict {
    verified(program, plan, |_| ()).expect("a program that runs")
}

fn random(scripts: u64) -> Plan {
    Plan { scripts, ..Plan::default() }
}

/// Returns a plan whose scripts use only commands that are known at `level`.
fn at(level: Level, scripts: u64) -> Plan {
    Plan { scope: Scope { level: Some(level), ..Scope::default() }, ..random(scripts) }
}

pub(crate) fn output(script: &[u8], misreadings: impl Into<Misreadings>) -> Vec<u8> {
    model::run(script, misreadings.into()).out
}

pub(crate) fn right(script: &[u8]) -> Vec<u8> {
    output(script, Misreadings::NONE)
}

fn misreader(misreadings: impl Into<Misreadings>) -> impl Fn(&[u8]) -> Ended + Sync {
    let misreadings = misreadings.into();
    move |script: &[u8]| Ended::exited(0, output(script, misreadings))
}

/// Returns a program that changes each script with `read`, and answers the new script rightly.
fn reading(read: impl Fn(&str) -> String + Sync) -> impl Fn(&[u8]) -> Ended + Sync {
    let read = move |script: &[u8]| read(&String::from_utf8_lossy(script));
    move |script: &[u8]| Ended::exited(0, right(read(script).as_bytes()))
}

fn right_but(print: impl Fn(String) -> String + Sync) -> impl Fn(&[u8]) -> Ended + Sync {
    move |script: &[u8]| {
        Ended::exited(0, print(String::from_utf8(right(script)).expect("ASCII text")))
    }
}

fn ending_at(text: &str, ended: Ended) -> impl Fn(&[u8]) -> Ended + Sync {
    move |script: &[u8]| {
        if has(script, text) { ended.clone() } else { Ended::exited(0, right(script)) }
    }
}

fn misreader_if(
    misreadings: impl Into<Misreadings>,
    is_misread: impl Fn(&[u8]) -> bool + Sync,
) -> impl Fn(&[u8]) -> Ended + Sync {
    let misreadings = misreadings.into();
    move |script: &[u8]| {
        let out = if is_misread(script) { output(script, misreadings) } else { right(script) };
        Ended::exited(0, out)
    }
}

/// Returns the lines of a script that end with a newline.
pub(crate) fn whole_lines(script: &[u8]) -> &[u8] {
    let end = memchr::memrchr(b'\n', script).map_or(0, |last| last + 1);
    &script[..end]
}

fn crash() -> Ended {
    Ended::new(Ending::Signal("SIGSEGV".into()), "")
}

fn has(script: &[u8], text: &str) -> bool {
    memchr::memmem::find(script, text.as_bytes()).is_some()
}

#[track_caller]
fn only(verdict: &Verdict) -> &FailingCase {
    assert_eq!(verdict.findings.len(), 1, "{:?}", kinds_and_rules(verdict));
    &verdict.findings[0]
}

fn kinds_and_rules(verdict: &Verdict) -> Vec<(Kind, Option<Rule>)> {
    let findings = verdict.findings.iter();
    findings.map(|finding| (finding.difference.cause.kind, finding.rule)).collect()
}

fn headlines(verdict: &Verdict) -> Vec<String> {
    verdict.findings.iter().map(|found| found.finding("./ships", "1").headline).collect()
}

fn rules(verdict: &Verdict) -> Vec<Rule> {
    verdict.findings.iter().filter_map(|finding| finding.rule).collect()
}

pub(crate) fn sample(name: &str, otherwise: usize) -> usize {
    std::env::var(name).ok().and_then(|count| count.parse().ok()).unwrap_or(otherwise)
}

pub(crate) fn wants_figures() -> bool {
    std::env::var_os("BROADSIDE_FIGURES").is_some()
}

fn best(finding: &FailingCase) -> Option<Misreading> {
    finding.looks_like.first().map(|like| like.misreading)
}

fn is_among_best(verdict: &Verdict, misreading: Misreading) -> bool {
    verdict
        .findings
        .iter()
        .any(|finding| finding.looks_like.iter().take(3).any(|like| like.misreading == misreading))
}

/// The environment variable `BROADSIDE_MISREADINGS` is the number of misreadings to try. At least
/// four of five must be named. If `BROADSIDE_FIGURES` is set, the test fails and shows the figures.
#[test]
fn misreadings_are_named_and_have_small_scripts() {
    let count = sample("BROADSIDE_MISREADINGS", 6).min(Misreading::ALL.len());
    let mut rows = Vec::new();
    for misreading in (0..count).map(|k| Misreading::ALL[k * Misreading::ALL.len() / count]) {
        let verdict = found(misreader(misreading), &Plan { findings: 1, ..random(2000) });
        let lines = verdict.findings.first().map_or(99, |first| first.case.draft.lines());
        let runs = verdict.findings.first().map_or(0, |first| first.runs);
        rows.push((lines, runs, is_among_best(&verdict, misreading), misreading.name()));
    }
    rows.sort_unstable();
    let named = rows.iter().filter(|(_, _, is_named, _)| *is_named).count();
    let is_good =
        rows[(count - 1) / 2].0 <= 7 && rows[count - 1].0 <= 20 && named * 10 >= count * 8;
    assert!(is_good && !wants_figures(), "{named} of {count} are named: {rows:?}");
}

/// `BROADSIDE_PAIRS` is the number of pairs to try. At most one of ten pairs may be missed. With
/// `BROADSIDE_FIGURES` the test always fails.
#[test]
fn two_misreadings_at_once_are_both_found() {
    let count = sample("BROADSIDE_PAIRS", 2);
    let mut missed = Vec::new();
    let mut dice = Stream::new(&1.into(), 0);
    for _ in 0..count {
        let mut draw = || {
            let all = Misreading::ALL.len();
            Misreading::ALL[usize::try_from(dice.below(all as u64)).unwrap()]
        };
        let pair = [draw(), draw()];
        let verdict = found(misreader(pair.into_iter().collect::<Misreadings>()), &random(2000));
        missed.extend(pair.iter().any(|one| !is_among_best(&verdict, *one)).then_some(pair));
    }
    let is_good = missed.len() * 10 <= count && !wants_figures();
    assert!(is_good, "{} of {count} are missed: {missed:?}", missed.len());
}

#[test]
fn accepted_misreadings_are_ignored() {
    let program = misreader(Misreadings::from(Misreading::ReefPlus).with(Misreading::RadarLt));
    let plan = Plan { findings: 1, ..Plan::default() };
    let accept =
        |program: &mut ProgramUnderTest<'_>| program.accepted = Misreading::ReefPlus.into();
    let verdict = verified(program, &plan, accept).unwrap();
    assert_eq!(best(&verdict.findings[0]), Some(Misreading::RadarLt));
}

/// The program refuses a legal shot. Two cards (test scripts) about the order of checks have such a
/// shot, but the program makes its checks in the right order.
#[test]
fn a_refused_legal_command_is_not_blamed_on_the_order_of_checks() {
    let shot = "SHOOT 0 CRU 4 4";
    let refusal = format!("INVALID OPERATION \"{shot}\": TOO MANY SHOOTS\n");
    let moved = ["MOVE 0 CRU F", shot].join("\n");
    let program = ending_at(&moved, Ended::exited(0, refusal));
    assert_eq!(only(&found(program, &random(30))).rule, Some(Rule::FireTooMany));
}

/// The probes (the scripts that run first) are short. A program may fail at a form of input (here
/// CRLF) only in longer scripts.
#[test]
fn some_random_scripts_are_written_in_other_forms() {
    let program = |script: &[u8]| {
        let ends = memchr::memmem::find_iter(script, b"\r\n").count();
        Ended::exited(0, if ends > 14 { Vec::new() } else { right(script) })
    };
    let verdict = found(program, &random(200));
    assert_eq!(only(&verdict).rule, Some(Form::Crlf.rule()));
}

#[test]
fn a_form_that_is_not_read_has_a_small_script() {
    let verdict = found(ending_at(" +0", Ended::exited(0, "")), &random(200));
    assert_eq!(only(&verdict).rule, Some(Rule::InputNumbers));
    assert!(only(&verdict).case.draft.lines() <= 8, "{:?}", only(&verdict).case.draft);
    assert!(has(&only(&verdict).case.script, " +0"));
    assert!(verdict.reached.contains_key(&Rule::InputNumbers));
}

/// [`ask`] collects answers for a report of [`verify`], so it may run only scripts of `verify`.
#[test]
fn ask_runs_only_scripts_that_the_report_needs() {
    let scope = Scope { unsettled: false, ..Scope::default() };
    let plan = Plan { scope, ..random(40) };
    let (verified, asked) = (Mutex::default(), Mutex::default());
    let record = |scripts: &Mutex<HashSet<Vec<u8>>>, script: &[u8]| {
        scripts.lock().unwrap().insert(script.to_vec());
        Ended::exited(0, right(script))
    };
    found(|script| record(&verified, script), &plan);
    let (programs, command) = (InMemory(misreader(Misreadings::NONE)), Command::new(["./ships"]));
    let program = ProgramUnderTest::new(&programs, &command);
    ask(&plan, program, &|_| true, &InMemory(|script: &[u8]| record(&asked, script))).unwrap();
    let (verified, asked) = (verified.into_inner().unwrap(), asked.into_inner().unwrap());
    assert!(!asked.is_empty() && asked.is_subset(&verified));
}

#[test]
fn a_group_that_ends_with_the_input_is_tried_at_level_place() {
    let verdict = found(misreader(Misreadings::NONE), &at(Level::Place, 0));
    assert!(verdict.findings.is_empty());
    assert!(verdict.reached.contains_key(&Rule::TurnEndOfInput));
}

#[test]
fn a_program_that_needs_the_last_tag_is_found() {
    let program = |script: &[u8]| {
        let is_open = memchr::memmem::find_iter(script, b"[").count() % 2 == 1;
        Ended::exited(0, if is_open { Vec::new() } else { right(script) })
    };
    let verdict = found(program, &at(Level::Shoot, 0));
    assert_eq!(only(&verdict).rule, Some(Rule::TurnEndOfInput));
    assert!(verdict.reached.contains_key(&Rule::TurnEndOfInput));
}

#[test]
fn a_refused_second_shot_breaks_only_an_unsettled_rule() {
    let verdict = found(misreader(Misreading::OneShot), &at(Level::Shoot, 0));
    assert!(only(&verdict).is_unsettled());
}

#[test]
fn an_early_victory_is_found_at_its_line() {
    let script =
        b"[state]\nSET_FLEET A 0 0 0 0\nSET_FLEET B 0 0 0 0\n[state]\n[playerA]\n[playerA]\n\
        [state]\nSET_FLEET A 0 0 0 1\n[state]\n[playerB]\nSHOOT 0 0\n[playerB]\n";
    let (programs, command) =
        (InMemory(misreader(Misreading::WinEmpty)), Command::new(["./ships"]));
    let program = ProgramUnderTest::new(&programs, &command);
    let verdict = verify_script(script, Draft::parse(script).unwrap(), program).unwrap();
    assert_eq!(only(&verdict).case.draft.lines(), 6);
}

/// A program that throws an exception may end by a signal and lose its output.
#[test]
fn an_unknown_word_is_one_finding() {
    let word = "EXTENDED_SHIPS";
    let stops = |script: &[u8]| match memchr::memmem::find(script, word.as_bytes()) {
        Some(at) => Ended::exited(1, right(&script[..at])),
        None => Ended::exited(0, right(script)),
    };
    let aborts = ending_at(word, Ended::new(Ending::Signal("SIGABRT".into()), ""));
    for verdict in [found(stops, &random(200)), found(aborts, &random(200))] {
        assert_eq!(headlines(&verdict), ["does not know EXTENDED_SHIPS"]);
        assert_eq!(only(&verdict).seen, verdict.differing);
    }
}

#[test]
fn one_right_answer_removes_a_misreading() {
    let program = misreader_if(Misreading::CannonNever, |script| !has(script, "DES 00"));
    let verdict = found(program, &at(Level::Guns, 0));
    let names: Vec<_> = verdict.findings.iter().filter_map(best).collect();
    assert!(!verdict.findings.is_empty() && !names.contains(&Misreading::CannonNever), "{names:?}");
}

#[test]
fn a_misreading_that_scripts_contradict_is_removed() {
    let program = misreader_if(Misreading::CloseNone, |script| !has(script, "PRINT"));
    let verdict = found(program, &random(200));
    assert!(!verdict.findings.is_empty());
    assert!(verdict.findings.iter().all(|finding| finding.looks_like.is_empty()));
}

#[test]
fn cards_decide_between_misreadings_that_explain_all_similar_scripts() {
    for misreading in [Misreading::WinNever, Misreading::MoveNoreef] {
        let verdict = found(misreader(misreading), &random(0));
        let only = only(&verdict);
        assert!(only.is_named() && best(only) == Some(misreading), "{:?}", only.looks_like);
    }
}

/// The program shows no healthy segments in pictures after a ship has turned.
#[test]
fn a_rule_that_only_failing_scripts_reach_is_blamed() {
    let program = |script: &[u8]| {
        let turns = [&b" L\n"[..], b" R\n"].into_iter();
        let first = turns.filter_map(|turn| memchr::memmem::find(script, turn)).min();
        let before = right(&script[..first.unwrap_or(script.len())]).len();
        let mut out = right(script);
        let after = out.iter_mut().skip(before);
        after.filter(|byte| **byte == b'+').for_each(|byte| *byte = b' ');
        Ended::exited(0, out)
    };
    assert_eq!(rules(&found(program, &at(Level::Move, 200))), [Rule::MoveTurn]);
}

/// A `MOVE` that is carried out prints nothing, so the right output does not show its place.
#[test]
fn a_wrongly_refused_command_has_its_place() {
    let verdict = found(misreader(Misreading::EngineAlways), &at(Level::Move, 100));
    let place = only(&verdict).finding("./ships", "1").place.expect("a place");
    assert!(place.command.0.starts_with(b"MOVE 0 "), "{place:?}");
}

/// Without a check, a program accepts an illegal command, or a later check refuses it.
#[test]
fn a_check_that_is_missing_is_one_finding() {
    let fleet = "[state] SET_FLEET A 1 2 3 5 SET_FLEET B 1 2 3 5 [state]\n";
    let lacks = reading(|script| fleet.to_owned() + script);
    assert_eq!(only(&found(lacks, &at(Level::Place, 400))).rule, Some(Rule::PlaceAllSet));
}

#[test]
fn a_victory_of_the_other_player_breaks_the_rule_about_victory() {
    let loses = |script: &[u8]| {
        let text = String::from_utf8_lossy(script);
        let shot = text.find("SHOOT").unwrap_or(text.len());
        let end = text[shot..].find("\n[playerA]\n").map(|end| &script[..shot + end + 11]);
        let lost = end.filter(|turn| !right(turn).ends_with(b"\"\n"));
        let lost = lost.filter(|turn| right(script).starts_with(&right(turn)));
        let out =
            lost.map_or_else(|| right(script), |turn| [&right(turn), &b"B won\n"[..]].concat());
        Ended::exited(0, out)
    };
    let verdict = found(loses, &Plan::default());
    let is_victory = |finding: &&FailingCase| finding.difference.cause.kind == Kind::Victory;
    let first = verdict.findings.iter().find(is_victory).and_then(|finding| finding.rule);
    assert_eq!(first, Some(Rule::VictoryWon));
}

#[test]
fn a_command_that_works_elsewhere_is_not_unknown() {
    let fails = ending_at("PLACE_SHIP 99 0", Ended::exited(101, ""));
    let verdict = found(fails, &at(Level::Place, 400));
    assert_eq!(only(&verdict).difference.cause.kind, Kind::Crash);
}

/// The script of this probe has a shot, so the levels before `shoot` stay right.
#[test]
fn a_probe_counts_at_the_level_of_its_commands() {
    let victory = cards::all().find(|card| card.name == "won-by-a").unwrap();
    let victory = Form::OpenEnd.rewrite(victory.script.as_bytes());
    let fails = |script: &[u8]| {
        Ended::exited(0, if script == victory { Vec::new() } else { right(script) })
    };
    let verdict = found(fails, &random(0));
    assert_eq!(verdict.right_up_to(), (Some(Level::Fleet), Some(Level::Shoot)));
}

/// `levels` counts a difference only at level `save`, but the finding's script has level `guns`.
#[test]
fn a_program_is_right_only_up_to_the_level_of_its_findings() {
    let mut verdict = found(misreader(Misreading::CannonNever), &at(Level::Guns, 0));
    verdict.levels = [(Level::Place, (1, 0)), (Level::Guns, (9, 0)), (Level::Save, (9, 1))].into();
    assert_eq!(verdict.right_up_to(), (Some(Level::Place), Some(Level::Guns)));
}
