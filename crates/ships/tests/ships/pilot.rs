//! Tests how the computer player places ships, searches for ways, and shoots into the water.

use crate::{game_with, healthy_ship};
use broadside_core::Cancel;
use broadside_core::board::{Coord, Heading, Hull, Manoeuvre, Rect, Side};
use broadside_core::dice::{Dice, Stream, Twister};
use broadside_ships::rules::pilot::{self, Found, Steps, search};
use broadside_ships::rules::{Class, Game, Order, Setting, ShipName};

struct Counted(Stream, u32);

impl Dice for Counted {
    fn below(&mut self, n: u64) -> u64 {
        self.1 += 1;
        self.0.below(n)
    }
}

/// Returns how many random numbers the pilot draws to place carriers in a rectangle full of reefs.
fn draws(carriers: i64) -> u32 {
    let start = Rect::spanning(Coord::new(0, 0), Coord::new(9, 9));
    let sizes = Setting::Fleet(Side::First, [carriers, 0, 0, 0]);
    let settings = [sizes, Setting::Start(Side::First, start)].into_iter();
    let game = game_with(settings.chain(start.fields().map(Setting::Reef)));
    let mut dice = Counted(Stream::new(&1.into(), 0), 0);
    assert_eq!(pilot::orders(&game, &mut dice), []);
    dice.1
}

/// Without the reefs, one carrier would fit, so the pilot tries eight times. 99 carriers would not
/// fit, so it tries once. Each attempt ends when its first carrier finds no place, so each attempt
/// needs equally many draws.
#[test]
fn a_fleet_without_room_is_tried_once() {
    let (one, many) = (draws(1), draws(99));
    assert!(many > 0);
    assert_eq!(one, 8 * many);
}

/// Returns the targets of the first side's pilot, sorted. The enemy must have no ships.
fn shots(game: &Game, seed: u32) -> Vec<Coord> {
    let orders = pilot::orders(game, &mut Twister::from_cpp_seed(seed));
    let mut shots: Vec<_> = orders.iter().filter_map(Order::shot).collect();
    assert_eq!(shots.len(), orders.len(), "no ship has room to move: {orders:?}");
    shots.sort_unstable();
    shots
}

fn ship(index: i64, class: Class, bow: Coord, heading: Heading) -> Setting {
    healthy_ship(Side::First, ShipName { class, index }, bow, heading)
}

fn fleets(own: [i64; 4]) -> [Setting; 3] {
    let fleet = |(side, sizes)| Setting::Fleet(side, sizes);
    let [own, enemy] = [(Side::First, own), (Side::Second, [0; 4])].map(fleet);
    [own, enemy, Setting::ExtendedShips]
}

/// Three carriers have more shots than there are fields between them.
#[test]
fn carriers_shoot_once_at_each_field_of_the_water() {
    let carrier = |k: i64| ship(k, Class::Carrier, Coord::new(0, 2 * k), Heading::North);
    let board = [Setting::BoardSize(5, 5)].into_iter().chain(fleets([3, 0, 0, 0]));
    let game = game_with(board.chain((0..3).map(carrier)));
    let water = game.board().dims().rect().fields().filter(|at| at.col % 2 == 1);
    let water: Vec<_> = water.collect();
    for seed in 0..40 {
        assert_eq!(shots(&game, seed), water, "seed {seed}");
    }
}

/// A cruiser has three shots, but only two fields of water in range.
#[test]
fn shots_into_the_water_find_the_last_fields_in_range() {
    let hull = Hull::new(Coord::new(10, 10), Heading::West, 3).unwrap();
    let water = [Coord::new(9, 13), Coord::new(12, 11)];
    let is_reef = |at: &Coord| !hull.fields().any(|own| own == *at) && !water.contains(at);
    let reefs = Rect::spanning(Coord::new(5, 5), Coord::new(17, 17)).fields().filter(is_reef);
    let cruiser = ship(0, Class::Cruiser, hull.bow(), hull.heading());
    let board = [Setting::BoardSize(21, 21)].into_iter().chain(fleets([0, 0, 1, 0]));
    let settings = board.chain(reefs.map(Setting::Reef));
    let game = game_with(settings.chain([cruiser]));
    for seed in 0..40 {
        assert_eq!(shots(&game, seed), water, "seed {seed}");
    }
}

/// No position has distance 0 to the aim. One dead end needs one move. The other dead end needs two
/// moves, but is nearer to the aim.
#[test]
fn the_dead_end_nearest_to_the_aim_is_taken() {
    let place = |row| Hull::new(Coord::new(row, 9), Heading::North, 2).unwrap();
    let course = |from: &Hull, manoeuvre| match (from.bow().row, manoeuvre) {
        (4, Manoeuvre::Forward) => Some(place(3)),
        (4, Manoeuvre::Left) => Some(place(6)),
        (6, Manoeuvre::Forward) => Some(place(2)),
        _ => None,
    };
    let distance = |hull: &Hull| u128::from(hull.bow().row.unsigned_abs()).pow(2);
    let cancel = Cancel::default();
    let (mut steps, mut dice) = (Steps::for_ships(1, &cancel), Stream::new(&1.into(), 0));
    let found = search(place(4), &course, &distance, &mut steps, &mut dice);
    assert_eq!(found, Found::NoWay(vec![Manoeuvre::Left, Manoeuvre::Forward]));
}
