//! Where unseen ships can lie, by what wrecks and the shots of this turn say. A pilot that plans its turn ahead
//! cannot know it; one that is asked again after each shot can.

use super::heat::Heat;
use crate::rules::fair::{Briefing, Note};
use crate::rules::{Class, Game};
use broadside_core::board::{Coord, Heading, Hull, Rect};

/// How much a field weighs where a ship most likely goes on that was hit in this turn.
const GOES_ON: f64 = 8.0;

/// Cools all fields where no unseen ship can lie, and heats those around hits of this turn.
pub(super) fn reconsider(heat: &mut Heat, briefing: &Briefing, game: &Game) {
    let wrecks: Vec<_> = briefing.notes().turns().flat_map(wrecks).collect();
    let hits = fresh_hits(briefing, game, &wrecks);
    let waters = Waters::new(heat.region(), briefing, game, &wrecks);
    let classes = unseen(briefing);
    let mut hulls: Vec<_> = classes.iter().flat_map(|class| waters.berths(*class)).collect();
    if classes.len() == 1 {
        hulls.retain(|hull| hits.iter().all(|hit| hull.fields().any(|at| at == *hit)));
    }
    if !hulls.is_empty() {
        weigh(heat, &hulls, &hits);
    }
}

/// The fields of wrecks that a turn's notes tell of: the shot that sank a ship, and the hits in line with it.
fn wrecks(turn: &[Note]) -> Vec<Coord> {
    let mut wrecks = Vec::new();
    for (index, pair) in turn.windows(2).enumerate() {
        if let [Note::Hit(last), Note::Sunk(name)] = *pair {
            let is_in_line = |at: &Coord| {
                let line = at.row == last.row || at.col == last.col;
                line && at.is_within(last, name.class.length() - 1)
            };
            let hits = turn[..=index].iter().filter_map(Note::shot);
            let hits = hits.filter_map(|(at, is_hit)| is_hit.then_some(at));
            wrecks.extend(hits.filter(is_in_line));
        }
    }
    wrecks
}

/// The hits of this turn on ships that are afloat and not in full view. No such ship has moved since.
fn fresh_hits(briefing: &Briefing, game: &Game, wrecks: &[Coord]) -> Vec<Coord> {
    let hits = shots(briefing).filter_map(|(at, is_hit)| is_hit.then_some(at));
    hits.filter(|at| !wrecks.contains(at) && game.board().ship_at(*at).is_none()).collect()
}

/// The shots of this turn, and whether each has hit.
fn shots(briefing: &Briefing) -> impl Iterator<Item = (Coord, bool)> {
    briefing.notes().turns().next_back().into_iter().flatten().filter_map(Note::shot)
}

/// The class of each ship of the enemy that is afloat and not in full view. Of each class two are enough.
fn unseen(briefing: &Briefing) -> Vec<Class> {
    let is_unseen = |name| !briefing.is_sunk(name);
    let ships = briefing.enemy().filter(|(name, ship)| ship.is_none() && is_unseen(*name));
    let mut classes: Vec<_> = ships.map(|(name, _)| name.class).collect();
    for (class, missing) in briefing.missing(briefing.side().other()) {
        classes.extend((0..missing.clamp(0, 2)).map(|_| class));
    }
    classes.sort_unstable();
    let mut kept: Vec<Class> = Vec::new();
    for class in classes {
        if kept.iter().filter(|other| **other == class).count() < 2 {
            kept.push(class);
        }
    }
    kept
}

/// The part of the sea that a map covers, and where in it no unseen ship can lie.
struct Waters {
    board: Rect,
    region: Rect,
    is_closed: Vec<bool>,
}

impl Waters {
    fn new(region: Rect, briefing: &Briefing, game: &Game, wrecks: &[Coord]) -> Self {
        let size = usize::try_from(region.area()).unwrap_or(0);
        let board = briefing.dims().rect();
        let mut waters = Self { board, region, is_closed: vec![false; size] };
        for at in region.fields() {
            if briefing.known().holds(at) {
                waters.set(at, true);
            }
        }
        for (at, _) in briefing.seen() {
            waters.set(*at, false);
        }
        let ships = game.board().ships().map(|(_, ship)| ship.hull().rect());
        let wrecks = wrecks.iter().map(|at| Rect::spanning(*at, *at));
        for rect in ships.chain(wrecks) {
            rect.grown(1).common(&region).fields().for_each(|at| waters.set(at, true));
        }
        let misses = shots(briefing).filter(|(_, is_hit)| !is_hit);
        misses.for_each(|(at, _)| waters.set(at, true));
        waters
    }

    fn index(&self, at: Coord) -> Option<usize> {
        let Rect { top, left, right, .. } = self.region;
        let index = (at.row - top) * (right - left + 1) + at.col - left;
        self.region.contains(at).then(|| usize::try_from(index).ok()).flatten()
    }

    fn set(&mut self, at: Coord, is_closed: bool) {
        if let Some(index) = self.index(at) {
            self.is_closed[index] = is_closed;
        }
    }

    fn is_open(&self, at: Coord) -> bool {
        self.board.contains(at) && self.index(at).is_none_or(|index| !self.is_closed[index])
    }

    /// Where a ship of a class can lie, with its bow on the map.
    fn berths(&self, class: Class) -> impl Iterator<Item = Hull> {
        let hulls = self.region.fields().flat_map(move |bow| {
            Heading::ALL
                .into_iter()
                .filter_map(move |heading| Hull::new(bow, heading, class.length()))
        });
        hulls.filter(|hull| hull.fields().all(|at| self.is_open(at)))
    }
}

/// Cools what no hull covers. Where a hull covers hits, its other fields grow hotter, the more hits the hotter.
fn weigh(heat: &mut Heat, hulls: &[Hull], hits: &[Coord]) {
    let region = heat.region();
    let mut covered = Heat::cold(region);
    let mut likely = Heat::cold(region);
    for hull in hulls {
        let count = hull.fields().filter(|at| hits.contains(at)).count();
        #[expect(clippy::cast_precision_loss, reason = "a ship has few fields")]
        let weight = (count * count * count) as f64;
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
            heat.add(at, GOES_ON * likely.at(at) / most);
        }
    }
}
