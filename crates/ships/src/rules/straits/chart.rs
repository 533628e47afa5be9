//! A small board, stored as bits. It shows where ships fit, how they can move, and which fields
//! their cannons reach.

use broadside_core::board::{Board, Coord, Heading, Hull};

/// A set of fields of a [`Chart`], with one bit for each field, row by row. After each row comes
/// one bit that is not a field. So a ship that is shifted over the edge of a row is off the board.
pub(in crate::rules) type Fields = u128;

/// A set of positions of a ship: for each heading, the fields of the bow.
pub(in crate::rules) type Bows = [Fields; 4];

/// The fields and the reefs of a board, without ships. All fields and hulls that the methods get
/// must be on the board, except for [`admits`](Self::admits).
#[doc(hidden)]
#[derive(Clone, Copy, Debug)]
pub struct Chart {
    /// The number of bits from the start of a row to the start of the next row.
    row: i64,
    fields: Fields,
    reefs: Fields,
}

impl Chart {
    /// Returns the chart of a board, or `None` if the board does not fit in the bits.
    pub fn of(board: &Board) -> Option<Self> {
        let dims = board.dims();
        let row = dims.cols().checked_add(1)?;
        if row.checked_mul(dims.rows())? > i64::from(Fields::BITS) {
            return None;
        }
        let mut chart = Self { row, fields: 0, reefs: 0 };
        for at in dims.rect().fields() {
            chart.fields |= chart.bit(at);
            if board.reef_at(at) {
                chart.reefs |= chart.bit(at);
            }
        }
        Some(chart)
    }

    pub const fn bit(&self, at: Coord) -> Fields {
        1 << (at.row * self.row + at.col)
    }

    /// Returns the field of the lowest bit that is set.
    pub(in crate::rules) fn first(&self, fields: Fields) -> Coord {
        let bit = i64::from(fields.trailing_zeros());
        Coord::new(bit / self.row, bit % self.row)
    }

    pub(in crate::rules) fn bits(&self, fields: impl IntoIterator<Item = Coord>) -> Fields {
        fields.into_iter().fold(0, |all, at| all | self.bit(at))
    }

    pub(in crate::rules) fn hull(&self, hull: &Hull) -> Fields {
        self.bits(hull.fields())
    }

    pub(in crate::rules) fn hulls<'h>(&self, hulls: impl IntoIterator<Item = &'h Hull>) -> Fields {
        self.bits(hulls.into_iter().flat_map(Hull::fields))
    }

    pub fn bows(&self, hull: &Hull) -> Bows {
        let mut bows = [0; 4];
        bows[hull.heading() as usize] = self.bit(hull.bow());
        bows
    }

    /// Whether `berths` has the position of `hull`, which may be off the board.
    pub fn admits(&self, berths: &Bows, hull: &Hull) -> bool {
        let Coord { row, col } = hull.bow();
        let is_near =
            (0..self.row - 1).contains(&col) && (0..i64::from(Fields::BITS)).contains(&row);
        let bit = row * self.row + col;
        is_near && bit < i64::from(Fields::BITS) && berths[hull.heading() as usize] >> bit & 1 == 1
    }

    /// Returns the legal positions of a ship of `length` if other ships lie on `others`.
    pub fn berths(&self, length: u32, others: Fields) -> Bows {
        let free = self.fields & !self.around(others) & !self.reefs;
        Heading::ALL.map(|heading| {
            let step = self.step(heading);
            let segments = (0..i64::from(length)).map(|segment| shifted(free, segment * step));
            segments.fold(free, |bows, fields| bows & fields)
        })
    }

    /// Returns the positions in `berths` that ships of `length` at `bows` reach with one move.
    pub fn moved(&self, length: u32, bows: &Bows, berths: &Bows) -> Bows {
        let mut next = [0; 4];
        for (from, to, by) in self.moves(length) {
            next[to] |= shifted(bows[from], by) & berths[to];
        }
        next
    }

    /// Returns the positions in `berths` from which one move leads to `bows`.
    pub fn moved_back(&self, length: u32, bows: &Bows, berths: &Bows) -> Bows {
        let mut before = [0; 4];
        for (from, to, by) in self.moves(length) {
            before[from] |= shifted(bows[to], -by) & berths[from];
        }
        before
    }

    /// Returns the twelve moves. Each has the heading before, the heading after, and the number of
    /// bits by which the bow moves.
    fn moves(&self, length: u32) -> [(usize, usize, i64); 12] {
        let steps = Heading::ALL.map(|heading| self.step(heading));
        let body = i64::from(length) - 1;
        std::array::from_fn(|number| {
            // Headings are numbered clockwise, so a turn adds 1 or 3 to the number.
            let (from, turn) = (number / 3, [0, 1, 3][number % 3]);
            let to = (from + turn) % 4;
            (from, to, steps[from] + if turn == 0 { 0 } else { body * steps[to] })
        })
    }

    /// Returns the fields of the cannons of ships at `bows`.
    pub fn cannons(&self, bows: &Bows) -> Fields {
        let behind = |heading: Heading| shifted(bows[heading as usize], -self.step(heading));
        Heading::ALL.into_iter().fold(0, |cannons, heading| cannons | behind(heading))
    }

    /// Returns the fields of the board that are within `range` of at least one of `cannons`.
    pub fn within(&self, cannons: Fields, range: u32) -> Fields {
        let range = i64::from(range);
        let (mut wide, mut reach, mut all) = (cannons, 0, 0);
        // Goes from the farthest row to the nearest. The nearer a row is, the more of its fields
        // are in range, so `wide` only grows.
        for rows in (0..=range).rev() {
            while (reach + 1) * (reach + 1) + rows * rows <= range * range {
                wide = self.beside(wide);
                reach += 1;
            }
            all |= shifted(wide, rows * self.row) | shifted(wide, -rows * self.row);
        }
        all & self.fields
    }

    /// Returns `fields` and all fields that touch them, also diagonally.
    fn around(&self, fields: Fields) -> Fields {
        let wide = self.beside(fields);
        (wide | shifted(wide, self.row) | shifted(wide, -self.row)) & self.fields
    }

    /// Returns `fields` and their neighbours in the same row.
    const fn beside(&self, fields: Fields) -> Fields {
        (fields | fields << 1 | fields >> 1) & self.fields
    }

    const fn step(&self, heading: Heading) -> i64 {
        let (rows, cols) = heading.step();
        rows * self.row + cols
    }
}

