//! The trait of a fair player, which knows only what its side may know.

use super::Briefing;
use crate::rules::Order;
use broadside_core::Forfeit;
use broadside_core::dice::Dice;
use std::fmt::Debug;

/// A bot that plays Ships and knows only what its side knows.
///
/// A pilot plays one game. The game calls it once for each turn of its side, in order. The pilot
/// must take all its random numbers from `dice`, so that a seed determines the whole game.
///
/// The orders are carried out one after the other. If the side could not know that an order is
/// illegal, the order is refused: it is skipped and listed in the notes. Other illegal orders
/// usually forfeit the game.
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
    /// Returns the orders of this turn.
    ///
    /// # Errors
    /// When the pilot gives up or fails. The pilot then usually forfeits the game.
    fn turn(&mut self, briefing: &Briefing, dice: &mut dyn Dice) -> Result<Vec<Order>, Forfeit>;
}
