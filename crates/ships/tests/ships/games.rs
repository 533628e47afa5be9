//! Plays games with the largest and smallest numbers, to test that nothing overflows. Also tests
//! that games can be compared, and that settings and orders can be written and read as data.

use crate::{below, one_of};
use broadside_core::board::{Coord, Heading, Manoeuvre, Rect, Side};
use broadside_core::dice::Twister;
use broadside_ships::rules::fair::{FairPilot, Pilot, RandomPilot, Referee};
use broadside_ships::rules::{
    Class, Detail, Game, Health, Order, Picture, Reason, Setting, ShipName, pilot,
};
use broadside_ships::script::{Keyword, Session, Slot, Stop, feed, print, save};
use std::hash::{BuildHasher, RandomState};
use std::io;

const GAMES: u32 = 60;

/// Only boards with fewer fields than this are drawn.
const SMALL: u128 = 10_000;

/// Returns a number near the smallest or the largest `i64`, near zero, or near one of `edges`.
fn number(edges: &[i64], dice: &mut Twister) -> i64 {
    let edge = one_of(&[edges, &[i64::MIN, 0, 0, i64::MAX]].concat(), dice);
    edge.saturating_add(below(13, dice) - 6)
}

/// Returns a field on or off the board, often near a corner.
fn field(game: &Game, dice: &mut Twister) -> Coord {
    let Rect { bottom, right, .. } = game.board().dims().rect();
    Coord::new(number(&[bottom, bottom], dice), number(&[right, right], dice))
}

fn rect(game: &Game, dice: &mut Twister) -> Rect {
    let (a, b) = (field(game, dice), field(game, dice));
    if below(8, dice) == 0 {
        return Rect { top: a.row, left: a.col, bottom: b.row, right: b.col };
    }
    Rect::spanning(a, b)
}

fn name(dice: &mut Twister) -> ShipName {
    let index = if below(9, dice) == 0 { number(&[], dice) } else { below(2, dice) };
    ShipName { class: one_of(&Class::ALL, dice), index }
}

fn board_size(dice: &mut Twister) -> Setting {
    let mut length =
        || if below(3, dice) == 0 { 1 + below(9, dice) } else { i64::MAX - below(3, dice) };
    Setting::BoardSize(length(), length())
}

fn setting(game: &Game, dice: &mut Twister) -> Setting {
    let side = one_of(&Side::ALL, dice);
    match below(10, dice) {
        0 => Setting::BoardSize(number(&[], dice), number(&[], dice)),
        1 | 2 => Setting::Start(side, rect(game, dice)),
        3 | 4 => Setting::Reef(field(game, dice)),
        5 => Setting::Fleet(side, [(); 4].map(|()| number(&[], dice).clamp(-1, 1_000_001))),
        6 => Setting::Seed(number(&[], dice)),
        7 if below(2, dice) == 0 => Setting::AutoShooting,
        7 => Setting::ExtendedShips,
        _ => {
            let ShipName { class, index } = name(dice);
            let health = Health::from_fn(class, |segment| segment != 3);
            let (bow, heading) = (field(game, dice), one_of(&Heading::ALL, dice));
            Setting::Ship { side, bow, heading, index, health }
        }
    }
}

fn order(game: &Game, dice: &mut Twister) -> Order {
    let (name, at) = (name(dice), field(game, dice));
    match below(8, dice) {
        0 | 1 => Order::Place { name, bow: at, heading: one_of(&Heading::ALL, dice) },
        2 => Order::Shoot(at),
        3 => Order::Fire(name, at),
        4 => Order::Spy(name.index, at),
        5 => Order::SpyAt(at),
        _ => Order::Move(name, one_of(&Manoeuvre::ALL, dice)),
    }
}

fn game(dice: &mut Twister) -> Game {
    let mut game = Game::default();
    game.set(&board_size(dice)).expect("an empty board");
    for side in Side::ALL {
        let sizes = [(); 4].map(|()| below(3, dice));
        game.set(&Setting::Fleet(side, sizes)).expect("no ship is placed");
        game.set(&Setting::Start(side, rect(&game, dice))).expect("between turns");
    }
    for _ in 0..below(30, dice) {
        let setting = setting(&game, dice);
        if !matches!(setting, Setting::BoardSize(..) | Setting::Fleet(..)) {
            let _ = game.set(&setting);
        }
    }
    game
}

