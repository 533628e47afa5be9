//! Writes `results.json` for Gradescope, a web service that grades: the score, the findings
//! (explained mistakes), and a test for each rule or other entry with points. All output is plain
//! text, never HTML.

use super::json::file_name;
use super::result::{Class, Counted, Graded};
use super::{likeness, visible};
use crate::cli::exit::Result;
use crate::cli::files::{make_folder, save_json};
use broadside::lab::grade::{RuleMark, Status};
use broadside::lab::report::Finding;
use broadside::ports::Ports;
use serde::Serialize;
use serde_json::json;
use std::path::Path;

#[derive(Serialize)]
struct Results {
    #[serde(skip_serializing_if = "Option::is_none")]
    score: Option<f64>,
    output: String,
    output_format: &'static str,
    test_output_format: &'static str,
    test_name_format: &'static str,
    visibility: &'static str,
    stdout_visibility: &'static str,
    tests: Vec<Test>,
    /// Data that Gradescope keeps and does not show.
    extra_data: serde_json::Value,
}

#[derive(Serialize)]
struct Test {
    name: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    number: Option<String>,
    score: f64,
    max_score: f64,
    status: &'static str,
    output: String,
    tags: Vec<&'static str>,
    visibility: &'static str,
}

/// Writes the file of each submission to a subfolder of `folder`. If there is only one submission,
/// its file goes to `folder` itself.
pub(super) fn write(folder: &Path, class: &Class<'_>, ports: &Ports<'_>) -> Result<()> {
    class.graded.iter().try_for_each(|graded| {
        let subfolder = folder.join(file_name(graded.name, ""));
        let folder = if class.graded.len() == 1 { folder } else { &subfolder };
        make_folder(folder)?;
        save_json(&folder.join("results.json"), &results(graded, class), ports)
    })
}

fn results(graded: &Graded<'_>, class: &Class<'_>) -> Results {
    let points = class.weights.points(class.exam, &graded.marks);
    let own_tests = class.weights.max_score() - points.iter().map(|(_, most)| most).sum::<f64>();
    // Of these four entries, only the first, the course's own tests, can bring points.
    let others = graded.points_outside_rules().into_iter().zip([own_tests, 0.0, 0.0, 0.0]);
    let has_points = |test: &Test| test.score != 0.0 || test.max_score > 0.0;
    let others =
        others.map(|((name, score), most)| other_test(name, score, most)).filter(has_points);
    // Only teachers see this test.
    let naming = graded.names_broadside.as_ref().map(|file| Test {
        visibility: "hidden",
        ..other_test(format!("It names `broadside` in {}", visible(file.as_bytes())), 0.0, 0.0)
    });
    Results {
        score: graded.mark(),
        output: output(graded, class, &points),
        output_format: "text",
        test_output_format: "text",
        test_name_format: "text",
        visibility: "visible",
        stdout_visibility: "hidden",
        tests: points
            .into_iter()
            .map(|(mark, most)| test(mark, most))
            .chain(others)
            .filter(|_| graded.has_mark())
            .chain(naming)
            .collect(),
        extra_data: json!({ "schema": "broadside.grade/1", "submission": graded.name }),
    }
}

fn test(mark: &RuleMark, max_score: f64) -> Test {
    let rule = mark.rule;
    let counts = if mark.status == Status::NotReached {
        "Not reached: no card or script shows whether it is right.".to_owned()
    } else {
        format!("Right in {} of {} cards and scripts.", mark.right, mark.of)
    };
    Test {
        name: rule.id().to_owned(),
        number: Some(rule.section().to_string()),
        score: finely_rounded(mark.share() * max_score),
        max_score: finely_rounded(max_score),
        status: if mark.status == Status::Right { "passed" } else { "failed" },
        output: format!("{}\n{counts}", rule.sentence()),
        tags: vec![rule.level().name()],
        visibility: "visible",
    }
}

