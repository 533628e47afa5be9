//! Any legal orders: who cannot beat this does not play yet.

use crate::board::{Coord, Heading, Manoeuvre, Rect, Side};
use crate::dice::Dice;
use crate::rules::ships::{Class, Game, Order, ShipName, pilot};
use crate::script::ast::Group;
use crate::script::print;

/// How often a place for a ship is drawn before it is left for another turn.
const TRIES: u32 = 200;

/// The turn of the player who is expected, as a group: missing ships are placed, and once both fleets are
/// complete each cannon shoots at fields in range that hold no ship of its own; then ships move. All is
/// drawn as the game's seed says.
pub(super) fn turn(game: &Game) -> Vec<u8> {
    let tag = Group::Turn(game.expected()).tag().as_bytes();
    let mut text = [tag, b"\n"].concat();
    for order in orders(game, &mut pilot::dice(game)) {
        print::order(&order, &mut text);
        text.push(b'\n');
    }
    text.extend_from_slice(tag);
    text.push(b'\n');
    text
}

fn orders(game: &Game, dice: &mut dyn Dice) -> Vec<Order> {
    let side = game.expected();
    let mut draft = Draft { game: game.clone(), side, orders: Vec::new() };
    if draft.game.open(side).is_ok() {
        draft.place_missing(dice);
        if draft.game.is_extended() {
            draft.fire(dice);
        } else {
            draft.shoot(dice);
        }
        draft.sail(dice);
    }
    draft.orders
}

/// A turn that is being drawn: orders that the game takes are kept.
struct Draft {
    game: Game,
    side: Side,
    orders: Vec<Order>,
}

impl Draft {
    fn attempt(&mut self, order: Order) -> bool {
        let is_legal = self.game.order(order).is_ok();
        if is_legal {
            self.orders.push(order);
        }
        is_legal
    }

    fn place_missing(&mut self, dice: &mut dyn Dice) {
        let start = self.game.fleet(self.side).start().common(&self.game.board().dims().rect());
        for class in Class::ALL {
            for index in 0..self.game.fleet(self.side).size(class) {
                let name = ShipName { class, index };
                if self.game.fleet(self.side).ship(name).is_none() {
                    self.place(name, start, dice);
                }
            }
        }
    }

    fn place(&mut self, name: ShipName, start: Rect, dice: &mut dyn Dice) {
        for _ in 0..TRIES {
            let Some(bow) = field_of(start, dice) else { return };
            let heading = pick(&Heading::ALL, dice);
            if self.attempt(Order::Place { name, bow, heading }) {
                return;
            }
        }
    }

    /// The one shot of a basic game.
    fn shoot(&mut self, dice: &mut dyn Dice) {
        let board = self.game.board().dims().rect();
        let target = field_of(board, dice).filter(|at| !self.is_own(*at));
        if let Some(target) = target.filter(|_| self.game.is_complete()) {
            self.attempt(Order::Shoot(target));
        }
    }

    fn fire(&mut self, dice: &mut dyn Dice) {
        if !self.game.is_complete() {
            return;
        }
        for name in self.names() {
            for _ in 0..name.class.length() {
                let target = self.reach(name).and_then(|reach| field_of(reach, dice));
                if let Some(target) = target.filter(|at| !self.is_own(*at)) {
                    self.attempt(Order::Fire(name, target));
                }
            }
        }
    }

    /// The rectangle around what a ship can reach.
    fn reach(&self, name: ShipName) -> Option<Rect> {
        let board = self.game.board().dims().rect();
        let ship = self.game.board().get(self.game.fleet(self.side).ship(name)?)?;
        let cannon = ship.hull().fields().nth(1)?;
        let around = |range: u32| Rect::spanning(cannon, cannon).grown(range.into());
        Some(name.class.range().map_or(board, |range| around(range).common(&board)))
    }

    fn sail(&mut self, dice: &mut dyn Dice) {
        for name in self.names() {
            for _ in 0..dice.below(u64::from(name.class.moves()) + 1) {
                self.attempt(Order::Move(name, pick(&Manoeuvre::ALL, dice)));
            }
        }
    }

    fn names(&self) -> Vec<ShipName> {
        self.game.fleet(self.side).ships().map(|(name, _)| name).collect()
    }

    fn is_own(&self, at: Coord) -> bool {
        let ship = self.game.board().ship_at(at).and_then(|ship| self.game.whose(ship));
        ship.is_some_and(|(side, _)| side == self.side)
    }
}

/// Any field of a rectangle; `None` of an empty one.
fn field_of(rect: Rect, dice: &mut dyn Dice) -> Option<Coord> {
    if rect.is_empty() {
        return None;
    }
    let mut within = |from: i64, to: i64| {
        let length = to.abs_diff(from).saturating_add(1);
        from.saturating_add_unsigned(dice.below(length))
    };
    Some(Coord::new(within(rect.top, rect.bottom), within(rect.left, rect.right)))
}

fn pick<T: Copy, const N: usize>(all: &[T; N], dice: &mut dyn Dice) -> T {
    let at = usize::try_from(dice.below(N as u64)).unwrap_or_default();
    all[at.min(N - 1)]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arena::tournament::Setup;
    use crate::script::{Flow, Session, feed};

    /// A game of this against itself: every turn is legal.
    #[test]
    fn whole_games_are_legal() {
        for name in Setup::NAMES {
            let mut session = Session::default();
            let start = Setup::from_name(name).unwrap().game(&5.into(), 1).unwrap();
            let mut text = Vec::new();
            crate::script::save::write(&start, &mut text).unwrap();
            feed(&mut session, &mut &text[..], &mut Vec::new()).unwrap();
            for number in 0..60 {
                let seed = format!("[state] SRAND {number} [state]\n");
                let text = [seed.into_bytes(), turn(session.game())].concat();
                let flow = feed(&mut session, &mut &text[..], &mut Vec::new());
                if flow.expect("legal") != Flow::Continue {
                    break;
                }
            }
            assert!(session.game().is_complete(), "{name}");
        }
    }
}
