//! Fair play (spec laboratory §5): players that know only what their side may know.
//!
//! An `Observer` watches a game and keeps the [notes](Note) of both sides: facts that a side may
//! know. A [`Briefing`] is all that a side knows at its turn. A [`Pilot`] gets briefings and gives
//! orders. A pilot cannot cheat, because a briefing does not contain the true
//! [`Game`](super::Game). A [`Referee`] carries out turns in the true game.
//!
//! ```
//! use broadside_core::board::{Coord, Heading, Side};
//! use broadside_ships::rules::fair::{Note, Observer};
//! use broadside_ships::rules::{Game, Order, Setting, Class, Health};
//!
//! let mut game = Game::default();
//! let health = Health::new(Class::Destroyer, &[true, true]).expect("two segments");
//! for (side, row) in [(Side::First, 2), (Side::Second, 12)] {
//!     game.set(&Setting::Fleet(side, [0, 0, 0, 1]))?;
//!     let (bow, heading) = (Coord::new(row, 2), Heading::North);
//!     game.set(&Setting::Ship { side, bow, heading, index: 0, health })?;
//! }
//! let mut observer = Observer::default();
//! game.open(Side::First)?;
//! observer.open(&game);
//! observer.order(&mut game, Order::Shoot(Coord::new(12, 2)))?;
//! assert_eq!(observer.notes(Side::First).iter().last(), Some(&Note::Hit(Coord::new(12, 2))));
//! assert!(observer.briefing(&game, Side::First).seen().is_empty());
//! # Ok::<(), broadside_ships::rules::Reason>(())
//! ```

mod briefing;
mod clues;
mod draft;
mod guess;
mod lookout;
mod note;
mod observer;
mod pilot;
mod referee;
mod skipper;

pub use briefing::Briefing;
pub use note::{Evidence, Note};
#[doc(hidden)]
pub use observer::{Effect, Observer};
pub use pilot::{Pilot, RandomPilot};
#[doc(hidden)]
pub use referee::{Breach, Illegal, MOST_REFUSALS, Referee, Step, TurnReport, Verdict};
pub use skipper::{FairPilot, Heat, Skill, Thought, best_square, doubts, quiet_turns};
