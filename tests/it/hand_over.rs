//! Tests hand-overs. A hand-over is a script for a bot. The script sets up a state that agrees with
//! what the side of the bot knows, and the bot plays its turn from this state.

use crate::fair::{judged, set_up};
use crate::harness::{Texts as _, broadside, run};
use broadside::board::{Coord, Hull, Side};
use broadside::dice::{Dice, Twister};
use broadside::rules::ships::fair::{Briefing, Note, Referee, Verdict};
use broadside::rules::ships::{Game, Section, ShipName, pilot};
use broadside::script::hand_over::{HandOver, Watched, commands, dice};
use broadside::script::{Flow, Session, feed, reply};
use std::collections::BTreeMap;

fn load(text: &[u8]) -> Session {
    let mut session = Session::default();
    let flow = feed(&mut session, &mut &text[..], &mut Vec::new());
    assert!(matches!(flow, Ok(Flow::Continue)), "{flow:?}\n{}", String::from_utf8_lossy(text));
    session
}

fn ships(game: &Game, side: Side) -> BTreeMap<ShipName, (Hull, Vec<bool>)> {
    let ship = |(name, id)| {
        let ship = game.board().get(id).expect("a ship of the game");
        let health = (0..ship.hull().length()).map(|segment| ship.is_healthy(segment));
        (name, (*ship.hull(), health.collect()))
    };
    game.fleet(side).ships().map(ship).collect()
}

fn in_sight(briefing: &Briefing, game: &Game, side: Side) -> Vec<(Coord, Section)> {
    let ships = game.fleet(side).ships().filter_map(|(_, id)| game.board().get(id));
    let segments = ships.flat_map(|ship| {
        ship.hull().fields().zip(0..).map(|(at, segment)| (at, Section::of(ship, segment)))
    });
    let mut seen: Vec<_> = segments
        .filter(|(at, _)| briefing.known().holds(*at) && !game.board().reef_at(*at))
        .collect();
    seen.sort_unstable();
    seen
}

/// Checks that the script of `hand_over` agrees with what its side knows of `truth`, the true game.
fn check_hand_over(briefing: &Briefing, truth: &Game, hand_over: &HandOver) {
    let session = load(hand_over.text());
    let (drawn, side) = (session.game(), briefing.side());
    assert_eq!(ships(drawn, side), ships(truth, side));
    assert_eq!(ships(drawn, side.other()), ships(hand_over.game(), side.other()));
    assert_eq!(in_sight(briefing, drawn, side.other()), briefing.seen());
    for (name, (_, health)) in ships(drawn, side.other()) {
        let is_sunk = briefing.is_sunk(name);
        assert_eq!(health.iter().all(|healthy| !healthy), is_sunk, "{name:?}");
    }
    assert_eq!(session.expected_ai(), Some(side));
}

/// Plays at most `limit` turns of a game between two AIs of the language. Each AI sees only what
/// its side knows.
fn play(setup: &str, seed: i64, limit: u64) {
    let mut referee = Referee::new(set_up(setup));
    for _ in 0..limit {
        let briefing = referee.open();
        let hand_over = HandOver::fog(&briefing, &mut dice(&seed.into(), 7, &briefing));
        check_hand_over(&briefing, referee.game(), &hand_over);
        let answer = load(hand_over.text()).turn().expect("no cancellation");
        let orders = reply(&answer, briefing.side()).expect("a turn");
        let report = referee.play(&orders, hand_over.game()).expect("no fault of a legal bot");
        if let Some(Verdict::Won(_)) = report.verdict {
            return;
        }
    }
}

const BASIC: &str = "BOARD_SIZE 10 10 INIT_POSITION A 0 0 4 9 INIT_POSITION B 5 0 9 9
    SET_FLEET A 0 1 1 1 SET_FLEET B 0 1 1 1";

