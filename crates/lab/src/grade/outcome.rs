//! Outcomes: what one test says about a program.

use super::exam::Test;
use super::explanation::{CONVENTIONS, Explanation};
use super::repair::Repaired;
use super::visible::Shown;
use crate::compare::{Difference, Kind, Lenience, lines_like};
use crate::draft::At;
use crate::habit::Habit;
use crate::lean::{of_line, reached_up_to, rule_to_blame};
use crate::misreadings::{Misreading, Misreadings};
use crate::outputs::{Refusal, is_same_output, last_line};
use crate::rules::{Rule, RuleSet, Settled};
use crate::verify::{Case, ProgramUnderTest, fails_cards};
use broadside_core::digest::Fnv64;
use broadside_core::ports::programs::Ended;
use serde::{Deserialize, Serialize};
use std::ops::Range;

/// The outcome of one test.
#[derive(Clone, Debug, PartialEq, Eq)]
#[expect(clippy::large_enum_variant, reason = "wrong answers are few, and are looked into often")]
pub enum Outcome {
    /// The answer is right.
    Same,
    /// The answer is wrong. The second field has what the program did.
    Wrong(Wrong, Ended),
    /// The program did not take the test.
    NotTaken,
}

/// What a wrong answer says about the rules.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Wrong {
    /// The kind of the first difference that habits (mistakes of form) do not explain. If habits
    /// explain all differences, this is the kind of the first difference.
    pub kind: Kind,
    /// The number of the line of that difference in the script, from 1, if the line is known.
    pub line: Option<usize>,
    /// One of these rules may be to blame. Empty if habits or `certain` explain all differences.
    pub suspected: Vec<Rule>,
    /// The rules that are to blame in any case: lines, labels or marks that they demand are wrong,
    /// missing or additional.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub certain: Vec<Rule>,
    /// Whether misreadings, left-out rules, wrong lines, another form of pictures, fields that only
    /// one of the outputs shows as `?`, lost output or a refusal in other words explain the answer.
    /// False if the answer has only white space.
    #[serde(rename = "explained")]
    pub is_explained: bool,
    /// The rules that may be to blame if habits explain all differences, but some of these habits
    /// are not habits of the whole program (see the module `everywhere`).
    pub leans: Vec<Rule>,
    /// The rules that the answer shows to be right. Some of them may be blamed at the same time.
    pub shown: Vec<Rule>,
    /// The habits that the output shows.
    pub habits: Vec<Habit>,
    /// Whether the program prints only white space or nothing. False if it prints the right refusal
    /// to standard error.
    #[serde(default, rename = "silent", skip_serializing_if = "std::ops::Not::not")]
    pub is_silent: bool,
    /// A digest of what the program prints. It shows whether two answers are equal.
    #[serde(default)]
    pub printed: u64,
}

impl Outcome {
    /// Judges the run `ended` of `program` in `test`. The `lenience` is what
    /// [`Exam::past_habits`](super::Exam::past_habits) returns. Tests that give no marks ignore it.
    #[doc(hidden)]
    pub fn new(
        test: &Test,
        ended: Ended,
        program: &ProgramUnderTest<'_>,
        lenience: Lenience,
    ) -> Self {
        let lenience = if test.counts() { lenience } else { program.lenience };
        let program = &ProgramUnderTest { lenience, ..*program };
        let case = test.case(ended);
        let Some(first) = program.judge(&case) else { return Self::Same };
        Self::Wrong(Wrong::new(test, &case, &first, program), case.ended)
    }
}

impl Wrong {
    fn new(test: &Test, case: &Case, first: &Difference, program: &ProgramUnderTest<'_>) -> Self {
        let ours = &case.answer.output;
        let (mut habits, lenience) = Habit::all_in(ours, &case.ended, program.lenience);
        let end = Habit::of_end(ours, &case.ended);
        habits.extend(end);
        let lenient = ProgramUnderTest { lenience, ..*program };
        // If only the end is wrong, the program is right up to the end.
        let rest = if habits.is_empty() {
            Some(first.clone())
        } else {
            lenient.judge(case).filter(|_| end.is_none())
        };
        let difference = rest.as_ref().unwrap_or(first);
        let line = difference.at.and_then(|at| case.draft.place_in(&case.script, at));
        let mut wrong = Self {
            kind: difference.cause.kind,
            line: line.and_then(|place| usize::try_from(place.line).ok()),
            suspected: Vec::new(),
            certain: Vec::new(),
            is_explained: false,
            leans: leans(test, first, &habits, program.accepted),
            shown: test.about().iter().collect(),
            habits,
            is_silent: case.ended.stdout.trim_ascii().is_empty() && end.is_none(),
            printed: digest(&case.ended.stdout),
        };
        if let Some(difference) = &rest {
            wrong.judge(test, case, difference, &lenient);
            wrong.look_past_convention(test, case, &lenient);
        }
        wrong
    }
}

fn digest(bytes: &[u8]) -> u64 {
    let mut digest = Fnv64::default();
    digest.add(bytes);
    digest.into()
}

