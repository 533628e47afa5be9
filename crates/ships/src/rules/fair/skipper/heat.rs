//! The heat map gives each field a weight: roughly the expected number of unseen enemy segments on
//! it. Each turn makes a new map: first from the rectangles where unseen ships must lie, then from
//! refused orders and earlier sightings, hits and misses. Older notes change the map less, because
//! ships move. To cool a field is to set its weight to 0.

use crate::rules::fair::{Briefing, Note};
use crate::rules::{Class, Game, Section, ShipName};
use broadside_core::board::{Coord, Heading, Hull, Rect};
use broadside_core::dice::Dice;
use std::collections::{BTreeMap, BTreeSet, HashSet};

/// The largest number of rows and of columns of a map. If the area of the unseen ships is larger,
/// the map covers the part around the last enemy segment that was seen or hit. Without such a
/// segment, or if it lies outside the area, the part is drawn at random.
const WIDEST: i64 = 128;

/// The weight of a carrier that may be armed is multiplied by this factor.
const FEAR: f64 = 6.0;

#[doc(hidden)]
#[derive(Clone, Debug)]
pub struct Heat {
    region: Rect,
    width: usize,
    /// The weights, row by row.
    cells: Vec<f64>,
}

/// The weight that is spread over a refused position and the fields around it, because an unseen
/// enemy is probably there.
const NEAR: f64 = 6.0;

impl Heat {
    /// Makes the map of this turn. `game` must contain the side's own ships, and the ships of the
    /// enemy that are in full view. The tuple has the disarmed enemy carriers, the positions of
    /// refused orders, and the number of past turns to remember.
    pub fn new(
        briefing: &Briefing,
        game: &Game,
        (disarmed, refused, turns): (&BTreeSet<ShipName>, &HashSet<Hull>, usize),
        dice: &mut dyn Dice,
    ) -> Self {
        let unseen = unseen(briefing, disarmed);
        let board = briefing.dims().rect();
        let waters = unseen.keys().map(|waters| waters.common(&board));
        let all = waters.filter(|waters| !waters.is_empty()).reduce(Rect::union);
        let region = all.map_or(Rect { top: 0, left: 0, bottom: -1, right: -1 }, |all| {
            part(all, briefing, dice)
        });
        let mut heat = Self::cold(region);
        for (waters, weight) in &unseen {
            heat.spread(waters.common(&board), *weight);
        }
        for hull in refused {
            heat.spread(hull.rect().grown(1), NEAR);
        }
        heat.remember(briefing, turns);
        heat.cool_impossible_fields(briefing, game);
        heat
    }

    pub(super) fn cold(region: Rect) -> Self {
        let length = |first: i64, last: i64| usize::try_from(last - first + 1).unwrap_or(0);
        let width = length(region.left, region.right);
        Self { region, width, cells: vec![0.0; width * length(region.top, region.bottom)] }
    }

    fn index(&self, at: Coord) -> Option<usize> {
        let offset = |to: i64, from: i64| usize::try_from(to - from).ok();
        self.region.contains(at).then_some(())?;
        Some(offset(at.row, self.region.top)? * self.width + offset(at.col, self.region.left)?)
    }

    pub fn at(&self, at: Coord) -> f64 {
        self.index(at).map_or(0.0, |index| self.cells[index])
    }

    pub const fn region(&self) -> Rect {
        self.region
    }

    pub fn cool(&mut self, at: Coord) {
        if let Some(index) = self.index(at) {
            self.cells[index] = 0.0;
        }
    }

    pub(super) fn add(&mut self, at: Coord, weight: f64) {
        if let Some(index) = self.index(at) {
            self.cells[index] += weight;
        }
    }

    fn scale(&mut self, at: Coord, factor: f64) {
        if let Some(index) = self.index(at) {
            self.cells[index] *= factor;
        }
    }

    /// Spreads a weight evenly over a rectangle. The share of the fields outside the map is lost.
    fn spread(&mut self, over: Rect, weight: f64) {
        #[expect(clippy::cast_precision_loss, reason = "a weight need not be exact")]
        let each = weight / over.area() as f64;
        for at in over.common(&self.region).fields() {
            self.add(at, each);
        }
    }

    /// Adds weight around old sightings and hits, in squares that are larger and lighter for older
    /// notes. Lowers the weight of the targets of old shots. An older miss lowers the weight less.
    fn remember(&mut self, briefing: &Briefing, turns: usize) {
        let mut fresh = 1.0;
        for (age, turn) in (1..).zip(Note::turns(briefing.notes()).rev().skip(1).take(turns)) {
            fresh *= 0.8;
            for note in turn {
                if let Note::Seen(at, section) = *note
                    && section != Section::Destroyed
                {
                    self.spread(Rect::around(at, 2 * age), fresh);
                }
                match note.shot() {
                    Some((at, true)) => {
                        self.spread(Rect::around(at, 2 * age - 1), fresh);
                        self.scale(at, 0.3);
                    }
                    Some((at, false)) => self.scale(at, 1.0 - fresh),
                    None => {}
                }
            }
        }
    }

