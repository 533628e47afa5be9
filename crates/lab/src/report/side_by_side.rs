//! Shows two outputs, side by side or one below the other, and marks their first difference.

use crate::outputs::{last_line, without_newline};
use anstyle::{AnsiColor, Style};
use broadside_core::text::{Visible, line_after, width};
use std::fmt::Write as _;

const MARK: Style = AnsiColor::Red.on_default().bold();

const QUIET: Style = Style::new().dimmed();

/// The number of lines shown before the first difference, and after it. If there are fewer lines
/// before it, more lines are shown after it.
const AROUND: usize = 6;

const END: &str = "end of output";

/// The largest number of characters that are shown of one line. Dots replace the rest.
const WIDEST: usize = 100;

/// The number of a line, and the number of a byte in that line. Both begin at 1.
type Place = (usize, usize);

/// Shows `expected` and `got`. If the outputs are equal, adds `end` after `got`, to say how the run
/// ended. `places` has the place of the first difference in each output. Puts one output below the
/// other if the two places have different line numbers, or if both outputs together are wider than
/// `columns`, the width of the terminal window in characters.
pub fn side_by_side(
    [expected, got]: [&[u8]; 2],
    end: &str,
    places: [Place; 2],
    columns: usize,
) -> String {
    let end = if expected == got { end } else { END };
    let mut ours = shown_lines(expected, END, places[0]);
    let theirs = shown_lines(got, end, places[1]);
    ours.extend(
        only_last_line(expected, got)
            .filter(|last| ours.iter().all(|line| line.number < last.number)),
    );
    let width = ours.iter().map(Shown::width).max().unwrap_or(0).max("expected".len());
    let other = theirs.iter().map(Shown::width).max().unwrap_or(0).max("got".len());
    // The line number, the blanks and the bar take 10 columns.
    if places[0].0 == places[1].0 && width + other + 10 <= columns {
        beside(&ours, &theirs, width)
    } else {
        format!("{}{}", below("expected", &ours), below("got", &theirs))
    }
}

/// Shows one output below `title`. Marks the rest of the line from `place` on.
pub fn alone(title: &str, output: &[u8], place: Place) -> String {
    below(title, &shown_lines(output, END, place))
}

struct Shown {
    number: usize,
    same: String,
    different: String,
}

impl Shown {
    fn new(number: usize, text: &[u8], (line, column): Place) -> Self {
        let mut at = if number == line { (column - 1).min(text.len()) } else { text.len() };
        // A cut must not divide a character. In UTF-8, bytes like 0b10xxxxxx continue a character.
        while at > 0 && text.get(at).is_some_and(|byte| byte & 0xC0 == 0x80) {
            at -= 1;
        }
        let (same, different) = text.split_at(at);
        let (same, mut different) = (Visible(same).to_string(), Visible(different).to_string());
        if number == line && different.is_empty() {
            different.push_str("(end of line)");
        }
        let same = if different.is_empty() { cut(&same, WIDEST) } else { tail(&same, WIDEST / 2) };
        let room = WIDEST.saturating_sub(same.chars().count());
        Self { number, same, different: cut(&different, room) }
    }

    fn width(&self) -> usize {
        width(&self.same) + width(&self.different)
    }

    fn styled(&self) -> String {
        let Self { same, different, .. } = self;
        if different.is_empty() { same.clone() } else { format!("{same}{MARK}{different}{MARK:#}") }
    }
}

/// If `got` is only the last line of `expected`, returns this line, so that it is always shown.
fn only_last_line(expected: &[u8], got: &[u8]) -> Option<Shown> {
    let number = line_after(expected.trim_ascii_end());
    let is_last = !got.is_empty() && last_line(expected) == got.trim_ascii_end();
    is_last.then(|| Shown::new(number, got.trim_ascii_end(), (0, 1)))
}

fn shown_lines(output: &[u8], end: &str, place: Place) -> Vec<Shown> {
    let (line, _) = place;
    let lines = without_newline(output).split(|byte| *byte == b'\n').zip(1..);
    let lines = lines.filter(|_| !output.is_empty()).skip(line.saturating_sub(AROUND + 1));
    let lines = lines.take(2 * AROUND + 1);
    let mut shown: Vec<_> = lines.map(|(text, number)| Shown::new(number, text, place)).collect();
    if shown.last().is_none_or(|last| last.number < line) {
        let different = format!("({end})");
        shown.push(Shown { number: line, same: String::new(), different });
    }
    shown
}

fn cut(text: &str, most: usize) -> String {
    match text.char_indices().nth(most) {
        Some((end, _)) => format!("{}...", &text[..end.min(text.len())]),
        None => text.to_owned(),
    }
}

fn tail(text: &str, most: usize) -> String {
    match text.chars().count().checked_sub(most) {
        None | Some(0) => text.to_owned(),
        Some(over) => format!("...{}", text.chars().skip(over).collect::<String>()),
    }
}

fn beside(ours: &[Shown], theirs: &[Shown], width: usize) -> String {
    let mut text = format!("{QUIET}       {:<width$} | got{QUIET:#}\n", "expected");
    for row in 0..ours.len().max(theirs.len()) {
        let (our, their) = (ours.get(row), theirs.get(row));
        let number = our.or(their).map_or(0, |line| line.number);
        let gap = " ".repeat(width.saturating_sub(our.map_or(0, Shown::width)));
        let [our, their] = [our, their].map(|line| line.map(Shown::styled).unwrap_or_default());
        let line = format!("{QUIET}{number:>5}{QUIET:#}  {our}{gap} {QUIET}|{QUIET:#} {their}");
        writeln!(text, "{}", line.trim_end()).expect("a string grows");
    }
    text
}

fn below(title: &str, lines: &[Shown]) -> String {
    let mut text = format!("{QUIET}       {title}{QUIET:#}\n");
    for line in lines {
        let (number, styled) = (line.number, line.styled());
        writeln!(text, "{QUIET}{number:>5}{QUIET:#}  {styled}").expect("a string grows");
    }
    text
}
