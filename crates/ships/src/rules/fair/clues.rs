//! What a side knows about the enemy ships that are not in full view. A ship is in full view if all
//! its fields are in sight.

use super::{Briefing, Evidence, Note};
use crate::rules::{Class, Known, Section, ShipName};
use broadside_core::board::{Board, Coord, Hull, Rect, Seeded, Ship, Side};
use std::collections::{HashMap, HashSet};

/// A set of segments of a ship. Index 0 is the bow.
pub(super) type Segments = [bool; Class::LONGEST];

pub(super) const SEGMENTS: [u32; Class::LONGEST] = [0, 1, 2, 3, 4];

/// The facts of a briefing from which the enemy's unseen ships are drawn. To draw a ship is to
/// choose a random position for it.
#[derive(Debug)]
pub(super) struct Clues {
    pub(super) enemy: Side,
    pub(super) turn: u64,
    extended: bool,
    /// The board with the side's own ships, and the ships of the enemy in full view.
    pub(super) board: Board,
    pub(super) known: Known,
    /// The visible segments of the ships that are not in full view.
    pub(super) partly_seen: HashMap<Coord, Section, Seeded>,
    /// The fields of `partly_seen`, sorted by row, then column.
    pub(super) partly_seen_fields: Vec<Coord>,
    /// The hits of the side, the last hit first.
    pub(super) hits: Vec<Hit>,
    /// For each sunk ship, the number of the hit that sank it. See [`Hit::number`].
    sinkings: HashMap<ShipName, usize, Seeded>,
    /// The fields of misses, each with the turn of the last miss on it.
    pub(super) misses: HashMap<Coord, u64, Seeded>,
    pub(super) unseen: Vec<Unseen>,
    pub(super) in_view: Vec<Position>,
    /// The starting rectangle of the side. `None` after the first turns, or if it overlaps the
    /// starting rectangle of the enemy.
    home: Option<Rect>,
}

/// Up to this turn, enemy ships that were neither seen nor hit are drawn outside the side's own
/// starting rectangle, if possible.
const FIRST_TURNS: u64 = 3;

#[derive(Clone, Copy, Debug)]
pub(super) struct Hit {
    /// The number of later hits.
    number: usize,
    pub(super) turn: u64,
    pub(super) at: Coord,
    pub(super) sunk: Option<ShipName>,
}

/// A ship of the enemy that is not in full view.
#[derive(Clone, Copy, Debug)]
pub(super) struct Unseen {
    pub(super) name: ShipName,
    pub(super) is_sunk: bool,
    /// A rectangle that the ship cannot have left.
    pub(super) waters: Rect,
}

/// A known or drawn position of a ship.
#[derive(Clone, Copy, Debug)]
pub(super) struct Position {
    pub(super) name: ShipName,
    pub(super) is_sunk: bool,
    pub(super) hull: Hull,
    /// The turn of the hit for which the ship was drawn, and its position in that turn. `None` if
    /// the ship was not drawn for a hit.
    pub(super) earlier: Option<(u64, Hull)>,
    pub(super) destroyed: Segments,
    /// The destroyed segments to which a hit was assigned.
    pub(super) explained: Segments,
    pub(super) seen: Segments,
}

impl Clues {
    /// Collects the clues of a briefing. `board` is the board of its [sketch](Briefing::sketch).
    pub(super) fn new(briefing: &Briefing, board: Board) -> Self {
        let partly_seen = partly_seen(briefing);
        let mut partly_seen_fields: Vec<_> = partly_seen.keys().copied().collect();
        partly_seen_fields.sort_unstable();
        let (hits, misses) = shots(briefing);
        let sinkings: HashMap<_, _, Seeded> =
            hits.iter().filter_map(|hit| Some((hit.sunk?, hit.number))).collect();
        let unseen = briefing.enemy.iter().filter(|(_, enemy)| enemy.in_view.is_none());
        let unseen = unseen.map(|(name, enemy)| Unseen {
            name: *name,
            is_sunk: sinkings.contains_key(name),
            waters: enemy.waters,
        });
        Self {
            enemy: briefing.side.other(),
            turn: briefing.turn,
            extended: briefing.extended,
            board,
            known: briefing.known.clone(),
            partly_seen,
            partly_seen_fields,
            hits,
            misses,
            unseen: unseen.collect(),
            sinkings,
            in_view: in_view(briefing),
            home: home(briefing),
        }
    }

