//! Weights of rules, levels and tests, and the score that they give. A file of weights looks like
//! this:
//!
//! ```toml
//! max_score = 20
//!
//! [levels]
//! place = 2
//!
//! [rules]
//! place.too-close = 3
//! "move.turn" = 0.5
//!
//! [cases]
//! reef = 2
//! ```

use super::exam::Exam;
use super::marks::{LevelResult, Marks, RuleMark};
use crate::rules::{Level, Rule, Settled};
use std::collections::BTreeMap;
use toml::{Table, Value};

/// The weights of rules, levels and tests. The worth of a rule is the product of its own weight,
/// the weight of its level, and its importance (`Rule::importance`). Both weights are 1 by default.
#[derive(Clone, Debug, PartialEq)]
pub struct Weights {
    max_score: f64,
    rules: BTreeMap<Rule, f64>,
    levels: BTreeMap<Level, f64>,
    cases: BTreeMap<String, f64>,
    /// The weakest source whose rules count. The sources, the strongest first: the tests of the
    /// course, the text of its assignment, our own specification.
    settled: Settled,
}

/// The parts of a score, in points. A habit is a mistake of form in nearly every output, or
/// at all commands or ends of a certain kind.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Account {
    /// The points for the rules.
    pub rules: f64,
    /// The points for the teacher's own tests.
    pub cases: f64,
    /// The points lost because of unexplained faults: wrong answers that no known mistake explains.
    /// Such faults may hide other faults.
    pub unexplained: f64,
    /// The points lost because of habits.
    pub habits: f64,
    /// The score. If no script shows anything right, the score is at most 5 % of the highest score.
    pub score: f64,
}

/// The cost of a habit, and the highest cost of all habits together, as shares of the score.
const HABIT: (f64, f64) = (0.05, 0.15);

/// If at most this share of the scripts has unexplained faults, they cost nothing extra: each of
/// these wrong answers already costs points for the rules that it seems to break. Above this share,
/// each further percent of the scripts costs 1 % of the score.
const FEW: f64 = 0.1;

/// The highest score of a program if no script shows anything right, as a share of
/// [`Weights::max_score`].
const NOTHING_RIGHT: f64 = 0.05;

/// A score is doubtful if it differs from the share of right scripts by more than this, in
/// percentage points.
const DOUBTFUL: f64 = 40.0;

/// A card is a small fixed script for one rule. A program may know the answers of the cards by
/// heart if the share of right cards is larger than the share of right scripts by more than this,
/// in percentage points.
const BY_HEART: f64 = 60.0;

/// With fewer cards or scripts than this, no program is suspected of knowing answers by heart.
const MANY: u32 = 10;

/// The reason why a text is not a valid file of weights.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum NoWeights {
    /// The text is not TOML.
    #[error("{0}")]
    Syntax(String),
    /// An unknown key, for example `[marks]`, or a value that must be a table but is not, for
    /// example `levels = 1`.
    #[error("`{0}` is unknown: expected max_score, [rules], [levels] or [cases]")]
    Key(String),
    /// A rule that does not exist.
    #[error("there is no rule `{0}`")]
    Rule(String),
    /// A level that does not exist.
    #[error("there is no level `{0}`")]
    Level(String),
    /// A value that is not a number from 0 to 1000000, for example `place.too-close = -1`.
    #[error("`{0}` must be a number from 0 to 1000000")]
    Number(String),
    /// All rules and tests have the weight 0.
    #[error("nothing has a weight")]
    Nothing,
}

impl Default for Weights {
    fn default() -> Self {
        Self {
            max_score: 100.0,
            rules: BTreeMap::new(),
            levels: BTreeMap::new(),
            cases: BTreeMap::new(),
            settled: Settled::Text,
        }
    }
}

impl Weights {
    /// Reads weights from TOML.
    ///
    /// # Errors
    /// Returns an error if the text is not a valid file of weights.
    pub fn parse(text: &str) -> Result<Self, NoWeights> {
        let table: Table = text.parse().map_err(|error: toml::de::Error| {
            NoWeights::Syntax(error.to_string().trim_end().to_owned())
        })?;
        let mut weights = Self::default();
        for (key, value) in &table {
            match (key.as_str(), value) {
                ("max_score", _) => weights.max_score = number(key, value)?,
                ("rules", Value::Table(rules)) => weights.read_rules("", rules)?,
                ("levels", Value::Table(levels)) => weights.read_levels(levels)?,
                ("cases", Value::Table(cases)) => {
                    let case =
                        |(name, value): (&String, &Value)| Ok((name.clone(), number(name, value)?));
                    weights.cases = cases.iter().map(case).collect::<Result<_, _>>()?;
                }
                _ => return Err(NoWeights::Key(key.clone())),
            }
        }
        let mut taught = Rule::ALL.into_iter().filter(|rule| Level::ALL.contains(&rule.level()));
        let has_weight = weights.has_case_weight() || taught.any(|rule| weights.of(rule) > 0.0);
        if has_weight { Ok(weights) } else { Err(NoWeights::Nothing) }
    }

