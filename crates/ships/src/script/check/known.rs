//! The state at a place in a script, for editors: the open group, and the game up to this place.

use super::Check;
use crate::rules::Game;
use crate::script::ast::Group;
use crate::script::{Context, Reader, Session};

/// The state after the first lines of a script. Commands with errors are skipped.
#[derive(Debug)]
pub struct Known {
    reader: Reader,
    group: Option<Group>,
    /// The session up to this place, or a new session if the state of the game is not known.
    session: Session,
}

impl Known {
    /// Returns the state after `lines`, which are whole lines of a script. Returns `None` if a run
    /// reads nothing after `lines`, because a side has won or the script is in UTF-16.
    pub fn behind(lines: &[u8]) -> Option<Self> {
        let mut check = Check::new();
        for line in lines.split_inclusive(|byte| *byte == b'\n') {
            if !check.line(line.strip_suffix(b"\n").unwrap_or(line)) || check.winner.is_some() {
                return None;
            }
            check.findings.clear();
        }
        let Check { reader, group, session, .. } = check;
        Some(Self { reader, group, session: session.unwrap_or_default() })
    }

    /// Returns the context of the place after `text`, which is the beginning of the next line.
    /// Returns `None` inside prose and comments, and after a syntax error in `text`.
    pub fn context(&self, text: &[u8]) -> Option<Context> {
        Context::behind(&self.reader, self.group, text)
    }

    /// Returns the game.
    pub const fn game(&self) -> &Game {
        self.session.game()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use broadside_core::board::Side;

    #[test]
    fn the_group_is_known_even_if_the_game_is_not() {
        let known = Known::behind(b"[state] BOARD_SIZE 3 3 [playerA]\nSHOOT 1\n")
            .expect("a readable script");
        assert_eq!(known.game().board().dims().rect().bottom, 20);
        let context = known.context(b"1 MOVE ").expect("a place in a group");
        assert_eq!(context.group, Some(Group::Turn(Side::First)));
        assert!(known.context(b"1 # ").is_none());
    }

    #[test]
    fn nothing_is_known_after_a_victory() {
        let lines: &[u8] =
            b"[state] SET_FLEET A 0 0 0 0 SET_FLEET B 0 0 0 1 SHIP B 5 5 N 0 DES 00 [state]\n\
            [playerA]\n[playerA]\n";
        let open_turn = lines.strip_suffix(b"[playerA]\n").unwrap();
        assert!(Known::behind(open_turn).is_some());
        assert!(Known::behind(lines).is_none());
    }

    #[test]
    fn a_byte_order_mark_is_not_part_of_a_word() {
        let known = Known::behind(b"").expect("a readable script");
        let context = known.context("\u{feff}[state] ".as_bytes()).expect("a place in a group");
        assert_eq!(context.group, Some(Group::State));
        assert!(Known::behind(b"\xff\xfe[\0s\0\n").is_none());
    }
}
