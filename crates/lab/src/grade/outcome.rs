//! What came of one test.

use super::exam::Test;
use crate::compare::{Difference, Kind, Lenience};
use crate::habit::Habit;
use crate::lean::{leans_on, reached_behind};
use crate::rules::{Rule, RuleSet};
use crate::verify::{Case, ProgramUnderTest, explanations};
use broadside_core::ports::programs::{Ended, Ending};

/// What came of one test.
#[derive(Clone, Debug, PartialEq, Eq)]
#[expect(clippy::large_enum_variant, reason = "wrong answers are few, and are looked into often")]
pub enum Outcome {
    /// The answer is right.
    Same,
    /// It is not.
    Wrong(Wrong),
}

/// A wrong answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Wrong {
    /// What is wrong.
    pub kind: Kind,
    /// The number of the line of the script where the answers part, from 1, if one is known.
    pub line: Option<usize>,
    /// Rules of which one is to blame; none where there are habits only.
    pub suspected: Vec<Rule>,
    /// Whether a misreading of each suspected rule gives this very answer.
    pub is_explained: bool,
    /// The rule to blame for habits, should they be none.
    pub leans: Rule,
    /// The rules of the test that the answer shows to be right, but for the one to blame.
    pub shown: Vec<Rule>,
    /// The habits of form that hide the rest.
    pub habits: Vec<Habit>,
    /// What the program did.
    pub ended: Ended,
}

impl Outcome {
    /// What came of `test` when `program` did what `ended` tells.
    pub fn new(test: &Test, ended: Ended, program: &ProgramUnderTest<'_>) -> Self {
        let case = test.case(ended);
        let Some(first) = program.judge(&case) else { return Self::Same };
        let (habits, lenience) = habits(&case, program.lenience);
        let lenient = ProgramUnderTest { lenience, ..*program };
        let rest = if habits.is_empty() { Some(first.clone()) } else { lenient.judge(&case) };
        let judged = rest.as_ref().map_or_else(
            || Judged { suspected: Vec::new(), is_explained: false, shown: test.about() },
            |difference| Judged::new(&case, difference, &lenient),
        );
        let shown = judged.shown.iter().filter(|rule| test.about().contains(*rule)).collect();
        let difference = rest.as_ref().unwrap_or(&first);
        Self::Wrong(Wrong {
            kind: difference.cause.kind,
            line: difference.at.map(|at| test.draft.line_number(at)),
            suspected: judged.suspected,
            is_explained: judged.is_explained,
            leans: leans_on(&test.draft, &first),
            shown,
            habits,
            ended: case.ended,
        })
    }
}

impl Wrong {
    /// No answer at all, which shows nothing.
    pub fn nothing() -> Self {
        Self {
            kind: Kind::Prints,
            line: None,
            suspected: vec![Rule::PictureFields],
            is_explained: false,
            leans: Rule::PictureFields,
            shown: Vec::new(),
            habits: Vec::new(),
            ended: Ended::exited(0, ""),
        }
    }
}

/// The habits that make the first differences, and how to compare without them.
fn habits(case: &Case, mut lenience: Lenience) -> (Vec<Habit>, Lenience) {
    let mut habits = Vec::new();
    if matches!(case.ended.ending, Ending::Exited(_)) {
        while let Some(habit) = Habit::first(&case.answer.output, &case.ended.stdout, lenience) {
            lenience = habit.looked_past(lenience).unwrap_or(lenience);
            habits.push(habit);
        }
    }
    (habits, lenience)
}

/// What a difference says of the rules.
struct Judged {
    suspected: Vec<Rule>,
    is_explained: bool,
    shown: RuleSet,
}

impl Judged {
    fn new(case: &Case, difference: &Difference, program: &ProgramUnderTest<'_>) -> Self {
        // What is not printed shows nothing, whatever explains that.
        let is_silent = case.ended.stdout.trim_ascii().is_empty();
        let explanations = explanations(program, case);
        let mut suspected: Vec<_> =
            explanations.iter().map(|misreading| misreading.rule()).collect();
        suspected.sort_unstable();
        suspected.dedup();
        if suspected.is_empty() {
            suspected.push(leans_on(&case.draft, difference));
        }
        let reached = explanations.iter().map(|other| program.reached(&case.script, *other));
        let shown = match reached.reduce(|all, more| all.common(&more)) {
            _ if is_silent => RuleSet::default(),
            Some(by_all) => by_all,
            None => shown_before(case, difference),
        };
        Self { suspected, is_explained: !is_silent && !explanations.is_empty(), shown }
    }
}

/// The rules that are carried out up to the last output that is right as a whole.
fn shown_before(case: &Case, difference: &Difference) -> RuleSet {
    let parts = &case.answer.parts;
    let ends = parts.iter().skip(1).map(|part| part.start);
    let whole = ends.take_while(|end| *end <= difference.byte).count();
    let last = whole.checked_sub(1).and_then(|last| parts.get(last));
    last.map(|part| reached_behind(&case.draft, part.at)).unwrap_or_default()
}