fn other_test(name: String, score: f64, max_score: f64) -> Test {
    let [score, max_score] = [score, max_score].map(finely_rounded);
    let status = if score < max_score { "failed" } else { "passed" };
    let (number, output, tags) = (None, String::new(), Vec::new());
    Test { name, number, score, max_score, status, output, tags, visibility: "visible" }
}

/// Rounds to four digits after the point. With two digits, as in the score, the points of all tests
/// could add up to another number than the score.
fn finely_rounded(points: f64) -> f64 {
    (points * 1e4).round() / 1e4
}

fn output(graded: &Graded<'_>, class: &Class<'_>, counted: &Counted<'_>) -> String {
    if let Some(trouble) = graded.build.trouble() {
        return format!("It was not tested:\n{}\n", visible(trouble.as_bytes()));
    }
    if graded.is_flawless() {
        return "No mistake was found.\n".to_owned();
    }
    let describe = |(finding, number)| describe(number, finding, graded.why_free(finding, counted));
    let mut parts: Vec<String> = graded.findings.iter().zip(1..).map(describe).collect();
    if graded.lacks_search() {
        parts.push("There was no search for findings.\n".to_owned());
    }
    if !class.own_tests.is_empty() {
        parts.push(format!("The course's own tests: {} right.\n", class.own_right(graded)));
    }
    let points = graded.account_lines().into_iter();
    parts.extend(points.map(|(what, points)| format!("{what}: {points}\n")));
    parts.concat()
}

fn describe(number: usize, finding: &Finding, why_free: Option<&str>) -> String {
    let rule = finding.rule.as_ref().map(|rule| format!("{}\n", rule.text)).unwrap_or_default();
    let like = finding.looks_like.first();
    let like = like.map(|like| format!("{}: {}.\n", likeness(finding), like.sentence));
    let cost = why_free.map(|why| format!("It costs nothing: {why}.\n")).unwrap_or_default();
    let end = finding.end().map(|end| format!("End of the run: {end}.\n")).unwrap_or_default();
    let [script, expected, got] =
        [&finding.script, &finding.expected, &finding.got].map(|text| match visible(text) {
            text if text.is_empty() => "(nothing)".to_owned(),
            text => text,
        });
    format!(
        "Finding {number}: {}\n{rule}{}{cost}{end}Input:\n{script}\nExpected:\n{expected}\nPrinted:\n{got}\n\n",
        finding.headline,
        like.unwrap_or_default()
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A misreading is a known wrong reading of a rule. If it is not certain that the program has
    /// this misreading, the text calls it the nearest one, as `verify` does.
    #[test]
    fn a_finding_says_its_likeness_its_end_and_that_nothing_was_printed() {
        for (is_named, words) in [(true, "Looks like a"), (false, "The nearest")] {
            let position = json!({ "byte": 0, "line": 1, "column": 1 });
            let like =
                json!({ "misreading": "win-never", "sentence": "ends", "neighbours": [9, 9] });
            let finding = json!({
                "schema": "broadside.finding/1", "program": "", "seed": "", "level": "place",
                "kind": "picture", "rule": null, "script": "", "place": null, "expected": "",
                "got": "", "first_difference": position, "looks_like": [like], "seen": 1,
                "status": { "kind": "signal", "signal": "SEGV", "flaky": false, "stderr_tail": "" },
                "is_named": is_named, "shrink": { "from_lines": 1, "to_lines": 1, "runs": 1 },
            });
            let text = describe(1, &serde_json::from_value(finding).unwrap(), None);
            assert!(text.contains(&format!("\n{words} known mistake: ends.\n")), "{text}");
            // The text says that the program crashed and printed nothing, as the page does.
            assert!(text.contains("\nEnd of the run: signal SEGV.\n"), "{text}");
            assert!(text.ends_with("\nPrinted:\n(nothing)\n\n"), "{text}");
        }
    }
}
