//! Calls to games of the Ships language, in any order and with any values.

use super::board::{check as check_board, coordinate, field};
use super::{LENGTH, below, episodes, one_of};
use crate::games::saved;
use broadside::board::{Heading, Manoeuvre, Rect, Side};
use broadside::dice::Stream;
use broadside::rules::ships::{
    Class, Detail, Game, Health, NoteText, Order, Picture, Reason, Setting, ShipName, pilot,
};
use broadside::script::{Session, feed, save};
use std::io;

/// Pictures are made only of boards with at most this number of fields.
const SMALL: u128 = 10_000;

fn side(dice: &mut Stream) -> Side {
    *one_of(&Side::ALL, dice)
}

/// Returns the index of a ship, or the number of ships of a class in a fleet.
fn count(dice: &mut Stream) -> i64 {
    if below(20, dice) == 0 { coordinate(dice) } else { i64::from(below(4, dice)) }
}

fn name(dice: &mut Stream) -> ShipName {
    ShipName { class: *one_of(&Class::ALL, dice), index: count(dice) }
}

fn health(dice: &mut Stream) -> Health {
    let class = *one_of(&Class::ALL, dice);
    let healthy: Vec<_> = (0..below(7, dice)).map(|_| below(5, dice) > 0).collect();
    let bits = below(32, dice) | below(32, dice);
    Health::new(class, &healthy).unwrap_or_else(|| Health::from_fn(class, |k| bits >> k & 1 == 1))
}

/// Returns a random note. If the random bytes cannot be a note, returns the empty note.
fn note(dice: &mut Stream) -> NoteText {
    let signs = b"ab \n\t\r#[]\0\xff\x0b";
    let text = (0..below(6, dice)).map(|_| *one_of(signs, dice)).collect();
    NoteText::new(text).unwrap_or_default()
}

fn setting(dice: &mut Stream) -> Setting {
    match below(24, dice) {
        0 | 1 => Setting::Fleet(side(dice), [(); 4].map(|()| count(dice))),
        2 => Setting::NextPlayer(side(dice)),
        3 => Setting::BoardSize(coordinate(dice), coordinate(dice)),
        4 => {
            let (a, b) = (field(dice), field(dice));
            let rect = Rect { top: a.row, left: a.col, bottom: b.row, right: b.col };
            Setting::Start(side(dice), rect)
        }
        5 | 6 => Setting::Reef(field(dice)),
        7 => Setting::ExtendedShips,
        8 => Setting::AutoShooting,
        9 => Setting::AiPlayer(side(dice)),
        10 => Setting::Information(side(dice), note(dice)),
        11 => Setting::Seed(coordinate(dice)),
        _ => Setting::Ship {
            side: side(dice),
            bow: field(dice),
            heading: *one_of(&Heading::ALL, dice),
            index: count(dice),
            health: health(dice),
        },
    }
}

fn order(dice: &mut Stream) -> Order {
    match below(8, dice) {
        0 | 1 => Order::Place {
            name: name(dice),
            bow: field(dice),
            heading: *one_of(&Heading::ALL, dice),
        },
        2 => Order::Shoot(field(dice)),
        3 => Order::Fire(name(dice), field(dice)),
        4 | 5 => Order::Move(name(dice), *one_of(&Manoeuvre::ALL, dice)),
        6 => Order::Spy(count(dice), field(dice)),
        _ => Order::SpyAt(field(dice)),
    }
}

/// Makes a random call. Returns `true` if the game must be the same as before, because the call was
/// refused or only asked for something.
fn call(game: &mut Game, dice: &mut Stream) -> bool {
    match below(20, dice) {
        0..6 => {
            let (is_open, answer) = (game.moving().is_some(), game.set(&setting(dice)));
            assert_eq!(is_open, answer == Err(Reason::TurnOpen));
            answer.is_err()
        }
        6 | 7 => game.open(side(dice)).is_err(),
        8 => game.close().is_err(),
        9 => {
            query(game, dice);
            true
        }
        _ => {
            let noted = game.stored_targets().len();
            let answer = game.order(order(dice));
            assert_eq!(game.moving().is_none(), answer == Err(Reason::NoTurnOpen));
            assert!(game.stored_targets().len() <= noted + usize::from(answer.is_ok()));
            answer.is_err()
        }
    }
}

