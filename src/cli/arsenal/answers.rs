//! Completes the short forms that people type: `C1 h` to `C1, horizontal`, and `f b3` to `Fire B3`. The rules read the
//! completed answers.

use broadside::rules::arsenal::{Class, Lost, Misplaced, Move, Placement, Tracking};

/// The words of the moves. Their first letters differ, so any beginning of a word is enough.
const WORDS: [&str; 5] = ["Fire", "Radar", "Smoke", "Artillery", "Torpedo"];

/// Reads a move, or the reason why the turn is lost. Returns `None` for a line that is not a move: an empty line, an
/// unknown word, missing or extra words.
pub(super) fn play(line: &[u8]) -> Option<Result<Move, Lost>> {
    let text = String::from_utf8_lossy(line);
    let (word, rest) = text.trim().split_once([' ', '\t'])?;
    let word = WORDS.into_iter().find(|whole| begins(whole, word))?;
    match format!("{word} {rest}").parse() {
        Err(Lost::NotAMove) => None,
        read => Some(read),
    }
}

/// Returns the word of the move that a line of one word names.
pub(super) fn weapon(line: &str) -> Option<&'static str> {
    let word = line.trim();
    WORDS.into_iter().find(|whole| !word.is_empty() && begins(whole, word))
}

/// Whether a line asks to take back the last turn.
pub(super) fn is_undo(line: &[u8]) -> bool {
    line.trim_ascii().eq_ignore_ascii_case(b"undo")
}

fn begins(whole: &str, word: &str) -> bool {
    whole.get(..word.len()).is_some_and(|start| start.eq_ignore_ascii_case(word))
}

/// Reads the place of a ship, or the reason why it cannot lie there beside the ships in `placed`. Returns `None` for a
/// line that is not a placement.
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

/// Reads `easy` or `hard`, in upper or lower case.
pub(super) fn tracking(line: &[u8]) -> Option<Tracking> {
    Tracking::read(str::from_utf8(line).ok()?.trim().as_bytes())
}

/// Reads a name. Returns `None` if it is empty or has controls.
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
    fn any_part_of_a_word_is_enough() {
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
