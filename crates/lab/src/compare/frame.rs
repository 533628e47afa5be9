//! Finds programs that draw right pictures with signs of their own: beside the rows, between the
//! fields, or as lines above and below.

use super::cause::{Cause, Kind};
use super::mark::digits;
use crate::outputs::{Lenience, is_of_picture, is_same_output};

/// Returns a cause if the answer is right without the program's own signs in its pictures.
pub(super) fn other_frame(ours: &[u8], theirs: &[u8], lenience: Lenience) -> Option<Cause> {
    let mut rows = ours.split(|byte| *byte == b'\n').peekable();
    let (mut sign, mut unframed, mut is_in_picture) = (None, Vec::new(), false);
    for line in theirs.split(|byte| *byte == b'\n') {
        let is_beside_picture = is_in_picture || rows.peek().is_some_and(|row| is_row(row));
        if is_ruled(line) && is_beside_picture {
            continue;
        }
        let row = rows.next().unwrap_or_default();
        let found = own_sign(row, line);
        sign = sign.or(found);
        unframed.push(if found.is_some() { row } else { line });
        is_in_picture = is_row(row);
    }
    let got = match sign {
        None => "a row between lines".to_owned(),
        Some(b' ') => "a row with blanks between its fields".to_owned(),
        Some(sign) => format!("a row with {}", sign.escape_ascii()),
    };
    is_same_output(ours, &unframed.join(&b'\n'), lenience)
        .then(|| Cause::new(Kind::Picture, "", "a row", got))
}

/// If `row` is a row of a picture, returns the sign that `line` adds to it: around the row, around
/// its fields, or between its fields.
fn own_sign(row: &[u8], line: &[u8]) -> Option<u8> {
    if !is_row(row) {
        return None;
    }
    let sign = line.iter().copied().find(|byte| !is_of_picture(*byte)).unwrap_or(b' ');
    let inner = |line| if sign == b' ' { line } else { without_ends(line, sign) };
    let label = label(row);
    let (fields, row) = (inner(inner(line).strip_prefix(&row[..label])?), &row[label..]);
    let is_sign = |byte: &u8| *byte == sign;
    let are_apart = row.len() > 1
        && fields.len() + 1 == 2 * row.len()
        && fields.iter().step_by(2).eq(row)
        && fields.iter().skip(1).step_by(2).all(is_sign);
    (are_apart || sign != b' ' && fields == row).then_some(sign)
}

fn is_row(line: &[u8]) -> bool {
    !line.is_empty() && line.iter().copied().all(is_of_picture)
}

/// Returns the length of the label before the fields: the number of a row of `PRINT 1`, or the
/// blanks before the numbers of its columns.
fn label(row: &[u8]) -> usize {
    let numbers = row.trim_ascii_start();
    let numbers_columns = !numbers.is_empty() && numbers.iter().all(u8::is_ascii_digit);
    if numbers_columns { row.len() - numbers.len() } else { digits(row) }
}

fn without_ends(line: &[u8], sign: u8) -> &[u8] {
    let line = line.strip_prefix(&[sign]).unwrap_or(line);
    line.strip_suffix(&[sign]).unwrap_or(line)
}

/// Whether the line is a drawn line, such as `+-----+` or `=====`.
fn is_ruled(line: &[u8]) -> bool {
    let mut signs = line.iter().filter(|byte| !b"+|".contains(byte));
    let first = signs.next().filter(|byte| b"-=_~*.".contains(byte));
    line.len() > 2 && first.is_some_and(|first| signs.all(|byte| byte == first))
}
