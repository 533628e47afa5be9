//! The commands that took effect in a session, as lines of a script.

use crate::script::{Event, Logbook, Session};
use std::io;

/// The smallest cost, in lines, between two copies of a session. A session plays this many lines in
/// about half a millisecond.
const STRIDE: usize = 1 << 9;

/// The cost, in lines, of a target: a shot or plane that names no ship. When the turn closes, the
/// game must search for a ship. This cost is counted already when the order is given.
const LINES_A_TARGET: usize = 1 << 3;

/// The commands and tags that took effect in a session, each on its own line. To rebuild the
/// session at a line, the tape takes the last copy before this line, and plays the lines between.
#[derive(Clone, Debug, Default)]
pub(super) struct Tape {
    log: Logbook,
    copies: Copies,
}

impl Tape {
    /// Adds the command or tag of `event`. Leaves out events that cannot change the game: `PRINT`,
    /// `SAVE`, prose and comments. `after` is the session after the event.
    pub(super) fn push(&mut self, event: &Event, after: &Session) {
        let Some(line) = event.line().filter(|_| event.changes_game()) else { return };
        self.log.push(&line);
        self.copies.note(self.len(), after);
    }

    pub(super) fn len(&self) -> usize {
        self.log.commands().len()
    }

    /// Returns the lines `from..to`, without their LF.
    pub(super) fn lines(&self, from: usize, to: usize) -> impl Iterator<Item = &[u8]> {
        self.log.numbered(from, to)
    }

    /// Returns the session after the first `count` lines, or after all lines if there are fewer.
    pub(super) fn reach(&self, count: usize) -> Session {
        let count = count.min(self.len());
        let (played, mut session) = self.copies.before(count).unwrap_or_default();
        for line in self.lines(played, count) {
            // The line took effect before, so it takes effect again.
            let again = session.feed(line, &mut io::sink());
            debug_assert!(again.is_ok(), "{}: {again:?}", line.escape_ascii());
        }
        session
    }
}

/// Copies of a session after some of its lines. A large copy is made only after many lines, to
/// limit the memory of the copies.
#[derive(Clone, Debug, Default)]
pub struct Copies {
    /// Each copy, together with the number of lines played before the copy was made.
    kept: Vec<(usize, Session)>,
    /// The cost, in lines, of all lines since a copy was last made, even if this copy was dropped.
    cost: usize,
    /// The number of targets without a ship in the open turn, after the last line.
    targets: usize,
    /// The number of reefs in the last copy. Copies share their reefs until another reef is laid.
    reefs: usize,
}

impl Copies {
    /// Keeps a copy of `session` if enough lines were played since the last copy. Returns whether a
    /// copy was kept. Must be called after each line that takes effect. `lines` is the number of
    /// lines played so far. Drops copies made after this number of lines or more: they are stale.
    pub fn note(&mut self, lines: usize, session: &Session) -> bool {
        let valid = self.kept.partition_point(|(kept, _)| *kept < lines);
        self.kept.truncate(valid);
        let targets = session.game().stored_targets().len();
        self.cost += 1 + targets.saturating_sub(self.targets) * LINES_A_TARGET;
        self.targets = targets;
        let is_due = self.cost >= STRIDE && self.cost >= self.bulk(session);
        if is_due {
            self.kept.push((lines, session.clone()));
            self.cost = 0;
            self.reefs = session.game().board().reefs().laid().len();
        }
        is_due
    }

    /// Drops the copies made after more than `lines` lines, because other commands replace the
    /// later lines.
    pub fn forget_after(&mut self, lines: usize) {
        self.kept.retain(|(kept, _)| *kept <= lines);
    }

    /// Returns roughly how many values a copy of `session` has to copy. Leaves out reefs that
    /// `session` shares with the last copy.
    fn bulk(&self, session: &Session) -> usize {
        let reefs = session.game().board().reefs().laid().len();
        session.game().bulk() + if reefs == self.reefs { 0 } else { reefs }
    }

    /// Returns the last copy made after at most `lines` lines, with the number of lines before the
    /// copy.
    pub fn before(&self, lines: usize) -> Option<(usize, Session)> {
        let count = self.kept.partition_point(|(kept, _)| *kept <= lines);
        self.kept[..count].last().cloned()
    }
}
