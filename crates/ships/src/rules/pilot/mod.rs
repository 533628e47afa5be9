//! The AI of the Ships language (spec ships §9). In matches its name is `open`. It plans whole
//! turns. In this module, "pilot" means this AI.
//!
//! Unlike the pilots of [`fair`](super::fair), it sees the whole board. It tries each order on a
//! copy of the game, so each order is legal after the orders before it. The orders depend only on
//! the game and the random numbers.
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
//! 1. It **places** missing ships at random, large ships first, if possible where they can move. If
//!    the fleet does not fit, the pilot may start again a few times.
//! 2. When both fleets are complete, it **shoots** at healthy segments in range, once at each
//!    segment. First come enemy cannons that have a ship of the pilot in range, then other cannons,
//!    engines, and other segments. Of several segments of one kind, it first takes the segments of
//!    the ship with the fewest healthy segments. The ships share the targets so that they hit as
//!    many targets as possible (see `rules::large::matching`).
//! 3. It **moves** ships. A dead end is a position without a legal move.
//!    - An armed ship moves until a target is in range. It enters a dead end only if it has no
//!      other way to a target. A ship with a destroyed cannon goes near a healthy cannon of the
//!      enemy, to draw the fire of this cannon.
//!    - A ship that cannot reach any target, or has no target left, moves at random. Sooner or
//!      later it enters a dead end, so that the game reaches a standstill
//!      ([`Game::is_at_standstill`]). But if all ships that block its way to a target can move, it
//!      stays out of dead ends, because these ships may leave.
//!    - In a basic game every shot reaches every field, so ships move at random.
//!    - While a fleet is incomplete, ships stay out of its starting rectangle, to leave room. If no
//!      missing ship has a legal position now, ships sooner or later enter dead ends.
//!    - At first, ships may put off a decision to a later turn. If the turn has no order, all ships
//!      decide again and put nothing off. If it still has none, they decide a third time, and may
//!      also wander into dead ends.
//! 4. Cannons with shots left shoot at targets that have come into range, and then into the water.
//!
//! In a basic game there is at most one shot in a turn, before the moves. With
//! [`Setting::AutoShooting`](super::Setting::AutoShooting), the game can choose the ship that
//! shoots, and refuses the shot if no ship can. The pilot still names the ship of each shot, so its
//! turns never fail for this reason.
//!
//! All random numbers come from the dice of the caller, usually from [`dice`].

mod gunnery;
mod helm;
mod placement;
mod route;

use super::{Game, Order, ShipName};
use broadside_core::board::{Coord, Seeded, ShipId, Side};
use broadside_core::dice::{Dice, Twister};
use broadside_core::{Cancel, Cancelled};
pub use route::{Found, Steps, search};
use std::collections::HashSet;

/// Returns the generator of random numbers for a turn: `std::mt19937` of C++. Its seed is the low
/// 32 bits of the game's seed, or 0 if the game has none.
///
/// The first draws, 0 to 999 of them, are skipped; how many depends on the ships. Otherwise all
/// turns with the same seed would get equal numbers, and ships could move in circles.
#[doc(hidden)]
pub fn dice(game: &Game) -> Twister {
    let [a, b, c, d, ..] = game.seed().unwrap_or(0).to_le_bytes();
    let mut dice = Twister::from_cpp_seed(u32::from_le_bytes([a, b, c, d]));
    dice.skip(digest(game) % 1000);
    dice
}

/// Returns a hash of the positions of all ships and of the numbers of their healthy segments.
fn digest(game: &Game) -> u64 {
    let ships = Side::ALL.into_iter().flat_map(|side| game.ships(side));
    ships.fold(0, |digest, ship| {
        let (bow, stern) = (ship.hull().bow(), ship.hull().stern());
        let places = [bow.row, bow.col, stern.row, stern.col].map(i64::cast_unsigned);
        let mix = |digest: u64, value| digest.wrapping_mul(0x0100_0000_01b3) ^ value;
        places.into_iter().chain([u64::from(ship.healthy())]).fold(digest, mix)
    })
}

/// Returns the orders of a whole turn of the expected player. Each order is legal after the orders
/// before it.
#[doc(hidden)]
pub fn orders(game: &Game, dice: &mut dyn Dice) -> Vec<Order> {
    let mut orders = Vec::new();
    // The flag is never set, so the call cannot fail.
    let _ = each_order(game, dice, &Cancel::default(), &mut |order| orders.push(order));
    orders
}

/// Places missing ships of the expected player as far as possible. Returns the game with these
/// ships in an open turn, and the orders that place them. If `cancel` is set during the work, the
/// result must not be used.
pub(super) fn place_missing(
    game: &Game,
    cancel: &Cancel,
    dice: &mut dyn Dice,
) -> (Game, Vec<Order>) {
    let placed = placement::place_missing(game.scratch_copy(), cancel, dice);
    let mut orders = Vec::new();
    let emit = &mut |order| orders.push(order);
    let game = Plan::new(game, placed, cancel, emit).game;
    (game, orders)
}

/// Passes the orders of a turn to `emit` one by one, because a turn may have millions. If `cancel`
/// is set, returns an error, and the orders passed so far must not be used.
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

/// The plan of a turn: tries orders on a copy of the game, and passes them on one by one.
struct Plan<'w> {
    game: Game,
    side: Side,
    has_orders: bool,
    emit: &'w mut dyn FnMut(Order),
    /// The targets of this turn's shots.
    shot: HashSet<Coord, Seeded>,
    /// Cancels the plan. The orders of a cancelled plan must not be used.
    cancel: &'w Cancel,
}

impl<'w> Plan<'w> {
    /// Begins a plan, and passes on the orders that place missing ships. `game` is a scratch copy
    /// of `before`, with these ships placed.
    fn new(before: &Game, game: Game, cancel: &'w Cancel, emit: &'w mut dyn FnMut(Order)) -> Self {
        let mut has_orders = false;
        for (id, ship) in game.board.ships().skip(before.board.ships().len()) {
            let (_, name) = game.name(id);
            emit(Order::Place { name, bow: ship.hull().bow(), heading: ship.hull().heading() });
            has_orders = true;
        }
        Self { side: game.expected(), game, has_orders, emit, shot: HashSet::default(), cancel }
    }

    /// Carries out an order and passes it on. An illegal order would be a bug of the pilot. It is
    /// skipped, so the orders passed on are always legal.
    fn give(&mut self, order: Order) {
        let given = self.game.order(order);
        debug_assert!(given.is_ok(), "{order:?}: {given:?}");
        if given.is_err() {
            return;
        }
        self.has_orders = true;
        (self.emit)(order);
        self.shot.extend(order.shot());
    }

    fn ships(&self) -> Vec<(ShipName, ShipId)> {
        self.game.fleets[self.side].ships().collect()
    }

    fn shots_left(&self, ship: ShipId) -> u32 {
        if !self.game.is_armed(ship) {
            return 0;
        }
        self.game.turn().shots_left(ship, self.game.board.ship(ship).hull().length())
    }

    /// Whether a shot that has no target may go to `at`: the field has no own ship, no reef, and no
    /// earlier shot of this turn.
    fn may_waste_on(&self, at: Coord) -> bool {
        !self.shot.contains(&at) && !self.game.has_own_ship(at) && !self.game.board.reef_at(at)
    }
}