    /// Returns these weights, but a rule counts only if `settled` or a stronger source settles it.
    #[must_use]
    #[doc(hidden)]
    pub const fn settled_by(mut self, settled: Settled) -> Self {
        self.settled = settled;
        self
    }

    /// Returns these weights. If they name no test and nothing gives points in `exam`, each test of
    /// `names` gets the weight 1.
    #[must_use]
    #[doc(hidden)]
    pub fn or_cases(mut self, exam: &Exam, names: impl Iterator<Item = String>) -> Self {
        if self.cases.is_empty() && !self.gives_points_in(exam) {
            self.cases = names.map(|name| (name, 1.0)).collect();
        }
        self
    }

    /// Returns the score of a program that has everything right.
    pub const fn max_score(&self) -> f64 {
        self.max_score
    }

    /// Returns the product of a rule's own weight and the weight of its level.
    pub fn of(&self, rule: Rule) -> f64 {
        let own = self.rules.get(&rule).copied().unwrap_or(1.0);
        own * self.levels.get(&rule.level()).copied().unwrap_or(1.0)
    }

    /// Returns the names of the teacher's own tests that these weights name, even with weight 0.
    #[doc(hidden)]
    pub fn cases(&self) -> impl Iterator<Item = &str> {
        self.cases.keys().map(String::as_str)
    }

    /// Returns whether something has a weight above 0: one of the teacher's tests, or a rule that
    /// counts and that `exam` reaches.
    #[doc(hidden)]
    pub fn gives_points_in(&self, exam: &Exam) -> bool {
        let counts = |rule: Rule| {
            rule.settled() <= self.settled && exam.reaches(rule) && self.of(rule) > 0.0
        };
        Rule::ALL.into_iter().any(counts) || self.has_case_weight()
    }

    fn has_case_weight(&self) -> bool {
        self.cases.values().any(|weight| *weight > 0.0)
    }

    /// Returns the score. Each rule adds its worth (see [`Weights`]) times its share of right
    /// tests. The sum is scaled: the rules and the teacher's own tests together give at most
    /// [`max_score`](Self::max_score). This function counts all of the teacher's tests as wrong. It
    /// ignores a rule if no test reaches the rule, or if the source that settles the rule is too
    /// weak for these weights. Unexplained faults and habits cost a part of the score.
    pub fn score(&self, exam: &Exam, marks: &Marks) -> f64 {
        self.account(exam, marks, &|_| false).score
    }

    /// Returns the parts of the score. `is_right` says whether the teacher's test of this name is
    /// right. A test gives as many points as a rule of the same weight and importance 1.
    #[doc(hidden)]
    pub fn account(&self, exam: &Exam, marks: &Marks, is_right: &dyn Fn(&str) -> bool) -> Account {
        let points = self.points(exam, marks);
        // `Iterator::sum` gives -0 for an empty sum, and -0 would be printed.
        let rules = points.iter().fold(0.0, |score, (mark, most)| score + mark.share() * most);
        let right = self.cases.iter().filter(|(name, _)| is_right(name));
        let unit = self.unit(exam, marks);
        let cases = right.fold(0.0, |score, (_, weight)| score + weight * unit);
        let unexplained = (rules + cases) * (marks.unexplained - FEW).max(0.0);
        let cost = marks.habits.iter().fold(0.0, |cost, _| cost + HABIT.0).min(HABIT.1);
        let habits = (rules + cases - unexplained) * cost;
        let most = if marks.shows_nothing { NOTHING_RIGHT } else { 1.0 };
        let score = (rules + cases - unexplained - habits).min(most * self.max_score);
        Account { rules, cases, unexplained, habits, score }
    }

