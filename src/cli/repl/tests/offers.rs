//! Tests of the completions, hints and colours of the line editor.

use super::entered;
use crate::cli::prompt::console::Suggestion;
use crate::cli::prompt::keys::Keys;
use crate::cli::repl::helper::Helper;
use crate::cli::theme::Theme;
use rustyline::completion::Completer as _;
use rustyline::highlight::{CmdKind, Highlighter as _};
use rustyline::hint::Hinter as _;
use rustyline::history::{DefaultHistory, History as _};
use std::fs;

pub(super) fn helper(script: &str) -> Helper {
    let keys = Keys::default();
    Helper { table: entered(script).0, theme: Theme::Sixteen, keys }
}

#[track_caller]
fn offers(script: &str, text: &str, words: &[&str]) {
    assert_eq!(helper(script).candidates(text).1, words, "{text:?} after {script:?}");
}

const FLEETS: &str =
    "[state] SET_FLEET A 1 0 0 2 SET_FLEET B 0 0 0 1 SHIP A 2 2 N 1 DES 11 [state]\n";

#[test]
fn completion_knows_the_grammar() {
    offers("", "[", &["[state]", "[playerA]"]);
    offers("[playerA] [playerA]", "[p", &["[playerB]"]);
    offers("", ".r", &[".redo", ".read"]);
    offers("", ".help PL", &["PLACE_SHIP"]);
    offers("", ".board ", &["A", "B"]);
    offers("", ".ai ", &["auto", "off"]);
    offers("", ".undo ", &["turn"]);
    offers("", ".undo turn ", &[]);
    offers("", ".play --level 1 --se", &["--setup", "--seed"]);
    let options = ["--against", "--setup", "--seed", "--first", "--level", "--plain"];
    offers("", ".play ", &options);
    offers("[playerA]", "SH", &["SHOOT"]);
    offers("[playerA]", "[", &["[playerA]"]);
    offers("[state]", "S", &["SET_FLEET", "SHIP", "SET_AI_PLAYER", "SRAND", "SAVE"]);
    offers("[state]", "NEXT_PLAYER ", &["A", "B"]);
    offers("[state]", "PRINT ", &["0", "1"]);
    offers("[state]\nREEF", "1 1 SRA", &["SRAND"]);
    offers("[playerA]", "PLACE_SHIP 1 1 ", &["N", "E", "S", "W"]);
    offers("[state]", "SHIP A 9 9 N 0 BAT ", &["1111"]);
    offers("", "REE", &[]);
    offers("[state]", "INFORMATION A R", &[]);
    offers("[state]", "REEF # R", &[]);
}

const TWENTY_NINES: [&str; 11] =
    ["29", "290", "291", "292", "293", "294", "295", "296", "297", "298", "299"];

#[test]
fn completion_knows_the_game() {
    let turn = format!("{FLEETS}[playerA]");
    offers(&turn, "PLACE_SHIP 7", &["7"]);
    offers(&turn, "PLACE_SHIP 1 1 N ", &["0"]);
    offers(&turn, "PLACE_SHIP 1 1 N 0 ", &["CAR", "DES"]);
    offers(&turn, "MOVE ", &["1"]);
    offers(&turn, "MOVE 1 ", &["DES"]);
    offers(&turn, "MOVE 1 DES ", &["F", "L", "R"]);
    offers(&turn, "SPY ", &[]);
    offers(&turn, "SHOOT 2", &["2", "20"]);
    offers("[state] BOARD_SIZE 300 3", "REEF 29", &TWENTY_NINES);
    offers("[state] BOARD_SIZE 300 3", "REEF 029", &[]);
    offers("[state] SET_FLEET A 0 0 0 300", "SHIP A 1 1 N 29", &TWENTY_NINES);
    offers("[state] BOARD_SIZE 30 3", "REEF 1 ", &["0", "1", "2"]);
    offers("[state] SHIP A 1 2 W 0 DES 11", "SHIP A 1 5 W 0 ", &["CAR", "BAT", "CRU"]);
    offers("[state] INIT_POSITION A 3 3 4 9\n[state]\n[playerA]", "PLACE_SHIP ", &["3", "4"]);
}

#[test]
fn each_change_of_a_coloured_line_redraws_it() {
    let mut helper = helper("");
    assert!(helper.highlight_char("[state]", 3, CmdKind::Other));
    assert!(!helper.highlight_char("[state]", 3, CmdKind::MoveCursor), "the line has not changed");
    helper.theme = Theme::Plain;
    assert!(!helper.highlight_char("[state]", 3, CmdKind::Other));
}

const EARLIER: [&str; 6] =
    ["SET_FLEET A 1 2 3 4", "SHIP A 1 1 N 0 DES 11", "SHOOT 1 1", "a\u{9b}b", ".save\nx", ".savvy"];

fn hinted(script: &str, line: &str, theme: Theme, earlier: &[&str]) -> Option<Suggestion> {
    let mut history = DefaultHistory::new();
    for entry in earlier {
        assert!(history.add(entry).expect("a history in memory"));
    }
    let helper = Helper { theme, ..helper(script) };
    helper.hint(line, line.len(), &rustyline::Context::new(&history))
}

/// Checks hints. A row has the script, the line, the hint, and what the right arrow inserts.
#[track_caller]
fn check_hints(theme: Theme, earlier: &[&str], rows: &[(&str, &str, &str, Option<&str>)]) {
    for (script, line, shown, inserted) in rows {
        let shown = (*shown).to_owned();
        let hint = Suggestion { shown, inserted: inserted.map(str::to_owned) };
        let found = hinted(script, line, theme, earlier);
        assert_eq!(found, Some(hint), "{line:?} after {script:?}");
    }
}

