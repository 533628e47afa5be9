//! Tests the lines that a bot gets in targeting and in arsenal, and answers that forfeit a game.

use super::*;
use crate::{Bench, Clock, Trial, duel, royale, solo, targeting};
use broadside_arcade::ai::Forfeit;
use broadside_arcade::arsenal::bots::Report;
use broadside_arcade::arsenal::{Class, Lost, Outcome};
use broadside_core::board::Dims;
use broadside_core::dice::{ScriptedDice, Stream};
use broadside_core::ports::programs::InMemoryDialogue;
use std::collections::VecDeque;
use std::sync::Mutex;

/// Returns a program that gives these answers in order. Also returns the lines that the program
/// gets.
fn scripted(answers: &[&str]) -> (ForeignBot, Arc<Mutex<Vec<String>>>) {
    let received = Arc::new(Mutex::new(Vec::new()));
    let (log, answers) = (Arc::clone(&received), answers.iter().map(|a| (*a).to_owned()));
    let mut answers = answers.collect::<VecDeque<_>>();
    let program = InMemoryDialogue::new(move |line: &str, printed: &mut VecDeque<Vec<u8>>| {
        log.lock().unwrap().push(line.to_owned());
        let is_question = line == "aim" || line.starts_with("place ") || line.starts_with("move ");
        if let Some(answer) = is_question.then(|| answers.pop_front()).flatten() {
            printed.extend(answer.split('\n').map(|line| line.as_bytes().to_vec()));
        }
    });
    let limits = Limits::default();
    (ForeignBot::new("mine", Command::default(), limits, Arc::new(program)), received)
}

/// Plays one game on a row of nine fields, with a ship of two fields and a ship of one. Returns the
/// forfeit, or an empty text, and the lines that the program got.
fn row(answers: &[&str]) -> (String, Vec<String>) {
    let (bot, received) = scripted(answers);
    let trial = Trial { dims: Dims::new(1, 9).unwrap(), fleet: vec![2, 1] };
    let series = targeting(&Bench::new(3, 1), &trial, &[bot.gunners()]).unwrap();
    assert!(bot.trouble().is_none());
    let received = received.lock().unwrap().clone();
    (series[0].forfeits.first().map(ToString::to_string).unwrap_or_default(), received)
}

#[test]
fn a_bot_gets_a_game_of_targeting_line_by_line() {
    let answers = ["A1", " b1\r", "C1", "D1", "E1", "F1", "G1", "H1", "I1"];
    let (forfeit, received) = row(&answers);
    assert_eq!(forfeit, "");
    assert_eq!(received[0], "game 1 9 2 1");
    assert!(received[1].strip_prefix("seed ").unwrap().parse::<u32>().unwrap() < 1 << 31);
    let count = |line: &str| received.iter().filter(|other| *other == line).count();
    assert_eq!([count("result hit"), count("result sunk 2"), count("result sunk 1")], [1, 1, 1]);
    assert_eq!(received.len(), 2 + 2 * count("aim") + 1);
    assert_eq!(*received.last().unwrap(), format!("over {}", count("aim")));
}

#[test]
fn wrong_answers_forfeit_the_game() {
    for (answers, forfeit) in [
        (&["B"][..], "malformed answer: `B`"),
        (&[""], "malformed answer: ``"),
        (&["\u{e9}1"], "malformed answer: `é1`"),
        (&["A1\u{1b}[2J"], "malformed answer: `A1\\u{1b}[2J`"),
        (&["K1"], "illegal answer: `K1` is not on the board"),
        (&["A2"], "illegal answer: `A2` is not on the board"),
        (&["A1", "A1"], "illegal answer: `A1` was shot at before"),
        (&[&format!("{}é", "a".repeat(39))], &format!("malformed answer: `{}...`", "a".repeat(39))),
        (&["A1\nB1", "C1"], "out of turn: `B1`"),
        (&[], "time ran out"),
    ] {
        let (found, received) = row(answers);
        assert_eq!(found, format!("game 1: {forfeit}"), "{answers:?}");
        assert!(!received.iter().any(|line| line.starts_with("over")));
    }
}

const FLEET: [&str; 4] = ["A1, horizontal", "a2,h", " A3 , Vertical ", "J1, v"];

#[test]
fn a_fleet_is_asked_for_ship_by_ship() {
    let place = |answers: &[&str]| {
        let (bot, received) = scripted(answers);
        let mut dice = ScriptedDice::new([7]);
        (bot.captains().make().place(&mut dice), received)
    };
    let (fleet, received) = place(&FLEET);
    assert_eq!(fleet.unwrap().ships()[2].class(), Class::Destroyer);
    let lines = ["game arsenal", "seed 7", "place Carrier 5", "place Battleship 4"];
    assert_eq!(received.lock().unwrap()[..4], lines);
    for (answers, forfeit) in [
        (["A1 horizontal"; 4], Forfeit::Malformed("`A1 horizontal`".into())),
        (["K1, h"; 4], Forfeit::Illegal("`K1, h` is not on the board".into())),
        (["K1, diagonal"; 4], Forfeit::Malformed("`K1, diagonal`".into())),
        (["H1, h"; 4], Forfeit::Illegal("the Carrier leaves the grid".into())),
        (["A1, h"; 4], Forfeit::Illegal("the Battleship overlaps the Carrier".into())),
    ] {
        assert_eq!(place(&answers).0, Err(forfeit));
    }
}

