//! Tests the completion of words, and what an editor knows at a place in a script.

use broadside_core::board::Side;
use broadside_ships::rules::{Class, ShipName};
use broadside_ships::script::ast::Group;
use broadside_ships::script::check::Known;
use broadside_ships::script::choose::{MOST, words};
use std::ops::RangeInclusive;

fn count_words_after_move(ships: &[(Class, RangeInclusive<i64>)]) -> usize {
    let all = |(class, range): &(Class, RangeInclusive<i64>)| {
        range.clone().map(|index| ShipName { class: *class, index }).collect::<Vec<_>>()
    };
    let names = ships.iter().flat_map(all).enumerate();
    let placed = names.map(|(col, ShipName { class, index })| {
        let health = "1".repeat(class.length() as usize);
        format!("SHIP A 0 {} N {index} {class} {health}\n", col * 2)
    });
    let start = "[state] BOARD_SIZE 10 1000 SET_FLEET A 200 200 200 200\n";
    let script = format!("{start}{}[state]\n[playerA]\n", placed.collect::<String>());
    let known = Known::after(script.as_bytes()).expect("no victory");
    let context = known.context(b"MOVE ").expect("in a group");
    words(&context, "", known.game()).len()
}

/// A list of [`MOST`] words can be incomplete, so an editor asks again. A shorter list must be
/// complete. Ships of different classes can share a number, which is listed once.
#[test]
fn a_list_shorter_than_the_limit_is_complete() {
    let [carriers, battleships] = [Class::Carrier, Class::Battleship].map(|class| (class, 0..=59));
    assert_eq!(count_words_after_move(&[carriers, battleships, (Class::Cruiser, 60..=69)]), 70);
    assert_eq!(
        count_words_after_move(&[(Class::Carrier, 0..=59), (Class::Cruiser, 40..=150)]),
        MOST
    );
}

#[test]
fn numbers_begin_with_the_digits_that_are_typed() {
    let named = |typed: &str, range: RangeInclusive<i64>| -> Vec<String> {
        let numbers = range.map(|number| number.to_string());
        numbers.filter(|number| number.starts_with(typed)).take(MOST).collect()
    };
    for range in [0..=9, 0..=450, 5..=123, 43..=1300] {
        let rows = format!("{} 0 {} 9", range.start(), range.end());
        let script =
            format!("[state] BOARD_SIZE 2000 10 INIT_POSITION A {rows} [state] [playerA]\n");
        let known = Known::after(script.as_bytes()).expect("no victory");
        let context = known.context(b"PLACE_SHIP ").expect("in a group");
        for typed in ["", "0", "1", "4", "12", "40", "99", "300"] {
            let found = words(&context, typed, known.game());
            assert_eq!(found, named(typed, range.clone()), "`{typed}` in {range:?}");
        }
    }
}

/// After a wrong tag, `Known` has a new game, because the game of the script is not known any more.
#[test]
fn the_group_is_known_even_if_the_game_is_not() {
    let known =
        Known::after(b"[state] BOARD_SIZE 3 3 [playerA]\nSHOOT 1\n").expect("a readable script");
    assert_eq!(known.game().board().dims().rect().bottom, 20);
    let context = known.context(b"1 MOVE ").expect("a place in a group");
    assert_eq!(context.group, Some(Group::Turn(Side::First)));
    assert!(known.context(b"1 # ").is_none());
}

#[test]
fn nothing_is_known_after_a_victory() {
    let lines: &[u8] =
        b"[state] SET_FLEET A 0 0 0 0 SET_FLEET B 0 0 0 1 SHIP B 5 5 N 0 DES 00 [state]\n\
        [playerA]\n[playerA]\n";
    let open_turn = lines.strip_suffix(b"[playerA]\n").unwrap();
    assert!(Known::after(open_turn).is_some());
    assert!(Known::after(lines).is_none());
}

#[test]
fn a_byte_order_mark_is_not_part_of_a_word() {
    let known = Known::after(b"").expect("a readable script");
    let context = known.context("\u{feff}[state] ".as_bytes()).expect("a place in a group");
    assert_eq!(context.group, Some(Group::State));
    assert!(Known::after(b"\xff\xfe[\0s\0\n").is_none());
}