/// Calls the methods that answer questions about a game. None of them may panic.
fn look(game: &Game, dice: &mut Twister) {
    for side in Side::ALL {
        game.can_place(side);
        let _ = (game.known(side), game.known_in(side, &rect(game, dice).grown(number(&[], dice))));
    }
    game.is_at_standstill();
    for detail in [Detail::Basic, Detail::Extended] {
        if game.board().dims().area() < SMALL {
            let picture = Picture::new(game, detail).expect("a small board");
            picture.draw(&mut io::sink()).expect("a sink never fails");
        }
    }
}

/// Carries out an order. Checks that `Game::check` gives the same result, and that the game does
/// not change through `check` or through a refused order.
#[track_caller]
fn check(game: &mut Game, order: Order) {
    let (before, hasher) = (game.clone(), RandomState::new());
    let checked = game.check(&order);
    assert!(*game == before && hasher.hash_one(&*game) == hasher.hash_one(&before));
    assert_eq!(game.order(order), checked, "{order:?}");
    // A legal order may also change nothing: a miss in a basic game, for example.
    assert!(checked.is_ok() || *game == before);
}

#[test]
fn games_with_extreme_numbers_do_not_overflow() {
    for seed in 0..GAMES {
        let dice = &mut Twister::from_cpp_seed(seed);
        let mut game = game(dice);
        for _ in 0..6 {
            look(&game, dice);
            let machine = pilot::orders(&game, &mut pilot::dice(&game));
            assert!(machine.iter().all(|order| game.check(order) == Err(Reason::NoTurnOpen)));
            game.open(game.expected()).expect("between turns");
            let own: Vec<_> = (0..below(20, dice)).map(|_| order(&game, dice)).collect();
            for order in own.into_iter().chain(machine) {
                check(&mut game, order);
            }
            look(&game, dice);
            if game.close().is_err() {
                break;
            }
            let _ = game.set(&setting(&game, dice));
        }
    }
}

#[test]
fn fair_games_with_extreme_numbers_do_not_overflow() {
    for seed in 0..GAMES {
        let dice = &mut Twister::from_cpp_seed(seed);
        let mut pilots = [FairPilot::default(), FairPilot::default()];
        let mut referee = Referee::new(game(dice));
        for turn in 0..6 {
            let briefing = referee.open();
            let guess = briefing.guess(dice).0;
            let mut orders = if seed % 3 == 0 {
                RandomPilot.turn(&briefing, dice).expect("this pilot never gives up")
            } else {
                pilots[turn % 2].turn(&briefing, dice).expect("this pilot never gives up")
            };
            orders.extend((0..below(3, dice)).map(|_| order(&guess, dice)));
            if referee.play(&orders, &guess).is_err() {
                break;
            }
        }
    }
}

/// Returns a word for an argument. The numbers of ships are usually 0, 1 or 2. Any other
/// number is the row or the column of a random [`field`].
fn word(slot: Slot, game: &Game, dice: &mut Twister) -> String {
    let words = slot.words();
    let is_number = matches!(slot, Slot::Count(_) | Slot::Ship | Slot::NewShip | Slot::Carrier);
    let word = if !words.is_empty() {
        one_of(&words, dice)
    } else if slot == Slot::Health {
        one_of(&["11", "101", "1111", "11011"], dice)
    } else if slot == Slot::Words {
        "a word"
    } else if is_number && below(8, dice) > 0 {
        one_of(&["0", "1", "2"], dice)
    } else {
        let Coord { row, col } = field(game, dice);
        return one_of(&[row, col], dice).to_string();
    };
    word.to_owned()
}

