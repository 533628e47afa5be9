//! The AI of the Ships language (spec ships §9): from a game and dice to the orders of a turn.
//!
//! Each order is tried on a copy of the game before it is kept. So all orders are legal one after
//! the other, and no rule is written twice. The pilot sees the whole board, as the reference
//! allows. It has no syntax, and depends only on the game and the dice.
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
//! 1. It **places** missing ships at random, large ones first; among random places it prefers those
//!    that leave the ship a way to go. A fleet that finds no room is tried again from scratch a few
//!    times.
//! 2. Once both fleets are complete it **shoots** at whatever is in range: cannons first, then
//!    engines, then the ship nearest to sinking. No two shots go to one segment, and ships leave each
//!    other the targets that they alone can reach (a matching, see `rules::large::matching`).
//! 3. Ships without a target in range **sail** to where they find a way to have one, and stop where
//!    they could go on: a dead end is taken only if nothing else leads to any target. A ship whose
//!    cannon is lost draws the fire of those that can still shoot. A ship that has looked at every
//!    position it can come to, and has no way to any target, roams about and in the end lies down;
//!    so games in which no ship can reach an enemy come to a standstill that has a name
//!    ([`Game::is_at_standstill`]). In a basic game, where every shot reaches everything, ships
//!    cruise as the dice say. While a fleet is incomplete, ships keep out of the starting rectangle
//!    that still has to take ships. Once no missing ship of either side has a place, they come
//!    to rest one by one, since no ship may ever shoot; so do gunners without a target left, and
//!    others without a cannon left to draw the fire of. Where nothing was hit and no ship moved, ships
//!    try again and wait for nothing, and at last take dead ends. Ours: a ship without a way to any target lies
//!    down only if it would have none either were all ships gone that can move now.
//! 4. Cannons that have shots left shoot at what has come into range, and then into the water.
//!
//! In a basic game there is one shot a turn. Under automatic shooting shots still name their ships,
//! which the page allows there too; so none of them can be unfeasible.
//!
//! # Chance
//! All draws come from one generator, see [`dice`]; their order is that of the orders.

mod gunnery;
mod helm;
mod placement;
mod plan;
mod route;
mod worth;

use super::{Game, Order};
use broadside_core::board::Side;
use broadside_core::dice::{Dice, Twister};
use broadside_core::{Cancel, Cancelled};
use plan::Plan;
pub(super) use route::{Found, Steps, search};

/// The generator that the game's seed orders: C++'s `std::mt19937`, seeded with the low 32 bits; seed
/// 0 if none was given. Up to 1,000 numbers are skipped, as the ships lie: ships that decided by the same
/// numbers turn after turn went round in circles. A state that comes again still has the same turn.
#[doc(hidden)]
pub fn dice(game: &Game) -> Twister {
    let [a, b, c, d, ..] = game.seed().unwrap_or(0).to_le_bytes();
    let mut dice = Twister::from_cpp_seed(u32::from_le_bytes([a, b, c, d]));
    dice.skip(digest(game) % 1000);
    dice
}

/// A number for where the ships lie and how whole they are, a polynomial in all that.
fn digest(game: &Game) -> u64 {
    let ships = Side::ALL.into_iter().flat_map(|side| game.fleets[side].ships());
    ships.fold(0, |digest, (_, id)| {
        let ship = game.board.ship(id);
        let hull = ship.hull();
        let (bow, stern) = (hull.field(0), hull.stern());
        let places = [bow.row, bow.col, stern.row, stern.col].map(i64::cast_unsigned);
        let mix = |digest: u64, value| digest.wrapping_mul(0x0100_0000_01b3) ^ value;
        places.into_iter().chain([u64::from(ship.healthy())]).fold(digest, mix)
    })
}

/// The orders of a whole turn for the player who is expected, legal one after the other.
#[doc(hidden)]
pub fn orders(game: &Game, dice: &mut dyn Dice) -> Vec<Order> {
    let mut orders = Vec::new();
    // Nothing cancels the flag, so that all orders come.
    let _ = each_order(game, dice, &Cancel::default(), &mut |order| orders.push(order));
    orders
}

/// Places all missing ships of the player who is expected, as far as there is room: the game after that,
/// with the turn open, and the orders.
pub(super) fn place_missing(game: &Game, dice: &mut dyn Dice) -> (Game, Vec<Order>) {
    let cancel = Cancel::default();
    let placed = placement::place_missing(game.short_rehearsal(), &cancel, dice);
    let mut orders = Vec::new();
    let tell = &mut |order| orders.push(order);
    let plan = Plan::new(game, placed, &cancel, tell);
    (plan.game, orders)
}

/// Passes the orders of a turn to `tell` one by one and keeps none: a turn may have millions.
///
/// # Errors
/// When `cancel` is set; the orders so far are no turn then.
#[doc(hidden)]
pub fn each_order(
    game: &Game,
    dice: &mut dyn Dice,
    cancel: &Cancel,
    tell: &mut dyn FnMut(Order),
) -> Result<(), Cancelled> {
    let placed = placement::place_missing(game.rehearsal(cancel)?, cancel, dice);
    cancel.check()?;
    let mut plan = Plan::new(game, placed, cancel, tell);
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