#[test]
fn hints_say_what_is_missing_and_complete_the_only_word() {
    let hints = [
        ("[state]", "SET_FLEET ", "P [a b c d]", None),
        ("[state]", "SET_FLEET", " P [a b c d]", None),
        ("[state]", "SET_FLEET A", " [a b c d]", None),
        ("[state]", "PR", "INT 0|1", Some("INT")),
        ("[state]", "SA", "VE", Some("VE")),
        ("[state]", "REEF 1 2 RE", "EF y x", Some("EF")),
        ("[state]\nREEF 1", "", "x", None),
        ("[playerA]", "SHOOT 1", " x", None),
        ("[playerA]", "SHOOT 1 ", "x", None),
        ("", ".sa", "ve FILE", Some("ve")),
        ("", ".save ", "FILE", None),
        ("", "[st", "ate]", Some("ate]")),
    ];
    check_hints(Theme::Sixteen, &[], &hints);
    for line in ["", " ", "P", "S", "12", "ZZ", "PRINT 1"] {
        assert_eq!(hinted("[state]", line, Theme::Sixteen, &[]), None, "{line:?}");
    }
    let (history, helper) = (DefaultHistory::new(), helper("[state]"));
    assert_eq!(helper.hint("SET_FLEET ", 3, &rustyline::Context::new(&history)), None);
}

#[test]
fn hints_without_colour_are_comments_with_whole_words() {
    let hints = [
        ("[state]", "SET_FLEET ", "  # P [a b c d]", None),
        ("[state]", "PR", "  # PRINT 0|1", Some("INT")),
        ("[state]", "REEF 1 2 SA", "  # SAVE", Some("VE")),
        ("[state]", ".save! ", "  # FILE", None),
    ];
    check_hints(Theme::Plain, &[], &hints);
    assert_eq!(hinted("[state]", "REEF 1 2", Theme::Plain, &[]), None);
}

#[test]
fn hints_have_the_rest_of_an_earlier_line_that_may_stand_here() {
    let hints = [
        ("[state]", "SET_FLEET ", "A 1 2 3 4  # P [a b c d]", Some("A 1 2 3 4")),
        // The last earlier line that begins with `SH` is `SHOOT 1 1`, but a `[state]` group cannot
        // contain an order.
        ("[state]", "SH", "IP A 1 1 N 0 DES 11  # P y x D i C a1..al", Some("IP A 1 1 N 0 DES 11")),
        ("[playerA]", "SH", "OOT 1 1  # y x", Some("OOT 1 1")),
        ("", ".sav", "e FILE", Some("e")),
    ];
    check_hints(Theme::Sixteen, &EARLIER, &hints);
    let hints = [
        ("[state]", "SET_FLEET ", "  # A 1 2 3 4", Some("A 1 2 3 4")),
        ("[state]", "SE", "  # SET_FLEET A 1 2 3 4", Some("T_FLEET A 1 2 3 4")),
    ];
    check_hints(Theme::Plain, &EARLIER, &hints);
    // Outside a group, a line that begins with a command word is refused, so no entry with `SH` is
    // allowed. The entry with `a` contains a control character. `.savvy` is not a dot command.
    for line in ["SH", "a", ".savv"] {
        assert_eq!(hinted("", line, Theme::Sixteen, &EARLIER), None, "{line}");
    }
}

#[test]
fn files_are_completed_below_their_folder() {
    let folder = tempfile::tempdir().expect("a folder");
    for name in ["game.ships", "games.txt", ".hidden"] {
        fs::write(folder.path().join(name), "").expect("a file");
    }
    fs::create_dir(folder.path().join("gamble")).expect("a folder");
    let place = folder.path().to_str().expect("a name in UTF-8");
    let complete = |line: &str| {
        let history = DefaultHistory::new();
        let context = rustyline::Context::new(&history);
        let (start, pairs) = helper("").complete(line, line.len(), &context).expect("words");
        let end = |text: &str| text.trim_start_matches(place).to_owned();
        (start, pairs.iter().map(|pair| end(&pair.replacement)).collect::<Vec<_>>())
    };
    let all = ["/gamble/", "/game.ships", "/games.txt"].map(str::to_owned);
    assert_eq!(complete(&format!(".read {place}/")), (6, all.to_vec()));
    assert_eq!(complete(&format!(" .save   {place}/game")), (9, all[1..].to_vec()));
    assert_eq!(complete(&format!(".read {place}/game.")), (6, vec!["/game.ships ".to_owned()]));
    assert_eq!(complete(&format!(".read {place}/gam")).1.len(), 3);
    assert_eq!(complete(&format!(".read {place}/gamb")), (6, vec!["/gamble/".to_owned()]));
    assert_eq!(complete(&format!(".read {place}/.")), (6, vec!["/.hidden ".to_owned()]));
    assert_eq!(complete(&format!(".fleet {place}/")).1.len(), 0);
    assert_eq!(complete(".flee"), (0, vec![".fleet ".to_owned()]));
}

#[test]
fn long_lines_have_no_colours() {
    let helper = helper("");
    let coloured = |length: usize| {
        let line = "[state]".to_owned() + &" ".repeat(length - 7);
        helper.highlight(&line, 0) != line
    };
    assert_eq!([100, 1024, 1025, 2000].map(coloured), [true, true, false, false]);
}
