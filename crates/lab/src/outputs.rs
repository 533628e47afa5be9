//! Compares two outputs line by line and finds their first difference. `ours` is the right output,
//! and `theirs` is the output of the program under test.

use super::topic::OUTPUT_WORDS;
use broadside_core::text::line_after;
use broadside_ships::script::Keyword;
use broadside_ships::script::ast::Command;
use std::collections::HashMap;

/// The differences that a comparison ignores. A comparison always ignores a missing final newline.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[expect(clippy::struct_excessive_bools, reason = "each is an independent choice")]
pub struct Lenience {
    /// Blanks, tabs and carriage returns at the end of a line.
    pub trailing_blanks: bool,
    /// Blank lines that the program prints and the right output does not have.
    pub blank_lines: bool,
    /// Everything in a refusal except its reason, unless the refusal repeats another valid command.
    pub echo: bool,
    /// The text around the numbers of `PARTS REMAINING`.
    pub parts_line: bool,
    /// Lines that are unlike any output of the language.
    pub own_lines: bool,
    /// Text before a line, for example a prompt, and lines before and after the whole answer. Such
    /// text must be unlike the pictures and messages of the language.
    pub greeting: bool,
    /// The characters for the marks of a row. Only the search for habits ignores them.
    pub marks: bool,
    /// A crash at the end of a run.
    pub crashes: bool,
}

impl Lenience {
    pub(super) fn equates(self, our: &[u8], their: &[u8]) -> bool {
        our == their
            || self.marks && is_redrawn_row(our, their)
            || self.echo && is_other_echo(our, their)
            || self.parts_line && is_other_parts_line(our, their)
    }

    pub(super) fn without_greeting<'t>(self, our: OutputLine<'_>, their: &'t [u8]) -> &'t [u8] {
        // Our first row may be blanks that are trimmed to nothing. Then the program may print only
        // a greeting on this line.
        let is_right = if our.text.is_empty() {
            our.number == 1 && is_own_line(their)
        } else {
            their.ends_with(our.text)
        };
        let start =
            if is_right { Some(their.len() - our.text.len()) } else { place_of_refusal(their) };
        let start = start.filter(|start| self.greeting && is_foreign(&their[..*start]));
        &their[start.unwrap_or_default()..]
    }
}

/// The marks of pictures. Digits are not marks, because they number the rows and columns.
pub(super) const MARKS: &[u8] = b" +x#@!%?";

/// The marks of healthy segments.
pub(super) const HEALTHY: [&str; 4] = ["+", "@", "!", "%"];

pub(super) fn is_of_picture(byte: u8) -> bool {
    MARKS.contains(&byte) || byte.is_ascii_digit()
}

/// Whether a line may be a row of a picture.
pub(super) fn is_row(line: &[u8]) -> bool {
    !line.is_empty() && line.iter().copied().all(is_of_picture)
}

/// Whether a line is our row with other characters for some marks. A mark must have the same
/// character everywhere.
fn is_redrawn_row(our: &[u8], their: &[u8]) -> bool {
    let Ok(their) = std::str::from_utf8(their) else { return false };
    let mut drawn = HashMap::new();
    let is_drawn = |(mark, other): (&u8, char)| match *mark {
        b' ' | b'0'..=b'9' => other == char::from(*mark),
        mark => *drawn.entry(mark).or_insert(other) == other,
    };
    is_row(our) && our.len() == their.chars().count() && our.iter().zip(their.chars()).all(is_drawn)
}

/// Returns how many digits a line begins with.
pub(super) fn digits(line: &[u8]) -> usize {
    line.iter().take_while(|byte| byte.is_ascii_digit()).count()
}

pub(super) const INVALID: &[u8] = b"INVALID OPERATION";

pub(crate) const PARTS: &[u8] = b"PARTS REMAINING";

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Refusal<'a> {
    pub(super) echo: &'a [u8],
    pub(super) reason: &'a [u8],
}

impl<'a> Refusal<'a> {
    /// Reads `INVALID OPERATION "echo": reason`. The quotes and the colon may be missing, and the
    /// first words may be misspelt or have small letters.
    pub(super) fn of(line: &'a [u8]) -> Option<Self> {
        let rest = line[first_words(line)?..].trim_ascii_start();
        let rest = rest.strip_prefix(b"\"").unwrap_or(rest);
        let colon = memchr::memrchr(b':', rest);
        let quote = memchr::memchr(b'"', rest).or(colon).unwrap_or(rest.len());
        let reason = rest[quote..].strip_prefix(b"\"").unwrap_or(&rest[quote..]);
        let reason = reason.trim_ascii_start();
        let reason = reason.strip_prefix(b":").unwrap_or(reason);
        Some(Self { echo: &rest[..quote], reason: reason.trim_ascii_start() })
    }
}

