//! What a side's knowledge says about the ships that it does not see.

use super::{Briefing, Evidence, Note};
use crate::rules::{Class, Known, Section, ShipName};
use broadside_core::board::{Board, Coord, Hull, Rect, Side};
use std::collections::{HashMap, HashSet};

/// Which segments of a ship are meant, bow first; those behind the last one never are.
pub(super) type Segments = [bool; Class::LONGEST];

/// What a briefing says about the ships that have to be drawn.
#[derive(Debug)]
pub(super) struct Clues {
    pub(super) enemy: Side,
    /// The number of the turn that opens now.
    pub(super) turn: u64,
    pub(super) extended: bool,
    /// The board with all ships that are known.
    pub(super) board: Board,
    pub(super) known: Known,
    /// The segments in sight of ships that are not all in sight.
    pub(super) loose: HashMap<Coord, Section>,
    /// The fields of `loose`, by row, then column.
    pub(super) loose_fields: Vec<Coord>,
    /// The own hits, the last one first.
    pub(super) hits: Vec<Hit>,
    /// The numbers of the hits that sank ships.
    sinkings: HashMap<ShipName, usize>,
    /// The fields missed, and the last turn in which each was.
    pub(super) misses: HashMap<Coord, u64>,
    /// The ships to draw.
    pub(super) unseen: Vec<Unseen>,
    /// The ships of the enemy that are all in sight.
    pub(super) in_view: Vec<Lying>,
    /// The mover's starting rectangle in the first turns, unless the enemy's own overlaps it.
    home: Option<Rect>,
}

/// For so many turns of its side no ship is drawn in the mover's starting rectangle without evidence.
const FIRST_TURNS: u64 = 3;

/// A hit of an earlier turn.
#[derive(Clone, Copy, Debug)]
pub(super) struct Hit {
    /// How many hits came later.
    number: usize,
    pub(super) turn: u64,
    pub(super) at: Coord,
    /// The ship that it sank.
    pub(super) sunk: Option<ShipName>,
}

/// A ship to draw.
#[derive(Clone, Copy, Debug)]
pub(super) struct Unseen {
    pub(super) name: ShipName,
    pub(super) is_sunk: bool,
    pub(super) waters: Rect,
}

/// A ship that lies somewhere, known or drawn.
#[derive(Clone, Copy, Debug)]
pub(super) struct Lying {
    pub(super) name: ShipName,
    pub(super) is_sunk: bool,
    pub(super) hull: Hull,
    /// Where it lay at the end of an earlier turn, and which.
    pub(super) earlier: Option<(u64, Hull)>,
    /// The segments that are destroyed.
    pub(super) destroyed: Segments,
    /// The destroyed segments that a hit was found for.
    pub(super) explained: Segments,
    /// The segments in sight.
    pub(super) seen: Segments,
}

impl Clues {
    pub(super) fn new(briefing: &Briefing) -> Self {
        let sunk: HashSet<_> = briefing.notes.iter().filter_map(sunk_name).collect();
        let loose = loose(briefing);
        let mut loose_fields: Vec<_> = loose.keys().copied().collect();
        loose_fields.sort_unstable();
        let (hits, misses) = shots(briefing);
        let unseen = briefing.enemy.iter().filter(|(_, enemy)| enemy.in_view.is_none());
        let unseen = unseen.map(|(name, enemy)| Unseen {
            name: *name,
            is_sunk: sunk.contains(name),
            waters: enemy.waters,
        });
        Self {
            enemy: briefing.side.other(),
            turn: briefing.turn,
            extended: briefing.extended,
            board: briefing.sketch().board().clone(),
            known: briefing.known.clone(),
            loose,
            loose_fields,
            sinkings: hits.iter().filter_map(|hit| Some((hit.sunk?, hit.number))).collect(),
            hits,
            misses,
            unseen: unseen.collect(),
            in_view: in_view(briefing),
            home: home(briefing),
        }
    }

    /// Whether a ship lies in the mover's starting rectangle in the first turns.
    pub(super) fn is_intruder(&self, ship: &Lying) -> bool {
        self.home.is_some_and(|home| !ship.hull.rect().common(&home).is_empty())
    }