/// Returns the rules that may be to blame if only habits explain a wrong answer: the rule of the
/// test if the program goes on after the end of the run, [`Rule::VictoryWon`] if only the line of a
/// victory is left at the difference, or the rules of the commands that may have printed extra
/// lines. If there is no such rule, returns the rule to blame for the difference.
fn leans(test: &Test, first: &Difference, habits: &[Habit], accepted: Misreadings) -> Vec<Rule> {
    if let Some(rule) = test.rule.filter(|_| habits.contains(&Habit::GoesOn)) {
        return vec![rule];
    }
    let rules: RuleSet = if habits.iter().all(|habit| habit.adds_lines()) {
        let places = lines_since_output(test, first);
        places.filter_map(|at| of_line(&test.draft, at)).collect()
    } else {
        RuleSet::default()
    };
    let rest = test.answer.output.get(first.byte..).unwrap_or_default();
    if [&b"A won\n"[..], b"B won\n"].contains(&rest) {
        return vec![Rule::VictoryWon];
    }
    if rules == RuleSet::default() {
        return vec![rule_to_blame(&test.draft, first, accepted)];
    }
    rules.iter().collect()
}

/// Returns the lines of the script that may have printed extra text at a difference: the line that
/// printed before the text, the line that should print there, and all lines between them.
fn lines_since_output<'t>(test: &'t Test, first: &Difference) -> impl Iterator<Item = At> + 't {
    let line_start = first.byte + 1 - first.column;
    let before = line_start.checked_sub(1).and_then(|byte| test.answer.line_of(byte));
    let next = test.answer.line_of(first.byte);
    let places =
        test.draft.places().skip_while(move |at| before.is_some_and(|before| *at < before));
    places.take_while(move |at| next.is_none_or(|next| *at <= next))
}

impl Wrong {
    fn judge(
        &mut self,
        test: &Test,
        case: &Case,
        difference: &Difference,
        program: &ProgramUnderTest<'_>,
    ) {
        if let Some(rule) = test.rule_of_input() {
            self.suspected.push(rule);
        } else if Habit::of_whole(&case.answer.output, &case.ended) == Some(Habit::LostOutput) {
            self.blame_lost_output(case, difference, program);
        } else if let Some(found) = self.explain(test, case, difference, program) {
            self.blame(found, test, case, program.accepted);
        } else {
            self.blame_one_rule(test, case, difference, program.accepted);
        }
    }

    fn blame_lost_output(
        &mut self,
        case: &Case,
        difference: &Difference,
        program: &ProgramUnderTest<'_>,
    ) {
        // Either the program lost the output before the refusal, and `PictureFields` is to blame,
        // or it refused an earlier command with the same text, and `other` is to blame.
        let other = rule_to_blame(&case.draft, difference, program.accepted);
        // If only the lines of SAVE are missing, for example, the rules of SAVE may be broken.
        let (ours, theirs) = (&case.answer.output, &case.ended.stdout);
        let Repaired { output, wrong } = Repaired::new(ours, theirs, program.lenience);
        let is_whole = is_same_output(ours, &output, program.lenience);
        let unprinted = wrong.iter().filter(|_| is_whole);
        self.suspected = [Rule::PictureFields, other].into_iter().chain(unprinted).collect();
        self.suspected.dedup();
        self.habits.push(Habit::LostOutput);
        self.is_explained = true;
    }

    /// Blames one rule for a difference that no known mistake explains.
    fn blame_one_rule(
        &mut self,
        test: &Test,
        case: &Case,
        difference: &Difference,
        accepted: Misreadings,
    ) {
        // If only our own specification settles the rule of the test, this rule is blamed. But a
        // rule about the order of checks cannot explain why a legal command is refused.
        let is_legal = difference.cause.kind == Kind::Rejects;
        let is_own =
            |rule: &Rule| rule.settled() == Settled::Ours && !(is_legal && rule.is_order());
        let own = test.rule.filter(is_own);
        let other = || rule_to_blame(&case.draft, difference, accepted);
        let blamed = own.unwrap_or_else(other);
        // A rule that only our own specification settles costs no marks. But refusing a legal
        // command of a card must cost marks. So the card's rule is blamed if the course settles it.
        let is_free = is_legal && blamed.settled() == Settled::Ours;
        let settled = test.rule.filter(|rule| is_free && rule.settled() != Settled::Ours);
        self.suspected.push(settled.unwrap_or(blamed));
        let about = test.about();
        self.is_explained = refuses_otherwise(case, difference);
        // An empty output shows no rule to be right.
        self.shown = if self.is_explained {
            about.iter().filter(|rule| !self.suspected.contains(rule)).collect()
        } else if self.is_silent {
            Vec::new()
        } else {
            shown_before(case, difference, accepted, &about).iter().collect()
        };
    }

