//! Writes notes as text. A note is a fact that a side may know in a fair game (spec laboratory §5).
//!
//! ```
//! use broadside_core::board::Coord;
//! use broadside_ships::rules::fair::Note;
//! use broadside_ships::rules::{Class, Order, Reason, ShipName};
//!
//! let name = ShipName { class: Class::Cruiser, index: 2 };
//! assert_eq!(Note::Sunk(name).to_string(), "SUNK CRU 2");
//! let refused = Note::Refused(Order::Shoot(Coord::new(3, 4)), Reason::NotAllShipsPlaced);
//! assert_eq!(refused.to_string(), "REFUSED SHOOT 3 4: NOT ALL SHIPS PLACED");
//! ```

use crate::rules::ShipName;
use crate::rules::fair::Note;
use broadside_core::board::Coord;
use std::fmt;

impl fmt::Display for Note {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Turn(number) => write!(f, "TURN {number}"),
            Self::Struck(Coord { row, col }) => write!(f, "STRUCK {row} {col}"),
            Self::Seen(Coord { row, col }, section) => write!(f, "SEEN {row} {col} {section}"),
            Self::Spied(Coord { row, col }) => write!(f, "SPIED {row} {col}"),
            Self::Hit(Coord { row, col }) => write!(f, "HIT {row} {col}"),
            Self::Miss(Coord { row, col }) => write!(f, "MISS {row} {col}"),
            Self::Sunk(ShipName { class, index }) => write!(f, "SUNK {class} {index}"),
            Self::Drawn(ShipName { class, index }) => write!(f, "DRAWN {class} {index}"),
            Self::Undrawn(ShipName { class, index }) => write!(f, "UNDRAWN {class} {index}"),
            Self::Without(evidence) => write!(f, "GUESS WITHOUT {evidence}"),
            Self::Refused(order, reason) => write!(f, "REFUSED {order}: {reason}"),
        }
    }
}