    /// Whether a part of the ship lies in the rectangle `home`.
    pub(super) fn is_intruder(&self, ship: &Position) -> bool {
        self.home.is_some_and(|home| ship.hull.rect().overlaps(&home))
    }

    pub(super) fn has(&self, evidence: Evidence) -> bool {
        let last = self.turn.saturating_sub(1);
        match evidence {
            Evidence::Misses => !self.misses.is_empty(),
            Evidence::OlderHits => self.hits.iter().any(|hit| hit.turn < last),
            Evidence::LastHits => self.hits.iter().any(|hit| hit.turn >= last),
        }
    }

    /// Whether the side would see a ship on `at`. A reef hides everything on its field.
    pub(super) fn sees(&self, at: Coord) -> bool {
        self.known.holds(at) && !self.board.reef_at(at)
    }

    /// Returns the position of a ship at `hull`. Returns `None` if the hull leaves the waters of
    /// the ship, covers a reef, or contradicts what the side sees. Does not look at the ships on
    /// the board. A segment out of sight counts as destroyed if the ship is sunk, and as healthy
    /// otherwise.
    pub(super) fn position(&self, ship: Unseen, hull: Hull) -> Option<Position> {
        let fits = ship.waters.covers(&hull.rect()) && self.board.is_open(&hull);
        if !fits || self.is_beside_another(&hull) {
            return None;
        }
        let has_partly_seen = self.has_partly_seen_in(&hull.rect());
        let (mut destroyed, mut seen) = (Segments::default(), Segments::default());
        for (at, segment) in hull.fields().zip(0..) {
            let is_destroyed = match has_partly_seen.then(|| self.partly_seen.get(&at)).flatten() {
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
        let ship = Position { name, is_sunk, hull, earlier: None, destroyed, explained, seen };
        let is_all_in_sight = hull.fields().all(|at| self.known.holds(at));
        (!is_all_in_sight && ship.has_possible_damage()).then_some(ship)
    }

    /// Whether a segment in sight lies beside `hull`. This segment would be a part of another ship,
    /// and ships never touch, so `hull` is then impossible.
    fn is_beside_another(&self, hull: &Hull) -> bool {
        let is_other =
            |at: Coord| self.partly_seen.contains_key(&at) && hull.segment_at(at).is_none();
        let around = hull.rect().grown(1);
        self.has_partly_seen_in(&around) && around.fields().any(is_other)
    }

    /// Whether a segment of `partly_seen` may lie in `area`. Always `true` if `partly_seen` has
    /// many segments. If it has few, this test is faster than a look-up of each field of a ship.
    fn has_partly_seen_in(&self, area: &Rect) -> bool {
        const FEW: usize = 32;
        self.partly_seen.len() > FEW || self.partly_seen_fields.iter().any(|at| area.contains(*at))
    }

    pub(super) fn avoids_misses(&self, ship: &Position) -> bool {
        self.misses.is_empty() || ship.healthy_fields().all(|at| !self.misses.contains_key(&at))
    }

    /// Whether the position of the ship agrees with the misses. In an extended game, a ship with a
    /// destroyed engine counts as unmoved since its earlier position. So the ship must avoid all
    /// misses since then. Any other ship may have moved. So only its earlier position is compared,
    /// and only with the misses of that turn.
    pub(super) fn agrees_with_misses(&self, ship: &Position) -> bool {
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
        let earlier = Position { hull, ..*ship };
        earlier.healthy_fields().all(|at| self.misses.get(&at) != Some(&turn))
    }

    /// Returns how far a segment is from a hit: the larger of the distances in rows and in columns.
    /// Returns `None` if the hit cannot have been on this segment.
    pub(super) fn distance_from_hit(
        &self,
        ship: &Position,
        segment: usize,
        hit: &Hit,
    ) -> Option<u64> {
        // Later hits have smaller numbers.
        let is_later = |sinking: &usize| hit.number < *sinking;
        if self.sinkings.get(&ship.name).is_some_and(is_later) {
            return None;
        }
        let class = ship.name.class;
        let is_stuck = self.is_stuck_after(hit, class, segment);
        let (turn, hull) = match ship.earlier {
            Some(earlier) if !is_stuck => earlier,
            _ => (self.turn, ship.hull),
        };
        let field = hull.fields().nth(segment)?;
        let distance = field.row.abs_diff(hit.at.row).max(field.col.abs_diff(hit.at.col));
        let turns = if is_stuck { 0 } else { turn.abs_diff(hit.turn) };
        let moves = turns.saturating_mul(u64::from(class.moves()));
        (distance <= farthest(moves, class.length())).then_some(distance)
    }

    /// Whether the hit on this segment keeps a ship from moving.
    pub(super) fn is_stuck_after(&self, hit: &Hit, class: Class, segment: usize) -> bool {
        self.extended && (segment + 1 == class.length() as usize || hit.sunk.is_some())
    }
}

impl Position {
    pub(super) const fn last(&self) -> usize {
        self.hull.length() as usize - 1
    }

    /// Whether a sunk ship has no healthy segment, and a ship afloat has at least one.
    pub(super) fn has_possible_damage(&self) -> bool {
        self.is_sunk == self.destroyed[..=self.last()].iter().all(|is_destroyed| *is_destroyed)
    }

    fn healthy_fields(&self) -> impl Iterator<Item = Coord> + '_ {
        let fields = self.hull.fields().zip(&self.destroyed);
        fields.filter(|(_, is_destroyed)| !**is_destroyed).map(|(at, _)| at)
    }
}

/// Returns an upper limit for how many fields away a segment can be after this number of moves. A
/// change of heading takes the stern `length` fields forward.
pub(super) fn farthest(moves: u64, length: u32) -> u64 {
    moves.saturating_mul(u64::from(length))
}

fn home(briefing: &Briefing) -> Option<Rect> {
    let [own, other] = [briefing.side, briefing.side.other()].map(|side| briefing.starts[side]);
    (briefing.turn <= FIRST_TURNS && !own.overlaps(&other)).then_some(own)
}

fn partly_seen(briefing: &Briefing) -> HashMap<Coord, Section, Seeded> {
    let whole = briefing.enemy.values().filter_map(|enemy| enemy.in_view.as_ref());
    let whole: HashSet<_, Seeded> = whole.flat_map(|ship| ship.hull().fields()).collect();
    briefing.seen.iter().copied().filter(|(at, _)| !whole.contains(at)).collect()
}

fn shots(briefing: &Briefing) -> (Vec<Hit>, HashMap<Coord, u64, Seeded>) {
    let (mut hits, mut misses, mut turn) = (Vec::<Hit>::new(), HashMap::default(), 0);
    for note in &briefing.notes {
        if let Note::Turn(number) = *note {
            turn = number;
        } else if let Note::Hit(at) = *note {
            hits.push(Hit { number: 0, turn, at, sunk: None });
        } else if let Note::Miss(at) = *note {
            misses.insert(at, turn);
        } else if let (Note::Sunk(name), Some(hit)) = (*note, hits.last_mut()) {
            hit.sunk = Some(name);
        }
    }
    hits.reverse();
    for (number, hit) in hits.iter_mut().enumerate() {
        hit.number = number;
    }
    (hits, misses)
}

fn in_view(briefing: &Briefing) -> Vec<Position> {
    let ships = briefing.enemy().filter_map(|(name, ship)| Some((name, ship?)));
    let position = |(name, ship): (ShipName, &Ship)| {
        let length = ship.hull().length();
        Position {
            name,
            is_sunk: ship.is_sunk(),
            hull: *ship.hull(),
            earlier: None,
            destroyed: SEGMENTS.map(|segment| segment < length && !ship.is_healthy(segment)),
            explained: Segments::default(),
            seen: SEGMENTS.map(|segment| segment < length),
        }
    };
    ships.map(position).collect()
}
