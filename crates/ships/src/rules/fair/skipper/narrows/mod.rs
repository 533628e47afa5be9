//! Plans turns on small boards, on which ships block each other: for example, 10 x 10 fields with
//! three ships for each side. Ships cannot go backwards. So a ship with an edge or another ship
//! ahead might never move again, and most games are draws.
//!
//! # How it plans
//! 1. Possible positions of the enemy's ships (a "guess") are **drawn** 16 times, or once if all
//!    positions are known. Ships that were in full view are remembered. In later turns, a guess
//!    moves these ships at random, if they can move.
//! 2. Ships **shoot** at segments in sight, then at fields that are targets (have a healthy segment
//!    of the enemy) in all guesses. After the moves, the shots that are left go to segments in
//!    sight, then to the fields that are targets in the most guesses.
//! 3. For each own ship, every position that it can reach in the turn is **tried**. The value of a
//!    position says how soon cannons can have targets in range. A target adds less value if the
//!    ship that reaches it could not come back. If the enemy's positions are known, the pilot also
//!    tries lines: up to six steps. A step moves one ship. The pilot plays the first step of the
//!    best line, and searches again as long as a line gains enough.
//! 4. At first, and after each hit by the side, a move must gain much. In turns without a hit, the
//!    pilot becomes **impatient**. Then it also makes moves from which a ship cannot come back, and
//!    in the end any move.
//! 5. Missing ships are **placed**: the best of 80 random fleets is used.
//!
//! A turn takes about 3 ms with three ships a side, and at most some tenths of a second with four.
//! Other modules play games with carriers, without `EXTENDED_SHIPS`, or with more than 4 ships a
//! side. They also play on boards for which rows * (columns + 1) is more than 128.

mod memory;

use super::plan::{Plan, turns_without};
use super::{guns, placement};
use crate::rules::fair::{Briefing, Note};
use crate::rules::straits::{Chart, Fields, Line, MOVES, Scenes, Search, Vessel};
use crate::rules::{Game, Order, ShipName};
use broadside_core::Cancel;
use broadside_core::board::{Coord, Hull, ShipId};
use broadside_core::dice::Dice;
pub(super) use memory::Memory;

/// The number of random fleets, of which the best is used.
const FLEETS: usize = 80;

/// The factor for the value of a target if the ship that reaches it could not come back.
const ONE_WAY: f64 = 0.2;

/// The increase of [`ONE_WAY`] with each turn since the last hit of the side.
const ONE_WAY_A_TURN: f64 = 0.04;

/// A line must be worth this much more than no move. Otherwise no step is played.
const PATIENCE: f64 = 0.5;

/// The decrease of [`PATIENCE`] with each turn since the last hit of the side.
const PATIENCE_A_TURN: f64 = 0.1;

/// The number of lines that the search keeps, and the largest number of steps of a line, if the
/// enemy's positions are known.
const KNOWN: (usize, usize) = (12, 6);

/// Like [`KNOWN`], if the enemy's positions are guessed.
const GUESSED: (usize, usize) = (1, 1);

/// The largest number of steps that are played in a turn.
const STEPS: usize = 6;

pub(super) struct Narrows {
    chart: Chart,
    /// The guesses. Equal guesses share a scene.
    scenes: Scenes,
}

impl Narrows {
    /// Draws the guesses for a turn. Returns `None` if other modules play this game. `own` is the
    /// game as the side knows it, with the side's placed ships.
    pub(super) fn of(
        briefing: &Briefing,
        own: &Game,
        memory: &Memory,
        dice: &mut dyn Dice,
    ) -> Option<Self> {
        let chart = own.straits()?;
        let scenes = memory::drawn(&chart, (briefing, own, memory), dice);
        Some(Self { chart, scenes })
    }

    /// Plans the rest of a turn. The caller has already planned the first shots at segments in
    /// sight.
    pub(super) fn play(mut self, plan: &mut Plan<'_>, dice: &mut dyn Dice) {
        self.fire(plan, self.scenes.count());
        self.sail(plan);
        guns::fire_at_seen(plan, dice);
        self.fire(plan, 1);
    }

