//! Computes the results of each submission and of the class.

use super::class_file::Entry;
use super::journal::Known;
use super::submission::Submission;
use super::work::Work;
use crate::cli::own_tests::OwnTest;
use broadside::lab::grade::{
    Account, Exam, LevelResult, Marks, Outcome, RuleMark, Status, Weights,
};
use broadside::lab::report::{Build, Finding};
use broadside::lab::rules::Rule;
use std::cmp::Reverse;

pub(super) struct Class<'a> {
    pub(super) exam: &'a Exam,
    pub(super) weights: &'a Weights,
    pub(super) own_tests: &'a [OwnTest],
    pub(super) graded: Vec<Graded<'a>>,
}

pub(super) struct Graded<'a> {
    pub(super) name: &'a str,
    pub(super) build: Build,
    pub(super) marks: Marks,
    pub(super) score: f64,
    pub(super) account: Account,
    /// Why the score is doubtful.
    pub(super) doubt: Option<String>,
    pub(super) findings: Vec<Finding>,
    pub(super) about: &'a Entry,
    pub(super) recipe: String,
    /// A file of the submission that has the word `broadside` or is a copy of this program.
    pub(super) names_broadside: Option<String>,
    /// The teacher's tests that the submission does not pass.
    pub(super) own_wrong: Vec<&'a str>,
    /// How many tests of the exam (the series of tests) are done. All of them if there is no
    /// program to test.
    done: usize,
    /// Whether all results are known.
    is_whole: bool,
}

/// In how many submissions a rule has each status.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct ClassRule {
    pub(super) rule: Rule,
    pub(super) right: usize,
    pub(super) wrong: usize,
    pub(super) not_reached: usize,
}

impl<'a> Class<'a> {
    pub(super) fn new(work: &Work<'a>, weights: &'a Weights) -> Self {
        let graded = |submission: &'a Submission| Graded::new(submission, work, weights);
        let graded = work.submissions.iter().map(graded).collect();
        Self { exam: work.exam, weights, own_tests: work.own_tests, graded }
    }

    pub(super) fn is_whole(&self) -> bool {
        self.graded.iter().all(|graded| graded.is_whole)
    }

    /// Returns how many of the teacher's tests a submission passes, for example `3/4`. The text is
    /// empty if there are no such tests.
    pub(super) fn own_right(&self, graded: &Graded<'_>) -> String {
        let all = self.own_tests.len();
        if all == 0 { String::new() } else { format!("{}/{all}", all - graded.own_wrong.len()) }
    }

    /// Whether a score is the best possible one, after rounding.
    pub(super) fn is_full(&self, score: f64) -> bool {
        score + 0.005 >= self.weights.max_score()
    }

    pub(super) fn progress(&self) -> (usize, usize) {
        let done = self.graded.iter().map(|graded| graded.done).sum();
        (done, self.graded.len() * self.exam.tests().len())
    }

    pub(super) fn unrunnable(&self) -> impl Iterator<Item = (&str, &str)> {
        let unmarked = self.graded.iter().filter(|graded| !graded.has_mark());
        unmarked.filter_map(|graded| Some((graded.name, graded.build.trouble()?)))
    }

    /// Returns the rules that the exam tests, except rules that only our own specification settles.
    /// The rules that are right in the fewest submissions come first.
    pub(super) fn rules_worst_first(&self) -> Vec<ClassRule> {
        let counts = |rule: &Rule| {
            let status = self.graded.first().map(|graded| graded.marks.status(*rule));
            self.exam.reaches(*rule) && status != Some(Status::NotSettled)
        };
        let mut rules: Vec<_> =
            Rule::ALL.into_iter().filter(counts).map(|rule| self.over_class(rule)).collect();
        rules.sort_by_key(|row| (row.right, Reverse(row.wrong)));
        rules
    }

    /// Returns the submissions that count in the figures about rules. A program that prints nothing
    /// has all rules wrong, so it would hide what the others have wrong.
    pub(super) fn counted(&self) -> impl Iterator<Item = &Graded<'a>> {
        self.graded.iter().filter(|graded| graded.has_mark() && !graded.marks.is_mute)
    }

    pub(super) fn mute(&self) -> usize {
        self.graded.iter().filter(|graded| graded.has_mark() && graded.marks.is_mute).count()
    }

    fn over_class(&self, rule: Rule) -> ClassRule {
        let with =
            |status| self.counted().filter(|graded| graded.marks.status(rule) == status).count();
        let [right, wrong, not_reached] =
            [Status::Right, Status::Wrong, Status::NotReached].map(with);
        ClassRule { rule, right, wrong, not_reached }
    }
}

/// The rules that can bring points, each with the most points that it can bring.
pub(super) type Counted<'m> = [(&'m RuleMark, f64)];

