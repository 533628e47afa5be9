//! Finds the nearest of many fields quickly, even if all are about equally far away.
//!
//! If all fields lie on a circle and the query is at its middle, the rectangles of a k-d tree
//! exclude none of them. So this code cuts the board into squares when a query needs them. The
//! squares are roughly a Voronoi diagram. A square stores the fields that may be the nearest to a
//! place in it. It does not store a field if another field is nearer to all four corners of the
//! square. Then the other field is nearer to every place in the square. The reason is that all
//! places nearer to one of two fields lie on one side of a straight line.

use broadside_core::board::{Coord, Seeded};
use std::collections::HashMap;
use std::rc::Rc;

/// The base-2 logarithm of eight: a square is cut into eight by eight smaller squares.
const CUT: u32 = 3;

/// A square with at most this many fields is not cut.
const FEW: usize = 16;

/// A set of fields, and the squares that were needed so far.
#[doc(hidden)]
#[derive(Clone, Debug)]
pub struct Quarters {
    fields: Rc<[Coord]>,
    /// The `bits` of the smallest square that could hold the rectangle around all fields. A larger
    /// square would usually exclude no field.
    whole: u32,
    squares: HashMap<Square, Rc<[Coord]>, Seeded>,
    /// The nested squares around the place of the last query, the largest first. The next query
    /// usually asks about a place nearby.
    path: Vec<(Square, Rc<[Coord]>)>,
}

/// A square with `1 << bits` rows and columns. `row` and `col` count such squares, not fields.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Square {
    bits: u32,
    row: i64,
    col: i64,
}

impl Quarters {
    pub fn new(fields: impl Iterator<Item = Coord>) -> Self {
        let fields: Rc<[Coord]> = fields.collect();
        let span = |number: fn(&Coord) -> i64| {
            let (least, most) = (fields.iter().map(number).min(), fields.iter().map(number).max());
            least.zip(most).map_or(0, |(least, most)| most.abs_diff(least))
        };
        let span = span(|at| at.row).max(span(|at| at.col));
        let whole = u64::BITS - span.leading_zeros();
        Self { fields, whole, squares: HashMap::default(), path: Vec::new() }
    }

    /// Returns the squared distance from `here` to the nearest field, or `None` if there is no
    /// field. `here` must be on the board.
    pub fn nearest(&mut self, here: Coord) -> Option<u128> {
        while self.path.last().is_some_and(|(square, _)| *square != Square::of(here, square.bits)) {
            self.path.pop();
        }
        let known = self.path.last().map(|(square, fields)| (square.bits, Rc::clone(fields)));
        let (mut bits, mut fields) = known.unwrap_or((self.whole, Rc::clone(&self.fields)));
        while bits > 0 && fields.len() > FEW {
            bits = bits.saturating_sub(CUT);
            let square = Square::of(here, bits);
            let near = || near(&fields, square.corners());
            fields = Rc::clone(self.squares.entry(square).or_insert_with(near));
            self.path.push((square, Rc::clone(&fields)));
        }
        fields.iter().map(|at| here.distance_squared(*at)).min()
    }

    /// Returns the total number of fields that the squares store.
    pub fn stored(&self) -> usize {
        self.squares.values().map(|fields| fields.len()).sum()
    }
}

impl Square {
    const fn of(at: Coord, bits: u32) -> Self {
        Self { bits, row: at.row >> bits, col: at.col >> bits }
    }

    fn corners(self) -> [Coord; 4] {
        let first = |number: i64| number << self.bits;
        let last = |number: i64| first(number) | ((1_i64 << self.bits) - 1);
        let (top, left) = (first(self.row), first(self.col));
        let (bottom, right) = (last(self.row), last(self.col));
        [(top, left), (top, right), (bottom, left), (bottom, right)]
            .map(|(row, col)| Coord::new(row, col))
    }
}

/// The squared distances of a field from the four corners of a square, and the field itself.
type Distances = ([u128; 4], Coord);

/// Returns the fields that may be the nearest to some place between `corners`. Leaves out a field
/// if another field [`hides`] it. To save time, compares each field only with the fields nearest to
/// a corner or to the middle, so some hidden fields may stay.
fn near(fields: &Rc<[Coord]>, corners: [Coord; 4]) -> Rc<[Coord]> {
    let measure = |at: &Coord| (corners.map(|corner| corner.distance_squared(*at)), *at);
    let all: Vec<Distances> = fields.iter().map(measure).collect();
    let corner = |corner: usize| all.iter().min_by_key(|(from, at)| (from[corner], *at));
    // The least sum of squared distances from the corners is at the field nearest to the middle.
    let middle = all.iter().min_by_key(|(from, at)| (sum(from), *at));
    let best: Vec<_> = (0..4).filter_map(corner).chain(middle).copied().collect();
    let kept = all.iter().filter(|one| !best.iter().any(|other| hides(other, one)));
    if kept.clone().count() == fields.len() {
        return Rc::clone(fields);
    }
    kept.map(|(_, at)| *at).collect()
}

/// Returns about a quarter of the sum of four squared distances. Each of them is divided by four,
/// because the whole sum may not fit in 128 bits.
fn sum(from: &[u128; 4]) -> u128 {
    from.iter().map(|square| square / 4).sum()
}

/// Whether `one` is at least as near to all corners as `other`. If all four distances are equal,
/// only the field that comes first (by row, then by column) hides the other.
fn hides(one: &Distances, other: &Distances) -> bool {
    let is_no_farther = one.0.iter().zip(&other.0).all(|(one, other)| one <= other);
    is_no_farther && (one.0 != other.0 || one.1 < other.1)
}