    /// Shoots at fields that are targets in at least `least` guesses.
    fn fire(&mut self, plan: &mut Plan<'_>, least: u32) {
        if !plan.may_shoot {
            return;
        }
        self.scenes.strike_off(self.chart.bits(plan.shot.iter().copied()));
        let own = self.own_fields(plan);
        for (name, id) in plan.ships() {
            let cannon = self.chart.bit(plan.game.cannon(id));
            let near = self.chart.within(cannon, name.class.length()) & !own;
            while plan.shots_left(name, id) > 0
                && let Some(at) = self.likeliest(near, least)
            {
                let share = |_: &Plan<'_>, at| self.share(at);
                plan.give_by(Order::Fire(name, self.chart.first(at)), share);
                self.scenes.strike_off(at);
            }
        }
    }

    fn share(&self, at: Coord) -> f64 {
        f64::from(self.scenes.count_with(self.chart.bit(at)))
            / f64::from(self.scenes.count().max(1))
    }

    /// Returns the field that is a target in the most guesses, or `None` if no field is a target in
    /// at least `least` guesses.
    fn likeliest(&self, mut fields: Fields, least: u32) -> Option<Fields> {
        let mut best = None;
        let mut most = least.saturating_sub(1);
        while fields != 0 {
            let field = 1 << fields.trailing_zeros();
            fields &= fields - 1;
            let count = self.scenes.count_with(field);
            if count > most {
                (best, most) = (Some(field), count);
            }
        }
        best
    }

    fn own_fields(&self, plan: &Plan<'_>) -> Fields {
        self.chart.hulls(plan.ships().into_iter().map(|(_, id)| plan.ship(id).hull()))
    }

    /// Moves a ship by the first step of the best line, again and again while a line gains enough.
    fn sail(&self, plan: &mut Plan<'_>) {
        let quiet = quiet_turns(plan.briefing);
        let ships = plan.ships();
        let mut moves = vec![MOVES; ships.len()];
        let mut least = PATIENCE - PATIENCE_A_TURN * quiet;
        for _ in 0..STEPS {
            let Some(line) = self.best(plan, (&ships, &moves), quiet, least) else { return };
            let step = &line.steps[0];
            moves[step.ship] -= u32::try_from(step.way.len()).unwrap_or(MOVES);
            if !step.way.iter().all(|manoeuvre| plan.sail(ships[step.ship].0, *manoeuvre)) {
                return;
            }
            least = least.max(0.0);
        }
    }

    fn best(
        &self,
        plan: &Plan<'_>,
        (ships, moves): (&[(ShipName, ShipId)], &[u32]),
        quiet: f64,
        least: f64,
    ) -> Option<Line> {
        let is_barred = |hull: &Hull| plan.is_barred(hull);
        let is_known = self.scenes.iter().len() == 1;
        let (width, depth) = if is_known { KNOWN } else { GUESSED };
        let one_way = (ONE_WAY + ONE_WAY_A_TURN * quiet).min(1.0);
        let (chart, scenes) = (&self.chart, &self.scenes);
        let search = Search { chart, scenes, moves, is_barred: &is_barred, one_way, width, depth };
        let start = search.start(ships.iter().map(|(_, id)| Vessel::of(&plan.game, *id)).collect());
        let best = search.best(&start).filter(|_| !start.wins())?;
        (best.worth > start.worth + least + TINY).then_some(best)
    }

    fn worth(&self, game: &Game, briefing: &Briefing) -> f64 {
        self.scenes.worth(&self.chart, &Vessel::all(game, briefing.side()), ONE_WAY)
    }
}

/// A gain of at most this much is ignored as a rounding error.
const TINY: f64 = 1e-9;

/// Counts the latest turns in a row without a hit by the side, including the open turn.
#[doc(hidden)]
pub fn quiet_turns(briefing: &Briefing) -> f64 {
    let quiet = turns_without(briefing, |note| matches!(note, Note::Hit(_)));
    f64::from(u32::try_from(quiet).unwrap_or(u32::MAX))
}

/// Places the missing ships. Returns the new game and the orders that place them. Returns `None` if
/// other modules play this game, or if no ship is missing.
pub(super) fn place_missing(
    briefing: &Briefing,
    memory: &Memory,
    dice: &mut dyn Dice,
) -> Option<(Game, Vec<Order>)> {
    let sketch = briefing.sketch();
    if briefing.is_placed(briefing.side()) {
        return None;
    }
    let narrows = Narrows::of(briefing, &sketch, memory, dice)?;
    let worth = |(game, orders): &(Game, Vec<Order>)| (orders.len(), narrows.worth(game, briefing));
    Some(placement::best_placement(&sketch, FLEETS, worth, &Cancel::default(), dice))
}
