//! Checks a turn of the AI. The checks need only the turn and the state of the game.

use broadside::board::{Hull, Manoeuvre};
use broadside::lab::compare::Lenience;
use broadside::lab::laws;
use broadside::rules::ships::{Game, Order, ShipName};
use broadside::script::Script;
use broadside::script::ast::Command;

/// If a board has at most this number of fields, all laws of the laboratory judge its turns.
const SMALL: u128 = 10_000;

pub(super) fn judge_turn(game: &Game, answer: &[u8]) {
    let text = String::from_utf8_lossy(answer);
    if game.board().dims().area() <= SMALL {
        let judgement = laws::judge(game, None, answer, Lenience::default());
        assert_eq!(judgement.breaches, [], "{text}");
    }
    let script = Script::parse(answer).expect("a script");
    let mut game = game.clone();
    game.open(game.expected()).expect("the expected player's turn opens");
    let mut orders = script.commands().filter_map(order).peekable();
    while let Some(order) = orders.next() {
        assert_eq!(game.order(order), Ok(()), "{order:?}\n{text}");
        let Order::Move(name, _) = order else { continue };
        let goes_on = matches!(orders.peek(), Some(Order::Move(other, _)) if *other == name);
        assert!(goes_on || can_move_on(&game, name), "{name:?} is in a dead end\n{text}");
    }
}

const fn order(command: &Command) -> Option<Order> {
    command.order().copied()
}

/// Returns whether a ship can still move. The AI must not stop a ship in a dead end, except in two
/// cases: in an extended game, where a shot may be worth a dead end, and with an incomplete fleet.
/// In both cases, the result is `true`.
fn can_move_on(game: &Game, name: ShipName) -> bool {
    if game.is_extended() || !game.is_complete() {
        return true;
    }
    let side = game.moving().expect("an open turn");
    let id = game.fleet(side).ship(name).expect("a ship of the fleet");
    let board = game.board();
    let free = |hull: Hull| board.is_open(&hull) && !board.touches(&hull, Some(id));
    let hull = board.ship(id).hull();
    Manoeuvre::ALL.into_iter().filter_map(|manoeuvre| hull.moved(manoeuvre)).any(free)
}
