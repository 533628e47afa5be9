//! Draws a possible state of the game from what a side knows.

use super::clues::Clues;
use super::draft::Draft;
use super::{Briefing, Evidence, Note};
use crate::rules::Game;
use broadside_core::dice::Dice;
use std::collections::HashSet;

/// The number of attempts before more evidence is dropped.
const ATTEMPTS: u32 = 24;

/// Roughly the number of ships and positions that attempts may look at. After that, each further
/// kind of evidence that is dropped gets only one attempt.
const LOOKS: u64 = 1 << 19;

/// A possible state of the game before a turn of a side. All that the side sees is true. The rest
/// is drawn at random (spec laboratory §5).
///
/// # What a draw obeys
/// A drawn ship has a legal position that agrees with what the side sees. It lies in the
/// [waters](Briefing::waters) that the ship can have reached, and it is sunk if the notes say so.
/// In the first turns, a ship of which nothing is known usually stays out of the starting rectangle
/// of the side. Each hit has struck a segment that is destroyed now. No miss has struck a segment
/// that was healthy at that time.
///
/// Ships move. So a ship that was hit, or that lies on the field of a miss, may have moved since.
/// In about half of the draws, a ship that was hit has not moved. After the first turns, nearly
/// every state that may be the true one can be drawn. The exceptions are, for example, states in
/// which an unseen ship lies on a reef, or has unseen damage that is not in the notes.
///
/// If no attempt succeeds, the misses are dropped first, then older hits, then the hits of the last
/// turn. If all this does not help, ships are left out. The notes on the draw say what was dropped.
/// The time is limited. It depends on the number of ships, not on the size of the board.
#[derive(Clone, Debug)]
pub struct Guess {
    game: Game,
    notes: Vec<Note>,
}

impl Guess {
    /// Returns the drawn state of the game. It is between turns, and has no notes and no seed.
    pub fn into_game(self) -> Game {
        self.game
    }

    /// The notes on the draw. They are [`Note::Without`], [`Note::Drawn`] and [`Note::Undrawn`], in
    /// this order.
    pub fn notes(&self) -> &[Note] {
        &self.notes
    }
}

impl Briefing {
    /// Draws a possible state of the game. The result depends only on the briefing and the random
    /// numbers.
    ///
    /// ```
    /// use broadside_core::dice::Twister;
    /// use broadside_ships::rules::Game;
    /// use broadside_ships::rules::fair::Referee;
    ///
    /// let briefing = Referee::new(Game::default()).open();
    /// let guess = briefing.guess(&mut Twister::from_cpp_seed(1));
    /// assert!(guess.notes().is_empty(), "no ship is placed, so none is to be guessed");
    /// ```
    #[doc(hidden)]
    pub fn guess(&self, dice: &mut dyn Dice) -> Guess {
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
        Guess { game, notes }
    }
}

/// Drops evidence if the attempts fail. Returns the last attempt, and the last kind of evidence
/// that it ignored.
fn draw<'c>(clues: &'c Clues, dice: &mut dyn Dice) -> (Draft<'c>, Option<Evidence>) {
    let levels = [None].into_iter().chain(Evidence::ALL.map(Some));
    let mut looks = 0;
    for dropped in levels.filter(|dropped| dropped.is_none_or(|evidence| clues.has(evidence))) {
        for _ in 0..ATTEMPTS {
            let mut draft = Draft::new(clues, dropped);
            if draft.draw(dice) {
                return (draft, dropped);
            }
            looks += draft.looks();
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
