//! Compares the model of the laboratory with the interpreter. Both implement the rules. They share
//! the types of ships and commands, but no code of rules. `BROADSIDE_SCRIPTS` sets the number of
//! random scripts.

use crate::environment::count;
use crate::harness::{cases, root};
use broadside::dice::{Dice, Twister, index_below};
use broadside::lab::misreadings::{Misreading, Misreadings};
use broadside::lab::model::{self, End};
use broadside::lab::rules::{Rule, RuleSet};
use broadside::script::{FeedError, Flow, Session, Stop, feed};
use std::fs;
use std::path::{Path, PathBuf};

/// The number of random scripts if `BROADSIDE_SCRIPTS` is not set.
const SCRIPTS: u64 = 2_000;

/// Returns the output of the interpreter without the turn of the AI, and the end of the run.
pub(crate) fn reference(script: &[u8]) -> (Vec<u8>, End) {
    let (mut session, mut out) = (Session::default(), Vec::new());
    let end = match feed(&mut session, &mut &*script, &mut out) {
        Ok(Flow::Continue) => End::Finished,
        Ok(Flow::Won(_)) => End::Won,
        Err(FeedError::Stop(Stop::Invalid(_))) => End::Refused,
        Err(FeedError::Stop(Stop::Syntax(_))) => End::Syntax,
        Err(FeedError::Input(_) | FeedError::Stop(Stop::Output(_))) => {
            unreachable!("memory does not fail")
        }
    };
    (out, end)
}

/// Checks that the model and the interpreter run a script alike, unless the model stops at a limit
/// of its output or its work. Returns the rules that the model has reached.
#[track_caller]
fn compare(name: &str, script: &[u8]) -> RuleSet {
    let run = model::run(script, Misreadings::NONE);
    if run.end != End::TooLong {
        let (out, end) = reference(script);
        let differ = run.end != end || run.out != out;
        assert!(
            !differ,
            "{name}\n{}\nthe model ({:?}):\n{}\nthe interpreter ({end:?}):\n{}",
            String::from_utf8_lossy(script),
            run.end,
            String::from_utf8_lossy(&run.out),
            String::from_utf8_lossy(&out)
        );
    }
    run.reached
}

fn ships_cases() -> Vec<PathBuf> {
    cases(&root("tests/cases/ships"))
}

fn stdin(case: &Path) -> Vec<u8> {
    fs::read(case.join("stdin")).unwrap_or_default()
}

#[test]
fn the_model_passes_the_cases() {
    let mut reached = RuleSet::default();
    for case in ships_cases() {
        let name = case.display().to_string();
        reached.extend(&compare(&name, &stdin(&case)));
        let run = model::run(&stdin(&case), Misreadings::NONE);
        let Ok(expected) = fs::read(case.join("stdout")) else { continue };
        let is_same = run.out == expected || run.awaits_ai && expected.starts_with(&run.out);
        let args = fs::read_to_string(case.join("args")).unwrap_or_default();
        let is_one_session = ["", "run"].contains(&args.trim());
        assert!(is_same || !is_one_session || run.end == End::TooLong, "{name}");
    }
    // The model has no AI (section 9 of the rules). It gets parsed commands, so it never reaches a
    // rule about the form of the input. Other scripts, the probes, test this form.
    let of_form = [Rule::InputWords, Rule::InputNumbers, Rule::InputProse];
    let wanted = Rule::ALL.into_iter().filter(|rule| rule.section() < 9 && !of_form.contains(rule));
    let missed: Vec<_> = wanted.filter(|rule| !reached.contains(*rule)).collect();
    assert!(missed.is_empty(), "no case reaches {missed:?}");
}

/// The limit on the model's output allows a picture of a megabyte.
#[test]
fn the_model_draws_large_boards() {
    let script = b"[state]\nBOARD_SIZE 1000 1000\nPRINT 0\n[state]\n";
    assert_eq!(model::run(script, Misreadings::NONE).end, End::Finished);
    compare("a large board", script);
}

