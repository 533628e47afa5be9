//! Checks the AI of the Ships language by its output: each output is the next input, and the laws
//! of the laboratory (rules that each answer must keep) judge each turn.
//!
//! `BROADSIDE_GAMES=N` plays N games of each kind instead of a few.

mod fair;
mod judge;
mod play_out;
mod setups;

use crate::environment::count;
use broadside::board::Side;
use broadside::digest::Fnv64;
use broadside::script::{Flow, Session};
use setups::{Logic, setup};
use std::collections::BTreeMap;

/// Returns `few`, or the number in `BROADSIDE_GAMES`.
fn games(few: u32) -> u32 {
    count("BROADSIDE_GAMES", few)
}

/// Runs a whole input in a fresh session, as `broadside` does. Judges the turn of the AI. Returns
/// the output, and whether a player has won.
fn run(input: &[u8]) -> (Vec<u8>, Flow) {
    let (mut session, mut out) = (Session::default(), Vec::new());
    for line in input.split(|byte| *byte == b'\n') {
        let fed = session.feed(line, &mut out);
        assert!(fed.is_ok(), "{fed:?}\n{}", String::from_utf8_lossy(input));
        if let Ok(won @ Flow::Won(_)) = fed {
            return (out, won);
        }
    }
    let flow = session.end(&mut out).expect("the last group ends well");
    let start = out.len();
    session.answer(&mut out).expect("a write to memory never fails");
    if session.expected_ai().is_some() {
        judge::judge_turn(session.game(), &out[start..]);
    }
    (out, flow)
}

/// The end of a game in which each output is the next input.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Ended {
    Won,
    /// The turns repeat for ever.
    Repeats,
    /// All requested turns are played.
    Limit,
}

fn feed_back(setup: &str, turns: u32) -> Ended {
    let (mut output, mut flow) = run(setup.as_bytes());
    let mut earlier = Vec::new();
    for _ in 0..turns {
        if flow != Flow::Continue {
            return Ended::Won;
        }
        let next = run(&output);
        if next.0 == earlier {
            return Ended::Repeats;
        }
        earlier = std::mem::replace(&mut output, next.0);
        flow = next.1;
    }
    if flow == Flow::Continue { Ended::Limit } else { Ended::Won }
}

#[test]
fn random_games_are_played_without_one_invalid_operation() {
    // More than half of the games are won within this many turns.
    let turns = if games(0) > 0 { 500 } else { 100 };
    let mut ends = BTreeMap::new();
    for seed in 0..games(90) {
        let ended = feed_back(&setup(seed, Logic::ALL[seed as usize % 3]), turns);
        *ends.entry(ended).or_insert(0) += 1;
    }
    let most = |ended| ends.get(&ended).is_some_and(|count| *count > games(90) / 2);
    assert!(most(Ended::Won), "{ends:?}");
}

#[test]
fn every_shot_at_an_idle_opponent_hits() {
    let setup = b"[state] SET_AI_PLAYER A SET_FLEET B 1 1 1 1 SHIP B 11 4 E 0 CAR 11111 \
        SHIP B 13 3 E 0 BAT 1111 SHIP B 15 9 N 0 CRU 111 SHIP B 19 5 S 0 DES 11 [state]";
    let (mut output, mut flow) = run(setup);
    for shot in 1..=5 + 4 + 3 + 2 {
        assert_eq!(flow, Flow::Continue, "after {} shots", shot - 1);
        output.extend_from_slice(b"[playerB] [playerB]");
        (output, flow) = run(&output);
    }
    assert_eq!(flow, Flow::Won(Side::First));
}

/// Checks that the first turns of games of all kinds stay the same. Debug and release builds print
/// the same bytes. If a commit changes the play of the AI, it must change the digest here, and its
/// message must say why.
#[test]
fn the_first_turns_have_the_recorded_digest() {
    let mut digest = Fnv64::default();
    for seed in 0..60 {
        let (mut output, _) = run(setup(seed, Logic::ALL[seed as usize % 3]).as_bytes());
        for _ in 0..5 {
            digest.add(&output);
            (output, _) = run(&output);
        }
    }
    assert_eq!(digest.to_string(), "b299db5d32dd5115");
}

#[test]
fn the_default_game_is_played_without_one_invalid_operation() {
    for logic in Logic::ALL {
        let switches = logic.switches();
        feed_back(&format!("[state] SET_AI_PLAYER A SET_AI_PLAYER B {switches} [state]"), 500);
    }
}

#[test]
fn the_ai_plays_on_boards_with_hardly_any_room() {
    let reefs: String =
        (0..36).map(|n| format!("REEF {} {}\n", n / 6, n % 6)).collect::<Vec<_>>().concat();
    let setups = [
        "BOARD_SIZE 1 1".to_owned(),
        "BOARD_SIZE 1 1 INIT_POSITION A 0 0 0 0 INIT_POSITION B 0 0 0 0 SET_FLEET A 0 0 0 0 SET_FLEET B 0 0 0 0".to_owned(),
        "BOARD_SIZE 2 2 INIT_POSITION A 0 0 0 1 INIT_POSITION B 0 0 1 1 SET_FLEET A 0 0 0 1".to_owned(),
        "INIT_POSITION A 9 9 0 0 INIT_POSITION B 9223372036854775807 0 -9223372036854775808 0".to_owned(),
        "INIT_POSITION A -9223372036854775808 -9223372036854775808 9223372036854775807 9223372036854775807".to_owned(),
        format!("BOARD_SIZE 6 6 {reefs}"),
        "BOARD_SIZE 9223372036854775807 9223372036854775807 INIT_POSITION B 11 11 9223372036854775807 9223372036854775807".to_owned(),
    ];
    for setup in setups {
        for logic in Logic::ALL {
            let switches = logic.switches();
            feed_back(
                &format!("[state] SET_AI_PLAYER A SET_AI_PLAYER B {switches} {setup} [state]"),
                6,
            );
        }
    }
}

#[test]
fn huge_boards_and_fleets_are_played_quickly() {
    let sea = "[state] BOARD_SIZE 1000000000 1000000000 SET_AI_PLAYER A SET_AI_PLAYER B \
        EXTENDED_SHIPS INIT_POSITION A 0 0 999999999 499999998 \
        INIT_POSITION B 0 500000000 999999999 999999999";
    feed_back(&format!("{sea} [state]"), 4);
    feed_back(&format!("{sea} SET_FLEET A 0 1 1 1 SET_FLEET B 0 1 1 1 [state]"), 6);
    let fleet = "[state] BOARD_SIZE 1000 1000 SET_AI_PLAYER A INIT_POSITION A 0 0 999 999 \
        SET_FLEET A 1000 2000 3000 4000 [state]";
    let (output, _) = run(fleet.as_bytes());
    let placed = output.split(|b| *b == b'\n').filter(|line| line.starts_with(b"PLACE_SHIP"));
    assert_eq!(placed.count(), 10_000);
}
