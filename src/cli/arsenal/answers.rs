//! Reads the answers that people type in a game at a terminal. This module completes short forms:
//! `C1 h` stands for `C1, horizontal`, and `f b3` for `Fire B3`. Then the rules of the game read
//! the completed form.

use broadside::rules::arsenal::{Class, Lost, Misplaced, Move, Placement, Tracking};

/// The first words of moves. Their first letters differ, so any beginning of a word is enough.
const WORDS: [&str; 5] = ["Fire", "Radar", "Smoke", "Artillery", "Torpedo"];

/// Reads a move. Returns an error if its place is wrong. Returns `None` if the line is no move: its
/// first word is unknown, or it has too few or too many words.
pub(super) fn play(line: &[u8]) -> Option<Result<Move, Lost>> {
    let text = String::from_utf8_lossy(line);
    let (word, rest) = text.trim().split_once([' ', '\t'])?;
    let word = WORDS.into_iter().find(|whole| begins(whole, word))?;
    match format!("{word} {rest}").parse() {
        Err(Lost::NotAMove) => None,
        read => Some(read),
    }
}

/// Returns the word of [`WORDS`] that begins with the typed letters, small or capital.
pub(super) fn weapon(line: &str) -> Option<&'static str> {
    let word = line.trim();
    WORDS.into_iter().find(|whole| !word.is_empty() && begins(whole, word))
}

fn begins(whole: &str, word: &str) -> bool {
    whole.get(..word.len()).is_some_and(|start| start.eq_ignore_ascii_case(word))
}

/// Reads the place of a ship. Returns an error if the ship leaves the grid or overlaps a ship of
/// `placed`. Returns `None` if the line is not a cell and a direction.
pub(super) fn placement(
    line: &[u8],
    class: Class,
    placed: &[Placement],
) -> Option<Result<Placement, Misplaced>> {
    let text = String::from_utf8_lossy(line);
    let text = match text.trim().split_once([' ', '\t']) {
        Some((cell, direction)) if !text.contains(',') => format!("{cell}, {direction}"),
        _ => text.into_owned(),
    };
    match Placement::read(class, text.as_bytes(), placed) {
        Err(Misplaced::Form) => None,
        read => Some(read),
    }
}

pub(super) fn tracking(line: &[u8]) -> Option<Tracking> {
    Tracking::read(str::from_utf8(line).ok()?.trim().as_bytes())
}

/// Returns the name without outer blanks, or `None` if it is empty or has control characters.
pub(super) fn name(line: &[u8]) -> Option<&[u8]> {
    let name = line.strip_suffix(b"\r").unwrap_or(line).trim_ascii();
    let has_controls =
        name.utf8_chunks().any(|chunk| chunk.valid().contains(|c: char| c.is_control()));
    (!name.is_empty() && !has_controls).then_some(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_letters_of_a_word_are_enough() {
        for text in ["f b3", "F B3", "fire b3", " Fir  B3 \r"] {
            assert_eq!(play(text.as_bytes()).unwrap().unwrap().to_string(), "Fire B3", "{text}");
        }
        assert_eq!(play(b"t 7").unwrap().unwrap().to_string(), "Torpedo 7");
        assert_eq!(play(b"ra j1"), Some(Err(Lost::LeavesGrid)));
        assert_eq!(play(b"f k1"), Some(Err(Lost::NotACoordinate)));
        for text in ["", "f", "fire", "b3", "shoot b3", "fires b3", "f b 3", "help", "\u{fc} b3"] {
            assert_eq!(play(text.as_bytes()), None, "{text}");
        }
    }

    #[test]
    fn a_placement_needs_no_comma() {
        let read = |text: &str, placed: &[Placement]| {
            placement(text.as_bytes(), Class::Destroyer, placed)
                .map(|ship| ship.map(Placement::set))
        };
        let set = read("C1, horizontal", &[]);
        assert!(set.is_some_and(|set| set.is_ok()));
        assert!(["c1 h", "C1,h", " c1  h\r", "c1\thorizontal"].iter().all(|t| read(t, &[]) == set));
        assert_eq!(read("j1 h", &[]), Some(Err(Misplaced::LeavesGrid(Class::Destroyer))));
        let other = placement(b"C1 v", Class::Carrier, &[]).unwrap().unwrap();
        let overlaps = Misplaced::Overlaps(Class::Destroyer, Class::Carrier);
        assert_eq!(read("a1 h", &[other]), Some(Err(overlaps)));
        for text in ["", "help", "c1", "c1 x", "h c1", "k1 h", "c1 , , h"] {
            assert_eq!(read(text, &[]), None, "{text}");
        }
    }
}
