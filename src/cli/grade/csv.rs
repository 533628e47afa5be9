//! The marks as CSV (RFC 4180), with a line for each submission.

use super::result::{Class, Graded};
use broadside::lab::rules::Rule;
use std::fmt::Write as _;

/// Returns the text of the file: score, build, the share of each level in percent, and each rule.
pub(super) fn csv(class: &Class<'_>) -> String {
    let rules: Vec<_> = Rule::ALL.into_iter().filter(|rule| class.exam.reaches(*rule)).collect();
    let mut text = "submission,score,max_score,build,findings,cases,id,mail".to_owned();
    for mark in class.graded.first().map_or(&[][..], |first| &first.marks.levels) {
        write!(text, ",{}", mark.level).expect("a string grows");
    }
    for rule in &rules {
        write!(text, ",{rule}").expect("a string grows");
    }
    text.push_str("\r\n");
    for graded in &class.graded {
        let cases = class.own_right(graded);
        text.push_str(&row(graded, class.weights.max_score(), &cases, &rules));
    }
    text
}

/// Returns the line of a submission.
fn row(graded: &Graded<'_>, max_score: f64, cases: &str, rules: &[Rule]) -> String {
    let Graded { name, build, findings, marks, about, .. } = graded;
    let score = if graded.has_mark() { graded.score.to_string() } else { String::new() };
    let [id, mail] =
        [&about.id, &about.mail].map(|text| field(text.as_deref().unwrap_or_default()));
    let mut text = format!(
        "{},{score},{max_score},{},{},{cases},{id},{mail}",
        field(name),
        build.name(),
        findings.len()
    );
    for mark in &marks.levels {
        let share = f64::from(mark.same) / f64::from(mark.of.max(1)) * 100.0;
        write!(text, ",{share:.1}").expect("a string grows");
    }
    for rule in rules {
        let status = if graded.has_mark() { marks.status(*rule).name() } else { "" };
        write!(text, ",{status}").expect("a string grows");
    }
    text + "\r\n"
}

/// The characters with which a formula begins in a spreadsheet, with their wide forms.
const FORMULA: [char; 10] = ['=', '+', '-', '@', '\t', '\r', '＝', '＋', '－', '＠'];

/// Returns a text as a field. A text that a spreadsheet would take for a formula gets an apostrophe. A text with a
/// character that separates fields in some country gets quotes.
fn field(text: &str) -> String {
    let is_formula = text.starts_with(FORMULA);
    let text = if is_formula { format!("'{text}") } else { text.to_owned() };
    if text.contains([',', ';', '\t', '"', '\n', '\r']) {
        format!("\"{}\"", text.replace('"', "\"\""))
    } else {
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_are_quoted_and_no_formulas() {
        let fields = ["anna", "a,b", "say \"hi\"", "=1+1", "＝1", "a;=1"].map(field);
        let expected = ["anna", "\"a,b\"", "\"say \"\"hi\"\"\"", "'=1+1", "'＝1", "\"a;=1\""];
        assert_eq!(fields, expected);
    }
}
