//! The fair pilot (spec laboratory §5). It gets only a [`Briefing`], so it cannot cheat.
//!
//! # How it plays
//! 1. It **places** missing ships like the open [`pilot`](crate::rules::pilot), but draws several
//!    random fleets and takes the one that can move best. In some games it waits a few turns with
//!    its last ship: no ship may shoot before both fleets are complete, so the side that waits
//!    shoots first. If a placement was refused, its ships make room.
//! 2. It **shoots** at segments in sight, the most important first: the cannon of a carrier, which
//!    sees and reaches everything; then other cannons, engines, and ships that are nearly sunk.
//! 3. Carriers **scout**: planes go where the [map](heat) expects most unseen segments. A plane
//!    shows its square until the end of the game, so a few turns of planes make the enemy visible.
//!    As long as an unseen carrier may still have its cannon, planes are more important than shots
//!    at other targets.
//! 4. Ships **move**. In extended games, the stronger side moves to places with a target in range,
//!    and the weaker side out of the range of cannons in sight; carriers always keep away. In basic
//!    games, ships that were hit leave the place that the enemy has seen.
//! 5. The shots that are left go to the most likely fields of the map, never to own ships.
//!
//! On [small boards](narrows) without carriers, where ships block each other, it plans placements and moves ahead.
//!
//! The map is made again in each turn. It uses the fields that each unseen ship can have reached;
//! old sightings and hits, which become less exact with each turn, because ships move; and misses,
//! which count less with each turn.
//!
//! # Levels
//! A weaker [`Skill`] is the same pilot, but it notices fewer of the segments in sight when it
//! aims, and its map does not use sightings, hits and misses of earlier turns. Only the highest
//! level plans ahead.
//!
//! It reads and writes no text. All random numbers come from the dice that it gets.

mod guns;
mod heat;
mod helm;
mod narrows;
mod placement;
mod plan;
mod possible;
mod scout;
mod skill;

use super::{Briefing, Note, Pilot};
use crate::rules::{CANNON, Class, Game, Order, ShipName};
use broadside_core::Forfeit;
use broadside_core::board::{Coord, Hull};
use broadside_core::dice::Dice;
use narrows::{Memory, Narrows};
use plan::Plan;
pub use plan::Thought;
pub use skill::Skill;
use std::collections::{BTreeSet, HashSet};

/// A pilot that knows only what its side knows. Each pilot plays one game.
///
/// ```
/// use broadside_core::dice::Twister;
/// use broadside_ships::rules::Game;
/// use broadside_ships::rules::fair::{FairPilot, Pilot, Observer};
///
/// let (game, mut observer) = (Game::default(), Observer::default());
/// observer.open(&game);
/// let briefing = observer.briefing(&game, game.expected());
/// let orders = FairPilot::default().turn(&briefing, &mut Twister::from_cpp_seed(1))?;
/// assert!(orders.len() >= 10, "the whole fleet is placed");
/// # Ok::<(), broadside_core::Forfeit>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FairPilot {
    skill: Skill,
    /// Whether it is called again after each order, and so can use the results of this turn's shots.
    reconsiders: bool,
    /// The carriers of the enemy whose cannons are destroyed.
    disarmed: BTreeSet<ShipName>,
    /// The cannons of carriers that were targets in the last turn.
    aimed: Vec<(Coord, ShipName)>,
    /// Whether the pilot waits with its last ship to get the first shot. Drawn in the first turn.
    keeps_back: Option<bool>,
    /// The placements and moves of the last turn, each with the planned hull.
    moves: Vec<(Order, Hull)>,
    /// Whether a placement was refused in the last turn.
    is_crowded: bool,
    /// The hulls of refused placements and moves, and the turn of each. An enemy is near each hull.
    refused: Vec<(Hull, u64)>,
    /// The ships of the enemy that were in full view.
    memory: Memory,
}

/// The percentage of games in which a pilot keeps its last ship back to get the first shot. With 100 the second side
/// would nearly always win, with 0 the first side. The numbers were found by experiment. In extended games, waiting
/// gains more, because planes cost shots.
const fn kept_back(is_extended: bool) -> u64 {
    if is_extended { 27 } else { 55 }
}

/// The number of turns for which ships avoid the hull of a refused order.
const REFUSALS_LAST: u64 = 4;

impl Briefing {
    /// Random placements for as many missing ships of the side as find room. The orders are legal one after the other,
    /// as far as the side knows. Positions from which ships can move are preferred.
    #[doc(hidden)]
    pub fn placements(&self, dice: &mut dyn Dice) -> Vec<Order> {
        placement::place_missing(self, &HashSet::new(), dice).1
    }
}

impl Pilot for FairPilot {
    fn turn(&mut self, briefing: &Briefing, dice: &mut dyn Dice) -> Result<Vec<Order>, Forfeit> {
        Ok(self.planned(briefing, None, dice).0)
    }
}

impl FairPilot {
    /// A pilot of this level. The default pilot plays at the highest level.
    ///
    /// ```
    /// use broadside_ships::rules::fair::{FairPilot, Skill};
    /// let [beginner, ..] = Skill::LEVELS;
    /// assert_ne!(beginner, Skill::default());
    /// let pilot = FairPilot::new(beginner);
    /// # drop(pilot);
    /// ```
    pub fn new(skill: Skill) -> Self {
        Self { skill, ..Self::default() }
    }