#[test]
fn the_ai_of_the_language_plays_hand_overs_without_a_fault() {
    let extended = format!("{BASIC} EXTENDED_SHIPS REEF 4 4 REEF 5 6 REEF 2 2");
    let planes = extended.replace("0 1 1 1", "1 1 1 1") + " AUTO_SHOOTING";
    for seed in 0..2 {
        for setup in [BASIC, &extended, &planes, "EXTENDED_SHIPS", ""] {
            play(setup, seed, 16);
        }
    }
}

/// Two games differ only in segments of B that A cannot see, so A must get the same hand-overs.
#[test]
fn what_a_side_does_not_know_changes_no_byte() {
    let setup =
        "BOARD_SIZE 20 20 SET_FLEET A 1 0 0 0 SET_FLEET B 0 1 1 1 SHIP A 2 2 N 0 CAR 11111 ";
    let games = [
        "SHIP B 15 4 N 0 BAT 1111 SHIP B 19 11 W 0 CRU 111 SHIP B 10 10 N 0 DES 11",
        "SHIP B 19 19 E 0 BAT 1111 SHIP B 15 4 S 0 CRU 111 SHIP B 9 15 W 0 DES 11",
    ];
    let texts = games.map(|ships| {
        let mut referee = Referee::new(set_up(&(setup.to_owned() + ships)));
        let mut texts = Vec::new();
        for orders in ["SHOOT 15 4 SPY 0 1 18", "MOVE 0 CAR F SHOOT 17 17", "SHOOT 15 4", ""] {
            judged(&mut referee, orders).expect("legal");
            judged(&mut referee, "").expect("legal");
            let briefing = referee.open();
            texts
                .push(HandOver::fog(&briefing, &mut dice(&5.into(), 0, &briefing)).text().to_vec());
        }
        texts
    });
    assert_eq!(texts[0], texts[1]);
    let text = String::from_utf8_lossy(&texts[0][2]).into_owned();
    assert!(
        text.contains("INFORMATION A HIT 15 4\n") && text.contains("INFORMATION A DRAWN BAT 0\n")
    );
}

/// Plays random turns on small boards. Before each turn of A, the guess of at least one seed must
/// show the true ships of B.
#[test]
fn the_true_state_can_always_be_drawn() {
    let setup = "BOARD_SIZE 5 5 REEF 2 3 SET_FLEET A 1 0 0 0 SET_FLEET B 0 0 1 1
        SHIP A 0 0 W 0 CAR 01111 SHIP B 4 0 W 0 CRU 111 SHIP B 4 4 S 0 DES 11";
    let mut chance = Twister::from_cpp_seed(11);
    for (game, switches) in (0..).zip(["", "EXTENDED_SHIPS", "", "EXTENDED_SHIPS AUTO_SHOOTING"]) {
        let mut referee = Referee::new(set_up(&format!("{switches} {setup}")));
        for _ in 0..4 {
            let briefing = referee.open();
            let truth = ships(referee.game(), Side::Second);
            let mut seeds = 0..20_000;
            let is_drawn = seeds.any(|seed| {
                let (guess, _) = briefing.guess(&mut Twister::from_cpp_seed(seed));
                ships(&guess, Side::Second) == truth
            });
            let notes: Vec<_> = briefing.notes().iter().map(ToString::to_string).collect();
            assert!(is_drawn, "game {game}: {truth:?}\n{notes:?}");
            let mut roll = |n: u64| chance.below(n);
            let gun = if game == 1 { "0 CAR " } else { "" };
            let shot = format!("SHOOT {gun}{} {}", 2 + roll(3), roll(5));
            if judged(&mut referee, &shot).is_err() {
                judged(&mut referee, "").expect("legal");
            }
            let name = if roll(2) == 0 { "0 DES" } else { "0 CRU" };
            let turn = ["F", "L", "R"][usize::try_from(roll(3)).expect("small")];
            if judged(&mut referee, &format!("MOVE {name} {turn}")).is_err() {
                judged(&mut referee, "").expect("legal");
            }
        }
    }
}