fn query(game: &Game, dice: &mut Stream) {
    assert!(game.moving().is_none_or(|side| side == game.expected()));
    let is_small = game.board().dims().area() <= SMALL;
    let fleet = game.fleet(game.expected());
    let is_few = fleet.sizes().iter().all(|size| *size < 10);
    match below(40, dice) {
        0 if is_few => {
            let mut rehearsal = game.clone();
            let open = rehearsal.open(game.expected());
            assert_eq!(open.is_err(), game.moving().is_some());
            for order in pilot::orders(game, &mut pilot::dice(game)) {
                assert!(open.is_err() || rehearsal.order(order).is_ok(), "{order:?}");
            }
        }
        1 if is_few => drop(game.is_at_standstill()),
        2..6 if is_small => {
            let detail = *one_of(&[Detail::Basic, Detail::Extended], dice);
            let drawn = Picture::new(game, detail).map(|picture| picture.draw(&mut io::sink()));
            assert!(matches!(drawn, Ok(Ok(()))));
        }
        _ => assert!(game.board().ships().all(|(id, _)| game.whose(id).is_some())),
    }
}

fn check(game: &Game) {
    check_board(game.board());
    let mut placed = 0;
    for side in Side::ALL {
        let fleet = game.fleet(side);
        let mut healthy = 0;
        for (name, id) in fleet.ships() {
            let ship = game.board().get(id).expect("on the board");
            assert_eq!(ship.hull().length(), name.class.length());
            assert_eq!((game.whose(id), fleet.ship(name)), (Some((side, name)), Some(id)));
            assert!((0..fleet.size(name.class)).contains(&name.index));
            healthy += u64::from(ship.healthy());
            placed += 1;
        }
        assert_eq!(fleet.healthy(), healthy);
    }
    assert_eq!(game.board().ships().len(), placed);
}

/// Returns all settings except the seed, which SAVE raises.
fn settings(game: &Game) -> Vec<Setting> {
    save::settings(game).filter(|setting| !matches!(setting, Setting::Seed(_))).collect()
}

fn reads_back(game: &Game) {
    let mut again = Session::default();
    let text = saved(game);
    let read = feed(&mut again, &mut text.as_slice(), &mut io::sink());
    assert!(read.is_ok(), "{:?}\n{}", read.err(), text.escape_ascii());
    assert_eq!(settings(again.game()), settings(game));
}

/// Returns a game on a small board. In half of all cases, the machine has placed both fleets.
fn game(dice: &mut Stream) -> Game {
    let mut game = Game::default();
    let size = i64::from(8 + below(8, dice));
    let mut set = |setting| game.set(&setting).expect("the board is empty, and no turn is open");
    set(Setting::BoardSize(size, size));
    for side in Side::ALL {
        set(Setting::Start(side, Rect { top: 0, left: 0, bottom: size, right: size }));
        set(Setting::Fleet(side, [1; 4]));
    }
    for switch in [Setting::ExtendedShips, Setting::AutoShooting] {
        if below(2, dice) == 0 {
            set(switch);
        }
    }
    if below(2, dice) == 0 {
        place_all(&mut game);
    }
    game
}

fn place_all(game: &mut Game) {
    for side in Side::ALL {
        game.open(side).expect("A is the first");
        for order in pilot::orders(game, &mut pilot::dice(game)) {
            if let Order::Place { .. } = order {
                game.order(order).expect("the machine's orders are legal");
            }
        }
        game.close().expect("there are no targets");
    }
}

#[test]
fn games_of_ships_take_any_call() {
    episodes(30_000, |dice| {
        let mut game = game(dice);
        for number in 0..LENGTH {
            let before = (number % 16 == 0).then(|| saved(&game));
            let is_refused = call(&mut game, dice);
            check(&game);
            assert!(!is_refused || before.is_none_or(|text| text == saved(&game)));
        }
        reads_back(&game);
    });
}
