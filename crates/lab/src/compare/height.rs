//! Finds pictures with too many or too few rows.

use super::cause::{Cause, Kind};
use super::message::{HEADER, numbers_columns};
use crate::draft::{At, Draft};
use crate::form;
use crate::outputs::{Spot, is_row, trim};
use crate::reference::Answer;

/// Returns a cause if a picture of the program has more or fewer rows than ours, and the line after
/// the picture is right. Also returns the line of `draft` that prints the picture.
pub(super) fn other_height(
    draft: &Draft,
    answer: &Answer,
    spot: &Spot<'_>,
    theirs: &[u8],
) -> Option<(At, Cause)> {
    let row = (spot.byte - spot.column).checked_sub(1)?;
    let printed = answer.line_of(row)?;
    let is_in_picture = lines(&answer.output, spot.line - 1).next().is_some_and(is_row);
    let (ours, our_headers, after_ours) = rows(&answer.output, spot.line);
    let (theirs, their_headers, after_theirs) = rows(theirs, spot.theirs.1);
    let is_of_headers = ours - our_headers == theirs - their_headers;
    let row = if is_of_headers { HEADER } else { ROW };
    let (expected, got) = if theirs > ours { (END, row) } else { (row, END) };
    // A program that prints no row at all has another mistake.
    let is_begun = theirs > ours || answer.line_of(spot.byte) == Some(printed);
    let is_other = is_in_picture && ours != theirs && after_ours == after_theirs && is_begun;
    let form = || form::of_line(draft, printed);
    is_other.then(|| (printed, Cause::new(Kind::Picture, form(), expected, got)))
}

/// What a cause calls a row, and what it calls the place after the last row.
pub(crate) const ROW: &str = "a row";
pub(crate) const END: &str = "end of picture";

/// Counts the rows from a line on, and the lines of column numbers among them. Also returns the line
/// after the rows; `None` if it is missing or blank.
fn rows(output: &[u8], line: usize) -> (usize, usize, Option<&[u8]>) {
    let rows: Vec<_> = lines(output, line).take_while(|line| is_row(line)).collect();
    let after = lines(output, line + rows.len()).next().map(trim);
    let headers = rows.iter().filter(|row| numbers_columns(row)).count();
    (rows.len(), headers, after.filter(|line| !line.is_empty()))
}

/// Returns the lines from the line with this number on. Lines are numbered from 1.
fn lines(output: &[u8], number: usize) -> impl Iterator<Item = &[u8]> {
    output.split(|byte| *byte == b'\n').skip(number.saturating_sub(1))
}