    /// A pilot of the highest level that advises a person. It is called again after each order of a turn, and uses the
    /// results of the turn's shots. If it plans a whole turn at once, it plays like the default pilot.
    #[must_use]
    #[doc(hidden)]
    pub fn adviser() -> Self {
        Self { reconsiders: true, ..Self::default() }
    }

    /// The orders of a turn like [`turn`](Pilot::turn), with the thoughts before each shot and each plane. The board
    /// should be small, because a thought holds a number for each field.
    ///
    /// ```
    /// use broadside_core::dice::Twister;
    /// use broadside_ships::rules::Game;
    /// use broadside_ships::rules::fair::{FairPilot, Pilot, Observer};
    ///
    /// let (game, mut observer) = (Game::default(), Observer::default());
    /// observer.open(&game);
    /// let briefing = observer.briefing(&game, game.expected());
    /// let (orders, thoughts) =
    ///     FairPilot::default().turn_with_thoughts(&briefing, &mut Twister::from_cpp_seed(1));
    /// assert!(thoughts.iter().all(|thought| thought.heat.len() == 210));
    /// assert!(thoughts.iter().all(|thought| orders[thought.order].target().is_some()));
    /// # Ok::<(), broadside_core::Forfeit>(())
    /// ```
    #[doc(hidden)]
    pub fn turn_with_thoughts(
        &mut self,
        briefing: &Briefing,
        dice: &mut dyn Dice,
    ) -> (Vec<Order>, Vec<Thought>) {
        let (orders, thoughts) = self.planned(briefing, Some(Vec::new()), dice);
        (orders, thoughts.unwrap_or_default())
    }

    /// Plans a turn. Adds the thoughts to `thoughts` unless it is `None`.
    fn planned(
        &mut self,
        briefing: &Briefing,
        thoughts: Option<Vec<Thought>>,
        dice: &mut dyn Dice,
    ) -> (Vec<Order>, Option<Vec<Thought>>) {
        self.learn(briefing);
        let keeps_back = *self
            .keeps_back
            .get_or_insert_with(|| dice.below(100) < kept_back(briefing.is_extended()));
        let refused = self.refused.iter().map(|(hull, _)| *hull).collect();
        let placed = self.placed(briefing, &refused, dice);
        let mut plan = Plan::new(briefing, self.skill, (&self.disarmed, refused), placed, dice);
        (plan.is_crowded, plan.thoughts) = (self.is_crowded, thoughts);
        if self.reconsiders {
            possible::reconsider(&mut plan.heat, briefing, &plan.game);
        }
        if keeps_back && !self.is_crowded {
            plan.keep_last_ship_back();
        }
        guns::fire_at_seen(&mut plan, dice);
        if let Some(narrows) = self.narrows(&plan, dice) {
            narrows.play(&mut plan, dice);
        } else {
            scout::send_planes(&mut plan, dice);
            helm::sail(&mut plan, dice);
            guns::fire_at_seen(&mut plan, dice);
        }
        guns::fire_into_fog(&mut plan, dice);
        self.aimed = plan.carriers_shot_at();
        self.moves = plan.moves;
        (plan.orders, plan.thoughts)
    }

    /// Places the missing ships.
    fn placed(
        &self,
        briefing: &Briefing,
        refused: &HashSet<Hull>,
        dice: &mut dyn Dice,
    ) -> (Game, Vec<Order>) {
        let plans = self.skill.plans() && refused.is_empty();
        let planned = plans.then(|| narrows::place_missing(briefing, &self.memory, dice)).flatten();
        planned.unwrap_or_else(|| placement::place_missing(briefing, refused, dice))
    }

    /// The plan of the turn on a small board. `None` on other boards, for weaker levels, and as long as a ship is not
    /// placed.
    fn narrows(&self, plan: &Plan<'_>, dice: &mut dyn Dice) -> Option<Narrows> {
        let is_placed = !plan.is_crowded && plan.game.fleet(plan.side()).is_complete();
        let plans = self.skill.plans() && is_placed;
        plans.then(|| Narrows::of(plan.briefing, &plan.game, &self.memory, dice)).flatten()
    }

    /// Learns from the notes of the last turn which carriers have lost their cannons, and which orders were refused.
    fn learn(&mut self, briefing: &Briefing) {
        let last = briefing.notes().turns().rev().nth(1).unwrap_or_default();
        self.learn_of_carriers(briefing, last);
        self.memory.learn(briefing);
        self.refused.retain(|(_, turn)| briefing.turn() <= turn + REFUSALS_LAST);
        let is_refused = |order: &Order| {
            last.iter().any(|note| matches!(note, Note::Refused(refused, _) if refused == order))
        };
        let refused: Vec<_> = self.moves.iter().filter(|(order, _)| is_refused(order)).collect();
        self.is_crowded = refused.iter().any(|(order, _)| matches!(order, Order::Place { .. }));
        let refused = refused.into_iter();
        self.refused.extend(refused.map(|(_, hull)| (*hull, briefing.turn())));
    }

    /// Learns which carriers have lost their cannons: by sight, and by hits on cannons that were targets in the last
    /// turn.
    fn learn_of_carriers(&mut self, briefing: &Briefing, last: &[Note]) {
        let seen = briefing.enemy().filter(|(name, ship)| {
            name.class == Class::Carrier && ship.is_some_and(|ship| !ship.is_healthy(CANNON))
        });
        self.disarmed.extend(seen.map(|(name, _)| name));
        let is_hit = |at: &Coord| last.contains(&Note::Hit(*at));
        let hit = self.aimed.iter().filter(|(at, _)| is_hit(at));
        self.disarmed.extend(hit.map(|(_, name)| *name));
    }
}
