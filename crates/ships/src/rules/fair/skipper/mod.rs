//! The fair pilot ("skipper"), which plans turns of fair games (spec laboratory §5).
//!
//! # How it plays
//! 1. It **places** missing ships at random: it draws several fleets, and takes the fleet that can
//!    move best. In some games it places its last ship a few turns later. No ship may shoot before
//!    both fleets are complete, so the side that places last gets the first shot. After a refused
//!    placement, ships on the board move to make room.
//! 2. It **shoots** at segments in sight. The first targets are the cannons of carriers, because
//!    carriers send planes and reach every field. Then come other cannons, and then ships that are
//!    nearly sunk.
//! 3. Carriers **scout**: they send planes, each to a square of three by three fields, where the
//!    [heat map](heat) expects most unseen segments. A square that a plane has seen stays in sight,
//!    so soon most of the enemy is in sight. As long as an unseen enemy carrier may be armed, own
//!    carriers save their shots for planes and for cannons that may belong to enemy carriers.
//! 4. Ships **move**. In extended games, the stronger side moves to positions with a target in
//!    range. The weaker side and all carriers move out of the range of cannons in sight. In basic
//!    games, a ship that was hit leaves its position, because the enemy knows this position.
//! 5. The shots that are left go to the fields with the most heat, and never to own ships.
//!
//! On [small boards](narrows) without carriers, ships block each other, so the pilot plans several
//! placements and moves in advance. A pilot of a weaker [`Skill`] does not do so. It also overlooks
//! some of the segments in sight when it aims, and its heat map ignores the sightings, hits and
//! misses of earlier turns.

mod guns;
mod heat;
mod helm;
mod narrows;
mod placement;
mod plan;
mod scout;

use super::{Briefing, Note, Pilot};
use crate::rules::{CANNON, Class, Game, Order, ShipName};
use broadside_core::board::{Coord, Hull};
use broadside_core::dice::Dice;
use broadside_core::{Cancel, Cancelled, Forfeit};
pub use heat::Heat;
pub use narrows::quiet_turns;
use narrows::{Memory, Narrows};
use plan::Plan;
pub use plan::Thought;
pub use scout::{best_square, doubts};
use std::collections::{BTreeSet, HashSet};

/// The level of a [`FairPilot`]. The weaker pilots know all the rules, but they overlook more, and
/// their heat map ignores the sightings, hits and misses of earlier turns.
///
/// Two neighbouring levels are about 150 Elo (points of playing strength) apart, but less on small
/// boards without carriers. The page about levels in the book has the numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Skill {
    /// The number of past turns whose sightings, hits and misses change the heat map.
    pub memory: usize,
    /// The percentage of segments in sight that the pilot notices when it aims in an extended game.
    pub notices: u8,
    /// The percentage of segments in sight that the pilot notices in a basic game. There a turn has
    /// only one shot, so overlooked segments cost more, and the lowest level notices more.
    pub notices_in_basic: u8,
}

impl Skill {
    /// The levels 1 to 4, the weakest first.
    pub const LEVELS: [Self; 4] = [
        Self { memory: 0, notices: 9, notices_in_basic: 12 },
        Self { memory: 0, notices: 19, notices_in_basic: 19 },
        Self { memory: 0, notices: 48, notices_in_basic: 48 },
        Self { memory: 8, notices: 100, notices_in_basic: 100 },
    ];

    /// Whether a pilot of this level plans its moves ahead on small boards.
    const fn plans(self) -> bool {
        self.notices >= 100
    }

    /// Whether the pilot notices a segment. Draws no random number if it notices all segments.
    fn notices(self, is_extended: bool, dice: &mut dyn Dice) -> bool {
        let share = if is_extended { self.notices } else { self.notices_in_basic };
        share >= 100 || dice.below(100) < u64::from(share)
    }
}

impl Default for Skill {
    /// Returns the highest level.
    fn default() -> Self {
        Self::LEVELS[3]
    }
}

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
    /// Whether the pilot uses the results of this turn's shots. Only an adviser (see `adviser`)
    /// knows these results.
    reconsiders: bool,
    /// The enemy's carriers that are known to have lost their cannons.
    disarmed: BTreeSet<ShipName>,
    /// The cannons of enemy carriers at which the pilot shot in the last turn.
    aimed: Vec<(Coord, ShipName)>,
    /// Whether the pilot may place its last ship later, to get the first shot. Decided at random in
    /// the first turn.
    keeps_back: Option<bool>,
    /// The placements and moves of the last turn, each with the planned position of the ship.
    moves: Vec<(Order, Hull)>,
    /// Whether a placement was refused in the last turn.
    is_crowded: bool,
    /// The refused positions, each with the turn in which the pilot learned of the refusal.
    refused: Vec<(Hull, u64)>,
    memory: Memory,
}

/// The percentage of games in which the pilot may place its last ship later. Meanwhile an own
/// carrier searches for enemy carriers. In experiments with 100 percent, the second side won nearly
/// all games. With 0 percent, the first side won nearly all games.
const fn percent_kept_back(is_extended: bool) -> u64 {
    if is_extended { 27 } else { 55 }
}

/// For this many turns after the pilot learns of a refusal, ships avoid the position of the refused
/// order.
const REFUSALS_LAST: u64 = 4;

