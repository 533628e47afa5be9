//! The decision of a referee about an order.

use super::Effect;
use crate::rules::{Order, Reason};
use thiserror::Error;

/// The most orders that are refused in a turn; one more is a fault.
pub const MOST_REFUSALS: usize = 100;

/// An order of a turn, and what became of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Step {
    /// The order.
    pub order: Order,
    /// What it brought about, or why it was skipped.
    pub outcome: Result<Effect, Reason>,
}

/// A turn with an order that its side should have known to be illegal. None of it was carried out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("illegal {breach}")]
pub struct Illegal {
    /// The number of the order in its turn, from 0.
    pub number: usize,
    /// The order.
    pub order: Order,
    /// What it breaks.
    pub breach: Breach,
}

/// What an illegal order breaks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Error)]
pub enum Breach {
    /// A rule of the language.
    #[error(transparent)]
    Rule(#[from] Reason),
    /// A second `SHOOT` in a turn of a basic game.
    #[error("ONE SHOT A TURN")]
    OneShot,
    /// More than [`MOST_REFUSALS`] orders had to be refused.
    #[error("MORE THAN {MOST_REFUSALS} REFUSALS")]
    Refusals,
}