    /// Whether there is any evidence of this kind.
    pub(super) fn has(&self, evidence: Evidence) -> bool {
        let last = self.turn.saturating_sub(1);
        match evidence {
            Evidence::Misses => !self.misses.is_empty(),
            Evidence::OlderHits => self.hits.iter().any(|hit| hit.turn < last),
            Evidence::LastHits => self.hits.iter().any(|hit| hit.turn >= last),
        }
    }

    /// Whether the side sees what is at `at`: a reef hides what lies there.
    pub(super) fn sees(&self, at: Coord) -> bool {
        self.known.holds(at) && !self.board.reef_at(at)
    }

    /// A ship at `hull`, as the rules and the present view allow it; `None` when they do not. Where the side
    /// sees nothing, it is whole, or sunk.
    pub(super) fn lying(&self, ship: Unseen, hull: Hull) -> Option<Lying> {
        let fits = ship.waters.covers(&hull.rect()) && self.board.holds(&hull);
        if !fits || self.board.reef_under(&hull) || self.is_beside_another(&hull) {
            return None;
        }
        let has_loose = self.has_loose_in(&hull.rect());
        let (mut destroyed, mut seen) = (Segments::default(), Segments::default());
        for (at, segment) in hull.fields().zip(0..) {
            let is_destroyed = match has_loose.then(|| self.loose.get(&at)).flatten() {
                None if self.sees(at) => return None,
                None => ship.is_sunk,
                Some(section) => {
                    let healthy = Section::of_segment(segment, hull.length(), true);
                    if *section != Section::Destroyed && (ship.is_sunk || *section != healthy) {
                        return None;
                    }
                    seen[segment as usize] = true;
                    *section == Section::Destroyed
                }
            };
            destroyed[segment as usize] = is_destroyed;
        }
        let explained = Segments::default();
        let (name, is_sunk) = (ship.name, ship.is_sunk);
        let lying = Lying { name, is_sunk, hull, earlier: None, destroyed, explained, seen };
        let is_all_in_sight = hull.fields().all(|at| self.known.holds(at));
        (!is_all_in_sight && lying.may_be_so()).then_some(lying)
    }

    /// Whether a segment in sight lies beside `hull`, which must then belong to another ship that touches it.
    fn is_beside_another(&self, hull: &Hull) -> bool {
        let is_other = |at: Coord| self.loose.contains_key(&at) && hull.segment_at(at).is_none();
        let around = hull.rect().grown(1);
        self.has_loose_in(&around) && around.fields().any(is_other)
    }

    /// Whether a segment of `loose` may lie in `area`. A few of them are compared in less time than the fields of
    /// a ship are looked up.
    fn has_loose_in(&self, area: &Rect) -> bool {
        const FEW: usize = 32;
        self.loose.len() > FEW || self.loose_fields.iter().any(|at| area.contains(*at))
    }

    /// Whether no healthy segment lies where a shot has missed.
    pub(super) fn avoids_misses(&self, ship: &Lying) -> bool {
        self.misses.is_empty() || ship.healthy_fields().all(|at| !self.misses.contains_key(&at))
    }

    /// Whether the ship may have lain where it did when shots missed. A ship that can move may have come
    /// since then; one that cannot has not.
    pub(super) fn agrees_with_misses(&self, ship: &Lying) -> bool {
        if self.misses.is_empty() {
            return true;
        }
        if self.extended && ship.destroyed[ship.last()] {
            let since = ship.earlier.map_or(self.turn, |(turn, _)| turn);
            return ship
                .healthy_fields()
                .all(|at| self.misses.get(&at).is_none_or(|turn| *turn < since));
        }
        let Some((turn, hull)) = ship.earlier else { return true };
        let earlier = Lying { hull, ..*ship };
        earlier.healthy_fields().all(|at| self.misses.get(&at) != Some(&turn))
    }

