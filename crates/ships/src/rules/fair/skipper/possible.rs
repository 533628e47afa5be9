//! Finds the positions in which unseen ships can lie, from what the side sees, the ships that were
//! sunk, and the shots of this turn. Only a pilot that is called again after each shot knows the
//! results of these shots.

use super::heat::Heat;
use super::plan::shots_of_this_turn;
use crate::rules::fair::{Briefing, Note};
use crate::rules::{Class, Game};
use broadside_core::board::{Coord, Heading, Hull, Rect};

/// The weight that is added to the most likely field of a ship that was hit in this turn.
const HIT_WEIGHT: f64 = 8.0;

/// Sets the heat to 0 on all fields where no unseen ship can lie. Adds heat around the hits of this
/// turn. If no position of an unseen ship is found, the heat stays unchanged.
pub(super) fn reconsider(heat: &mut Heat, briefing: &Briefing, game: &Game) {
    let wrecks: Vec<_> = briefing.notes().turns().flat_map(wrecks).collect();
    let hits = fresh_hits(briefing, game, &wrecks);
    let closed = closed_fields(heat.region(), briefing, game, &wrecks);
    let (classes, board) = (unseen(briefing), briefing.dims().rect());
    let mut hulls: Vec<_> =
        classes.iter().flat_map(|class| berths(*class, board, &closed)).collect();
    if classes.len() == 1 {
        hulls.retain(|hull| hits.iter().all(|hit| hull.segment_at(*hit).is_some()));
    }
    if !hulls.is_empty() {
        weigh(heat, &hulls, &hits);
    }
}

/// Returns the hits of `turn` that sank a ship, and earlier hits of `turn` that may be on the same
/// ship. These are in line with the last hit, and not too far away.
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

/// Returns the hits of this turn on ships afloat that are not in full view. These ships have not
/// moved since the hits.
fn fresh_hits(briefing: &Briefing, game: &Game, wrecks: &[Coord]) -> Vec<Coord> {
    let hits = shots_of_this_turn(briefing).filter_map(|(at, is_hit)| is_hit.then_some(at));
    hits.filter(|at| !wrecks.contains(at) && game.board().ship_at(*at).is_none()).collect()
}

/// Returns the classes of the enemy's ships that are not sunk and not in full view, also of missing
/// ships. A class with two or more such ships is listed twice.
fn unseen(briefing: &Briefing) -> Vec<Class> {
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
    for at in region.fields().filter(|at| briefing.known().holds(*at)) {
        closed.add(at, 1.0);
    }
    briefing.seen().iter().for_each(|(at, _)| closed.cool(*at));
    let ships = game.board().ships().map(|(_, ship)| ship.hull().rect());
    let wrecks = wrecks.iter().map(|at| Rect::around(*at, 0));
    for rect in ships.chain(wrecks) {
        rect.grown(1).common(&region).fields().for_each(|at| closed.add(at, 1.0));
    }
    let misses = shots_of_this_turn(briefing).filter(|(_, is_hit)| !is_hit);
    misses.for_each(|(at, _)| closed.add(at, 1.0));
    closed
}

/// Returns the possible positions of a ship of `class` with the bow on the map.
fn berths(class: Class, board: Rect, closed: &Heat) -> impl Iterator<Item = Hull> {
    let hulls = closed.region().fields().flat_map(move |bow| {
        Heading::ALL.into_iter().filter_map(move |heading| Hull::new(bow, heading, class.length()))
    });
    hulls.filter(move |hull| hull.fields().all(|at| board.contains(at) && closed.at(at) <= 0.0))
}

/// Sets the heat to 0 where no position is. Adds heat where positions cover hits, and more heat the
/// more hits a position covers.
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
