//! Outputs line by line, and where two of them part. A final newline or its lack never matters.
//!
//! ```
//! use broadside_lab::outputs::{Lenience, is_same_output};
//!
//! assert!(is_same_output(b"A won\n", b"A won", Lenience::default()));
//! let lenience = Lenience { trailing_blanks: true, ..Lenience::default() };
//! assert!(is_same_output(b"A won\n", b"A won \r\n", lenience));
//! ```

use broadside_ships::script::Keyword;
use broadside_ships::script::ast::Command;

/// What is not compared, beside a final newline.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is a thing of its own that is not compared"
)]
pub struct Lenience {
    /// Blanks, tabs and carriage returns at the ends of lines.
    pub trailing_blanks: bool,
    /// Lines without anything but those that stand between others, and are not part of a picture.
    pub blank_lines: bool,
    /// What a refusal repeats of the command.
    pub echo: bool,
    /// Lines of the program's own, which the language never prints.
    pub own_lines: bool,
}

impl Lenience {
    /// Whether two lines are as good as the same.
    fn equates(self, our: Option<&[u8]>, their: Option<&[u8]>) -> bool {
        our == their || self.echo && our.zip(their).is_some_and(|(a, b)| is_other_echo(a, b))
    }
}

/// What a refusal says: the command that it repeats, and the reason.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Refusal<'a> {
    pub(super) echo: &'a [u8],
    pub(super) reason: &'a [u8],
}

impl<'a> Refusal<'a> {
    pub(super) fn of(line: &'a [u8]) -> Option<Self> {
        let rest = line.strip_prefix(b"INVALID OPERATION")?.trim_ascii_start();
        let rest = rest.strip_prefix(b"\"").unwrap_or(rest);
        let colon = memchr::memrchr(b':', rest);
        let quote = memchr::memchr(b'"', rest).or(colon).unwrap_or(rest.len());
        let reason = rest[quote..].strip_prefix(b"\"").unwrap_or(&rest[quote..]);
        let reason = reason.strip_prefix(b":").unwrap_or(reason);
        Some(Self { echo: &rest[..quote], reason: reason.trim_ascii_start() })
    }
}

/// Whether `theirs` refuses for the reason of `ours` and only repeats the command otherwise. Where it
/// repeats another whole command, that is what it refuses.
pub(super) fn is_other_echo(ours: &[u8], theirs: &[u8]) -> bool {
    let (Some(ours), Some(theirs)) = (Refusal::of(ours), Refusal::of(theirs)) else { return false };
    let is_same = || match Command::parse(theirs.echo) {
        Ok(theirs) => Command::parse(ours.echo).is_ok_and(|ours| ours == theirs),
        Err(_) => true,
    };
    ours.reason == theirs.reason && ours.echo != theirs.echo && is_same()
}

/// Whether two outputs are the same, but for what is not compared.
pub fn is_same_output(ours: &[u8], theirs: &[u8], lenience: Lenience) -> bool {
    ours == theirs || Spot::first(ours, theirs, lenience).is_none()
}

/// Where `theirs` goes on behind all of `ours`, if it begins with that.
pub(super) fn rest_behind(ours: &[u8], theirs: &[u8], lenience: Lenience) -> Option<usize> {
    let mut rest = whole_lines(theirs, lenience);
    for line in whole_lines(ours, lenience) {
        let other = matching(&mut rest, Some(line.text), lenience)?;
        lenience.equates(Some(line.text), Some(other.text)).then_some(())?;
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
        let (mut ours, mut theirs) = (whole_lines(expected, lenience), whole_lines(got, lenience));
        loop {
            let our = ours.next();
            let their = matching(&mut theirs, our.map(|line| line.text), lenience);
            let place =
                our.as_ref().map_or_else(|| end(expected), |line| (line.start, line.number));
            let (our, their) = (our.map(|line| line.text), their.map(|line| line.text));
            if our.is_none() && their.is_none() {
                return None;
            }
            if !lenience.equates(our, their) {
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

/// The next of `lines` that is to be compared with `wanted`: blank ones that are too many and lines of the program's
/// own are left out where they do not matter. Rows of a picture may be blank, so none of ours is left out.
fn matching<'a>(
    lines: &mut impl Iterator<Item = OutputLine<'a>>,
    wanted: Option<&[u8]>,
    lenience: Lenience,
) -> Option<OutputLine<'a>> {
    lines.find(|line| {
        let is_blank = lenience.blank_lines && trim(line.text).is_empty();
        let is_own = lenience.own_lines && is_own_line(line.text);
        !(is_blank || is_own) || wanted == Some(line.text)
    })
}

/// All lines, blank ones too.
fn whole_lines(output: &[u8], lenience: Lenience) -> impl Iterator<Item = OutputLine<'_>> {
    lines(output, Lenience { blank_lines: false, ..lenience })
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

/// Whether a line has words, and none that the language begins a line with (spec ships §6, §7) or ends a game with.
fn is_own_line(text: &[u8]) -> bool {
    let first = text.trim_ascii_start().split(u8::is_ascii_whitespace).next();
    let first = first.unwrap_or_default();
    let is_command = Keyword::ALL.iter().any(|word| word.name().as_bytes() == first);
    is_foreign(text)
        && !is_command
        && text.windows(2).any(|two| two.iter().all(u8::is_ascii_alphabetic))
}

/// Whether a text is none that the language could ask for, commands apart.
pub(super) fn is_foreign(text: &[u8]) -> bool {
    let has = |word: &str| memchr::memmem::find(text, word.as_bytes()).is_some();
    let is_ours = ["INVALID", "PARTS", " won", "[state]", "[player"].into_iter().any(has);
    !is_ours && text.iter().any(|byte| !b" +x#@!%?\n0123456789".contains(byte))
}

/// A text without blanks, tabs and carriage returns at its end.
pub(super) fn trim(text: &[u8]) -> &[u8] {
    let blanks = text.iter().rev().take_while(|byte| matches!(byte, b' ' | b'\t' | b'\r')).count();
    &text[..text.len() - blanks]
}

#[cfg(test)]
mod tests {
    use super::is_other_echo;

    #[test]
    fn only_what_is_no_whole_command_is_another_echo() {
        let is_other = |[ours, theirs]: [&str; 2]| {
            let refusal = |echo| format!("INVALID OPERATION \"{echo}\": NOT SO");
            is_other_echo(refusal(ours).as_bytes(), refusal(theirs).as_bytes())
        };
        assert!(is_other(["MOVE 0 CAR F", "MOVE 0 CAR"]));
        assert!(!is_other(["MOVE 0 CAR F", "MOVE 1 CAR F"]));
        assert!(!is_other(["MOVE 0 CAR", "MOVE 0 CAR"]));
        let theirs = b"INVALID OPERATION \"MOVE 0\": BUT SO";
        assert!(!is_other_echo(b"INVALID OPERATION \"MOVE 0 CAR F\": NOT SO", theirs));
    }
}
