//! Tests the algorithms for large games: the nearest of many fields, and free positions for ships.

use crate::healthy_ship;
use broadside_core::Cancel;
use broadside_core::board::{Coord, Heading, Hull, Rect, Side};
use broadside_core::dice::{Dice, Twister};
use broadside_ships::rules::{Class, Game, Marks, Order, Quarters, Reason, Setting, ShipName};

#[test]
fn an_empty_set_has_no_nearest_field() {
    let marks = Marks::new(std::iter::empty(), &Cancel::default());
    let here = Coord::new(0, 0);
    assert_eq!(marks.nearest(here), None);
    assert!(!marks.has_within(here, None) && !marks.has_within(here, Some(9)));
}

#[test]
fn the_nearest_field_may_be_in_any_row() {
    let field = |(row, col)| Coord::new(row, col);
    let fields = [(0, 5), (3, 9), (4, 0), (9, 5), (9, 6), (9, 8), (7, 8)].map(field);
    let marks = Marks::new(fields.into_iter(), &Cancel::default());
    let brute = |here: Coord| {
        let square = |at: &Coord| (at.row - here.row).pow(2) + (at.col - here.col).pow(2);
        fields.iter().map(square).min()
    };
    for here in Rect::spanning(field((0, 0)), field((10, 10))).fields() {
        let nearest = marks.nearest(here).and_then(|square| i64::try_from(square).ok());
        assert_eq!(nearest, brute(here), "{here:?}");
        for range in 0..6 {
            let within = brute(here).is_some_and(|square| square <= i64::from(range * range));
            assert_eq!(marks.has_within(here, Some(range)), within, "{here:?} {range}");
        }
        assert!(marks.has_within(here, None));
    }
}

#[test]
fn the_nearest_of_a_ring_is_found_from_everywhere() {
    let ring = Rect::spanning(Coord::new(0, 0), Coord::new(60, 60)).fields().filter(|at| {
        let square = (at.row - 30).pow(2) + (at.col - 30).pow(2);
        (880..=900).contains(&square)
    });
    let ring: Vec<_> = ring.collect();
    let mut quarters = Quarters::new(ring.iter().copied());
    for here in Rect::spanning(Coord::new(0, 0), Coord::new(70, 70)).fields() {
        let brute = ring.iter().map(|at| here.distance_squared(*at)).min();
        assert_eq!(quarters.nearest(here), brute, "{here:?}");
    }
    assert!(ring.len() > 16, "with more than 16 fields, `Quarters` cuts the board");
}

/// `Quarters` cuts the board into squares. Each square stores the fields that may be nearest to it.
#[test]
fn squares_near_the_middle_of_a_circle_store_few_fields() {
    const COUNT: u32 = 20_000;
    let (radius, middle) = (1e12, 1_i64 << 41);
    let around = (0..COUNT).map(|k| {
        let angle = f64::from(k) * std::f64::consts::TAU / f64::from(COUNT);
        #[expect(clippy::cast_possible_truncation, reason = "the values are below 2^41")]
        let from = |x: f64| middle + (radius * x).round() as i64;
        Coord::new(from(angle.sin()), from(angle.cos()))
    });
    let mut quarters = Quarters::new(around);
    let centre = Coord::new(middle, middle);
    for here in Rect::around(centre, 30).fields() {
        assert!(quarters.nearest(here).is_some());
    }
    let stored = quarters.stored();
    assert!(stored < 40 * COUNT as usize, "{stored}");
}

#[test]
fn the_nearest_is_found_on_the_largest_board() {
    let last = i64::MAX - 1;
    let fields = (0..20).flat_map(|k| [Coord::new(0, k), Coord::new(last, last - k)]);
    let mut quarters = Quarters::new(fields);
    let near = u128::from((last - 19).unsigned_abs()).pow(2);
    for (here, expected) in
        [((last, 0), near), ((0, last), near), ((0, 21), 4), ((last, last), 0), ((9, 0), 81)]
    {
        let found = quarters.nearest(Coord::new(here.0, here.1));
        assert_eq!(found, Some(expected), "{here:?}");
    }
}

/// The reasons for which a place on the board may be refused.
const REFUSED: [Reason; 3] =
    [Reason::NotInStartingPosition, Reason::ShipOnReef, Reason::ShipTooClose];

fn crowded(dice: &mut Twister) -> Game {
    let mut game = Game::default();
    let mut draw = |n: u64| i64::try_from(dice.below(n)).unwrap();
    for _ in 0..draw(60) {
        game.set(&Setting::Reef(Coord::new(draw(21), draw(10)))).unwrap();
    }
    for _ in 0..draw(6) {
        let bow = Coord::new(draw(20), draw(10));
        let index = i64::try_from(game.board().ships().len()).unwrap();
        let name = ShipName { class: Class::Destroyer, index };
        match game.set(&healthy_ship(Side::Second, name, bow, Heading::North)) {
            // The fleet has four ships of this class, so the game refuses a fifth ship.
            Ok(()) => assert!(index < 4),
            Err(Reason::ClassComplete) => assert_eq!(index, 4),
            Err(reason) => assert!(REFUSED.contains(&reason), "{reason:?}"),
        }
    }
    let rect =
        Rect { top: draw(9) - 3, left: draw(9) - 3, bottom: draw(21) - 1, right: draw(12) - 1 };
    game.set(&Setting::Start(Side::First, rect)).unwrap();
    game
}

#[test]
fn free_berths_are_those_that_a_search_of_all_fields_finds() {
    let mut dice = Twister::from_cpp_seed(3);
    let cancel = Cancel::default();
    for _ in 0..300 {
        let game = crowded(&mut dice);
        let (mut can_place, mut turn) = (false, game.clone());
        turn.open(Side::First).unwrap();
        for class in Class::ALL {
            let name = ShipName { class, index: 0 };
            let hulls = Heading::ALL.into_iter().flat_map(|heading| {
                let hull = move |at| Hull::new(at, heading, class.length());
                game.board().dims().rect().fields().filter_map(hull)
            });
            let is_legal = |hull: &Hull| {
                let (bow, heading) = (hull.bow(), hull.heading());
                turn.check(&Order::Place { name, bow, heading }).is_ok()
            };
            let legal: Vec<_> = hulls.filter(is_legal).collect();
            can_place |= !legal.is_empty();
            assert_eq!(game.free_berths(Side::First, class, &cancel), legal);
        }
        assert_eq!(game.can_place(Side::First), can_place);
    }
}
