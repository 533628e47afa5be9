//! The laboratory: what is right and wrong with other people's programs under the Ships language.
//!
//! [`rules`] is the table of all rules, by id. [`misreadings`] are plausible wrong readings of a rule.
//! [`model`] is a second implementation of spec ships §1 to §8 that can be told to misread; it shares no
//! code with [`rules::ships`](broadside_ships::rules) or [`script`](broadside_ships::script), so that each of the
//! two can prove the other wrong.
//!
//! [`generate`] makes random scripts, `reference` tells our answer to them and
//! `compare` where and why a program's answer differs. They work on `draft`s, scripts
//! that can be cut and changed. `habit` knows what spoils all answers of a program, `laws` judges what it
//! answers as the machine. [`verify`](mod@verify) tells what is wrong with a program, [`grade`] how much of
//! it is right. [`report`] is what is said of both, as data that serde reads and writes, and in words. `patience` gives
//! a slow program a second chance.
//!
//! Nothing here starts a program, opens a file or knows a terminal: that is the command line's.
//!
//! ```
//! use broadside_lab::rules::Rule;
//!
//! let rule = Rule::from_id("place.too-close").expect("a rule of the table");
//! assert_eq!(rule.reason(), Some("PLACING SHIP TOO CLOSE TO OTHER SHIP"));
//! ```
//!
//! What these pages do not show, though it is public, is for the crates above and may change at any time.

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
