//! The sea: coordinates, hulls, ships, reefs and the board that holds them.
//!
//! The board states facts (`holds`, `ship_at`, `touches`, `reef_at`, `strike`); a rule-set decides in
//! which order to ask, what follows and what to say. Ships turn, drift and take damage, so the board
//! keeps no marks of missed shots: those belong to the attacker's chart.
//!
//! What changes a board checks itself: a [`Refusal`] leaves everything as it was. Nothing here knows
//! notations, chance, turns or the outside world; headings, sides and manoeuvres know the one word that
//! stands for them. Nothing is ever an array of the board's area: memory follows the content.
//!
//! ```
//! use broadside_core::board::{Board, Coord, Dims, Heading, Hull, Impact, Refusal};
//!
//! let mut board = Board::new(Dims::new(21, 10).expect("positive"));
//! let hull = Hull::new(Coord::new(5, 5), Heading::North, 3).expect("no overflow");
//! assert!(board.holds(&hull) && !board.touches(&hull, None));
//! let cruiser = board.place(hull)?;
//! assert_eq!(board.strike(Coord::new(6, 5)), Impact::Hit { ship: cruiser, segment: 1 });
//! assert_eq!(board.place(hull), Err(Refusal::Taken));
//! # Ok::<(), Refusal>(())
//! ```

mod axis;
#[expect(clippy::module_inception, reason = "the room is named for its main type")]
mod board;
mod coord;
mod dims;
mod heading;
mod hull;
mod large;
mod rect;
mod reefs;
mod ship;
mod side;
mod words;

pub use axis::Axis;
pub use board::{Board, Impact, LONGEST_SHIP, Refusal};
pub use coord::Coord;
pub use dims::Dims;
pub use heading::{Heading, Manoeuvre};
pub use hull::Hull;
pub use rect::Rect;
pub use reefs::Reefs;
pub use ship::{Ship, ShipId};
pub use side::{BySide, Side};
pub use words::UnknownWord;
#[doc(hidden)]
pub use words::words;

/// The hasher of what is looked up most. Each table has a seed of its own: a script is written before the
/// seed is known, so it cannot bring keys together in one bucket. The standard hasher is as safe but
/// takes two to three times as long, which is what large fleets spend most of their time on. Nothing
/// that is printed follows the order of a table.
#[doc(hidden)]
pub type Seeded = foldhash::fast::RandomState;
