//! Tests replays. A replay has a frame for each step of a game, and a walk goes from frame to
//! frame. Each frame must be the same from any start of a walk, and must agree with the game. The
//! command must write a page, or fail with the right exit status.

use crate::environment::count;
use crate::games::saved;
use crate::harness::{Texts as _, broadside, run};
use crate::scripts;
use broadside::arena::{PlayOut, Show};
use broadside::board::{BySide, Coord, Side};
use broadside::rules::ships::Run;
use broadside::script::replay::{Deed, Recorder, Replay};
use broadside::script::{Session, feed};
use std::collections::BTreeSet;
use std::fs;

/// Records a script, up to its end or the first error.
fn record(script: &[u8]) -> Replay {
    let mut recorder = Recorder::default();
    let stopped = script.split(|byte| *byte == b'\n').any(|line| recorder.feed(line).is_err());
    if !stopped {
        recorder.end().expect("the end of a script");
    }
    recorder.into_replay()
}

fn played_out(setup: &str, turns: u64) -> Vec<u8> {
    let mut session = Session::default();
    feed(&mut session, &mut setup.as_bytes(), &mut Vec::new()).expect("a setup");
    let mut game = PlayOut::new(session, Show::Transcript).expect("a game");
    let mut out = Vec::new();
    game.play(turns, |_| true, &mut out).expect("a write to memory never fails");
    out
}

/// Returns all scripts of `scripts/`, and games with every kind of order.
fn scripts() -> Vec<Vec<u8>> {
    let read = |path| fs::read(path).expect("a script");
    let mut scripts: Vec<_> = scripts::paths().into_iter().map(read).collect();
    let setup = "[state] EXTENDED_SHIPS SRAND 5 REEF 10 4 REEF 3 3 [state]";
    scripts.push(played_out(setup, 30));
    scripts.push(
        b"[state] SET_FLEET A 1 0 0 0 SET_FLEET B 0 0 0 1 EXTENDED_SHIPS AUTO_SHOOTING\n\
          SHIP A 4 4 N 0 CAR 11111 SHIP B 15 4 E 0 DES 11 BOARD_SIZE 30 30 [state]\n\
          [playerA] SPY 15 4 SPY -1 40 SPY 0 2 2 SHOOT 15 4 MOVE 0 CAR L PRINT 1 [playerA]\n\
          [playerB] MOVE 0 DES F SHOOT 4 2 SHOOT 9 9 [playerB] [playerA] SHOOT 15 4 SHOOT 15 5"
            .to_vec(),
    );
    scripts
}

fn fields(runs: &[Run]) -> impl Iterator<Item = Coord> {
    let fields = |run: &Run| {
        let row = run.row;
        (run.first..=run.last).map(move |col| Coord::new(row, col))
    };
    runs.iter().flat_map(fields)
}

#[test]
fn what_sides_learn_and_lose_adds_up_to_what_they_know() {
    for script in scripts() {
        let replay = record(&script);
        let mut walk = replay.walk(0);
        let mut known = BySide::<BTreeSet<Coord>>::default();
        while let Some(frame) = walk.advance() {
            for side in Side::ALL {
                for at in fields(&frame.sight[side].lost) {
                    assert!(known[side].remove(&at), "lost twice at {:?}", frame.place);
                }
                for at in fields(&frame.sight[side].gained) {
                    assert!(known[side].insert(at), "gained twice at {:?}", frame.place);
                }
                let told = known[side].iter().filter(|at| frame.game.board().dims().holds(**at));
                let printed = frame.game.known(side);
                assert!(fields(printed.runs()).eq(told.copied()), "{:?}", frame.place);
            }
        }
    }
}

#[test]
fn frames_are_the_same_from_any_start_of_a_walk() {
    for script in scripts() {
        let replay = record(&script);
        let mut walk = replay.walk(0);
        for number in 0..replay.len() {
            let walked = walk.advance().expect("a frame");
            let mut other = replay.walk(number);
            let reached = other.advance().expect("a frame");
            assert_eq!((walked.number, &walked.deed), (number, &reached.deed));
            assert_eq!((walked.place, walked.turn), (reached.place, reached.turn));
            assert_eq!(walked.sight, reached.sight);
            assert_eq!(saved(walked.game), saved(reached.game));
        }
        assert!(walk.advance().is_none());
    }
}

