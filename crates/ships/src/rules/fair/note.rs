//! The notes to a side: the facts that a side may know about the game.

use crate::rules::{Order, Reason, Section, ShipName};
use broadside_core::board::{Coord, words};

/// A note to a side (spec laboratory §5). A hand-over is the script that a bot gets at its turn. If
/// the hand-over is of the kind `fog`, it contains each note as an `INFORMATION` command.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Note {
    /// `TURN n`: the n-th turn of this side opens. The first turn is 1. The notes after this note,
    /// up to the next `TURN`, come from this turn.
    Turn(u64),
    /// `STRUCK y x`: the enemy has destroyed a segment of this side here since this side's last
    /// turn.
    Struck(Coord),
    /// `SEEN y x s`: this side sees a segment of the enemy here when the turn opens.
    Seen(Coord, Section),
    /// `SPIED y x`: this side has sent a plane here. The square around the field stays in sight.
    Spied(Coord),
    /// `HIT y x`: a shot of this side has destroyed a segment of the enemy here.
    Hit(Coord),
    /// `MISS y x`: a shot of this side has destroyed no segment of the enemy here.
    Miss(Coord),
    /// `SUNK C i`: the hit in the note before this one has sunk this ship of the enemy.
    Sunk(ShipName),
    /// `DRAWN C i`: the hand-over shows this ship of the enemy in a position drawn at random.
    /// Each hand-over has its own `DRAWN`, `UNDRAWN` and `GUESS WITHOUT`; they are not kept.
    Drawn(ShipName),
    /// `UNDRAWN C i`: no position was found for this ship of the enemy, so it is left out.
    Undrawn(ShipName),
    /// `GUESS WITHOUT ...`: no drawn positions agreed with all evidence, so this kind of evidence
    /// was ignored.
    Without(Evidence),
    /// `REFUSED COMMAND: REASON`: this order was skipped, for this reason.
    Refused(Order, Reason),
}

#[doc(hidden)]
impl Note {
    /// Splits notes into turns. Each turn begins with its [`Note::Turn`].
    pub fn turns(notes: &[Self]) -> impl DoubleEndedIterator<Item = &[Self]> {
        notes.chunk_by(|_, next| !matches!(next, Self::Turn(_)))
    }

    /// The target of a shot of the side, and whether the shot was a hit; `None` for all other
    /// notes.
    pub const fn shot(&self) -> Option<(Coord, bool)> {
        let (Self::Hit(at) | Self::Miss(at)) = *self else { return None };
        Some((at, matches!(self, Self::Hit(_))))
    }
}

/// Kinds of evidence that drawn positions may contradict, in the order in which they are dropped.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Evidence {
    /// All misses of the side.
    Misses,
    /// The hits of the side in all turns before its last turn.
    OlderHits,
    /// The hits of the side in its last turn, and in the open turn.
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
