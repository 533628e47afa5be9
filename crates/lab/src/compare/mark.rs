//! Finds programs that draw one mark differently in all their pictures, or that label all rows of
//! `PRINT 1` differently.

use super::cause::{Cause, Kind};
use super::message::kind_of_line;
use crate::draft::Draft;
use crate::outputs::{INVALID, Lenience, MARKS, PARTS, Spot, is_of_picture, is_same_output};
use crate::reference::Answer;

/// Returns a cause if the only mistake is that the program draws one mark differently in all
/// pictures. If the program's mark exists in the language, another mistake may explain the
/// difference. Then returns `None`, unless the right mark is that of a reef.
pub(super) fn other_mark(
    draft: &Draft,
    answer: &Answer,
    spot: &Spot<'_>,
    theirs: &[u8],
    lenience: Lenience,
) -> Option<Cause> {
    let at = |line: Option<&[u8]>| line?.get(spot.column).copied();
    let (ours, other) = (at(spot.expected)?, at(spot.got)?);
    if !MARKS.contains(&ours) || ours != b'#' && is_of_picture(other) {
        return None;
    }
    let redrawn = redrawn(draft, answer, ours, other);
    let [expected, got] = [ours, other].map(|byte| byte.escape_ascii().to_string());
    let cause = || Cause::new(Kind::Picture, "", expected, got);
    is_same_output(&redrawn, theirs, lenience).then(cause)
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
    let (number, row) = ours.split_at(digits(ours));
    // If our row is blank, a blank added at its end looks like a blank after the row number.
    let may_be_longer = other.starts_with(ours);
    let label = other.strip_suffix(row).filter(|_| !number.is_empty() && !may_be_longer)?;
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

/// Returns the length of the number at the beginning of a line, with the blanks before it.
fn padded(line: &[u8]) -> usize {
    let blanks = line.iter().take_while(|byte| **byte == b' ').count();
    match digits(&line[blanks..]) {
        0 => 0,
        digits => blanks + digits,
    }
}

pub(super) fn digits(line: &[u8]) -> usize {
    line.iter().take_while(|byte| byte.is_ascii_digit()).count()
}

fn redrawn(draft: &Draft, answer: &Answer, mark: u8, other: u8) -> Vec<u8> {
    let mut output = answer.output.clone();
    for (at, range) in answer.ranges() {
        if kind_of_line(draft, at) == Kind::Picture {
            let lines = output[range].split_mut(|byte| *byte == b'\n');
            let is_drawn =
                |line: &&mut [u8]| !line.starts_with(PARTS) && !line.starts_with(INVALID);
            let drawn = lines.filter(is_drawn);
            drawn.flatten().filter(|byte| **byte == mark).for_each(|byte| *byte = other);
        }
    }
    output
}
