//! Tests the fast reader of plain lines, which does not use the grammar. A plain line has one tag,
//! one `REEF`, or one order of a player. The result must be the same as with the grammar.
//!
//! `BROADSIDE_LANE_SCRIPTS=100000` compares 100,000 random scripts instead of a few.

use crate::environment::count;
use crate::games::saved;
use broadside::dice::{Dice as _, Stream, index_below, pick};
use broadside::lab::generate::{Generator, Scope};
use broadside::script::{FeedError, Flow, Session, Stop, feed};
use std::io::BufReader;

/// The result of a script: its output, how and where it ended, and the game afterwards.
#[derive(Debug, PartialEq)]
struct Outcome {
    out: Vec<u8>,
    end: Result<Flow, String>,
    game: Vec<u8>,
}

impl Outcome {
    fn of(session: &Session, out: Vec<u8>, end: Result<Flow, Stop>) -> Self {
        let end = end.map_err(|stop| format!("{stop:?}"));
        Self { out, end, game: saved(session.game()) }
    }
}

/// Runs a script line by line, with the grammar.
fn run_by_lines(script: &[u8]) -> Outcome {
    let (mut session, mut out) = (Session::default(), Vec::new());
    let end = feed_lines(&mut session, script, &mut out);
    Outcome::of(&session, out, end)
}

fn feed_lines(session: &mut Session, script: &[u8], out: &mut Vec<u8>) -> Result<Flow, Stop> {
    for line in script.strip_suffix(b"\n").unwrap_or(script).split(|byte| *byte == b'\n') {
        if let won @ Flow::Won(_) = session.feed(line, out)? {
            return Ok(won);
        }
    }
    session.end(out)
}

/// Runs a script in pieces of `size` bytes. Plain lines skip the grammar.
fn run_in_pieces(script: &[u8], size: usize) -> Outcome {
    let (mut session, mut out) = (Session::default(), Vec::new());
    let mut input = BufReader::with_capacity(size, script);
    let end = feed(&mut session, &mut input, &mut out).map_err(|error| match error {
        FeedError::Stop(stop) => stop,
        FeedError::Input(error) => Stop::Output(error),
    });
    Outcome::of(&session, out, end)
}

/// Changes a script in a few places, so that some lines are no longer plain or are refused by the
/// game.
fn change(script: &mut Vec<u8>, dice: &mut Stream) {
    const SCRAPS: [&[u8]; 24] = [
        b" ",
        b"  ",
        b"\n",
        b"\r\n",
        b"\t",
        b"#",
        b" # note",
        b"-",
        b"+",
        b"0",
        b"9",
        b"00",
        b"4294967296",
        b"9223372036854775808",
        b"\xff",
        b"[state]\n",
        b"[playerA]\n",
        b"[playerB]\n",
        b"SHOOT 1 1\n",
        b"SHOOT 0 DES 1 1\n",
        b"REEF 2 2\n",
        b"MOVE 0 DES F\n",
        b"AUTO_SHOOTING\n",
        b"EXTENDED_SHIPS\n",
    ];
    for _ in 0..=dice.below(3) {
        let at = index_below(script.len() + 1, dice);
        let cut = usize::try_from(dice.below(4)).expect("small").min(script.len() - at);
        let scrap = pick(&SCRAPS, dice).filter(|_| cut < 3).unwrap_or_default();
        script.splice(at..at + cut, scrap.iter().copied());
    }
}

#[test]
fn plain_lines_mean_what_the_grammar_says() {
    let scope = Scope { unsettled: true, ai: true, ..Scope::default() };
    let generator = Generator::new(&3.into(), scope);
    for number in 0..count("BROADSIDE_LANE_SCRIPTS", 400) {
        let mut dice = Stream::new(&4.into(), number);
        let mut script = generator.script(number).draft.to_bytes();
        for is_changed in [false, true, true] {
            if is_changed {
                change(&mut script, &mut dice);
            }
            let size = 1 + index_below(300, &mut dice);
            let shown = String::from_utf8_lossy(&script);
            assert_eq!(
                run_in_pieces(&script, size),
                run_by_lines(&script),
                "script {number}:\n{shown}"
            );
        }
    }
}
