//! The two kinds of changes to a game: settings of its state, and orders of a player.

use super::{Class, Health, ShipName};
use broadside_core::board::{Coord, Heading, Manoeuvre, Rect, Side};
use broadside_core::ports::LONGEST_LINE;

/// A change of the game's state (spec ships §4).
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Setting {
    /// The number of ships of each class in the fleet of a side, in the order CAR, BAT, CRU, DES.
    Fleet(Side, [i64; 4]),
    /// The side that is expected to move.
    NextPlayer(Side),
    /// The size of the board, in rows and columns.
    BoardSize(i64, i64),
    /// The rectangle in which a side may place ships. If its corners are in the wrong order, no
    /// ship fits in it.
    Start(Side, Rect),
    /// One more reef.
    Reef(Coord),
    /// A ship that is already on the board, perhaps damaged.
    Ship {
        /// Its owner.
        side: Side,
        /// The field of its bow.
        bow: Coord,
        /// The direction in which the bow points.
        heading: Heading,
        /// Its number within its class.
        index: i64,
        /// Its class and its healthy segments.
        health: Health,
    },
    /// The extended rules: ships shoot with their own cannons, most cannons have a limited range,
    /// and only a healthy engine can move a ship. A shot must name its ship, except with
    /// [`AutoShooting`](Setting::AutoShooting).
    ExtendedShips,
    /// Automatic shooting: an order of the extended rules may give a target and name no ship. When
    /// the turn ends, the game looks for a ship for each such target.
    AutoShooting,
    /// The interpreter plays this side.
    AiPlayer(Side),
    /// A note to a player.
    Information(Side, NoteText),
    /// The seed of the random numbers.
    Seed(i64),
}

/// An order of a player in a turn (spec ships §5).
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Order {
    /// Puts a ship of the player's fleet on the board.
    Place {
        /// The name of the ship.
        name: ShipName,
        /// The field of its bow.
        bow: Coord,
        /// The direction in which the bow points.
        heading: Heading,
    },
    /// Shoots at a field, and names no ship. In a basic game, this is the only kind of shot. With
    /// automatic shooting, the game looks for a ship when the turn ends.
    Shoot(Coord),
    /// Shoots at a field from the cannon of a ship.
    Fire(ShipName, Coord),
    /// Moves a ship once.
    Move(ShipName, Manoeuvre),
    /// Sends a plane from the carrier of this number. The plane sees the square of three by three
    /// fields around its target.
    Spy(i64, Coord),
    /// Sends a plane, and names no carrier. This needs the extended rules and automatic shooting.
    SpyAt(Coord),
}

/// The kinds of orders.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum OrderKind {
    /// Puts a ship on the board.
    Place,
    /// Shoots at a field.
    Shot,
    /// Moves a ship.
    Move,
    /// Sends a plane over a field.
    Plane,
}

impl Order {
    /// The kind of the order.
    pub const fn kind(&self) -> OrderKind {
        match self {
            Self::Place { .. } => OrderKind::Place,
            Self::Shoot(_) | Self::Fire(..) => OrderKind::Shot,
            Self::Move(..) => OrderKind::Move,
            Self::Spy(..) | Self::SpyAt(_) => OrderKind::Plane,
        }
    }

    /// The ship that the order names, or `None` if it names no ship. `Spy` names a carrier by its
    /// number.
    pub const fn ship(&self) -> Option<ShipName> {
        match *self {
            Self::Place { name, .. } | Self::Fire(name, _) | Self::Move(name, _) => Some(name),
            Self::Spy(index, _) => Some(ShipName { class: Class::Carrier, index }),
            Self::Shoot(_) | Self::SpyAt(_) => None,
        }
    }

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

    /// The field at which the order shoots or to which it sends a plane. `None` for placements and
    /// moves.
    pub const fn target(&self) -> Option<Coord> {
        match *self {
            Self::Shoot(at) | Self::Fire(_, at) | Self::Spy(_, at) | Self::SpyAt(at) => Some(at),
            Self::Place { .. } | Self::Move(..) => None,
        }
    }

    /// The field at which the order shoots, or `None` if it is not a shot.
    pub const fn shot(&self) -> Option<Coord> {
        if let Self::Shoot(at) | Self::Fire(_, at) = *self { Some(at) } else { None }
    }

    /// The target of the order, or the bow of a new ship. `None` for moves.
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

#[doc(hidden)]
impl Setting {
    /// The owner and the name of the ship that the setting puts on the board. `None` for other
    /// settings.
    pub const fn ship(&self) -> Option<(Side, ShipName)> {
        let Self::Ship { side, index, health, .. } = *self else { return None };
        Some((side, ShipName { class: health.class(), index }))
    }

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

    /// The field of a reef, or of the bow of a ship. `None` for other settings.
    pub const fn field_mut(&mut self) -> Option<&mut Coord> {
        if let Self::Reef(at) | Self::Ship { bow: at, .. } = self { Some(at) } else { None }
    }
}

/// The text of a note. It fits in one line of a script, and is read back unchanged.
///
/// ```
/// use broadside_ships::rules::NoteText;
///
/// let text = NoteText::new(b"mind the reef".to_vec()).expect("words and single blanks");
/// assert_eq!(text.as_bytes(), b"mind the reef");
/// assert_eq!(NoteText::new(b"mind\nSAVE".to_vec()), None);
/// assert_eq!(NoteText::new(b"reef #3".to_vec()), None);
/// ```
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(into = "Vec<u8>", try_from = "Vec<u8>"))]
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct NoteText(Vec<u8>);

impl NoteText {
    /// The largest number of bytes for which a note and its command fit in one line of a script.
    pub const LONGEST: usize = LONGEST_LINE - "INFORMATION A ".len();

    /// Takes words with single blanks between them, or an empty text. Returns `None` if the text
    /// has other white space, has a `#` (the beginning of a comment), or is longer than
    /// [`LONGEST`](Self::LONGEST).
    pub fn new(text: Vec<u8>) -> Option<Self> {
        let is_word = |word: &[u8]| !word.is_empty() && !word.iter().any(|byte| ends_word(*byte));
        let is_text = text.is_empty() || text.split(|byte| *byte == b' ').all(is_word);
        (is_text && text.len() <= Self::LONGEST).then_some(Self(text))
    }

    /// The bytes of the text.
    pub fn as_bytes(&self) -> &[u8] {
        &self.0
    }
}

impl From<NoteText> for Vec<u8> {
    fn from(text: NoteText) -> Self {
        text.0
    }
}

impl TryFrom<Vec<u8>> for NoteText {
    type Error = &'static str;

    fn try_from(text: Vec<u8>) -> Result<Self, Self::Error> {
        Self::new(text).ok_or(
            "expected words joined by single blanks, without `#`, that fit in a line of 1 MiB",
        )
    }
}

const fn ends_word(byte: u8) -> bool {
    matches!(byte, b'\t'..=b'\r' | b'#')
}
