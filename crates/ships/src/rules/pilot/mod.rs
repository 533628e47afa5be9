//! The AI of the Ships language (spec ships §9): plans the orders of a turn.
//!
//! Each order is tried on a copy of the game first. So all orders are legal one after the other, and the
//! rules are implemented once. The pilot sees the whole board, as the reference allows. It has no syntax,
//! and depends only on the game and the dice.
//!
//! ```
//! use broadside_ships::rules::{Game, pilot};
//!
//! let game = Game::default();
//! let orders = pilot::orders(&game, &mut pilot::dice(&game));
//! assert!(orders.len() >= 10, "the whole fleet is placed");
//! ```
//!
//! # How it plays
//! 1. It **places** missing ships at random, large ships first. It prefers positions from which the ship
//!    can move. If the fleet finds no room, it starts again a few times.
//! 2. Once both fleets are complete, it **shoots** at all segments in range: first cannons, then engines,
//!    then the ship that is nearest to sinking. No two shots go to one segment. Ships leave targets to other
//!    ships that can reach no others (a matching, see `rules::large::matching`).
//! 3. Ships without a target in range **sail**:
//!    - An armed ship moves until a target is in range. It enters a dead end only if it has no other way
//!      to a target. A ship without a cannon approaches a healthy cannon of the enemy to draw its fire.
//!    - A ship that cannot reach any target wanders, and at last enters a dead end for good. So games in
//!      which no ship can reach an enemy end in a standstill ([`Game::is_at_standstill`]). Our own choice:
//!      it does so only if it could not reach a target even without the ships that can move now.
//!    - In a basic game, where every shot reaches every field, ships move at random.
//!    - While a fleet is incomplete, ships stay out of its starting rectangle. If no missing ship of
//!      either side has a position, no ship will ever shoot, and ships enter dead ends one by one. The same
//!      happens to ships that have no target left, and to ships without a cannon if no enemy cannon is left.
//!    - If nothing was hit and no ship moved, ships try again without waiting, and at last enter dead ends.
//! 4. Cannons with shots left shoot at targets that have come into range, and then into the water.
//!
//! In a basic game there is one shot in each turn. With automatic shooting, shots still name their ships,
//! so none of them can be unfeasible.
//!
//! # Chance
//! All draws come from one generator, see [`dice`], in the order of the orders.

mod gunnery;
mod helm;
mod placement;
mod plan;
mod route;

use super::{Game, Order};
use broadside_core::board::Side;
use broadside_core::dice::{Dice, Twister};
use broadside_core::{Cancel, Cancelled};
use plan::Plan;
pub(super) use route::{Found, Steps, search};

/// The generator for the game's seed: C++'s `std::mt19937`, seeded with the low 32 bits, or with 0 if the game has
/// no seed. Fewer than 1,000 numbers are skipped, depending on the positions of the ships. Without that, ships would
/// decide by the same numbers in every turn and move in circles. Equal states still have equal turns.
#[doc(hidden)]
pub fn dice(game: &Game) -> Twister {
    let [a, b, c, d, ..] = game.seed().unwrap_or(0).to_le_bytes();
    let mut dice = Twister::from_cpp_seed(u32::from_le_bytes([a, b, c, d]));
    dice.skip(digest(game) % 1000);
    dice
}

/// A hash of the positions and the damage of all ships.
fn digest(game: &Game) -> u64 {
    let ships = Side::ALL.into_iter().flat_map(|side| game.fleets[side].ships());
    ships.fold(0, |digest, (_, id)| {
        let ship = game.board.ship(id);
        let (bow, stern) = (ship.hull().bow(), ship.hull().stern());
        let places = [bow.row, bow.col, stern.row, stern.col].map(i64::cast_unsigned);
        let mix = |digest: u64, value| digest.wrapping_mul(0x0100_0000_01b3) ^ value;
        places.into_iter().chain([u64::from(ship.healthy())]).fold(digest, mix)
    })
}

/// The orders of a whole turn for the expected player, legal one after the other.
#[doc(hidden)]
pub fn orders(game: &Game, dice: &mut dyn Dice) -> Vec<Order> {
    let mut orders = Vec::new();
    // The flag is never set, so the call cannot fail.
    let _ = each_order(game, dice, &Cancel::default(), &mut |order| orders.push(order));
    orders
}

/// Places as many missing ships of the expected player as find room. Returns the game with the open turn, and the
/// orders.
pub(super) fn place_missing(game: &Game, dice: &mut dyn Dice) -> (Game, Vec<Order>) {
    let cancel = Cancel::default();
    let placed = placement::place_missing(game.scratch_copy(), &cancel, dice);
    let mut orders = Vec::new();
    let emit = &mut |order| orders.push(order);
    let game = Plan::new(game, placed, &cancel, emit).game;
    (game, orders)
}

/// Passes the orders of a turn to `emit` one by one. Stores none, because a turn may have millions of orders.
///
/// # Errors
/// When `cancel` is set. The orders so far are then useless.
#[doc(hidden)]
pub fn each_order(
    game: &Game,
    dice: &mut dyn Dice,
    cancel: &Cancel,
    emit: &mut dyn FnMut(Order),
) -> Result<(), Cancelled> {
    let placed = placement::place_missing(game.try_scratch_copy(cancel)?, cancel, dice);
    cancel.check()?;
    let mut plan = Plan::new(game, placed, cancel, emit);
    if plan.game.extended {
        gunnery::hit_in_range(&mut plan, dice);
        helm::sail(&mut plan, dice);
        gunnery::hit_in_range(&mut plan, dice);
        gunnery::fire_the_rest(&mut plan, dice);
    } else {
        gunnery::shoot_once(&mut plan, dice);
        helm::sail(&mut plan, dice);
    }
    cancel.check()
}
