//! What a game can be told: settings of its state, orders of a player.

use super::{Health, NoteText, ShipName};
use broadside_core::board::{Coord, Heading, Manoeuvre, Rect, Side};

/// A change of the game's state (spec ships §4).
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Setting {
    /// How many ships of each class a side has: CAR, BAT, CRU, DES.
    Fleet(Side, [i64; 4]),
    /// Who is expected to move.
    NextPlayer(Side),
    /// The size of the board, in rows and columns.
    BoardSize(i64, i64),
    /// Where a side may place ships. A reversed rectangle holds no ship.
    Start(Side, Rect),
    /// One more reef.
    Reef(Coord),
    /// A ship that stands on the board already, perhaps damaged.
    Ship {
        /// Whose it is.
        side: Side,
        /// Where its bow is.
        bow: Coord,
        /// Where the bow points.
        heading: Heading,
        /// Its number within its class.
        index: i64,
        /// Its class, and which of its segments are healthy.
        health: Health,
    },
    /// Cannons have range and crews; the basic shot is off.
    ExtendedShips,
    /// Targets may be named without ships, and are matched to ships when the turn ends.
    AutoShooting,
    /// A side is played by the machine.
    AiPlayer(Side),
    /// A note to a player.
    Information(Side, NoteText),
    /// The seed of the random numbers.
    Seed(i64),
}

/// What a player orders in a turn (spec ships §5).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Order {
    /// Puts a ship of the own fleet on the board.
    Place {
        /// What it is called.
        name: ShipName,
        /// Where its bow is.
        bow: Coord,
        /// Where the bow points.
        heading: Heading,
    },
    /// The basic shot; with automatic shooting, a target without a ship.
    Shoot(Coord),
    /// A shot from the cannon of a ship.
    Fire(ShipName, Coord),
    /// One move of a ship.
    Move(ShipName, Manoeuvre),
    /// A plane from the carrier of this number, to the square around a field.
    Spy(i64, Coord),
    /// A plane without a carrier, for automatic shooting.
    SpyAt(Coord),
}
