//! Laws of the table, and what the editor is told, without a terminal.

#[path = "../../../tests/it/random_scripts.rs"]
mod scripts;

use super::dispatch;
use super::dot::Steps;
use super::fleet;
use super::helper::Helper;
use super::table::{Entered, Origin, Table};
use crate::cli::disk::Disk;
use crate::cli::stop::StopFlag;
use crate::cli::system::each_failing;
use crate::cli::theme::Theme;
use broadside::ports::{Memory, MemoryFiles, Ports, Terminals};
use broadside::script::{Event, FeedError, Session, Stop, feed, save};
use proptest::prelude::*;
use proptest::strategy::ValueTree as _;
use proptest::test_runner::TestRunner;
use rustyline::completion::Completer as _;
use rustyline::highlight::Highlighter as _;
use rustyline::hint::{Hint as _, Hinter as _};
use rustyline::history::{DefaultHistory, History as _};
use scripts::{cut_script, script};
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io::{self, Write};
use std::path::Path;

/// A table at which the lines of `script` were entered, what it wrote, and how the last line ended.
fn entered(script: &str) -> (Table, Vec<u8>, Entered) {
    let (mut table, mut memory) = (Table::default(), Memory::default());
    let mut ended = Entered::Whole;
    for line in script.split('\n') {
        let entered = memory.run(|ports| table.enter(line.as_bytes(), Origin::Prompt, ports));
        ended = entered.expect("memory takes all");
    }
    (table, memory.out, ended)
}

fn close(table: &mut Table, out: &mut Vec<u8>) {
    let mut memory = Memory::default();
    let closed = memory.run(|ports| table.close_group(Origin::Prompt, ports));
    closed.expect("memory takes all");
    out.extend(memory.out);
}

/// What a run of `script` writes, whether it ends well, and its session.
fn run(script: &[u8]) -> (Vec<u8>, bool, Session) {
    let (mut session, mut out) = (Session::default(), Vec::new());
    let end: Result<_, FeedError> = feed(&mut session, &mut &script[..], &mut out);
    (out, end.is_ok(), session)
}

fn saved(session: &Session) -> Vec<u8> {
    let mut text = Vec::new();
    save::write(session.game(), &mut text).expect("memory takes all");
    text
}

fn without_refusals(out: &[u8]) -> Vec<u8> {
    let lines = out.split_inclusive(|byte| *byte == b'\n');
    lines.filter(|line| !line.starts_with(b"INVALID OPERATION")).flatten().copied().collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(512))]

    #[test]
    fn the_prompt_writes_what_a_run_writes_up_to_the_first_error(script in cut_script()) {
        let (mut table, mut out, _) = entered(&script);
        let (want, is_whole, session) = run(script.as_bytes());
        if is_whole {
            close(&mut table, &mut out);
            prop_assert_eq!(table.saved().expect("memory"), saved(&session));
            prop_assert_eq!(out, want);
        } else {
            prop_assert!(out.starts_with(&want));
        }
    }

    #[test]
    fn behind_an_error_the_prompt_goes_on_without_what_was_refused(script in script()) {
        let (mut table, mut out, _) = entered(&script);
        close(&mut table, &mut out);
        let accepted = table.take_groups().join("\n") + "\n" + &table.open_group();
        let (want, is_whole, session) = run(accepted.as_bytes());
        prop_assert!(is_whole || table.session().group().is_some(), "{}", accepted);
        prop_assert_eq!(without_refusals(&out), without_refusals(&want));
        if table.session().group().is_none() {
            prop_assert_eq!(table.saved().expect("memory"), saved(&session));
        }
    }

    #[test]
    fn all_can_be_taken_back_and_comes_again(script in script(), steps in 1..9_usize) {
        let (mut table, _, _) = entered(&script);
        let (end, book) = (table.saved().expect("memory"), table.log().clone());
        while !table.undo(Steps::Commands(steps)).expect("not stopped").is_empty() {
            let (_, _, session) = run(table.log().script());
            prop_assert_eq!(saved(&session).len(), table.saved().expect("memory").len());
        }
        prop_assert_eq!(table.saved().expect("memory"), saved(&Session::default()));
        while !table.redo(Steps::Commands(steps)).expect("not stopped").is_empty() {}
        prop_assert_eq!(table.saved().expect("memory"), end);
        prop_assert_eq!(table.log().script(), book.script());
    }

    #[test]
    fn any_text_can_be_typed(text in typed()) {
        let history = DefaultHistory::new();
        let context = rustyline::Context::new(&history);
        for script in ["", "[state]", "[playerA]\nSHOOT"] {
            let helper = helper(script);
            for (pos, _) in text.char_indices().chain([(text.len(), ' ')]) {
                let (start, _) = helper.candidates(&text[..pos]);
                prop_assert!(text.is_char_boundary(start) && start <= pos);
                helper.complete(&text, pos, &context).expect("candidates");
                helper.hint(&text[..pos], pos, &context);
                helper.highlight(&text[..pos], pos);
            }
        }
    }
}

