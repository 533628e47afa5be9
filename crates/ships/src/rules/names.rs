//! The classes, names and segments of ships, and what ships of each class can do.

use broadside_core::board::{Coord, Heading, Hull, Ship, words};

/// The index of the segment with the cannon, where 0 is the bow. A carrier also needs its cannon to
/// send planes.
pub const CANNON: u32 = 1;

/// A class of ships.
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(into = "&'static str", try_from = "String"))]
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Class {
    /// `CAR`, five segments. Its cannon reaches every field, and it sends planes.
    Carrier,
    /// `BAT`, four segments.
    Battleship,
    /// `CRU`, three segments.
    Cruiser,
    /// `DES`, two segments. Its cannon is also its engine.
    Destroyer,
}

impl Class {
    /// All classes, in the order of `SET_FLEET`.
    pub const ALL: [Self; 4] = [Self::Carrier, Self::Battleship, Self::Cruiser, Self::Destroyer];

    /// The number of segments of the longest class.
    pub const LONGEST: usize = Self::Carrier.length() as usize;

    /// The number of segments. It is also the range of a healthy radar in fields, and the number of
    /// shots and planes together that the ship has in a turn. It is also the range of the cannon in
    /// fields, except for a carrier: its cannon reaches every field.
    pub const fn length(self) -> u32 {
        match self {
            Self::Carrier => 5,
            Self::Battleship => 4,
            Self::Cruiser => 3,
            Self::Destroyer => 2,
        }
    }

    /// The range of the cannon in fields, or `None` if the cannon reaches every field.
    pub const fn range(self) -> Option<u32> {
        match self {
            Self::Carrier => None,
            Self::Battleship | Self::Cruiser | Self::Destroyer => Some(self.length()),
        }
    }

    /// The number of moves that a ship may make in a turn.
    pub const fn moves(self) -> u32 {
        match self {
            Self::Carrier => 2,
            Self::Battleship | Self::Cruiser | Self::Destroyer => 3,
        }
    }

    pub(super) fn reaches(self, cannon: Coord, at: Coord) -> bool {
        self.range().is_none_or(|range| cannon.is_within(at, range))
    }

    /// Returns the fields of a ship of this class, or `None` if a coordinate overflows.
    pub(crate) fn hull(self, bow: Coord, heading: Heading) -> Option<Hull> {
        Hull::new(bow, heading, self.length())
    }
}

words! {
    Class, "a class of ships":
    Carrier "CAR", Battleship "BAT", Cruiser "CRU", Destroyer "DES"
}

/// The name of a ship within its fleet. Names are sorted in the order in which `SAVE` writes ships.
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ShipName {
    /// The class.
    pub class: Class,
    /// The number of the ship within its class, from 0. An order may give any number, even if no
    /// ship has it.
    pub index: i64,
}

/// The name of a ship in 32 bits, to save memory. Packed names sort in the order of names.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Packed(u32);

impl Packed {
    /// The number of bits for the index, enough for [`LARGEST_CLASS`](super::LARGEST_CLASS) ships.
    const BITS: u32 = 20;

    /// Packs a name, or returns `None` if the index is negative or needs more than `BITS` bits.
    pub(super) fn of(name: ShipName) -> Option<Self> {
        let index = u32::try_from(name.index).ok().filter(|index| index >> Self::BITS == 0)?;
        Some(Self((name.class as u32) << Self::BITS | index))
    }

    /// Returns the largest packed name of a class.
    pub(super) const fn last(class: Class) -> Self {
        Self(((class as u32 + 1) << Self::BITS) - 1)
    }

    pub(super) const fn name(self) -> ShipName {
        let index = self.0 & ((1 << Self::BITS) - 1);
        ShipName { class: Class::ALL[(self.0 >> Self::BITS) as usize], index: index as i64 }
    }
}

/// The class of a ship, and whether each of its segments is healthy.
///
/// ```
/// use broadside_ships::rules::{Class, Health};
///
/// let health = Health::new(Class::Destroyer, &[true, false]).expect("two segments");
/// assert_eq!((health.class(), health.segments()), (Class::Destroyer, &[true, false][..]));
/// assert_eq!(Health::new(Class::Destroyer, &[true; 5]), None);
/// ```
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(into = "(Class, Vec<bool>)", try_from = "(Class, Vec<bool>)"))]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Health {
    class: Class,
    /// Whether each segment is healthy, the bow first. Entries after the last segment are `false`.
    segments: [bool; Class::LONGEST],
}

impl Health {
    /// Creates a value from one entry for each segment, the bow first. Returns `None` if the number
    /// of entries is wrong.
    pub fn new(class: Class, healthy: &[bool]) -> Option<Self> {
        let fits = healthy.len() == class.length() as usize;
        fits.then(|| Self::from_fn(class, |segment| healthy[segment as usize]))
    }

    /// Creates a value by calling `is_healthy` for each segment of `class`. Segment 0 is the bow.
    #[doc(hidden)]
    pub fn from_fn(class: Class, is_healthy: impl Fn(u32) -> bool) -> Self {
        let mut segments = [false; Class::LONGEST];
        for (healthy, segment) in segments.iter_mut().zip(0..class.length()) {
            *healthy = is_healthy(segment);
        }
        Self { class, segments }
    }

    /// The class of the ship.
    pub const fn class(&self) -> Class {
        self.class
    }

    /// Whether each segment is healthy, the bow first.
    pub fn segments(&self) -> &[bool] {
        &self.segments[..self.class.length() as usize]
    }

    /// The digits of the segments in a `SHIP` command, the bow first. `1` is a healthy segment.
    pub(crate) fn digits(&self) -> impl Iterator<Item = u8> + '_ {
        self.segments().iter().map(|healthy| if *healthy { b'1' } else { b'0' })
    }
}

impl From<Health> for (Class, Vec<bool>) {
    fn from(health: Health) -> Self {
        (health.class(), health.segments().to_vec())
    }
}

impl TryFrom<(Class, Vec<bool>)> for Health {
    type Error = &'static str;

    fn try_from((class, healthy): (Class, Vec<bool>)) -> Result<Self, Self::Error> {
        Self::new(class, &healthy).ok_or("expected one entry for each segment of the class")
    }
}

/// A segment as `PRINT 1` shows it (spec ships §6).
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(into = "&'static str", try_from = "String"))]
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Section {
    /// `@`, a healthy bow.
    Radar,
    /// `!`, a healthy cannon that is not also the engine.
    Cannon,
    /// `%`, a healthy last segment.
    Engine,
    /// `+`, any other healthy segment.
    Hull,
    /// `x`, any destroyed segment.
    Destroyed,
}

words! {
    Section, "a segment as `PRINT 1` shows it":
    Radar "@", Cannon "!", Engine "%", Hull "+", Destroyed "x"
}

impl Section {
    /// Returns how a segment of `ship` looks. Segment 0 is the bow.
    #[doc(hidden)]
    pub fn of(ship: &Ship, segment: u32) -> Self {
        let length = ship.hull().length();
        Self::of_segment(segment, length, ship.is_healthy(segment))
    }

    pub(super) const fn of_segment(segment: u32, length: u32, is_healthy: bool) -> Self {
        match segment {
            _ if !is_healthy => Self::Destroyed,
            last if last + 1 == length => Self::Engine,
            CANNON => Self::Cannon,
            0 => Self::Radar,
            _ => Self::Hull,
        }
    }
}
