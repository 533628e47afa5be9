//! Tests of the comparison of two outputs.

use broadside_core::ports::programs::Ended;
use broadside_lab::cards;
use broadside_lab::compare::{Lenience, compare, is_same_output};
use broadside_lab::draft::Draft;
use broadside_lab::habit::Habit;
use broadside_lab::reference::{Answer, End};

#[test]
fn a_difference_has_a_place_in_both_outputs() {
    let blanks = Lenience { blank_lines: true, ..Lenience::default() };
    let places = |expected: &str, got: &str| {
        let ours = Answer { output: expected.into(), parts: Vec::new(), end: End::Input };
        let theirs = Ended::exited(0, got);
        let found = compare(&Draft::default(), &ours, &theirs, blanks).unwrap();
        [(found.byte, found.line), found.theirs]
    };
    assert_eq!(places("a\nbc\n", "\na\n\nbd\n"), [(3, 2), (5, 4)]);
    assert_eq!(places("a\nb\n", "\na"), [(2, 2), (3, 3)]);
    assert_eq!(places("a\n", "\na\n\nb"), [(2, 2), (4, 4)]);
}

/// A comparison can ignore a program's own lines, which are unlike any output of the language. It
/// never ignores an additional line of the language, because such a line is a mistake.
#[test]
fn no_right_line_is_taken_for_text_of_the_program_itself() {
    let own = Lenience { own_lines: true, ..Lenience::default() };
    for card in cards::all() {
        for line in card.out.lines().filter(|line| !line.is_empty()) {
            assert!(!is_same_output(b"", line.as_bytes(), own), "{}: {line}", card.name);
        }
    }
}

/// Regression: a program that printed `>` on a line of its own before each answer lost 40 points.
#[test]
fn a_prompt_on_its_own_line_is_text_of_the_program_itself() {
    let own = Lenience { own_lines: true, ..Lenience::default() };
    assert!(is_same_output(b"A won\n", b">\n> \nA won\n>\n", own));
    assert!(!is_same_output(b"++\n", b">\n", own));
}

#[test]
fn an_echo_of_another_valid_command_is_no_habit() {
    let is_echo_habit = |ours: &[u8], theirs: &[u8]| {
        Habit::first(ours, theirs, Lenience::default()) == Some(Habit::Echo)
    };
    let is_habit = |[ours, theirs]: [&str; 2]| {
        let refusal = |echo| format!("INVALID OPERATION \"{echo}\": NOT SO");
        is_echo_habit(refusal(ours).as_bytes(), refusal(theirs).as_bytes())
    };
    assert!(is_habit(["MOVE 0 CAR F", "MOVE 0 CAR"]));
    assert!(!is_habit(["MOVE 0 CAR F", "MOVE 1 CAR F"]));
    assert!(!is_habit(["MOVE 0 CAR", "MOVE 0 CAR"]));
    let unquoted = b"INVALID OPERATION MOVE 0 CAR F: NOT SO";
    assert!(is_echo_habit(b"INVALID OPERATION \"MOVE 0 CAR F\": NOT SO", unquoted));
    let dotted = b"INVALID OPERATION \"MOVE 0 CAR F\" : NOT SO.";
    assert!(is_echo_habit(b"INVALID OPERATION \"MOVE 0 CAR F\": NOT SO", dotted));
    let theirs = b"INVALID OPERATION \"MOVE 0\": BUT SO";
    assert!(!is_echo_habit(b"INVALID OPERATION \"MOVE 0 CAR F\": NOT SO", theirs));
}
