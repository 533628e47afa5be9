//! A finding on the page: the script, both outputs with their first difference, the rule.

use super::html::text;
use serde::Deserialize;
use std::fmt::{self, Write as _};

/// How many lines of an output are shown before and behind the first difference.
const AROUND: usize = 8;

/// How many lines of a script are shown.
const LONGEST_SCRIPT: usize = 60;

/// The widest line that is shown, in characters.
const WIDEST: usize = 200;

/// What the page shows of a finding (spec/laboratory.md, section 7).
#[derive(Debug, Deserialize)]
pub(super) struct Finding {
    kind: String,
    rule: Option<Rule>,
    script: String,
    place: Option<Place>,
    expected: String,
    got: String,
    first_difference: Difference,
    status: Status,
    looks_like: Vec<Likeness>,
    seen: u64,
}

#[derive(Debug, Deserialize)]
struct Rule {
    id: String,
    section: u8,
    text: String,
}

#[derive(Debug, Deserialize)]
struct Place {
    line: usize,
}

#[derive(Debug, Deserialize)]
struct Difference {
    line: usize,
    column: usize,
}

#[derive(Debug, Deserialize)]
struct Status {
    kind: String,
    signal: Option<String>,
    flaky: bool,
    stderr_tail: String,
}

#[derive(Debug, Deserialize)]
struct Likeness {
    sentence: String,
    neighbours: [u32; 2],
}

pub(super) fn write_finding(number: usize, finding: &Finding, page: &mut String) -> fmt::Result {
    let flaky = if finding.status.flaky { ", but not each time" } else { "" };
    writeln!(
        page,
        "<article>\n<h3><span class=\"number\">{number}</span> {}{flaky}</h3>",
        headline(&finding.kind)
    )?;
    write_words(finding, page)?;
    page.push_str("<div class=\"outputs\">\n<figure><figcaption>Input</figcaption><pre>");
    write_script(finding, page)?;
    page.push_str("</pre></figure>\n");
    let place = (finding.first_difference.line, finding.first_difference.column);
    for (title, output) in [("Expected", &finding.expected), ("Printed", &finding.got)] {
        write!(page, "<figure><figcaption>{title}</figcaption><pre>")?;
        write_output(output, place, page)?;
        page.push_str("</pre></figure>\n");
    }
    page.write_str("</div>\n</article>\n")
}

/// What is wrong, in words.
fn headline(kind: &str) -> &str {
    match kind {
        "rejects" => "Refuses what is legal",
        "accepts" => "Accepts what is not legal",
        "reason" => "Gives another reason",
        "picture" => "Prints another picture",
        "save" => "Saves something else",
        "victory" => "Sees a victory otherwise",
        "crash" => "Crashes",
        "timeout" => "Does not end in time",
        "output" => "Prints too much",
        "memory" => "Takes too much memory",
        "ai" => "Answers wrongly as an AI",
        _ => "Prints something else",
    }
}

fn write_words(finding: &Finding, page: &mut String) -> fmt::Result {
    if let Some(rule) = &finding.rule {
        let (id, words) = (text(&rule.id), text(&rule.text));
        writeln!(
            page,
            "<p>{words} <span class=\"quiet\"><code>{id}</code>, section {}</span></p>",
            rule.section
        )?;
    }
    if let Some(best) = finding.looks_like.first() {
        let [agree, of] = best.neighbours;
        let words = text(&best.sentence);
        writeln!(
            page,
            "<p>Looks like a program that {words} <span class=\"quiet\">({agree} of {of} answers)</span>.</p>"
        )?;
    }
    let status = &finding.status;
    let seen =
        if finding.seen == 1 { "1 test".to_owned() } else { format!("{} tests", finding.seen) };
    write!(page, "<p class=\"quiet\">Seen in {seen}")?;
    if status.kind != "exited" {
        let signal = status.signal.as_deref().unwrap_or_default();
        write!(page, "; ended by {} {}", text(&status.kind), text(signal))?;
    }
    if let Some(last) = status.stderr_tail.lines().rev().find(|line| !line.trim().is_empty()) {
        write!(page, "; standard error ends with <code>{}</code>", cut(last))?;
    }
    page.write_str(".</p>\n")
}