/// Returns the length of the first words of a refusal, which may be misspelt. They must begin and
/// end with a letter, so that a sign after them is not taken for a wrong letter.
fn first_words(line: &[u8]) -> Option<usize> {
    let is_letter = |at: usize| line.get(at).is_some_and(u8::is_ascii_alphabetic);
    let is_whole = |end: usize| is_letter(0) && is_letter(end - 1) && !is_letter(end);
    let lengths = INVALID.len() - WRONG_LETTERS..=INVALID.len() + WRONG_LETTERS;
    lengths.rev().find(|end| is_whole(*end) && is_nearly(INVALID, &line[..*end]))
}

fn place_of_refusal(text: &[u8]) -> Option<usize> {
    (0..text.len()).find(|at| first_words(&text[*at..]).is_some())
}

/// The largest number of wrong letters in a misspelt text.
const WRONG_LETTERS: usize = 2;

/// Whether two texts differ in at most two adjacent letters. Ignores case.
pub(super) fn is_nearly(ours: &[u8], theirs: &[u8]) -> bool {
    let is_same = |(our, their): &(&u8, &u8)| our.eq_ignore_ascii_case(their);
    let same = ours.iter().zip(theirs).take_while(is_same).count();
    let ends = ours[same..].iter().rev().zip(theirs[same..].iter().rev());
    ours.len().max(theirs.len()) <= same + ends.take_while(is_same).count() + WRONG_LETTERS
}

/// Whether the lines are different refusals with the same reason. Ignores the case of the reason,
/// and signs after it. False if `theirs` repeats another valid command.
pub(super) fn is_other_echo(ours: &[u8], theirs: &[u8]) -> bool {
    if ours == theirs {
        return false;
    }
    let (Some(ours), Some(theirs)) = (Refusal::of(ours), Refusal::of(theirs)) else { return false };
    let is_same = || match Command::parse(theirs.echo) {
        Ok(theirs) => Command::parse(ours.echo).is_ok_and(|ours| ours == theirs),
        Err(_) => true,
    };
    let signs = |byte: &u8| byte.is_ascii_punctuation();
    let parts = theirs.reason.split_at_checked(ours.reason.len());
    let is_right = |(reason, added): (&[u8], &[u8])| {
        reason.eq_ignore_ascii_case(ours.reason) && added.iter().all(signs)
    };
    parts.is_some_and(is_right) && is_same()
}

/// Whether `ours` is the line `PARTS REMAINING`, and `theirs` has other words with the same
/// numbers.
fn is_other_parts_line(ours: &[u8], theirs: &[u8]) -> bool {
    let is_parts = ours.starts_with(PARTS) && Refusal::of(theirs).is_none();
    let numbers = |line: &[u8]| -> Vec<Vec<u8>> {
        let words = line.split(|byte| !byte.is_ascii_digit());
        words.filter(|word| !word.is_empty()).map(<[u8]>::to_vec).collect()
    };
    is_parts && theirs.iter().any(u8::is_ascii_alphabetic) && numbers(ours) == numbers(theirs)
}

/// Whether two outputs are the same, apart from differences that `lenience` ignores.
pub fn is_same_output(ours: &[u8], theirs: &[u8], lenience: Lenience) -> bool {
    ours == theirs || Spot::first(ours, theirs, lenience).is_none()
}

/// Returns the offset in `theirs` after the lines of `ours`; `None` if `theirs` does not begin with
/// these lines.
pub(super) fn end_of_ours(ours: &[u8], theirs: &[u8], lenience: Lenience) -> Option<usize> {
    let mut rest = all_lines(theirs, lenience);
    for our in all_lines(ours, lenience) {
        let their = matching(&mut rest, Some(our), lenience)?;
        if !lenience.equates(our.text, lenience.without_greeting(our, their.text)) {
            return None;
        }
    }
    Some(rest.next().map_or(theirs.len(), |line| line.start))
}

/// The first difference between two outputs.
#[derive(Clone, Copy, Debug)]
pub(super) struct Spot<'a> {
    /// The offset of the difference in our output, in bytes from 0.
    pub(super) byte: usize,
    /// The number of the line in our output, from 1.
    pub(super) line: usize,
    /// The offset in the line, in bytes from 0.
    pub(super) column: usize,
    /// The offset of the difference in the program's output, and its line number there. The
    /// `column` is the same in both outputs, but does not count a greeting.
    pub(super) theirs: (usize, usize),
    /// Our line at the difference; `None` after the last line.
    pub(super) expected: Option<&'a [u8]>,
    /// The program's line at the difference; `None` after the last line.
    pub(super) got: Option<&'a [u8]>,
}

