//! The two sides of a game.

use super::words;
use std::ops::{Index, IndexMut};

/// One of the two players. The first side is the side that games name first.
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(into = "&'static str", try_from = "String"))]
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Side {
    /// Player A, player 1 or the human.
    First,
    /// Player B, player 2 or the machine.
    Second,
}

impl Side {
    /// Both sides, the first side first.
    pub const ALL: [Self; 2] = [Self::First, Self::Second];

    /// Returns the opponent.
    #[must_use]
    pub const fn other(self) -> Self {
        match self {
            Self::First => Self::Second,
            Self::Second => Self::First,
        }
    }
}

words! { Side, "a side": First "A", Second "B" }

/// A value for each side.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct BySide<T> {
    /// The value of the first side.
    pub first: T,
    /// The value of the second side.
    pub second: T,
}

impl<T> BySide<T> {
    /// Calls `f` for the first side, then for the second side, and returns both values.
    #[doc(hidden)]
    pub fn from_fn(mut f: impl FnMut(Side) -> T) -> Self {
        Self { first: f(Side::First), second: f(Side::Second) }
    }
}

impl<T> Index<Side> for BySide<T> {
    type Output = T;

    fn index(&self, side: Side) -> &T {
        match side {
            Side::First => &self.first,
            Side::Second => &self.second,
        }
    }
}

impl<T> IndexMut<Side> for BySide<T> {
    fn index_mut(&mut self, side: Side) -> &mut T {
        match side {
            Side::First => &mut self.first,
            Side::Second => &mut self.second,
        }
    }
}