    fn cool_impossible_fields(&mut self, briefing: &Briefing, game: &Game) {
        for run in briefing.known().runs() {
            let (first, last) = (run.first.max(self.region.left), run.last.min(self.region.right));
            (first..=last).for_each(|col| self.cool(Coord::new(run.row, col)));
        }
        let reefs: Vec<_> = self.region.fields().filter(|at| game.board().reef_at(*at)).collect();
        for at in reefs {
            self.cool(at);
        }
        game.board().ships().for_each(|(_, ship)| self.cool_around(ship.hull()));
    }

    /// Cools `hull` and the fields around it, because ships never touch.
    pub(super) fn cool_around(&mut self, hull: &Hull) {
        hull.rect().grown(1).common(&self.region).fields().for_each(|at| self.cool(at));
    }

    /// Returns at most `count` fields with weight, the highest weight first.
    pub(super) fn peaks(&self, count: usize) -> Vec<Coord> {
        let mut peaks: Vec<_> =
            self.region.fields().zip(&self.cells).filter(|(_, heat)| **heat > 0.0).collect();
        peaks.sort_by(|(_, one), (_, other)| other.total_cmp(one));
        peaks.into_iter().take(count).map(|(at, _)| at).collect()
    }
}

/// Returns rectangles, each with the weight of the unseen ships that must lie in it. A segment adds
/// 1, and a segment of a carrier that may be armed adds [`FEAR`]. All missing ships of a class
/// together add the weight of one ship.
fn unseen(briefing: &Briefing, disarmed: &BTreeSet<ShipName>) -> BTreeMap<Rect, f64> {
    let mut unseen = BTreeMap::new();
    let enemy = briefing.side().other();
    let mut add = |waters: Rect, class: Class, is_armed: bool| {
        let fear = if class == Class::Carrier && is_armed { FEAR } else { 1.0 };
        *unseen.entry(waters).or_default() += fear * f64::from(class.length());
    };
    for (name, ship) in briefing.enemy().filter(|(name, _)| !briefing.is_sunk(*name)) {
        if let (None, Some(waters)) = (ship, briefing.waters(name)) {
            add(waters, name.class, !disarmed.contains(&name));
        }
    }
    for (class, missing) in briefing.missing(enemy) {
        if missing > 0 {
            add(briefing.start(enemy), class, true);
        }
    }
    unseen
}

/// Returns the part of `all` that a map covers, see [`WIDEST`].
fn part(all: Rect, briefing: &Briefing, dice: &mut dyn Dice) -> Rect {
    let sighted = briefing.notes().iter().rev().find_map(|note| {
        if let Note::Seen(at, _) | Note::Hit(at) = note { Some(*at) } else { None }
    });
    let sighted = sighted.filter(|at| all.contains(*at));
    let (top, bottom) = span(all.top, all.bottom, sighted.map(|at| at.row), dice);
    let (left, right) = span(all.left, all.right, sighted.map(|at| at.col), dice);
    Rect { top, left, bottom, right }
}

fn span(first: i64, last: i64, around: Option<i64>, dice: &mut dyn Dice) -> (i64, i64) {
    let latest = last.saturating_sub(WIDEST - 1);
    if latest <= first {
        return (first, last);
    }
    let anywhere = || first.saturating_add_unsigned(dice.below(latest.abs_diff(first) + 1));
    let start = around.map_or_else(anywhere, |around| around.saturating_sub(WIDEST / 2));
    let start = start.clamp(first, latest);
    (start, start + WIDEST - 1)
}

/// The weight that is added to the most likely field of a ship that was hit in this turn.
const HIT_WEIGHT: f64 = 8.0;

/// Cools fields where no unseen ship can lie, and adds weight around the hits of this turn. The map
/// stays unchanged if no position of an unseen ship is found.
pub(super) fn reconsider(heat: &mut Heat, briefing: &Briefing, game: &Game) {
    let wrecks: Vec<_> = Note::turns(briefing.notes()).flat_map(wrecks).collect();
    let hits = fresh_hits(briefing, game, &wrecks);
    let closed = closed_fields(heat.region(), briefing, game, &wrecks);
    let (classes, board) = (unseen_classes(briefing), briefing.dims().rect());
    let mut hulls: Vec<_> =
        classes.iter().flat_map(|class| berths(*class, board, &closed)).collect();
    if classes.len() == 1 {
        hulls.retain(|hull| hits.iter().all(|hit| hull.segment_at(*hit).is_some()));
    }
    if !hulls.is_empty() {
        weigh(heat, &hulls, &hits);
    }
}

