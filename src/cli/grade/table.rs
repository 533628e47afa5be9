//! Shows the results of the class as text for the terminal. First come the rules, beginning with
//! the worst. Then comes a table of the submissions.

use super::result::{Class, ClassRule, Graded, percent, points};
use crate::cli::page::shown;
use crate::cli::prompt::text;
use crate::cli::theme::{DIM, WRONG};
use anstyle::{AnsiColor, Style};
use broadside::arena::versus::words::count;
use broadside::text::{padding, width};
use std::fmt::{self, Write as _};

const TITLE: Style = Style::new().bold();
const GOOD: Style = AnsiColor::Green.on_default();

const WIDEST_NAME: usize = 28;

/// The width of the column `cases`.
const CASES: usize = 8;

/// Returns the text for a terminal of `columns` columns. If there is little room, the sentences of
/// the rules are cut or left out.
pub(super) fn table(class: &Class<'_>, columns: usize) -> String {
    let mut text = String::new();
    write_rules(class, columns, &mut text).expect("a string grows");
    let mute = class.mute();
    if mute > 0 {
        let verb = if mute == 1 { "prints nothing and is" } else { "print nothing and are" };
        let mute = count(mute, "submission");
        writeln!(text, "{mute} {verb} not counted here.").expect("a string grows");
    }
    text.push('\n');
    write_class(class, &mut text).expect("a string grows");
    text
}

/// Writes a line for each rule that at least one submission reaches, unless the rule is right in
/// all submissions. For the other rules, writes only how many there are.
fn write_rules(class: &Class<'_>, columns: usize, text: &mut String) -> fmt::Result {
    let rules = class.rules_worst_first();
    let all = class.counted().count();
    let bad: Vec<_> = rules.iter().filter(|row| row.right < all && row.not_reached < all).collect();
    let unknown = rules.iter().filter(|row| row.not_reached == all).count();
    if all == 0 {
        let is_tested = class.mute() > 0;
        return if is_tested { Ok(()) } else { writeln!(text, "No submission could be tested.") };
    }
    if rules.is_empty() {
        return writeln!(text, "The tests reach no rule.");
    }
    if bad.is_empty() && unknown == 0 {
        return writeln!(text, "All {} rules are right in all submissions.", rules.len());
    }
    writeln!(text, "{TITLE}{:>7}{:>13}{:>7}  rule{TITLE:#}", "wrong", "not reached", "right")?;
    for row in &bad {
        write_rule(row, columns, text)?;
    }
    for (count, what) in [
        (rules.len() - bad.len() - unknown, "right in all submissions"),
        (unknown, "reached in no submission, because other mistakes come first"),
    ] {
        let rules = if count == 1 { "rule is" } else { "rules are" };
        if count > 0 {
            writeln!(text, "{DIM}{count:>7} {rules} {what}.{DIM:#}")?;
        }
    }
    Ok(())
}

fn write_rule(row: &ClassRule, columns: usize, text: &mut String) -> fmt::Result {
    let ClassRule { rule, right, wrong, not_reached } = row;
    let style = if *wrong > 0 { WRONG } else { DIM };
    write!(text, "{style}{wrong:>7}{style:#}{not_reached:>13}{right:>7}  ")?;
    // The counts and the name of the rule take 54 columns.
    let room = columns.saturating_sub(54);
    if room < 30 {
        return writeln!(text, "{}", rule.id());
    }
    writeln!(text, "{:<24} {DIM}{}{DIM:#}", rule.id(), cut(rule.sentence(), room))
}

fn write_class(class: &Class<'_>, text: &mut String) -> fmt::Result {
    let names: Vec<_> =
        class.graded.iter().map(|graded| cut(&shown(graded.name), WIDEST_NAME)).collect();
    let columns = names.iter().map(|name| width(name)).max().unwrap_or(0).max(10);
    let levels = class.graded.first().map_or(&[][..], |first| &first.marks.levels);
    write!(text, "{TITLE}{:<columns$} {:>7}", "submission", "score")?;
    if !class.own_tests.is_empty() {
        write!(text, "{:>CASES$}", "cases")?;
    }
    levels.iter().try_for_each(|mark| write!(text, " {:>6}", mark.level.name()))?;
    writeln!(text, "{TITLE:#}")?;
    for (graded, name) in class.graded.iter().zip(&names) {
        write!(text, "{name}{} ", padding(name, columns))?;
        write_submission(graded, class, text)?;
    }
    write_remarks(class, text)
}

