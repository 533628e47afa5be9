//! Where ships still have room in a starting rectangle: the runs of fields, along rows and columns,
//! that reefs and ships with their rims leave.
//!
//! A ship may lie where its fields are free, whichever way its bow points. What is blocked is as much
//! as ships and reefs make it, so that empty sea is never walked.

use crate::rules::{Class, Game};
use broadside_core::Cancel;
use broadside_core::board::{Coord, Heading, Hull, Rect, Side};

/// A run of fields in a row or a column, from the first to the last one.
#[derive(Clone, Copy, Debug)]
struct Run {
    line: i64,
    first: i64,
    last: i64,
}

/// A room, seen along its rows or along its columns.
struct View {
    /// The first and last line, and the first and last place of each.
    lines: (i64, i64),
    places: (i64, i64),
    /// What is blocked, by its first line; rectangles may overlap.
    blocked: Vec<Rect>,
}

impl Game {
    /// Whether some missing ship of `side` has a legal place.
    pub fn can_place(&self, side: Side) -> bool {
        self.try_place(side, &Cancel::default())
    }

    /// Like [`can_place`](Self::can_place); the result is meaningless once `cancel` is set.
    pub(in crate::rules) fn try_place(&self, side: Side, cancel: &Cancel) -> bool {
        let Some(shortest) = self.missing(side).map(|(class, _)| class.length()).min() else {
            return false;
        };
        let room = self.room(side);
        if room.is_empty() {
            return false;
        }
        let has_run = |view: View| view.has_run(shortest, cancel);
        has_run(View::rows(room, self.blocked(room, cancel)))
            || has_run(View::columns(room, self.blocked(room, cancel)))
    }

    /// All legal places for a ship of `class`: heading after heading, row by row. Some may be missing
    /// once `cancel` is set.
    pub(in crate::rules) fn free_berths(
        &self,
        side: Side,
        class: Class,
        cancel: &Cancel,
    ) -> Vec<Hull> {
        let room = self.room(side);
        if room.is_empty() {
            return Vec::new();
        }
        let length = class.length();
        let across = View::rows(room, self.blocked(room, cancel)).runs(length, cancel);
        let down = View::columns(room, self.blocked(room, cancel)).runs(length, cancel);
        let mut berths = Vec::new();
        for heading in Heading::ALL {
            let bows = match heading {
                Heading::West => bows(&across, 0, length, Coord::new),
                Heading::East => bows(&across, length - 1, length, Coord::new),
                Heading::North => bows(&down, 0, length, |line, at| Coord::new(at, line)),
                Heading::South => bows(&down, length - 1, length, |line, at| Coord::new(at, line)),
            };
            berths.extend(bows.into_iter().filter_map(|bow| Hull::new(bow, heading, length)));
        }
        berths
    }

    /// The rectangles in `room` in which no ship may lie: reefs, and ships with a rim of one field.
    fn blocked(&self, room: Rect, cancel: &Cancel) -> Vec<Rect> {
        let reefs = self.board.reefs().laid().iter().filter(|at| room.contains(**at));
        let reefs = reefs.map(|at| Rect::spanning(*at, *at));
        let ships = self.board.ships().map(|(_, ship)| ship.hull().rect().grown(1).common(&room));
        let ships = ships.filter(|rect| !rect.is_empty());
        reefs.chain(ships).take_while(|_| !cancel.is_set()).collect()
    }
}

/// Where the bows of ships may be in the runs, the bow so many fields behind the first one, sorted.
fn bows(runs: &[Run], bow: u32, length: u32, at: impl Fn(i64, i64) -> Coord) -> Vec<Coord> {
    let (bow, body) = (i64::from(bow), i64::from(length) - 1);
    let of = |run: &Run| {
        let line = run.line;
        (run.first..=run.last - body).map(move |place| (line, place + bow))
    };
    let mut bows: Vec<_> = runs.iter().flat_map(of).map(|(line, place)| at(line, place)).collect();
    bows.sort_unstable();
    bows
}

impl View {
    /// The rows of a room.
    fn rows(room: Rect, mut blocked: Vec<Rect>) -> Self {
        blocked.sort_unstable_by_key(|rect| (rect.top, rect.left));
        Self { lines: (room.top, room.bottom), places: (room.left, room.right), blocked }
    }

    /// The columns of a room.
    fn columns(room: Rect, mut blocked: Vec<Rect>) -> Self {
        let turned = |rect: &Rect| Rect {
            top: rect.left,
            left: rect.top,
            bottom: rect.right,
            right: rect.bottom,
        };
        for rect in &mut blocked {
            *rect = turned(rect);
        }
        Self::rows(turned(&room), blocked)
    }

    /// Whether there is a free run of `length` fields.
    fn has_run(&self, length: u32, cancel: &Cancel) -> bool {
        let body = u64::from(length) - 1;
        if self.places.0.abs_diff(self.places.1) < body {
            return false;
        }
        let mut next = self.lines.0;
        let mut sweep = self.sweep();
        while let Some(line) = sweep.advance() {
            let is_long = |gap: Run| gap.first.abs_diff(gap.last) >= body;
            if line > next || self.gaps(line, &sweep.here).any(is_long) || cancel.is_set() {
                return true;
            }
            next = line + 1;
        }
        next <= self.lines.1
    }

