//! The part of the page about each submission.

use super::finding::PageFinding;
use super::{Bar, score, shown};
use crate::cli::grade::result::{Class, Counted, Graded, points};
use crate::cli::grade::visible;
use broadside::arena::versus::words::count;
use broadside::lab::grade::{LevelResult, RuleMark, Status};
use broadside::lab::report::Finding;
use broadside::lab::rules::Rule;
use std::cmp::Reverse;

pub(super) struct Submission<'c> {
    pub(super) number: usize,
    pub(super) name: String,
    pub(super) score: String,
    /// The CSS class and the words of a short summary.
    pub(super) tag: (&'static str, String),
    pub(super) trouble: Option<String>,
    /// How many of the teacher's tests pass, and the names of the tests that do not. `None` if the
    /// teacher gives no tests.
    pub(super) own: Option<(String, String)>,
    pub(super) graded: &'c Graded<'c>,
    pub(super) levels: Vec<(&'c LevelResult, Bar)>,
    pub(super) rules: Vec<RuleList>,
    pub(super) findings: Vec<PageFinding<'c>>,
}

pub(super) struct RuleList {
    pub(super) is_right: bool,
    pub(super) title: String,
    pub(super) is_open: bool,
    pub(super) marks: Vec<RuleRow>,
}

pub(super) struct RuleRow {
    pub(super) rule: Rule,
    /// For example `2.41 of 3.10`.
    pub(super) points: String,
    /// For example `7 of 9; 2 more count as half a wrong test each: another fault came first`.
    pub(super) right: String,
    pub(super) why: Option<Why>,
}

/// Where a rule is wrong: in a finding, or in a test that no finding lists.
pub(super) struct Why {
    pub(super) finding: Option<usize>,
    pub(super) words: String,
}

impl<'c> Submission<'c> {
    pub(super) fn new(number: usize, graded: &'c Graded<'c>, class: &Class<'_>) -> Self {
        let trouble = graded.build.trouble().map(|trouble| visible(trouble.as_bytes()));
        let counted = class.weights.points(class.exam, &graded.marks);
        let findings = graded.findings.iter().zip(1..);
        Self {
            number,
            name: shown(graded.name),
            score: score(graded.mark()),
            tag: match (&trouble, graded.findings.len()) {
                (Some(_), _) => ("bad", "not tested".to_owned()),
                (None, 0) if graded.is_flawless() => ("good", "no findings".to_owned()),
                (None, 0) if graded.lacks_search() => ("", "no search for findings".to_owned()),
                (None, 0) => ("", "no findings".to_owned()),
                (None, found) => ("", count(found, "finding")),
            },
            trouble,
            own: (!class.own_tests.is_empty())
                .then(|| (class.own_right(graded), shown(&graded.own_wrong.join(", ")))),
            graded,
            levels: graded.marks.levels.iter().map(|mark| (mark, bar(mark))).collect(),
            rules: [
                (Status::Wrong, "wrong", true),
                (Status::NotReached, "not reached", false),
                (Status::Right, "right", false),
            ]
            .into_iter()
            .filter_map(|list| rules(list, graded, class, &counted))
            .collect(),
            findings: findings
                .map(|(finding, number)| {
                    PageFinding::new(number, finding, graded.why_free(finding, &counted))
                })
                .collect(),
        }
    }
}

/// Returns the finding about `rule`. If no finding is about the rule, returns the finding that
/// lists the most tests in which the rule is wrong. If no finding lists such a test, returns the
/// first finding of a program that prints nothing; for other programs, returns only the name of a
/// test. Returns `None` if the rule is wrong in no test.
fn why(rule: Rule, graded: &Graded<'_>) -> Option<Why> {
    let tests = graded.marks.wrong_tests.get(&rule)?;
    let fit = |finding: &Finding| {
        let is_own = finding.rule.as_ref().is_some_and(|own| own.id == rule.id());
        (is_own, tests.iter().filter(|test| finding.tests.contains(test)).count())
    };
    // Of several findings that fit equally well, the first one is taken.
    let best = graded.findings.iter().zip(1..).min_by_key(|(finding, _)| Reverse(fit(finding)));
    let best = best.filter(|(finding, _)| graded.marks.is_mute || fit(finding) > (false, 0));
    let finding = best.map(|(_, number)| number);
    let words = best.map_or_else(
        || format!("not among the findings; test {}", tests.first().map_or("", |test| test)),
        |(finding, _)| shown(&finding.headline),
    );
    Some(Why { finding, words })
}

fn rule_row(mark: &RuleMark, most: Option<f64>, graded: &Graded<'_>) -> RuleRow {
    let of = |most: f64| format!("{} of {}", points(mark.share() * most), points(most));
    let ended = match mark.more_hidden() {
        0 => String::new(),
        1 => "; 1 more counts as half a wrong test: another fault came first".to_owned(),
        count => {
            format!("; {count} more count as half a wrong test each: another fault came first")
        }
    };
    RuleRow {
        rule: mark.rule,
        points: most.map_or_else(|| "does not count".to_owned(), of),
        right: format!("{} of {}{ended}", mark.right, mark.of),
        why: why(mark.rule, graded),
    }
}

fn bar(mark: &LevelResult) -> Bar {
    let (same, of) = (mark.same as usize, mark.of as usize);
    Bar::new(&[("r", same), ("w", of - same)], format!("{same} of {of} scripts right"))
}

fn rules(
    (status, words, is_open): (Status, &str, bool),
    graded: &Graded<'_>,
    class: &Class<'_>,
    counted: &Counted<'_>,
) -> Option<RuleList> {
    let marks = graded.marks.rules.iter();
    let marks = marks.filter(|mark| mark.status == status && class.exam.reaches(mark.rule));
    let most = |mark: &RuleMark| {
        let points = counted.iter().find(|(other, _)| other.rule == mark.rule);
        points.map(|(_, most)| *most)
    };
    let marks: Vec<_> = marks.map(|mark| rule_row(mark, most(mark), graded)).collect();
    let title = format!("{} {words}", count(marks.len(), "rule"));
    let is_right = status == Status::Right;
    (!marks.is_empty()).then_some(RuleList { is_right, title, is_open, marks })
}
