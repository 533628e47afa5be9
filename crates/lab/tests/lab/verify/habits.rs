//! Tests of habits, and of other mistakes of layout that must be one finding. A habit is a mistake
//! in nearly every output. It is reported once and then ignored. An echo is the copy of a refused
//! command in its refusal.

use super::*;
use broadside_lab::habit::Habit;

#[test]
fn carriage_returns_are_one_finding() {
    for scripts in [0, 50] {
        let verdict = found(right_but(|out| out.replace('\n', "\r\n")), &random(scripts));
        assert_eq!(only(&verdict).habit(), Some(Habit::CarriageReturns));
        assert_eq!((only(&verdict).rule, verdict.differing), (Some(Rule::PictureFields), 1));
    }
}

/// The program draws engines as `&`. No right picture has `&`, so each `&` shows this mistake.
#[test]
fn another_mark_for_an_engine_is_one_finding() {
    let verdict = found(right_but(|out| out.replace('%', "&")), &random(60));
    let Cause { kind, form, expected, got } = &only(&verdict).difference.cause;
    assert_eq!((*kind, &**form, &**expected, &**got), (Kind::Picture, "", "%", "&"));
}

#[test]
fn an_echo_of_tags_without_the_blank_is_one_finding() {
    let verdict = found(right_but(|out| out.replace("] \":", "]\":")), &random(100));
    let cause = &only(&verdict).difference.cause;
    assert_eq!((cause.kind, &*cause.form), (Kind::Echo, ""));
    assert_eq!(only(&verdict).rule, Some(Rule::TurnExpected));
}

#[test]
fn an_echo_that_is_wrong_for_some_commands_is_one_finding() {
    let longer = |out: String| out.replace(" BAT", " BATTLESHIP");
    let other = |out: String| out.replace("\"PLACE_SHIP ", "\"PLACE_SHIP 99");
    for print in [longer as fn(String) -> String, other] {
        let refused = move |out: String| match out.rfind("INVALID") {
            Some(start) => out[..start].to_owned() + &print(out[start..].to_owned()),
            None => out,
        };
        let verdict = found(right_but(refused), &random(100));
        assert_eq!(only(&verdict).difference.cause.kind, Kind::Echo);
    }
}

#[test]
fn output_that_is_lost_at_a_refusal_is_one_finding() {
    let split = |script: &[u8]| {
        let right = String::from_utf8(right(script)).unwrap();
        let refusal = right.rfind("INVALID").unwrap_or(right.len());
        let (before, refusal) = right.split_at(refusal);
        (before.to_owned(), refusal.to_owned())
    };
    let to_errors = |script: &[u8]| {
        let (before, refusal) = split(script);
        let code = u8::from(!refusal.is_empty());
        Ended { stderr_tail: refusal.into(), ..Ended::exited(code, before) }
    };
    let loses = |script: &[u8]| {
        let (before, refusal) = split(script);
        Ended::exited(0, if refusal.is_empty() { before } else { refusal })
    };
    let lost = found(to_errors, &random(100));
    assert_eq!(only(&lost).habit(), Some(Habit::OtherStream));
    let lost = found(loses, &random(100));
    assert_eq!(only(&lost).habit(), Some(Habit::LostOutput));
}

#[test]
fn habits_hide_no_other_mistake() {
    let greeting = |out: String| format!("Welcome to Ships 1.0\n{out}");
    let notes = |out: String| format!("DEBUG: {} bytes\n{out}state: open\n", out.len());
    let strip = |out: String| out.lines().map(|line| line.trim_end().to_owned() + "\n").collect();
    let prompt = |out: String| format!("ships> {out}");
    for (print, habit) in [
        (greeting as fn(String) -> String, Habit::OwnLines),
        (prompt, Habit::Greeting),
        (notes, Habit::OwnLines),
        (strip, Habit::NoTrailingBlanks),
    ] {
        let program = |script: &[u8]| {
            let out = String::from_utf8(output(script, Misreading::ReefPlus)).unwrap();
            Ended::exited(0, print(out))
        };
        let verdict = found(program, &random(100));
        let habits: Vec<_> = verdict.findings.iter().filter_map(FailingCase::habit).collect();
        let is_blanks = habit == Habit::NoTrailingBlanks;
        let of_habit = if is_blanks { Rule::PictureFields } else { Rule::TurnPasses };
        let expected = (vec![habit], vec![of_habit, Rule::PictureReef]);
        assert_eq!((habits, rules(&verdict)), expected);
    }
}

/// Regression: two habits in the first line of an output hid each other, and nothing was ignored.
#[test]
fn two_habits_together_are_two_findings() {
    let strip = |out: String| -> String {
        out.lines().map(|line| line.trim_end().to_owned() + "\n").collect()
    };
    let welcome = move |out: String| format!("Welcome to Ships\n{}", strip(out));
    let banner = move |out: String| format!("=====\nShips\n=====\n{}", strip(out));
    let prompt = move |out: String| format!("ships> {}", strip(out));
    let ends = |out: String| format!("> {}", out.replace('\n', "\r\n"));
    let blanks = |out: String| format!("> {}", out.replace('\n', " \n"));
    let programs: [(&(dyn Fn(String) -> String + Sync), _); 5] = [
        (&welcome, [Habit::NoTrailingBlanks, Habit::OwnLines]),
        (&banner, [Habit::NoTrailingBlanks, Habit::OwnLines]),
        (&prompt, [Habit::NoTrailingBlanks, Habit::Greeting]),
        (&ends, [Habit::CarriageReturns, Habit::Greeting]),
        (&blanks, [Habit::TrailingBlanks, Habit::Greeting]),
    ];
    for (print, habits) in programs {
        let verdict = found(right_but(print), &random(60));
        let found: Vec<_> = verdict.findings.iter().filter_map(FailingCase::habit).collect();
        assert_eq!((&found[..], verdict.findings.len()), (&habits[..], 2));
    }
}

#[test]
fn the_column_of_a_mistake_counts_a_greeting_before_it() {
    let program = right_but(|out| format!("ships> {}", out.replace("] \":", "]\":")));
    let verdict = found(program, &random(100));
    let findings = verdict.findings.iter().map(|finding| finding.finding("", ""));
    let printed: Vec<_> = findings.filter_map(|finding| finding.printed_difference).collect();
    assert!(!printed.is_empty() && printed.iter().all(|place| place.line == 1), "{printed:?}");
    assert!(printed.iter().all(|place| place.column == place.byte + 1), "{printed:?}");
}

/// Regression: text after refusals was blamed on `PLACE_SHIP`. An empty line after a player's
/// picture was blamed on the rules of sight.
#[test]
fn lines_of_its_own_break_no_rule_of_a_command() {
    let bye =
        |out: String| if out.contains("INVALID") { out + "Program terminated\n" } else { out };
    let after_picture = |script: &[u8]| {
        let out = right(script);
        let is_of_player = has(script, "[playerA]\nPRINT 0\n[playerA]\n") && !has(&out, "PARTS");
        Ended::exited(0, if is_of_player { [&out[..], b"\n"].concat() } else { out })
    };
    for verdict in [found(right_but(bye), &random(60)), found(after_picture, &random(60))] {
        assert!(verdict.findings.iter().all(|found| found.habit().is_some()));
        assert_eq!(only(&verdict).rule, Some(Rule::TurnPasses));
    }
}