impl<'a> Graded<'a> {
    /// Returns why the finding costs no points. Returns `None` if the finding may cost points.
    pub(super) fn why_free(
        &self,
        finding: &Finding,
        counted: &Counted<'_>,
    ) -> Option<&'static str> {
        let is_broken = |rule: Rule| {
            let mut wrong = self.marks.wrong_tests.get(&rule).into_iter().flatten();
            wrong.any(|test| finding.tests.contains(test))
        };
        let is_own = |rule: Rule| finding.rule.as_ref().is_some_and(|own| own.id == rule.id());
        let costs =
            |mark: &RuleMark| is_broken(mark.rule) || is_own(mark.rule) && mark.share() < 1.0;
        let is_habit = self.marks.habits.iter().any(|habit| habit.name() == finding.headline);
        if finding.rule.is_none() || is_habit || counted.iter().any(|(mark, _)| costs(mark)) {
            None
        } else if finding.is_unsettled {
            Some("not settled by the assignment")
        } else {
            Some("it breaks no rule that counts")
        }
    }

    /// Whether the marks show mistakes, but there are no findings, because there was no search.
    pub(super) fn lacks_search(&self) -> bool {
        let is_right = self.marks.wrong_tests.is_empty() && self.marks.habits.is_empty();
        self.findings.is_empty() && !is_right
    }

    pub(super) fn is_flawless(&self) -> bool {
        self.findings.is_empty() && !self.lacks_search() && self.own_wrong.is_empty()
    }

    pub(super) fn account_lines(&self) -> Vec<(String, String)> {
        let rules = ("The rules bring".to_owned(), self.account.rules);
        let parts = [rules].into_iter().chain(self.points_outside_rules());
        let counts = |(_, points): &(_, f64)| points.abs() >= 0.005;
        parts.filter(counts).map(|(what, brought)| (what, points(brought))).collect()
    }

    /// Returns the points that do not come from rules, each with its reason. Points that are taken
    /// off are negative.
    pub(super) fn points_outside_rules(&self) -> [(String, f64); 4] {
        let Account { rules, cases, unexplained, habits, score } = self.account;
        let names: Vec<_> = self.marks.habits.iter().map(|habit| habit.name()).collect();
        [
            ("The course's own tests bring".to_owned(), cases),
            ("Wrong scripts that no known misreading explains".to_owned(), -unexplained),
            (format!("Habits of form: it {}", names.join("; ")), -habits),
            ("No script is right".to_owned(), score - (rules + cases - unexplained - habits)),
        ]
    }

    /// A submission that could not be run at all has no mark.
    pub(super) const fn has_mark(&self) -> bool {
        !matches!(self.build, Build::Impossible(_))
    }

    pub(super) fn mark(&self) -> Option<f64> {
        self.has_mark().then_some(self.score)
    }

    fn new(submission: &'a Submission, work: &Work<'a>, weights: &Weights) -> Self {
        let Work { exam, own_tests, journal, .. } = *work;
        let (known, most) = (journal.known(submission), work.options.findings);
        let outcomes = known.outcomes(exam);
        let Known { start, own_tests: passed_by_test, search, .. } = known;
        let done = outcomes.iter().filter(|outcome| **outcome != Outcome::NotTaken).count();
        let marks = Marks::new(exam, &outcomes);
        let passes = |name: &str| passed_by_test.get(name) == Some(&true);
        let account = weights.account(exam, &marks, &passes);
        let score = rounded(account.score);
        let doubt = weights.doubt(exam, &marks);
        // A submission that was never built and could not be copied is `Impossible`.
        let refused = submission.copy.as_ref().err().cloned();
        let unbuilt = || refused.map_or(Build::Ready(String::new()), Build::Impossible);
        let (build, recipe) =
            start.map_or_else(|| (unbuilt(), String::new()), |start| (start.build, start.recipe));
        let names = own_tests.iter().map(|test| &*test.name);
        let own_wrong = names.filter(|name| !passes(name)).collect();
        let has_program = matches!(build, Build::Ready(_));
        let count = exam.tests().len();
        let is_whole = !has_program
            || (done == count && passed_by_test.len() >= own_tests.len() && search.most >= most);
        let done = if has_program { done } else { count };
        let naming = submission.file_naming_broadside.as_ref();
        Self {
            names_broadside: naming.map(|file| file.display().to_string()),
            name: &submission.name,
            build,
            marks,
            score,
            account,
            doubt,
            findings: search.first(most),
            about: &submission.about,
            recipe,
            own_wrong,
            done,
            is_whole,
        }
    }
}

pub(super) fn percent(mark: &LevelResult) -> u64 {
    u64::from(mark.same) * 100 / u64::from(mark.of.max(1))
}

pub(super) fn rounded(score: f64) -> f64 {
    (score * 100.0).round() / 100.0
}

pub(super) fn points(points: f64) -> String {
    // Adding 0.0 turns -0.0 into 0.0.
    format!("{:.2}", rounded(points) + 0.0)
}

#[cfg(test)]
mod tests {
    use super::points;

    #[test]
    fn points_are_rounded_to_two_digits() {
        let shown = [90.625, 90.63, 90.6, 100.0, 0.125, -0.001].map(points);
        assert_eq!(shown, ["90.63", "90.63", "90.60", "100.00", "0.13", "0.00"]);
    }
}
