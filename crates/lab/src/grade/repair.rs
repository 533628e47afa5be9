//! Corrects the lines of a wrong answer that have a rule of their own: the line `PARTS REMAINING`,
//! the lines of SAVE, the numbers of rows and columns, and the line of a victory. Also leaves out
//! additional lines of this kind, adds a missing last row of a picture, and corrects marks that the
//! program always draws as another character. The rest of the answer then still shows whether the
//! program follows other rules.

use crate::compare::{numbers_columns, other_label};
use crate::lean::{of_mark, of_saved};
use crate::outputs::{
    Lenience, MARKS, OutputLine, PARTS, all_lines, digits, has_word, is_foreign, is_of_picture,
    is_row, matching,
};
use crate::rules::{Rule, RuleSet};
use broadside_ships::script::Keyword;
use std::collections::BTreeSet;

/// An answer with corrected lines.
#[derive(Default)]
pub(super) struct Repaired {
    /// The corrected answer, without the differences that the lenience ignores.
    pub(super) output: Vec<u8>,
    /// The rules of the lines that were wrong.
    pub(super) wrong: RuleSet,
}

impl Repaired {
    pub(super) fn new(ours: &[u8], theirs: &[u8], lenience: Lenience) -> Self {
        let mut repaired = Self::with_labels(ours, theirs, lenience, false);
        // A blank row with a longer label looks like a row with more blanks at its end. But if
        // another row has a wrong label, the blank rows may have longer labels too.
        if repaired.wrong.contains(Rule::Print1Rows) {
            repaired = Self::with_labels(ours, theirs, lenience, true);
        }
        for mark in MARKS {
            repaired.redraw(*mark, ours);
        }
        repaired
    }

    fn with_labels(ours: &[u8], theirs: &[u8], lenience: Lenience, may_be_longer: bool) -> Self {
        let (mut repaired, mut rest) = (Self::default(), all_lines(theirs, lenience));
        let our_lines: Vec<_> = all_lines(ours, lenience).collect();
        for (number, our) in our_lines.iter().enumerate() {
            for extra in extra_lines(*our, rest.clone(), lenience) {
                matching(&mut rest, Some(*our), lenience);
                repaired.add_extra(extra, our.text);
            }
            let mut after = rest.clone();
            let their = matching(&mut after, Some(*our), lenience);
            let their = their.map(|line| lenience.without_greeting(*our, line.text));
            let lines = Lines { ours: &our_lines[number..], their, lenience, may_be_longer };
            let whole = ours[our.start..].split(|byte| *byte == b'\n').next().unwrap_or_default();
            let mistake = lines.mistake();
            if let Some(Mistake::Wrong(rule) | Mistake::Missing(rule)) = mistake {
                repaired.wrong.insert(rule);
            }
            match their {
                Some(their) if mistake.is_none() && !lenience.equates(our.text, their) => {
                    repaired.add(their, if is_row(our.text) { whole.len() } else { 0 });
                }
                None if mistake.is_none() => {}
                Some(_) | None => {
                    let row = their.and_then(|their| lines.relabelled(our.text, their));
                    repaired.add(row.as_deref().unwrap_or(whole), whole.len());
                }
            }
            if !matches!(mistake, Some(Mistake::Missing(_))) {
                rest = after;
            }
        }
        while let Some(line) = matching(&mut rest, None, lenience) {
            repaired.add_extra(line.text, b"");
        }
        repaired
    }

    /// Adds a line that only the program prints, before `our` line. If the additional line breaks a
    /// rule, leaves out the line and notes the rule.
    fn add_extra(&mut self, extra: &[u8], our: &[u8]) {
        match rule_of_extra(extra, our) {
            Some(rule) => self.wrong.insert(rule),
            None => self.add(extra, 0),
        }
    }

    /// Corrects `mark` if the program never draws it where it should, but draws one character
    /// there that is not a mark, and perhaps other marks too. Also corrects reefs if the program
    /// draws all visible reefs as one other mark.
    fn redraw(&mut self, mark: u8, ours: &[u8]) {
        // A program may draw blanks as another character in rows, but not before column numbers.
        let is_picture = |line: &[u8]| is_row(line) && !numbers_columns(line);
        let drawn = fields(ours, &mut self.output, is_picture).filter(|(our, _)| *our == mark);
        let drawn = drawn.map(|(_, their)| *their).filter(|their| mark == b'?' || *their != b'?');
        let drawn: BTreeSet<u8> = drawn.collect();
        let own: Vec<_> = drawn.iter().copied().filter(|their| !is_of_picture(*their)).collect();
        let other = match own[..] {
            [own] => Some(own),
            [] => drawn.first().copied().filter(|_| mark == b'#' && drawn.len() == 1),
            _ => None,
        };
        let Some(other) = other.filter(|_| !drawn.contains(&mark)) else { return };
        let is_own = !is_of_picture(other);
        self.wrong.insert(of_mark(mark));
        let drawn = fields(ours, &mut self.output, is_row);
        let redrawn = drawn.filter(|(our, their)| **their == other && (is_own || *our == mark));
        redrawn.for_each(|(_, their)| *their = mark);
    }

