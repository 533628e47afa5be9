//! The changes of a game: settings of its state, orders of a player.

use super::{Class, Health, NoteText, ShipName};
use broadside_core::board::{Coord, Heading, Manoeuvre, Rect, Side};

/// A change of the game's state (spec ships §4).
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
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
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
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

/// What an order does, whichever form it has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum OrderKind {
    /// It puts a ship on the board.
    Place,
    /// It shoots at a field.
    Shot,
    /// It moves a ship.
    Move,
    /// It sends a plane over a field.
    Plane,
}

impl Order {
    /// What the order does.
    pub const fn kind(&self) -> OrderKind {
        match self {
            Self::Place { .. } => OrderKind::Place,
            Self::Shoot(_) | Self::Fire(..) => OrderKind::Shot,
            Self::Move(..) => OrderKind::Move,
            Self::Spy(..) | Self::SpyAt(_) => OrderKind::Plane,
        }
    }

    /// The ship that the order names; a plane names its carrier.
    pub const fn ship(&self) -> Option<ShipName> {
        match *self {
            Self::Place { name, .. } | Self::Fire(name, _) | Self::Move(name, _) => Some(name),
            Self::Spy(index, _) => Some(ShipName { class: Class::Carrier, index }),
            Self::Shoot(_) | Self::SpyAt(_) => None,
        }
    }

    /// The number of that ship within its class.
    #[doc(hidden)]
    pub const fn index_mut(&mut self) -> Option<&mut i64> {
        match self {
            Self::Place { name, .. } | Self::Fire(name, _) | Self::Move(name, _) => {
                Some(&mut name.index)
            }
            Self::Spy(index, _) => Some(index),
            Self::Shoot(_) | Self::SpyAt(_) => None,
        }
    }

    /// Where a shot or a plane goes.
    pub const fn target(&self) -> Option<Coord> {
        match *self {
            Self::Shoot(at) | Self::Fire(_, at) | Self::Spy(_, at) | Self::SpyAt(at) => Some(at),
            Self::Place { .. } | Self::Move(..) => None,
        }
    }

    /// Where a shot goes.
    pub const fn shot(&self) -> Option<Coord> {
        match self.kind() {
            OrderKind::Shot => self.target(),
            OrderKind::Place | OrderKind::Move | OrderKind::Plane => None,
        }
    }

    /// The field that the order names: a target, or the bow of a new ship.
    #[doc(hidden)]
    pub const fn field_mut(&mut self) -> Option<&mut Coord> {
        match self {
            Self::Place { bow: at, .. }
            | Self::Shoot(at)
            | Self::Fire(_, at)
            | Self::Spy(_, at)
            | Self::SpyAt(at) => Some(at),
            Self::Move(..) => None,
        }
    }
}

impl Setting {
    /// The ship that it puts on the board, and whose it is.
    #[doc(hidden)]
    pub const fn ship(&self) -> Option<(Side, ShipName)> {
        let Self::Ship { side, index, health, .. } = *self else { return None };
        Some((side, ShipName { class: health.class(), index }))
    }

    /// The side that it is about.
    #[doc(hidden)]
    pub const fn side_mut(&mut self) -> Option<&mut Side> {
        if let Self::Fleet(side, _)
        | Self::NextPlayer(side)
        | Self::Start(side, _)
        | Self::Ship { side, .. }
        | Self::AiPlayer(side)
        | Self::Information(side, _) = self
        {
            Some(side)
        } else {
            None
        }
    }

    /// The field of a reef, or of the bow of a ship.
    #[doc(hidden)]
    pub const fn field_mut(&mut self) -> Option<&mut Coord> {
        if let Self::Reef(at) | Self::Ship { bow: at, .. } = self { Some(at) } else { None }
    }
}
