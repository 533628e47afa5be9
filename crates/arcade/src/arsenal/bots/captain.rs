//! Bots that play the game with all its weapons.

use crate::ai::Forfeit;
use crate::arsenal::error::Lost;
use crate::arsenal::fleet::Fleet;
use crate::arsenal::game::Outcome;
use crate::arsenal::knowledge::Knowledge;
use crate::arsenal::moves::Move;
use broadside_core::dice::Dice;
use std::fmt::Debug;

/// A bot that chooses moves by what its side knows: the one trait to implement for a bot that plays the
/// game with radar, smoke, artillery and torpedo.
///
/// A captain lives for one game. It places its fleet, then it is asked for a move in each of its turns.
/// [`Knowledge`] holds all that its side may know, and no way to the opponent's fleet:
/// the [chart](Knowledge::chart) of its own shots, where the opponent has shot, the weapons open now.
/// Cells, areas and lines are types that cannot leave the grid. All chance comes from `dice`, so that a
/// seed stands for the whole game.
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
    /// The fleet to play with. Without an answer of its own, one at random.
    ///
    /// # Errors
    /// When the captain fails; it forfeits the game.
    fn place(&mut self, dice: &mut dyn Dice) -> Result<Fleet, Forfeit> {
        Ok(Fleet::at_random(dice))
    }

    /// The next move. Called once for each of the side's turns, in order. A move that
    /// [`Game::refusal`](crate::arsenal::Game::refusal) names forfeits the game.
    ///
    /// # Errors
    /// When the captain gives up or fails; it forfeits the game.
    fn choose(&mut self, known: &Knowledge<'_>, dice: &mut dyn Dice) -> Result<Move, Forfeit>;

    /// Told that its move forfeits the game; it may say more of the reason.
    fn blame(&mut self, forfeit: Forfeit) -> Forfeit {
        forfeit
    }

    /// Told what each turn of either side brought, and how the game ended. All that counts for the next
    /// move is in [`Knowledge`] too, so most captains need not listen.
    fn hear(&mut self, report: &Report<'_>) {
        let _ = report;
    }
}

/// What a captain is told between its turns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Report<'a> {
    /// What its own move brought about.
    Own(&'a Outcome),
    /// The opponent's move and what it brought about. Without a move it is smoke, whose place is secret.
    Enemy(Option<Move>, &'a Outcome),
    /// The opponent lost its turn, for this reason.
    EnemyLost(&'a Lost),
    /// The game is over, and whether it is won.
    Over {
        /// Whether the side that is told has won.
        won: bool,
    },
}
