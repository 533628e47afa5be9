//! The laboratory: tests other people's interpreters of the Ships language, and finds out which
//! rules they get wrong.
//!
//! [`rules`] is the table of all rules. [`misreadings`] lists plausible wrong readings of rules.
//! [`model`] implements spec ships §2 to §8 a second time, with the misreadings that a
//! caller names. (`spec ships §5` means section 5 of `book/src/ships/`.)
//!
//! [`generate`] makes random scripts. `cards` has small scripts, each for one rule. `reference`
//! gives the answer of our own program to a script. `compare` finds where and why another program's
//! answer differs from ours. A `draft` is a script that can be cut and changed, and `shrink` makes
//! a draft as small as possible. `habit` finds mistakes of layout that a program makes in nearly
//! every output. `laws` judges the turns that a program plays as the AI. [`verify`](mod@verify)
//! finds the mistakes of a program. [`grade`] gives marks. [`report`] has the results of
//! [`verify`](mod@verify) and [`grade`] as data for serde and as text. `patience` runs a program
//! again if other programs may have spoilt its run.
//!
//! This crate does not start programs, open files or use a terminal. The command line does that.
//!
//! ```
//! use broadside_lab::rules::Rule;
//!
//! let rule = Rule::from_id("place.too-close").expect("a rule of the table");
//! assert_eq!(rule.reason(), Some("PLACING SHIP TOO CLOSE TO OTHER SHIP"));
//! ```
//!
//! Public items with `#[doc(hidden)]` are for other crates of this repository. They may change at
//! any time.

mod bits;
#[doc(hidden)]
pub mod cards;
#[doc(hidden)]
pub mod compare;
#[doc(hidden)]
pub mod draft;
#[doc(hidden)]
pub mod form;
pub mod generate;
pub mod grade;
#[doc(hidden)]
pub mod habit;
#[doc(hidden)]
pub mod laws;
#[doc(hidden)]
pub mod lean;
pub mod misreadings;
pub mod model;
mod named;
#[doc(hidden)]
pub mod outputs;
#[doc(hidden)]
pub mod patience;
#[doc(hidden)]
pub mod reference;
pub mod report;
pub mod rules;
#[doc(hidden)]
pub mod shrink;
#[doc(hidden)]
pub mod topic;
pub mod verify;