/// Checks the meaning of misreadings (wrong ways to understand a rule) that random scripts rarely
/// show.
#[test]
fn misreadings_mean_what_the_book_says() {
    let place = |number: i64| {
        format!(
            "[state]\nSET_FLEET A 0 0 0 1\n[state]\n[playerA]\nPLACE_SHIP 5 5 N {number} DES\n[playerA]\n"
        )
    };
    let starts = "[state]\nBOARD_SIZE 9 8\nSAVE\n[state]\n".to_owned();
    let refused =
        "INVALID OPERATION \"PLACE_SHIP 5 5 N -1 DES\": ALL SHIPS OF THE CLASS ALREADY SET\n";
    for (misreading, script, shown) in [
        (Misreading::IdxUnchecked, place(7), ""),
        (Misreading::IdxUnchecked, place(-1), refused),
        (Misreading::InitScale, starts.clone(), "INIT_POSITION B 4 0 8 7\n"),
        (Misreading::InitScale2, starts, "INIT_POSITION B 5 0 8 7\n"),
    ] {
        let out = String::from_utf8(model::run(script.as_bytes(), misreading.into()).out).unwrap();
        let is_shown = if shown.is_empty() { out.is_empty() } else { out.contains(shown) };
        assert!(is_shown, "{}: {out}", misreading.name());
    }
}

#[test]
fn the_cases_catch_the_misreadings() {
    let scripts: Vec<_> = ships_cases().iter().map(|case| stdin(case)).collect();
    let mut short: Vec<_> = scripts.iter().filter(|script| script.len() < 4_000).collect();
    short.sort_by_key(|script| script.len());
    let right: Vec<_> = short.iter().map(|script| model::run(script, Misreadings::NONE)).collect();
    let is_caught = |misreading: Misreading| {
        let mut runs = short.iter().zip(&right);
        runs.any(|(script, right)| model::run(script, misreading.into()).out != right.out)
    };
    let missed: Vec<_> = Misreading::ALL.into_iter().filter(|one| !is_caught(*one)).collect();
    assert!(missed.is_empty(), "no case catches {missed:?}");
}

/// The cruiser would turn from (5,5) to (4,7), and would touch nothing. The misreading checks (4,7)
/// with the old heading. Then the cruiser would touch a healthy destroyer of its own player.
#[test]
fn the_rules_about_touching_are_reached_by_the_ship_that_is_checked() {
    let script = b"[state] SHIP A 5 5 N 0 CRU 111 SHIP A 6 8 N 0 DES 11 [state]\n\
        [playerA] MOVE 0 CRU R [playerA]\n";
    let run = model::run(script, Misreading::MoveChecksOld.into());
    assert!(run.reached.contains(Rule::MoveTooClose));
    let not_reached =
        [Rule::ShipsTouchDiagonally, Rule::ShipsTouchEnemy, Rule::ShipsTouchDestroyed];
    assert!(not_reached.iter().all(|rule| !run.reached.contains(*rule)));
}

/// The model may import types of ships and commands from the interpreter, but no code of rules.
#[test]
fn the_model_shares_no_rule_with_the_interpreter() {
    const WORDS: [&str; 9] = [
        "use broadside_core::board::Side;",
        "use broadside_core::board::{Coord, Side};",
        "use broadside_core::board::{Coord, Heading, Manoeuvre, Side};",
        "use broadside_core::board::{Heading, Manoeuvre, Side};",
        "use broadside_core::board::{Heading, Side};",
        "use broadside_ships::rules::{Class, Order, Setting, ShipName};",
        "use broadside_ships::rules::{Class, ShipName};",
        "use broadside_ships::rules::Class;",
        "use broadside_ships::rules::Detail;",
    ];
    for entry in fs::read_dir(root("crates/lab/src/model")).expect("the model's files") {
        let path = entry.expect("an entry").path();
        let source = fs::read_to_string(&path).expect("a source file");
        let is_foreign = |line: &&str| {
            let is_syntax = line.starts_with("use broadside_ships::script::");
            let has_crate = line.contains("crate::") || line.contains("broadside_");
            has_crate && !line.trim().starts_with("//") && !is_syntax && !WORDS.contains(line)
        };
        assert_eq!(source.lines().find(is_foreign), None, "{}", path.display());
    }
}

