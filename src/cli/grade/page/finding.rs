//! Prepares a finding (a mistake of the program) for the page: the script, and both outputs with
//! their first difference.

use super::shown;
use crate::cli::grade::table;
use broadside::lab::report::{Finding, Position};

/// How many lines before the first difference are shown.
const BEFORE: usize = 8;

/// How many lines of a text are shown at most.
const LONGEST: usize = 120;

/// How many characters of a line or a mark are shown at most; before a mark, half as many.
const WIDEST: usize = 400;

pub(super) struct PageFinding<'c> {
    pub(super) number: usize,
    pub(super) headline: String,
    pub(super) source: &'c Finding,
    /// Why the finding costs no points; `None` if it may cost some.
    pub(super) why_free: Option<&'static str>,
    /// How the run ended; `None` if the end is usual.
    pub(super) end: Option<String>,
    pub(super) stderr: Vec<String>,
    pub(super) texts: [Excerpt; 3],
}

/// The lines of a script or an output that the page shows.
#[derive(Debug, PartialEq)]
pub(super) struct Excerpt {
    pub(super) title: &'static str,
    /// The CSS class of the marked text.
    pub(super) mark: &'static str,
    /// How many lines before `lines` are left out.
    pub(super) skipped: usize,
    pub(super) lines: Vec<Line>,
    /// How many lines after `lines` are left out.
    pub(super) more: usize,
}

/// A line: the text before the mark, and the marked text.
#[derive(Debug, PartialEq)]
pub(super) struct Line {
    pub(super) same: String,
    pub(super) marked: Option<String>,
}

impl<'c> PageFinding<'c> {
    pub(super) fn new(number: usize, finding: &'c Finding, why_free: Option<&'static str>) -> Self {
        let place = |position: Position| (position.line, position.column);
        let first = finding.first_difference;
        let printed = finding.printed_difference.unwrap_or(first);
        let stderr = finding.stderr_lines();
        Self {
            number,
            headline: headline(finding),
            source: finding,
            why_free,
            end: finding.end().map(|end| shown(&end)),
            stderr: stderr.iter().map(|line| cut(&String::from_utf8_lossy(line))).collect(),
            texts: [
                script(finding),
                output("Expected", &finding.expected.escaped(), place(first)),
                output("Printed", &finding.got.escaped(), place(printed)),
            ],
        }
    }
}

fn headline(finding: &Finding) -> String {
    let words = shown(&finding.headline);
    let mut chars = words.chars();
    chars.next().map(|first| first.to_uppercase().chain(chars).collect()).unwrap_or_default()
}

/// Returns the beginning of the script. Marks the first line whose output or refusal is wrong.
fn script(finding: &Finding) -> Excerpt {
    let text = finding.script.escaped();
    let at = finding.place.as_ref().map(|place| place.line);
    let line = |(number, text): (usize, &str)| match cut(text) {
        text if Some(number) == at => Line { same: String::new(), marked: Some(text) },
        text => Line { same: text, marked: None },
    };
    Excerpt {
        title: "Input",
        mark: "at",
        skipped: 0,
        lines: (1..).zip(text.lines()).take(LONGEST).map(line).collect(),
        more: text.lines().count().saturating_sub(LONGEST),
    }
}

fn output(title: &'static str, output: &str, (line, column): (usize, usize)) -> Excerpt {
    let skipped = line.saturating_sub(BEFORE + 1);
    let whole = |(number, text): (usize, &str)| {
        if number == line { marked(text, column) } else { Line { same: cut(text), marked: None } }
    };
    let mut lines: Vec<_> =
        (1..).zip(output.lines()).skip(skipped).take(LONGEST).map(whole).collect();
    if skipped + lines.len() < line {
        lines.push(Line { same: String::new(), marked: Some("(end of output)".to_owned()) });
    }
    let more = output.lines().count().saturating_sub(skipped + LONGEST);
    Excerpt { title, mark: "differs", skipped, lines, more }
}

/// Marks a line from byte `column` on. The first byte of a line is byte 1.
fn marked(line: &str, column: usize) -> Line {
    let from = (0..column).rev().find(|at| line.is_char_boundary(*at)).unwrap_or(0);
    let (same, different) = line.split_at(from);
    let skipped = same.chars().count().saturating_sub(WIDEST / 2);
    let dots = if skipped > 0 { "..." } else { "" };
    let same: String = same.chars().skip(skipped).collect();
    let end = different.is_empty().then(|| "(end of line)".to_owned());
    let marked = Some(end.unwrap_or_else(|| cut(different)));
    Line { same: format!("{dots}{}", shown(&same)), marked }
}

fn cut(line: &str) -> String {
    shown(&table::cut(line, WIDEST))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_output_is_shown_from_some_lines_before_the_difference_on() {
        let text: Vec<_> = (1..=200).map(|n| n.to_string()).collect();
        let excerpt = output("Printed", &text.join("\n"), (20, 1));
        assert_eq!((excerpt.skipped, excerpt.more), (20 - BEFORE - 1, 200 - 11 - LONGEST));
        assert_eq!(excerpt.lines[BEFORE].marked.as_deref(), Some("20"));
        assert_eq!(excerpt.lines[BEFORE + 1].same, "21");
        let excerpt = output("Printed", "1\n2", (3, 1));
        assert_eq!(excerpt.lines[2].marked.as_deref(), Some("(end of output)"));
    }
}
