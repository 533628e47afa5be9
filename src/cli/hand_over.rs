//! `broadside hand-over`: prints the script that a bot would get at its turn in a game.

use super::exit::{Exit, Failure, Result, shown};
use super::files;
use super::one_of::one_of;
use super::run::explain_stop;
use broadside::arena::tournament::{Told, drawn_from};
use broadside::board::Side;
use broadside::dice::Seed;
use broadside::ports::Ports;
use broadside::rules::ships::fair::Referee;
use broadside::script::ast::Group;
use broadside::script::hand_over::{Watched, commands};
use broadside::script::{Flow, Item, Script, Stop, SyntaxError, print};
use std::borrow::Cow;
use std::io;
use std::path::PathBuf;

pub(super) const EXAMPLES: &str = "\
Examples:
  broadside hand-over scripts/radar-and-spies.ships              what the player to move may know
  broadside hand-over game.ships --side B --hand-over full       the true state, as an AI gets it
  broadside hand-over game.ships | ./my-bot | tail               try a bot on it
  broadside hand-over games/game-000003.ships --turn 41          turn 41 of a game of a match

The script of `fog` has the form that SAVE prints. The player is to move. Enemy ships that the
player sees whole stand at their true places. The other enemy ships stand at random places that
agree with all that the player knows. The lines `INFORMATION P ...` say what the player knows: TURN
n, STRUCK y x (what the enemy hit), SEEN y x s (s is the sign of PRINT 1), SPIED y x, HIT y x, MISS
y x, SUNK C i, REFUSED COMMAND: REASON (an order that was skipped). The lines GUESS WITHOUT ...,
DRAWN C i and UNDRAWN C i are about the random places.

Exit status: 0 the script is printed, 1 FILE stops at an INVALID OPERATION, 2 syntax or usage error
(the game is over, or the other player is to move), 3 input or output failed.";

/// What is handed over.
#[derive(Debug, clap::Args)]
pub(super) struct Options {
    /// The game so far.
    #[arg(value_name = "FILE|-")]
    file: PathBuf,

    /// The side that the bot plays. Without this option: the side that is to move.
    #[arg(long, value_name = "A|B")]
    side: Option<Side>,

    /// What the bot gets.
    #[arg(long, value_name = "KIND", value_parser = one_of(KINDS), default_value = "fog")]
    hand_over: Told,

    /// Take the state before turn N of the game. The turns of both sides count, from 1.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    turn: Option<u64>,

    /// The seed. With another seed, the ships that are out of sight stand at other places, and
    /// SRAND has another number. Without this option: the seed in the record of a match, else 1.
    #[arg(long, value_name = "N", allow_hyphen_values = true)]
    seed: Option<Seed>,

    /// Which round of a match this game is, from 1. Another K gives other random places. Without
    /// this option: the number in the record of a match, else 1.
    #[arg(long, value_name = "K", value_parser = clap::value_parser!(u64).range(1..))]
    game: Option<u64>,
}

const KINDS: &[(&str, Told, &str)] = &[
    ("fog", Told::Fog, "What its side may know; ships out of sight are drawn at random"),
    ("full", Told::Full, "The true state"),
    ("transcript", Told::Transcript, "All commands so far"),
];

/// Prints the hand-over. Fails if the game is over or lacks the given turn, or if the given side is
/// not to move. Explains an invalid operation even without the option `--explain`.
pub(super) fn write(options: &Options, ports: &mut Ports<'_>) -> Result<Exit> {
    let refused = |why: String| Failure::Refused(format!("{}: {why}", shown(&options.file)));
    let whole = files::read(&options.file, ports)?;
    let (round, seed) = drawn_from(&whole).unwrap_or_else(|| (1, Seed::from(1)));
    let script = match options.turn {
        None => Cow::Borrowed(&whole),
        Some(turn) => match before_turn(&whole, turn) {
            Ok(Some(earlier)) => Cow::Owned(earlier),
            Ok(None) => return Err(refused(format!("the game has no turn {turn}"))),
            Err(error) => return explain_stop(Stop::Syntax(error), &options.file, true, ports),
        },
    };
    let mut watched = Watched::default();
    match watched.run(&script, &mut io::sink()) {
        Ok(Flow::Continue) => {}
        Ok(Flow::Won(side)) => return Err(refused(format!("the game is over: {side} won"))),
        Err(stop) => {
            // In `script`, commands may stand on other lines than in the file. A run of the whole
            // file stops at the same command, and gives its line in the file.
            let stop = Watched::default().run(&whole, &mut io::sink()).err().unwrap_or(stop);
            return explain_stop(stop, &options.file, true, ports);
        }
    }
    let mover = watched.session().game().expected();
    if options.side.is_some_and(|side| side != mover) {
        return Err(refused(format!("{mover} is to move")));
    }
    let game = watched.session().game().clone();
    let mut referee = Referee::watching(game, watched.observer().clone());
    let briefing = referee.open();
    let seed = options.seed.as_ref().unwrap_or(&seed);
    let round = options.game.unwrap_or(round).saturating_sub(1);
    let transcript = match options.hand_over {
        Told::Fog | Told::Full => Vec::new(),
        Told::Transcript => match commands(&script) {
            Ok(transcript) => transcript,
            Err(error) => return explain_stop(Stop::Syntax(error), &options.file, true, ports),
        },
    };
    let (kind, game) = (options.hand_over, referee.game());
    let hand_over = kind.hand_over(seed, round, game, &briefing, || transcript);
    ports.out.write_all(hand_over.text())?;
    Ok(Exit::Done)
}

/// Returns the groups (commands between two equal tags) before a turn, or `None` if the script ends
/// earlier. Turns count from 1.
fn before_turn(script: &[u8], turn: u64) -> Result<Option<Vec<u8>>, Box<SyntaxError>> {
    let parsed = Script::parse(script)?;
    let mut text = Vec::new();
    let mut turns = 0;
    for block in parsed.groups() {
        turns += u64::from(matches!(block.group(), Group::Turn(_)));
        if turns == turn {
            return Ok(Some(text));
        }
        let tag = block.group().tag().as_bytes();
        text.extend([tag, b"\n"].concat());
        for item in block.items() {
            match item {
                Item::Command(command) => print::command(command, &mut text),
                // The record of a match keeps refused orders in comments.
                Item::Comment(remark) => text.extend_from_slice(&remark.text),
                Item::Tag(_) | Item::Blank => {}
            }
            text.push(b'\n');
        }
        text.extend([tag, b"\n"].concat());
    }
    Ok((turns + 1 == turn).then_some(text))
}
