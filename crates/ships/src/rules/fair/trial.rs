//! A turn, tried on a copy of the true game.

use super::Effect;
use super::ruling::{Breach, Illegal, MOST_REFUSALS, Step};
use crate::rules::{Game, Order, Reason, ShipName, Unclosed};
use broadside_core::board::Side;
use std::collections::HashSet;

/// A turn that was tried and has no fault.
#[derive(Debug)]
pub(super) struct Trial {
    /// The game after the turn. It has no notes.
    pub(super) game: Game,
    /// The orders and what became of them.
    pub(super) steps: Vec<Step>,
    /// Who has won by the turn.
    pub(super) winner: Option<Side>,
}

/// A turn as it is tried: in the true game, and in the script as its side knows it.
struct Attempt<'o> {
    game: Game,
    script: Game,
    orders: &'o [Order],
    steps: Vec<Step>,
    /// The ships that were refused an order.
    held_up: HashSet<ShipName>,
    refusals: usize,
    /// The targets that are to be matched to ships: the numbers of their orders.
    targets: Vec<usize>,
    /// The shots of a basic game.
    shots: usize,
}

impl Trial {
    /// Tries the turn of the player who is expected. A target that no ship is left for is refused, and the
    /// turn is tried again without it.
    pub(super) fn of(game: &Game, orders: &[Order], script: &Game) -> Result<Self, Illegal> {
        let mut blamed = HashSet::new();
        loop {
            let mut attempt = Attempt::new(game, orders, script);
            attempt.carry_out(&blamed)?;
            match attempt.game.close() {
                Ok(winner) => {
                    return Ok(Self { game: attempt.game, steps: attempt.steps, winner });
                }
                Err(Unclosed::Target(target)) => {
                    let number = attempt.targets[target];
                    if attempt.refusals >= MOST_REFUSALS {
                        return Err(attempt.fault(number, Breach::Refusals));
                    }
                    blamed.insert(number);
                }
                Err(Unclosed::NoTurn | Unclosed::Cancelled(_)) => {
                    let Attempt { game, steps, .. } = attempt;
                    return Ok(Self { game, steps, winner: None });
                }
            }
        }
    }
}

impl<'o> Attempt<'o> {
    fn new(game: &Game, orders: &'o [Order], script: &Game) -> Self {
        Self {
            game: game.scratch_copy(),
            script: script.scratch_copy(),
            orders,
            steps: Vec::new(),
            held_up: HashSet::new(),
            refusals: 0,
            targets: Vec::new(),
            shots: 0,
        }
    }

    /// Carries out all orders but the blamed ones.
    fn carry_out(&mut self, blamed: &HashSet<usize>) -> Result<(), Illegal> {
        for (number, order) in self.orders.iter().enumerate() {
            // In the script it counts whatever becomes of it in the game.
            let is_legal_in_script = self.script.order(*order).is_ok();
            if blamed.contains(&number) {
                self.refuse(number, Reason::ShotsUnfeasible)?;
                continue;
            }
            self.check_single_shot(number)?;
            let effect = Effect::of(&self.game, *order);
            match self.game.order(*order) {
                Ok(()) => self.take(number, effect)?,
                Err(reason) if is_legal_in_script || self.is_held_up(*order, reason) => {
                    self.refuse(number, reason)?;
                }
                Err(reason) => return Err(self.fault(number, reason.into())),
            }
        }
        Ok(())
    }

    /// In a basic game there is one shot a turn.
    fn check_single_shot(&self, number: usize) -> Result<(), Illegal> {
        let is_shot = matches!(self.orders[number], Order::Shoot(_)) && !self.game.is_extended();
        if is_shot && self.shots > 0 {
            return Err(self.fault(number, Breach::OneShot));
        }
        Ok(())
    }

    /// Notes an order that was carried out. So many targets that more must be refused than may be are a
    /// fault at once.
    fn take(&mut self, number: usize, effect: Effect) -> Result<(), Illegal> {
        let order = self.orders[number];
        self.steps.push(Step { order, outcome: Ok(effect) });
        self.shots += usize::from(matches!(order, Order::Shoot(_)));
        if self.game.takes_targets() && matches!(order, Order::Shoot(_) | Order::SpyAt(_)) {
            self.targets.push(number);
            if self.targets.len() > self.game.most_targets().saturating_add(MOST_REFUSALS) {
                return Err(self.fault(number, Breach::Refusals));
            }
        }
        Ok(())
    }

    fn refuse(&mut self, number: usize, reason: Reason) -> Result<(), Illegal> {
        if self.refusals >= MOST_REFUSALS {
            return Err(self.fault(number, Breach::Refusals));
        }
        let order = self.orders[number];
        self.refusals += 1;
        self.held_up.extend(order.ship());
        self.steps.push(Step { order, outcome: Err(reason) });
        Ok(())
    }

    /// Whether the ship of an order was refused one before, or a ship that has to be placed before any shot.
    fn is_held_up(&self, order: Order, reason: Reason) -> bool {
        let is_unplaced =
            |step: &Step| step.outcome.is_err() && matches!(step.order, Order::Place { .. });
        order.ship().is_some_and(|ship| self.held_up.contains(&ship))
            || (reason == Reason::NotAllShipsPlaced && self.steps.iter().any(is_unplaced))
    }

    fn fault(&self, number: usize, breach: Breach) -> Illegal {
        Illegal { number, order: self.orders[number], breach }
    }
}
