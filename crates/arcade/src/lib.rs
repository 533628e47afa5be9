//! Battleship programs beside the Ships language, and bots that aim.
//!
//! [`ai`] has the knowledge of one side ([`ai::Chart`]) and bots that aim by it ([`ai::Gunner`]). [`arsenal`] is the
//! game with radar, smoke, artillery and torpedo. [`naval`], [`battle_of_ships`] and [`classic`] are programs reproduced
//! to the byte; `catalog` lists them. The programs do not use each other.
//!
//! ```
//! use broadside_arcade::catalog::Program;
//!
//! assert_eq!(Program::ALL.map(Program::name), ["naval", "battle-of-ships", "classic"]);
//! ```
//!
//! Public items that these pages do not show are for the crates above and may change at any time.

pub mod ai;
pub mod arsenal;
pub mod battle_of_ships;
#[doc(hidden)]
pub mod catalog;
pub mod classic;
#[doc(hidden)]
pub mod grids;
pub mod naval;
