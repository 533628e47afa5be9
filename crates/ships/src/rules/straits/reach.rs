//! Finds how soon targets (healthy segments of the enemy) come into the range of ships, and whether
//! these ships could come back afterwards.

use super::chart::{Bows, Chart, Fields, Scene, Scenes};
use crate::rules::Game;
use broadside_core::board::{Hull, ShipId, Side};

/// An own ship in a search: its position, and what it can do.
#[doc(hidden)]
#[derive(Clone, Copy, Debug)]
pub struct Vessel {
    pub(in crate::rules) hull: Hull,
    pub(in crate::rules) is_armed: bool,
    /// Whether the engine is healthy.
    pub(in crate::rules) can_move: bool,
}

impl Vessel {
    pub fn of(game: &Game, id: ShipId) -> Self {
        let hull = *game.board().ship(id).hull();
        Self { hull, is_armed: game.is_armed(id), can_move: game.has_engine(id) }
    }

    pub(in crate::rules) fn all(game: &Game, side: Side) -> Vec<Self> {
        game.fleet(side).ships().map(|(_, id)| Self::of(game, id)).collect()
    }
}

/// The value of a target is multiplied by this factor for each move that a ship needs to get the
/// target into range.
const PER_MOVE: f64 = 0.97;

/// The weight of the room of a ship. The room is ln(n) + ln(m): the ship can reach n positions, and
/// it can come back to its start from m of them.
const ROOM: f64 = 0.01;

/// Targets that need this many moves or more have no value.
const FAR: usize = 64;

/// The targets that first come into range after 0 moves, after 1 move, and so on.
type Soon = [Fields; FAR];

struct Reach {
    /// The targets in range of positions from which the ship can come back.
    safely: Soon,
    /// The targets in range of any position.
    somehow: Soon,
    /// The room of all ships, added up. See [`ROOM`].
    room: f64,
}

/// Returns the value of the positions of `own`. `scene` has the positions of the enemy's ships. A
/// target adds more value if a ship needs fewer moves to get it into range. The value of a target
/// is multiplied by `one_way` if the ship could not come back.
pub(super) fn worth(chart: &Chart, own: &[Vessel], scene: &Scene, one_way: f64) -> f64 {
    let all = scene.hulls | chart.hulls(own.iter().map(|vessel| &vessel.hull));
    let mut reach = Reach { safely: [0; FAR], somehow: [0; FAR], room: 0.0 };
    for vessel in own {
        reach.add(chart, vessel, all & !chart.hull(&vessel.hull), scene.targets);
    }
    sum(&[(reach.safely, 1.0), (reach.somehow, one_way)]) + ROOM * reach.room
}

impl Scenes {
    /// Adds up the value of the positions of `own` over all scenes. A scene counts as often as it
    /// was drawn.
    pub fn worth(&self, chart: &Chart, own: &[Vessel], one_way: f64) -> f64 {
        let each = |(scene, times)| f64::from(times) * worth(chart, own, scene, one_way);
        self.iter().map(each).sum()
    }
}

/// Adds up the best value of each target. Each entry of `all` has targets, sorted by the moves that
/// they need, and a factor for the values of these targets.
fn sum(all: &[(Soon, f64)]) -> f64 {
    let mut worth = [0.0_f64; Fields::BITS as usize];
    for (soon, factor) in all {
        let (mut each, mut known) = (*factor, 0);
        for targets in soon {
            let mut new = targets & !known;
            known |= targets;
            while new != 0 {
                let best = &mut worth[new.trailing_zeros() as usize];
                *best = best.max(each);
                new &= new - 1;
            }
            each *= PER_MOVE;
        }
    }
    worth.iter().sum()
}

impl Reach {
    fn add(&mut self, chart: &Chart, vessel: &Vessel, others: Fields, targets: Fields) {
        let length = vessel.hull.length();
        let berths =
            if vessel.can_move { chart.berths(length, others) } else { Default::default() };
        let start = chart.bows(&vessel.hull);
        // The positions from which the ship can come back to its start.
        let back = all_from(start, |bows| chart.moved_back(length, bows, &berths), |_, _| {});
        let targets = if vessel.is_armed { targets } else { 0 };
        let (mut left, mut left_somehow) = (targets, targets);
        let mut look = |moves: usize, now: &Bows| {
            if left == 0 || moves >= FAR {
                return;
            }
            let in_range = |bows: &Bows| chart.within(chart.cannons(bows), length);
            let safely = left & in_range(&both(now, &back));
            let somehow = left_somehow & in_range(now);
            self.safely[moves] |= safely;
            self.somehow[moves] |= somehow;
            left &= !safely;
            left_somehow &= !somehow;
        };
        let seen = all_from(start, |bows| chart.moved(length, bows, &berths), &mut look);
        self.room += places(&seen).ln() + places(&both(&seen, &back)).ln();
    }
}

fn both(one: &Bows, other: &Bows) -> Bows {
    std::array::from_fn(|heading| one[heading] & other[heading])
}

fn places(bows: &Bows) -> f64 {
    f64::from(bows.iter().map(|bows| bows.count_ones()).sum::<u32>())
}

/// Returns `start` and all positions that repeated steps reach from it. Calls `look` with each
/// number of steps, and with the positions that need this number.
fn all_from(start: Bows, step: impl Fn(&Bows) -> Bows, mut look: impl FnMut(usize, &Bows)) -> Bows {
    let (mut now, mut seen, mut steps) = (start, start, 0);
    while now != [0; 4] {
        look(steps, &now);
        let next = step(&now);
        now = std::array::from_fn(|heading| next[heading] & !seen[heading]);
        seen = std::array::from_fn(|heading| seen[heading] | next[heading]);
        steps += 1;
    }
    seen
}

/// Returns the targets that a ship can ever get into range if no own ship is in its way.
pub(in crate::rules) fn covered(chart: &Chart, vessel: &Vessel, scene: &Scene) -> Fields {
    if !vessel.is_armed {
        return 0;
    }
    let (length, start) = (vessel.hull.length(), chart.bows(&vessel.hull));
    let berths = chart.berths(length, scene.hulls);
    let step = |bows: &Bows| chart.moved(length, bows, &berths);
    let all = if vessel.can_move { all_from(start, step, |_, _| {}) } else { start };
    scene.targets & chart.within(chart.cannons(&all), length)
}
