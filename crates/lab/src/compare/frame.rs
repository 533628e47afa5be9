//! Finds programs that draw correct pictures in a layout of their own: with signs, blanks or
//! colours around the rows or between the fields, or with lines above and below.
//!
//! A program has one layout for all its rows. So our whole output is written in each likely layout.
//! One of these versions must equal the program's output. A mark in a wrong place or a row with
//! more or fewer fields is never a matter of layout.

use super::cause::{Cause, Kind};
use crate::outputs::{Lenience, Spot, digits, is_of_picture, is_row, is_same_output, trim};

/// How a program writes the rows of its pictures.
#[derive(Clone, Debug, Default)]
struct Layout {
    open: Vec<u8>,
    /// The text between the label of a row and its first field.
    after_label: Vec<u8>,
    between: Vec<u8>,
    close: Vec<u8>,
    /// Whether the digits of a label are separated, like the fields.
    splits_labels: bool,
    headers: Headers,
    is_trimmed: bool,
}

/// How a program writes the lines with the numbers of columns.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Headers {
    #[default]
    LikeRows,
    LikeOurs,
    /// The blanks before the numbers are separated too.
    Apart,
}

/// Returns a cause if the answer is right apart from the layout of its pictures.
pub(super) fn other_frame(ours: &[u8], theirs: &[u8], lenience: Lenience) -> Option<Cause> {
    let plain = without_colours(theirs);
    let is_same = |ours: &[u8], theirs: &[u8]| is_same_output(ours, theirs, lenience);
    let got = if is_same(ours, &plain) {
        "a row with colours".to_owned()
    } else {
        let unruled = without_ruled_lines(&plain);
        let found = [&plain, &unruled].into_iter().find_map(|theirs| {
            let mut layouts = Layout::likely(ours, theirs, lenience).into_iter();
            layouts.find(|layout| is_same(&layout.draw(ours), theirs))
        });
        match found {
            Some(layout) => layout.words(ours),
            None if is_same(ours, &unruled) => "a row between lines".to_owned(),
            None => return None,
        }
    };
    Some(Cause::new(Kind::Picture, "", "a row", got))
}

impl Layout {
    /// Returns the layouts that explain the first difference.
    fn likely(ours: &[u8], theirs: &[u8], lenience: Lenience) -> Vec<Self> {
        let Some((row, line)) = first_row(ours, theirs, lenience) else { return Vec::new() };
        let mut likely = Self::with_blanks(row, line);
        likely.extend(Self::with_signs(line));
        let explains = |layout: &Self| {
            let written = layout.write(row);
            written == line || lenience.trailing_blanks && trim(&written) == trim(line)
        };
        let variants = likely.into_iter().flat_map(Self::variants);
        variants.filter(explains).collect()
    }

    /// Returns layouts with blanks between the fields or before the row.
    fn with_blanks(row: &[u8], line: &[u8]) -> Vec<Self> {
        let blanks = |count| vec![b' '; count];
        let indent = line.len().saturating_sub(row.len());
        let mut layouts = vec![Self { open: blanks(indent), ..Self::default() }];
        if row.len() < label(row) + 2 {
            return layouts;
        }
        for (after, close) in [(0, 0), (0, 1), (1, 0), (1, 1)] {
            let (after_label, close) = (blanks(after), blanks(close));
            layouts.push(Self { after_label, between: blanks(1), close, ..Self::default() });
        }
        layouts
    }

    /// Returns layouts with the signs of `line`, such as bars, with and without blanks around them.
    fn with_signs(line: &[u8]) -> Vec<Self> {
        let runs: Vec<_> =
            line.chunk_by(|one, next| is_of_picture(*one) == is_of_picture(*next)).collect();
        let sign = |run: Option<&&[u8]>| {
            run.filter(|run| !is_of_picture(run[0])).map_or(Vec::new(), |run| run.to_vec())
        };
        let (open, close) = (sign(runs.first()), sign(runs.last()));
        let inner = runs.get(1..runs.len().saturating_sub(1)).unwrap_or_default();
        let between = sign(inner.iter().find(|run| !is_of_picture(run[0])));
        let none = Vec::new();
        let mut layouts = Vec::new();
        for after_label in [&between, &open, &none] {
            for (open, between) in
                [(&open, &between), (&open, &none), (&none, &between), (&none, &none)]
            {
                let layout = Self {
                    open: open.clone(),
                    after_label: after_label.clone(),
                    between: between.clone(),
                    close: close.clone(),
                    ..Self::default()
                };
                layouts.extend([layout.padded(), layout]);
            }
        }
        layouts
    }

    /// Adds blanks around the signs, except at the two ends of the row.
    fn padded(&self) -> Self {
        let pad = |before: &[u8], sign: &[u8], after: &[u8]| {
            if sign.is_empty() { Vec::new() } else { [before, sign, after].concat() }
        };
        Self {
            open: pad(b"", &self.open, b" "),
            after_label: pad(b" ", &self.after_label, b" "),
            between: pad(b" ", &self.between, b" "),
            close: pad(b" ", &self.close, b""),
            ..self.clone()
        }
    }

    fn variants(self) -> impl Iterator<Item = Self> {
        let headers = [Headers::LikeRows, Headers::LikeOurs, Headers::Apart].into_iter();
        headers.flat_map(move |headers| {
            let layout = Self { headers, ..self.clone() };
            (0..4).map(move |bits| Self {
                splits_labels: bits & 1 != 0,
                is_trimmed: bits & 2 != 0,
                ..layout.clone()
            })
        })
    }

