//! The words of the notes to a side in a fair game (spec laboratory §5).
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

use super::print;
use crate::rules::fair::Note;
use crate::rules::{Order, ShipName};
use broadside_core::board::Coord;
use std::fmt;

impl fmt::Display for Note {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Turn(number) => write!(f, "TURN {number}"),
            Self::Struck(at) => write!(f, "STRUCK {}", Field(*at)),
            Self::Seen(at, section) => write!(f, "SEEN {} {section}", Field(*at)),
            Self::Spied(at) => write!(f, "SPIED {}", Field(*at)),
            Self::Hit(at) => write!(f, "HIT {}", Field(*at)),
            Self::Miss(at) => write!(f, "MISS {}", Field(*at)),
            Self::Sunk(name) => write!(f, "SUNK {}", Name(*name)),
            Self::Drawn(name) => write!(f, "DRAWN {}", Name(*name)),
            Self::Undrawn(name) => write!(f, "UNDRAWN {}", Name(*name)),
            Self::Without(evidence) => write!(f, "GUESS WITHOUT {evidence}"),
            Self::Refused(order, reason) => write!(f, "REFUSED {}: {reason}", Command(*order)),
        }
    }
}

/// `y x`
struct Field(Coord);

impl fmt::Display for Field {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.0.row, self.0.col)
    }
}

/// `C i`
struct Name(ShipName);

impl fmt::Display for Name {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.0.class, self.0.index)
    }
}

/// An order as the language says it.
struct Command(Order);

impl fmt::Display for Command {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut text = Vec::new();
        print::order(&self.0, &mut text);
        f.write_str(&String::from_utf8_lossy(&text))
    }
}
