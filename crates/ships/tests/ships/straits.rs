//! Tests charts (small boards as bits), the worth of positions, and whether a side can still win.

use crate::{game_with, healthy_ship};
use broadside_core::board::{Coord, Heading, Hull, Manoeuvre, Side};
use broadside_ships::rules::{
    Chart, Class, Game, Order, Prospect, Scene, Scenes, Setting, ShipName, Vessel,
};
use std::iter;

/// A ship: its class, the row and column of its bow, and its heading.
type Ship = (Class, i64, i64, Heading);

/// Returns the settings of a basic game.
fn settings(size: (i64, i64), fleets: [&[Ship]; 2], reefs: &[(i64, i64)]) -> Vec<Setting> {
    let mut settings = vec![Setting::BoardSize(size.0, size.1)];
    settings.extend(reefs.iter().map(|(row, col)| Setting::Reef(Coord::new(*row, *col))));
    for (side, ships) in Side::ALL.into_iter().zip(fleets) {
        let count = |class| ships.iter().map(|ship| i64::from(ship.0 == class)).sum();
        settings.push(Setting::Fleet(side, Class::ALL.map(count)));
        for (class, row, col, heading) in ships.iter().copied() {
            let name = ShipName { class, index: 0 };
            settings.push(healthy_ship(side, name, Coord::new(row, col), heading));
        }
    }
    settings
}

fn game(size: (i64, i64), fleets: [&[Ship]; 2], reefs: &[(i64, i64)]) -> Game {
    let extended = iter::once(Setting::ExtendedShips);
    game_with(extended.chain(settings(size, fleets, reefs)))
}

const SEA: (i64, i64) = (8, 12);
const HUNTER: Ship = (Class::Battleship, 6, 3, Heading::East);
const TARGET: Ship = (Class::Destroyer, 0, 11, Heading::East);

fn wall() -> Vec<(i64, i64)> {
    (0..8).map(|row| (row, 4)).collect()
}

#[test]
fn a_ship_with_open_water_wins() {
    let game = game(SEA, [&[HUNTER], &[TARGET]], &[]);
    assert_eq!(game.prospect(Side::First), Some(Prospect::Winnable));
    // The destroyer faces the edge, and no target is in its range.
    assert_eq!(game.prospect(Side::Second), Some(Prospect::Lost));
}

#[test]
fn a_ship_that_is_walled_in_cannot_win() {
    let of = |target, reefs: &[_]| game(SEA, [&[HUNTER], &[target]], reefs).prospect(Side::First);
    assert_eq!(of(TARGET, &wall()), Some(Prospect::Lost));
    // A gap in the wall lets the ship through. The second target is near the wall, and the
    // cannon reaches over the wall.
    assert_eq!(of(TARGET, &wall()[..5]), Some(Prospect::Winnable));
    let near = (Class::Destroyer, 6, 6, Heading::East);
    assert_eq!(of(near, &wall()), Some(Prospect::Winnable));
}

/// The board has one row. A destroyer that cannot move blocks the battleship of the same side, so
/// the search finds no way to win. A loss is not proved either: the proof lets own ships pass
/// through each other, and then the battleship would win.
#[test]
fn a_blocked_ship_leaves_the_prospect_open() {
    let (ahead, behind) =
        ((Class::Destroyer, 0, 5, Heading::West), (Class::Battleship, 0, 3, Heading::East));
    let target = (Class::Destroyer, 0, 12, Heading::East);
    let game = |own: &[_]| game((1, 13), [own, &[target]], &[]).prospect(Side::First);
    assert_eq!(game(&[behind, ahead]), Some(Prospect::Open));
    assert_eq!(game(&[behind]), Some(Prospect::Winnable));
}

