//! The commands that took effect in a session, as lines of a script.

use crate::script::{Event, Logbook, Session};
use std::io;

/// The smallest cost, in lines, between two copies of a session. A session plays this many lines in
/// about half a millisecond.
const STRIDE: usize = 1 << 9;

/// The cost, in lines, of finding a ship for a target without a ship. The game searches when the
/// turn closes, but the cost is counted when the order is given.
const LINES_A_TARGET: usize = 1 << 3;

/// The commands and tags that took effect in a session, each on its own line. To rebuild the
/// session at a line, the tape plays the lines after the last copy before this line.
#[derive(Clone, Debug, Default)]
pub(super) struct Tape {
    log: Logbook,
    copies: Copies,
}

impl Tape {
    /// `after` is the session after the event. Drops events that cannot change the game: `PRINT`,
    /// SAVE, prose and comments.
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
    /// Keeps a copy of `session`, which has played `lines` lines, if enough lines were played since
    /// the last copy. Must be called after each line that takes effect. Drops copies made at or
    /// after this line, which are out of date. Returns whether a copy was kept.
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
    pub fn forget_behind(&mut self, lines: usize) {
        self.kept.retain(|(kept, _)| *kept <= lines);
    }

    /// Returns roughly how many values a copy of `session` has to copy. Reefs that `session` shares
    /// with the last copy do not count.
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::script::replay::Recorder;

    #[test]
    fn the_kept_lines_give_the_final_game() {
        let script = "[state] SRAND 5 REEF 9 4 # a reef\nPRINT 0 SAVE SET_FLEET A 1 0 0 0
            SET_FLEET B 0 0 0 1 EXTENDED_SHIPS AUTO_SHOOTING SHIP A 4 4 N 0 CAR 11111
            SHIP B 15 4 E 0 DES 11 BOARD_SIZE 30 30 [state] prose
            [playerA] SPY 15 4 SHOOT 15 4\nMOVE 0 CAR L PRINT 1 [playerA]
            [playerB] MOVE 0\nDES F SHOOT 99 99\nSHOOT 14 4 [playerB] [playerA] SHOOT 15 5";
        let (mut recorder, mut session) = (Recorder::default(), Session::default());
        let refused = script.lines().filter(|line| {
            let played = session.feed(line.as_bytes(), &mut io::sink());
            assert_eq!(recorder.feed(line.as_bytes()).is_err(), played.is_err(), "{line}");
            played.is_err()
        });
        assert_eq!(refused.count(), 1);
        let tape = recorder.into_replay().tape;
        let mut again = Session::default();
        for line in tape.lines(0, tape.len()) {
            again.feed(line, &mut io::sink()).unwrap();
        }
        assert_eq!(again.game(), session.game());
    }

    /// Returns the number of copies that are kept of a session with this many ships. The session
    /// plays `reefs` lines with a reef, and then `lines` other lines.
    fn copies(ships: usize, reefs: usize, lines: usize) -> usize {
        let mut session = Session::default();
        let mut play = |line: &str| {
            session.feed(line.as_bytes(), &mut io::sink()).unwrap();
            session.clone()
        };
        play(&format!("[state] BOARD_SIZE 9999 9999 SET_FLEET A 0 0 0 {ships}"));
        (0..ships).for_each(|n| _ = play(&format!("SHIP A {} 0 N {n} DES 11", 3 * n)));
        let mut copies = Copies::default();
        for n in 0..reefs {
            copies.note(n + 1, &play(&format!("REEF {n} 9")));
        }
        let last = play("NEXT_PLAYER A");
        (0..lines).for_each(|n| _ = copies.note(reefs + n + 1, &last));
        copies.kept.len()
    }

    #[test]
    fn larger_copies_are_farther_apart() {
        assert_eq!(copies(0, 0, 4 * STRIDE), 4);
        assert_eq!(copies(400, 0, 4000), 2, "400 ships: 2,000 values to copy");
        assert_eq!(copies(400, 400, 4000), 2, "from the second copy on, the reefs are shared");
        assert_eq!(
            copies(0, 3000, 0),
            1,
            "as long as reefs are laid there is more and more to copy"
        );
        assert_eq!(copies(0, 3000, 4 * STRIDE), 5);
    }

    /// The memory of the copies must not grow with the square of the number of targets.
    #[test]
    fn copies_of_a_turn_with_many_targets_are_far_apart() {
        const TARGETS: usize = 4000;
        let mut session = Session::default();
        let mut play = |line: &str| {
            session.feed(line.as_bytes(), &mut io::sink()).unwrap();
            session.clone()
        };
        play(
            "[state] EXTENDED_SHIPS AUTO_SHOOTING SET_FLEET A 1000 0 0 0 SET_FLEET B 0 0 0 0 [state]",
        );
        play("[state] BOARD_SIZE 9999 9 INIT_POSITION A 0 0 9998 8 [state] [playerA]");
        (0..1000).for_each(|n| _ = play(&format!("PLACE_SHIP {} 4 W {n} CAR", 2 * n)));
        let mut copies = Copies::default();
        (0..TARGETS).for_each(|n| _ = copies.note(n + 1, &play("SPY 1 1")));
        let noted = copies.kept.iter().map(|(_, session)| session.game().stored_targets().len());
        assert!((1..40).contains(&copies.kept.len()), "{}", copies.kept.len());
        assert!(noted.sum::<usize>() < 16 * TARGETS);
    }

    #[test]
    fn the_last_copy_before_a_line_is_found() {
        let (mut copies, session) = (Copies::default(), Session::default());
        (1..=3 * STRIDE).for_each(|lines| _ = copies.note(lines, &session));
        let before = |lines| copies.before(lines).map(|(kept, _)| kept);
        assert_eq!([before(STRIDE - 1), before(STRIDE)], [None, Some(STRIDE)]);
        assert_eq!(before(3 * STRIDE - 1), Some(2 * STRIDE));
        copies.forget_behind(STRIDE);
        assert_eq!(copies.before(usize::MAX).map(|(kept, _)| kept), Some(STRIDE));
    }
}
