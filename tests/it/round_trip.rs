//! Laws of the Ships language that hold for random games.

use crate::games::{command, order, saved, setting};
use broadside::board::Side;
use broadside::rules::ships::{Game, Order, Reason, Setting, Unclosed};
use broadside::script::ast::{Command, Group};
use broadside::script::{Event, FeedError, Keyword, Reader, Session, Stop, feed, print};
use proptest::collection::vec;
use proptest::prelude::*;
use std::io::{self, Write};

/// Applies settings and turns to a board of 12 x 12 fields with small fleets and starting
/// rectangles as large as the board. Refused settings and orders are skipped; each refusal must
/// leave the game unchanged.
fn game_after(settings: &[Setting], turns: &[Vec<Order>]) -> Game {
    let mut game = Game::default();
    game.set(&Setting::BoardSize(12, 12)).expect("an empty board");
    for side in Side::ALL {
        game.set(&Setting::Fleet(side, [1, 1, 1, 1])).expect("no ship is placed");
        game.set(&Setting::Start(side, game.board().dims().rect())).expect("never refused");
    }
    for setting in settings {
        unchanged_if_refused(&mut game, |game| game.set(setting).is_ok());
    }
    for orders in turns {
        play(&mut game, orders);
    }
    game
}

#[derive(Debug, PartialEq, Eq)]
struct Played {
    answers: Vec<Result<(), Reason>>,
    end: Result<Option<Side>, Unclosed>,
}

fn play(game: &mut Game, orders: &[Order]) -> Played {
    game.open(game.expected()).expect("the expected side");
    let mut answers = Vec::new();
    for order in orders {
        unchanged_if_refused(game, |game| {
            answers.push(game.order(*order));
            answers.last() == Some(&Ok(()))
        });
    }
    let end = game.close();
    // A turn stays open if no ship is left for one of its targets. SAVE does not write an open
    // turn, so the loaded game is between turns.
    if end.is_err() {
        *game = load(&saved(game));
    }
    Played { answers, end }
}

fn unchanged_if_refused(game: &mut Game, action: impl FnOnce(&mut Game) -> bool) -> bool {
    let before = saved(game);
    let done = action(game);
    assert!(done || saved(game) == before, "a refusal changed the game");
    done
}

fn reseed(again: &mut Game, game: &Game) {
    if let Some(seed) = game.seed() {
        again.set(&Setting::Seed(seed)).expect("never refused");
    }
}

fn load(text: &[u8]) -> Game {
    let mut session = Session::default();
    feed(&mut session, &mut &*text, &mut io::sink()).expect("a saved game is a valid script");
    session.game().clone()
}

/// An output that keeps 64 KiB and then fails, so that pictures stay small.
#[derive(Default)]
struct LimitedOutput(Vec<u8>);

impl Write for LimitedOutput {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.0.len() + bytes.len() > 1 << 16 {
            return Err(io::ErrorKind::StorageFull.into());
        }
        self.0.extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

fn command_of(text: &str) -> Command {
    text.parse().expect("a command")
}

fn text_of(command: &Command) -> Vec<u8> {
    let mut text = Vec::new();
    print::command(command, &mut text);
    text
}

/// Generates pieces of scripts, and some pieces that scripts cannot have.
fn piece() -> impl Strategy<Value = Vec<u8>> {
    let tags = Group::ALL.map(Group::tag);
    let words = Keyword::ALL.map(Keyword::name);
    let forms = ["SET_FLEET A", "SET_FLEET B 1 0 0 1", "MOVE 0 CAR F", "INFORMATION A", "PRINT 0"];
    let ships = ["SHIP A 0 0 W 0 CAR 11111", "PLACE_SHIP 0 0 W 0 CAR"];
    let numbers = ["9223372036854775807", "-9223372036854775808", "0"];
    let others = ["[", "#", "\n", "\r\n", " ", "\t", "\u{feff}"];
    let known: Vec<&str> = [&tags[..], &words, &forms, &ships, &numbers, &tags, &others].concat();
    let known = proptest::sample::select(known);
    prop_oneof![
        8 => known.prop_map(|text| text.as_bytes().to_vec()),
        6 => command().prop_map(|command| [text_of(&command), b"\n".to_vec()].concat()),
        1 => vec(any::<u8>(), 0..6),
    ]
}

proptest! {
    #[test]
    fn a_loaded_game_saves_the_same_text_except_for_the_seed(
        settings in vec(setting(), 0..60),
        turns in vec(vec(order(), 0..20), 0..6),
    ) {
        let game = game_after(&settings, &turns);
        let mut again = load(&saved(&game));
        prop_assert_eq!(again.seed(), game.seed().map(|seed| seed.wrapping_add(1)));
        reseed(&mut again, &game);
        prop_assert_eq!(saved(&again).escape_ascii().to_string(), saved(&game).escape_ascii().to_string());
    }

    #[test]
    fn a_loaded_game_plays_on_alike(
        settings in vec(setting(), 0..60),
        turns in vec(vec(order(), 0..12), 0..3),
        later in vec(vec(order(), 0..20), 1..4),
    ) {
        let mut game = game_after(&settings, &turns);
        let mut again = load(&saved(&game));
        for orders in &later {
            prop_assert_eq!(play(&mut game, orders), play(&mut again, orders));
            reseed(&mut again, &game);
            prop_assert_eq!(saved(&game).escape_ascii().to_string(), saved(&again).escape_ascii().to_string());
        }
    }

    #[test]
    fn a_printed_command_parses_to_the_same_command(command in command()) {
        let mut reader = Reader::default();
        let text = text_of(&command);
        let word = text.split(|byte| *byte == b' ').next().expect("a word");
        let keyword = Keyword::from_name(word).expect("a command");
        let group = Group::ALL.into_iter().find(|group| keyword.is_in(*group)).expect("a group");
        let mut line = reader.line(&text);
        let event = reader.next(&mut line, Some(group));
        prop_assert_eq!(event, Ok(Some(Event::Command(command))));
        prop_assert_eq!(reader.next(&mut line, Some(group)), Ok(None));
        if let Ok(text) = String::from_utf8(text) {
            prop_assert_eq!(command_of(&text).to_string(), text);
        }
    }

    #[test]
    fn any_bytes_run_or_have_a_clear_error(pieces in vec(piece(), 0..80), gap in any::<bool>()) {
        let text = pieces.join(if gap { &b" "[..] } else { &b""[..] });
        let mut session = Session::default();
        match feed(&mut session, &mut text.as_slice(), &mut LimitedOutput::default()) {
            Ok(_) | Err(FeedError::Stop(Stop::Invalid(_) | Stop::Output(_))) => {}
            Err(FeedError::Stop(Stop::Syntax(error))) => {
                prop_assert!(error.mark.span.end <= error.mark.source.len());
                prop_assert!(!error.to_string().is_empty());
                drop(error.help());
            }
            Err(FeedError::Input(error)) => return Err(TestCaseError::fail(error.to_string())),
        }
    }

    #[test]
    fn the_size_of_the_chunks_does_not_matter(pieces in vec(piece(), 0..40), size in 1..64_usize) {
        let text = pieces.join(&b" "[..]);
        let run = |size: usize| {
            let mut session = Session::default();
            let mut out = LimitedOutput::default();
            let mut input = io::BufReader::with_capacity(size, text.as_slice());
            let end = feed(&mut session, &mut input, &mut out);
            (format!("{end:?}"), out.0)
        };
        prop_assert_eq!(run(size), run(1 << 20));
    }
}