/// On each side of the wall lies an enemy ship, out of range from the other side. So player A needs
/// a ship on each side to win.
#[test]
fn a_side_may_need_two_ships_to_win() {
    let far = (Class::Cruiser, 5, 8, Heading::East);
    let game =
        |own: &[_]| game(SEA, [own, &[(Class::Cruiser, 0, 2, Heading::East), TARGET]], &wall());
    let both = [(Class::Battleship, 4, 2, Heading::North), far];
    assert_eq!(game(&both).prospect(Side::First), Some(Prospect::Winnable));
    assert_eq!(game(&[far]).prospect(Side::First), Some(Prospect::Lost));
}

#[test]
fn basic_games_carriers_and_large_boards_have_no_prospect() {
    let of = |rows, hunter| game((rows, 12), [&[hunter], &[TARGET]], &[]).prospect(Side::First);
    let basic = game_with(settings(SEA, [&[HUNTER], &[TARGET]], &[]));
    assert_eq!(basic.prospect(Side::First), None);
    assert_eq!(of(8, (Class::Carrier, 6, 5, Heading::East)), None);
    assert_eq!(of(12, HUNTER), None);
}

/// Returns the worth of a position. A battleship lies in the middle row, with its bow in column 3,
/// and points east. A target is worth `one_way` times as much if the ship could not come back.
fn worth_of((rows, cols): (i64, i64), target: Coord, one_way: f64) -> f64 {
    let own = (Class::Battleship, rows / 2, 3, Heading::East);
    let game = game((rows, cols), [&[own], &[]], &[]);
    let chart = Chart::of(game.board()).unwrap();
    let hulls = chart.bit(target);
    drawn([Scene { hulls, targets: hulls }]).worth(&chart, &vessels(&game), one_way)
}

/// Returns a set of scenes. A scene is a guess where all enemy ships are.
fn drawn(all: impl IntoIterator<Item = Scene>) -> Scenes {
    let mut scenes = Scenes::default();
    all.into_iter().for_each(|scene| scenes.add(scene));
    scenes
}

fn vessels(game: &Game) -> Vec<Vessel> {
    game.fleet(Side::First).ships().map(|(_, id)| Vessel::of(game, id)).collect()
}

#[test]
fn a_target_counts_less_where_the_attacker_cannot_come_back() {
    // In a channel of one row a ship can never turn back. In open water it can go round.
    let channel = |col, one_way| worth_of((1, 20), Coord::new(0, col), one_way);
    assert!(channel(15, 0.2) < channel(15, 1.0));
    assert!(channel(12, 1.0) > channel(15, 1.0), "the sooner, the better");
    // The target is in range at once.
    assert!((channel(6, 0.2) - channel(6, 1.0)).abs() < 1e-9);
    let open = |one_way| worth_of((10, 10), Coord::new(1, 5), one_way);
    assert!((open(0.2) - open(1.0)).abs() < 1e-9);
}

#[test]
fn the_worth_is_added_up_over_all_scenes() {
    let own = [(Class::Cruiser, 2, 0, Heading::South), (Class::Destroyer, 1, 2, Heading::South)];
    let game = game((9, 3), [&own, &[]], &[(4, 1)]);
    let chart = Chart::of(game.board()).unwrap();
    let at = |row| chart.bit(Coord::new(row, 0));
    let far = Scene { hulls: at(7) | at(8), targets: at(7) | at(8) };
    let near = Scene { hulls: at(6) | at(7), targets: at(6) };
    let worth =
        |scenes: &[Scene]| drawn(scenes.iter().copied()).worth(&chart, &vessels(&game), 0.2);
    assert!(worth(&[far]).abs() > 0.1, "{}", worth(&[far]));
    assert!((worth(&[far; 3]) - 3.0 * worth(&[far])).abs() < 1e-9);
    let both = worth(&[far, near, far]);
    assert!((both - 2.0 * worth(&[far]) - worth(&[near])).abs() < 1e-9, "{both}");
}

type Bows = [u128; 4];