#[test]
fn scripts_with_extreme_numbers_do_not_overflow() {
    for seed in 0..GAMES {
        let dice = &mut Twister::from_cpp_seed(seed);
        let mut session = Session::default();
        let mut text = Vec::new();
        save::write(&game(dice), &mut text).expect("a write to memory never fails");
        feed(&mut session, &mut &*text, &mut io::sink()).expect("a saved game is a valid script");
        for _ in 0..12 {
            let group = one_of(&["[state]", "[playerA]", "[playerB]"], dice);
            for _ in 0..8 {
                let keyword = one_of(&Keyword::ALL, dice);
                let is_small = session.game().board().dims().area() < SMALL;
                if keyword == Keyword::Print && !is_small || keyword == Keyword::SetAiPlayer {
                    continue;
                }
                let forms = keyword.forms();
                let form = one_of(forms, dice);
                let words = form.iter().map(|slot| word(*slot, session.game(), dice));
                let words: Vec<_> = words.collect();
                let line = format!("{group} {} {} {group}\n", keyword.name(), words.join(" "));
                let mut other = session.clone();
                if feed(&mut other, &mut line.as_bytes(), &mut io::sink()).is_ok() {
                    session = other;
                }
            }
        }
    }
}

#[test]
fn a_start_at_the_last_column_of_the_largest_board_has_room() {
    let (rows, cols) = (i64::MAX, i64::MAX);
    let mut game = Game::default();
    game.set(&Setting::BoardSize(rows, cols)).expect("an empty board");
    let start = Rect { top: 0, left: cols - 9, bottom: 9, right: cols - 1 };
    game.set(&Setting::Start(Side::First, start)).expect("between turns");
    game.set(&Setting::Reef(Coord::new(0, cols - 2))).expect("on the board");
    assert!(game.can_place(Side::First) && !game.is_at_standstill());
    assert!(pilot::orders(&game, &mut pilot::dice(&game)).len() >= 4);
    let mut text = Vec::new();
    print::setting(&Setting::Start(Side::First, start), &mut text);
    assert!(text.ends_with(b"9223372036854775806"));
}

#[test]
fn a_session_refuses_a_target_that_its_game_had_stored_before() {
    let mut game = Game::default();
    let fleets = Side::ALL.map(|side| Setting::Fleet(side, [0; 4]));
    for setting in [Setting::ExtendedShips, Setting::AutoShooting].into_iter().chain(fleets) {
        game.set(&setting).expect("a legal setting");
    }
    game.open(Side::First).expect("the first turn");
    game.order(Order::SpyAt(Coord::new(3, 4))).expect("a target");
    let mut out = Vec::new();
    let stop = Session::from(game).feed(b"[playerA]", &mut out).expect_err("no carrier");
    assert!(matches!(stop, Stop::Invalid(_)), "{stop:?}");
    assert_eq!(out, b"INVALID OPERATION \"SPY 3 4\": SHOOTS ARE UNFEASIBLE\n");
}

#[test]
fn games_that_differ_in_a_reef_or_an_open_turn_are_unequal() {
    let game = Game::default();
    let mut other = game.clone();
    other.set(&Setting::Reef(Coord::new(1, 1))).expect("on the board");
    assert_ne!(game, other);
    let mut other = game.clone();
    other.open(Side::First).expect("between turns");
    assert_ne!(game, other);
}

#[cfg(feature = "serde")]
#[test]
fn settings_and_orders_are_read_as_they_are_written() {
    let name = ShipName { class: Class::Cruiser, index: i64::MAX };
    let order = Order::Place { name, bow: Coord::new(-3, 4), heading: Heading::West };
    let text = serde_json::to_string(&order).expect("data");
    let expected = r#"{"Place":{"name":{"class":"CRU","index":9223372036854775807},"bow":{"row":-3,"col":4},"heading":"W"}}"#;
    assert_eq!(text, expected);
    assert_eq!(serde_json::from_str::<Order>(&text).expect("a valid order"), order);
    let health = Health::new(Class::Destroyer, &[true, false]).expect("two segments");
    let (side, bow, heading) = (Side::Second, Coord::new(1, 2), Heading::North);
    let setting = Setting::Ship { side, bow, heading, index: 0, health };
    let text = serde_json::to_string(&setting).expect("data");
    assert_eq!(serde_json::from_str::<Setting>(&text).expect("a valid setting"), setting);
    assert!(serde_json::from_str::<Health>(r#"["DES",[true]]"#).is_err());
    assert!(serde_json::from_str::<Heading>(r#""n""#).is_err());
}
