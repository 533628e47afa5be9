//! How a segment of a ship looks in a picture of the board.

use super::CANNON;
use broadside_core::board::{Ship, words};

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
