//! Tests of scripts that are read, written, and searched for a line.

use broadside_lab::draft::{At, Draft, Line};
use broadside_lab::rules::Level;

#[test]
fn a_parsed_script_is_written_unchanged() {
    let text = b"[state]\nSET_FLEET B 0 0 0 1\nSET_FLEET B\nINFORMATION A two words\n[state]\n\
        [playerA]\nMOVE 0 CAR F\n[playerB]\n[playerB]\n[playerA]\n";
    let draft = Draft::parse(text).unwrap();
    assert_eq!(draft.to_bytes().escape_ascii().to_string(), text.escape_ascii().to_string());
    assert_eq!((draft.blocks.len(), draft.lines()), (2, 10));
    let at = |line| At { block: 1, line };
    assert_eq!(1 + draft.index(at(Line::Intruder)), 8);
    assert_eq!(draft.text(at(Line::Intruder)), b"[playerB]");
    assert_eq!(1 + draft.index(at(Line::Close)), 10);
    assert_eq!(draft.text(at(Line::Command(0))), b"MOVE 0 CAR F");
    assert_eq!(draft.level(), Level::Save);
}

#[test]
fn a_line_has_a_place_in_each_layout() {
    let script = b"prose\n[state] SAVE # \xc3\xa4\n\tREEF\r\n1 2 [state]\n[playerA]\n MOVE 0 CAR F";
    let draft = Draft::parse(script).unwrap();
    let places: Vec<_> = draft
        .places()
        .filter_map(|at| draft.place_in(script, at))
        .map(|place| (place.line, place.column))
        .collect();
    assert_eq!(places, [(2, 1), (2, 9), (3, 2), (4, 5), (5, 1), (6, 2), (6, 2)]);
}

/// The short form is `SET_FLEET A` without numbers. A draft uses it only to restore the default
/// fleet, so that programs that do not know this form can read all other scripts.
#[test]
fn set_fleet_is_short_only_where_it_restores_the_default_fleet() {
    let written = |text: &[u8]| String::from_utf8(Draft::parse(text).unwrap().to_bytes()).unwrap();
    let first = written(b"[state] SET_FLEET B 0 0 0 1 SET_FLEET A\nSRAND 1 [state]");
    assert_eq!(first, "[state]\nSET_FLEET B 0 0 0 1\nSET_FLEET A 1 2 3 4\nSRAND 1\n[state]\n");
    let later = "[state]\nSET_FLEET A 0 0 0 1\n[state]\n[state]\nSET_FLEET A\n[state]\n";
    assert_eq!(written(later.as_bytes()), later);
}
