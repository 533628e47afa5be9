//! Writes the marks as CSV (RFC 4180), with a line for each submission.

use super::result::{Class, Graded};
use broadside::lab::grade::LevelResult;
use broadside::lab::rules::Rule;
use std::iter;

const COLUMNS: [&str; 8] =
    ["submission", "score", "max_score", "build", "findings", "cases", "id", "mail"];

/// Returns a line with the names of the columns, and a line for each submission. After [`COLUMNS`]
/// come the share of right scripts of each level, in percent, and the status of each rule that the
/// exam (the series of tests) reaches. The last column names a file that has the word `broadside`
/// or is a copy of this program. Score, cases, shares and statuses are empty if there is no mark.
pub(super) fn csv(class: &Class<'_>) -> String {
    let rules: Vec<_> = Rule::ALL.into_iter().filter(|rule| class.exam.reaches(*rule)).collect();
    let levels = class.graded.first().map_or(&[][..], |first| &first.marks.levels);
    let mut head: Vec<_> = COLUMNS.map(str::to_owned).into();
    head.extend(levels.iter().map(|mark| mark.level.to_string()));
    head.extend(rules.iter().map(Rule::to_string));
    head.push("names_broadside".to_owned());
    let rows = class.graded.iter().map(|graded| row(graded, class, &rules));
    iter::once(head).chain(rows).map(|fields| fields.join(",") + "\r\n").collect()
}

fn row(graded: &Graded<'_>, class: &Class<'_>, rules: &[Rule]) -> Vec<String> {
    let if_marked = |text: String| if graded.has_mark() { text } else { String::new() };
    let Graded { name, build, findings, marks, about, .. } = graded;
    let [id, mail] =
        [&about.id, &about.mail].map(|text| field(text.as_deref().unwrap_or_default()));
    let mut fields = vec![
        field(name),
        if_marked(graded.score.to_string()),
        class.weights.max_score().to_string(),
        build.name().to_owned(),
        findings.len().to_string(),
        if_marked(class.own_right(graded)),
        id,
        mail,
    ];
    let share = |mark: &LevelResult| f64::from(mark.same) / f64::from(mark.of.max(1)) * 100.0;
    fields.extend(marks.levels.iter().map(|mark| if_marked(format!("{:.1}", share(mark)))));
    fields.extend(rules.iter().map(|rule| if_marked(marks.status(*rule).name().to_owned())));
    fields.push(field(graded.names_broadside.as_deref().unwrap_or_default()));
    fields
}

/// A spreadsheet may take a text for a formula if the text begins with one of these characters. The
/// last four are wide forms of the first four.
const FORMULA: [char; 10] = ['=', '+', '-', '@', '\t', '\r', '＝', '＋', '－', '＠'];

/// Quotes a text that has a line end or a character that may end a field. Puts `'` before a text
/// that a spreadsheet may take for a formula.
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
    fn fields_are_quoted_and_are_not_formulas() {
        let fields = ["anna", "a,b", "say \"hi\"", "=1+1", "＝1", "a;=1"].map(field);
        let expected = ["anna", "\"a,b\"", "\"say \"\"hi\"\"\"", "'=1+1", "'＝1", "\"a;=1\""];
        assert_eq!(fields, expected);
    }
}
