//! The bots of arsenal. A bot chooses a move from the knowledge of its side and from dice.
//!
//! | bot | how it plays |
//! |---|---|
//! | easy | fires beside hits, otherwise at cells of one colour of a chessboard |
//! | medium | shoots where ships are most likely; prefers artillery or a torpedo if allowed |
//! | hard | examines the fleets that fit its knowledge, and seeks the quickest win |
//!
//! If a move is sure to win, every built-in bot plays it. The easy bot uses special weapons only
//! for such a move. To write another bot, implement [`Captain`].
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
mod plan;
mod position;
mod score;
mod search;

pub use bot::{Bot, Level};
#[doc(hidden)]
pub use bot::{Hard, Medium};
pub use captain::{Captain, Report};

#[cfg(test)]
mod tests;
