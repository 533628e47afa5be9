//! Games, settings and orders are values: they can be compared and hashed, and functions that only ask
//! about them do not change them.

use broadside_core::board::{Coord, Heading, Manoeuvre, Side};
use broadside_core::dice::{Dice, Twister};
use broadside_ships::rules::{Class, Game, Order, Setting, ShipName, pilot};
use std::hash::{BuildHasher, RandomState};

fn below(n: u64, dice: &mut Twister) -> i64 {
    i64::try_from(dice.below(n)).expect("a small number")
}

fn order(dice: &mut Twister) -> Order {
    let one_of = |n: u64, dice: &mut Twister| usize::try_from(dice.below(n)).expect("an index");
    let name = ShipName { class: Class::ALL[one_of(4, dice)], index: below(4, dice) };
    let at = Coord::new(below(24, dice) - 1, below(12, dice) - 1);
    match dice.below(6) {
        0 => Order::Place { name, bow: at, heading: Heading::ALL[one_of(4, dice)] },
        1 => Order::Shoot(at),
        2 => Order::Fire(name, at),
        3 => Order::Spy(name.index, at),
        4 => Order::SpyAt(at),
        _ => Order::Move(name, Manoeuvre::ALL[one_of(3, dice)]),
    }
}

/// `check` gives the same result for every order as carrying the order out, and changes nothing.
#[test]
fn a_game_says_what_may_be_done_without_doing_it() {
    let dice = &mut Twister::from_cpp_seed(3);
    let hasher = RandomState::new();
    for number in 0..40 {
        let mut game = Game::default();
        for (switch, bit) in [(Setting::ExtendedShips, 1), (Setting::AutoShooting, 2)] {
            if number & bit != 0 {
                game.set(&switch).expect("between turns");
            }
        }
        for turn in 0..6 {
            let machine = pilot::orders(&game, &mut pilot::dice(&game));
            game.open(game.expected()).expect("between turns");
            let own = (0..if turn < 2 { 0 } else { 60 }).map(|_| order(dice));
            for order in machine.into_iter().chain(own.collect::<Vec<_>>()) {
                let before = game.clone();
                let checked = game.check(&order);
                assert!(game == before && hasher.hash_one(&game) == hasher.hash_one(&before));
                assert_eq!(game.order(order), checked, "{order:?}");
                // A refused order changes nothing. A legal one may also change nothing, like a miss in a basic game.
                assert!(checked.is_ok() || game == before);
            }
            if game.close().is_err() {
                break;
            }
        }
    }
    assert!(Game::default().check(&Order::Shoot(Coord::new(0, 0))).is_err(), "no turn is open");
}

#[test]
fn games_differ_where_anything_does() {
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
fn the_vocabulary_travels_as_data() {
    use broadside_ships::rules::Health;
    let name = ShipName { class: Class::Cruiser, index: i64::MAX };
    let order = Order::Place { name, bow: Coord::new(-3, 4), heading: Heading::West };
    let text = serde_json::to_string(&order).expect("data");
    let expected = r#"{"Place":{"name":{"class":"CRU","index":9223372036854775807},"bow":{"row":-3,"col":4},"heading":"W"}}"#;
    assert_eq!(text, expected);
    assert_eq!(serde_json::from_str::<Order>(&text).expect("what was written"), order);
    let health = Health::new(Class::Destroyer, &[true, false]).expect("two segments");
    let (side, bow, heading) = (Side::Second, Coord::new(1, 2), Heading::North);
    let setting = Setting::Ship { side, bow, heading, index: 0, health };
    let text = serde_json::to_string(&setting).expect("data");
    assert_eq!(serde_json::from_str::<Setting>(&text).expect("what was written"), setting);
    assert!(serde_json::from_str::<Health>(r#"["DES",[true]]"#).is_err());
    assert!(serde_json::from_str::<Heading>(r#""n""#).is_err());
}