    /// The free runs of at least `length` fields, line by line. All lines are walked.
    fn runs(&self, length: u32, cancel: &Cancel) -> Vec<Run> {
        let body = i64::from(length) - 1;
        let mut runs = Vec::new();
        if self.places.1 - self.places.0 < body {
            return runs;
        }
        let whole = |line| Run { line, first: self.places.0, last: self.places.1 };
        let mut next = self.lines.0;
        let mut sweep = self.sweep();
        while let Some(line) = sweep.advance() {
            if cancel.is_set() {
                return runs;
            }
            runs.extend((next..line).map(whole));
            let gaps = self.gaps(line, &sweep.here);
            runs.extend(gaps.filter(|gap| gap.last - gap.first >= body));
            next = line + 1;
        }
        runs.extend((next..=self.lines.1).map(whole));
        runs
    }

    /// What `blocked`, sorted, leaves of a line.
    fn gaps<'r>(&self, line: i64, blocked: &'r [Rect]) -> impl Iterator<Item = Run> + use<'r> {
        let (start, end) = self.places;
        let mut first = start;
        // The last column of the largest board is the last number but one: nothing goes beyond `end + 1`.
        let walls = blocked.iter().map(|rect| (rect.left, rect.right)).chain([(end + 1, end)]);
        walls.filter_map(move |(wall, behind)| {
            let gap = Run { line, first, last: wall - 1 };
            first = first.max(behind + 1);
            (gap.first <= gap.last).then_some(gap)
        })
    }

    fn sweep(&self) -> Sweep<'_> {
        Sweep { line: self.lines.0, here: Vec::new(), waiting: &self.blocked }
    }
}

/// Goes from line to line, so that what is blocked is never spelled out for all lines together.
struct Sweep<'v> {
    /// The line to come, if anything is blocked there.
    line: i64,
    /// What is blocked on the last line, sorted by place.
    here: Vec<Rect>,
    /// What begins on later lines.
    waiting: &'v [Rect],
}

impl Sweep<'_> {
    /// Goes to the next line on which something is blocked.
    fn advance(&mut self) -> Option<i64> {
        self.here.retain(|rect| rect.bottom >= self.line);
        let line = if self.here.is_empty() { self.waiting.first()?.top } else { self.line };
        let come = self.waiting.iter().take_while(|rect| rect.top == line).count();
        let (come, waiting) = self.waiting.split_at(come);
        self.here.extend_from_slice(come);
        // Two sorted runs, which a stable sort knows how to merge.
        self.here.sort_by_key(|rect| rect.left);
        (self.line, self.waiting) = (line + 1, waiting);
        Some(line)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::{Health, Setting};
    use broadside_core::dice::{Dice, Twister};

    fn crowded(dice: &mut Twister) -> Game {
        let mut game = Game::default();
        let mut draw = |n: u64| i64::try_from(dice.below(n)).unwrap();
        for _ in 0..draw(60) {
            game.set(&Setting::Reef(Coord::new(draw(21), draw(10)))).unwrap();
        }
        for _ in 0..draw(6) {
            let bow = Coord::new(draw(20), draw(10));
            let hull = Hull::new(bow, Heading::North, 2).unwrap();
            if game.board.holds(&hull) && game.check_berth(&hull, None).is_ok() {
                let index = i64::try_from(game.names.len()).unwrap();
                let health = Health::new(Class::Destroyer, &[true, true]).unwrap();
                let (side, heading) = (Side::Second, Heading::North);
                let ship = Setting::Ship { side, bow, heading, index, health };
                // Of five ships or more the last ones have no name.
                assert_eq!(game.set(&ship).is_ok(), index < 4);
            }
        }
        let rect =
            Rect { top: draw(9) - 3, left: draw(9) - 3, bottom: draw(21) - 1, right: draw(12) - 1 };
        game.set(&Setting::Start(Side::First, rect)).unwrap();
        game
    }

    #[test]
    fn free_places_are_those_that_walking_finds() {
        let mut dice = Twister::from_cpp_seed(3);
        let cancel = Cancel::default();
        for _ in 0..300 {
            let game = crowded(&mut dice);
            let mut can_place = false;
            for class in Class::ALL {
                let room = game.room(Side::First);
                let walked = Heading::ALL.into_iter().flat_map(|heading| {
                    let fields = room.fields().filter(|_| !room.is_empty());
                    let hulls = fields.filter_map(move |at| Hull::new(at, heading, class.length()));
                    hulls.filter(|hull| room.covers(&hull.rect()))
                });
                let walked: Vec<_> =
                    walked.filter(|hull| game.check_berth(hull, None).is_ok()).collect();
                can_place |= !walked.is_empty();
                assert_eq!(game.free_berths(Side::First, class, &cancel), walked);
            }
            assert_eq!(game.can_place(Side::First), can_place);
        }
    }
}
