//! Tests of the prompt without a terminal: the [`Table`], completion and `.save`.

mod offers;
#[path = "../../../tests/it/random_scripts.rs"]
mod scripts;

use super::actions;
use super::dot::Steps;
use super::journal::Journal;
use super::table::{Origin, Outcome, Table};
use crate::cli::disk::on_disk;
use crate::cli::prompt::target::Target;
use crate::cli::stop::Cancel;
use crate::cli::system::each_failing;
use broadside::board::Coord;
use broadside::ports::{Memory, MemoryFiles, Ports, Terminals};
use broadside::script::{Event, FeedError, Session, Stop, feed, save};
use offers::helper;
use proptest::prelude::*;
use proptest::strategy::ValueTree as _;
use proptest::test_runner::TestRunner;
use rustyline::completion::Completer as _;
use rustyline::highlight::Highlighter as _;
use rustyline::hint::Hinter as _;
use rustyline::history::DefaultHistory;
use scripts::{cut_script, script};
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io::{self, Write};

/// Enters a script line by line. Returns the table, the output, and the outcome of the last line.
fn entered(script: &str) -> (Table, Vec<u8>, Outcome) {
    let (mut table, mut memory) = (Table::default(), Memory::default());
    let mut ended = Outcome::Whole;
    for line in script.split('\n') {
        let entered = memory.run(|ports| table.enter(line.as_bytes(), Origin::Prompt, ports));
        ended = entered.expect("a write to memory never fails");
    }
    (table, memory.out, ended)
}

fn close(table: &mut Table, out: &mut Vec<u8>) {
    let mut memory = Memory::default();
    let closed = memory.run(|ports| table.close_group(Origin::Prompt, ports));
    closed.expect("a write to memory never fails");
    out.extend(memory.out);
}

/// Runs a script without a prompt. Returns the output, whether the whole script was played, and the
/// session.
fn run(script: &[u8]) -> (Vec<u8>, bool, Session) {
    let (mut session, mut out) = (Session::default(), Vec::new());
    let end: Result<_, FeedError> = feed(&mut session, &mut &script[..], &mut out);
    (out, end.is_ok(), session)
}

