//! Tests the reading of lines and commands, the messages of syntax errors, and the context of a
//! place in a script.

use broadside_ships::rules::{Order, Setting};
use broadside_ships::script::ast::{Command, Group};
use broadside_ships::script::check::check_lines;
use broadside_ships::script::{Context, Reader, Script, Slot};

#[track_caller]
fn check(text: &str, message: &str) {
    let error = text.parse::<Command>().expect_err("no command");
    assert_eq!(error.to_string(), message, "{text:?}");
}

#[test]
fn errors_say_the_place_and_what_was_expected() {
    check("", "1:1: expected a command, found the end of the input");
    check("help me", "1:1: expected a command, found `help`");
    check(" REEF 1 x", "1:9: expected an integer of 64 bits, found `x`");
    check("REEF 1", "1:7: expected an integer of 64 bits, found the end of the input");
    check("SAVE me", "1:6: expected the end of the command, found `me`");
    check("SAVE # x\nREEF 1 1", "2:1: expected the end of the command, found `REEF`");
    check("REEF 1 # x\n", "1:7: expected an integer of 64 bits, found the end of the input");
    assert!("# x\nREEF 1 # y\n 1\n\n".parse::<Command>().is_ok());
}

#[test]
fn a_command_of_another_kind_is_named_where_it_stands() {
    for (text, place) in [("PRINT 0", "1:1"), ("# x\nPRINT 0", "2:1"), ("\nPRINT 0", "2:1")] {
        let error = text.parse::<Order>().expect_err("no order").to_string();
        assert_eq!(error, format!("{place}: expected an order, found `PRINT`"), "{text:?}");
    }
    let error = "SAVE".parse::<Setting>().expect_err("no setting").to_string();
    assert_eq!(error, "1:1: expected a setting, found `SAVE`");
}

#[test]
fn words_are_cut_at_sixty_characters() {
    for letter in ["a", "\u{e9}", "\u{1f6a2}"] {
        let sixty = letter.repeat(60);
        check(&sixty, &format!("1:1: expected a command, found `{sixty}`"));
        let message = format!("1:1: expected a command, found `{sixty}\u{2026}`");
        check(&letter.repeat(70), &message);
    }
}

/// `check_lines` returns a list of findings for each line, and one list for the whole script.
#[test]
fn a_script_has_at_least_one_line_and_none_after_its_last_lf() {
    let scripts = [("", 1), ("\n", 1), ("a\n\nb", 3), ("a\r\nb\n", 2), ("\n\n", 2)];
    for (script, lines) in scripts {
        assert_eq!(check_lines(script.as_bytes()).count(), lines + 1, "{script:?}");
    }
    let prose = |script: &[u8]| Script::parse(script).unwrap().to_bytes();
    assert_eq!(prose(b"a\n\nb"), b"a\n\nb\n");
    assert_eq!(prose(b"a\r\nb\n"), b"a\nb\n");
}

#[track_caller]
fn check_missing(text: &str, missing: &[&str]) {
    let context = Context::after(&Reader::default(), None, text.as_bytes());
    let symbols = |form: &[Slot]| form.iter().map(|slot| slot.symbol()).collect::<Vec<_>>();
    let forms = context.iter().flat_map(Context::missing);
    let found: Vec<_> = forms.map(|form| symbols(form).join(" ")).collect();
    assert_eq!(found, missing, "{text:?}");
}

#[test]
fn the_words_so_far_choose_among_the_forms() {
    check_missing("[playerA] SHOOT ", &["y x", "i C y x"]);
    check_missing("[playerA] SHOOT 1 ", &["x", "C y x"]);
    check_missing("[playerA] SHOOT 1 CAR ", &["y x"]);
    check_missing("[playerA] SPY 1 2 ", &["x"]);
    check_missing("[state] SET_FLEET A ", &["a b c d"]);
    check_missing("[state] SET_FLEET A 1 2", &["c d"]);
    check_missing("[state] SHIP A 1\n2 N 0", &["C a1..al"]);
}

#[test]
fn no_argument_is_missing_outside_a_command() {
    for text in ["", "[state] ", "[state] REEF 1 1", "prose", "[state] REEF # 1", "[state] X "] {
        check_missing(text, &[]);
    }
    let fresh = Context::after(&Reader::default(), None, b"[state] ").expect("a place in a group");
    assert_eq!((fresh.group, fresh.command), (Some(Group::State), None));
    assert_eq!(Context::after(&Reader::default(), None, b"[state] REEF # 1"), None);
}
