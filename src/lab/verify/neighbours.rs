//! Scripts like a given one: the same commands, some arguments changed. They tell misreadings apart
//! that agree on one script by chance.

use crate::dice::{Dice, Stream};
use crate::lab::draft::Draft;

/// The most scripts that are tried for one that can be read.
const TRIES: usize = 8;

/// At most `most` different scripts like `script`, the same ones each time.
pub(super) fn neighbours(script: &[u8], most: usize) -> Vec<Vec<u8>> {
    let mut dice = Stream::new(&0.into(), 0);
    let mut found: Vec<Vec<u8>> = Vec::new();
    for _ in 0..most * TRIES {
        let Some(other) = neighbour(script, &mut dice) else { continue };
        if other != script && !found.contains(&other) {
            found.push(other);
        }
        if found.len() >= most {
            break;
        }
    }
    found
}

/// The script with one to three words changed, if it can still be read.
fn neighbour(script: &[u8], dice: &mut dyn Dice) -> Option<Vec<u8>> {
    let mut words: Vec<_> = script.split_inclusive(u8::is_ascii_whitespace).map(split).collect();
    let places: Vec<_> = (0..words.len()).filter(|at| is_argument(&words[*at].0)).collect();
    for _ in 0..=dice.below(3) {
        let at = *places.get(pick(places.len(), dice))?;
        words[at].0 = changed(&words[at].0, dice);
    }
    let other: Vec<u8> =
        words.into_iter().flat_map(|(word, blank)| [word, blank].concat()).collect();
    Draft::parse(&other).ok().map(|draft| draft.to_bytes())
}

/// A word and the blank behind it.
fn split(word: &[u8]) -> (Vec<u8>, Vec<u8>) {
    let end = word.iter().position(u8::is_ascii_whitespace).unwrap_or(word.len());
    (word[..end].to_vec(), word[end..].to_vec())
}

const DIRECTIONS: [&[u8]; 4] = [b"N", b"E", b"S", b"W"];
const MANOEUVRES: [&[u8]; 3] = [b"F", b"L", b"R"];
const CLASSES: [&[u8]; 4] = [b"CAR", b"BAT", b"CRU", b"DES"];

/// Words that can stand for each other.
fn alternatives(word: &[u8]) -> Option<&'static [&'static [u8]]> {
    let sets: [&[&[u8]]; 3] = [&DIRECTIONS, &MANOEUVRES, &CLASSES];
    sets.into_iter().find(|set| set.contains(&word))
}

fn is_argument(word: &[u8]) -> bool {
    alternatives(word).is_some() || number(word).is_some()
}

fn number(word: &[u8]) -> Option<i64> {
    str::from_utf8(word).ok()?.parse().ok()
}

/// Another word in its place: a number that is one or two greater or less, or any of its kind.
fn changed(word: &[u8], dice: &mut dyn Dice) -> Vec<u8> {
    if let Some(set) = alternatives(word) {
        return set[pick(set.len(), dice)].to_vec();
    }
    let step = [-2, -1, 1, 2][pick(4, dice)];
    let near = number(word).and_then(|number| number.checked_add(step));
    near.map_or_else(|| word.to_vec(), |near| near.to_string().into_bytes())
}

fn pick(len: usize, dice: &mut dyn Dice) -> usize {
    usize::try_from(dice.below(len as u64)).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn neighbours_are_other_scripts_of_the_same_commands() {
        let script = b"[playerA]\nPLACE_SHIP 0 0 N 0 DES\nPLACE_SHIP 2 1 N 1 DES\n[playerA]\n";
        let found = neighbours(script, 50);
        assert_eq!((found.len(), &found), (50, &neighbours(script, 50)));
        for other in &found {
            assert_ne!(other, script);
            let count = |text: &[u8]| text.split(|byte| *byte == b'\n').count();
            assert_eq!(count(other), count(script));
        }
    }

    #[test]
    fn a_script_without_arguments_has_none() {
        assert_eq!(neighbours(b"[state]\n[state]\n", 9), Vec::<Vec<u8>>::new());
        assert_eq!(neighbours(b"", 9), Vec::<Vec<u8>>::new());
    }
}
