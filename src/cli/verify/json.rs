//! What was found, as JSON (spec laboratory §7). Additions keep the number of a schema; a
//! change of meaning raises it.

use broadside::lab::rules::Rule;
use broadside::lab::verify::{Finding, Likeness, Verdict};
use broadside::ports::programs::Ending;
use serde_json::{Value, json};

/// All that was found about a program.
pub(super) fn verdict(verdict: &Verdict, program: &str, seed: &str) -> Value {
    let findings = verdict.findings.iter().map(|found| finding(found, program, seed));
    let reached = |rule| verdict.reached.get(&rule).copied().unwrap_or_default();
    let rules =
        Rule::ALL.into_iter().map(|rule| json!({ "id": rule.id(), "reached": reached(rule) }));
    json!({
        "schema": "broadside.verify/1",
        "program": program,
        "seed": seed,
        "scripts": verdict.scripts,
        "differing": verdict.differing,
        "findings": findings.collect::<Vec<_>>(),
        "rules": rules.collect::<Vec<_>>(),
    })
}

/// One finding.
pub(in crate::cli) fn finding(finding: &Finding, program: &str, seed: &str) -> Value {
    let (case, difference) = (&finding.case, &finding.difference);
    let place = difference.at.map(|at| {
        let command = text(&case.draft.text(at));
        json!({ "line": case.draft.line_number(at), "column": 1, "command": command })
    });
    let rule = finding
        .rule
        .map(|rule| json!({ "id": rule.id(), "section": rule.section(), "text": rule.sentence() }));
    json!({
        "schema": "broadside.finding/1",
        "program": program,
        "seed": seed,
        "level": finding.level().name(),
        "kind": difference.cause.kind.name(),
        "rule": rule,
        "script": text(&case.script),
        "place": place,
        "expected": text(&case.answer.output),
        "got": text(&case.ended.stdout),
        "first_difference": {
            "byte": difference.byte,
            "line": difference.line,
            "column": difference.column,
        },
        "status": status(finding),
        "looks_like": finding.looks_like.iter().map(likeness).collect::<Vec<_>>(),
        "seen": finding.seen,
        "shrink": {
            "from_lines": finding.from_lines,
            "to_lines": case.draft.lines(),
            "runs": finding.runs,
        },
    })
}

fn status(finding: &Finding) -> Value {
    let ended = &finding.case.ended;
    let (code, signal) = match &ended.ending {
        Ending::Exited(code) => (Some(*code), None),
        Ending::Signal(name) => (None, Some(name)),
        Ending::Timeout | Ending::Output | Ending::Memory | Ending::CannotStart(_) => (None, None),
    };
    json!({
        "kind": ended.ending.name(),
        "code": code,
        "signal": signal,
        "flaky": finding.is_flaky,
        "stderr_tail": text(&ended.stderr_tail),
    })
}

fn likeness(likeness: &Likeness) -> Value {
    json!({
        "misreading": likeness.misreading.name(),
        "sentence": likeness.misreading.sentence(),
        "neighbours": [likeness.agree, likeness.of],
    })
}

/// Bytes as a text of JSON; those that are no UTF-8 are written by their number.
fn text(bytes: &[u8]) -> String {
    let mut text = String::with_capacity(bytes.len());
    for chunk in bytes.utf8_chunks() {
        text.push_str(chunk.valid());
        text.extend(chunk.invalid().iter().map(|byte| format!("\\u{{{byte:x}}}")));
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_that_are_no_text_are_written_by_their_number() {
        assert_eq!(text(b"a\n\xff\x1b\xc3\xa9"), "a\n\\u{ff}\u{1b}é");
    }
}
