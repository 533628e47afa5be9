//! Finds programs that draw right pictures with signs of their own: beside the rows, between the
//! fields, or as lines above and below.

use super::cause::{Cause, Kind};
use super::mark::digits;
use crate::outputs::{Lenience, is_of_picture, is_same_output, trim};

/// Returns a cause if the answer is right without the program's own signs in its pictures.
pub(super) fn other_frame(ours: &[u8], theirs: &[u8], lenience: Lenience) -> Option<Cause> {
    let mut rows = ours.split(|byte| *byte == b'\n').peekable();
    let (mut got, mut unframed, mut is_in_picture) = (None, Vec::new(), false);
    for line in theirs.split(|byte| *byte == b'\n') {
        let is_beside_picture = is_in_picture || rows.peek().is_some_and(|row| is_row(row));
        if is_ruled(line) && is_beside_picture {
            got.get_or_insert_with(|| "a row between lines".to_owned());
            continue;
        }
        let row = rows.next().unwrap_or_default();
        is_in_picture = is_row(row);
        let found = if is_in_picture { own_signs(row, line) } else { None };
        // In a row without a mark, blanks between the fields are only more blanks at its end.
        let is_longer = is_in_picture && trim(row) == trim(line);
        unframed.push(if found.is_some() || is_longer { row } else { line });
        got = got.or(found);
    }
    let cause = Cause::new(Kind::Picture, "", "a row", got?);
    is_same_output(ours, &unframed.join(&b'\n'), lenience).then_some(cause)
}

/// Says which signs `line` has in addition to those of `row`, a row of a picture; `None` if it has
/// no others, or if the rest is not the row.
fn own_signs(row: &[u8], line: &[u8]) -> Option<String> {
    let uncoloured = without_colours(line);
    if uncoloured != line && is_same_row(row, &uncoloured) {
        return Some("a row with colours".to_owned());
    }
    let Some(sign) = uncoloured.iter().copied().find(|byte| !is_of_picture(*byte)) else {
        return is_spaced(row, line).then(|| "a row with blanks between its fields".to_owned());
    };
    // Words are no frame. The `x` of a hit is the only letter of a picture.
    if uncoloured.iter().any(|byte| byte.is_ascii_alphabetic() && *byte != b'x') {
        return None;
    }
    // Blanks may stand around the signs too, as in `| + | x |`.
    let pieces = || uncoloured.split(|byte| !is_of_picture(*byte));
    let [close, padded] = [pieces().collect::<Vec<_>>(), pieces().map(without_padding).collect()];
    let is_framed = is_same_row(row, &close.concat()) || is_same_row(row, &padded.concat());
    is_framed.then(|| format!("a row with {}", sign.escape_ascii()))
}

/// Whether the rows have the same fields. The numbers of columns may be indented differently.
fn is_same_row(row: &[u8], line: &[u8]) -> bool {
    let is_header = is_header(row);
    let [row, line] =
        [row, line].map(|text| if is_header { text.trim_ascii() } else { trim(text) });
    row == line
}

/// Whether a blank stands between each two fields of the row. The label before the fields may be
/// spaced too.
fn is_spaced(row: &[u8], line: &[u8]) -> bool {
    let spaced = |text: &[u8]| text.iter().flat_map(|byte| [*byte, b' ']).collect::<Vec<_>>();
    let (label, fields) = row.split_at(label(row));
    let labels = [label.to_vec(), [label, b" "].concat(), spaced(label)];
    let mut lines = labels.map(|label| [label, spaced(fields)].concat()).into_iter();
    let has_two = trim(fields).len() > 1;
    has_two && lines.any(|spaced| is_same_row(&spaced, line))
}

/// Drops the escape sequences of a terminal, such as those for colours.
fn without_colours(line: &[u8]) -> Vec<u8> {
    let mut parts = line.split(|byte| *byte == 0x1b);
    let mut plain = parts.next().unwrap_or_default().to_vec();
    for part in parts {
        let end = part.iter().position(u8::is_ascii_alphabetic).map_or(0, |letter| letter + 1);
        plain.extend(&part[end..]);
    }
    plain
}

/// Drops a blank at the end and one at the beginning, but not the last byte.
fn without_padding(piece: &[u8]) -> &[u8] {
    let [piece @ .., b' '] = piece else { return without_indent(piece) };
    if piece.is_empty() { b" " } else { without_indent(piece) }
}

fn without_indent(piece: &[u8]) -> &[u8] {
    piece.strip_prefix(b" ").filter(|rest| !rest.is_empty()).unwrap_or(piece)
}

fn is_row(line: &[u8]) -> bool {
    !line.is_empty() && line.iter().copied().all(is_of_picture)
}

/// Returns the length of the label before the fields: the number of a row of `PRINT 1`, or the
/// blanks before the numbers of its columns.
fn label(row: &[u8]) -> usize {
    if is_header(row) { row.len() - row.trim_ascii_start().len() } else { digits(row) }
}

/// Whether the row has the numbers of columns.
fn is_header(row: &[u8]) -> bool {
    let numbers = row.trim_ascii();
    row.starts_with(b" ") && !numbers.is_empty() && numbers.iter().all(u8::is_ascii_digit)
}

/// Whether the line repeats one sign for lines, such as `+-----+` or `=====`.
fn is_ruled(line: &[u8]) -> bool {
    let mut signs = line.iter().filter(|byte| !b"+|".contains(byte));
    let first = signs.next().filter(|byte| b"-=_~*.".contains(byte));
    line.len() > 2 && first.is_some_and(|first| signs.all(|byte| byte == first))
}