/// Shifts to the left, or to the right if `by` is negative. Bits that leave the number are lost.
#[inline]
fn shifted(fields: Fields, by: i64) -> Fields {
    let steps = u32::try_from(by.unsigned_abs()).unwrap_or(u32::MAX);
    let all = if by < 0 { fields.checked_shr(steps) } else { fields.checked_shl(steps) };
    all.unwrap_or(0)
}

/// One possible arrangement of all enemy ships on the board.
#[doc(hidden)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Scene {
    /// The fields of all ships of the enemy, also of sunk ships.
    pub hulls: Fields,
    /// The healthy segments of these ships. A shot at a segment removes the segment from this set.
    pub targets: Fields,
}

/// Scenes that were drawn at random, each with the number of times that it was drawn.
#[doc(hidden)]
#[derive(Clone, Debug, Default)]
pub struct Scenes(Vec<(Scene, u32)>);

impl Scenes {
    pub fn add(&mut self, new: Scene) {
        match self.0.iter_mut().find(|(scene, _)| *scene == new) {
            Some((_, times)) => *times += 1,
            None => self.0.push((new, 1)),
        }
    }

    pub(in crate::rules) fn iter(&self) -> impl ExactSizeIterator<Item = (&Scene, u32)> {
        self.0.iter().map(|(scene, times)| (scene, *times))
    }

    /// Counts the drawn scenes. Each scene counts as often as it was drawn.
    pub(in crate::rules) fn count(&self) -> u32 {
        self.0.iter().map(|(_, times)| times).sum()
    }

    /// Counts the drawn scenes in which at least one of `fields` is a target.
    pub(in crate::rules) fn count_with(&self, fields: Fields) -> u32 {
        let with = self.0.iter().filter(|(scene, _)| scene.targets & fields != 0);
        with.map(|(_, times)| times).sum()
    }

    /// Returns the fields on which an enemy ship lies in every scene.
    pub(in crate::rules) fn sure_hulls(&self) -> Fields {
        self.0.iter().fold(Fields::MAX, |sure, (scene, _)| sure & scene.hulls)
    }

    pub(in crate::rules) fn strike_off(&mut self, fields: Fields) {
        for (scene, _) in &mut self.0 {
            scene.targets &= !fields;
        }
    }
}
