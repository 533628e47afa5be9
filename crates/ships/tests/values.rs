//! Tests that games can be compared, and that settings and orders can be written and read as data.

use broadside_core::board::{Coord, Side};
use broadside_ships::rules::{Game, Setting};

#[test]
fn games_with_any_difference_are_unequal() {
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
    use broadside_core::board::Heading;
    use broadside_ships::rules::{Class, Health, Order, ShipName};
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
