//! Tests the names of ships, and the texts of notes.

use crate::{game_with, healthy_ship};
use broadside_core::board::{Coord, Heading, Side};
use broadside_ships::rules::{Class, Game, LARGEST_CLASS, NoteText, Reason, Setting, ShipName};

#[test]
fn ships_are_sorted_by_class_and_number() {
    let indices = [0, 1, LARGEST_CLASS - 1];
    let names: Vec<_> =
        Class::ALL.iter().flat_map(|class| indices.map(|index| name(*class, index))).collect();
    let mut game = large_fleet();
    // The ships are put on the board in another order.
    for number in (0..names.len()).map(|number| number * 7 % names.len()) {
        put(&mut game, names[number], i64::try_from(number).unwrap());
    }
    let fleet = game.fleet(Side::First);
    let ships: Vec<_> = fleet.ships().collect();
    assert!(names.is_sorted());
    assert_eq!(ships.iter().map(|(name, _)| *name).collect::<Vec<_>>(), names);
    for (name, id) in ships {
        assert_eq!((fleet.ship(name), game.name(id)), (Some(id), (Side::First, name)));
    }
    for index in [-1, LARGEST_CLASS, (1 << 20) - 1, 1 << 20, i64::MAX, i64::MIN] {
        assert!(Class::ALL.iter().all(|class| fleet.ship(name(*class, index)).is_none()));
    }
}

/// A class may become smaller only if its last ship is not on the board. Ships of other classes do
/// not matter.
#[test]
fn the_last_ship_of_a_class_limits_only_this_class() {
    for class in Class::ALL {
        let mut game = large_fleet();
        put(&mut game, name(class, LARGEST_CLASS - 1), 0);
        for other in Class::ALL {
            let mut sizes = [LARGEST_CLASS; 4];
            sizes[other as usize] -= 1;
            let set = game.clone().set(&Setting::Fleet(Side::First, sizes));
            let expected = if other == class { Err(Reason::FleetTooSmall) } else { Ok(()) };
            assert_eq!(set, expected, "{class} {other}");
        }
    }
}

fn large_fleet() -> Game {
    game_with([Setting::BoardSize(99, 9), Setting::Fleet(Side::First, [LARGEST_CLASS; 4])])
}

const fn name(class: Class, index: i64) -> ShipName {
    ShipName { class, index }
}

/// Puts a ship on the board, in a row of its own.
fn put(game: &mut Game, name: ShipName, number: i64) {
    let bow = Coord::new(2 * number, 0);
    game.set(&healthy_ship(Side::First, name, bow, Heading::West)).unwrap();
}

#[test]
fn the_text_of_a_note_has_single_blanks_between_words() {
    let is_text = |text: &[u8]| NoteText::new(text.to_vec()).is_some();
    assert!(is_text(b"") && is_text(b"a") && is_text(b"a b \xff\0 [state]"));
    for text in [" ", " a", "a ", "a  b", "a\tb", "a\rb", "a\nSAVE", "a\x0bb", "a\x0cb", "a#"] {
        assert!(!is_text(text.as_bytes()), "{text:?}");
    }
    assert!(is_text(&vec![b'x'; NoteText::LONGEST]));
    assert!(!is_text(&vec![b'x'; NoteText::LONGEST + 1]));
}
