//! The open turn of a player who gives orders one by one.

use crate::driver::Driver;
use broadside_ships::rules::fair::{Briefing, Illegal, Note, Referee, Step, TurnReport, Verdict};
use broadside_ships::rules::{Game, Order, OrderKind, Reason, ShipName};

/// The result of an order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    /// The reason, if the game refused the order.
    pub refused: Option<Reason>,
    /// The notes: what the player learns from the order.
    pub notes: Vec<Note>,
    /// Whether the player wins if the turn ends after this order.
    pub is_won: bool,
}

/// An open turn. For each new order, the whole turn so far is played on a copy of the game. So the
/// referee's rules for whole turns hold for single orders too.
#[derive(Clone, Debug)]
pub(crate) struct Turn {
    /// What the player knew at the beginning of the turn.
    pub(crate) opening: Briefing,
    /// The game as the player knew it at the beginning of the turn.
    script: Game,
    orders: Vec<Order>,
    /// The number of random placements at the end of `orders`.
    drawn: usize,
    /// The game in which all orders of the turn are carried out.
    pub(crate) tried: Referee,
    report: TurnReport,
}

impl Turn {
    pub(crate) fn begin(referee: &mut Referee) -> Self {
        let opening = referee.open();
        let script = opening.sketch();
        let mut tried = referee.clone();
        let report = tried.play(&[], &script).expect("a turn without orders has no illegal one");
        Self { opening, script, orders: Vec::new(), drawn: 0, tried, report }
    }

    pub(crate) fn steps(&self) -> &[Step] {
        &self.report.steps
    }

    /// Plays the turn in the game of `driver`, and ends it.
    pub(crate) fn carry_out(&self, driver: &mut Driver) -> Option<TurnReport> {
        // The turn was legal when it was tried on a copy of this game.
        driver.play(&self.orders, &self.script).ok()
    }

    /// Returns this turn with `orders` in place of its own orders.
    pub(crate) fn with_orders(&self, start: &Referee, orders: &[Order]) -> Result<Self, Illegal> {
        let mut tried = start.clone();
        let report = tried.play(orders, &self.script)?;
        let (opening, script) = (self.opening.clone(), self.script.clone());
        Ok(Self { opening, script, orders: orders.to_vec(), drawn: 0, tried, report })
    }

    /// Carries out one more order. If it is illegal, the turn does not change.
    pub(crate) fn order(&mut self, start: &Referee, order: Order) -> Result<Answer, Illegal> {
        let side = self.report.side;
        let known = self.tried.observer().notes(side).iter().count();
        let orders = [&self.orders[..], &[order]].concat();
        *self = self.with_orders(start, &orders)?;
        let notes = self.tried.observer().notes(side).iter().skip(known).copied().collect();
        let refused = self.report.steps.last().and_then(|step| step.outcome.err());
        let is_won = self.report.verdict == Some(Verdict::Won(side));
        Ok(Answer { refused, notes, is_won })
    }

    /// Checks one more order, without carrying it out.
    pub(crate) fn check(&self, start: &Referee, order: Order) -> Result<(), Illegal> {
        self.with_orders(start, &[&self.orders[..], &[order]].concat()).map(drop)
    }

    /// Returns the orders of the turn. If `redraws` is true, leaves out the random placements at
    /// the end, because they are drawn again.
    pub(crate) fn kept_orders(&self, redraws: bool) -> &[Order] {
        let dropped = if redraws { self.drawn } else { 0 };
        &self.orders[..self.orders.len() - dropped]
    }

    /// Adds random placements to the orders of the turn.
    pub(crate) fn add_places(&mut self, start: &Referee, places: &[Order]) {
        let orders = [&self.orders[..], places].concat();
        if let Ok(turn) = self.with_orders(start, &orders) {
            *self = Self { drawn: places.len(), ..turn };
        }
    }

    /// Returns the part of `orders` that is still possible in this turn, in order. A ship that an
    /// order names must have a shot or move left for it. In a basic game, a turn has one shot.
    pub(crate) fn still_possible(&self, orders: Vec<Order>, is_extended: bool) -> Vec<Order> {
        let done = self.steps().iter().filter(|step| step.outcome.is_ok()).map(|step| step.order);
        let mut all: Vec<_> = done.collect();
        let first = all.len();
        for order in orders {
            let is_alike = |other: &&Order| budget_key(**other) == budget_key(order);
            let is_left = |most: u32| all.iter().filter(is_alike).count() < most as usize;
            if limit_per_turn(order, is_extended).is_none_or(is_left) {
                all.push(order);
            }
        }
        all.split_off(first)
    }
}

/// Orders with the same key share one limit. A key has the ship that the order names, and whether
/// the order is a move. A placement has no limit and no key.
fn budget_key(order: Order) -> Option<(Option<ShipName>, bool)> {
    let kind = order.kind();
    (kind != OrderKind::Place).then_some((order.ship(), kind == OrderKind::Move))
}

/// Returns how many orders with the same [`budget_key`] a turn may have; `None` without a limit.
fn limit_per_turn(order: Order, is_extended: bool) -> Option<u32> {
    match (order.kind(), order.ship()) {
        (OrderKind::Place, _) => None,
        (_, None) => (!is_extended).then_some(1),
        (OrderKind::Move, Some(name)) => Some(name.class.moves()),
        (OrderKind::Shot | OrderKind::Plane, Some(name)) => Some(name.class.length()),
    }
}