/// The laws above are worth what their scripts are worth.
#[test]
fn random_scripts_are_of_all_kinds() {
    let mut runner = TestRunner::deterministic();
    let mut counts = BTreeMap::<_, usize>::new();
    for _ in 0..500 {
        let script = cut_script().new_tree(&mut runner).unwrap().current();
        let end: Result<_, FeedError> =
            feed(&mut Session::default(), &mut script.as_bytes(), &mut io::sink());
        let end = match end {
            Ok(_) => "a whole script",
            Err(FeedError::Stop(Stop::Invalid(_))) => "an invalid operation",
            Err(_) => "a syntax error",
        };
        let mut session = Session::default();
        let mut kinds = BTreeSet::from([end]);
        for bytes in script.split('\n') {
            let goes_on = session.reader().is_unfinished();
            let mut line = session.line(bytes.as_bytes());
            while let Ok(Some(event)) = session.read(&mut line) {
                match event {
                    Event::Prose => kinds.insert("prose"),
                    Event::Comment(_) => kinds.insert("a comment"),
                    Event::Command(_) if goes_on => kinds.insert("a command on several lines"),
                    Event::Command(_) | Event::Open(_) | Event::Close(_) => false,
                };
                drop(session.carry_out(&event, &mut line, &mut io::sink()));
            }
        }
        for kind in kinds {
            *counts.entry(kind).or_default() += 1;
        }
    }
    assert!(counts.len() == 6 && counts.values().all(|count| *count > 50), "{counts:?}");
}

/// Words of the prompt and anything else, with blanks of all alphabets between them.
fn typed() -> impl Strategy<Value = String> {
    let word = "[\u{20}\u{a0}\u{3000}\t\u{85}]|[.a-z\\[]{1,3}|SH|REEF|\\.read |\\.help |\\PC|.";
    proptest::collection::vec(word, 0..8).prop_map(|words| words.concat())
}

#[test]
fn a_raised_flag_stops_between_commands_and_leaves_undo_undone() {
    let (mut table, _, _) = entered("[state]\nREEF 1 1\nREEF 2 2");
    table.stop.raise();
    assert_eq!(table.undo(Steps::Commands(1)), None);
    assert_eq!(table.log().commands().len(), 3);
    let mut memory = Memory::default();
    let stopped = memory.run(|ports| table.enter(b"REEF 3 3", Origin::Prompt, ports));
    assert_eq!(stopped.unwrap(), Entered::Stopped);
}

/// An output at which somebody loses patience.
struct Impatient(StopFlag);