impl<'a> Spot<'a> {
    pub(super) fn first(expected: &'a [u8], got: &'a [u8], lenience: Lenience) -> Option<Self> {
        let mut theirs = all_lines(got, lenience);
        for our in all_lines(expected, lenience) {
            let line = matching(&mut theirs, Some(our), lenience);
            let their = line.map(|line| lenience.without_greeting(our, line.text));
            if !their.is_some_and(|their| lenience.equates(our.text, their)) {
                let column = same_bytes(our.text, their.unwrap_or_default());
                return Some(Self {
                    byte: our.start + column,
                    line: our.number,
                    column,
                    theirs: line.map_or_else(
                        || end(got),
                        |line| (line.start + line.greeting(their) + column, line.number),
                    ),
                    expected: Some(our.text),
                    got: their,
                });
            }
        }
        let their = matching(&mut theirs, None, lenience)?;
        let theirs = (their.start, their.number);
        Some(Self { theirs, got: Some(their.text), ..Self::at_ends(expected, got) })
    }

    pub(super) fn at_ends(expected: &[u8], got: &[u8]) -> Self {
        Self { theirs: end(got), ..Self::of_byte(expected, expected.len()) }
    }

    /// Returns the place of a byte in two equal outputs.
    pub(super) fn of_byte(output: &[u8], byte: usize) -> Self {
        let before = &output[..byte.min(output.len())];
        let line_start = memchr::memrchr(b'\n', before).map_or(0, |newline| newline + 1);
        let line = line_after(before);
        let column = before.len() - line_start;
        Self { byte, line, column, theirs: (byte, line), expected: None, got: None }
    }
}

fn end(output: &[u8]) -> (usize, usize) {
    let last = lines(output, Lenience::default()).last();
    last.map_or((0, 1), |last| (last.start + last.text.len() + 1, last.number + 1))
}

#[derive(Clone, Copy, Debug)]
pub(super) struct OutputLine<'a> {
    pub(super) start: usize,
    number: usize,
    pub(super) text: &'a [u8],
    /// The line with its trailing blanks.
    whole: &'a [u8],
    /// Whether the line is a row of blanks: it is as wide as the line before or after it.
    is_blank_row: bool,
    /// Whether the line stands between the tags of a saved game.
    is_saved: bool,
}

impl OutputLine<'_> {
    /// Whether the line is only the word of a command, and is no line of a saved game.
    fn is_command_word(&self, wanted: Option<Self>) -> bool {
        !self.is_saved
            && match Keyword::from_name(trim(self.text)) {
                // SAVE prints these words alone on a line. So after our last line, they may be
                // output.
                Some(Keyword::ExtendedShips | Keyword::AutoShooting) => wanted.is_some(),
                word => word.is_some(),
            }
    }

    fn greeting(&self, rest: Option<&[u8]>) -> usize {
        self.text.len() - rest.map_or(self.text.len(), <[u8]>::len)
    }

    /// Whether `their` may be our row with other marks. Some of its fields may be wrong too, so any
    /// line of the same width without words may be our row.
    pub(super) fn may_be_drawn_as(&self, their: &[u8]) -> bool {
        let is_as_wide = || String::from_utf8_lossy(their).chars().count() == self.whole.len();
        is_redrawn_row(self.text, their) || is_row(self.whole) && is_as_wide() && !has_word(their)
    }
}

/// Returns the next line to compare with `wanted`. Skips lines that `lenience` ignores. But keeps a
/// line that equals `wanted`, such as a blank row of a picture, and a row with other marks. Also
/// keeps a blank row if `wanted` is not a row: then the program's picture has a row too many.
pub(super) fn matching<'a>(
    lines: &mut impl Iterator<Item = OutputLine<'a>>,
    wanted: Option<OutputLine<'_>>,
    lenience: Lenience,
) -> Option<OutputLine<'a>> {
    lines.find(|line| {
        let wants_row = || wanted.is_some_and(|our| our.text.iter().copied().all(is_of_picture));
        let is_empty = || trim(line.text).is_empty() && (!line.is_blank_row || wants_row());
        let is_blank = lenience.blank_lines && is_empty();
        let is_own = lenience.own_lines && (is_own_line(line.text) || line.is_command_word(wanted));
        let is_wanted = wanted.is_some_and(|our| line.text.ends_with(our.text));
        let is_first_or_after_end = wanted.is_none_or(|our| our.number == 1);
        let may_be_greeting = is_first_or_after_end && !is_wanted && is_foreign(line.text);
        let is_greeting = lenience.greeting && may_be_greeting;
        let is_kept = |our: OutputLine<'_>| {
            our.text == line.text || !has_signs_only(line.text) && our.may_be_drawn_as(line.text)
        };
        !(is_blank || is_own || is_greeting) || wanted.is_some_and(is_kept)
    })
}

