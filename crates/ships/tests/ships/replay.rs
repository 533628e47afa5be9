//! Tests replays: their frames (steps of a game), what each side sees, and the copies of sessions
//! that they keep.

use broadside_core::board::{Coord, Dims};
use broadside_ships::rules::Run;
use broadside_ships::script::Session;
use broadside_ships::script::replay::{Copies, Recorder, Sight};
use std::collections::BTreeSet;
use std::io;

/// The smallest cost, in lines, between two copies. A line with a target (a shot or plane that
/// names no ship) costs as much as several lines.
const STRIDE: usize = 512;

#[test]
fn the_kept_lines_give_the_final_game() {
    let script = "[state] SRAND 5 REEF 9 4 # a reef\nPRINT 0 SAVE SET_FLEET A 1 0 0 0
        SET_FLEET B 0 0 0 1 EXTENDED_SHIPS AUTO_SHOOTING SHIP A 4 4 N 0 CAR 11111
        SHIP B 15 4 E 0 DES 11 BOARD_SIZE 30 30 [state] prose
        [playerA] SPY 15 4 SHOOT 15 4\nMOVE 0 CAR L PRINT 1 [playerA]
        [playerB] MOVE 0\nDES F SHOOT 99 99\nSHOOT 14 4 [playerB] [playerA] SHOOT 15 5";
    let (mut recorder, mut session) = (Recorder::default(), Session::default());
    let refused = script.lines().filter(|line| {
        let played = session.feed(line.as_bytes(), &mut io::sink());
        assert_eq!(recorder.feed(line.as_bytes()).is_err(), played.is_err(), "{line}");
        played.is_err()
    });
    assert_eq!(refused.count(), 1);
    let replay = recorder.into_replay();
    assert_eq!(replay.walk(replay.len()).game(), session.game());
}

/// Plays `reefs` lines with a reef in a session in which player A has `ships` destroyers. Then
/// notes `lines` more lines that do not change the game. Returns how many copies of the session
/// are kept.
fn copies(ships: usize, reefs: usize, lines: usize) -> usize {
    let mut session = Session::default();
    let mut play = |line: &str| {
        session.feed(line.as_bytes(), &mut io::sink()).unwrap();
        session.clone()
    };
    play(&format!("[state] BOARD_SIZE 9999 9999 SET_FLEET A 0 0 0 {ships}"));
    (0..ships).for_each(|n| _ = play(&format!("SHIP A {} 0 N {n} DES 11", 3 * n)));
    let (mut copies, mut kept) = (Copies::default(), 0);
    for n in 0..reefs {
        kept += usize::from(copies.note(n + 1, &play(&format!("REEF {n} 9"))));
    }
    let last = play("NEXT_PLAYER A");
    kept + (0..lines).filter(|n| copies.note(reefs + n + 1, &last)).count()
}

#[test]
fn larger_copies_are_farther_apart() {
    assert_eq!(copies(0, 0, 4 * STRIDE), 4);
    assert_eq!(copies(400, 0, 4000), 2, "400 ships: 2,000 values to copy");
    assert_eq!(copies(400, 400, 4000), 2, "from the second copy on, the reefs are shared");
    assert_eq!(copies(0, 3000, 0), 1, "each new reef makes the next copy larger");
    assert_eq!(copies(0, 3000, 4 * STRIDE), 5);
}

/// The memory of the copies must not grow with the square of the number of targets.
#[test]
fn copies_of_a_turn_with_many_targets_are_far_apart() {
    const TARGETS: usize = 4000;
    let mut session = Session::default();
    let mut play = |line: &str| {
        session.feed(line.as_bytes(), &mut io::sink()).unwrap();
        session.clone()
    };
    play("[state] EXTENDED_SHIPS AUTO_SHOOTING SET_FLEET A 1000 0 0 0 SET_FLEET B 0 0 0 0 [state]");
    play("[state] BOARD_SIZE 9999 9 INIT_POSITION A 0 0 9998 8 [state] [playerA]");
    (0..1000).for_each(|n| _ = play(&format!("PLACE_SHIP {} 4 W {n} CAR", 2 * n)));
    let mut copies = Copies::default();
    let sessions = (1..=TARGETS).map(|n| (n, play("SPY 1 1")));
    let kept = sessions.filter(|(n, session)| copies.note(*n, session));
    let noted: Vec<_> = kept.map(|(_, kept)| kept.game().stored_targets().len()).collect();
    assert!((1..40).contains(&noted.len()), "{}", noted.len());
    assert!(noted.iter().sum::<usize>() < 16 * TARGETS);
}

#[test]
fn the_last_copy_before_a_line_is_found() {
    let (mut copies, session) = (Copies::default(), Session::default());
    (1..=3 * STRIDE).for_each(|lines| _ = copies.note(lines, &session));
    let before = |lines| copies.before(lines).map(|(kept, _)| kept);
    assert_eq!([before(STRIDE - 1), before(STRIDE)], [None, Some(STRIDE)]);
    assert_eq!(before(3 * STRIDE - 1), Some(2 * STRIDE));
    copies.forget_after(STRIDE);
    assert_eq!(copies.before(usize::MAX).map(|(kept, _)| kept), Some(STRIDE));
}

#[test]
fn a_refused_command_has_the_length_of_its_text() {
    for (lines, length) in [
        (&["[state]", " REEF   99   99 "][..], Some(14)),
        (&["[state]", "REEF 99", "99"], None),
        (&["[playerB]"], Some(9)),
    ] {
        let mut recorder = Recorder::default();
        let refused = lines.iter().filter(|line| recorder.feed(line.as_bytes()).is_err());
        assert_eq!(refused.count(), 1, "{lines:?}");
        let mut walk = recorder.replay().walk(0);
        assert_eq!(walk.advance().unwrap().length, length, "{lines:?}");
    }
}

/// Returns the fields whose bits are 1, as runs (neighbouring fields of a row). The board is 3x10.
fn runs(bits: u32) -> Vec<Run> {
    let mut runs: Vec<Run> = Vec::new();
    for at in Dims::new(3, 10).unwrap().rect().fields() {
        if bits >> (at.row * 10 + at.col) & 1 == 0 {
            continue;
        }
        match runs.last_mut().filter(|run| (run.row, run.last) == (at.row, at.col - 1)) {
            Some(run) => run.last = at.col,
            None => runs.push(Run { row: at.row, first: at.col, last: at.col }),
        }
    }
    runs
}

fn fields(runs: &[Run]) -> BTreeSet<Coord> {
    let fields = |run: Run| (run.first..=run.last).map(move |col| Coord::new(run.row, col));
    runs.iter().copied().flat_map(fields).collect()
}

#[test]
fn gains_and_losses_are_the_differences_of_sets() {
    let mut bits: u32 = 0x2545_f491;
    for _ in 0..2000 {
        let before = runs(bits);
        bits = bits.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        let after = runs(bits & bits.rotate_left(7) | bits >> 9);
        let sight = Sight::between(&before, &after);
        let (old, new) = (fields(&before), fields(&after));
        assert!(fields(&sight.gained).iter().eq(new.difference(&old)), "{before:?} {after:?}");
        assert!(fields(&sight.lost).iter().eq(old.difference(&new)), "{before:?} {after:?}");
    }
}
