//! Places at random the missing ships of the player whose turn is open or comes next.

use crate::rules::large::Urn;
use crate::rules::motion::Berths;
use crate::rules::{Class, Game, ShipName};
use broadside_core::Cancel;
use broadside_core::board::Hull;
use broadside_core::dice::Dice;

/// The largest number of attempts to place a fleet that might fit.
const ATTEMPTS: u128 = 8;

/// Roughly the number of fields that all attempts together may visit. A larger starting rectangle
/// gets one attempt.
const FIELDS: u128 = 1 << 19;

/// The largest number of draws for a ship. The ship gets the first position from which it can move,
/// or else the last position.
const LOOKS: u32 = 8;

/// Places missing ships, and returns the best of a few attempts. If `cancel` is set during the
/// work, the result must not be used.
pub(super) fn place_missing(game: Game, cancel: &Cancel, dice: &mut dyn Dice) -> Game {
    let side = game.expected();
    let is_done = |game: &Game| game.fleets[side].is_complete() || cancel.check().is_err();
    if is_done(&game) {
        return game;
    }
    let attempts = attempts(&game);
    let mut best = attempt(game.clone(), cancel, dice);
    for _ in 1..attempts {
        if is_done(&best) {
            break;
        }
        let other = attempt(game.clone(), cancel, dice);
        if other.board.ships().len() > best.board.ships().len() {
            best = other;
        }
    }
    best
}

/// Returns the number of attempts. The caller makes one attempt even if this is 0. A starting
/// rectangle that is too small gets one attempt. Ships must not touch, so each ship needs room for
/// one more row and one more column.
fn attempts(game: &Game) -> u128 {
    let room = game.start_on_board(game.expected()).grown(1);
    let (rows, cols) = (room.bottom.abs_diff(room.top), room.right.abs_diff(room.left));
    let fields = u128::from(rows) * u128::from(cols);
    let needed = |(class, missing): (Class, i64)| {
        u128::from(missing.unsigned_abs()) * 2 * u128::from(class.length() + 1)
    };
    if game.missing(game.expected()).map(needed).sum::<u128>() > fields {
        return 1;
    }
    (FIELDS / fields.max(1)).min(ATTEMPTS)
}

/// Makes one attempt to place the missing ships, large ships first.
fn attempt(mut game: Game, cancel: &Cancel, dice: &mut dyn Dice) -> Game {
    let side = game.expected();
    let missing: Vec<_> = game.missing(side).collect();
    for (class, mut missing) in missing {
        let mut urn = Urn::new(Berths::new(game.start_on_board(side), class.length()));
        for index in 0..game.fleets[side].size(class) {
            let name = ShipName { class, index };
            if game.fleets[side].ship(name).is_some() {
                continue;
            }
            if cancel.is_set() {
                return game;
            }
            let Some(hull) = draw_berth(&game, class, &mut urn, cancel, dice) else { break };
            // `draw_berth` has checked the position.
            game.put(side, name, hull, |_| true);
            missing -= 1;
            if missing == 0 {
                break;
            }
        }
    }
    game
}

/// Draws a free position, if possible one from which the ship can move.
fn draw_berth(
    game: &Game,
    class: Class,
    urn: &mut Urn<Berths>,
    cancel: &Cancel,
    dice: &mut dyn Dice,
) -> Option<Hull> {
    let is_free = |hull: Hull| game.check_berth(&hull).is_ok();
    let list = || game.free_berths(game.expected(), class, cancel);
    let mut hull = urn.draw(dice, is_free, list)?;
    for _ in 1..LOOKS {
        if game.can_move_from(None, &hull) {
            break;
        }
        hull = urn.draw(dice, is_free, list)?;
    }
    Some(hull)
}
