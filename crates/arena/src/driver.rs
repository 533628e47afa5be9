//! Counts the turns of a refereed game of the Ships language, and ends the game. Matches, games
//! against a person, and games between two machines use this [`Driver`]. A [`Turn`] is the open
//! turn of a player who gives orders one by one.

use super::machine::Machine;
use broadside_core::board::Side;
use broadside_core::dice::Dice;
use broadside_ships::rules::fair::{Briefing, Illegal, Note, Referee, Step, TurnReport, Verdict};
use broadside_ships::rules::{Game, Order, OrderKind, Reason, ShipName};
use std::fmt;

/// When a game without a winner is drawn (spec laboratory §6).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DrawRules {
    /// A game that has lasted this many turns is drawn. The turns of both sides count.
    pub max_turns: u64,
    /// A game is drawn after this many turns in a row without progress: turns that destroy no
    /// segment, bring no ship to a new position, and send no plane that shows an unknown field.
    pub no_progress: u64,
}

impl Default for DrawRules {
    /// 400 turns, and 60 turns in a row without progress.
    fn default() -> Self {
        Self { max_turns: 400, no_progress: 60 }
    }
}

/// How a game has ended. [`Display`](fmt::Display) writes the words of journals.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// `won`: this side has won by the rules of the game.
    Won(Side),
    /// `not placed`: this side loses, because its fleet was incomplete after its 10th turn.
    NotPlaced(Side),
    /// `fault`: this side loses, because its engine (its bot or program) made a fault.
    Fault(Side),
    /// `resigned`: this side loses, because it gave up.
    Resigned(Side),
    /// `max turns`: a draw by [`DrawRules::max_turns`].
    MaxTurns,
    /// `no progress`: a draw by [`DrawRules::no_progress`].
    NoProgress,
    /// `standstill`: a draw, because neither side can win any more.
    Standstill,
    /// `stopped`: there is no winner, because the caller stopped the game.
    Stopped,
}

impl Ending {
    /// Returns the winner, or `None` if there is none.
    pub const fn winner(self) -> Option<Side> {
        match self {
            Self::Won(side) => Some(side),
            Self::NotPlaced(loser) | Self::Fault(loser) | Self::Resigned(loser) => {
                Some(loser.other())
            }
            Self::MaxTurns | Self::NoProgress | Self::Standstill | Self::Stopped => None,
        }
    }
}

impl fmt::Display for Ending {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Won(_) => "won",
            Self::NotPlaced(_) => "not placed",
            Self::Fault(_) => "fault",
            Self::Resigned(_) => "resigned",
            Self::MaxTurns => "max turns",
            Self::NoProgress => "no progress",
            Self::Standstill => "standstill",
            Self::Stopped => "stopped",
        })
    }
}

#[derive(Clone, Debug)]
pub(crate) struct Driver {
    pub(crate) referee: Referee,
    rules: DrawRules,
    turns: u64,
    idle: u64,
    ending: Option<Ending>,
}

impl Driver {
    /// Starts a game from `start`, in which no turn is open.
    pub(crate) fn new(start: Game, rules: DrawRules) -> Self {
        Self { referee: Referee::new(start), rules, turns: 0, idle: 0, ending: None }
    }

    pub(crate) const fn game(&self) -> &Game {
        self.referee.game()
    }

    pub(crate) fn mover(&self) -> Side {
        self.game().expected()
    }

    /// Returns the number of turns played. The turns of both sides count.
    pub(crate) const fn turns(&self) -> u64 {
        self.turns
    }

    pub(crate) const fn ending(&self) -> Option<Ending> {
        self.ending
    }

    pub(crate) fn open(&mut self) -> Briefing {
        self.referee.open()
    }

    /// Plays a turn with these orders. `given` is the game that the side to move was shown: a
    /// sketch of its briefing, or the true game, see [`Referee::play`]. After an error, the turn
    /// must be played again.
    pub(crate) fn play(&mut self, orders: &[Order], given: &Game) -> Result<TurnReport, Illegal> {
        let report = self.referee.play(orders, given)?;
        self.turns += 1;
        self.idle = if report.progress { 0 } else { self.idle + 1 };
        self.ending = match report.verdict {
            Some(Verdict::Won(side)) => Some(Ending::Won(side)),
            Some(Verdict::NotPlaced(side)) => Some(Ending::NotPlaced(side)),
            None if self.idle >= self.rules.no_progress => Some(Ending::NoProgress),
            None if self.turns >= self.rules.max_turns => Some(Ending::MaxTurns),
            None => None,
        };
        Ok(report)
    }

    pub(crate) fn play_or_pass(&mut self, orders: &[Order], given: &Game) -> TurnReport {
        self.play(orders, given).unwrap_or_else(|_| self.pass())
    }

    pub(crate) fn pass(&mut self) -> TurnReport {
        let game = self.game().clone();
        self.play(&[], &game).expect("a turn without orders has no illegal one")
    }

    /// Plays the turn of a machine. If the machine fails or gives an illegal order, the turn has no
    /// orders.
    pub(crate) fn play_machine(
        &mut self,
        machine: &mut Machine,
        dice: &mut dyn Dice,
    ) -> TurnReport {
        let briefing = self.open();
        let game = self.game().clone();
        let orders = machine.orders(&briefing, &game, dice).unwrap_or_default();
        self.play_or_pass(&orders, &briefing.sketch())
    }

    /// Counts the turn in which this side was at fault, and ends the game.
    pub(crate) fn end_by_fault(&mut self, side: Side) {
        self.turns += 1;
        self.ending = Some(Ending::Fault(side));
    }

