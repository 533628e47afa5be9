//! The notes to a side, line by line.

use crate::rules::{Order, Reason, Section, ShipName};
use broadside_core::board::{Coord, words};

/// A line of what a side is told (spec laboratory §5). A hand-over says it with `INFORMATION`; its words
/// are written in `script`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Note {
    /// `TURN n`: a turn of this side opens, its n-th, from 1. What follows is known since then.
    Turn(u64),
    /// `STRUCK y x`: the enemy has destroyed a segment of ours here, since our last turn.
    Struck(Coord),
    /// `SEEN y x s`: a segment of the enemy is in sight as the turn opens.
    Seen(Coord, Section),
    /// `SPIED y x`: a plane of ours was sent here; the square around it stays in sight.
    Spied(Coord),
    /// `HIT y x`: a shot of ours has destroyed a healthy segment of the enemy here.
    Hit(Coord),
    /// `MISS y x`: a shot of ours has destroyed nothing of the enemy; the field holds water, a reef, a
    /// segment destroyed before or a ship of our own.
    Miss(Coord),
    /// `SUNK C i`: the hit before this line destroyed the last healthy segment of this ship of the enemy.
    Sunk(ShipName),
    /// `DRAWN C i`: the place of this ship of the enemy is a guess. Only in a hand-over, of the turn that
    /// it is for.
    Drawn(ShipName),
    /// `UNDRAWN C i`: no place was found for this ship of the enemy; it is left out. As above.
    Undrawn(ShipName),
    /// `GUESS WITHOUT ...`: no guess obeys all that is known; this was dropped. As above.
    Without(Evidence),
    /// `REFUSED COMMAND: REASON`: an order that was skipped.
    Refused(Order, Reason),
}

impl Note {
    /// Where a shot of ours went, and whether it has hit.
    #[doc(hidden)]
    pub const fn shot(&self) -> Option<(Coord, bool)> {
        match *self {
            Self::Hit(at) => Some((at, true)),
            Self::Miss(at) => Some((at, false)),
            Self::Turn(_)
            | Self::Struck(_)
            | Self::Seen(..)
            | Self::Spied(_)
            | Self::Sunk(_)
            | Self::Drawn(_)
            | Self::Undrawn(_)
            | Self::Without(_)
            | Self::Refused(..) => None,
        }
    }
}

/// What guesses may have to go without, in the order in which it is dropped.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Evidence {
    /// All shots that missed.
    Misses,
    /// The hits of all turns but the last one.
    OlderHits,
    /// The hits of the last turn.
    LastHits,
}

impl Evidence {
    /// All kinds, in the order in which they are dropped.
    pub const ALL: [Self; 3] = [Self::Misses, Self::OlderHits, Self::LastHits];
}

words! {
    Evidence, "a kind of evidence":
    Misses "MISSES", OlderHits "OLDER HITS", LastHits "LAST HITS"
}

/// All that a side has been told, turn after turn.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Notes(Vec<Note>);

impl Notes {
    /// All notes in order.
    pub fn iter(&self) -> std::slice::Iter<'_, Note> {
        self.0.iter()
    }

    /// The notes turn by turn, each beginning with its [`Note::Turn`].
    ///
    /// ```
    /// use broadside_ships::rules::Game;
    /// use broadside_ships::rules::fair::{Note, Observer};
    /// use broadside_core::board::Side;
    ///
    /// let mut observer = Observer::default();
    /// observer.open(&Game::default());
    /// let turns: Vec<_> = observer.notes(Side::First).turns().collect();
    /// assert_eq!(turns, [[Note::Turn(1)]]);
    /// ```
    #[doc(hidden)]
    pub fn turns(&self) -> impl DoubleEndedIterator<Item = &[Note]> {
        self.0.chunk_by(|_, next| !matches!(next, Note::Turn(_)))
    }

    pub(super) fn push(&mut self, note: Note) {
        self.0.push(note);
    }
}

impl Extend<Note> for Notes {
    fn extend<I: IntoIterator<Item = Note>>(&mut self, notes: I) {
        self.0.extend(notes);
    }
}

impl<'n> IntoIterator for &'n Notes {
    type Item = &'n Note;
    type IntoIter = std::slice::Iter<'n, Note>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}
