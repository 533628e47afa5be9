//! Results as Gradescope's autograders leave them in `results.json`: `score`, `max_score`, `output` and
//! `visibility`, for the submission and for each rule. What is shown is text, never a page.

use super::json::file_name;
use super::result::{Class, Graded, rounded};
use super::{make_folder, save};
use crate::cli::exit::Failure;
use broadside::lab::grade::{RuleMark, Status};
use broadside::ports::Ports;
use broadside::text::Visible;
use serde_json::{Value, json};
use std::fmt::Write as _;
use std::path::Path;

/// Writes `NAME/results.json` for each submission; for a single one `results.json`.
pub(super) fn write(folder: &Path, class: &Class<'_>, ports: &Ports<'_>) -> Result<(), Failure> {
    for graded in &class.graded {
        let own = folder.join(file_name(graded.name, ""));
        let folder = if class.graded.len() == 1 { folder } else { &own };
        make_folder(folder)?;
        let text = format!("{:#}\n", results(graded, class));
        save(&folder.join("results.json"), text.as_bytes(), ports)?;
    }
    Ok(())
}

fn results(graded: &Graded<'_>, class: &Class<'_>) -> Value {
    let points = class.weights.points(class.exam, &graded.marks);
    let tests: Vec<_> = points.into_iter().map(|(mark, most)| test(mark, most)).collect();
    json!({
        "score": graded.score,
        "output": output(graded),
        "output_format": "text",
        "test_output_format": "text",
        "test_name_format": "text",
        "visibility": "visible",
        "stdout_visibility": "hidden",
        "tests": tests,
        "extra_data": { "schema": "broadside.grade/1", "submission": graded.name },
    })
}

fn test(mark: &RuleMark, most: f64) -> Value {
    let rule = mark.rule;
    let counts = if mark.status == Status::NotReached {
        "Never reached: something else went wrong before.".to_owned()
    } else {
        format!("Right in {} of {} cards and scripts.", mark.right, mark.of)
    };
    json!({
        "name": rule.id(),
        "number": rule.section().to_string(),
        "score": rounded(mark.share() * most),
        "max_score": rounded(most),
        "status": if mark.status == Status::Right { "passed" } else { "failed" },
        "output": format!("{}\n{counts}", rule.sentence()),
        "tags": [rule.level().name()],
        "visibility": "visible",
    })
}

/// What is wrong, in plain text: each finding with its script.
fn output(graded: &Graded<'_>) -> String {
    let mut text = String::new();
    if let Some(trouble) = graded.trouble() {
        writeln!(text, "There is no program to test:\n{}", visible(trouble))
            .expect("a string grows");
        return text;
    }
    for (index, finding) in graded.findings.iter().enumerate() {
        let string = |value: &Value| visible(value.as_str().unwrap_or_default());
        let rule = string(&finding["rule"]["text"]);
        writeln!(text, "Finding {}: {} {rule}", index + 1, string(&finding["kind"]))
            .expect("a string grows");
        if let Some(sentence) = finding["looks_like"][0]["sentence"].as_str() {
            writeln!(text, "Looks like a program that {sentence}.").expect("a string grows");
        }
        let (script, expected) = (string(&finding["script"]), string(&finding["expected"]));
        let got = string(&finding["got"]);
        writeln!(text, "Input:\n{script}\nExpected:\n{expected}\nPrinted:\n{got}\n")
            .expect("a string grows");
    }
    if graded.findings.is_empty() {
        text.push_str("No mistake was found.\n");
    }
    text
}

/// A text of several lines without anything that steers.
fn visible(text: &str) -> String {
    let lines = text.split('\n').map(|line| Visible(line.as_bytes()).to_string());
    lines.collect::<Vec<_>>().join("\n").trim_end().to_owned()
}
