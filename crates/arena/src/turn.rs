//! The open turn of the person, order by order.

use crate::driver::Driver;
use broadside_ships::rules::fair::{Briefing, Illegal, Note, Referee, Step, TurnReport, Verdict};
use broadside_ships::rules::{Game, Order, OrderKind, Reason, ShipName};
use std::collections::HashMap;

/// What comes of an order of the person.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    /// Why the order was refused, if it was: something that the person does not see forbids it.
    pub refused: Option<Reason>,
    /// What the person is told.
    pub notes: Vec<Note>,
    /// Whether the game is won by it, once the turn is ended.
    pub is_won: bool,
}

/// A turn that is open. Its orders are carried out in a copy of the game, from the turn's beginning each
/// time, so that the referee's rules for whole turns hold for single orders too.
#[derive(Clone, Debug)]
pub(crate) struct Turn {
    /// What the person knew at the beginning of the turn, and the game as it knew it.
    opening: Briefing,
    script: Game,
    orders: Vec<Order>,
    /// How many of the last orders were drawn by [`Versus::place_missing`](crate::versus::Versus::place_missing).
    drawn: usize,
    /// The game after the orders so far, as if the turn had been ended.
    tried: Referee,
    report: TurnReport,
}

impl Turn {
    /// Opens the turn of the player who is expected.
    pub(crate) fn begin(referee: &mut Referee) -> Self {
        let opening = referee.open();
        let script = opening.sketch();
        let mut tried = referee.clone();
        let report = tried.play(&[], &script).expect("a turn without orders has no illegal one");
        Self { opening, script, orders: Vec::new(), drawn: 0, tried, report }
    }

    pub(crate) const fn opening(&self) -> &Briefing {
        &self.opening
    }

    pub(crate) const fn tried(&self) -> &Referee {
        &self.tried
    }

    pub(crate) fn steps(&self) -> &[Step] {
        &self.report.steps
    }

    /// Plays the turn in the game itself.
    pub(crate) fn carry_out(&self, driver: &mut Driver) -> Option<TurnReport> {
        // It was legal when it was tried on a copy of this game.
        driver.play(&self.orders, &self.script).ok()
    }

    /// The game has ended: what lies behind the turn is now what `referee` says.
    pub(crate) fn settle(&mut self, referee: Referee) {
        self.tried = referee;
    }

    /// This turn with other orders, from its beginning.
    pub(crate) fn again(&self, start: &Referee, orders: &[Order]) -> Result<Self, Illegal> {
        let mut tried = start.clone();
        let report = tried.play(orders, &self.script)?;
        let (opening, script) = (self.opening.clone(), self.script.clone());
        Ok(Self { opening, script, orders: orders.to_vec(), drawn: 0, tried, report })
    }

    /// Carries out one more order.
    pub(crate) fn order(&mut self, start: &Referee, order: Order) -> Result<Answer, Illegal> {
        let side = self.report.side;
        let told = self.tried.observer().notes(side).iter().count();
        let orders = [&self.orders[..], &[order]].concat();
        *self = self.again(start, &orders)?;
        let notes = self.tried.observer().notes(side).iter().skip(told).copied().collect();
        let refused = self.report.steps.last().and_then(|step| step.outcome.err());
        let is_won = self.report.verdict == Some(Verdict::Won(side));
        Ok(Answer { refused, notes, is_won })
    }

    /// Tries one more order; nothing has changed.
    pub(crate) fn check(&self, start: &Referee, order: Order) -> Result<(), Illegal> {
        self.again(start, &[&self.orders[..], &[order]].concat()).map(drop)
    }

    /// The orders; where those that were drawn last are drawn again, without them.
    pub(crate) fn kept_orders(&self, draws_again: bool) -> &[Order] {
        let drawn = if draws_again { self.drawn } else { 0 };
        &self.orders[..self.orders.len() - drawn]
    }

    /// Adds drawn places.
    pub(crate) fn draw(&mut self, start: &Referee, places: &[Order]) {
        let orders = [&self.orders[..], places].concat();
        if let Ok(turn) = self.again(start, &orders) {
            *self = Self { drawn: places.len(), ..turn };
        }
    }

    /// Which of `orders` the ships have shots and moves left for. In a basic game there is one shot.
    pub(crate) fn still_possible(&self, mut orders: Vec<Order>, is_extended: bool) -> Vec<Order> {
        let mut spent = Spent { is_extended, ..Spent::default() };
        let done = self.steps().iter().filter(|step| step.outcome.is_ok());
        for step in done {
            spent.takes(step.order);
        }
        orders.retain(|order| spent.takes(*order));
        orders
    }
}

/// What the ships have done in a turn.
#[derive(Debug, Default)]
struct Spent {
    is_extended: bool,
    basic: u32,
    shots: HashMap<ShipName, u32>,
    moves: HashMap<ShipName, u32>,
}

impl Spent {
    /// Counts an order, unless its ship has nothing left for it.
    fn takes(&mut self, order: Order) -> bool {
        let (count, most) = match (order.kind(), order.ship()) {
            (OrderKind::Place, _) => return true,
            (_, None) if self.is_extended => return true,
            (_, None) => (&mut self.basic, 1),
            (OrderKind::Move, Some(name)) => {
                (self.moves.entry(name).or_default(), name.class.moves())
            }
            (_, Some(name)) => (self.shots.entry(name).or_default(), name.class.length()),
        };
        let is_left = *count < most;
        *count += u32::from(is_left);
        is_left
    }
}
