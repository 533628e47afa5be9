//! Findings and results as data (spec laboratory §7). The printed report, JSON, the journal (the
//! file from which a stopped grading continues), the web page and the results for Gradescope are
//! made of these data. A [`FailingCase`](crate::verify::FailingCase) is reported as a [`Finding`].

mod by_name;
mod finding;
mod grade;
mod printed;
mod side_by_side;
mod text;

pub use finding::{Finding, FindingSchema, LooksLike, Place, Position, RuleText, Shrink, Status};
pub use grade::{Build, Grade, GradeSchema, RuleResult};
pub use printed::Printed;
#[doc(hidden)]
pub use printed::wrong_test;
#[doc(hidden)]
pub use side_by_side::{alone, side_by_side};
pub use text::Text;

use crate::rules::{Level, Rule};
use crate::verify::Verdict;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// All that was found out about a program: `broadside verify --json`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Report {
    /// `broadside.verify/1`
    pub schema: ReportSchema,
    /// The program, as it was typed, or the name of a submission.
    pub program: String,
    /// The seed of the random scripts.
    pub seed: String,
    /// How many random scripts were tried.
    pub scripts: u64,
    /// The number of scripts, random and fixed, whose output differed. A habit counts as one
    /// script.
    pub differing: u64,
    /// The findings, the simplest first.
    pub findings: Vec<Finding>,
    /// In how many scripts each rule was reached, up to the first difference.
    pub rules: Vec<Reached>,
    /// The last level up to which no answer differed.
    #[serde(default)]
    pub right_up_to: Option<Level>,
    /// The first level at which some answer differed.
    #[serde(default)]
    pub next_level: Option<Level>,
}

/// The name and the version of the format of a report.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub enum ReportSchema {
    /// The first version. New fields do not change the number.
    #[serde(rename = "broadside.verify/1")]
    Verify1,
}

/// In how many scripts a rule was reached.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Reached {
    /// The rule's name.
    pub id: String,
    /// In how many scripts the rule was reached, up to the first difference.
    pub reached: u64,
}

impl Verdict {
    /// Returns the report on a program. `program` is the program as it was typed, or the name of a
    /// submission.
    pub fn report(&self, program: &str, seed: &str) -> Report {
        let reached = |rule| self.reached.get(&rule).copied().unwrap_or_default();
        let (right_up_to, next_level) = self.right_up_to();
        Report {
            right_up_to,
            next_level,
            schema: ReportSchema::Verify1,
            program: program.to_owned(),
            seed: seed.to_owned(),
            scripts: self.scripts,
            differing: self.differing,
            findings: self.findings.iter().map(|found| found.finding(program, seed)).collect(),
            rules: Rule::ALL
                .into_iter()
                .map(|rule| Reached { id: rule.id().to_owned(), reached: reached(rule) })
                .collect(),
        }
    }
}
