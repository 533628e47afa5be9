//! Tests of the laws: the rules that the turn of an AI must keep.

use super::compare::parsed;
use broadside_lab::laws::{Breach, judge};
use broadside_lab::outputs::Lenience;
use broadside_lab::reference::game_awaiting_ai;
use broadside_ships::rules::Game;
use broadside_ships::script::save;
use broadside_ships::script::{Session, pictures};

pub(crate) fn game(script: &str) -> Game {
    game_awaiting_ai(&parsed(script)).expect("an AI is to move")
}

/// Returns the answer of an AI that gives `orders`. If `orders` is `None`, our own AI plays.
pub(crate) fn answer(game: &Game, orders: Option<&str>) -> Vec<u8> {
    let mut saved = Vec::new();
    save::write(game, &mut saved).expect("memory");
    let turn = orders.map_or_else(
        || Session::from(game.clone()).turn().expect("not cancelled"),
        |orders| format!("[playerA]\n{orders}[playerA]\n").into_bytes(),
    );
    [saved, pictures(game), turn, pictures(game)].concat()
}

#[track_caller]
fn check(script: &str, orders: &str, expected: &[&str]) {
    let game = game(script);
    check_answer(&game, &answer(&game, Some(orders)), expected);
}

#[track_caller]
fn check_answer(game: &Game, answer: &[u8], expected: &[&str]) {
    let judgement = judge(game, None, answer, Lenience::default());
    let shown = |breach: &Breach| {
        let rest = String::from_utf8_lossy(&answer[breach.byte..]).into_owned();
        let line = rest.lines().next().unwrap_or("the end").to_owned();
        format!("{} at {line}: {} {}", breach.rule, breach.words, breach.form).trim().to_owned()
    };
    let broken: Vec<_> = judgement.breaches.iter().map(shown).collect();
    assert_eq!(broken, expected, "{}", String::from_utf8_lossy(answer));
}

const PLACING: &str =
    "[state] SET_FLEET A 0 0 0 1 SET_FLEET B 0 0 0 1 SRAND 3 SET_AI_PLAYER A [state]";
const BASIC: &str = "[state] SET_FLEET A 0 0 0 1 SHIP A 0 0 N 0 DES 11 SET_FLEET B 0 0 0 1 \
    SHIP B 15 0 N 0 DES 10 REEF 9 9 SET_AI_PLAYER A [state]";
/// Reefs lie on the enemy's ship.
const REEFED: &str = "[state] SET_FLEET A 0 0 0 1 SHIP A 0 0 N 0 DES 11 SET_FLEET B 0 0 0 1 \
    SHIP B 5 5 N 0 DES 11 REEF 5 5 REEF 6 5 SET_AI_PLAYER A [state]";
const EXTENDED: &str = "[state] SET_FLEET A 0 0 0 1 SHIP A 0 0 N 0 DES 11 SET_FLEET B 0 0 0 1 \
    SHIP B 3 0 N 0 DES 10 REEF 1 1 EXTENDED_SHIPS SET_AI_PLAYER A [state]";

#[test]
fn our_own_answers_keep_the_laws() {
    for script in [PLACING, BASIC, REEFED, EXTENDED] {
        let game = game(script);
        check_answer(&game, &answer(&game, None), &[]);
    }
}

#[test]
fn an_illegal_order_breaks_a_law() {
    let refused =
        "ai.legal at PLACE_SHIP 20 0 N 0 DES: NOT IN STARTING POSITION PLACE_SHIP y x D i C";
    check(PLACING, "PLACE_SHIP 20 0 N 0 DES\n", &[refused]);
    let reef = "ai.legal at MOVE 0 DES R: PLACING SHIP ON REEF MOVE i C F|L|R";
    check(
        &BASIC.replace("REEF 9 9", "REEF 0 1").replace("A 0 0 N", "A 1 0 N"),
        "MOVE 0 DES R\n",
        &[reef],
    );
    let missing = "ai.legal at MOVE 1 DES F: SHIP DOES NOT EXIST MOVE i C F|L|R";
    check(BASIC, "MOVE 1 DES F\nSHOOT 15 0\n", &[missing]);
    let auto = EXTENDED.replace("EXTENDED_SHIPS", "EXTENDED_SHIPS AUTO_SHOOTING");
    let far = "ai.legal at SHOOT 20 0: SHOOTS ARE UNFEASIBLE SHOOT y x";
    check(&auto, "SHOOT 3 0\nSHOOT 20 0\n", &[far]);
    check(&auto, "SHOOT 3 0\nSHOOT 2 0\n", &[]);
}

