//! The trait of a fair player.

use super::Briefing;
use crate::rules::Order;
use broadside_core::Forfeit;
use broadside_core::dice::Dice;
use std::fmt::Debug;

/// A bot that plays the Ships game and knows only what its side knows.
///
/// A pilot plays one game. It is called once for each turn of its side, in order. All random numbers come
/// from `dice`, so a seed determines the whole game.
///
/// The orders are carried out one after the other. An order that only unseen ships forbid is refused: it is
/// skipped and listed in the notes. Any other illegal order forfeits the game.
///
/// ```
/// use broadside_core::Forfeit;
/// use broadside_core::dice::Dice;
/// use broadside_ships::rules::Order;
/// use broadside_ships::rules::fair::{Briefing, Pilot};
///
/// /// Gives no orders.
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
    /// When the pilot gives up or fails. It forfeits the game.
    fn turn(&mut self, briefing: &Briefing, dice: &mut dyn Dice) -> Result<Vec<Order>, Forfeit>;
}
