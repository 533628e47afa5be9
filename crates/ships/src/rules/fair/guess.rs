//! A possible state of the game: it agrees with everything that a side knows.

use super::clues::{Clues, Lying};
use super::draft::Draft;
use super::{Briefing, Evidence, Note};
use crate::rules::Game;
use broadside_core::dice::Dice;
use std::collections::HashSet;

/// How often ships are drawn from scratch with the same evidence.
const ATTEMPTS: u32 = 24;

/// How many looks at ships and places all attempts may take together, nearly.
const LOOKS: u64 = 1 << 19;

/// A game that may be the true one for all that a side knows, expecting its turn: what it sees is as it is, the
/// rest is drawn at random (spec laboratory §5).
///
/// # What a draw obeys
/// Drawn ships are legal, agree with the present view, are sunk where the side was told so, and lie in the
/// [waters](Briefing::waters) that they can have reached; in the first turns those of which nothing is known
/// keep out of the mover's starting rectangle. Each hit was on a segment that is destroyed now, and
/// no miss was on one that had been healthy then. Ships move: one that was hit, or lies where a shot had
/// missed, may have come from elsewhere since, as far as its class and its engine allow. It is drawn as if it
/// had stayed about as often as not. So the true state can be drawn after the first turns, but for damage that
/// the side was never told of and for ships on reefs.
///
/// Where some draws find nothing, the misses are dropped, then older hits, then those of the last turn; if
/// that does not help, ships are left out. The notes say so. The time that it takes is bounded; it follows what
/// lies on the board, not its size.
#[derive(Clone, Debug)]
pub struct Guess {
    game: Game,
    notes: Vec<Note>,
}

impl Guess {
    /// The game, between turns, without notes and seed.
    pub const fn game(&self) -> &Game {
        &self.game
    }

    /// The game.
    pub fn into_game(self) -> Game {
        self.game
    }

    /// What is guessed: [`Note::Without`], [`Note::Drawn`], [`Note::Undrawn`], in this order.
    pub fn notes(&self) -> &[Note] {
        &self.notes
    }
}

impl Briefing {
    /// Draws a game that may be the true one. It depends on the briefing and the dice only.
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
        let clues = Clues::new(self);
        let (draft, dropped) = draw(&clues, dice);
        let mut game = self.sketch();
        let mut missing: HashSet<_> = clues.unseen.iter().map(|ship| ship.name).collect();
        for ship in draft.drawn() {
            missing.remove(&ship.name);
            let added = put(&mut game, &clues, ship);
            debug_assert!(added, "{ship:?} touches nothing");
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

fn put(game: &mut Game, clues: &Clues, ship: &Lying) -> bool {
    let is_healthy = |segment| !ship.destroyed[segment as usize];
    game.put(clues.enemy, ship.name, ship.hull, is_healthy).is_ok()
}

/// A draft, and up to what the evidence was dropped for it.
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
