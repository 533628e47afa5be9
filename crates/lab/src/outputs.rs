//! Outputs line by line, and where two of them part. A final newline or its lack never matters. Nothing
//! here knows scripts.
//!
//! ```
//! use broadside_lab::outputs::{Lenience, is_same_output};
//!
//! assert!(is_same_output(b"A won\n", b"A won", Lenience::default()));
//! let lenience = Lenience { trailing_blanks: true, ..Lenience::default() };
//! assert!(is_same_output(b"A won\n", b"A won \r\n", lenience));
//! ```

/// What is not compared, beside a final newline.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Lenience {
    /// Blanks, tabs and carriage returns at the ends of lines.
    pub trailing_blanks: bool,
    /// Lines without anything but those.
    pub blank_lines: bool,
}

/// Whether two outputs are the same, but for what is not compared.
pub fn is_same_output(ours: &[u8], theirs: &[u8], lenience: Lenience) -> bool {
    ours == theirs || Spot::first(ours, theirs, lenience).is_none()
}

/// Where `theirs` goes on behind all of `ours`, if it begins with that.
pub(super) fn rest_behind(ours: &[u8], theirs: &[u8], lenience: Lenience) -> Option<usize> {
    let mut rest = lines(theirs, lenience);
    for line in lines(ours, lenience) {
        rest.next().filter(|other| other.text == line.text)?;
    }
    Some(rest.next().map_or(theirs.len(), |line| line.start))
}

/// Where two outputs part, and the lines there.
#[derive(Clone, Copy, Debug)]
pub(super) struct Spot<'a> {
    /// The byte of the first output.
    pub(super) byte: usize,
    /// From 1.
    pub(super) line: usize,
    /// From 0.
    pub(super) column: usize,
    pub(super) expected: Option<&'a [u8]>,
    pub(super) got: Option<&'a [u8]>,
}

impl<'a> Spot<'a> {
    /// The first place; `None` if there is no difference.
    pub(super) fn first(expected: &'a [u8], got: &'a [u8], lenience: Lenience) -> Option<Self> {
        let (mut ours, mut theirs) = (lines(expected, lenience), lines(got, lenience));
        loop {
            let (our, their) = (ours.next(), theirs.next());
            let place =
                our.as_ref().map_or_else(|| end(expected), |line| (line.start, line.number));
            let (our, their) = (our.map(|line| line.text), their.map(|line| line.text));
            if our.is_none() && their.is_none() {
                return None;
            }
            if our != their {
                let column = common(our.unwrap_or_default(), their.unwrap_or_default());
                let (start, line) = place;
                return Some(Self {
                    byte: start + column,
                    line,
                    column,
                    expected: our,
                    got: their,
                });
            }
        }
    }

    /// The place behind an output.
    pub(super) fn behind(output: &'a [u8]) -> Self {
        let (byte, line) = end(output);
        Self { byte, line, column: 0, expected: None, got: None }
    }
}

/// The offset behind `output` and the number of the line that would begin there.
fn end(output: &[u8]) -> (usize, usize) {
    (output.len(), 1 + memchr::memchr_iter(b'\n', output).count())
}

fn common(a: &[u8], b: &[u8]) -> usize {
    a.iter().zip(b).take_while(|(a, b)| a == b).count()
}

/// A line of output.
#[derive(Clone, Copy, Debug)]
pub(super) struct OutputLine<'a> {
    /// Its first byte.
    pub(super) start: usize,
    /// From 1.
    number: usize,
    pub(super) text: &'a [u8],
}

/// The lines that are compared.
pub(super) fn lines(output: &[u8], lenience: Lenience) -> impl Iterator<Item = OutputLine<'_>> {
    let body = output.strip_suffix(b"\n").unwrap_or(output);
    let (mut start, mut number) = (0, 0);
    let all = body.split(|byte| *byte == b'\n').map(move |text| {
        let line = OutputLine { start, number: number + 1, text };
        (start, number) = (start + text.len() + 1, number + 1);
        line
    });
    let trimmed = all.map(move |line| OutputLine {
        text: if lenience.trailing_blanks { trim(line.text) } else { line.text },
        ..line
    });
    let is_there = move |line: &OutputLine<'_>| {
        !(output.is_empty() || lenience.blank_lines && trim(line.text).is_empty())
    };
    trimmed.filter(is_there)
}

/// A text without blanks, tabs and carriage returns at its end.
pub(super) fn trim(text: &[u8]) -> &[u8] {
    let blanks = text.iter().rev().take_while(|byte| matches!(byte, b' ' | b'\t' | b'\r')).count();
    &text[..text.len() - blanks]
}
