//! Tests the logbook of a session, and the records of its journal.

use broadside_core::board::Side;
use broadside_ships::script::{Logbook, Step};

fn book(script: &str) -> Logbook {
    Logbook::from_records(script.as_bytes())
}

#[test]
fn commands_are_redone_in_order_until_a_new_one_is_added() {
    let mut log = book("a\nb\nc\n");
    assert!(log.undo(2).eq([b"c", b"b"]));
    assert_eq!(log.script(), b"a\n");
    assert!(log.redo(1).eq([b"b"]));
    assert_eq!(log.script(), b"a\nb\n");
    log.push(b"d");
    assert_eq!(log.redo(9).len(), 0);
    assert!(log.commands().eq([b"a", b"b", b"d"]));
    assert!(log.undo(9).eq([b"d", b"b", b"a"]));
    assert!(log.undo(1).len() == 0 && log.script().is_empty());
    assert!(log.redo(usize::MAX).eq([b"a", b"b", b"d"]));
}

#[test]
fn commands_that_are_not_kept_are_not_redone() {
    let mut log = book("a\nb\nc\nd\n.undo 1\n");
    assert_eq!((log.keep(1), log.script()), (2, &b"a\n"[..]));
    assert_eq!(log.redo(9).len(), 0);
    assert_eq!((log.keep(9), log.script()), (0, &b"a\n"[..]));
}

#[test]
fn returning_to_a_mark_restores_all_commands() {
    let mut log = book("a\nb\nc\nd\n.undo 2\n");
    let before = log.clone();
    let marks = (log.mark(1), log.mark(9));
    drop(log.undo(1));
    log.push(b"e");
    log.return_to(marks.0);
    assert_eq!(log, before);
    log.push(b"e");
    log.push(b"f");
    log.return_to(marks.1);
    assert_eq!(log, before);
    assert!(log.redo(9).eq([b"c", b"d"]));
}

#[test]
fn all_records_count_except_an_incomplete_last_one() {
    assert_eq!(book("a\nb\n.undo 1\nc\n.undo 2\n.redo 1\nd").script(), b"a\n");
    assert_eq!(book("torn").script(), b"");
    assert_eq!(book(".undo\n.undo x\n.undone 1\n").commands().len(), 3);
}

/// The time of one step must not grow with the number of commands.
#[test]
fn steps_over_many_commands_are_fast() {
    let records = "x\n".repeat(200_000) + &".undo 200000\n.redo 200000\n".repeat(100_000);
    assert_eq!(book(&records).commands().len(), 200_000);
}

/// If a logbook could not read a step, it would take the step for a command. Here each step comes
/// after five commands, of which two were undone.
#[test]
fn steps_are_read_as_they_are_written() {
    let after = |step: Step| book(&format!("a\nb\nc\nd\ne\n.undo 2\n.ai auto A\n{step}\n"));
    let all = [(Step::Undo(3), 0), (Step::Redo(usize::MAX), 5), (Step::AutopilotOff, 3)];
    for (step, count) in all.into_iter().chain(Side::ALL.map(|side| (Step::Autopilot(side), 3))) {
        assert_eq!(after(step).commands().len(), count, "{step}");
    }
    let autopilot = |step| Side::ALL.map(|side| after(step).autopilot()[side]);
    assert_eq!(autopilot(Step::AutopilotOff), [false, false]);
    assert_eq!(Side::ALL.map(|side| autopilot(Step::Autopilot(side))), [[true, false], [true; 2]]);
    assert_eq!(book(".ai auto C\n").commands().len(), 1);
}

#[test]
fn the_autopilot_is_set_for_each_side_and_cleared() {
    let sides = |records| Side::ALL.map(|side| book(records).autopilot()[side]);
    assert_eq!(sides("a\n.ai auto B\nb\n.undo 1\n"), [false, true]);
    assert_eq!(sides(".ai auto B\n.ai auto A\n.ai off\n"), [false, false]);
    assert_eq!(book(".ai auto B\na\n").script(), b"a\n");
}

#[test]
fn a_turn_is_undone_from_its_opening_tag_and_redone_to_its_closing_tag() {
    const SETUP: &str = "[state]\nREEF 1 1\n[state]\n";
    assert_eq!((book(SETUP).last_turn(), book(SETUP).turns()), (0, 0));
    let game = format!("{SETUP}[playerA]\nx\n[playerA]\n[playerB]\n[playerB]\n[state]\n");
    let mut log = book(&game);
    assert_eq!((log.last_turn(), log.turns()), (3, 2));
    drop(log.undo(3));
    assert_eq!((log.last_turn(), log.turns(), log.next_turn()), (3, 1, 2));
    drop(log.undo(3));
    assert_eq!((log.last_turn(), log.next_turn()), (0, 3));
    drop(log.redo(5));
    assert_eq!(log.next_turn(), 1, "the undone commands close no turn");
    drop(log.undo(3));
    assert_eq!((log.last_turn(), log.next_turn()), (2, 1), "a turn may be open");
}
