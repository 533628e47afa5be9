//! Tests of two outputs that are shown side by side.

use broadside_lab::report::{alone, side_by_side};

#[track_caller]
fn check(outputs: (&str, &str), place: (usize, usize), columns: usize, expected: &str) {
    let outputs = [outputs.0.as_bytes(), outputs.1.as_bytes()];
    let text = side_by_side(outputs, "timeout", [place; 2], columns);
    assert_eq!(anstream::adapter::strip_str(&text).to_string(), expected);
}

#[test]
fn outputs_are_shown_side_by_side_if_there_is_room() {
    let both = ("same\n ? \nx\n", "same\n 1\n");
    let expected =
        "       expected | got\n    1  same     | same\n    2   ?       |  1\n    3  x        |\n";
    check(both, (2, 2), 80, expected);
    let expected =
        "       expected\n    1  same\n    2   ? \n    3  x\n       got\n    1  same\n    2   1\n";
    check(both, (2, 2), 20, expected);
    // Regression: a wide character counted as one column.
    let expected = "       expected | got\n    1  船A      | 船B\n";
    check(("船A\n", "船B\n"), (1, 4), 80, expected);
}

#[test]
fn the_end_of_an_output_is_shown() {
    let expected = "       expected | got\n    1  one      | one(end of line)\n";
    check(("one ", "one"), (1, 4), 80, expected);
    let expected =
        "       expected | got\n    1  a        | a\n    2  b        | (end of output)\n";
    check(("a\nb\n", "a\n"), (2, 1), 80, expected);
    // Regression: both columns said the same if only the end of the run was wrong.
    let expected = "       expected        | got\n    1  a               | a\n    2  (end of output) | (timeout)\n";
    check(("a\n", "a\n"), (2, 1), 80, expected);
}

#[test]
fn only_the_lines_around_the_place_are_shown() {
    let output: Vec<_> = (1..=30).map(|n| format!("line {n}")).collect();
    let text = alone("printed", output.join("\n").as_bytes(), (10, 6));
    let text = anstream::adapter::strip_str(&text).to_string();
    let numbers = text.lines().skip(1).filter_map(|line| line.split_whitespace().next());
    let expected: Vec<_> = (4..=16).map(|n| n.to_string()).collect();
    assert_eq!(numbers.collect::<Vec<_>>(), expected, "{text}");
}

/// An old version did not show a difference near the end of a long line. Characters of several
/// bytes are not cut in two, and control characters are escaped.
#[test]
fn a_difference_is_shown_in_any_text() {
    let (ours, theirs) = (" ".repeat(130), " ".repeat(120) + "x");
    for (outputs, column, shown) in [
        ([&*ours, &*theirs], 121, ["x", "...   "]),
        (["é", "è"], 2, ["é", "è"]),
        (["a\n", "\x1b[2J\n"], 1, ["a", "\\u{1b}[2J"]),
    ] {
        let text = side_by_side(outputs.map(str::as_bytes), "end of output", [(1, column); 2], 200);
        assert!(shown.into_iter().all(|part| text.contains(part)), "{text}");
    }
}