/// The script, with the line marked whose output differs.
fn write_script(finding: &Finding, page: &mut String) -> fmt::Result {
    if finding.script.is_empty() {
        return page.write_str("<i>(empty)</i>");
    }
    let marked = finding.place.as_ref().map(|place| place.line);
    for (number, line) in (1..).zip(finding.script.lines().take(LONGEST_SCRIPT)) {
        let line = cut(line);
        if Some(number) == marked {
            writeln!(page, "<mark class=\"at\">{line}</mark>")?;
        } else {
            writeln!(page, "{line}")?;
        }
    }
    match finding.script.lines().count().checked_sub(LONGEST_SCRIPT) {
        Some(more @ 1..) => write!(page, "<i>({more} more lines)</i>"),
        _ => Ok(()),
    }
}

/// The lines around the first difference, which is marked.
fn write_output(output: &str, (line, column): (usize, usize), page: &mut String) -> fmt::Result {
    let first = line.saturating_sub(AROUND + 1);
    if first > 0 {
        writeln!(page, "<i>({first} equal lines)</i>")?;
    }
    let lines: Vec<_> = output.lines().skip(first).take(2 * AROUND + 1).collect();
    for (number, shown) in (first + 1..).zip(&lines) {
        if number == line {
            write_marked(shown, column, page)?;
        } else {
            writeln!(page, "{}", cut(shown))?;
        }
    }
    if first + lines.len() < line {
        page.push_str("<mark>(end of output)</mark>");
    } else if output.lines().nth(first + lines.len()).is_some() {
        page.push_str("<i>(more lines)</i>");
    }
    Ok(())
}

/// A line with all from its byte `column`, counted from 1, marked.
fn write_marked(line: &str, column: usize, page: &mut String) -> fmt::Result {
    let from = (0..column).rev().find(|at| line.is_char_boundary(*at)).unwrap_or(0);
    let (same, different) = line.split_at(from);
    let same_is_long = same.chars().count() > WIDEST / 2;
    let same = if same_is_long { format!("...{}", text(&tail(same))) } else { text(same) };
    let different = if different.is_empty() { "(end of line)".to_owned() } else { cut(different) };
    writeln!(page, "{same}<mark>{different}</mark>")
}

/// The last characters of a long text.
fn tail(text: &str) -> String {
    let count = text.chars().count();
    text.chars().skip(count.saturating_sub(WIDEST / 2)).collect()
}

/// A line that is not too wide, as HTML.
fn cut(line: &str) -> String {
    match line.char_indices().nth(WIDEST) {
        Some((end, _)) => text(&line[..end]) + "...",
        None => text(line),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use broadside::lab::compare::Kind;
    use std::collections::BTreeSet;

    #[test]
    fn of_a_long_output_the_lines_around_the_difference_are_shown() {
        let output: Vec<_> = (1..=40).map(|n| format!("{n}")).collect();
        let mut page = String::new();
        write_output(&output.join("\n"), (20, 1), &mut page).unwrap();
        let skipped = 20 - AROUND - 1;
        assert!(page.starts_with(&format!("<i>({skipped} equal lines)</i>\n{}\n", skipped + 1)));
        assert!(page.contains("\n19\n<mark>20</mark>\n21\n"), "{page}");
        assert!(page.ends_with(&format!("\n{}\n<i>(more lines)</i>", 20 + AROUND)), "{page}");
    }

    #[test]
    fn each_kind_has_a_headline_of_its_own() {
        let headlines = Kind::ALL.map(|kind| headline(kind.name()));
        assert_eq!(headlines.into_iter().collect::<BTreeSet<_>>().len(), Kind::ALL.len());
        let others = Kind::ALL.into_iter().filter(|kind| headline(kind.name()) == headline(""));
        assert_eq!(others.collect::<Vec<_>>(), [Kind::Prints]);
    }
}
