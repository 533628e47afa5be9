//! Battleship programs beside the Ships language, and the art of aiming.
//!
//! [`ai`] holds what one side knows ([`ai::Chart`]) and who aims ([`ai::Gunner`]). [`arsenal`] is the game
//! of radar, smoke, artillery and torpedo. [`naval`], [`battle_of_ships`] and [`classic`] are reproduced to
//! the byte; `catalog` lists them. The programs do not know of each other.
//!
//! ```
//! use broadside_arcade::catalog::Program;
//!
//! assert_eq!(Program::ALL.map(Program::name), ["naval", "battle-of-ships", "classic"]);
//! ```
//!
//! What these pages do not show, though it is public, is for the crates above and may change at any time.

pub mod ai;
pub mod arsenal;
pub mod battle_of_ships;
#[doc(hidden)]
pub mod catalog;
pub mod classic;
#[doc(hidden)]
pub mod grids;
pub mod naval;
