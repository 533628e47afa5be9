//! Finds programs that draw some marks differently in all their pictures, or that label all rows of
//! `PRINT 1` differently.

use super::cause::{Cause, Kind};
use crate::outputs::{Lenience, MARKS, Spot, digits, is_of_picture, is_same_output};
use crate::reference::Answer;

/// Returns a cause if the only mistake is that the program draws one or more marks as other
/// characters: each mark always as the same character, and no two marks as one. A character that
/// has a meaning in pictures counts only in place of a reef. In place of another mark, a different
/// mistake may explain this character.
pub(super) fn other_mark(
    answer: &Answer,
    spot: &Spot<'_>,
    theirs: &[u8],
    lenience: Lenience,
) -> Option<Cause> {
    let (ours, other) = other_at(spot)?;
    let mut drawn = vec![(ours, other.to_vec())];
    while let redrawn = redrawn(&answer.output, &drawn)
        && let Some(next) = Spot::first(&redrawn, theirs, lenience)
    {
        let (mark, other) = other_at(&next)?;
        if drawn.iter().any(|(known, their)| *known == mark || their == other) {
            return None;
        }
        drawn.push((mark, other.to_vec()));
    }
    let got = match std::str::from_utf8(other) {
        Ok(mark) if !mark.is_ascii() => mark.to_owned(),
        Ok(_) | Err(_) => other.escape_ascii().to_string(),
    };
    Some(Cause::new(Kind::Picture, "", char::from(ours), got))
}

/// Returns our mark at a difference, and the character that the program prints there.
fn other_at<'a>(spot: &Spot<'a>) -> Option<(u8, &'a [u8])> {
    let at = |line: Option<&'a [u8]>| line?.get(spot.column..).filter(|rest| !rest.is_empty());
    let (ours, rest) = (at(spot.expected)?[0], at(spot.got)?);
    let other = rest.utf8_chunks().next()?.valid().chars().next();
    let other = &rest[..other.map_or(1, char::len_utf8)];
    let is_ours = other.iter().copied().all(is_of_picture);
    (MARKS.contains(&ours) && (ours == b'#' || !is_ours)).then_some((ours, other))
}

fn redrawn(output: &[u8], drawn: &[(u8, Vec<u8>)]) -> Vec<u8> {
    let mut redrawn = Vec::with_capacity(output.len());
    for line in output.split_inclusive(|byte| *byte == b'\n') {
        let is_row = line.trim_ascii_end().iter().copied().all(is_of_picture);
        for byte in line {
            match drawn.iter().find(|(mark, _)| is_row && mark == byte) {
                Some((_, other)) => redrawn.extend(other),
                None => redrawn.push(*byte),
            }
        }
    }
    redrawn
}

/// Returns a cause if the only mistake is in the labels of the rows of `PRINT 1`: in the row
/// numbers, in the texts right after them, or in both.
pub(super) fn other_labels(
    answer: &Answer,
    spot: &Spot<'_>,
    theirs: &[u8],
    lenience: Lenience,
) -> Option<Cause> {
    let (ours, other) = (spot.expected?, spot.got?);
    let (label, row) = other_label(ours, other)?;
    // If the program prints our whole line and then more text, this text is no label.
    // `other_label` cannot tell this for a row of blanks, because it splits the line from its end.
    if row != &ours[digits(ours)..] || other.starts_with(ours) {
        return None;
    }
    let added = &label[padded(label)..];
    // Puts the label of the program before our row. Only rows of `PRINT 1` begin with a digit.
    let labelled = |(line, other): (&[u8], &[u8])| {
        let number = padded(other);
        match digits(line) {
            0 => line.to_owned(),
            _ if !other[number..].starts_with(added) => line.to_owned(),
            own => [&other[..number], added, &line[own..]].concat(),
        }
    };
    let theirs_lines = theirs.split(|byte| *byte == b'\n').chain(std::iter::repeat(&b""[..]));
    let lines = answer.output.split(|byte| *byte == b'\n').zip(theirs_lines).map(labelled);
    let got =
        if added.is_empty() { "another number".into() } else { added.escape_ascii().to_string() };
    let cause = || Cause::new(Kind::Picture, "", "digit", got);
    is_same_output(&lines.collect::<Vec<_>>().join(&b'\n'), theirs, lenience).then(cause)
}

/// Returns the program's label of a row of `PRINT 1`, and the rest of the line, which is as long as
/// our row without its label. Returns `None` if the label is right, if our line has no label, or if
/// the program's line is too short.
pub(crate) fn other_label<'t>(ours: &[u8], theirs: &'t [u8]) -> Option<(&'t [u8], &'t [u8])> {
    let number = &ours[..digits(ours)];
    let length = theirs.len().checked_sub(ours.len() - number.len())?;
    let (label, row) = theirs.split_at(length);
    (!number.is_empty() && label != number).then_some((label, row))
}

/// Returns the length of the number at the beginning of a line, with the blanks before it.
fn padded(line: &[u8]) -> usize {
    let blanks = line.iter().take_while(|byte| **byte == b' ').count();
    match digits(&line[blanks..]) {
        0 => 0,
        digits => blanks + digits,
    }
}
