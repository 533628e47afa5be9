//! The result of a submission as data for reports.

use super::finding::Finding;
use crate::grade::{LevelResult, Marks, RuleMark, Status as MarkStatus};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A submission's result: `broadside grade --json`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Grade {
    /// `broadside.grade/1`
    pub schema: GradeSchema,
    /// The name of the submission.
    pub submission: String,
    /// A file of the submission that names `broadside` or is a copy of it. Perhaps the submission
    /// starts `broadside` to get the answers.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub names_broadside: Option<String>,
    /// The result of the build.
    pub build: Build,
    /// The points of the submission. `null` if the submission could not be run at all.
    pub score: Option<f64>,
    /// The points of a program that has everything right.
    pub max_score: f64,
    /// A mark for each rule, in the order of the table.
    pub rules: Vec<RuleResult>,
    /// A mark for each level that has tests, the first level first.
    pub levels: Vec<LevelResult>,
    /// The findings, the simplest first.
    pub findings: Vec<Finding>,
}

/// The name and the version of the format of a grade.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub enum GradeSchema {
    /// The first version. New fields do not change the number.
    #[serde(rename = "broadside.grade/1")]
    Grade1,
}

/// The result of a build, with its messages.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "status", content = "message", rename_all = "lowercase")]
pub enum Build {
    /// There is a program.
    Ready(String),
    /// There is no program, and that is the submission's fault.
    Failed(String),
    /// There is a program, but it ends none of the first scripts in time.
    Endless(String),
    /// No way to build or run the submission was found.
    Impossible(String),
}

#[doc(hidden)]
impl Build {
    /// Returns the word for this result of a build.
    pub const fn name(&self) -> &'static str {
        match self {
            Self::Ready(_) => "ready",
            Self::Failed(_) => "failed",
            Self::Endless(_) => "endless",
            Self::Impossible(_) => "impossible",
        }
    }

    /// Returns why nothing was tested. `None` if the program was tested.
    pub fn trouble(&self) -> Option<&str> {
        match self {
            Self::Ready(_) => None,
            Self::Failed(message) | Self::Endless(message) | Self::Impossible(message) => {
                Some(message)
            }
        }
    }
}

/// The mark for a rule.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct RuleResult {
    /// The rule's name.
    pub id: String,
    /// The section of the language's page that has the rule.
    pub section: u8,
    /// Whether the submission keeps the rule.
    pub status: MarkStatus,
    /// How many tests show the rule to be right; 0 if the rule depends on a rule that is never
    /// right, or is about the form of input while no other rule is right.
    pub right: u32,
    /// How many tests show the rule to be right or wrong.
    pub of: u32,
    /// How many tests count as half a wrong test, because another mistake ends them before the
    /// rule.
    #[serde(default)]
    pub not_shown: u32,
}

impl Marks {
    /// Returns the marks of rules as data for a report.
    #[doc(hidden)]
    pub fn rule_results(&self) -> Vec<RuleResult> {
        let result = |mark: &RuleMark| RuleResult {
            id: mark.rule.id().to_owned(),
            section: mark.rule.section(),
            status: mark.status,
            right: mark.right,
            of: mark.of,
            not_shown: mark.more_hidden(),
        };
        self.rules.iter().map(result).collect()
    }
}
