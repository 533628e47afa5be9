//! Tests what sides see: planes, pictures, and the segments that an observer notes.

use crate::{below, game_with, healthy_ship, one_of};
use broadside_core::board::{Coord, Heading, Manoeuvre, Rect, Side};
use broadside_core::dice::Stream;
use broadside_ships::rules::fair::{Note, Observer};
use broadside_ships::rules::{
    Class, Detail, Game, Order, Picture, Run, Section, Setting, ShipName,
};
use std::collections::BTreeSet;

/// Returns a game in which a side without ships sends planes. A plane sees a square of 3x3 fields.
/// `squares` has the row and column of the middle field of each square.
fn spied((rows, cols): (i64, i64), squares: &[(i64, i64)]) -> Game {
    let settings = [Setting::BoardSize(rows, cols), Setting::ExtendedShips, Setting::AutoShooting];
    let mut game = game_with(settings);
    game.open(Side::First).unwrap();
    for (row, col) in squares {
        game.order(Order::SpyAt(Coord::new(*row, *col))).unwrap();
    }
    game
}

#[test]
fn runs_hold_the_fields_of_all_squares() {
    // The last two squares lie off the board, next to each other. The left square comes first.
    let squares = (0..60).map(|k| (k * 7 % 13 - 2, k * k % 17 - 3));
    let squares: Vec<_> = squares.chain([(-7, 0), (-7, 3)]).collect();
    for count in 0..=squares.len() {
        let squares = &squares[..count];
        let around = |(row, col): &(i64, i64)| {
            Rect::spanning(Coord::new(row - 1, col - 1), Coord::new(row + 1, col + 1)).fields()
        };
        let game = spied((9, 11), squares);
        let known = game.known(Side::First);
        let board = game.board().dims();
        let all: BTreeSet<_> =
            squares.iter().flat_map(around).filter(|at| board.holds(*at)).collect();
        let fields = |run: &Run| {
            let row = run.row;
            (run.first..=run.last).map(move |col| Coord::new(row, col))
        };
        assert!(known.runs().iter().flat_map(fields).eq(all), "{squares:?}");
        let is_apart = |two: &[Run]| two[0].row < two[1].row || two[0].last + 1 < two[1].first;
        assert!(known.runs().windows(2).all(is_apart));
        // The game stores no more runs (parts of rows) than are needed, even off the board.
        let stored = game.bulk() - game.stored_targets().len();
        let everywhere = game.known_in(Side::First, &board.rect().grown(9));
        assert_eq!(stored, everywhere.runs().len());
    }
}

/// This test would take too long if `known` visited the runs outside the board.
#[test]
fn planes_beside_the_board_do_not_slow_pictures() {
    let squares: Vec<_> = (-10_000..10_000).map(|k| (0, 4 * k)).collect();
    let game = spied((1, 1), &squares);
    for _ in 0..20_000 {
        assert_eq!(game.known(Side::First).runs(), [Run { row: 0, first: 0, last: 0 }]);
    }
}

/// Rows are drawn in parts of 4,096 columns. Some known fields and reefs lie at the ends of parts.
#[test]
fn wide_rows_are_drawn_without_a_seam() {
    let columns = [0, 1, 4094, 4095, 4096, 4097, 8191, 8192, 8500, 9999];
    let reefs = [0, 4095, 4096, 9000, 9999].map(|col| Setting::Reef(Coord::new(0, col)));
    let settings = [Setting::BoardSize(1, 10_000), Setting::ExtendedShips, Setting::AutoShooting];
    let mut game = game_with(settings.into_iter().chain(reefs));
    game.open(Side::First).unwrap();
    for col in columns {
        game.order(Order::SpyAt(Coord::new(0, col))).unwrap();
    }
    let mut drawn = Vec::new();
    Picture::new(&game, Detail::Basic).unwrap().draw(&mut drawn).unwrap();
    let field = |col: i64| match col {
        0 | 4095 | 4096 | 9000 | 9999 => b'#',
        _ if columns.iter().any(|spied| col.abs_diff(*spied) <= 1) => b' ',
        _ => b'?',
    };
    assert_eq!(drawn, (0..10_000).map(field).chain([b'\n']).collect::<Vec<_>>());
}

fn field(dice: &mut Stream) -> Coord {
    Coord::new(below(34, dice) - 1, below(34, dice) - 1)
}

