//! Finds programs that draw right pictures with signs of their own: beside the rows, between the
//! fields, or as lines above and below.

use super::cause::{Cause, Kind};
use crate::outputs::{Lenience, MARKS, is_same_output};

/// Returns a cause if the answer is right without the program's own signs in its pictures.
pub(super) fn other_frame(ours: &[u8], theirs: &[u8], lenience: Lenience) -> Option<Cause> {
    let (mut rows, mut sign) = (ours.split(|byte| *byte == b'\n'), None);
    let lines = theirs.split(|byte| *byte == b'\n').filter(|line| !is_ruled(line));
    let unframed = lines.map(|line| {
        let Some((row, found)) = rows.next().and_then(|row| Some((row, own_sign(row, line)?)))
        else {
            return line;
        };
        sign.get_or_insert(found);
        row
    });
    let unframed = unframed.collect::<Vec<_>>().join(&b'\n');
    let got = match sign {
        None => "a row between lines".to_owned(),
        Some(b' ') => "a row with blanks between its fields".to_owned(),
        Some(sign) => format!("a row with {}", sign.escape_ascii()),
    };
    is_same_output(ours, &unframed, lenience).then(|| Cause::new(Kind::Picture, "", "a row", got))
}

/// Returns the sign that `line` has in addition to `row`, a row of a picture: around the row, around
/// its fields, or between each two fields.
fn own_sign(row: &[u8], line: &[u8]) -> Option<u8> {
    let is_of_picture = |byte: &u8| MARKS.contains(byte) || byte.is_ascii_digit();
    if row.is_empty() || !row.iter().all(is_of_picture) {
        return None;
    }
    let sign = line.iter().copied().find(|byte| !is_of_picture(byte)).unwrap_or(b' ');
    let inner = |line| if sign == b' ' { line } else { without_ends(line, sign) };
    let number = row.iter().take_while(|byte| byte.is_ascii_digit()).count();
    let (fields, row) = (inner(inner(line).strip_prefix(&row[..number])?), &row[number..]);
    let is_sign = |byte: &u8| *byte == sign;
    let are_apart = row.len() > 1
        && fields.len() + 1 == 2 * row.len()
        && fields.iter().step_by(2).eq(row)
        && fields.iter().skip(1).step_by(2).all(is_sign);
    (are_apart || sign != b' ' && fields == row).then_some(sign)
}

fn without_ends(line: &[u8], sign: u8) -> &[u8] {
    let line = line.strip_prefix(&[sign]).unwrap_or(line);
    line.strip_suffix(&[sign]).unwrap_or(line)
}

/// Whether the line repeats one sign for lines, such as `+-----+` or `=====`.
fn is_ruled(line: &[u8]) -> bool {
    let mut signs = line.iter().filter(|byte| !b"+|".contains(byte));
    let first = signs.next().filter(|byte| b"-=_~*.".contains(byte));
    line.len() > 2 && first.is_some_and(|first| signs.all(|byte| byte == first))
}