    /// Adds a line. Adds blanks up to `width`, which the program may leave out.
    fn add(&mut self, line: &[u8], width: usize) {
        self.output.extend_from_slice(line);
        self.output.extend(std::iter::repeat_n(b' ', width.saturating_sub(line.len())));
        self.output.push(b'\n');
    }
}

/// Returns the fields of our rows, each with the field of the program. Leaves out rows whose
/// lengths differ.
fn fields<'a>(
    ours: &'a [u8],
    theirs: &'a mut [u8],
    is_row: impl Fn(&[u8]) -> bool + 'a,
) -> impl Iterator<Item = (u8, &'a mut u8)> {
    let lines = ours.split(|byte| *byte == b'\n').zip(theirs.split_mut(|byte| *byte == b'\n'));
    let rows = lines.filter(move |(our, their)| is_row(our) && our.len() == their.len());
    rows.flat_map(|(our, their)| our.iter().copied().zip(their))
}

/// Returns the lines that the program prints before our line, at most three. Returns no lines if
/// our line does not follow them or if one of them is a row: then the program does not print our
/// line at this place.
fn extra_lines<'a>(
    our: OutputLine<'a>,
    mut theirs: impl Iterator<Item = OutputLine<'a>>,
    lenience: Lenience,
) -> Vec<&'a [u8]> {
    const MOST: usize = 3;
    let mut extra = Vec::new();
    while extra.len() <= MOST
        && let Some(line) = matching(&mut theirs, Some(our), lenience)
    {
        let their = lenience.without_greeting(our, line.text);
        if lenience.equates(our.text, their) {
            return extra;
        }
        if (is_row(their) || our.may_be_drawn_as(their)) && rule(their).is_none() {
            break;
        }
        extra.push(line.text);
    }
    Vec::new()
}

#[derive(Clone, Copy)]
enum Mistake {
    Wrong(Rule),
    Missing(Rule),
}

/// The lines at one place of two outputs.
struct Lines<'a> {
    /// Our line, and the lines after it.
    ours: &'a [OutputLine<'a>],
    /// The program's line; `None` after its last line.
    their: Option<&'a [u8]>,
    lenience: Lenience,
    /// Whether a label may have more text at its end.
    may_be_longer: bool,
}