pub(super) fn all_lines(
    output: &[u8],
    lenience: Lenience,
) -> impl Iterator<Item = OutputLine<'_>> + Clone {
    lines(output, Lenience { blank_lines: false, ..lenience })
}

pub(super) fn lines(
    output: &[u8],
    lenience: Lenience,
) -> impl Iterator<Item = OutputLine<'_>> + Clone {
    let (mut start, mut is_saved) = (0, false);
    let mut before: &[u8] = b"";
    let joint = newline_before_reason(output).filter(|_| lenience.echo);
    let all = without_newline(output);
    let ends = memchr::memchr_iter(b'\n', all).filter(move |end| Some(*end) != joint);
    let all = ends.chain([all.len()]).zip(1..).map(move |(end, number)| {
        let whole = &output[start..end];
        is_saved ^= trim(whole) == b"[state]";
        let text = if lenience.trailing_blanks { trim(whole) } else { whole };
        let after = output.get(end + 1..).unwrap_or_default();
        let is_blank_row = is_blank_row(before, whole, after);
        let line = OutputLine { start, number, text, whole, is_blank_row, is_saved };
        start = end + 1;
        before = whole;
        line
    });
    let is_compared = move |line: &OutputLine<'_>| {
        !(output.is_empty() || lenience.blank_lines && trim(line.text).is_empty())
    };
    all.filter(is_compared)
}

/// Returns the offset of the newline before the last line if the line before it is a refusal
/// without a reason. Such a refusal may have its reason on the last line.
fn newline_before_reason(output: &[u8]) -> Option<usize> {
    let at = memchr::memrchr(b'\n', output.trim_ascii_end())?;
    let refusal = Refusal::of(last_line(&output[..at]))?;
    refusal.reason.is_empty().then_some(at)
}

fn is_blank_row(before: &[u8], line: &[u8], after: &[u8]) -> bool {
    let without_cr = |line: &[u8]| line.len() - usize::from(line.ends_with(b"\r"));
    let width = without_cr(line);
    let is_as_wide = |other: &[u8]| without_cr(other) == width;
    let next = || after.split(|byte| *byte == b'\n').next().unwrap_or_default();
    width > 0 && trim(line).is_empty() && (is_as_wide(before) || is_as_wide(next()))
}

/// Whether the line seems to be no part of an answer: it is a prompt, a line of signs, other text
/// with two letters in a row, or only the tag of a turn. Lines like those of SAVE do not count.
pub(super) fn is_own_line(text: &[u8]) -> bool {
    if [&b"[playerA]"[..], b"[playerB]"].contains(&trim(text)) {
        return true;
    }
    let first = text.trim_ascii_start().split(u8::is_ascii_whitespace).next();
    let first = first.unwrap_or_default();
    let is_command = Keyword::ALL.iter().any(|word| word.name().as_bytes() == first);
    is_foreign(text) && !is_command && (has_signs_only(text) || has_word(text))
}

/// Whether the text has two letters in a row, apart from the mark `x`.
pub(super) fn has_word(text: &[u8]) -> bool {
    let is_letter = |byte: &u8| byte.is_ascii_alphabetic() && !is_of_picture(*byte);
    text.windows(2).any(|two| two.iter().all(is_letter))
}

/// Whether the line has only signs, like a prompt or a row of `=`.
fn has_signs_only(line: &[u8]) -> bool {
    line.iter().all(|byte| b">$:=*- ".contains(byte))
}

/// Whether the text is unlike the pictures and messages of the language. It may still be like a
/// line of SAVE.
pub(super) fn is_foreign(text: &[u8]) -> bool {
    let has = |word: &str| memchr::memmem::find(text, word.as_bytes()).is_some();
    let is_ours = ["INVALID", " won"].into_iter().chain(OUTPUT_WORDS).any(has)
        || place_of_refusal(text).is_some();
    !(is_ours || text.iter().all(|byte| is_of_picture(*byte) || *byte == b'\n'))
}

pub(super) fn without_newline(text: &[u8]) -> &[u8] {
    text.strip_suffix(b"\n").unwrap_or(text)
}

/// Returns the number of bytes at the beginning that are the same in both texts.
pub(super) fn same_bytes(ours: &[u8], theirs: &[u8]) -> usize {
    ours.iter().zip(theirs).take_while(|(our, their)| our == their).count()
}

/// Returns the last line, without white space after it.
pub(super) fn last_line(output: &[u8]) -> &[u8] {
    output.trim_ascii_end().rsplit(|byte| *byte == b'\n').next().unwrap_or_default()
}

pub(super) fn trim(text: &[u8]) -> &[u8] {
    let blanks = text.iter().rev().take_while(|byte| matches!(byte, b' ' | b'\t' | b'\r')).count();
    &text[..text.len() - blanks]
}
