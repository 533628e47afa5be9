//! [`Tally`]: counts of what a side did in a game.

use broadside_ships::rules::fair::{Note, Notes};
use std::collections::BTreeSet;

/// Counts of what a side has done and seen in a game.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Shots fired.
    pub shots: usize,
    /// Shots that destroyed a healthy segment of the other side.
    pub hits: usize,
    /// Ships of the other side that this side has sunk.
    pub sunk: usize,
    /// Planes sent.
    pub planes: usize,
    /// Fields with enemy ships that this side has seen at the beginning of a turn.
    pub seen: usize,
}

impl Tally {
    pub(super) fn of(notes: &Notes) -> Self {
        let (mut tally, mut seen) = (Self::default(), BTreeSet::new());
        for note in notes {
            match note {
                Note::Hit(_) => (tally.shots, tally.hits) = (tally.shots + 1, tally.hits + 1),
                Note::Miss(_) => tally.shots += 1,
                Note::Sunk(_) => tally.sunk += 1,
                Note::Spied(_) => tally.planes += 1,
                Note::Seen(at, _) => drop(seen.insert(*at)),
                Note::Turn(_)
                | Note::Struck(_)
                | Note::Drawn(_)
                | Note::Undrawn(_)
                | Note::Without(_)
                | Note::Refused(..) => {}
            }
        }
        tally.seen = seen.len();
        tally
    }
}
