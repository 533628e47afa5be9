//! The trait of bots that play arsenal with all weapons. Such a bot is called a captain.

use crate::ai::Forfeit;
use crate::arsenal::error::Lost;
use crate::arsenal::fleet::Fleet;
use crate::arsenal::game::Outcome;
use crate::arsenal::moves::{Knowledge, Move};
use broadside_core::dice::Dice;
use std::fmt::Debug;

/// A bot that chooses moves, with all weapons, from the knowledge of its side.
///
/// A captain plays one game. It places its fleet, and then chooses a move in each of its turns.
/// From [`Knowledge`] it learns the [chart](Knowledge::chart) of its own shots, the cells that the
/// opponent has shot at, and the weapons allowed now. No [`Move`] can lie outside the grid. A
/// captain takes all random numbers from `dice`, so a seed determines the game.
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
    /// Returns the fleet to play with. The default is a random fleet. A captain that fails
    /// returns an error, and forfeits the game.
    fn place(&mut self, dice: &mut dyn Dice) -> Result<Fleet, Forfeit> {
        Ok(Fleet::at_random(dice))
    }

    /// Returns the next move. Called once in each turn of the side. If the game refuses the move,
    /// the captain forfeits the game. A captain that gives up or fails returns an error, and
    /// forfeits the game.
    fn choose(&mut self, known: &Knowledge<'_>, dice: &mut dyn Dice) -> Result<Move, Forfeit>;

    /// Called when the captain chose an illegal move and so forfeits the game. Returns `forfeit`. A
    /// captain may add details, for example what its program wrote to standard error.
    fn blame(&mut self, forfeit: Forfeit) -> Forfeit {
        forfeit
    }

    /// Called with the result of each turn of either side, and with the end of the game. Most
    /// captains ignore these reports, because [`Knowledge`] has all that matters for the next move.
    fn hear(&mut self, report: &Report<'_>) {
        let _ = report;
    }
}

/// What a captain learns between its turns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Report<'a> {
    /// The result of the captain's own move.
    Own(&'a Outcome),
    /// The opponent's move and its result. The move is `None` for smoke, whose place is secret.
    Enemy(Option<Move>, &'a Outcome),
    /// The opponent lost its turn, for this reason.
    EnemyLost(&'a Lost),
    /// The game is over.
    Over {
        /// Whether the captain has won.
        won: bool,
    },
}

impl<'a> Report<'a> {
    /// Returns the report of a turn of the opponent: its move with the result, or why it lost the
    /// turn.
    #[doc(hidden)]
    pub const fn of_enemy(turn: Result<(Move, &'a Outcome), &'a Lost>) -> Self {
        match turn {
            Ok((Move::Smoke(_), outcome)) => Self::Enemy(None, outcome),
            Ok((play, outcome)) => Self::Enemy(Some(play), outcome),
            Err(lost) => Self::EnemyLost(lost),
        }
    }
}