#[test]
fn ships_are_placed_where_there_is_room() {
    let left_out = "ai.places at [playerA]: a ship that has a legal place is left out";
    check(PLACING, "", &[left_out]);
    check(PLACING, "PLACE_SHIP 3 3 N 0 DES\n", &[]);
    let crowded = PLACING.replace("SRAND 3", "INIT_POSITION A 0 0 0 0");
    check(&crowded, "", &[]);
}

#[test]
fn shots_hit_where_they_can() {
    check(BASIC, "SHOOT 15 0\n", &[]);
    check(BASIC, "SHOOT 16 0\n", &["ai.hits at SHOOT 16 0: a shot misses, although it could hit"]);
    check(BASIC, "", &["ai.shoots at [playerA]: no shot"]);
    check(BASIC, "SHOOT 15 0\nSHOOT 3 3\n", &["ai.shoots at SHOOT 3 3: more than one shot"]);
    let own = "ai.spares at SHOOT 1 0: a shot at an own ship";
    check(BASIC, "SHOOT 1 0\n", &[own]);
    check(BASIC, "SHOOT 9 9\n", &["ai.spares at SHOOT 9 9: a shot at a reef"]);
    check(REEFED, "SHOOT 6 5\n", &[]);
}

#[test]
fn all_shots_are_used() {
    check(EXTENDED, "SHOOT 0 DES 3 0\nSHOOT 0 DES 2 0\n", &[]);
    check(EXTENDED, "SHOOT 0 DES 3 0\n", &["ai.shoots at SHOOT 0 DES 3 0: a ship has shots left"]);
    let twice = "ai.spares at SHOOT 0 DES 3 0: two shots at one field";
    check(EXTENDED, "SHOOT 0 DES 3 0\nSHOOT 0 DES 3 0\n", &[twice]);
    let misses = "ai.hits at SHOOT 0 DES 2 0: a shot misses, although it could hit";
    let others = "ai.hits at SHOOT 0 DES 2 1: a shot misses, although it could hit";
    check(EXTENDED, "SHOOT 0 DES 2 0\nSHOOT 0 DES 2 1\n", &[misses, others]);
}

/// In both turns, the two shots that miss could have hit the destroyer's other segment.
#[test]
fn one_hit_in_a_turn_is_enough() {
    let script = "[state] SET_FLEET A 0 0 1 0 SHIP A 0 0 N 0 CRU 111 SET_FLEET B 0 0 0 1 \
        SHIP B 1 2 N 0 DES 11 EXTENDED_SHIPS SET_AI_PLAYER A [state]";
    check(script, "SHOOT 0 CRU 1 2\nSHOOT 0 CRU 3 0\nSHOOT 0 CRU 3 1\n", &[]);
    check(script, "SHOOT 0 CRU 3 0\nSHOOT 0 CRU 3 1\nSHOOT 0 CRU 2 2\n", &[]);
}

#[test]
fn an_answer_must_have_the_right_form() {
    let game = game(PLACING);
    let right = String::from_utf8(answer(&game, Some("PLACE_SHIP 3 3 N 0 DES\n"))).unwrap();
    let change = |from: &str, to: &str| right.replacen(from, to, 1).into_bytes();
    check_answer(&game, b"", &["ai.answers at the end: no answer"]);
    let seed = "ai.state at SRAND 3: SRAND is not as SAVE prints it";
    check_answer(&game, &change("SRAND 4", "SRAND 3"), &[seed]);
    let more = "ai.state at REEF 1 1: REEF is not as SAVE prints it";
    check_answer(&game, &change("SRAND 4\n", "SRAND 4\nREEF 1 1\n"), &[more]);
    let picture = "ai.pictures at [playerA]: no PRINT 0 before the turn";
    check_answer(&game, &change("[state]\nPRINT 0\n[state]\n", ""), &[picture]);
    let other = "ai.turn at [playerB]: it is the turn of the player who is not expected";
    check_answer(&game, right.replace("playerA", "playerB").as_bytes(), &[other]);
    let none = "ai.turn at the end: there is no turn";
    let cut = right.find("[playerA]").unwrap();
    check_answer(&game, &right.as_bytes()[..cut], &[none]);
    let line = "ai.turn at PLACE_SHIP 3 3 N 0: a line is not one order";
    check_answer(&game, &change("N 0 DES", "N 0"), &[line]);
    let after = "ai.pictures at bye: something stands after the last picture";
    check_answer(&game, format!("{right}bye\n").as_bytes(), &[after]);
}
