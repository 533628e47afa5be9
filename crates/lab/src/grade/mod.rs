//! Grades a program: computes a mark for each rule and each level, and a score.
//!
//! An [`Exam`] is a series of tests. They are probes (scripts that test the form of output),
//! scripts about the form of input, cards (small scripts that test one rule each), scripts of the
//! user, and random scripts of each level. The result of a test is an [`Outcome`]. The outcomes
//! give [`Marks`], and [`Weights`] turn the marks into a score.
//!
//! The marks depend only on the exam and the outcomes. So a caller can store outcomes, and can
//! combine outcomes from several computers.
//!
//! ```
//! use broadside_lab::grade::{Exam, Marks, Outcome, Plan, Status, Weights};
//! use broadside_lab::rules::Rule;
//!
//! let plan = Plan { cards: true, random: 2, ..Plan::default() };
//! let exam = Exam::new(&plan);
//! let outcomes = vec![Outcome::Same; exam.tests().len()];
//! let marks = Marks::new(&exam, &outcomes);
//! assert_eq!(marks.status(Rule::PlaceTooClose), Status::Right);
//! let weights = Weights::parse("max_score = 20")?;
//! assert!((weights.score(&exam, &marks) - 20.0).abs() < 1e-9);
//! # Ok::<(), broadside_lab::grade::NoWeights>(())
//! ```

mod blame;
mod everywhere;
mod exam;
mod explanation;
mod marks;
mod outcome;
mod repair;
mod visible;
mod weights;

pub use exam::{Exam, NoCase, Plan, Test};
pub use marks::{LevelResult, Marks, RuleMark, Status};
pub use outcome::{Outcome, Wrong};
pub use weights::{Account, NoWeights, Weights};