#[test]
fn a_ship_that_finds_no_place_is_left_out() {
    let reefs: Vec<_> = (0..12).map(|k| format!("REEF {} {}", k / 6, k % 6)).collect();
    let setup = "BOARD_SIZE 2 6 SET_FLEET A 0 0 0 1 SET_FLEET B 0 0 0 1
        SHIP A 0 0 W 0 DES 11 SHIP B 0 5 E 0 DES 11 ";
    let mut referee = Referee::new(set_up(&(setup.to_owned() + &reefs.join(" "))));
    let briefing = referee.open();
    let (_, notes) = briefing.guess(&mut Twister::from_cpp_seed(1));
    assert!(matches!(notes[..], [Note::Undrawn(_)]), "{notes:?}");
    let hand_over = HandOver::fog(&briefing, &mut Twister::from_cpp_seed(1));
    assert!(String::from_utf8_lossy(hand_over.text()).contains("INFORMATION A UNDRAWN DES 0\n"));
    load(hand_over.text());
}

/// The board is too large to visit field by field.
#[test]
fn huge_boards_are_handed_over_quickly() {
    let size = 1_000_000_000_i64;
    let lines = (0..40).map(|k| {
        let (row, reef) = (10 * k + 600, 7 * k);
        format!("SHIP A {row} {row} N {k} DES 11 SHIP B {row} 5 N {k} DES 11 REEF {k} {reef}")
    });
    let lines: Vec<_> = lines.collect();
    let mut referee = Referee::new(set_up(&format!(
        "BOARD_SIZE {size} {size} SET_FLEET A 0 0 0 40 SET_FLEET B 0 0 0 40 EXTENDED_SHIPS
        INIT_POSITION B 0 0 999999999 999999999 {}",
        lines.join(" ")
    )));
    for _ in 0..4 {
        let briefing = referee.open();
        let hand_over = HandOver::fog(&briefing, &mut dice(&1.into(), 0, &briefing));
        check_hand_over(&briefing, referee.game(), &hand_over);
        judged(&mut referee, "MOVE 3 DES F").expect("legal");
    }
}

#[test]
fn full_hand_overs_show_both_fleets() {
    let script = b"[state] EXTENDED_SHIPS SET_AI_PLAYER B INFORMATION B dark
        PRINT 0 [state]
        [playerA] PLACE_SHIP 2 2 N 0 CAR PRINT 1 [playerA] and so on
        [playerB] PLACE_SHIP 12 2 N 0 CAR [playerB]";
    let mut watched = Watched::default();
    watched.run(script, &mut Vec::new()).expect("legal");
    let game = watched.session().game();
    let full = HandOver::full(game, &mut Twister::from_cpp_seed(1));
    let text = commands(script).expect("a script");
    let transcript = HandOver::transcript(&text, game, &mut Twister::from_cpp_seed(1));
    for hand_over in [&full, &transcript] {
        let session = load(hand_over.text());
        assert_eq!(session.expected_ai(), Some(Side::First));
        for side in Side::ALL {
            assert_eq!(ships(session.game(), side), ships(game, side));
        }
        let orders = pilot::orders(session.game(), &mut pilot::dice(session.game()));
        assert!(!orders.is_empty());
    }
    let text = String::from_utf8_lossy(full.text()).into_owned();
    assert!(!text.contains("INFORMATION") && !text.contains("PLAYER B"), "{text}");
    assert!(!String::from_utf8_lossy(transcript.text()).contains("PRINT"));
}

/// The output of the game is not shown, so the error message must repeat the invalid operation.
#[test]
fn a_game_that_stops_at_an_invalid_operation_is_explained() {
    let output =
        run(broadside().args(["hand-over", "-"]), b"[state]\nPRINT 0\nREEF -1 0\n[state]\n");
    assert_eq!((output.status.code(), output.stdout.len()), (Some(1), 0));
    let error = output.err();
    assert!(error.contains("REEF -1 0"), "{error}");
}