impl Write for Impatient {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.raise();
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[test]
fn a_turn_that_is_stopped_halfway_is_taken_back() {
    const TURN: &[u8] = b"[playerA]\nPLACE_SHIP 5 5 N 0 DES\nPRINT 0\nMOVE 0 DES F\n[playerA]\n";
    let (mut table, _, _) = entered("[state]\nREEF 1 1\n[state]");
    let before = (table.saved().unwrap(), table.log().script().to_vec());
    let mut ports = Ports {
        input: &mut io::empty(),
        out: &mut Impatient(table.stop.clone()),
        err: &mut io::sink(),
        files: &MemoryFiles::default(),
        terminals: Terminals::default(),
    };
    assert_eq!(table.enter_turn(TURN, &mut ports).unwrap(), Entered::Stopped);
    assert_eq!((table.saved().unwrap(), table.log().script().to_vec()), before);
    assert!(table.session().group().is_none() && !table.stop.is_up());
    assert_eq!(table.redo(Steps::Commands(9)), Some(Vec::new()), "half a turn does not come again");
    // With patience the same turn is played to its end.
    let mut memory = Memory::default();
    let played = memory.run(|ports| table.enter_turn(TURN, ports));
    assert_eq!(played.unwrap(), Entered::Whole);
    assert_eq!(table.log().commands().last(), Some(&b"[playerA]"[..]));
    assert!(table.take_groups().is_empty());
}

#[test]
fn a_finished_game_takes_nothing_more_until_something_is_taken_back() {
    let won = "[state] SET_FLEET A 0 0 0 1 SET_FLEET B 0 0 0 1 SHIP A 0 0 N 0 DES 11 \
               SHIP B 15 5 N 0 DES 01 [state]\n[playerA] SHOOT 16 5 [playerA]";
    let (mut table, out, ended) = entered(won);
    assert_eq!((&out[..], ended), (&b"A won\n"[..], Entered::Over));
    let mut memory = Memory::default();
    let over = memory.run(|ports| table.enter(b"[playerB]", Origin::Prompt, ports));
    assert_eq!(over.unwrap(), Entered::Over);
    table.undo(Steps::Commands(1));
    assert!(table.winner().is_none() && table.session().group().is_some());
}

fn helper(script: &str) -> Helper {
    Helper { table: entered(script).0, theme: Theme { is_coloured: true } }
}

#[track_caller]
fn offers(script: &str, text: &str, words: &[&str]) {
    assert_eq!(helper(script).candidates(text).1, words, "{text:?} behind {script:?}");
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
    offers("[playerA]", "S", &["SHOOT", "SPY"]);
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
    offers("[state] INIT_POSITION A 3 3 4 9\n[state]\n[playerA]", "PLACE_SHIP ", &["3", "4"]);
}

/// Enters `.save` at `table`, and gives what is printed and what is reported.
fn save_to(path: &Path, table: &mut Table) -> (String, String) {
    let (mut out, mut err) = (Vec::new(), Vec::new());
    let mut ports = Ports {
        input: &mut io::empty(),
        out: &mut out,
        err: &mut err,
        files: &Disk,
        terminals: Terminals::default(),
    };
    dispatch::save(path, table, &mut ports).expect("memory takes all");
    [out, err].map(|text| String::from_utf8(text).expect("text")).into()
}

#[test]
fn a_save_that_fails_leaves_the_old_file_and_the_game() {
    let (mut table, _, _) = entered("[state]\nREEF 1 1\n[state]");
    let new = table.saved().expect("memory");
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("game.ships");
    for old in [Some("old"), None] {
        each_failing(io::ErrorKind::StorageFull, |has_failed| {
            drop(fs::remove_file(&path));
            if let Some(old) = old {
                fs::write(&path, old).expect("the old file");
            }
            let (out, err) = save_to(&path, &mut table);
            let left = fs::read(&path).ok();
            if has_failed() {
                assert_eq!((out.as_str(), left.as_deref()), ("", old.map(str::as_bytes)));
                let told = format!("cannot write `{}`: no storage space\n", path.display());
                assert_eq!(err, told);
            } else {
                assert_eq!((out, err), (format!("saved `{}`\n", path.display()), String::new()));
                assert_eq!(left.as_ref(), Some(&new));
            }
            let files = fs::read_dir(folder.path()).expect("the folder").count();
            assert_eq!(files, usize::from(left.is_some()));
            assert_eq!(table.saved().expect("memory"), new);
        });
    }
}

/// What `.fleet` lists.
fn listed(script: &str) -> String {
    let (table, mut out) = (entered(script).0, Vec::new());
    let theme = Theme { is_coloured: false };
    fleet::list(table.session().game(), theme, &mut out).expect("memory takes all");
    String::from_utf8(out).expect("text")
}

#[test]
fn the_list_of_a_fleet_names_what_is_placed_and_the_runs_of_what_is_missing() {
    const TWO: &str = "[state] SET_FLEET A 1 0 0 9 SET_FLEET B 0 1 0 0 SHIP A 2 2 N 3 DES 01 \
        SHIP A 5 5 E 5 DES 11 [state]\n";
    let first = "A: 2 of 10 ships placed, 3 healthy segments\n  SHIP A 2 2 N 3 DES 01\n  \
        SHIP A 5 5 E 5 DES 11\n  missing CAR 0\n  missing DES 0 to 2, 4, 6 to 8\n";
    let second = "B: 0 of 1 ships placed, 0 healthy segments\n  missing BAT 0\n";
    assert_eq!(listed(TWO), [first, second].concat());
    assert_eq!(listed(&format!("{TWO}[playerA]")), first);
    assert_eq!(listed(&format!("{TWO}[playerA] [playerA] [playerB]")), second);
}

/// What is hinted at behind `line`, and what of it the right arrow brings.
fn hinted(script: &str, line: &str) -> Option<(String, Option<String>)> {
    let history = DefaultHistory::new();
    let context = rustyline::Context::new(&history);
    let hint = helper(script).hint(line, line.len(), &context)?;
    Some((hint.display().to_owned(), hint.completion().map(str::to_owned)))
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
    for (script, line, text, word) in hints {
        let hint = (text.to_owned(), word.map(str::to_owned));
        assert_eq!(hinted(script, line), Some(hint), "{line:?} behind {script:?}");
    }
    for line in ["", " ", "P", "S", "12", "ZZ", "PRINT 1"] {
        assert_eq!(hinted("[state]", line), None, "{line:?}");
    }
    let history = DefaultHistory::new();
    let context = rustyline::Context::new(&history);
    let mut helper = helper("[state]");
    assert_eq!(helper.hint("SET_FLEET ", 3, &context), None);
    helper.theme = Theme { is_coloured: false };
    let hint = |line: &str| {
        let hint = helper.hint(line, line.len(), &context)?;
        Some((hint.display().to_owned(), hint.completion().map(str::to_owned)))
    };
    // Without colour all of it is a comment, and a word is told whole.
    assert_eq!(hint("SET_FLEET "), Some(("  # P [a b c d]".to_owned(), None)));
    assert_eq!(hint("PR"), Some(("  # PRINT 0|1".to_owned(), Some("INT".to_owned()))));
    assert_eq!(hint("REEF 1 2 SA"), Some(("  # SAVE".to_owned(), Some("VE".to_owned()))));
    assert_eq!(hint(".save! "), Some(("  # FILE".to_owned(), None)));
    assert_eq!(hint("REEF 1 2"), None);
}

#[test]
fn hints_tell_how_an_earlier_line_went_on_that_may_stand_here() {
    let mut history = DefaultHistory::new();
    for entry in [
        "SET_FLEET A 1 2 3 4",
        "SHIP A 1 1 N 0 DES 11",
        "SHOOT 1 1",
        "a\u{9b}b",
        ".save\nx",
        ".savvy",
    ] {
        assert!(history.add(entry).expect("memory takes all"));
    }
    let hinted = |script: &str, line: &str, is_coloured| {
        let mut helper = helper(script);
        helper.theme = Theme { is_coloured };
        let hint = helper.hint(line, line.len(), &rustyline::Context::new(&history))?;
        Some((hint.display().to_owned(), hint.completion().map(str::to_owned)))
    };
    let hint = |shown: &str, brought: &str| Some((shown.to_owned(), Some(brought.to_owned())));
    assert_eq!(
        hinted("[state]", "SET_FLEET ", true),
        hint("A 1 2 3 4  # P [a b c d]", "A 1 2 3 4")
    );
    assert_eq!(hinted("[state]", "SET_FLEET ", false), hint("  # A 1 2 3 4", "A 1 2 3 4"));
    assert_eq!(
        hinted("[state]", "SE", false),
        hint("  # SET_FLEET A 1 2 3 4", "T_FLEET A 1 2 3 4")
    );
    // The last line that began so is a player's; here the one before it may stand.
    assert_eq!(
        hinted("[state]", "SH", true).expect("a hint").1,
        Some("IP A 1 1 N 0 DES 11".into())
    );
    assert_eq!(hinted("[playerA]", "SH", true).expect("a hint").1, Some("OOT 1 1".into()));
    // Outside groups they would be prose; controls are never sent; `.savvy` was no command.
    for line in ["SH", "a", ".savv"] {
        assert_eq!(hinted("", line, true), None, "{line}");
    }
    assert_eq!(hinted("", ".sav", true), hint("e FILE", "e"));
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