    /// Finds the other mistakes of a program with another convention, such as ship numbers from 1.
    /// Such a program refuses nearly every script in our convention. So the program runs again with
    /// a script in its own convention.
    fn look_past_convention(&mut self, test: &Test, case: &Case, program: &ProgramUnderTest<'_>) {
        let theirs = last_line(&case.ended.stdout);
        let is_same = |ours: &[u8]| {
            let ours = last_line(ours);
            is_same_output(ours, theirs, program.lenience) || is_same_refusal(ours, theirs)
        };
        let is_it = |convention: &Misreading| {
            !program.accepted.contains(*convention)
                && is_same(&program.misread(&case.script, (*convention).into()))
                && fails_cards(program, *convention).unwrap_or(false)
        };
        if test.rule_of_input().is_some() || is_same(&case.answer.output) {
            return;
        }
        let Some(convention) = CONVENTIONS.into_iter().find(is_it) else { return };
        let test = test.in_convention(convention, program.accepted);
        let Ok(ended) = program.run(&test.script) else { return };
        let accepted = program.accepted.with(convention);
        let program = ProgramUnderTest { accepted, ..*program };
        let outcome = Outcome::new(&test, ended, &program, program.lenience);
        (self.suspected, self.shown) = (vec![convention.rule()], test.about().iter().collect());
        self.certain.clear();
        self.is_explained = !self.is_silent;
        if let Outcome::Wrong(mut wrong, _) = outcome {
            self.habits.append(&mut wrong.habits);
            if !(wrong.suspected.is_empty() && wrong.certain.is_empty()) {
                let habits = std::mem::take(&mut self.habits);
                *self = Self { habits, printed: self.printed, ..wrong };
            }
        }
    }

    /// Returns what explains the answer: a known mistake, wrong lines, another form of pictures, or
    /// fields that only one of the outputs hides (shows as `?`). If more is wrong, puts the wrong
    /// lines right, and explains the rest.
    fn explain(
        &self,
        test: &Test,
        case: &Case,
        difference: &Difference,
        program: &ProgramUnderTest<'_>,
    ) -> Option<Explanation> {
        let is_own = test.rule.is_some_and(|rule| rule.settled() == Settled::Ours);
        let has_lines = !self.is_silent && !is_own;
        let by_lines = || {
            Explanation::of(test, case, difference, program)
                .or_else(|| Explanation::of_drawn_otherwise(case))
                .or_else(|| Explanation::of_repaired(test, case, program))
        };
        let by_mistakes = Explanation::of_mistakes(test, case, program);
        by_mistakes.or_else(|| if has_lines { by_lines() } else { None })
    }

    fn blame(&mut self, found: Explanation, test: &Test, case: &Case, accepted: Misreadings) {
        let Explanation { suspected, certain, hidden, shown } = found;
        let shown = shown.unwrap_or_else(|| {
            let mut left_out = certain;
            left_out.extend(&suspected);
            let whole = Shown::new(&case.script, accepted, &case.answer.output);
            let shown = Shown { left_out, hidden: &hidden, ..whole }.visible(&test.about());
            shown.iter().filter(|rule| !left_out.contains(*rule)).collect()
        });
        self.suspected = suspected.iter().filter(|rule| !certain.contains(*rule)).collect();
        self.certain = certain.iter().collect();
        // An empty output shows no rule to be right, even if a mistake explains it.
        self.is_explained = !self.is_silent;
        self.shown = shown.iter().filter(|_| self.is_explained).collect();
    }
}

/// Whether both lines refuse the same command with the same reason. A text that is no reason of the
/// language counts as our reason in the program's own words.
fn is_same_refusal(ours: &[u8], theirs: &[u8]) -> bool {
    let (Some(ours), Some(theirs)) = (Refusal::of(ours), Refusal::of(theirs)) else { return false };
    let is_reason = |rule: Rule| rule.reason().map(str::as_bytes) == Some(theirs.reason);
    let is_own_text = || !Rule::ALL.into_iter().any(is_reason);
    ours.echo == theirs.echo && (ours.reason == theirs.reason || is_own_text())
}

/// Whether the program refuses the right command, but with other words: another reason, another
/// echo of the command, or no echo. Then the answer is right up to the refusal.
fn refuses_otherwise(case: &Case, difference: &Difference) -> bool {
    let Some(refusal) = Refusal::of(last_line(&case.ended.stdout)) else { return false };
    let is_of_other_line = || lines_like(&case.draft, refusal.echo).next().is_some();
    let kind = difference.cause.kind;
    matches!(kind, Kind::Reason | Kind::Echo) || kind == Kind::Accepts && !is_of_other_line()
}

/// Returns the rules of `about` that the output before the difference shows to be right. The output
/// of the last command that prints something does not count. The given `misreadings` count as
/// right.
fn shown_before(
    case: &Case,
    difference: &Difference,
    misreadings: Misreadings,
    about: &RuleSet,
) -> RuleSet {
    let is_before = |(_, range): &(At, Range<usize>)| {
        range.end <= difference.byte && range.end < case.answer.output.len()
    };
    let Some((at, range)) = case.answer.ranges().take_while(is_before).last() else {
        return RuleSet::default();
    };
    let whole = Shown::new(&case.script, misreadings, &case.answer.output);
    let reached = reached_up_to(&case.draft, at, misreadings).common(about);
    Shown { end: range.end, ..whole }.visible(&reached)
}
