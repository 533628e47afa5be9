//! The texts of the game at a terminal.

use crate::cli::prompt::text::cut;
use broadside::board::Side;
use broadside::rules::arsenal::bots::{Captain, Report};
use broadside::rules::arsenal::{Lost, Move, Outcome};
use broadside::text::Visible;

/// The greatest width of a name, in columns. Longer names are cut to fit the window.
pub(super) const LONGEST_NAME: usize = 16;

pub(super) const NO_MOVE: &str = "That is not a move; it cost nothing.";

#[derive(Clone, Debug)]
pub(super) struct Turn {
    pub(super) play: Result<(Move, Outcome), Lost>,
    /// The place that the person typed. Empty for a bot.
    pub(super) place: String,
}

impl Turn {
    /// Reports the turn to the bot, which is always the second side.
    pub(super) fn report_to(&self, bot: &mut dyn Captain, side: Side) {
        bot.hear(&match (&self.play, side) {
            (Ok((_, outcome)), Side::Second) => Report::Own(outcome),
            (turn, _) => Report::of_enemy(turn.as_ref().map(|(play, outcome)| (*play, outcome))),
        });
    }

    /// Returns a line about the turn. The line does not say where smoke lies. It shows a wrong
    /// place only to the person who typed it: a mistyped place of smoke hints at the place that was
    /// meant.
    pub(super) fn words(&self, who: &str, is_own: bool) -> String {
        match &self.play {
            Ok((play, outcome)) => {
                let facts: Vec<_> = outcome.facts().collect();
                format!("{who}: {play} - {}", facts.join(", "))
            }
            Err(lost @ Lost::NotACoordinate) if is_own => {
                format!("{who}: turn lost, `{}` is {lost}", self.place)
            }
            Err(lost) => format!("{who}: turn lost, {lost}"),
        }
    }
}

#[derive(Clone, Debug, Default)]
pub(super) struct Notes {
    /// The reaction to the last answer, for example why it was refused. Empty if there is none.
    pub(super) remark: String,
    pub(super) help: Help,
    pub(super) may_undo: bool,
}

impl Notes {
    pub(super) fn keys(&self) -> Vec<&'static str> {
        let undo = self.may_undo.then_some("undo takes back");
        self.help.keys.iter().copied().chain(undo).collect()
    }
}

/// A help text in two lengths: one for windows of 80 columns or more, and one for narrower windows.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Help {
    wide: &'static [&'static str],
    narrow: &'static [&'static str],
    /// The help in short form, for the foot of a picture.
    keys: &'static [&'static str],
}

/// A help text with more lines than this may be shown in place of the grids.
const SHORT: usize = 3;

impl Help {
    pub(super) const fn is_long(self, columns: usize) -> bool {
        self.lines(columns).len() > SHORT
    }

    pub(super) const fn lines(self, columns: usize) -> &'static [&'static str] {
        if columns < WIDE { self.narrow } else { self.wide }
    }
}

/// The smallest width of a window, in columns, that shows the longer text.
const WIDE: usize = 80;

pub(super) const MOVES_HELP: Help = Help {
    wide: &[
        "A move is a word, or its first letter, and a place:",
        "  Fire B3       f b3  shoots at one cell",
        "  Radar B3      r b3  are there ships in the 2x2 cells from B3? 3 times a game",
        "  Smoke B3      s b3  hides 2x2 own cells from radar; once per ship you sank",
        "  Artillery B3  a b3  shoots at 2x2 cells; only right after you sank a ship",
        "  Torpedo B, 7  t b   shoots along a column or row; right after 3rd sinking",
        "A wrong place, or a move not allowed now, costs the turn. Ctrl-D gives up.",
    ],
    narrow: &[
        "f b3  Fire: one cell",
        "r b3  Radar: ships in 2x2? 3 a game",
        "s b3  Smoke: hides 2x2; 1 per ship sunk",
        "a b3  Artillery: 2x2, after a sinking",
        "t b   Torpedo: line, after 3rd sinking",
        "Wrong places cost the turn.",
        "Ctrl-D gives up.",
    ],
    keys: &["Enter, Esc: close", "f b3 fires", "arrows aim", "Ctrl-D gives up"],
};

/// The short help for moves. The full help, [`MOVES_HELP`], follows a line that is not a move.
pub(super) const FIRST_MOVE_HELP: Help = Help {
    wide: &["f b3 fires at B3; help shows all moves."],
    narrow: &[],
    keys: &["f b3 fires", "arrows aim", "help all moves", "Ctrl-D gives up"],
};

pub(super) const PLACING_HELP: Help = Help {
    wide: &[
        "Type a cell and a direction: C1 h lies from C1 to the right, C1 v from C1 down.",
        "Ships may touch, but not overlap.",
    ],
    narrow: &["C1 h: from C1 right. C1 v: down."],
    keys: &["c1 h to the right", "c1 v down", "arrows aim", "Space turns"],
};

pub(super) const GOAL_HELP: Help = Help {
    wide: &[
        "Sink the other fleet before yours is sunk. Each has four ships: a Carrier of 5",
        "cells, a Battleship of 4, a Destroyer of 3, a Submarine of 2.",
        "Tracking: easy keeps hits, misses and radar on the grids, hard only hits.",
    ],
    narrow: &["Sink their four ships before yours sink.", "Tracking: hard does not draw misses."],
    keys: &["Enter takes easy", "easy or hard, then Enter", "Ctrl-D leaves"],
};

pub(super) const NAME_HELP: Help = Help {
    wide: &["Any name but the other player's."],
    narrow: &["Any name."],
    keys: &["any name but the other player's", "Ctrl-D leaves"],
};

pub(super) const CAPTIONS: [&str; 2] = ["Enemy waters", "Your fleet"];
pub(super) const REVEALED: [&str; 2] = ["Enemy fleet", "Your fleet"];

/// Returns the remark after an answer that was not understood. The remark is empty if the line asks
/// for help, because the page then shows the help.
pub(super) fn remark(line: &[u8], remark: &str) -> String {
    let text = line.trim_ascii();
    let asks = text == b"?" || text.eq_ignore_ascii_case(b"help");
    if asks { String::new() } else { remark.to_owned() }
}

/// Returns a typed name or place as the game shows it: without control characters, and cut if it is
/// long.
pub(super) fn shown(typed: &[u8]) -> String {
    cut(&Visible(typed).to_string(), LONGEST_NAME)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_help_text_fits_its_windows() {
        for help in [MOVES_HELP, FIRST_MOVE_HELP, PLACING_HELP, GOAL_HELP, NAME_HELP] {
            assert!(help.wide.iter().all(|line| line.len() <= 80));
            assert!(help.narrow.iter().all(|line| line.len() <= 40));
        }
    }
}
