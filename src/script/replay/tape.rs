//! What took effect in a session, as lines of a script, with copies of the session along the way.

use crate::script::{Event, Flow, Logbook, Session};
use std::io;

/// Lines between two copies of a session, at least: half a millisecond of play.
const STRIDE: usize = 1 << 9;

/// What a target without a ship may cost when its turn is closed, in lines.
const LINES_A_TARGET: usize = 1 << 3;

/// The commands and tags that took effect in a session, a line each, and how to reach the session as it
/// was behind any of them: from the copy before it. Copies lie as far apart as they are large, so that
/// they take no more memory than the lines do.
///
/// ```
/// use broadside::script::{Session, replay::Tape};
///
/// let mut session = Session::default();
/// let mut tape = Tape::default();
/// let mut line = session.line(b"[state] REEF 1 1 REEF 2 2 PRINT 0 [state]");
/// while let Some(event) = session.read(&mut line)? {
///     session.carry_out(&event, &mut line, &mut std::io::sink())?;
///     tape.push(&event, &session);
/// }
/// assert_eq!(tape.text(), b"[state]\nREEF 1 1\nREEF 2 2\n[state]\n");
/// assert_eq!(tape.reach(2).0.game().board().reefs().laid().len(), 1);
/// # Ok::<(), broadside::script::Stop>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Tape {
    log: Logbook,
    copies: Vec<Copy>,
    /// What playing from the last copy on costs, in lines.
    cost: usize,
    /// How many reefs the last copy knew: it shares them, as long as none is laid.
    reefs: usize,
}

/// A session behind so many lines.
#[derive(Clone, Debug)]
struct Copy {
    lines: usize,
    session: Session,
}

impl Tape {
    /// Adds what was just carried out, where `after` is the session behind it. What changes no game is
    /// not kept: pictures, SAVE, prose and comments.
    pub fn push(&mut self, event: &Event, after: &Session) {
        let Some(line) = event.line().filter(|_| event.changes_game()) else { return };
        self.log.push(&line);
        self.cost += 1 + after.game().noted_targets() * LINES_A_TARGET;
        if self.cost >= STRIDE {
            self.copy(after);
        }
    }

    /// Keeps a copy, if it is not too large for the few lines since the last one.
    fn copy(&mut self, session: &Session) {
        let reefs = session.game().board().reefs().laid().len();
        let laid = if reefs == self.reefs { 0 } else { reefs };
        if self.cost >= session.game().bulk() + laid {
            self.copies.push(Copy { lines: self.len(), session: session.clone() });
            (self.cost, self.reefs) = (0, reefs);
        }
    }

    /// The number of lines.
    pub fn len(&self) -> usize {
        self.log.commands().len()
    }

    /// Whether nothing took effect yet.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// All lines: a script that makes the game anew.
    pub fn text(&self) -> &[u8] {
        self.log.script()
    }

    /// The lines from number `from` to before number `to`, without their LF.
    pub(super) fn lines(&self, from: usize, to: usize) -> impl Iterator<Item = &[u8]> {
        self.log.numbered(from, to)
    }

    /// The session as it was behind the first `count` lines, all of them if there are fewer, and how it
    /// went on from there.
    pub fn reach(&self, count: usize) -> (Session, Flow) {
        let count = count.min(self.len());
        let copy = self.copies[..self.copies.partition_point(|copy| copy.lines <= count)].last();
        let mut session = copy.map(|copy| copy.session.clone()).unwrap_or_default();
        let mut flow = Flow::Continue;
        for line in self.lines(copy.map_or(0, |copy| copy.lines), count) {
            // What took effect once does so again.
            flow = session.feed(line, &mut io::sink()).unwrap_or(flow);
        }
        (session, flow)
    }
}
