//! A pilot that gives random orders. It is the weakest opponent.

use super::{Briefing, Pilot};
use crate::rules::large::Candidates as _;
use crate::rules::pilot::place_missing;
use crate::rules::{Game, Order, ShipName};
use broadside_core::board::{Coord, Manoeuvre, Rect};
use broadside_core::dice::{Dice, pick};
use broadside_core::{Cancel, Forfeit};

/// A pilot that gives random orders. As far as its side knows, they are legal. It places its
/// missing ships, shoots at fields without own ships, and moves.
///
/// ```
/// use broadside_core::dice::Twister;
/// use broadside_ships::rules::Game;
/// use broadside_ships::rules::fair::{Pilot, RandomPilot, Referee};
///
/// let mut referee = Referee::new(Game::default());
/// let briefing = referee.open();
/// let orders = RandomPilot.turn(&briefing, &mut Twister::from_cpp_seed(1))?;
/// assert!(orders.len() >= 10, "the whole fleet is placed");
/// # Ok::<(), broadside_core::Forfeit>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct RandomPilot;

impl Pilot for RandomPilot {
    fn turn(&mut self, briefing: &Briefing, dice: &mut dyn Dice) -> Result<Vec<Order>, Forfeit> {
        let guess = briefing.guess(dice).into_game();
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

    /// Tries each shot of the fleet once. In a basic game there is only one shot. Skips shots at
    /// own ships.
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
        let is_own = |ship| self.game.name(ship).0 == self.game.turn().side;
        if !self.game.board().ship_at(at).is_some_and(is_own) {
            self.attempt(order(at));
        }
    }

    /// Returns a rectangle around the fields in range of the ship.
    fn reach(&self, name: ShipName) -> Rect {
        let board = self.game.board().dims().rect();
        let ship = self.game.fleet(self.game.turn().side).ship(name);
        let Some((ship, range)) = ship.zip(name.class.range()) else { return board };
        Rect::around(self.game.cannon(ship), range.into()).common(&board)
    }
}