    /// Returns why the score of the rules is doubtful: it is far from the share of right scripts,
    /// or many more cards than scripts are right. Otherwise returns `None`.
    #[doc(hidden)]
    pub fn doubt(&self, exam: &Exam, marks: &Marks) -> Option<String> {
        let sum = |count: fn(&LevelResult) -> u32| marks.levels.iter().map(count).sum::<u32>();
        let (same, of) = (sum(|level| level.same), sum(|level| level.of));
        let share = f64::from(same) / f64::from(of.max(1)) * 100.0;
        let [right, cards] = marks.cards;
        let right_cards = f64::from(right) / f64::from(cards.max(1)) * 100.0;
        if of.min(cards) >= MANY && right_cards - share > BY_HEART {
            return Some(format!(
                "{right} of {cards} cards are right, but only {share:.0} % of the scripts: the \
                 program may only know the answers to the cards"
            ));
        }
        let rules = Self { cases: BTreeMap::new(), ..self.clone() };
        let score = rules.score(exam, marks) / self.max_score * 100.0;
        let is_far = of > 0 && rules.gives_points_in(exam) && (score - share).abs() > DOUBTFUL;
        let why = if score > share {
            "few faults spoil many scripts"
        } else {
            "many scripts do not show what is wrong"
        };
        is_far.then(|| format!("{share:.0} % of the scripts are right: {why}"))
    }

    /// Returns the marks that give points, each with its highest number of points.
    #[doc(hidden)]
    pub fn points<'m>(&self, exam: &Exam, marks: &'m Marks) -> Vec<(&'m RuleMark, f64)> {
        let unit = self.unit(exam, marks);
        let points = |mark: &'m RuleMark| (mark, self.worth(mark.rule) * unit);
        self.counted(exam, marks).map(points).collect()
    }

    /// Returns for each wrong test the points that it costs: the points that the wrong rule loses.
    /// If the test shows several rules to be wrong, the largest of these losses counts.
    #[doc(hidden)]
    pub fn lost<'m>(&self, exam: &Exam, marks: &'m Marks) -> BTreeMap<&'m str, f64> {
        let mut lost = BTreeMap::new();
        for (mark, most) in self.points(exam, marks) {
            let points = most * (1.0 - mark.share());
            for test in marks.wrong_tests.get(&mark.rule).into_iter().flatten() {
                let worst: &mut f64 = lost.entry(test.as_str()).or_default();
                *worst = worst.max(points);
            }
        }
        lost
    }

    /// Returns the points of a rule with weight 1 and importance 1; 0 if nothing has a weight.
    fn unit(&self, exam: &Exam, marks: &Marks) -> f64 {
        let rules: f64 = self.counted(exam, marks).map(|mark| self.worth(mark.rule)).sum();
        let all = rules + self.cases.values().sum::<f64>();
        if all > 0.0 { self.max_score / all } else { 0.0 }
    }

    fn counted<'m>(&self, exam: &Exam, marks: &'m Marks) -> impl Iterator<Item = &'m RuleMark> {
        marks.rules.iter().filter(|mark| {
            mark.rule.settled() <= self.settled
                && (exam.reaches(mark.rule) || mark.of > 0)
                && self.of(mark.rule) > 0.0
        })
    }

    fn worth(&self, rule: Rule) -> f64 {
        self.of(rule) * rule.importance()
    }

    /// Reads weights of rules. In TOML, `place.too-close = 2` without quotes is a table in a table.
    fn read_rules(&mut self, prefix: &str, rules: &Table) -> Result<(), NoWeights> {
        for (key, value) in rules {
            let id = format!("{prefix}{key}");
            if let Some(inner) = value.as_table().filter(|_| prefix.is_empty()) {
                self.read_rules(&format!("{id}."), inner)?;
            } else {
                let rule = Rule::from_id(&id).ok_or_else(|| NoWeights::Rule(id.clone()))?;
                self.rules.insert(rule, number(&id, value)?);
            }
        }
        Ok(())
    }

    fn read_levels(&mut self, levels: &Table) -> Result<(), NoWeights> {
        for (key, value) in levels {
            let level = Level::from_name(key).ok_or_else(|| NoWeights::Level(key.clone()))?;
            self.levels.insert(level, number(key, value)?);
        }
        Ok(())
    }
}

fn number(key: &str, value: &Value) -> Result<f64, NoWeights> {
    #[expect(clippy::cast_precision_loss, reason = "larger numbers are refused")]
    let whole = value.as_integer().map(|number| number as f64);
    let number = whole.or_else(|| value.as_float()).unwrap_or(f64::NAN);
    let is_good = (0.0..=1_000_000.0).contains(&number);
    if is_good { Ok(number) } else { Err(NoWeights::Number(key.to_owned())) }
}
