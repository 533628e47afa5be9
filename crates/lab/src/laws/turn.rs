//! Judges the orders of an AI's turn by the laws (the rules about the answer of an AI). Each order
//! is judged on the board as it is before the order.

use super::{Breach, Judgement};
use crate::draft::Draft;
use crate::form;
use crate::outputs::OutputLine;
use crate::reference::healthy_fields;
use crate::rules::Rule;
use broadside_core::board::{Coord, Rect, Side};
use broadside_ships::rules::{Game, Order, Reason, ShipName, Unclosed};
use broadside_ships::script::ast::{Command, Group};
use broadside_ships::script::print;
use std::collections::HashSet;

/// Judges the orders on `lines`. Adds to `judgement` all laws that apply to them, and the breaches.
/// `start` is the offset of the line after the opening tag in the answer.
pub(super) fn judge(
    game: &Game,
    lines: &[OutputLine<'_>],
    start: usize,
    judgement: &mut Judgement,
) {
    let side = game.expected();
    let orders: Vec<_> = match lines.iter().filter_map(|line| parse(side, line)).collect() {
        Ok(orders) => orders,
        Err(byte) => return judgement.breach(Rule::AiTurn, "a line is not one order", byte),
    };
    let mut game = game.clone();
    game.open(side).expect("the expected player's turn opens");
    let targets: HashSet<_> = healthy_fields(&game, side.other()).into_iter().collect();
    let hits = shots(&orders).any(|shot| targets.contains(&shot));
    let mut turn = Turn { game, side, targets, hits, orders, start, judgement };
    turn.carry_out();
}

/// An order, and the offset of its line in the answer.
#[derive(Clone, Copy)]
struct Given {
    order: Order,
    byte: usize,
}

/// Reads the order on a line. Returns `None` for a `PRINT`. If the line is neither an order nor a
/// `PRINT`, the error is the offset of the line.
fn parse(side: Side, line: &OutputLine<'_>) -> Option<Result<Given, usize>> {
    let tag = Group::Turn(side).tag().as_bytes();
    let script = [tag, b"\n", line.text, b"\n", tag, b"\n"].concat();
    let draft = Draft::parse(&script).unwrap_or_default();
    let mut commands = draft.commands().map(|(_, command)| command);
    match (commands.next(), commands.next()) {
        (Some(Command::Order(order)), None) => Some(Ok(Given { order: *order, byte: line.start })),
        (Some(Command::Print(_)), None) => None,
        _ => Some(Err(line.start)),
    }
}

fn shots(orders: &[Given]) -> impl Iterator<Item = Coord> {
    orders.iter().filter_map(|given| given.order.shot())
}

struct Turn<'j> {
    game: Game,
    side: Side,
    /// The fields of the enemy's segments that are healthy when the turn begins.
    targets: HashSet<Coord>,
    /// Whether a shot of the turn is at one of the `targets`.
    hits: bool,
    orders: Vec<Given>,
    start: usize,
    judgement: &'j mut Judgement,
}