    fn draw(&self, output: &[u8]) -> Vec<u8> {
        let lines = output.split(|byte| *byte == b'\n');
        let drawn = lines.map(|line| if is_row(line) { self.write(line) } else { line.to_vec() });
        drawn.collect::<Vec<_>>().join(&b'\n')
    }

    fn write(&self, row: &[u8]) -> Vec<u8> {
        let is_apart = match self.headers {
            Headers::LikeOurs if is_header(row) => return row.to_vec(),
            Headers::Apart if is_header(row) => true,
            Headers::LikeRows | Headers::LikeOurs | Headers::Apart => self.splits_labels,
        };
        let (label, fields) = row.split_at(if is_apart { 0 } else { label(row) });
        let fields = fields.chunks(1).collect::<Vec<_>>().join(&self.between[..]);
        let mut text = if !label.is_empty() {
            [&self.open, label, &self.after_label, &fields, &self.close].concat()
        } else if self.open.is_empty() {
            // A row without a label begins with the sign that other rows have after the label.
            [self.after_label.trim_ascii_start(), &fields, &self.close].concat()
        } else {
            [&self.open, &fields[..], &self.close].concat()
        };
        if self.is_trimmed {
            text.truncate(trim(&text).len());
        }
        text
    }

    fn words(&self, ours: &[u8]) -> String {
        let signs = [&self.open[..], &self.between, &self.close].concat();
        let mut rows = ours.split(|byte| *byte == b'\n').filter(|line| is_row(line));
        let is_water = rows.all(|row| trim(row).is_empty());
        let sign = String::from_utf8_lossy(&signs).chars().find(|sign| *sign != ' ');
        match sign {
            Some(sign) if sign.is_ascii() => format!("a row with {}", sign.escape_default()),
            Some(sign) => format!("a row with {sign}"),
            None if !self.between.is_empty() => "a row with blanks between its fields".to_owned(),
            // In rows of water, blanks before the row and additional fields look alike.
            None if is_water => "a row with more blanks".to_owned(),
            None => "a row with blanks before it".to_owned(),
        }
    }
}

/// Returns our line and the program's line at the first difference, if our line is a row of a
/// picture. Leaves out text before the program's row, such as a prompt.
fn first_row<'a>(
    ours: &'a [u8],
    theirs: &'a [u8],
    lenience: Lenience,
) -> Option<(&'a [u8], &'a [u8])> {
    let spot = Spot::first(ours, theirs, lenience)?;
    let whole = |text: &'a [u8], line: usize| text.split(|byte| *byte == b'\n').nth(line - 1);
    let (row, line) = (whole(ours, spot.line)?, whole(theirs, spot.theirs.1)?);
    let greeting = trim(line).len().saturating_sub(trim(spot.got?).len());
    is_row(row).then_some((row, &line[greeting..]))
}

/// Drops the escape sequences for colours.
fn without_colours(text: &[u8]) -> Vec<u8> {
    let mut parts = text.split(|byte| *byte == 0x1b);
    let mut plain = parts.next().unwrap_or_default().to_vec();
    for part in parts {
        let is_number = |byte: &u8| byte.is_ascii_digit() || *byte == b';';
        let end = part.iter().skip(1).position(|byte| !is_number(byte)).map_or(0, |end| end + 1);
        let is_colour = part.first() == Some(&b'[') && part.get(end) == Some(&b'm');
        if !is_colour {
            plain.push(0x1b);
        }
        plain.extend(if is_colour { &part[end + 1..] } else { part });
    }
    plain
}

/// Drops lines of signs directly above or below a line that may be a row.
fn without_ruled_lines(text: &[u8]) -> Vec<u8> {
    let lines: Vec<_> = text.split(|byte| *byte == b'\n').collect();
    let may_be_row = |at: Option<usize>| {
        at.and_then(|at| lines.get(at)).is_some_and(|line| {
            line.iter().all(|byte| *byte == b'x' || !byte.is_ascii_alphabetic()) && !line.is_empty()
        })
    };
    let is_kept = |at: &usize| {
        !is_ruled(lines[*at]) || !(may_be_row(at.checked_sub(1)) || may_be_row(Some(at + 1)))
    };
    let kept = (0..lines.len()).filter(is_kept).map(|at| lines[at]);
    kept.collect::<Vec<_>>().join(&b'\n')
}

/// Returns the length of the label before the fields: the number of a row of `PRINT 1`, or the
/// blanks at the beginning of a line of column numbers.
fn label(row: &[u8]) -> usize {
    if is_header(row) { row.len() - row.trim_ascii_start().len() } else { digits(row) }
}

/// Whether the row has the numbers of columns.
fn is_header(row: &[u8]) -> bool {
    let numbers = row.trim_ascii();
    row.starts_with(b" ") && !numbers.is_empty() && numbers.iter().all(u8::is_ascii_digit)
}

/// Whether the line is a drawn line, such as `+-----+`, `=====` or `┌───┐`.
fn is_ruled(line: &[u8]) -> bool {
    let mut signs = line.iter().filter(|byte| !b"+|".contains(byte));
    let first = signs.next().filter(|byte| b"-=_~*.".contains(byte));
    let is_repeated = first.is_some_and(|first| signs.all(|byte| byte == first));
    line.len() > 2 && (is_repeated || line.iter().all(|byte| !byte.is_ascii()))
}
