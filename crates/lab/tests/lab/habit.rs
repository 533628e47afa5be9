//! Tests of habits: mistakes of layout in everything that a program prints.

use broadside_core::ports::programs::Ended;
use broadside_lab::compare::Lenience;
use broadside_lab::habit::Habit;

#[track_caller]
fn check(ours: &str, theirs: &str, expected: Option<Habit>) {
    let ended = Ended::exited(0, theirs);
    let first = Habit::first(ours.as_bytes(), &ended.stdout, Lenience::default());
    assert_eq!(first.or_else(|| Habit::of_whole(ours.as_bytes(), &ended)), expected);
}

#[test]
fn habits_are_distinguished_from_other_mistakes() {
    let refusal = "INVALID OPERATION \"REEF 9 9\": REEF IS NOT PLACED ON BOARD\n";
    check("++ \n", "++ \r\n", Some(Habit::CarriageReturns));
    check("++ \n", "++\n", Some(Habit::NoTrailingBlanks));
    check("++ \n", "++  \n", Some(Habit::TrailingBlanks));
    check("+  \n+\n", "+ \n+\n", Some(Habit::TrailingBlanks));
    check("++\nx\n", "++\n\nx\n", Some(Habit::BlankLines));
    check("+ \nx\n", "+ \n  \nx\n", Some(Habit::BlankLines));
    check(refusal, &format!("Ships 1.0\n{refusal}"), Some(Habit::OwnLines));
    check(refusal, &format!("> {refusal}"), Some(Habit::Greeting));
    check(refusal, &format!("=====\nShips\n=====\n{refusal}"), Some(Habit::OwnLines));
    check("++\nPARTS 2\n", "++\nDEBUG: parts\nPARTS 2\n", Some(Habit::OwnLines));
    check("++\nPARTS 2\n", "++\n~~\nPARTS 2\n", None);
    check("++\nPARTS 2\n", "hello\n", None);
    check(refusal, &refusal.replace("REEF 9 9", "REEF"), Some(Habit::Echo));
    check(refusal, &refusal.replace("REEF 9 9", "[state] "), Some(Habit::Echo));
    check(refusal, &refusal.replace("REEF 9 9", "REEF 8 8"), None);
    check(refusal, &refusal.replace('"', ""), Some(Habit::Echo));
    check("+\nPARTS REMAINING:: A : 1\n", "+\nPARTS LEFT: A : 1\n", Some(Habit::PartsLine));
    check("+\nPARTS REMAINING:: A : 1\n", "+\nPARTS REMAINING:: A : 2\n", None);
    check("", "> ", Some(Habit::Greeting));
    check(refusal, &format!("{refusal} \nA won\n"), Some(Habit::GoesOn));
    check("", refusal, None);
    check(refusal, "", None);
    check(refusal, "[state]\nREEF 9 9\n[state]\n", None);
    check("++ \n", "+ \n", None);
}

/// A program that draws the ships in a wrong row still prints the right number of lines.
#[test]
fn a_picture_that_is_moved_is_no_habit() {
    check("++\n  \n  \nPARTS\n", "  \n++\n  \nPARTS\n", None);
    check("  \n++\nPARTS\n", "++\n  \nPARTS\n", None);
}

/// An output like `A won` has no trailing blanks, so it cannot show whether a program strips
/// them.
#[test]
fn habits_are_in_all_outputs_that_can_show_them() {
    use Habit::{BlankLines, CarriageReturns, NoTrailingBlanks, TrailingBlanks};
    let won = ["A won\n"; 2];
    for (outputs, expected) in [
        ([["+\n", "+ \n"], ["x\n"; 2]], &[][..]),
        ([["+\nx\n", "+ \n\nx \n"], [""; 2]], &[TrailingBlanks, BlankLines]),
        ([["+ \nA won\n", "+\nA won\n"], won], &[NoTrailingBlanks]),
        ([["+  \nA won\n", "+ \nA won\n"], won], &[]),
        // In one output the blank line makes the first difference, in the other the line end.
        ([["+\n", "\n+\r\n"], [" \n+\n", "\r\n \r\n+\r\n"]], &[CarriageReturns, BlankLines]),
    ] {
        let runs = outputs.map(|[ours, theirs]| (ours.as_bytes(), Ended::exited(0, theirs)));
        let runs = runs.iter().map(|(ours, ended)| (*ours, ended));
        let habits = Habit::of_all(runs, Lenience::default());
        assert_eq!(habits, expected, "{outputs:?}");
    }
}

#[test]
fn an_answer_on_standard_error_is_found() {
    let ended = Ended { stderr_tail: b"log\nA won\n".to_vec(), ..Ended::exited(0, "") };
    let habit = Habit::of_whole(b"A won\n", &ended);
    assert_eq!(habit, Some(Habit::OtherStream));
}
