//! The board of a game, and its coordinates, hulls, ships and reefs.
//!
//! A board does not remember missed shots, because a ship may later move onto a field that was
//! missed. The memory that a board takes depends on its ships and reefs, and not on its size.
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

#[expect(clippy::module_inception, reason = "the folder is named for its main type")]
mod board;
mod coord;
mod heading;
mod hull;
mod large;
mod rect;
mod reefs;
mod ship;
mod side;
mod words;

pub use board::{Board, Impact, LONGEST_SHIP, Refusal};
pub use coord::Coord;
pub use heading::{Axis, Heading, Manoeuvre};
pub use hull::Hull;
pub use rect::{Dims, Rect};
pub use reefs::Reefs;
pub use ship::{Ship, ShipId};
pub use side::{BySide, Side};
pub use words::UnknownWord;
#[doc(hidden)]
pub use words::{names, words};

/// The hasher of the hash tables that are used most. No output depends on the order of a table.
///
/// Each table has a random seed, so a script cannot choose keys that collide. The standard hasher
/// also resists an attacker who measures times, but it is two to three times slower. In games with
/// large fleets, hashing takes most of the time.
#[doc(hidden)]
pub type Seeded = foldhash::fast::RandomState;
