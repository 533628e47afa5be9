//! A misreading is a plausible wrong reading of one rule.
//!
//! The [`model`](super::model) can behave like a program with a misreading. A [`Misreadings`] is a
//! set, because a program can have several.
//!
//! ```
//! use broadside_lab::misreadings::{Misreading, Misreadings};
//!
//! let close4 = Misreading::from_name("close4").expect("a misreading");
//! assert_eq!(close4.rule().id(), "ships.touch-diagonally");
//! let set: Misreadings = [close4, Misreading::TurnSwap].into_iter().collect();
//! assert!(set.contains(Misreading::Close4));
//! ```

mod table;

use super::bits;
use super::named::shown;
use super::rules::Rule;
use broadside_core::board::Heading;
use table::{Row, TABLE};

pub use table::Misreading;

impl Misreading {
    /// Returns the misreading that lays only the ships of this heading ahead of their bows.
    pub(crate) const fn body(heading: Heading) -> Self {
        match heading {
            Heading::North => Self::BodyNorth,
            Heading::East => Self::BodyEast,
            Heading::South => Self::BodySouth,
            Heading::West => Self::BodyWest,
        }
    }

    /// Whether the misreading changes what many scripts do. It then explains wrong answers of many
    /// other programs too. So a program can have the misreading only if it fails all cards (small
    /// scripts) that were made for the misreading.
    pub(crate) const fn is_sweeping(self) -> bool {
        matches!(
            self,
            Self::FleetBoth
                | Self::FleetAdds
                | Self::PlaceYx
                | Self::BoardCheckTransposed
                | Self::StartsB
                | Self::StateResetsTurn
                | Self::ShipHealthInverted
                | Self::IdsInOrder
                | Self::BatCruSwapped
                | Self::AllPlaced10
                | Self::MinusRefused
                | Self::IdsAnyClass
                | Self::IdsAnyPlayer
                | Self::AllSetByA
                | Self::FleetKeepsDes
                | Self::FleetOnlyA
                | Self::AllPlacedByA
                | Self::ShipEwSwapped
                | Self::PlaceNsSwapped
                | Self::PrintTransposed
                | Self::PrintFromOne
                | Self::PrintNoLastRow
                | Self::PrintNoLastCol
                | Self::PrintRowExtra
                | Self::PrintTwicePlayer
                | Self::FleetBatCru
                | Self::FleetCruIsBat
                | Self::AllSetLast
                | Self::PlaceBMirrored
                | Self::PlaceRelative
                | Self::PlaceStartY1Twice
        )
    }

    const fn row(self) -> &'static Row {
        &TABLE[self as usize]
    }

    /// Returns the name, for example `close4`.
    pub const fn name(self) -> &'static str {
        self.row().name
    }

    /// Returns the rule that is misread.
    pub const fn rule(self) -> Rule {
        self.row().rule
    }

    /// Returns what a program with this misreading does.
    pub const fn sentence(self) -> &'static str {
        self.row().sentence
    }

    /// Returns the misreading called `name`.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|misreading| misreading.name() == name)
    }
}

shown! { Misreading name }

/// A set of misreadings that a program has, and the rules that the program leaves out.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Misreadings {
    set: [u64; bits::words(TABLE.len())],
    left_out: [u64; bits::words(Rule::ALL.len())],
}

impl Misreadings {
    /// The empty set: a program that follows all rules.
    pub const NONE: Self =
        Self { set: [0; bits::words(TABLE.len())], left_out: [0; bits::words(Rule::ALL.len())] };

    /// Returns the set of a program that also leaves out `rule`.
    #[must_use]
    #[doc(hidden)]
    pub const fn without(mut self, rule: Rule) -> Self {
        bits::insert(&mut self.left_out, rule as usize);
        self
    }

    pub(crate) const fn leaves_out(self, rule: Rule) -> bool {
        bits::contains(&self.left_out, rule as usize)
    }

    /// Returns the misreadings and left-out rules of both sets.
    #[must_use]
    pub(crate) fn and(mut self, other: Self) -> Self {
        bits::extend(&mut self.set, &other.set);
        bits::extend(&mut self.left_out, &other.left_out);
        self
    }

    /// Whether `misreading` is in the set.
    pub const fn contains(self, misreading: Misreading) -> bool {
        bits::contains(&self.set, misreading as usize)
    }

    /// Returns the set with `misreading` added.
    #[must_use]
    pub const fn with(mut self, misreading: Misreading) -> Self {
        bits::insert(&mut self.set, misreading as usize);
        self
    }

    /// Returns the misreadings of the set, in the order of the table.
    pub fn iter(self) -> impl Iterator<Item = Misreading> {
        Misreading::ALL.into_iter().filter(move |misreading| self.contains(*misreading))
    }
}

impl From<Misreading> for Misreadings {
    fn from(misreading: Misreading) -> Self {
        Self::NONE.with(misreading)
    }
}

impl FromIterator<Misreading> for Misreadings {
    fn from_iter<I: IntoIterator<Item = Misreading>>(misreadings: I) -> Self {
        misreadings.into_iter().fold(Self::NONE, Self::with)
    }
}
