//! Draws a possible state of the game from what a side knows.

use super::clues::Clues;
use super::draft::Draft;
use super::{Briefing, Evidence, Note};
use crate::rules::Game;
use broadside_core::dice::Dice;
use std::collections::HashSet;

/// The number of attempts before more evidence is dropped.
const ATTEMPTS: u32 = 24;

/// Once the attempts have looked at more than this many ships and positions in total, each failed
/// attempt drops more evidence.
const LOOKS: u64 = 1 << 19;

impl Briefing {
    /// Draws a possible state of the game before a turn of this side (spec laboratory §5). What the
    /// side sees is true, and the rest is random. The game is between turns, and has no seed and no
    /// `INFORMATION`. Also returns notes on the draw: [`Note::Without`], then [`Note::Drawn`], then
    /// [`Note::Undrawn`].
    ///
    /// # What a draw obeys
    /// A drawn ship has a legal position in its [waters](Briefing::waters). It is sunk if a note to
    /// the side says so. In the first turns, a ship of which nothing is known usually stays out of
    /// the starting rectangle of the side. Each hit has struck a segment that is destroyed now. No
    /// miss has struck a segment that was healthy at that time. Ships may have moved since then. In
    /// about half of the draws, a ship that was hit has not moved. After the first turns, nearly
    /// every state that may be the true state can be drawn. Two exceptions are ships on reefs, and
    /// damage that the side neither sees nor has a note of.
    ///
    /// If no attempt succeeds, evidence is dropped: first the misses, then older hits, then the
    /// hits of the last turn. After that, ships are left out. The notes on the draw say what was
    /// dropped. The time has a limit, which depends on the number of ships, not on the size of the
    /// board.
    #[doc(hidden)]
    pub fn guess(&self, dice: &mut dyn Dice) -> (Game, Vec<Note>) {
        let mut game = self.sketch();
        let clues = Clues::new(self, game.board().clone());
        let (draft, dropped) = draw(&clues, dice);
        let mut missing: HashSet<_> = clues.unseen.iter().map(|ship| ship.name).collect();
        for ship in draft.drawn() {
            missing.remove(&ship.name);
            let is_healthy = |segment| !ship.destroyed[segment as usize];
            game.put(clues.enemy, ship.name, ship.hull, is_healthy);
        }
        let without = Evidence::ALL.into_iter().filter(|evidence| Some(*evidence) <= dropped);
        let without = without.filter(|evidence| clues.has(*evidence)).map(Note::Without);
        let unseen = || clues.unseen.iter().map(|ship| ship.name);
        let drawn = unseen().filter(|name| !missing.contains(name)).map(Note::Drawn);
        let undrawn = unseen().filter(|name| missing.contains(name)).map(Note::Undrawn);
        let notes = without.chain(drawn).chain(undrawn).collect();
        (game, notes)
    }
}

/// Drops more and more evidence until an attempt succeeds. Returns the last attempt, and the last
/// kind of evidence that it ignored.
fn draw<'c>(clues: &'c Clues, dice: &mut dyn Dice) -> (Draft<'c>, Option<Evidence>) {
    let levels = [None].into_iter().chain(Evidence::ALL.map(Some));
    let mut looks = 0;
    for dropped in levels.filter(|dropped| dropped.is_none_or(|evidence| clues.has(evidence))) {
        for _ in 0..ATTEMPTS {
            let mut draft = Draft::new(clues, dropped);
            if draft.draw(dice) {
                return (draft, dropped);
            }
            looks += draft.looks;
            if looks > LOOKS {
                break;
            }
        }
    }
    let dropped = Some(Evidence::LastHits);
    let mut draft = Draft::new(clues, dropped);
    draft.draw(dice);
    (draft, dropped)
}