impl Briefing {
    /// Returns random placements for missing ships of the side. As far as the side knows, they are
    /// legal one after the other. If possible, ships get positions from which they can move. Ships
    /// without a position are left out.
    #[doc(hidden)]
    pub fn placements(&self, dice: &mut dyn Dice) -> Vec<Order> {
        placement::place_missing(self, &HashSet::new(), &Cancel::default(), dice).1
    }
}

impl Pilot for FairPilot {
    fn turn(&mut self, briefing: &Briefing, dice: &mut dyn Dice) -> Result<Vec<Order>, Forfeit> {
        Ok(self.planned(briefing, None, &Cancel::default(), dice).0)
    }
}

impl FairPilot {
    /// Creates a pilot of this level. The default pilot has the highest level.
    pub fn new(skill: Skill) -> Self {
        Self { skill, ..Self::default() }
    }

    /// Creates an adviser: a pilot of the highest level that advises a person. After each order of
    /// a turn, a clone of the adviser can plan the rest of the turn from the results so far. Its
    /// heat map leaves out fields where no unseen ship can lie, so the map may differ from the map
    /// of the default pilot.
    #[must_use]
    #[doc(hidden)]
    pub fn adviser() -> Self {
        Self { reconsiders: true, ..Self::default() }
    }

    /// Does the work of [`turn`](Pilot::turn). If `cancel` is set, returns an error, and the pilot
    /// must not be used any more.
    #[doc(hidden)]
    pub fn try_turn(
        &mut self,
        briefing: &Briefing,
        cancel: &Cancel,
        dice: &mut dyn Dice,
    ) -> Result<Vec<Order>, Cancelled> {
        let (orders, _) = self.planned(briefing, None, cancel, dice);
        cancel.check().map(|()| orders)
    }

    /// Returns the orders of [`turn`](Pilot::turn), and the thought before each shot and each
    /// plane. A thought has a number for each field, so the board should be small.
    #[doc(hidden)]
    pub fn turn_with_thoughts(
        &mut self,
        briefing: &Briefing,
        dice: &mut dyn Dice,
    ) -> (Vec<Order>, Vec<Thought>) {
        let (orders, thoughts) = self.planned(briefing, Some(Vec::new()), &Cancel::default(), dice);
        (orders, thoughts.unwrap_or_default())
    }

    fn planned(
        &mut self,
        briefing: &Briefing,
        thoughts: Option<Vec<Thought>>,
        cancel: &Cancel,
        dice: &mut dyn Dice,
    ) -> (Vec<Order>, Option<Vec<Thought>>) {
        self.learn(briefing);
        let keeps_back = *self
            .keeps_back
            .get_or_insert_with(|| dice.below(100) < percent_kept_back(briefing.is_extended()));
        let refused = self.refused.iter().map(|(hull, _)| *hull).collect();
        let placed = self.placed(briefing, &refused, cancel, dice);
        let mut plan = Plan::new(briefing, self.skill, (&self.disarmed, refused), placed, dice);
        (plan.is_crowded, plan.thoughts) = (self.is_crowded, thoughts);
        plan.cancel = cancel.clone();
        if self.reconsiders {
            heat::reconsider(&mut plan.heat, briefing, &plan.game);
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

    fn placed(
        &self,
        briefing: &Briefing,
        refused: &HashSet<Hull>,
        cancel: &Cancel,
        dice: &mut dyn Dice,
    ) -> (Game, Vec<Order>) {
        let plans = self.skill.plans() && refused.is_empty();
        let planned = plans.then(|| narrows::place_missing(briefing, &self.memory, dice)).flatten();
        planned.unwrap_or_else(|| placement::place_missing(briefing, refused, cancel, dice))
    }

    /// Prepares the module `narrows` for a turn. Returns `None` for weaker levels, for games that
    /// `narrows` does not play, while an own ship is missing, and after a refused placement.
    fn narrows(&self, plan: &Plan<'_>, dice: &mut dyn Dice) -> Option<Narrows> {
        let is_placed = !plan.is_crowded && plan.game.fleet(plan.side()).is_complete();
        let plans = self.skill.plans() && is_placed;
        plans.then(|| Narrows::of(plan.briefing, &plan.game, &self.memory, dice)).flatten()
    }

    /// Learns from the notes of the side's last turn, which come just before the notes of the open
    /// turn.
    fn learn(&mut self, briefing: &Briefing) {
        let last = Note::turns(briefing.notes()).rev().nth(1).unwrap_or_default();
        self.learn_of_carriers(briefing, last);
        if self.skill.plans() {
            self.memory.learn(briefing, last);
        }
        self.refused.retain(|(_, turn)| briefing.turn() <= turn + REFUSALS_LAST);
        let is_refused = |order: &Order| {
            last.iter().any(|note| matches!(note, Note::Refused(refused, _) if refused == order))
        };
        let refused: Vec<_> = self.moves.iter().filter(|(order, _)| is_refused(order)).collect();
        self.is_crowded = refused.iter().any(|(order, _)| matches!(order, Order::Place { .. }));
        let refused = refused.into_iter();
        self.refused.extend(refused.map(|(_, hull)| (*hull, briefing.turn())));
    }

    /// Stores the carriers of the enemy that are seen with a destroyed cannon, and the carriers
    /// whose cannon was hit in the last turn.
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