/// Returns a game with a reef and a ship of the second side, and the fields of this ship.
fn with_neighbour(rows: i64, cols: i64) -> (Game, u128) {
    let name = ShipName { class: Class::Cruiser, index: 0 };
    let ship = healthy_ship(Side::Second, name, Coord::new(rows / 2, 1), Heading::North);
    let reef = Setting::Reef(Coord::new(1, cols - 2));
    let game = game_with([Setting::BoardSize(rows, cols), reef, ship]);
    let chart = Chart::of(game.board()).unwrap();
    let fields = game.board().ships().flat_map(|(_, ship)| ship.hull().fields());
    let hulls = fields.fold(0, |all, at| all | chart.bit(at));
    (game, hulls)
}

/// Returns the game with a ship of the first side at `hull`, or `None` if the place is illegal.
fn with_ship(game: &Game, hull: &Hull) -> Option<Game> {
    let class = Class::ALL.into_iter().find(|class| class.length() == hull.length())?;
    let name = ShipName { class, index: 0 };
    let mut game = game.clone();
    game.set(&healthy_ship(Side::First, name, hull.bow(), hull.heading())).ok()?;
    Some(game)
}

/// Returns where the only ship of the first side is after a move, or `None` if the move is illegal.
fn moved(game: &Game, manoeuvre: Manoeuvre) -> Option<Hull> {
    let mut game = game.clone();
    let (name, id) = game.fleet(Side::First).ships().next()?;
    game.open(Side::First).ok()?;
    game.order(Order::Move(name, manoeuvre)).ok()?;
    Some(*game.board().ship(id).hull())
}

#[test]
fn charts_agree_with_the_rules() {
    for (rows, cols) in [(10, 10), (6, 15), (31, 3), (7, 9)] {
        let (game, others) = with_neighbour(rows, cols);
        let chart = Chart::of(game.board()).unwrap();
        let area = game.board().dims().rect().grown(2);
        let places = area.fields().flat_map(|at| Heading::ALL.map(|heading| (at, heading)));
        for ((bow, heading), length) in places.flat_map(|place| [2, 3, 4].map(|l| (place, l))) {
            let hull = Hull::new(bow, heading, length).unwrap();
            let berths = chart.berths(length, others);
            let own = with_ship(&game, &hull);
            assert_eq!(chart.admits(&berths, &hull), own.is_some(), "{hull:?}");
            if let Some(own) = own {
                agree_on_moves(&own, &chart, &hull, &berths);
                agree_on_range(&game, &chart, &hull);
            }
        }
    }
}

fn agree_on_moves(game: &Game, chart: &Chart, hull: &Hull, berths: &Bows) {
    let here = chart.bows(hull);
    let mut expected = [0; 4];
    for next in Manoeuvre::ALL.into_iter().filter_map(|t| moved(game, t)) {
        expected[next.heading() as usize] |= chart.bit(next.bow());
        let before = chart.moved_back(hull.length(), &chart.bows(&next), berths);
        assert_ne!(before[hull.heading() as usize] & chart.bit(hull.bow()), 0, "{hull:?}");
    }
    assert_eq!(chart.moved(hull.length(), &here, berths), expected, "{hull:?}");
}

fn agree_on_range(game: &Game, chart: &Chart, hull: &Hull) {
    let cannon = hull.field(1);
    let cannons = chart.cannons(&chart.bows(hull));
    assert_eq!(cannons, chart.bit(cannon));
    let near = chart.within(cannons, hull.length());
    for at in game.board().dims().rect().fields() {
        assert_eq!(near & chart.bit(at) != 0, cannon.is_within(at, hull.length()), "{at:?}");
    }
}

#[test]
fn boards_that_need_more_than_128_bits_have_no_chart() {
    for (rows, cols) in [(12, 12), (i64::MAX, 1), (1, i64::MAX), (1, 128)] {
        let game = game_with([Setting::BoardSize(rows, cols)]);
        assert!(Chart::of(game.board()).is_none(), "{rows} x {cols}");
    }
}
