//! The laws of logbooks (the commands of a game, with undo and redo) and of journals (the records
//! that keep a logbook).

use super::script::{Bounded, saved};
use broadside::script::{Flow, Logbook, Session, Step, Stop};

/// Any records give a logbook. The script of a logbook gives a logbook with the same script. A torn
/// record at the end changes nothing. Redo restores what undo takes back. If only the commands
/// before the first illegal one are kept, all of them can be played.
pub(crate) fn journal(records: &[u8]) {
    let mut book = Logbook::from_records(records);
    assert_eq!(Logbook::from_records(book.script()).script(), book.script());
    let whole = records.iter().rposition(|byte| *byte == b'\n').map_or(0, |end| end + 1);
    assert_eq!(Logbook::from_records(&records[..whole]), book);
    check_undo_and_redo(&book);
    let (played, _) = play(&book);
    book.keep(played);
    assert_eq!(play(&book).0, book.commands().len());
    assert_eq!(book.redo(usize::MAX).len(), 0);
}

/// Checks that undo and redo return the commands, and that the logbook is the same afterwards.
fn check_undo_and_redo(book: &Logbook) {
    let mut other = book.clone();
    let mut taken: Vec<_> = other.undo(usize::MAX).map(<[u8]>::to_vec).collect();
    assert!(other.script().is_empty());
    taken.reverse();
    assert!(other.redo(taken.len()).eq(taken.iter()));
    assert_eq!(&other, book);
}

/// Plays the commands before the first refused one. Returns their number and the state.
fn play(book: &Logbook) -> (usize, Session) {
    let mut session = Session::default();
    let mut played = 0;
    for command in book.commands() {
        if session.feed(command, &mut Bounded::default()).is_err() {
            break;
        }
        played += 1;
    }
    (played, session)
}

/// A prompt skips the commands that it refuses. The other commands make a logbook, which gives the
/// same game. If half of these commands are undone, the rest can still be played.
pub(crate) fn record(script: &[u8]) {
    let (mut session, mut book) = (Session::default(), Logbook::default());
    let mut lines = script.split(|byte| *byte == b'\n');
    while lines.next().is_some_and(|line| !wins(line, &mut session, &mut book)) {}
    let (played, again) = play(&book);
    assert_eq!(played, book.commands().len());
    assert_eq!(saved(&again), saved(&session));
    let records = [book.script(), Step::Undo(played / 2).to_string().as_bytes(), b"\n"].concat();
    let half = Logbook::from_records(&records);
    assert_eq!(play(&half).0, half.commands().len());
}

/// Enters a line as the prompt does. Returns whether the game is won. After a victory, no more
/// lines may be entered.
fn wins(line: &[u8], session: &mut Session, book: &mut Logbook) -> bool {
    let mut line = session.line(line);
    loop {
        let event = match session.read(&mut line) {
            Ok(Some(event)) => event,
            Ok(None) => return false,
            Err(_) => {
                session.drop_unfinished();
                return false;
            }
        };
        match session.carry_out(&event, &mut line, &mut Bounded::default()) {
            Ok(flow) => {
                if let (true, Some(text)) = (event.changes_game(), event.line()) {
                    book.push(&text);
                }
                if flow != Flow::Continue {
                    return true;
                }
            }
            Err(Stop::Syntax(_)) => session.drop_unfinished(),
            Err(Stop::Invalid(_) | Stop::Output(_)) => {}
        }
    }
}
