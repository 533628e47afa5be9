//! Tests the shrinker, which makes a script smaller but keeps the difference that it shows.

use super::compare::{difference, parsed};
use broadside_core::board::Side;
use broadside_core::ports::programs::{Ended, Ending};
use broadside_lab::compare::{Lenience, compare};
use broadside_lab::draft::{Block, Draft};
use broadside_lab::misreadings::Misreading;
use broadside_lab::model;
use broadside_lab::reference::{End, run};
use broadside_lab::rules::Level;
use broadside_lab::shrink::{Shrunk, shrink, size};
use broadside_ships::rules::Setting;
use broadside_ships::script::ast::Group;
use std::io;

fn misread(draft: &Draft, misreading: Misreading) -> Vec<u8> {
    model::run(&draft.to_bytes(), misreading.into()).out
}

fn shrunk(script: &[u8], out: impl Fn(&Draft) -> Vec<u8>) -> Shrunk {
    let judge = |draft: &Draft| difference(draft, out(draft));
    let draft = parsed(script);
    let found = judge(&draft).expect("a difference");
    shrink(draft, found.clone(), 100, &mut |candidate| {
        Ok(judge(candidate).filter(|difference| difference.cause == found.cause))
    })
}

/// The 110 of a `REEF` looks like the health of a `SHIP`, but its zero is no damage.
#[test]
fn size_grows_with_each_number_and_with_damage() {
    let size = |command: &str| size(&parsed(format!("[state] {command} [state]")));
    assert!(size("BOARD_SIZE 999 10") < size("BOARD_SIZE 1000 10"));
    assert!(size("REEF 0 110") < size("REEF 0 111"));
    for class in ["DES 1", "CRU 11", "CAR 1111"] {
        let ship = |last: u8| size(&format!("SHIP A 0 0 W 0 {class}{last}"));
        assert!(ship(1) < ship(0), "{class}");
    }
}

#[test]
fn a_smaller_script_found_before_an_error_is_kept() {
    let draft = parsed(b"[state] REEF 1 1 REEF 2 2 PRINT 0 SAVE [state]");
    let judge = |draft: &Draft| difference(draft, misread(draft, Misreading::ReefPlus));
    let found = judge(&draft).unwrap();
    let mut left = 1;
    let small = shrink(draft, found, 100, &mut |candidate| {
        left -= 1;
        if left < 0 { Err(io::ErrorKind::Interrupted.into()) } else { Ok(judge(candidate)) }
    });
    assert_eq!((small.draft.lines(), small.error.is_some()), (5, true));
}

/// A refusal quotes `PRINT 0`, but does not say whether this command is in a turn or in `[state]`.
#[test]
fn only_the_print_that_is_refused_is_kept() {
    let out = |draft: &Draft| {
        let is_state = |block: &&Block| block.group == Group::State;
        let states = draft.blocks.iter().filter(is_state).cloned().collect();
        let mut out = run(&Draft { blocks: states }).output;
        if draft.commands().any(|(group, _)| group != Group::State) {
            out.extend(b"INVALID OPERATION \"PRINT 0\": NO\n");
        }
        out
    };
    let small = shrunk(b"[state] PRINT 0 [state] [playerA] PRINT 0 [playerA]", out);
    assert_eq!(small.draft.to_bytes(), b"[playerA]\nPRINT 0\n[playerA]\n");
}

/// The shrinker may replace turns by the state that SAVE writes. This state can have commands that
/// the program does not know.
#[test]
fn a_smaller_script_has_no_command_of_a_later_level() {
    let text = b"[playerA] PLACE_SHIP 5 5 W 0 DES PLACE_SHIP 0 0 W 0 DES [playerA]";
    let small = shrunk(text, |_| Vec::new());
    assert_eq!((small.draft.level(), small.draft.lines()), (Level::Place, 4));
}

/// The first cut (the removal of a part of the script) also removes the empty groups. In an old
/// version, the next cut was then out of range.
#[test]
fn empty_groups_are_removed_with_the_first_cut() {
    let script = b"[playerA]\n[playerA]\n[state]\n[state]\n[state]\n[state]\n[state]\n\
        [state]\n[playerB]\n[playerB]\n";
    let out = |draft: &Draft| {
        let is_turn_of_a = |block: &Block| block.group == Group::Turn(Side::First);
        let greets = draft.blocks.iter().any(is_turn_of_a);
        if greets { b"Welcome to my game\n".to_vec() } else { Vec::new() }
    };
    assert_eq!(shrunk(script, out).draft.to_bytes(), b"[playerA]\n[playerA]\n");
}

