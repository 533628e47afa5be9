//! Fair games: a machine uses only what its side knows.

use crate::games::saved;
use crate::harness::{Texts as _, broadside, root, run};
use broadside::arena::{Ending, PlayOut, Show};
use broadside::board::BySide;
use broadside::script::{Flow, Session, feed};
use std::collections::BTreeSet;

const SMALL: &str =
    "[state] EXTENDED_SHIPS BOARD_SIZE 10 10 SET_FLEET A 0 0 1 1 SET_FLEET B 0 0 1 1
    INIT_POSITION A 0 0 3 9 INIT_POSITION B 6 0 9 9 SRAND ";

/// Plays a game to its end. `is_fair` tells which sides use only what they know. Returns the end
/// and the transcript. The transcript must bring a fresh session into the same state.
fn play(seed: u32, is_fair: BySide<bool>) -> (Ending, Vec<u8>) {
    let mut session = Session::default();
    let setup = format!("{SMALL}{seed} [state]");
    feed(&mut session, &mut setup.as_bytes(), &mut Vec::new()).expect("a setup");
    let mut game = PlayOut::fair(session, Show::Transcript, is_fair).expect("a game");
    let mut transcript = Vec::new();
    let end = game.play(300, |_| true, &mut transcript).expect("a game");
    let mut again = Session::default();
    let flow = feed(&mut again, &mut &*transcript, &mut Vec::new()).expect("a script");
    assert_eq!(flow == Flow::Continue, !matches!(end, Ending::Won(_)));
    assert_eq!(saved(again.game()), saved(game.session().game()));
    (end, transcript)
}

#[test]
fn fair_games_end_and_their_transcripts_play_them_again() {
    let mut won_by_fair = 0;
    for seed in 0..4 {
        let sides = BySide { first: seed % 3 != 1, second: seed % 3 != 2 };
        let (end, transcript) = play(seed, sides);
        assert_eq!(play(seed, sides).1, transcript, "equal seeds give equal games");
        won_by_fair += u32::from(matches!(end, Ending::Won(side) if sides[side]));
    }
    assert!(won_by_fair > 0, "fair sides win games too");
}

#[test]
fn sides_play_fair_when_the_command_says_so() {
    let file = root("scripts/self-play.ships");
    let of = |fair: &str| {
        let output = run(broadside().args(["play-out", fair]).arg(&file), b"");
        assert!(matches!(output.status.code(), Some(0 | 4)), "{fair}: {output:?}");
        output.stdout
    };
    let all = ["--turns=500", "--fair", "--fair=both", "--fair=A", "--fair=b"].map(of);
    assert_eq!(all[1], all[2]);
    assert_eq!(all.iter().collect::<BTreeSet<_>>().len(), 4, "each choice gives another game");
}

#[test]
fn engines_are_measured_with_sides_changed() {
    let bench = |threads: &str, hand_over: &str| {
        let words =
            ["bench", "ships", "--engine", "open", "--against", "random", "--setup", "small"];
        let more = ["--games", "3", "--hand-over", hand_over, "--threads", threads];
        let output = run(broadside().args(words).args(more), b"");
        assert!(output.status.success(), "{output:?}");
        output.out()
    };
    let report = bench("1", "full");
    assert_eq!(bench("2", "full"), report);
    assert!(report.starts_with(
        "engine          open against random, small, full\ngames           4, seed 1\n"
    ));
    assert!(report.contains("\nlost            0\n") && report.contains("\nscore  "), "{report}");
    assert_ne!(bench("1", "fog"), report);
}
