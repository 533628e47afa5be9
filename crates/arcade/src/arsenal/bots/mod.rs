//! The bots. A bot gets the knowledge of its side, and dice; it cannot see the opponent's fleet.
//!
//! | bot | how it plays |
//! |---|---|
//! | easy | hunt and target with parity; it only fires |
//! | medium | a density map; artillery and torpedo whenever they are allowed |
//! | hard | the posterior over the fleets that fit; see [`Hard`] |
//!
//! If a move wins against every fleet that fits the knowledge of a built-in bot, the bot plays it. Every
//! [`Captain`] is a bot too.
//!
//! ```
//! use broadside_core::board::{BySide, Side};
//! use broadside_core::dice::Twister;
//! use broadside_arcade::arsenal::bots::{Bot, Captain, Level};
//! use broadside_arcade::arsenal::{Fleet, Game};
//!
//! let mut dice = Twister::from_python_seed(&1.into());
//! let mut game = Game::new(&BySide::from_fn(|_| Fleet::at_random(&mut dice)), Side::First);
//! let mut bot = Bot::new(Level::Medium);
//! let play = bot.choose(&game.knowledge(Side::First), &mut dice)?;
//! assert!(game.play(play).is_ok());
//! # Ok::<(), broadside_arcade::ai::Forfeit>(())
//! ```

mod bot;
mod captain;
mod hard;
mod level;
mod medium;
mod plan;
mod position;
mod score;
mod search;
mod win;

pub use bot::Bot;
pub use captain::{Captain, Report};
#[doc(hidden)]
pub use hard::Hard;
pub use level::Level;
#[doc(hidden)]
pub use medium::Medium;

#[cfg(test)]
mod tests;
