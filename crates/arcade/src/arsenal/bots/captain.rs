//! The trait of bots that play with all weapons.

use crate::ai::Forfeit;
use crate::arsenal::error::Lost;
use crate::arsenal::fleet::Fleet;
use crate::arsenal::game::Outcome;
use crate::arsenal::knowledge::Knowledge;
use crate::arsenal::moves::Move;
use broadside_core::dice::Dice;
use std::fmt::Debug;

/// A bot that chooses moves from the knowledge of its side: the one trait to implement for a bot that plays
/// with radar, smoke, artillery and torpedo.
///
/// A captain plays one game. It places its fleet; then it is asked for a move in each of its turns.
/// [`Knowledge`] has all that its side may know, and nothing else of the opponent's fleet:
/// the [chart](Knowledge::chart) of its own shots, the cells that the opponent has shot at, the weapons allowed now.
/// Cells, areas and lines are types that cannot leave the grid. All random numbers come from `dice`, so that a
/// seed determines the whole game.
///
/// ```
/// use broadside_arcade::ai::{Bits, Forfeit};
/// use broadside_core::dice::Dice;
/// use broadside_arcade::arsenal::bots::Captain;
/// use broadside_arcade::arsenal::{Knowledge, Move};
///
/// /// Plays the first shot that could hit something new: torpedo, artillery, then fire.
/// #[derive(Debug)]
/// struct Simple;
///
/// impl Captain for Simple {
///     fn choose(&mut self, known: &Knowledge<'_>, _: &mut dyn Dice) -> Result<Move, Forfeit> {
///         known.shots().next().map(|shot| shot.play).ok_or(Forfeit::NoTarget)
///     }
/// }
/// ```
pub trait Captain: Debug {
    /// The fleet to play with; a random fleet by default.
    ///
    /// # Errors
    /// When the captain fails; it forfeits the game.
    fn place(&mut self, dice: &mut dyn Dice) -> Result<Fleet, Forfeit> {
        Ok(Fleet::at_random(dice))
    }

    /// The next move. Called once for each of the side's turns, in order. A move with a
    /// [`refusal`](crate::arsenal::Game::refusal) forfeits the game.
    ///
    /// # Errors
    /// When the captain gives up or fails; it forfeits the game.
    fn choose(&mut self, known: &Knowledge<'_>, dice: &mut dyn Dice) -> Result<Move, Forfeit>;

    /// Called when the captain's move forfeits the game. Returns the reason, perhaps with details.
    fn blame(&mut self, forfeit: Forfeit) -> Forfeit {
        forfeit
    }

    /// Called with the result of each turn of either side, and with the end of the game. [`Knowledge`] has all
    /// that matters for the next move too, so most captains ignore this.
    fn hear(&mut self, report: &Report<'_>) {
        let _ = report;
    }
}

/// What a captain hears between its turns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Report<'a> {
    /// The result of its own move.
    Own(&'a Outcome),
    /// The opponent's move and its result. The move is `None` if it is smoke, whose place is secret.
    Enemy(Option<Move>, &'a Outcome),
    /// The opponent lost its turn, for this reason.
    EnemyLost(&'a Lost),
    /// The game is over.
    Over {
        /// Whether the captain has won.
        won: bool,
    },
}
