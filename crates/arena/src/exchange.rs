//! [`Exchange`]: what a program read and wrote for one turn or one answer. Logs consist of
//! exchanges. This module also prepares lines of a program for messages: it shows control
//! characters, and cuts long lines.

use broadside_core::board::Side;
use broadside_core::text::{Visible, telling_line};
use std::time::Duration;

/// One turn of a program that gets scripts, or one answer of a program that is asked line by line.
/// At the end of a game, a program that is asked has one more exchange, without an answer.
#[derive(Clone, Copy, Debug)]
pub struct Exchange<'e> {
    /// The number of the game, from 0.
    pub game: u64,
    /// The side that the program plays.
    pub side: Side,
    /// For a turn, its number among the turns of both sides in the game, from 1. For an answer, its
    /// number among the answers of this program in the game, from 1. The exchange at the end of the
    /// game has the next number.
    pub number: u64,
    /// What the program read: a script, or the lines since its last answer.
    pub read: &'e [u8],
    /// What the program printed.
    pub wrote: &'e [u8],
    /// The end of what the program wrote to standard error. If one process plays the whole game,
    /// this is what the process wrote since its previous answer. It may include some text that the
    /// process wrote after this answer.
    pub stderr: &'e [u8],
    /// How long the program took.
    pub wall: Duration,
    /// [`OK`](Self::OK), or the program's fault. At the end of a game: the line that told the
    /// program how the game ended, for example `over won`.
    pub outcome: &'e str,
}

impl Exchange<'_> {
    /// The outcome of a turn or an answer without a fault.
    pub const OK: &'static str = "ok";
}

const LONGEST: usize = 160;

/// Returns the [line that says most](telling_line) about an error; empty if all lines are blank.
pub(crate) fn shown_telling_line(text: &[u8]) -> String {
    line(telling_line(text))
}

/// Removes blanks around a line, shows control characters, and cuts after [`LONGEST`] characters.
pub(crate) fn line(line: &[u8]) -> String {
    Visible(line.trim_ascii()).to_string().chars().take(LONGEST).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_telling_line_is_filtered_and_cut() {
        assert_eq!(shown_telling_line(b"Traceback\nKeyError: '\x1bA'\n\n"), "KeyError: '\\u{1b}A'");
        assert_eq!(shown_telling_line(b" \n"), "");
        assert_eq!(line(&[&[b' '; 4 * LONGEST][..], b"ahoy"].concat()), "ahoy");
        assert_eq!(shown_telling_line("é".repeat(1000).as_bytes()).chars().count(), LONGEST);
    }
}
