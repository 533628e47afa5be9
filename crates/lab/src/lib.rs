//! The laboratory: finds out what is right and wrong with other people's programs for the Ships language.
//!
//! [`rules`] is the table of all rules, by id. [`misreadings`] are plausible wrong readings of a rule.
//! [`model`] is a second implementation of spec ships §1 to §8, which can misread rules on request. It shares no
//! code with [`rules::ships`](broadside_ships::rules) or [`script`](broadside_ships::script), so that each of the
//! two can prove the other wrong.
//!
//! [`generate`] makes random scripts, `reference` gives our answer to them, and `compare` finds where and why a
//! program's answer differs. They work on `draft`s: scripts that can be cut and changed. `habit` knows the mistakes that
//! spoil all output of a program, `laws` judges its turns as the machine. [`verify`](mod@verify) finds the mistakes of a
//! program, [`grade`] marks it. [`report`] has the results of both as data that serde reads and writes, and in words.
//! `patience` gives a slow program a second run.
//!
//! Nothing here starts a program, opens a file or knows a terminal: the command line does.
//!
//! ```
//! use broadside_lab::rules::Rule;
//!
//! let rule = Rule::from_id("place.too-close").expect("a rule of the table");
//! assert_eq!(rule.reason(), Some("PLACING SHIP TOO CLOSE TO OTHER SHIP"));
//! ```
//!
//! Public items that these pages do not show are for the crates above, and may change at any time.

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
