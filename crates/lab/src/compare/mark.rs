//! Programs that draw something by another mark in all their pictures.

use super::cause::{Cause, Kind};
use super::said::kind_of_line;
use crate::draft::Draft;
use crate::outputs::{Lenience, Spot, is_same_output};
use crate::reference::Answer;

/// What pictures are made of (spec ships §6), row and column numbers apart.
const MARKS: &[u8] = b" +x#@!%?";

/// The cause where the program draws something otherwise in all pictures, and all else is right: a
/// reef, or anything by a mark that the language does not have. No other mistake looks like that, so
/// it does not matter in which picture it was seen.
pub(super) fn other_mark(
    draft: &Draft,
    answer: &Answer,
    spot: &Spot<'_>,
    theirs: &[u8],
    lenience: Lenience,
) -> Option<Cause> {
    let at = |line: Option<&[u8]>| line?.get(spot.column).copied();
    let (ours, other) = (at(spot.expected)?, at(spot.got)?);
    let is_foreign = !MARKS.contains(&other) && !other.is_ascii_digit();
    if !MARKS.contains(&ours) || !(ours == b'#' || is_foreign) {
        return None;
    }
    let redrawn = redrawn(draft, answer, ours, other);
    let said = |byte: u8| byte.escape_ascii().to_string();
    let (form, expected, got) = (String::new(), said(ours), said(other));
    let cause = Cause { kind: Kind::Picture, form, expected, got };
    is_same_output(&redrawn, theirs, lenience).then_some(cause)
}

/// Our answer with another mark in place of `mark` in all its pictures.
fn redrawn(draft: &Draft, answer: &Answer, mark: u8, other: u8) -> Vec<u8> {
    let mut output = answer.output.clone();
    let ends = answer.parts.iter().skip(1).map(|part| part.start).chain([output.len()]);
    let ends: Vec<_> = ends.collect();
    for (part, end) in answer.parts.iter().zip(ends) {
        if kind_of_line(draft, part.at) == Kind::Picture {
            let lines = output[part.start..end].split_mut(|byte| *byte == b'\n');
            let is_drawn =
                |line: &&mut [u8]| !line.starts_with(b"PARTS") && !line.starts_with(b"INVALID");
            let drawn = lines.filter(is_drawn);
            drawn.flatten().filter(|byte| **byte == mark).for_each(|byte| *byte = other);
        }
    }
    output
}
