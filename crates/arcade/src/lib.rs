//! Battleship games that do not use the Ships language, and bots that aim.
//!
//! [`ai`] has the knowledge of one side ([`ai::Chart`]) and the bots that use it to aim
//! ([`ai::Gunner`]). [`arsenal`] is the game with radar, smoke, artillery and torpedo. [`catalog`]
//! lists naval, battle-of-ships and classic, which reproduce other programs to the byte. The games
//! do not use each other.
//!
//! ```
//! use broadside_arcade::catalog::Program;
//!
//! assert_eq!(Program::ALL.map(Program::name), ["naval", "battle-of-ships", "classic"]);
//! ```
//!
//! Hidden public items are for other crates of Broadside, and may change at any time.

pub mod ai;
pub mod arsenal;
mod battle_of_ships;
pub mod catalog;
#[doc(hidden)]
pub mod classic;
#[doc(hidden)]
pub mod grids;
mod naval;