/// Writes the habits of each submission, and why its score is doubtful. A habit is a mistake in the
/// form of the output that a program makes again and again.
fn write_remarks(class: &Class<'_>, text: &mut String) -> fmt::Result {
    for graded in class.graded.iter().filter(|graded| graded.build.trouble().is_none()) {
        let name = cut(&shown(graded.name), WIDEST_NAME);
        for habit in &graded.marks.habits {
            writeln!(text, "{DIM}{name} {}.{DIM:#}", habit.name())?;
        }
        if let Some(doubt) = &graded.doubt {
            writeln!(text, "{WRONG}{name} is doubtful: {doubt}.{WRONG:#}")?;
        }
    }
    Ok(())
}

fn write_submission(graded: &Graded<'_>, class: &Class<'_>, text: &mut String) -> fmt::Result {
    let style = if class.is_full(graded.score) { GOOD } else { Style::new() };
    let score = if graded.has_mark() { points(graded.score) } else { "no mark".to_owned() };
    write!(text, "{style}{score:>7}{style:#}")?;
    if !class.own_tests.is_empty() {
        write!(text, "{:>CASES$}", class.own_right(graded))?;
    }
    if let Some(trouble) = graded.build.trouble() {
        return writeln!(text, "  {WRONG}{}{WRONG:#}", cut(&shown(error_line(trouble)), 60));
    }
    for mark in &graded.marks.levels {
        write!(text, " {:>5}%", percent(mark))?;
    }
    text.push('\n');
    Ok(())
}

/// Returns the line that names the error: the first line with "error:", or else with "error", or
/// else the first line that is not blank. The colon matters, because `make` first prints its
/// commands, and these may contain `-Werror`.
fn error_line(message: &str) -> &str {
    let lines = || message.lines().filter(|line| !line.trim().is_empty());
    let with = |word| lines().find(|line| line.to_ascii_lowercase().contains(word));
    with("error:").or_else(|| with("error")).or_else(|| lines().next()).unwrap_or_default()
}

pub(super) fn cut(text: &str, columns: usize) -> String {
    if width(text) <= columns {
        return text.to_owned();
    }
    text::cut(text, columns.saturating_sub(3)) + "..."
}

#[cfg(test)]
mod tests {
    use super::*;
    use broadside::lab::rules::Rule;

    #[test]
    fn the_error_is_found_in_the_output_of_a_failed_build() {
        let made = "make: Entering directory '.'\ng++ -o lode lode.cpp\nlode.cpp:74:19: error: expected ';'\n1 error";
        assert_eq!(error_line(made), "lode.cpp:74:19: error: expected ';'");
        let strict = "gcc -Werror -o lode lode.c\nlode.c:3:5: error: unused variable 'x'";
        assert_eq!(error_line(strict), "lode.c:3:5: error: unused variable 'x'");
        assert_eq!(
            error_line("lode.c\nlode.c(3): error C2143: syntax"),
            "lode.c(3): error C2143: syntax"
        );
        assert_eq!(error_line("\n  \nkilled\nmake: exited 2"), "killed");
        assert_eq!(error_line(""), "");
    }

    /// Regression: wide characters counted as one column each, so the table was too wide.
    #[test]
    fn names_are_cut_to_columns() {
        assert_eq!((cut("船船船", 5), cut("船船", 4)), ("船...".to_owned(), "船船".to_owned()));
    }

    #[test]
    fn only_a_rule_that_is_wrong_is_red() {
        let line = |wrong| {
            let mut text = String::new();
            let row = ClassRule { rule: Rule::PlacePresent, right: 3, wrong, not_reached: 1 };
            write_rule(&row, 80, &mut text).unwrap();
            text
        };
        assert!(line(0).starts_with(&format!("{DIM}      0{DIM:#}            1      3  ")));
        assert!(line(2).starts_with(&format!("{WRONG}      2{WRONG:#}            1      3  ")));
    }
}
