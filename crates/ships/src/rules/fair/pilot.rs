//! The trait of fair players, and the weakest fair player. A fair player knows only what its side
//! may know.

use super::Briefing;
use crate::rules::large::Candidates as _;
use crate::rules::pilot::place_missing;
use crate::rules::{Game, Order, ShipName};
use broadside_core::board::{Coord, Manoeuvre, Rect};
use broadside_core::dice::{Dice, pick};
use broadside_core::{Cancel, Forfeit};
use std::fmt::Debug;

/// A bot that plays one game of Ships and knows only what its side knows. It must take all its
/// random numbers from `dice`, so that a seed determines the whole game.
///
/// Orders are carried out one by one. If an order is illegal for a reason that the side could not
/// know, the order is refused: skipped and listed in the notes. For any other illegal order, the
/// pilot usually forfeits the game.
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

/// A pilot that gives random orders, legal as far as its side knows. It places its missing ships,
/// shoots at fields without own ships, and moves.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct RandomPilot;

impl Pilot for RandomPilot {
    fn turn(&mut self, briefing: &Briefing, dice: &mut dyn Dice) -> Result<Vec<Order>, Forfeit> {
        let guess = briefing.guess(dice).0;
        let (game, orders) = place_missing(&guess, &Cancel::default(), dice);
        let mut draft = Orders { game, orders };
        let ships = draft.game.fleet(briefing.side()).ships().map(|(name, _)| name);
        let ships: Vec<_> = ships.collect();
        if briefing.is_complete() {
            draft.fire(&ships, dice);
        }
        for name in ships {
            for _ in 0..dice.below(u64::from(name.class.moves()) + 1) {
                let manoeuvre = pick(&Manoeuvre::ALL, dice).unwrap_or(Manoeuvre::Forward);
                draft.attempt(Order::Move(name, manoeuvre));
            }
        }
        Ok(draft.orders)
    }
}

/// The orders so far, and a possible state of the game after them.
struct Orders {
    game: Game,
    orders: Vec<Order>,
}

impl Orders {
    fn attempt(&mut self, order: Order) {
        if self.game.order(order).is_ok() {
            self.orders.push(order);
        }
    }

    /// Tries each shot of each ship once in an extended game, and the one shot of the turn in a
    /// basic game. Skips shots at own ships.
    fn fire(&mut self, ships: &[ShipName], dice: &mut dyn Dice) {
        if !self.game.is_extended() {
            let board = self.game.board().dims().rect();
            return self.shoot(board, Order::Shoot, dice);
        }
        for name in ships {
            for _ in 0..name.class.length() {
                self.shoot(self.reach(*name), |at| Order::Fire(*name, at), dice);
            }
        }
    }

    fn shoot(&mut self, area: Rect, order: impl Fn(Coord) -> Order, dice: &mut dyn Dice) {
        let Some(at) = area.draw(dice) else { return };
        if !self.game.has_own_ship(at) {
            self.attempt(order(at));
        }
    }

    fn reach(&self, name: ShipName) -> Rect {
        let board = self.game.board().dims().rect();
        let ship = self.game.fleet(self.game.turn().side).ship(name);
        let Some((ship, range)) = ship.zip(name.class.range()) else { return board };
        Rect::around(self.game.cannon(ship), range.into()).common(&board)
    }
}