/// Returns the hits of `turn` that sank a ship. Also returns the hits that may be on this ship:
/// they are in line with the sinking hit, and near enough to it.
fn wrecks(turn: &[Note]) -> Vec<Coord> {
    let mut wrecks = Vec::new();
    for (index, pair) in turn.windows(2).enumerate() {
        if let [Note::Hit(last), Note::Sunk(name)] = *pair {
            let is_in_line = |at: &Coord| {
                let line = at.row == last.row || at.col == last.col;
                line && at.is_within(last, name.class.length() - 1)
            };
            let shots = turn[..=index].iter().filter_map(Note::shot);
            let hits = shots.filter_map(|(at, is_hit)| is_hit.then_some(at));
            wrecks.extend(hits.filter(is_in_line));
        }
    }
    wrecks
}

/// Returns the target of each shot of this turn, and whether the shot was a hit.
pub(super) fn shots_of_this_turn(briefing: &Briefing) -> impl Iterator<Item = (Coord, bool)> {
    Note::turns(briefing.notes()).next_back().into_iter().flatten().filter_map(Note::shot)
}

/// Returns the hits of this turn on ships afloat that are not in full view.
fn fresh_hits(briefing: &Briefing, game: &Game, wrecks: &[Coord]) -> Vec<Coord> {
    let hits = shots_of_this_turn(briefing).filter_map(|(at, is_hit)| is_hit.then_some(at));
    hits.filter(|at| !wrecks.contains(at) && game.board().ship_at(*at).is_none()).collect()
}

/// Returns the classes of the enemy's ships that are afloat and not in full view, or not placed
/// yet. A class with several such ships occurs twice.
fn unseen_classes(briefing: &Briefing) -> Vec<Class> {
    let mut counts = [0; 4];
    for (name, ship) in briefing.enemy() {
        counts[name.class as usize] += i64::from(ship.is_none() && !briefing.is_sunk(name));
    }
    let missing = briefing.missing(briefing.side().other());
    let classes = missing.zip(counts).flat_map(|((class, missing), count)| {
        (0..(missing + count).clamp(0, 2)).map(move |_| class)
    });
    classes.collect()
}

/// Returns a map in which a field has a weight above 0 if no unseen ship can lie there.
fn closed_fields(region: Rect, briefing: &Briefing, game: &Game, wrecks: &[Coord]) -> Heat {
    let mut closed = Heat::cold(region);
    let shots: Vec<_> = shots_of_this_turn(briefing).collect();
    // A reef may lie under a ship, but only if a script put the reef there later.
    let is_reef = |at: Coord| game.board().reef_at(at) && !shots.contains(&(at, true));
    for at in region.fields().filter(|at| briefing.known().holds(*at) || is_reef(*at)) {
        closed.add(at, 1.0);
    }
    briefing.seen().iter().for_each(|(at, _)| closed.cool(*at));
    let ships = game.board().ships().map(|(_, ship)| ship.hull().rect());
    let wrecks = wrecks.iter().map(|at| Rect::around(*at, 0));
    for rect in ships.chain(wrecks) {
        rect.grown(1).common(&region).fields().for_each(|at| closed.add(at, 1.0));
    }
    shots.iter().filter(|(_, is_hit)| !is_hit).for_each(|(at, _)| closed.add(*at, 1.0));
    closed
}

/// Returns the positions of a ship of `class` whose bow lies on the map, and which cover no field
/// with weight in `closed`.
fn berths(class: Class, board: Rect, closed: &Heat) -> impl Iterator<Item = Hull> {
    let hulls = closed.region().fields().flat_map(move |bow| {
        Heading::ALL.into_iter().filter_map(move |heading| class.hull(bow, heading))
    });
    hulls.filter(move |hull| hull.fields().all(|at| board.contains(at) && closed.at(at) <= 0.0))
}

/// Cools the fields that no position covers. Adds weight to the fields of positions that cover
/// hits, and much more if a position covers several hits.
fn weigh(heat: &mut Heat, hulls: &[Hull], hits: &[Coord]) {
    let region = heat.region();
    let mut covered = Heat::cold(region);
    let mut likely = Heat::cold(region);
    for hull in hulls {
        let count = hull.fields().filter(|at| hits.contains(at)).count();
        #[expect(clippy::cast_precision_loss, reason = "a ship has few fields")]
        let weight = count.pow(3) as f64;
        for at in hull.fields() {
            covered.add(at, 1.0);
            likely.add(at, weight);
        }
    }
    let most = region.fields().filter(|at| heat.at(*at) > 0.0).map(|at| likely.at(at));
    let most = most.fold(0.0, f64::max);
    for at in region.fields() {
        if covered.at(at) <= 0.0 {
            heat.cool(at);
        } else if most > 0.0 && heat.at(at) > 0.0 {
            heat.add(at, HIT_WEIGHT * likely.at(at) / most);
        }
    }
}
