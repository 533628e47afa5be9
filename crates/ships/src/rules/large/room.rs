//! Finds positions for missing ships in the gaps of a starting rectangle. A gap is a part of a row
//! or column that has no reefs, no ships and no fields around ships. A new ship fits if all its
//! fields are in one gap. The ship can then point in two directions. A row or column without
//! blocked fields is one gap, so empty sea is not searched field by field.

use crate::rules::{Class, Game};
use broadside_core::Cancel;
use broadside_core::board::{Coord, Heading, Hull, Rect, Side};
use std::ops::ControlFlow::{self, Break, Continue};

/// A series of free fields in a line (a row or a column). `first` and `last` are places in the
/// line.
#[derive(Clone, Copy, Debug)]
struct Gap {
    line: i64,
    first: i64,
    last: i64,
}

/// The lines of a rectangle: its rows or its columns. A place is the position of a field in its
/// line.
struct View {
    /// The rectangle. Its rows and columns are swapped if the columns are the lines.
    room: Rect,
    /// The blocked rectangles, sorted by their first line. They may overlap.
    blocked: Vec<Rect>,
}

impl Game {
    /// Whether at least one missing ship of `side` has a legal position.
    pub fn can_place(&self, side: Side) -> bool {
        self.try_place(side, &Cancel::default())
    }

    /// Does the work of [`can_place`](Self::can_place). The result must not be used if `cancel` is
    /// set.
    pub(in crate::rules) fn try_place(&self, side: Side, cancel: &Cancel) -> bool {
        let Some(shortest) = self.missing(side).map(|(class, _)| class.length()).min() else {
            return false;
        };
        let room = self.start_on_board(side);
        if room.is_empty() {
            return false;
        }
        let has_gap = |view: &View| view.each_gap(shortest, cancel, |_| Break(())).is_break();
        let rows = View::rows(room, self.blocked(room, cancel));
        has_gap(&rows) || has_gap(&rows.turned())
    }

    /// Returns all legal positions for a new ship of `class`, sorted by heading, then row, then
    /// column of the bow. The list must not be used if `cancel` is set.
    #[doc(hidden)]
    pub fn free_berths(&self, side: Side, class: Class, cancel: &Cancel) -> Vec<Hull> {
        let room = self.start_on_board(side);
        if room.is_empty() {
            return Vec::new();
        }
        let length = class.length();
        let gaps = |view: &View| {
            let mut gaps = Vec::new();
            let _ = view.each_gap(length, cancel, |gap| {
                gaps.push(gap);
                Continue(())
            });
            gaps
        };
        let rows = View::rows(room, self.blocked(room, cancel));
        let (across, down) = (gaps(&rows), gaps(&rows.turned()));
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

    fn blocked(&self, room: Rect, cancel: &Cancel) -> Vec<Rect> {
        let reefs = self.board.reefs().laid().iter().filter(|at| room.contains(**at));
        let reefs = reefs.map(|at| Rect::around(*at, 0));
        let ships = self.board.ships().map(|(_, ship)| ship.hull().rect().grown(1).common(&room));
        let ships = ships.filter(|rect| !rect.is_empty());
        reefs.chain(ships).take_while(|_| !cancel.is_set()).collect()
    }
}

/// Returns the fields on which the bow of a ship in one of the gaps can lie, sorted. `bow` is the
/// distance from the first place that the ship covers to the place of its bow.
fn bows(gaps: &[Gap], bow: u32, length: u32, at: impl Fn(i64, i64) -> Coord) -> Vec<Coord> {
    let (bow, body) = (i64::from(bow), i64::from(length) - 1);
    let bows_in = |gap: &Gap| {
        let line = gap.line;
        (gap.first..=gap.last - body).map(move |place| (line, place + bow))
    };
    let mut bows: Vec<_> =
        gaps.iter().flat_map(bows_in).map(|(line, place)| at(line, place)).collect();
    bows.sort_unstable();
    bows
}

impl View {
    fn rows(room: Rect, mut blocked: Vec<Rect>) -> Self {
        blocked.sort_unstable_by_key(|rect| (rect.top, rect.left));
        Self { room, blocked }
    }

    fn turned(self) -> Self {
        let turned = |Rect { top, left, bottom, right }| Rect {
            top: left,
            left: top,
            bottom: right,
            right: bottom,
        };
        Self::rows(turned(self.room), self.blocked.into_iter().map(turned).collect())
    }

    /// Calls `visit` with each gap of at least `length` fields, line by line. Stops when `visit`
    /// breaks. If `cancel` is set, stops after a line with a blocked field.
    fn each_gap(
        &self,
        length: u32,
        cancel: &Cancel,
        mut visit: impl FnMut(Gap) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let body = i64::from(length) - 1;
        let Rect { top, left: first, bottom, right: last } = self.room;
        if last - first < body {
            return Continue(());
        }
        let whole = |line| Gap { line, first, last };
        let mut next = top;
        let mut sweep = Sweep { next_line: next, here: Vec::new(), waiting: &self.blocked };
        while let Some(line) = sweep.advance() {
            (next..line).map(whole).try_for_each(&mut visit)?;
            let mut gaps = self.gaps(line, &sweep.here).filter(|gap| gap.last - gap.first >= body);
            gaps.try_for_each(&mut visit)?;
            if cancel.is_set() {
                return Break(());
            }
            next = line + 1;
        }
        (next..=bottom).map(whole).try_for_each(visit)
    }

    /// Returns the gaps of a line. `blocked` has the rectangles that cross it, sorted by place.
    fn gaps<'r>(&self, line: i64, blocked: &'r [Rect]) -> impl Iterator<Item = Gap> + use<'r> {
        let (mut first, end) = (self.room.left, self.room.right);
        // A wall is a blocked part of the line. The last wall is after the line's end. `end + 1`
        // does not overflow, because a board has at most `i64::MAX` rows or columns.
        let walls = blocked.iter().map(|rect| (rect.left, rect.right)).chain([(end + 1, end)]);
        walls.filter_map(move |(wall, wall_end)| {
            let gap = Gap { line, first, last: wall - 1 };
            first = first.max(wall_end + 1);
            (gap.first <= gap.last).then_some(gap)
        })
    }
}

/// A walk over the lines that have blocked fields, in order.
struct Sweep<'v> {
    next_line: i64,
    /// The blocked rectangles that cross the last line that `advance` returned, sorted by place.
    here: Vec<Rect>,
    /// The blocked rectangles that begin on later lines.
    waiting: &'v [Rect],
}

impl Sweep<'_> {
    fn advance(&mut self) -> Option<i64> {
        self.here.retain(|rect| rect.bottom >= self.next_line);
        let line = if self.here.is_empty() { self.waiting.first()?.top } else { self.next_line };
        let starting = self.waiting.iter().take_while(|rect| rect.top == line).count();
        let (starting, waiting) = self.waiting.split_at(starting);
        self.here.extend_from_slice(starting);
        // Both parts are sorted, and a stable sort merges two sorted parts quickly.
        self.here.sort_by_key(|rect| rect.left);
        (self.next_line, self.waiting) = (line + 1, waiting);
        Some(line)
    }
}