/// In an old version, the ship still belonged to B, and a `NEXT_PLAYER B` stood before it.
#[test]
fn players_are_swapped_if_only_b_is_needed() {
    let script = b"[state] NEXT_PLAYER B SHIP B 5 5 N 0 DES 11 [state]\n\
        [playerB] MOVE 0 DES F [playerB] [state] PRINT 0 [state]";
    let small = shrunk(script, |draft| {
        let is_moved = draft.to_bytes().windows(4).any(|word| word == b"MOVE");
        if is_moved { Vec::new() } else { run(draft).output }
    });
    assert!(!small.draft.to_bytes().contains(&b'B'), "{:?}", small.draft);
}

/// The program fails only if the board is halved and no group is empty: no cut alone is enough.
#[test]
fn empty_groups_are_removed_with_the_first_simpler_value() {
    let draft = parsed(b"[state]\n[state]\n[state] BOARD_SIZE 9 8 PRINT 0 [state]");
    let found = difference(&draft, Vec::new()).unwrap();
    let small = shrink(draft, found, 100, &mut |candidate| {
        let is_halved = candidate.to_bytes().starts_with(b"[state]\nBOARD_SIZE 4 4\n");
        Ok(difference(candidate, Vec::new()).filter(|_| is_halved))
    });
    assert_eq!(small.draft.to_bytes(), b"[state]\nBOARD_SIZE 4 4\nPRINT 0\n[state]\n");
}

#[test]
fn only_scripts_that_may_show_the_cause_are_run() {
    let script = b"[state]\nSET_FLEET A 0 0 0 2\nREEF 1 1\nREEF 3 3\n[state]\n\
        [playerA]\nPLACE_SHIP 2 5 N 0 DES\nPLACE_SHIP 5 5 N 7 DES\nPRINT 0\n[playerA]\n";
    let small = shrunk(script, |draft| {
        assert!(matches!(run(draft).end, End::Refused(_)), "{draft:?}");
        misread(draft, Misreading::IdxUnchecked)
    });
    assert!(small.runs > 0 && small.draft.lines() < 11, "{small:?}");
}

/// Returns the smaller scripts that are tried if a program crashes only at this script.
fn candidates(draft: &Draft) -> Vec<Draft> {
    let crash = Ended::new(Ending::Signal("SIGSEGV".into()), "");
    let found = compare(draft, &run(draft), &crash, Lenience::default()).expect("a crash");
    let mut tried = Vec::new();
    shrink(draft.clone(), found, 1000, &mut |candidate| {
        tried.push(candidate.clone());
        Ok(None)
    });
    tried
}

#[test]
fn a_cut_may_remove_commands_of_several_groups() {
    let whole =
        parsed(b"[state]\nREEF 1 1\nREEF 2 2\nREEF 3 3\n[state]\n[playerA]\nPRINT 0\n[playerA]\n");
    let tried = candidates(&whole);
    let cut = parsed(b"[state]\nREEF 1 1\nREEF 2 2\n[state]\n[playerA]\n[playerA]\n");
    assert!(tried.contains(&cut), "{tried:?}");
    let cut = parsed(b"[state]\nREEF 3 3\n[state]\n[playerA]\nPRINT 0\n[playerA]\n");
    assert!(tried.contains(&cut), "{tried:?}");
}

#[test]
fn a_ship_is_removed_with_its_commands() {
    let whole = parsed(
        b"[state]\nSHIP A 1 1 N 0 DES 11\nSHIP B 5 5 N 0 DES 11\n[state]\n\
          [playerA]\nMOVE 0 DES F\nPRINT 0\n[playerA]\n",
    );
    let without_a =
        parsed(b"[state]\nSHIP B 5 5 N 0 DES 11\n[state]\n[playerA]\nPRINT 0\n[playerA]\n");
    let without_b = parsed(
        b"[state]\nSHIP A 1 1 N 0 DES 11\n[state]\n\
          [playerA]\nMOVE 0 DES F\nPRINT 0\n[playerA]\n",
    );
    let tried = candidates(&whole);
    let position =
        |left: &Draft| tried.iter().position(|draft| draft == left).expect("a candidate");
    assert!(position(&without_b) < position(&without_a), "{tried:?}");
}

#[test]
fn smaller_boards_have_half_the_size_or_a_line_less() {
    let check = |rows, cols, expected: &[(i64, i64)]| {
        let script = format!("[state] BOARD_SIZE {rows} {cols} [state]");
        let tried = candidates(&parsed(script));
        let settings = tried.iter().flat_map(Draft::commands);
        let expected = expected.iter().map(|(rows, cols)| Setting::BoardSize(*rows, *cols));
        assert!(settings.filter_map(|(_, set)| set.setting().cloned()).eq(expected), "{tried:?}");
    };
    check(8, 6, &[(4, 3), (4, 6), (8, 3), (7, 6), (8, 5)]);
    check(3, 1, &[(1, 1), (2, 1)]);
    check(1, 1, &[]);
}
