//! Random games that a script can reach, as proptest strategies.

use broadside::board::{Coord, Heading, Manoeuvre, Rect, Side};
use broadside::rules::ships::{Class, Detail, Health, NoteText, Order, Setting, ShipName};
use broadside::script::ast::Command;
use proptest::prelude::*;
use proptest::sample::select;

/// Rows and columns near the boards that [`game`] makes, now and then far away.
fn number() -> impl Strategy<Value = i64> {
    prop_oneof![20 => -1..14_i64, 1 => any::<i64>()]
}

pub(crate) fn coord() -> impl Strategy<Value = Coord> {
    (number(), number()).prop_map(|(row, col)| Coord::new(row, col))
}

fn side() -> impl Strategy<Value = Side> {
    select(&Side::ALL)
}

fn name() -> impl Strategy<Value = ShipName> {
    let index = prop_oneof![10 => 0..2_i64, 1 => -1..4_i64, 1 => any::<i64>()];
    (select(&Class::ALL), index).prop_map(|(class, index)| ShipName { class, index })
}

fn health(class: Class) -> impl Strategy<Value = Health> {
    let segments = proptest::collection::vec(prop::bool::weighted(0.8), class.length() as usize);
    segments.prop_map(move |healthy| Health::new(class, &healthy).expect("one for each segment"))
}

fn ship() -> impl Strategy<Value = Setting> {
    (side(), coord(), select(&Heading::ALL), name()).prop_flat_map(|(side, bow, heading, name)| {
        health(name.class).prop_map(move |health| Setting::Ship {
            side,
            bow,
            heading,
            index: name.index,
            health,
        })
    })
}

/// Words of a note: any bytes but white space and `#`.
fn note() -> impl Strategy<Value = NoteText> {
    let byte = any::<u8>()
        .prop_filter("part of a word", |byte| !matches!(byte, b' ' | b'\t'..=b'\r' | b'#'));
    let word = proptest::collection::vec(byte, 1..5);
    proptest::collection::vec(word, 0..4)
        .prop_map(|words| NoteText::new(words.join(&b' ')).expect("words"))
}

/// Every setting.
pub(crate) fn setting() -> impl Strategy<Value = Setting> {
    let sizes = prop_oneof![10 => [0..3_i64, 0..3_i64, 0..3_i64, 0..3_i64], 1 => any::<[i64; 4]>()];
    let rect = (number(), number(), number(), number())
        .prop_map(|(top, left, bottom, right)| Rect { top, left, bottom, right });
    prop_oneof![
        2 => (side(), sizes).prop_map(|(side, sizes)| Setting::Fleet(side, sizes)),
        1 => side().prop_map(Setting::NextPlayer),
        1 => (number(), number()).prop_map(|(rows, cols)| Setting::BoardSize(rows, cols)),
        1 => (side(), rect).prop_map(|(side, rect)| Setting::Start(side, rect)),
        3 => coord().prop_map(Setting::Reef),
        12 => ship(),
        1 => Just(Setting::ExtendedShips),
        1 => Just(Setting::AutoShooting),
        1 => side().prop_map(Setting::AiPlayer),
        1 => (side(), note()).prop_map(|(side, words)| Setting::Information(side, words)),
        1 => any::<i64>().prop_map(Setting::Seed),
    ]
}

/// Every order.
pub(crate) fn order() -> impl Strategy<Value = Order> {
    let heading = select(&Heading::ALL);
    prop_oneof![
        4 => (name(), coord(), heading)
            .prop_map(|(name, bow, heading)| Order::Place { name, bow, heading }),
        3 => coord().prop_map(Order::Shoot),
        4 => (name(), coord()).prop_map(|(name, at)| Order::Fire(name, at)),
        6 => (name(), select(&Manoeuvre::ALL)).prop_map(|(name, manoeuvre)| Order::Move(name, manoeuvre)),
        1 => (0..2_i64, coord()).prop_map(|(index, at)| Order::Spy(index, at)),
        1 => coord().prop_map(Order::SpyAt),
    ]
}

/// Every command.
pub(crate) fn command() -> impl Strategy<Value = Command> {
    let detail = select(&[Detail::Basic, Detail::Extended]);
    prop_oneof![
        detail.prop_map(Command::Print),
        Just(Command::Save),
        setting().prop_map(Command::Set),
        order().prop_map(Command::Order),
    ]
}