fn saved(session: &Session) -> Vec<u8> {
    let mut text = Vec::new();
    save::write(session.game(), &mut text).expect("a write to memory never fails");
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
        // A run closes the open group at the end of the script. The game may refuse this.
        close(&mut table, &mut out);
        let (want, is_whole, session) = run(script.as_bytes());
        if is_whole {
            prop_assert_eq!(table.saved().expect("saved to memory"), saved(&session));
            prop_assert_eq!(out, want);
        } else {
            prop_assert!(out.starts_with(&want));
        }
    }

    #[test]
    fn after_an_error_the_prompt_goes_on_without_what_was_refused(script in script()) {
        let (mut table, mut out, _) = entered(&script);
        close(&mut table, &mut out);
        let accepted = table.take_groups().join("\n") + "\n" + &table.open_group();
        let (want, is_whole, session) = run(accepted.as_bytes());
        prop_assert!(is_whole || table.session().group().is_some(), "{}", accepted);
        prop_assert_eq!(without_refusals(&out), without_refusals(&want));
        if table.session().group().is_none() {
            prop_assert_eq!(table.saved().expect("saved to memory"), saved(&session));
        }
    }

    #[test]
    fn undo_takes_everything_back_and_redo_restores_it(script in script(), steps in 1..9_usize) {
        let (mut table, _, _) = entered(&script);
        let (end, log) = (table.saved().expect("saved to memory"), table.log().clone());
        while !table.undo(Steps::Commands(steps)).expect("not stopped").is_empty() {
            let left = std::str::from_utf8(table.log().script()).expect("a script is text");
            let (again, _, _) = entered(left);
            prop_assert_eq!(again.saved().expect("saved to memory"), table.saved().expect("saved to memory"));
        }
        prop_assert_eq!(table.saved().expect("saved to memory"), saved(&Session::default()));
        while !table.redo(Steps::Commands(steps)).expect("not stopped").is_empty() {}
        prop_assert_eq!(table.saved().expect("saved to memory"), end);
        prop_assert_eq!(table.log().script(), log.script());
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

/// Counts random scripts of each kind, because the property tests above need all kinds.
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
            let is_continued = session.reader().is_unfinished();
            let mut line = session.line(bytes.as_bytes());
            while let Ok(Some(event)) = session.read(&mut line) {
                match event {
                    Event::Prose => kinds.insert("prose"),
                    Event::Comment(_) => kinds.insert("a comment"),
                    Event::Command(_) if is_continued => kinds.insert("a command on several lines"),
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

/// Generates short lines: blanks, beginnings of words, commands, and any other characters.
fn typed() -> impl Strategy<Value = String> {
    let word = "[\u{20}\u{a0}\u{3000}\t\u{85}]|[.a-z\\[]{1,3}|SH|REEF|\\.read |\\.help |\\PC|.";
    proptest::collection::vec(word, 0..8).prop_map(|words| words.concat())
}

#[test]
fn a_set_stop_flag_prevents_commands_and_undo() {
    let (mut table, _, _) = entered("[state]\nREEF 1 1\nREEF 2 2");
    table.stop.set();
    assert_eq!(table.undo(Steps::Commands(1)), None);
    assert_eq!(table.log().commands().len(), 3);
    let mut memory = Memory::default();
    let stopped = memory.run(|ports| table.enter(b"REEF 3 3", Origin::Prompt, ports));
    assert_eq!(stopped.unwrap(), Outcome::Stopped);
}

/// A resume or a redo runs old commands again, and Ctrl-C may come at each of them.
#[test]
fn a_resume_or_redo_that_is_stopped_changes_nothing() {
    const EDITED: &[u8] = b"[state]\nREEF 1 1\nREEF 2 2\nREEF 3 x\n";
    let table =
        |records: &[u8], checks| Table::resume(Journal::default(), records, Cancel::after(checks));
    let undone = [EDITED, b".undo 2\n"].concat();
    for checks in 0..16 {
        if let Some((table, lost)) = table(EDITED, checks) {
            assert_eq!((table.log().commands().len(), lost), (3, 1));
            assert!(!table.session().reader().is_unfinished(), "{checks}");
        }
        let (mut table, _) = table(&undone, u64::MAX).unwrap();
        table.stop = Cancel::after(checks);
        let is_redone = table.redo(Steps::Commands(9)).is_some();
        table.stop = Cancel::default();
        let count = if is_redone { 3 } else { 2 };
        assert_eq!(table.log().commands().len(), count, "{checks}");
        assert_eq!(table.session().game().board().reefs().laid().len(), count - 1, "{checks}");
    }
}

struct CancelOnWrite(Cancel);

impl Write for CancelOnWrite {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.set();
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[test]
fn a_full_output_does_not_cancel() {
    let mut table = entered("[state]").0;
    let mut full = &mut [][..];
    let ended = with_output(&mut full, |ports| table.enter(b"PRINT 0", Origin::Prompt, ports));
    assert_eq!(ended.expect_err("no room").kind(), io::ErrorKind::WriteZero);
}

#[test]
fn a_turn_that_is_stopped_halfway_is_taken_back() {
    const TURN: &[u8] = b"[playerA]\nPLACE_SHIP 5 5 N 0 DES\nPRINT 0\nMOVE 0 DES F\n[playerA]\n";
    let (mut table, _, _) = entered("[state]\nREEF 1 1\n[state]");
    let before = (table.saved().unwrap(), table.log().script().to_vec());
    let mut out = CancelOnWrite(table.stop.clone());
    let stopped = with_output(&mut out, |ports| table.enter_turn(TURN, ports));
    assert_eq!(stopped.unwrap(), Outcome::Stopped);
    assert_eq!((table.saved().unwrap(), table.log().script().to_vec()), before);
    assert!(table.session().group().is_none() && !table.stop.is_set());
    assert_eq!(table.redo(Steps::Commands(9)), Some(Vec::new()), "half a turn is not restored");
    let mut memory = Memory::default();
    let played = memory.run(|ports| table.enter_turn(TURN, ports));
    assert_eq!(played.unwrap(), Outcome::Whole);
    assert_eq!(table.log().commands().last(), Some(&b"[playerA]"[..]));
    assert!(table.take_groups().is_empty());
}

/// After an input, the prompt adds the closed groups to the history, and then the machine may move.
/// After a stopped input, neither may happen.
#[test]
fn an_input_that_is_stopped_leaves_no_closed_groups() {
    let mut table = Table::default();
    let stop = table.stop.clone();
    let mut memory = Memory::default();
    let stopped = memory.run(|ports| {
        table.undo_if_stopped(|table| {
            table.enter(b"[state] REEF 1 1 [state]", Origin::Prompt, ports)?;
            stop.set();
            Ok(Outcome::Stopped)
        })
    });
    assert_eq!(stopped.unwrap(), Outcome::Stopped);
    assert!(table.log().commands().len() == 0 && table.take_groups().is_empty());
}

/// The board is drawn around the field of the last event.
#[test]
fn undo_and_redo_change_the_field_of_the_last_event() {
    let script = "[state] BOARD_SIZE 100 100 REEF 2 2 REEF 90 90 [state]\n\
                  [playerA] PLACE_SHIP 5 5 N 0 DES MOVE 0 DES F";
    let (mut table, _, _) = entered(script);
    let records = table.log().script().to_vec();
    let at = |row, col| Some(Coord::new(row, col));
    assert_eq!(table.last_event(), at(4, 5));
    let resumed = Table::resume(Journal::default(), &records, Cancel::default()).unwrap().0;
    assert_eq!(resumed.last_event(), at(4, 5));
    for (steps, left) in [(1, at(5, 5)), (2, at(90, 90)), (2, at(2, 2)), (1, None)] {
        table.undo(Steps::Commands(steps));
        assert_eq!(table.last_event(), left);
    }
    table.redo(Steps::Commands(5));
    assert_eq!(table.last_event(), at(5, 5));
}

/// In a long game, undo starts from a copy of an earlier position and plays the commands after it.
/// Here none of these commands names a field, so the field must be stored with the copy.
#[test]
fn undo_in_a_long_game_keeps_the_field_of_the_last_event() {
    let turns = "[playerA]\n[playerA]\n[playerB]\n[playerB]\n".repeat(200);
    let (mut table, _, _) = entered(&format!("[state]\nREEF 9 9\n[state]\n{turns}"));
    let records = table.log().script().to_vec();
    let resumed = Table::resume(Journal::default(), &records, Cancel::default()).unwrap().0;
    for mut table in [std::mem::take(&mut table), resumed] {
        table.undo(Steps::Commands(1));
        assert_eq!(table.last_event(), Some(Coord::new(9, 9)));
    }
}

fn with_output<T>(out: &mut dyn Write, act: impl FnOnce(&mut Ports<'_>) -> T) -> T {
    let (input, err, terminals) = (&mut io::empty(), &mut io::sink(), Terminals::default());
    act(&mut Ports { input, out, err, files: &MemoryFiles::default(), terminals })
}

#[test]
fn a_save_that_fails_leaves_the_old_file_and_the_game() {
    let (table, _, _) = entered("[state]\nREEF 1 1\n[state]");
    let new = table.saved().expect("saved to memory");
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("game.ships");
    let target = Target { file: path.clone(), replaces: true };
    for old in [Some("old"), None] {
        each_failing(io::ErrorKind::StorageFull, |has_failed| {
            drop(fs::remove_file(&path));
            if let Some(old) = old {
                fs::write(&path, old).expect("the old file");
            }
            let (saved, [out, err]) = on_disk(|ports| actions::save_game(&target, &table, ports));
            saved.expect("a write to memory never fails");
            let left = fs::read(&path).ok();
            if has_failed() {
                assert_eq!((out.as_str(), left.as_deref()), ("", old.map(str::as_bytes)));
                let report = format!("cannot write `{}`: no storage space\n", path.display());
                assert_eq!(err, report);
            } else {
                assert_eq!((out, err), (format!("wrote `{}`\n", path.display()), String::new()));
                assert_eq!(left.as_ref(), Some(&new));
            }
            let files = fs::read_dir(folder.path()).expect("the folder").count();
            assert_eq!(files, usize::from(left.is_some()));
            assert_eq!(table.saved().expect("saved to memory"), new);
        });
    }
}
