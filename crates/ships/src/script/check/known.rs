//! What is known at a place in a script, for editors: where its words stand, and the game so far.

use super::Check;
use crate::rules::Game;
use crate::script::ast::Group;
use crate::script::{Context, Reader, Session};

/// What the first lines of a script leave behind. Commands with errors are skipped, as [`check`](super::check)
/// does.
#[derive(Debug)]
pub struct Known {
    reader: Reader,
    group: Option<Group>,
    /// The game so far, or a fresh one where it is not known any more.
    session: Session,
}

impl Known {
    /// What is known behind `lines`, whole lines of a script. `None` when nothing behind them is ever
    /// read: a side has won, or they are no text.
    ///
    /// ```
    /// use broadside_ships::script::check::Known;
    ///
    /// let known = Known::behind(b"[state]\nBOARD_SIZE 3 x\nBOARD_SIZE 3 4\n").expect("no victory");
    /// assert_eq!(known.game().board().dims().rect().bottom, 2);
    /// assert_eq!(known.context(b"REEF 1 ").expect("in a group").missing().len(), 1);
    /// ```
    pub fn behind(lines: &[u8]) -> Option<Self> {
        let mut check = Check { judge: Some(Session::default()), ..Check::default() };
        for line in lines.split_inclusive(|byte| *byte == b'\n') {
            if !check.line(line.strip_suffix(b"\n").unwrap_or(line)) {
                return None;
            }
            check.findings.clear();
        }
        let Check { reader, group, judge, .. } = check;
        Some(Self { reader, group, session: judge.unwrap_or_default() })
    }

    /// The place behind `text`, the beginning of the next line.
    pub fn context(&self, text: &[u8]) -> Option<Context> {
        Context::behind(&self.reader, self.group, text)
    }

    /// The game.
    pub const fn game(&self) -> &Game {
        self.session.game()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use broadside_core::board::Side;

    #[test]
    fn the_group_is_known_even_where_the_game_is_not() {
        let known = Known::behind(b"[state] BOARD_SIZE 3 3 [playerA]\nSHOOT 1\n").expect("text");
        assert_eq!(known.game().board().dims().rect().bottom, 20);
        let context = known.context(b"1 MOVE ").expect("a place");
        assert_eq!(context.group, Some(Group::Turn(Side::First)));
        assert!(known.context(b"1 # ").is_none());
    }

    #[test]
    fn a_mark_before_the_first_line_is_no_word() {
        let known = Known::behind(b"").expect("text");
        let context = known.context("\u{feff}[state] ".as_bytes()).expect("a place");
        assert_eq!(context.group, Some(Group::State));
        assert!(Known::behind(b"\xff\xfe[\0s\0\n").is_none());
    }
}
