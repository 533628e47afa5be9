//! Tries a turn on a copy of the true game. Decides for each order whether it is carried out,
//! refused, or illegal.

use super::Effect;
use crate::rules::{Game, Order, Reason, ShipName, Unclosed};
use broadside_core::board::Side;
use std::collections::HashSet;
use thiserror::Error;

/// The largest number of refused orders in a turn. A turn with more refused orders is illegal.
pub const MOST_REFUSALS: usize = 100;

/// An order of a turn, and its outcome.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Step {
    /// The order.
    pub order: Order,
    /// The effect of the order, or the reason why it was refused.
    pub outcome: Result<Effect, Reason>,
}

/// An illegal turn, with the order that makes it illegal. Either the side could know that this
/// order is illegal, or too many orders of the turn are refused. No order of the turn is carried
/// out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("illegal {breach}")]
pub struct Illegal {
    /// The number of the illegal order in its turn, from 0.
    pub number: usize,
    /// The order at which the turn became illegal.
    pub order: Order,
    /// Why the turn is illegal.
    pub breach: Breach,
}

/// Why a turn is illegal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Error)]
pub enum Breach {
    /// A rule of the language.
    #[error(transparent)]
    Rule(#[from] Reason),
    /// A second `SHOOT` in a turn of a basic game.
    #[error("ONE SHOT A TURN")]
    OneShot,
    /// More than [`MOST_REFUSALS`] orders of the turn are refused.
    #[error("MORE THAN {MOST_REFUSALS} REFUSALS")]
    Refusals,
}

pub(super) struct SandboxedTurn<'o> {
    /// The true game after the orders so far, without notes.
    pub(super) game: Game,
    /// A copy of the game that the side was given, after the orders so far.
    script: Game,
    orders: &'o [Order],
    pub(super) steps: Vec<Step>,
    pub(super) winner: Option<Side>,
    refused_ships: HashSet<ShipName>,
    refusals: usize,
    /// For each target, the number of the order that gave it. Such an order names no ship.
    targets: Vec<usize>,
    has_shot: bool,
}

impl<'o> SandboxedTurn<'o> {
    /// Carries out the turn of the expected player on a copy of `game`. If a target gets no ship at
    /// the end of the turn, its order is refused. The turn is then tried again without this order.
    pub(super) fn try_orders(
        game: &Game,
        orders: &'o [Order],
        script: &Game,
    ) -> Result<Self, Illegal> {
        let mut unfeasible = HashSet::new();
        loop {
            let mut turn = Self::new(game, orders, script);
            turn.carry_out(&unfeasible)?;
            let closed = turn.game.close();
            let Err(Unclosed::Target(target)) = closed else {
                turn.winner = closed.ok().flatten();
                return Ok(turn);
            };
            let number = turn.targets[target];
            if turn.refusals >= MOST_REFUSALS {
                return Err(turn.illegal(number, Breach::Refusals));
            }
            unfeasible.insert(number);
        }
    }

    fn new(game: &Game, orders: &'o [Order], script: &Game) -> Self {
        Self {
            game: game.scratch_copy(),
            script: script.scratch_copy(),
            orders,
            steps: Vec::new(),
            winner: None,
            refused_ships: HashSet::new(),
            refusals: 0,
            targets: Vec::new(),
            has_shot: false,
        }
    }

    fn carry_out(&mut self, unfeasible: &HashSet<usize>) -> Result<(), Illegal> {
        for (number, order) in self.orders.iter().enumerate() {
            // `script` carries out the order even if the true game refuses it.
            let is_legal_in_script = self.script.order(*order).is_ok();
            if unfeasible.contains(&number) {
                self.refuse(number, Reason::ShotsUnfeasible)?;
                continue;
            }
            let is_basic_shot = matches!(order, Order::Shoot(_)) && !self.game.is_extended();
            if is_basic_shot && self.has_shot {
                return Err(self.illegal(number, Breach::OneShot));
            }
            let effect = Effect::of(&self.game, *order);
            match self.game.order(*order) {
                Ok(()) => self.accept(number, effect)?,
                Err(reason)
                    if is_legal_in_script || self.is_explained_by_refusal(*order, reason) =>
                {
                    self.refuse(number, reason)?;
                }
                Err(reason) => return Err(self.illegal(number, reason.into())),
            }
        }
        Ok(())
    }

    /// Notes that the true game has carried out an order. Fails if there are too many targets: even
    /// if the fleet shoots at as many as it can, more than [`MOST_REFUSALS`] orders would be
    /// refused.
    fn accept(&mut self, number: usize, effect: Effect) -> Result<(), Illegal> {
        let order = self.orders[number];
        self.steps.push(Step { order, outcome: Ok(effect) });
        self.has_shot |= matches!(order, Order::Shoot(_));
        if self.game.takes_targets() && matches!(order, Order::Shoot(_) | Order::SpyAt(_)) {
            self.targets.push(number);
            if self.targets.len() > self.game.most_targets().saturating_add(MOST_REFUSALS) {
                return Err(self.illegal(number, Breach::Refusals));
            }
        }
        Ok(())
    }

    fn refuse(&mut self, number: usize, reason: Reason) -> Result<(), Illegal> {
        if self.refusals >= MOST_REFUSALS {
            return Err(self.illegal(number, Breach::Refusals));
        }
        let order = self.orders[number];
        self.refusals += 1;
        self.refused_ships.extend(order.ship());
        self.steps.push(Step { order, outcome: Err(reason) });
        Ok(())
    }

    /// Whether an earlier refusal explains why the true game refuses `order`. Either an earlier
    /// order to this ship was refused, or not all ships are placed because a placement was refused.
    fn is_explained_by_refusal(&self, order: Order, reason: Reason) -> bool {
        let is_unplaced =
            |step: &Step| step.outcome.is_err() && matches!(step.order, Order::Place { .. });
        order.ship().is_some_and(|ship| self.refused_ships.contains(&ship))
            || (reason == Reason::NotAllShipsPlaced && self.steps.iter().any(is_unplaced))
    }

    fn illegal(&self, number: usize, breach: Breach) -> Illegal {
        Illegal { number, order: self.orders[number], breach }
    }
}