/// Regression: the log lost the answer before a line that came out of turn.
#[test]
fn the_log_has_the_answer_before_a_line_out_of_turn() {
    let (bot, _) = scripted(&["A1, h\nA2, h"]);
    let log = Arc::new(Mutex::new(Vec::new()));
    let kept = Arc::clone(&log);
    let bot = bot.on_answer(move |answer| {
        let wrote = String::from_utf8_lossy(answer.wrote).into_owned();
        kept.lock().unwrap().push((answer.number, wrote, answer.outcome.to_owned()));
    });
    let placed = bot.captains().make().place(&mut ScriptedDice::new([7]));
    assert_eq!(placed, Err(Forfeit::OutOfTurn("`A2, h`".into())));
    let log = log.lock().unwrap();
    let entry = |number, wrote: &str, outcome: &str| (number, wrote.to_owned(), outcome.to_owned());
    assert_eq!(log[0], entry(1, "A1, h", Exchange::OK));
    assert_eq!(log[1], entry(2, "A2, h", "out of turn: `A2, h`"));
}

#[test]
fn each_report_of_arsenal_is_sent_in_one_line() {
    let (bot, received) = scripted(&FLEET);
    let mut captain = bot.captains().make();
    captain.place(&mut Stream::new(&1.into(), 0)).unwrap();
    let sunk = vec![Class::Carrier, Class::Submarine];
    let hit = Outcome::Shot { hit: true, sunk };
    for report in [
        Report::Own(&hit),
        Report::Own(&Outcome::Radar { found: false }),
        Report::Enemy("Torpedo 7".parse().ok(), &hit),
        Report::Enemy(None, &Outcome::Smoke),
        Report::EnemyLost(&Lost::NotAMove),
        Report::Over { won: false },
    ] {
        captain.hear(&report);
    }
    let lines = [
        "result hit, Carrier sunk, Submarine sunk",
        "result No enemy ships found",
        "enemy Torpedo 7, hit, Carrier sunk, Submarine sunk",
        "enemy Smoke, Smoke screen laid",
        "enemy Turn lost: not a move",
        "over lost",
    ];
    assert_eq!(received.lock().unwrap()[6..], lines);
}

#[test]
fn wrong_moves_forfeit_the_game() {
    for (answer, forfeit) in [
        ("Shoot B3", "malformed answer: `Shoot B3`: not a move"),
        ("Fire K3", "illegal answer: `Fire K3` is not on the board"),
        ("radar A11", "illegal answer: `radar A11` is not on the board"),
        ("Torpedo K", "illegal answer: `Torpedo K` is not on the board"),
        ("Torpedo 11", "illegal answer: `Torpedo 11` is not on the board"),
        ("Torpedo B3", "malformed answer: `Torpedo B3`: not a coordinate"),
        ("Fire K", "malformed answer: `Fire K`: not a coordinate"),
        ("Radar J1", "illegal answer: `Radar J1`: the area leaves the grid"),
        ("Smoke B3", "illegal answer: no smoke screens left"),
        ("Torpedo B", "illegal answer: torpedo is locked"),
    ] {
        let (bot, received) = scripted(&[answer]);
        let report = solo(&Bench::new(1, 1), &bot.captains());
        assert_eq!(report.forfeits.first().unwrap().to_string(), format!("game 1: {forfeit}"));
        assert_eq!(received.lock().unwrap()[2], "move 3 0");
    }
}

#[test]
fn two_bots_that_cannot_place_ships_lose_one_game_each() {
    let [(one, _), (two, _)] = [scripted(&["A1"]), scripted(&["A1"])];
    let report = duel(&Bench::new(1, 2), &one.captains(), &two.captains());
    assert_eq!((report.wins, report.losses), (1, 1));
}

#[test]
fn a_bot_that_forfeits_loses_and_the_other_side_gets_the_result() {
    let (silent, received) = scripted(&FLEET);
    let (other, received_by_other) = scripted(&FLEET);
    let report = duel(&Bench::new(1, 1), &silent.captains(), &other.captains());
    assert_eq!((report.wins, report.forfeits.total()), (0, 1));
    assert_eq!(received.lock().unwrap().last().unwrap(), "move 3 0");
    assert_eq!(received_by_other.lock().unwrap().last().unwrap(), "over won");
    let (placed_badly, _) = scripted(&["A1"]);
    let (patient, received) = scripted(&FLEET);
    let report = duel(&Bench::new(1, 1), &patient.captains(), &placed_badly.captains());
    assert_eq!((report.wins, report.other_forfeits.total()), (1, 1));
    assert_eq!(received.lock().unwrap().last().unwrap(), "over won");
}

/// `goes_on` is true until the bot gets a line, so the bench begins the bout and then stops it.
#[test]
fn forfeits_in_a_stopped_bout_make_no_champion() {
    let (mute, received) = scripted(&[]);
    let goes_on = || received.lock().unwrap().is_empty();
    let bench = Bench { goes_on: &goes_on, ..Bench::new(1, 0) };
    let bots = [mute.captains(), CaptainFactory::from_name("easy").unwrap()];
    assert!(royale(&bench, &bots, Clock::Steps).is_none());
    assert!(!goes_on(), "the bout has begun");
}