#[test]
fn the_model_equals_the_interpreter_on_random_scripts() {
    let scripts = count("BROADSIDE_SCRIPTS", SCRIPTS);
    let cases: Vec<_> = ships_cases().iter().map(|case| stdin(case)).collect();
    let cases: Vec<_> = cases.into_iter().filter(|case| case.len() < 4_000).collect();
    for seed in 0..scripts {
        let mut chance = Twister::from_python_seed(&seed.into());
        let mut words = words(&cases[index_below(cases.len(), &mut chance)]);
        for _ in 0..=chance.below(6) {
            let other = &cases[index_below(cases.len(), &mut chance)];
            change_words(&mut words, other, &mut chance);
        }
        let script = words.concat();
        compare(&format!("script {seed}"), &script);
        // With several misreadings, the model reaches states that the rules never allow. It must
        // not panic there.
        let all = Misreading::ALL;
        let wrong: Misreadings = (0..4).map(|_| all[index_below(all.len(), &mut chance)]).collect();
        model::run(&script, wrong);
    }
}

/// Splits a script into words and the gaps between them.
fn words(script: &[u8]) -> Vec<Vec<u8>> {
    let is_same = |a: &u8, b: &u8| a.is_ascii_whitespace() == b.is_ascii_whitespace();
    script.chunk_by(is_same).map(<[u8]>::to_vec).collect()
}

fn change_words(words: &mut Vec<Vec<u8>>, other: &[u8], chance: &mut Twister) {
    let at = index_below(words.len(), chance);
    let Some(word) = words.get(at) else { return words.push(other.to_vec()) };
    let end = (at + 2 * index_below(8, chance)).min(words.len());
    match chance.below(10) {
        0 => drop(words.drain(at..end)),
        1 => words.extend_from_within(at..end),
        2 => {
            let piece = self::words(other);
            let from = index_below(piece.len(), chance);
            let to = (from + 2 * index_below(12, chance)).min(piece.len());
            drop(words.splice(at..at, piece[from..to].iter().cloned()));
        }
        3 => words.extend(self::words(other)),
        _ => {
            let changed = change_word(word, chance);
            words[at] = changed;
        }
    }
}

fn change_word(word: &[u8], chance: &mut Twister) -> Vec<u8> {
    const KINDS: [&[&str]; 9] = [
        &["A", "B"],
        &["N", "E", "S", "W"],
        &["F", "L", "R"],
        &["CAR", "BAT", "CRU", "DES"],
        &["[playerA]", "[playerB]", "[state]"],
        &["SAVE", "EXTENDED_SHIPS", "AUTO_SHOOTING", "PRINT 0", "PRINT 1", "SET_FLEET A"],
        &["11", "10", "111", "101", "1111", "0111", "11111", "10111"],
        &[" ", "\n", "\t", " # note\n", "\r\n"],
        &["9223372036854775807", "-9223372036854775808", "+007", "1x", "-"],
    ];
    if let Some(number) = std::str::from_utf8(word).ok().and_then(|word| word.parse::<i64>().ok()) {
        let near = i64::try_from(chance.below(7)).expect("a small number") - 3;
        return match chance.below(30) {
            0 => KINDS[8][index_below(KINDS[8].len(), chance)].into(),
            _ => number.saturating_add(near).to_string().into(),
        };
    }
    let kind = KINDS.iter().find(|kind| kind.iter().any(|name| name.as_bytes() == word));
    kind.map_or_else(|| word.to_vec(), |kind| kind[index_below(kind.len(), chance)].into())
}
