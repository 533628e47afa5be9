//! Proptest strategies for random commands, settings and orders. They come from the table of
//! commands, so tests with these strategies also try each new row of the table. Tests compare games
//! by the text of SAVE, which [`saved`] returns.

use broadside::board::Side;
use broadside::rules::ships::{Class, Game, Order, Setting};
use broadside::script::ast::{Command, Group};
use broadside::script::{Expected, Keyword, Slot, save};
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;
use proptest::strategy::Union;

pub(crate) fn saved(game: &Game) -> Vec<u8> {
    let mut text = Vec::new();
    save::write(game, &mut text).expect("a write to memory never fails");
    text
}

/// Rows and columns that are usually on or near small boards, and sometimes far away.
fn number() -> impl Strategy<Value = i64> {
    prop_oneof![20 => -1..14_i64, 1 => any::<i64>()]
}

fn spelt(number: impl Strategy<Value = i64> + 'static) -> BoxedStrategy<Vec<u8>> {
    number.prop_map(|number| number.to_string().into_bytes()).boxed()
}

/// Words of a note: any bytes except white space and `#`.
fn note() -> BoxedStrategy<Vec<u8>> {
    let byte = any::<u8>()
        .prop_filter("part of a word", |byte| !matches!(byte, b' ' | b'\t'..=b'\r' | b'#'));
    vec(vec(byte, 1..5), 0..4).prop_map(|words| words.join(&b' ')).boxed()
}

fn health(class: Class) -> BoxedStrategy<Vec<u8>> {
    let segments = vec(prop::bool::weighted(0.8), class.length() as usize);
    let digit = |healthy: bool| if healthy { b'1' } else { b'0' };
    segments.prop_map(move |healthy| healthy.into_iter().map(digit).collect()).boxed()
}

/// Words for a slot of a command about ships of `class`. A slot is an argument of a command.
fn word(slot: Slot, class: Class) -> BoxedStrategy<Vec<u8>> {
    match (slot, slot.expected()) {
        (Slot::Ship | Slot::NewShip | Slot::Carrier, _) => {
            spelt(prop_oneof![10 => 0..2_i64, 1 => -1..4_i64, 1 => any::<i64>()])
        }
        (Slot::Count(_), _) => spelt(prop_oneof![40 => 0..3_i64, 1 => any::<i64>()]),
        (Slot::Seed, _) => spelt(any::<i64>()),
        (Slot::Words, _) => note(),
        (Slot::Health, _) => health(class),
        (_, Expected::Integer) => spelt(number()),
        (_, Expected::Class) => Just(class.name().as_bytes().to_vec()).boxed(),
        (_, expected) => select(expected.words()).prop_map(|word| word.as_bytes().to_vec()).boxed(),
    }
}

fn command_of(keyword: Keyword) -> impl Strategy<Value = Command> {
    (select(keyword.forms()), select(&Class::ALL)).prop_flat_map(move |(form, class)| {
        let words: Vec<_> = form.iter().map(|slot| word(*slot, class)).collect();
        words.prop_map(move |words| {
            let text = [vec![keyword.name().as_bytes().to_vec()], words].concat().join(&b' ');
            Command::parse(&text).expect("a form of the table")
        })
    })
}

/// Commands that are drawn more often than others, because most rules apply only when ships meet.
const WEIGHTS: [(Keyword, u32); 7] = [
    (Keyword::Ship, 12),
    (Keyword::Shoot, 7),
    (Keyword::Move, 6),
    (Keyword::PlaceShip, 4),
    (Keyword::Reef, 3),
    (Keyword::SetFleet, 2),
    (Keyword::Spy, 2),
];

fn commands(keywords: impl Iterator<Item = Keyword>) -> Union<BoxedStrategy<Command>> {
    let weight = |keyword| WEIGHTS.iter().find(|(other, _)| *other == keyword).map_or(1, |w| w.1);
    Union::new_weighted(keywords.map(|k| (weight(k), command_of(k).boxed())).collect())
}

pub(crate) fn command() -> impl Strategy<Value = Command> {
    commands(Keyword::ALL.into_iter())
}

pub(crate) fn setting() -> impl Strategy<Value = Setting> {
    commands(Keyword::of(Group::State)).prop_filter_map("a setting", |command| {
        if let Command::Set(setting) = command { Some(setting) } else { None }
    })
}

pub(crate) fn order() -> impl Strategy<Value = Order> {
    let commands = commands(Keyword::of(Group::Turn(Side::First)));
    commands.prop_filter_map("an order", |command| {
        if let Command::Order(order) = command { Some(order) } else { None }
    })
}