    /// How far `segment` of a ship has come since a shot has hit it, or before it came to where another one
    /// has; `None` when it cannot have been the one that was hit.
    pub(super) fn voyage(&self, ship: &Lying, segment: usize, hit: &Hit) -> Option<u64> {
        let later = |sinking: &usize| hit.number < *sinking;
        if self.sinkings.get(&ship.name).is_some_and(later) {
            return None;
        }
        let has_lost_engine = segment == ship.last() || hit.sunk.is_some();
        let (turn, hull) = match ship.earlier {
            Some(earlier) if !(self.extended && has_lost_engine) => earlier,
            _ => (self.turn, ship.hull),
        };
        let there = hull.fields().nth(segment)?;
        let way = there.row.abs_diff(hit.at.row).max(there.col.abs_diff(hit.at.col));
        let turns = if self.extended && has_lost_engine { 0 } else { turn.abs_diff(hit.turn) };
        let reach = u64::from(ship.name.class.moves() * ship.hull.length());
        (way <= turns.saturating_mul(reach)).then_some(way)
    }
}

impl Lying {
    /// The number of the last segment, the engine.
    pub(super) const fn last(&self) -> usize {
        self.hull.length() as usize - 1
    }

    /// Whether the ship is as damaged as it may be: wholly when it is sunk, else not wholly.
    pub(super) fn may_be_so(&self) -> bool {
        self.is_sunk == self.destroyed[..=self.last()].iter().all(|is_destroyed| *is_destroyed)
    }

    /// The fields of the healthy segments.
    fn healthy_fields(&self) -> impl Iterator<Item = Coord> + '_ {
        let fields = self.hull.fields().zip(&self.destroyed);
        fields.filter(|(_, is_destroyed)| !**is_destroyed).map(|(at, _)| at)
    }
}

fn home(briefing: &Briefing) -> Option<Rect> {
    let [own, other] = [briefing.side, briefing.side.other()].map(|side| briefing.starts[side]);
    (briefing.turn <= FIRST_TURNS && own.common(&other).is_empty()).then_some(own)
}

fn sunk_name(note: &Note) -> Option<ShipName> {
    if let Note::Sunk(name) = note { Some(*name) } else { None }
}

/// The segments in sight of ships that are not all in sight.
fn loose(briefing: &Briefing) -> HashMap<Coord, Section> {
    let whole = briefing.enemy.values().filter_map(|enemy| enemy.in_view.as_ref());
    let whole: HashSet<_> = whole.flat_map(|ship| ship.hull().fields()).collect();
    briefing.seen.iter().copied().filter(|(at, _)| !whole.contains(at)).collect()
}

/// The hits, the last one first, and the misses.
fn shots(briefing: &Briefing) -> (Vec<Hit>, HashMap<Coord, u64>) {
    let (mut hits, mut misses) = (Vec::<Hit>::new(), HashMap::new());
    let mut turn = 0;
    for note in &briefing.notes {
        match *note {
            Note::Turn(number) => turn = number,
            Note::Hit(at) => hits.push(Hit { number: 0, turn, at, sunk: None }),
            Note::Miss(at) => {
                misses.insert(at, turn);
            }
            Note::Sunk(name) => {
                if let Some(hit) = hits.last_mut() {
                    hit.sunk = Some(name);
                }
            }
            Note::Struck(_)
            | Note::Seen(..)
            | Note::Spied(_)
            | Note::Drawn(_)
            | Note::Undrawn(_)
            | Note::Without(_)
            | Note::Refused(..) => {}
        }
    }
    hits.reverse();
    for (number, hit) in hits.iter_mut().enumerate() {
        hit.number = number;
    }
    (hits, misses)
}

fn in_view(briefing: &Briefing) -> Vec<Lying> {
    let ships =
        briefing.enemy.iter().filter_map(|(name, enemy)| Some((*name, enemy.in_view.as_ref()?)));
    let lying = |(name, ship): (ShipName, &broadside_core::board::Ship)| {
        let is = |is_meant: &dyn Fn(u32) -> bool| {
            let mut segments = Segments::default();
            for (segment, number) in segments.iter_mut().zip(0..ship.hull().length()) {
                *segment = is_meant(number);
            }
            segments
        };
        Lying {
            name,
            is_sunk: ship.is_sunk(),
            hull: *ship.hull(),
            earlier: None,
            destroyed: is(&|segment| !ship.is_healthy(segment)),
            explained: Segments::default(),
            seen: is(&|_| true),
        }
    };
    ships.map(lying).collect()
}