fn name(dice: &mut Stream) -> ShipName {
    ShipName { class: one_of(&Class::ALL, dice), index: below(12, dice) }
}

fn order(dice: &mut Stream) -> Order {
    let (name, at) = (name(dice), field(dice));
    match below(8, dice) {
        0 => Order::Place { name, bow: at, heading: one_of(&Heading::ALL, dice) },
        1 => Order::Shoot(at),
        2 => Order::Fire(name, at),
        3 => Order::Spy(name.index, at),
        _ => Order::Move(name, one_of(&Manoeuvre::ALL, dice)),
    }
}

fn setting(dice: &mut Stream) -> Setting {
    let (name, bow) = (name(dice), field(dice));
    match below(4, dice) {
        0 => Setting::Reef(bow),
        1 => Setting::BoardSize(30 + below(4, dice), 30 + below(4, dice)),
        _ => {
            let (side, heading) = (one_of(&Side::ALL, dice), one_of(&Heading::ALL, dice));
            healthy_ship(side, name, bow, heading)
        }
    }
}

fn sea(extended: bool) -> Game {
    let everywhere = Rect::spanning(Coord::new(0, 0), Coord::new(99, 99));
    let fleets = Side::ALL.map(|side| Setting::Fleet(side, [12; 4]));
    let starts = Side::ALL.map(|side| Setting::Start(side, everywhere));
    let board = [Setting::BoardSize(30, 30)].into_iter().chain(fleets).chain(starts);
    game_with(board.chain(extended.then_some(Setting::ExtendedShips)))
}

/// Returns the segments of the enemy that `side` sees, found by a search of all ships.
fn seen(game: &Game, side: Side) -> Vec<(Coord, Section)> {
    let known = game.known(side);
    let ships = game.fleet(side.other()).ships().map(|(_, id)| game.board().ship(id));
    let segments = ships.flat_map(|ship| {
        let fields = ship.hull().fields().zip(0..);
        fields.map(|(at, segment)| (at, Section::of(ship, segment)))
    });
    let is_seen = |at: Coord| known.holds(at) && !game.board().reef_at(at);
    let mut seen: Vec<_> = segments.filter(|(at, _)| is_seen(*at)).collect();
    seen.sort_unstable();
    seen
}

#[test]
fn an_observer_notes_what_a_full_search_finds() {
    let mut checked = 0;
    for seed in 0..40 {
        let dice = &mut Stream::new(&1.into(), seed);
        let mut game = sea(seed % 2 == 0);
        let mut observer = Observer::default();
        for _ in 0..60 {
            for _ in 0..below(4, dice) {
                game.set(&setting(dice)).ok();
            }
            let side = game.expected();
            game.open(side).unwrap();
            observer.open(&game);
            let last = Note::turns(observer.notes(side)).next_back().unwrap();
            let noted = last.iter().filter_map(|note| {
                if let Note::Seen(at, section) = note { Some((*at, *section)) } else { None }
            });
            let noted: Vec<_> = noted.collect();
            assert_eq!(noted, seen(&game, side), "seed {seed}");
            checked += noted.len();
            for _ in 0..30 {
                observer.order(&mut game, order(dice)).ok();
            }
            if game.close().is_err() {
                break;
            }
        }
    }
    assert!(checked > 1000, "{checked}");
}

/// Each side has 8,000 ships. This test would take too long if each turn searched all ships.
#[test]
fn a_turn_does_not_search_all_ships() {
    let mut game = Game::default();
    game.set(&Setting::BoardSize(1000, 1000)).unwrap();
    for side in Side::ALL {
        game.set(&Setting::Fleet(side, [0, 0, 0, 8000])).unwrap();
        for index in 0..8000 {
            let bow = Coord::new(index / 160 * 6 + 500 * side as i64, index % 160 * 6);
            let name = ShipName { class: Class::Destroyer, index };
            game.set(&healthy_ship(side, name, bow, Heading::West)).unwrap();
        }
    }
    let mut observer = Observer::default();
    for turn in 0..3_000 {
        game.open(game.expected()).unwrap();
        observer.open(&game);
        let name = ShipName { class: Class::Destroyer, index: turn / 2 % 8000 };
        observer.order(&mut game, Order::Move(name, Manoeuvre::ALL[0])).ok();
        observer.order(&mut game, Order::Shoot(Coord::new(turn % 1000, 7))).ok();
        game.close().unwrap();
    }
}
