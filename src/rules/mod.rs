//! The rule-sets. Each decides, over the facts of the board, in which order it asks, what follows and
//! what it says. They do not know of each other.

pub mod arsenal;
pub mod battle_of_ships;
pub mod classic;
pub mod naval;
pub mod ships;
