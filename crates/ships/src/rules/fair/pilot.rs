//! A player that knows only what its side knows.

use super::Briefing;
use crate::rules::Order;
use broadside_core::Forfeit;
use broadside_core::dice::Dice;
use std::fmt::Debug;

/// A bot that plays the Ships game by what its side knows: the one trait to implement for a bot that plays
/// fair.
///
/// A pilot lives for one game. It is asked once for each of its side's turns, in order. All chance comes
/// from `dice`, so that a seed stands for the whole game.
///
/// The orders are carried out one after the other. An order that only unseen ships forbid is refused: it is
/// skipped and stands in the notes of the next turns. Any other illegal order forfeits the game.
///
/// ```
/// use broadside_core::Forfeit;
/// use broadside_core::dice::Dice;
/// use broadside_ships::rules::Order;
/// use broadside_ships::rules::fair::{Briefing, Pilot};
///
/// /// Lets every turn pass.
/// #[derive(Debug)]
/// struct Idle;
///
/// impl Pilot for Idle {
///     fn turn(&mut self, _: &Briefing, _: &mut dyn Dice) -> Result<Vec<Order>, Forfeit> {
///         Ok(Vec::new())
///     }
/// }
/// ```
pub trait Pilot: Debug {
    /// The orders of this turn.
    ///
    /// # Errors
    /// When the pilot gives up or fails; it forfeits the game.
    fn turn(&mut self, briefing: &Briefing, dice: &mut dyn Dice) -> Result<Vec<Order>, Forfeit>;
}
