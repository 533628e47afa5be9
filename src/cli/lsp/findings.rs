//! Gives editors the findings of `check`, that is, what looks wrong in a script.

use super::text::{Places, Text};
use crate::cli::rule_links;
use broadside::script::check::{Finding, Problem, check_lines};
use lsp_types::{CodeDescription, Diagnostic, DiagnosticSeverity, NumberOrString};

/// The most findings that are shown. Editors are slow with more.
const MOST: usize = 1000;

/// Checks a text. Returns `None` if `has_news` says, before the end of the check, that the editor
/// has sent a new message.
pub(super) fn findings(text: &Text, mut has_news: impl FnMut() -> bool) -> Option<Vec<Diagnostic>> {
    let (mut places, mut found) = (text.places(), Vec::new());
    for of_line in check_lines(text.as_str().as_bytes()) {
        if has_news() {
            return None;
        }
        let left = MOST.saturating_sub(found.len());
        found.extend(of_line.iter().take(left).map(|finding| diagnostic(finding, &mut places)));
        if of_line.len() > left {
            found.push(more_note(&found));
            break;
        }
    }
    Some(found)
}

fn diagnostic(finding: &Finding, places: &mut Places<'_>) -> Diagnostic {
    let (mark, problem) = (&finding.mark, &finding.problem);
    let width = String::from_utf8_lossy(&mark.source[mark.span.clone()]).chars().count() as u64;
    let severity =
        if problem.is_error() { DiagnosticSeverity::ERROR } else { DiagnosticSeverity::WARNING };
    let help = problem.help().map(|help| format!("\nhelp: {help}"));
    Diagnostic {
        range: places.range(mark.place.line, mark.place.column, width),
        severity: Some(severity),
        code: Some(NumberOrString::String(problem.name().to_owned())),
        code_description: code_description(problem),
        source: Some("broadside".to_owned()),
        message: problem.to_string() + &help.unwrap_or_default(),
        ..Diagnostic::default()
    }
}

fn code_description(problem: &Problem) -> Option<CodeDescription> {
    let Problem::Invalid(invalid) = problem else { return None };
    let rule = rule_links::refusing(&invalid.command, &invalid.reason.to_string())?;
    let href = rule_links::link(rule.id())?.parse().ok()?;
    Some(CodeDescription { href })
}

/// Returns the note that there are more findings, at the place of the last shown finding.
fn more_note(found: &[Diagnostic]) -> Diagnostic {
    Diagnostic {
        range: found.last().map(|last| last.range).unwrap_or_default(),
        severity: Some(DiagnosticSeverity::INFORMATION),
        source: Some("broadside".to_owned()),
        message: format!("only the first {MOST} findings are shown"),
        ..Diagnostic::default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(text: &str) -> Vec<Diagnostic> {
        findings(&Text::new(text.to_owned()), || false).expect("no news")
    }

    #[test]
    fn ranges_are_in_utf_16() {
        let found = of("# é\n[state] # 😀\nREEF 1\n  x # 😀\nREEF 99 99\nREEF 😀😀 1\n[state]\n");
        let places: Vec<_> = found
            .iter()
            .map(|one| {
                let (start, end) = (one.range.start, one.range.end);
                (start.line, start.character, end.line, end.character)
            })
            .collect();
        assert_eq!(places, [(3, 2, 3, 3), (4, 0, 4, 10), (5, 5, 5, 9)]);
    }

    #[test]
    fn the_number_of_findings_is_limited() {
        let found = of(&format!("[state]\n{}[state]\n", "REEF x\n".repeat(2000)));
        assert_eq!(found.len(), MOST + 1);
        assert_eq!(found[MOST].severity, Some(DiagnosticSeverity::INFORMATION));
        let line = format!("[state] {}", "REEF 99 99 ".repeat(50_000));
        assert_eq!(of(&line).len(), MOST + 1);
    }

    #[test]
    fn a_new_message_ends_a_check() {
        assert!(findings(&Text::new("\n\n\n".to_owned()), || true).is_none());
    }
}