impl Turn<'_> {
    fn carry_out(&mut self) {
        let placings = |given: &Given| matches!(given.order, Order::Place { .. });
        let placed = self.orders.iter().rposition(placings).map_or(0, |last| last + 1);
        if !self.game.fleet(self.side).is_complete() {
            self.judgement.reached.insert(Rule::AiPlaces);
        }
        for index in 0..self.orders.len() {
            if index == placed {
                self.judge_placing(index);
            }
            if !self.carry_out_order(index) {
                return;
            }
        }
        if placed == self.orders.len() {
            self.judge_placing(placed);
        }
        if self.game.is_complete() {
            self.judgement.reached.insert(Rule::AiShoots);
            self.judge_number_of_shots();
        }
        self.close();
    }

    fn carry_out_order(&mut self, index: usize) -> bool {
        let Given { order, byte } = self.orders[index];
        let breach = order.shot().and_then(|at| self.judge_shot(index, at));
        self.judgement.reached.insert(Rule::AiLegal);
        if let Err(reason) = self.game.order(order) {
            self.note_illegal(&order, byte, reason);
            return false;
        }
        if let Some((rule, words)) = breach {
            self.judgement.breach(rule, words, byte);
        }
        true
    }

    fn note_illegal(&mut self, order: &Order, byte: usize, reason: Reason) {
        let mut echo = Vec::new();
        print::order(order, &mut echo);
        let (rule, words) = (Rule::AiLegal, format!("{reason}"));
        self.judgement.breaches.push(Breach { rule, form: form::of_echo(&echo), words, byte });
    }

    /// Judges whether the turn leaves out a ship that has a legal place. `index` is the number of
    /// orders up to and including the last placement.
    fn judge_placing(&mut self, index: usize) {
        if self.game.can_place(self.side) {
            let byte = self.orders.get(index).map_or(self.start, |given| given.byte);
            let words = "a ship that has a legal place is left out";
            self.judgement.breach(Rule::AiPlaces, words, byte);
        }
    }

    fn judge_shot(&mut self, index: usize, at: Coord) -> Option<(Rule, &'static str)> {
        self.judgement.reached.insert(Rule::AiSpares);
        if !self.targets.is_empty() {
            self.judgement.reached.insert(Rule::AiHits);
        }
        let is_again = shots(&self.orders[..index]).any(|shot| shot == at);
        if self.targets.contains(&at) && !is_again {
            return None;
        }
        let spared = if self.is_own(at) {
            Some("a shot at an own ship")
        } else if self.game.board().reef_at(at) {
            Some("a shot at a reef")
        } else if is_again {
            Some("two shots at one field")
        } else {
            None
        };
        if let Some(words) = spared {
            return Some((Rule::AiSpares, words));
        }
        // One hit in a turn is enough.
        let could_hit = || self.targets.iter().any(|target| self.could_hit(index, *target));
        (!self.hits && could_hit())
            .then_some((Rule::AiHits, "a shot misses, although it could hit"))
    }

    fn is_own(&self, at: Coord) -> bool {
        let owner = self.game.board().ship_at(at).and_then(|id| self.game.whose(id));
        owner.is_some_and(|(side, _)| side == self.side)
    }

    /// Whether the order with this index could have shot at `at` instead.
    fn could_hit(&self, index: usize, at: Coord) -> bool {
        match self.orders[index].order {
            Order::Fire(name, _) => self.is_in_range(name, at),
            Order::Shoot(_) if self.game.takes_targets() => {
                let mut other = self.game.clone();
                let rest = self.orders[index + 1..].iter().map(|given| given.order);
                // An illegal later order does not matter here: it is judged when it is carried out.
                for order in [Order::Shoot(at)].into_iter().chain(rest) {
                    other.order(order).ok();
                }
                !matches!(other.close(), Err(Unclosed::Target(_)))
            }
            Order::Shoot(_) => true,
            Order::Place { .. } | Order::Move(..) | Order::Spy(..) | Order::SpyAt(_) => false,
        }
    }

    fn is_in_range(&self, name: ShipName, at: Coord) -> bool {
        let ship = self.game.fleet(self.side).ship(name);
        ship.is_some_and(|id| {
            let range = name.class.range();
            range.is_none_or(|range| self.game.cannon(id).is_within(at, range))
        })
    }

    /// With `EXTENDED_SHIPS`, judges whether all ships use all their shots. Without it, judges
    /// whether the turn has one shot. A shot may be missing if no field is left for it.
    fn judge_number_of_shots(&mut self) {
        let fired = shots(&self.orders).count();
        let shots: HashSet<_> = shots(&self.orders).collect();
        let byte = self.orders.last().map_or(self.start, |given| given.byte);
        let breach = if self.game.is_extended() {
            self.has_shots_left(&shots).then_some("a ship has shots left")
        } else {
            let sea = self.game.board().dims().rect();
            match fired {
                0 if self.field_for_a_shot(sea, &shots, |_| true).is_some() => Some("no shot"),
                0 | 1 => None,
                _ => Some("more than one shot"),
            }
        };
        if let Some(words) = breach {
            self.judgement.breach(Rule::AiShoots, words, byte);
        }
    }

    fn has_shots_left(&self, shots: &HashSet<Coord>) -> bool {
        let sea = self.game.board().dims().rect();
        let mut ships = self.game.fleet(self.side).ships();
        ships.any(|(name, id)| {
            let cannon = self.game.cannon(id);
            let around =
                name.class.range().map(|range| Rect::around(cannon, range.into()).common(&sea));
            let in_range = |at| self.is_in_range(name, at);
            let field = self.field_for_a_shot(around.unwrap_or(sea), shots, in_range);
            field.is_some_and(|at| self.could_fire(name, at))
        })
    }

    /// Returns the first of `fields` that may still be shot at in this turn. The search is short,
    /// because it skips only fields that are out of range, and fields with an own ship, a reef or
    /// an earlier shot.
    fn field_for_a_shot(
        &self,
        fields: Rect,
        shots: &HashSet<Coord>,
        in_range: impl Fn(Coord) -> bool,
    ) -> Option<Coord> {
        let is_free = |at: &Coord| {
            in_range(*at)
                && !shots.contains(at)
                && !self.is_own(*at)
                && !self.game.board().reef_at(*at)
        };
        fields.fields().find(is_free)
    }

    fn could_fire(&self, name: ShipName, at: Coord) -> bool {
        let mut other = self.game.clone();
        other.order(Order::Fire(name, at)).is_ok()
            && !matches!(other.close(), Err(Unclosed::Target(_)))
    }

    fn close(&mut self) {
        let Err(Unclosed::Target(target)) = self.game.close() else { return };
        let is_target = |given: &&Given| matches!(given.order, Order::Shoot(_) | Order::SpyAt(_));
        if let Some(given) = self.orders.iter().filter(is_target).nth(target).copied() {
            self.note_illegal(&given.order, given.byte, Reason::ShotsUnfeasible);
        }
    }
}
