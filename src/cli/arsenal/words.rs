//! What is said at the table, in plain words that fit the window.

use broadside::board::Side;
use broadside::rules::arsenal::bots::{Captain, Report};
use broadside::rules::arsenal::{Knowledge, Lost, Move, Outcome};

/// The longest name that is shown, in columns.
const LONGEST_NAME: usize = 16;

/// A turn that is over.
#[derive(Clone, Debug)]
pub(super) struct Turn {
    /// The move, or why the turn was lost, and what it brought.
    pub(super) play: Result<(Move, Outcome), Lost>,
}

impl Turn {
    /// Lets the bot hear of the turn of `side`; the bot is the second.
    pub(super) fn heard_by(&self, bot: &mut dyn Captain, side: Side) {
        match (&self.play, side) {
            (Ok((_, outcome)), Side::Second) => bot.hear(&Report::Own(outcome)),
            (Ok((Move::Smoke(_), outcome)), _) => bot.hear(&Report::Enemy(None, outcome)),
            (Ok((play, outcome)), _) => bot.hear(&Report::Enemy(Some(*play), outcome)),
            (Err(lost), _) => bot.hear(&Report::EnemyLost(lost)),
        }
    }

    /// The turn in a line. Where smoke lies is not told.
    pub(super) fn told(&self, who: &str) -> String {
        match &self.play {
            Ok((play, outcome)) => {
                let facts: Vec<_> = outcome.facts().collect();
                format!("{who}: {play} - {}", facts.join(", "))
            }
            Err(lost) => format!("{who}: turn lost, {lost}"),
        }
    }
}

/// The moves that are open, in a line.
pub(super) fn open(known: &Knowledge<'_>) -> String {
    let counted = |word: &str, left: u32| (left > 0).then(|| format!("{word} ({left} left)"));
    let if_open = |word: &str, is_open: bool| is_open.then(|| word.to_owned());
    let moves = [
        Some("Fire".to_owned()),
        counted("Radar", known.sweeps()),
        counted("Smoke", known.screens()),
        if_open("Artillery", known.openings().artillery),
        if_open("Torpedo", known.openings().torpedo),
    ];
    let moves: Vec<_> = moves.into_iter().flatten().collect();
    format!("Moves: {}. Type f b3 to fire at B3, or help.", moves.join(", "))
}

/// All moves and how they are typed.
pub(super) const MOVES: [&str; 7] = [
    "A move is a word, or its first letter, and a place:",
    "  Fire B3       f b3  shoots at one cell",
    "  Radar B3      r b3  are there ships in the 2x2 cells from B3? 3 times a game",
    "  Smoke B3      s b3  hides 2x2 own cells from radar; once for each ship you sank",
    "  Artillery B3  a b3  shoots at 2x2 cells; only right after you sank a ship",
    "  Torpedo B, 7  t b   shoots along a column or row; right after you sank the third",
    "A wrong place, or a move that is not open, costs the turn. Ctrl-D gives up.",
];

/// How ships are placed.
pub(super) const PLACING: [&str; 2] = [
    "Type a cell and a direction: C1 h lies from C1 to the right, C1 v from C1 down.",
    "Ships may touch, but not overlap.",
];

/// What the game is about.
pub(super) const AIM: [&str; 2] = [
    "Sink the other fleet before yours is sunk: Carrier (5 cells), Battleship (4), Destroyer (3), \
     Submarine (2).",
    "Tracking easy draws misses on the grids, hard draws only hits.",
];

/// About names.
pub(super) const NAMES: [&str; 1] = ["Any name that the other one does not have."];

/// What stands above the grids.
pub(super) const CAPTIONS: [&str; 2] = ["Enemy waters", "Your fleet"];
/// The same when the game is over.
pub(super) const REVEALED: [&str; 2] = ["Enemy fleet", "Your fleet"];

/// What is said to a line that is no move.
pub(super) fn no_move(line: &[u8]) -> Vec<String> {
    let remark = remark(line, "That is no move; it cost nothing.");
    remark.into_iter().chain(MOVES.map(str::to_owned)).collect()
}

/// What is said to a line that is no placement.
pub(super) fn no_placement(line: &[u8]) -> String {
    remark(line, "That is no cell with a direction.").unwrap_or_default()
}

/// Nothing is said against a line that is empty or asks for help.
fn remark(line: &[u8], remark: &str) -> Option<String> {
    let text = line.trim_ascii();
    let asks = text.is_empty() || text == b"?" || text.eq_ignore_ascii_case(b"help");
    (!asks).then(|| remark.to_owned())
}

/// A name, not too long to stand in a line.
pub(super) fn short_name(name: &str) -> String {
    cut(name, LONGEST_NAME)
}

/// As much of a text as fits into so many columns.
pub(super) fn cut(text: &str, columns: usize) -> String {
    let mut width = 0;
    let fits = |c: &char| {
        width += columns_of(*c);
        width <= columns
    };
    text.chars().take_while(fits).collect()
}

/// The columns that a character takes at most: many letters of other scripts take two.
const fn columns_of(c: char) -> usize {
    if c.is_ascii() { 1 } else { 2 }
}

/// A text in lines of at most so many columns, all as far to the right as the first.
pub(super) fn wrapped(text: &str, columns: usize) -> Vec<String> {
    if cut(text, columns) == text {
        return vec![text.to_owned()];
    }
    let indent = &text[..text.len() - text.trim_start_matches(' ').len()];
    let mut lines: Vec<String> = Vec::new();
    for word in text.split_ascii_whitespace() {
        let longer = lines.last().map(|line| format!("{line} {word}"));
        match (longer.filter(|longer| cut(longer, columns) == *longer), lines.last_mut()) {
            (Some(longer), Some(line)) => *line = longer,
            _ => lines.push(cut(&format!("{indent}{word}"), columns)),
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_broken_between_words_and_keep_their_indent() {
        assert_eq!(wrapped("  one two three", 9), ["  one two", "  three"]);
        assert_eq!(wrapped("  a    b", 8), ["  a    b"]);
        assert_eq!(wrapped("enormous", 3), ["eno"]);
        assert_eq!(wrapped("", 3), [""]);
        assert_eq!(wrapped("船 船", 4), ["船", "船"]);
    }

    #[test]
    fn all_that_is_told_fits_a_terminal_of_80_columns() {
        assert!(MOVES.iter().chain(&PLACING).chain(&AIM[1..]).all(|line| line.len() <= 80));
    }
}