    pub(crate) fn end(&mut self, ending: Ending) {
        self.ending.get_or_insert(ending);
    }

    pub(crate) const fn reopen(&mut self) {
        self.ending = None;
    }
}

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

/// An open turn. For each new order, the whole turn so far is played on a copy of the game. So
/// single orders follow the referee's rules for whole turns.
#[derive(Clone, Debug)]
pub(crate) struct Turn {
    pub(crate) opening: Briefing,
    /// The game as the player knew it when the turn began.
    given: Game,
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
        let given = opening.sketch();
        let mut tried = referee.clone();
        let report = tried.play(&[], &given).expect("a turn without orders has no illegal one");
        Self { opening, given, orders: Vec::new(), drawn: 0, tried, report }
    }

    pub(crate) fn steps(&self) -> &[Step] {
        &self.report.steps
    }

    pub(crate) fn carry_out(&self, driver: &mut Driver) -> TurnReport {
        let report = driver.play(&self.orders, &self.given);
        report.expect("the turn was legal on a copy of this game")
    }

    /// Returns the turn that has `orders` in place of all orders so far.
    pub(crate) fn with_orders(&self, start: &Referee, orders: &[Order]) -> Result<Self, Illegal> {
        let mut tried = start.clone();
        let report = tried.play(orders, &self.given)?;
        let (opening, given) = (self.opening.clone(), self.given.clone());
        Ok(Self { opening, given, orders: orders.to_vec(), drawn: 0, tried, report })
    }

    /// Returns the turn with one more order. The order is illegal if it would change the result of
    /// an earlier order, because the player already knows this result. `AUTO_SHOOTING` makes this
    /// possible: the game finds ships for the targets only when the turn ends. A later shot may use
    /// up the ship that an earlier target needs, and a move may bring a refused target into reach.
    fn with_order(&self, start: &Referee, order: Order) -> Result<Self, Illegal> {
        let next = self.with_orders(start, &[&self.orders[..], &[order]].concat())?;
        let number = self.orders.len();
        if next.steps()[..number] != *self.steps() {
            return Err(Illegal { number, order, breach: Reason::ShotsUnfeasible.into() });
        }
        Ok(next)
    }

    pub(crate) fn order(&mut self, start: &Referee, order: Order) -> Result<Answer, Illegal> {
        let side = self.report.side;
        let known = self.tried.observer().notes(side).iter().count();
        *self = self.with_order(start, order)?;
        let notes = self.tried.observer().notes(side).iter().skip(known).copied().collect();
        let refused = self.last_refusal();
        let is_won = self.report.verdict == Some(Verdict::Won(side));
        Ok(Answer { refused, notes, is_won })
    }

    /// Returns the reason for which the true game would refuse the order, if there is one.
    pub(crate) fn refusal(&self, start: &Referee, order: Order) -> Result<Option<Reason>, Illegal> {
        Ok(self.with_order(start, order)?.last_refusal())
    }

    fn last_refusal(&self) -> Option<Reason> {
        self.steps().last().and_then(|step| step.outcome.err())
    }

    /// Returns the orders so far. If `redraws` is true, leaves out the random placements at the
    /// end, because the caller draws them again.
    pub(crate) fn kept_orders(&self, redraws: bool) -> &[Order] {
        let dropped = if redraws { self.drawn } else { 0 };
        &self.orders[..self.orders.len() - dropped]
    }

    pub(crate) fn add_places(&mut self, start: &Referee, places: &[Order]) {
        let orders = [&self.orders[..], places].concat();
        if let Ok(turn) = self.with_orders(start, &orders) {
            *self = Self { drawn: places.len(), ..turn };
        }
    }

    /// Returns the part of `orders` that is still possible in this turn, in order. Placements are
    /// always possible. If another order names a ship, this ship must have a shot or move left. In
    /// a turn of a basic game (without `EXTENDED_SHIPS`), only one order may name no ship.
    pub(crate) fn still_possible(&self, orders: Vec<Order>, is_extended: bool) -> Vec<Order> {
        let mut all: Vec<_> = carried_out(self.steps()).collect();
        let first = all.len();
        for order in orders {
            // Counted only if needed: a turn may place a million ships.
            let spent = || spent(all.iter().copied(), order.ship());
            let is_possible = match (order.kind(), order.ship()) {
                (OrderKind::Place, _) => true,
                (_, None) => is_extended || spent().0 == 0,
                (OrderKind::Move, Some(name)) => spent().1 < name.class.moves(),
                (OrderKind::Shot | OrderKind::Plane, Some(name)) => spent().0 < name.class.length(),
            };
            if is_possible {
                all.push(order);
            }
        }
        all.split_off(first)
    }
}

pub(crate) fn carried_out(steps: &[Step]) -> impl Iterator<Item = Order> {
    steps.iter().filter(|step| step.outcome.is_ok()).map(|step| step.order)
}

/// Returns how many shots (and planes) and how many moves a ship has used. Orders that name no ship
/// count together.
pub(crate) fn spent(orders: impl Iterator<Item = Order>, ship: Option<ShipName>) -> (u32, u32) {
    let orders = orders.filter(|order| order.ship() == ship);
    orders.fold((0, 0), |(shots, moves), order| match order.kind() {
        OrderKind::Shot | OrderKind::Plane => (shots + 1, moves),
        OrderKind::Move => (shots, moves + 1),
        OrderKind::Place => (shots, moves),
    })
}