#[test]
fn a_frame_stands_for_each_command_each_turns_end_and_each_refusal() {
    let lines = [
        "[state] REEF 9 9",
        "PRINT 0 REEF 8",
        "  8 [state] prose",
        "[playerA]",
        "[playerA] [playerB] SPY 1 1",
        "[playerB]",
    ];
    let mut recorder = Recorder::default();
    let refused = lines.iter().filter(|line| recorder.feed(line.as_bytes()).is_err()).count();
    recorder.end().expect("no group is open");
    let replay = recorder.into_replay();
    let (mut walk, mut told) = (replay.walk(0), Vec::new());
    while let Some(frame) = walk.advance() {
        let what = match frame.deed {
            Deed::Set(_) => "set",
            Deed::Ended { won: None, .. } => "end",
            Deed::Refused { .. } => "no",
            Deed::Came { .. }
            | Deed::Moved { .. }
            | Deed::Shot { .. }
            | Deed::Flew { .. }
            | Deed::Ended { .. } => "other",
        };
        told.push((what, frame.place.line, frame.place.column, frame.length, frame.turn));
    }
    let (a, b) = (Some(Side::First), Some(Side::Second));
    let expected = [
        ("set", 1, 9, Some(8), None),
        ("set", 2, 9, None, None),
        ("end", 5, 1, Some(9), a),
        ("no", 5, 21, Some(7), b),
        ("end", 6, 1, Some(9), b),
    ];
    assert_eq!((told, refused), (expected.to_vec(), 1));
}

#[test]
fn frames_name_the_file_and_the_line_of_their_command() {
    let mut recorder = Recorder::default();
    recorder.feed(b"[state] REEF 1 1").expect("a line");
    recorder.end().expect("an end");
    recorder.feed(b"[playerA]").expect("a line");
    recorder.end().expect("an end");
    let replay = recorder.into_replay();
    let mut walk = replay.walk(0);
    assert_eq!(walk.advance().map(|frame| (frame.source, frame.place.line)), Some((0, 1)));
    assert_eq!(walk.advance().map(|frame| (frame.source, frame.place.line)), Some((1, 1)));
}

/// Any frame of a long game is reached in less than a second. `BROADSIDE_TURNS=100000` plays
/// 100,000 turns.
#[test]
fn frames_of_a_long_game_are_found_quickly() {
    let turns = count("BROADSIDE_TURNS", 2_000_usize);
    let opening = "[state] SET_FLEET A 0 0 0 1 SET_FLEET B 0 0 0 1 SHIP A 1 1 N 0 DES 11
                   SHIP B 15 5 N 0 DES 11 [state]";
    let mut recorder = Recorder::default();
    for line in opening.lines() {
        recorder.feed(line.as_bytes()).expect("an opening");
    }
    for turn in 0..turns {
        let tag = ["[playerA]", "[playerB]"][turn % 2];
        let line = format!("{tag} SHOOT {} {} MOVE 0 DES R {tag}", 4 + turn % 7, turn % 10);
        recorder.feed(line.as_bytes()).expect("a turn");
    }
    let replay = recorder.into_replay();
    let longest = (0..replay.len()).step_by(replay.len() / 97).map(|number| {
        let start = std::time::Instant::now();
        replay.walk(number).advance().expect("a frame");
        start.elapsed()
    });
    let longest = longest.max().expect("frames");
    assert!(longest < std::time::Duration::from_secs(1), "a frame took {longest:?}");
    assert_eq!(replay.len(), turns * 3 + 4);
}

#[test]
fn exit_statuses_tell_whether_a_page_was_written() {
    let page = |args: &[&str], script: &str| {
        let output = run(broadside().arg("replay").args(args), script.as_bytes());
        let text = output.out();
        (output.status.code(), text.ends_with("</html>\n"), output.err())
    };
    assert_eq!(page(&[], "[state] REEF 1 1"), (Some(0), true, String::new()));
    assert_eq!(page(&["-"], "[state] REEF 1 99"), (Some(0), true, String::new()));
    let (code, is_page, told) = page(&[], "[state] REEF 1 x");
    assert!((code, is_page) == (Some(2), false) && told.contains("<stdin>:1:16"), "{told}");
    let (code, is_page, told) = page(&["no-such-file"], "");
    assert!((code, is_page) == (Some(3), false) && told.contains("no-such-file"), "{told}");
    let (code, is_page, told) = page(&["-o", "-"], "");
    assert!((code, is_page) == (Some(0), true) && told.contains("without any tag"), "{told}");
    assert_eq!(page(&["--side", "C"], "").0, Some(2));
    assert_eq!(page(&["-o", "no-such-folder/page.html"], "").0, Some(3));
    // A record is a whole game, so no other file can continue the game.
    let (code, is_page, told) = page(&["-", "moves.ships"], "record arsenal\nA Fire A1\n");
    assert!((code, is_page) == (Some(2), false) && told.contains("no other file"), "{told}");
    let (code, _, told) =
        page(&["scripts/radar-and-spies.ships", "-"], "record arsenal\nA Fire A1\n");
    assert!(code == Some(2) && told.contains("no other file"), "{told}");
}