impl Lines<'_> {
    /// Returns what is wrong with the program's line. Returns `None` if nothing is wrong, or if
    /// this module does not correct such a mistake.
    fn mistake(&self) -> Option<Mistake> {
        let our = self.ours.first()?;
        if self.is_same(our) {
            return None;
        }
        let own = rule(our.text);
        if let Some(own) = own.filter(|_| self.is_missing()) {
            return Some(Mistake::Missing(own));
        }
        if self.lacks_last_row() {
            return Some(Mistake::Missing(Rule::PictureFields));
        }
        let their = self.their?;
        let wrong = match own {
            Some(Rule::PictureParts) => self.is_parts(their).then_some(Rule::PictureParts),
            Some(Rule::Print1Columns) => is_header(their).then_some(Rule::Print1Columns),
            Some(_) if is_other_form(our.text, their) => Some(Rule::SaveBoard),
            Some(own) => (rule(their) == Some(own) || is_other_command(their)).then_some(own),
            None if [our.text, their].into_iter().all(tells_victory) => Some(Rule::VictoryWon),
            None => self.relabelled(our.text, their).map(|_| Rule::Print1Rows),
        };
        wrong.map(Mistake::Wrong)
    }

    fn is_same(&self, our: &OutputLine<'_>) -> bool {
        let their = self.their.map(|their| self.lenience.without_greeting(*our, their));
        their.is_some_and(|their| self.lenience.equates(our.text, their))
    }

    /// Whether the program has left out our line: it prints one of our next lines (perhaps with
    /// another label or other marks) or nothing, and our lines before that place have rules of
    /// their own.
    fn is_missing(&self) -> bool {
        let is_it = |our: &OutputLine<'_>| {
            let is_other_row = |their: &[u8]| {
                our.may_be_drawn_as(their) && !is_header(their)
                    || self.relabelled(our.text, their).is_some()
            };
            self.is_same(our) || self.their.is_some_and(is_other_row)
        };
        for our in &self.ours[1..] {
            if is_it(our) {
                return true;
            }
            if rule(our.text).is_none() {
                return false;
            }
        }
        self.their.is_none()
    }

    /// Whether our line is the last row of a picture, and the program prints what we print after
    /// it.
    fn lacks_last_row(&self) -> bool {
        let is_plain_row = |line: &[u8]| is_row(line) && rule(line).is_none();
        let [our, after @ ..] = self.ours else { return false };
        is_plain_row(our.text)
            && match after.first() {
                Some(next) => !is_plain_row(next.text) && self.is_same(next),
                None => self.their.is_none(),
            }
    }

    /// Returns the program's row of `PRINT 1` with our label, if only its label is wrong. If the
    /// label is missing or is our number in another form, the rest of the row may be wrong too.
    fn relabelled(&self, our: &[u8], their: &[u8]) -> Option<Vec<u8>> {
        const LONGEST: usize = 8;
        let (label, row) = other_label(our, their)?;
        let (number, our_row) = our.split_at(digits(our));
        let is_mark = |byte: &u8| *byte != b' ' && MARKS.contains(byte);
        let is_label = label.len() <= LONGEST && !label.iter().any(is_mark);
        let is_numbered =
            if label.is_empty() { !has_word(row) } else { value(label) == value(number) };
        let is_other = is_numbered && !row.iter().any(u8::is_ascii_digit);
        let may_be_label = is_label && (self.may_be_longer || !their.starts_with(our));
        let is_it = is_row(our) && may_be_label && (row == our_row || is_other);
        is_it.then(|| [number, row].concat())
    }

    fn is_parts(&self, their: &[u8]) -> bool {
        let has_number = || their.iter().any(u8::is_ascii_digit);
        their.starts_with(PARTS) || self.lenience.parts_line && is_foreign(their) && has_number()
    }
}

/// Returns the digits of a label without zeros before them.
fn value(label: &[u8]) -> Vec<u8> {
    let digits = label.iter().copied().filter(u8::is_ascii_digit);
    digits.skip_while(|digit| *digit == b'0').collect()
}

fn is_header(line: &[u8]) -> bool {
    let numbers = line.trim_ascii();
    !numbers.is_empty() && numbers.iter().all(|byte| byte.is_ascii_digit() || *byte == b' ')
}

/// Whether a line of SAVE is indented, or is a tag where we have another tag.
fn is_other_form(our: &[u8], their: &[u8]) -> bool {
    their.trim_ascii_start() == our || [our, their].iter().all(|line| line.starts_with(b"["))
}

/// Whether a line begins with a command that `SAVE` never prints.
fn is_other_command(line: &[u8]) -> bool {
    let mut words = line.split(u8::is_ascii_whitespace);
    words.next().is_some_and(|word| Keyword::from_name(word).is_some()) && rule(line).is_none()
}

/// Returns the rule of a line that has a rule of its own.
pub(super) fn rule(line: &[u8]) -> Option<Rule> {
    match line {
        _ if line.starts_with(PARTS) => Some(Rule::PictureParts),
        _ if numbers_columns(line) => Some(Rule::Print1Columns),
        [b'[', ..] => Some(Rule::SaveBoard),
        _ => of_saved(line),
    }
}

/// Returns the rule that `extra`, a line that the program prints before our line, breaks. Then this
/// module leaves out `extra`. Returns `None` if it keeps the line.
fn rule_of_extra(extra: &[u8], our: &[u8]) -> Option<Rule> {
    let is_parts = |line: &[u8]| line.starts_with(PARTS);
    match rule(our) {
        _ if is_parts(extra) && !is_parts(our) => Some(Rule::PictureNoParts),
        Some(_) => rule(extra),
        None => None,
    }
}

/// Whether a line says that a player has won, in any words, such as `A won` or `Player A WINS!`.
fn tells_victory(line: &[u8]) -> bool {
    let mut words = line.split(|byte| !byte.is_ascii_alphabetic());
    words.any(|word| [&b"won"[..], b"wins"].iter().any(|verb| word.eq_ignore_ascii_case(verb)))
}
