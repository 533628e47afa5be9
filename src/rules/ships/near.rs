//! Which of many fields is the nearest.

use super::Game;
use super::names::CANNON;
use super::quarters::Quarters;
use crate::board::{Coord, Rect, Ship, Side};
use std::cell::RefCell;

/// How many fields of the tree a question may look at. Nearly all look at a tenth of that; where one
/// does not, fields are about equally far away, and all later questions go to the [`Quarters`].
const LOOKS: u32 = 512;

/// Fields to be near to: a tree in two dimensions (Bentley, 1975). The field in the middle of a slice
/// parts the others, and knows the rectangle that holds them all.
#[derive(Clone, Debug)]
pub(super) struct Marks {
    tree: Vec<Mark>,
    quarters: RefCell<Option<Quarters>>,
}

/// A field, and the smallest rectangle around all fields of the slice that it is the middle of.
#[derive(Clone, Copy, Debug)]
struct Mark {
    at: Coord,
    around: Rect,
}

impl Marks {
    fn new(fields: impl Iterator<Item = Coord>) -> Self {
        let mark = |at| Mark { at, around: Rect::spanning(at, at) };
        let mut marks: Vec<_> = fields.map(mark).collect();
        part(&mut marks);
        Self { tree: marks, quarters: RefCell::default() }
    }

    /// The healthy segments of `side`.
    pub(super) fn healthy(game: &Game, side: Side) -> Self {
        let ships = game.fleets[side].ships().map(|(_, id)| game.board.ship(id));
        let fields = |ship: &Ship| {
            let hull = *ship.hull();
            let healthy = |segment: &u32| ship.is_healthy(*segment);
            (0..hull.length()).filter(healthy).map(|k| hull.field(k)).collect::<Vec<_>>()
        };
        Self::new(ships.flat_map(fields))
    }

    /// The healthy cannons of `side`.
    pub(super) fn cannons(game: &Game, side: Side) -> Self {
        let ships = game.fleets[side].ships().map(|(_, id)| game.board.ship(id));
        let armed = ships.filter(|ship| ship.is_healthy(CANNON));
        Self::new(armed.map(|ship| ship.hull().field(CANNON)))
    }

    /// Whether there is no field.
    pub(super) const fn is_empty(&self) -> bool {
        self.tree.is_empty()
    }

    /// The square of the distance from `here` to the nearest field, if there is any.
    pub(super) fn nearest(&self, here: Coord) -> Option<u128> {
        if let Some(quarters) = &mut *self.quarters.borrow_mut() {
            return quarters.nearest(here);
        }
        let mut best = u128::MAX;
        let mut looks = LOOKS;
        shorten(&mut best, here, &self.tree, &mut looks);
        if looks == 0 {
            let quarters = Quarters::new(self.tree.iter().map(|mark| mark.at));
            return self.quarters.borrow_mut().insert(quarters).nearest(here);
        }
        (!self.tree.is_empty()).then_some(best)
    }

    /// Whether a field is within `range` of `here`; `None` reaches everything.
    pub(super) fn has_within(&self, here: Coord, range: Option<u32>) -> bool {
        let Some(range) = range else { return !self.tree.is_empty() };
        let beyond = u128::from(range).pow(2) + 1;
        let mut best = beyond;
        // So short a range holds few fields: rectangles tell.
        let mut looks = u32::MAX;
        shorten(&mut best, here, &self.tree, &mut looks);
        best < beyond
    }
}

/// Puts the fields into the order of the tree: slices are parted across their longer side.
fn part(marks: &mut [Mark]) {
    let Some(whole) = marks.iter().map(|mark| mark.around).reduce(|a, b| around(&a, &b)) else {
        return;
    };
    let middle = marks.len() / 2;
    if whole.bottom - whole.top >= whole.right - whole.left {
        marks.select_nth_unstable_by_key(middle, |mark| (mark.at.row, mark.at.col));
    } else {
        marks.select_nth_unstable_by_key(middle, |mark| (mark.at.col, mark.at.row));
    }
    let (low, high) = marks.split_at_mut(middle);
    part(low);
    if let [mark, high @ ..] = high {
        part(high);
        mark.around = whole;
    }
}

/// The smallest rectangle around two.
fn around(a: &Rect, b: &Rect) -> Rect {
    Rect {
        top: a.top.min(b.top),
        left: a.left.min(b.left),
        bottom: a.bottom.max(b.bottom),
        right: a.right.max(b.right),
    }
}

/// Takes the fields into account, but for those behind rectangles that are too far away. Once there are
/// no `looks` left, what comes out is not the best.
fn shorten(best: &mut u128, here: Coord, marks: &[Mark], looks: &mut u32) {
    let (low, high) = marks.split_at(marks.len() / 2);
    let [mark, high @ ..] = high else { return };
    if square(here, &mark.around) >= *best || *looks == 0 {
        return;
    }
    *looks -= 1;
    *best = square(here, &Rect::spanning(mark.at, mark.at)).min(*best);
    let distance = |half: &[Mark]| half.get(half.len() / 2).map(|mark| square(here, &mark.around));
    let (first, second) = if distance(low) <= distance(high) { (low, high) } else { (high, low) };
    shorten(best, here, first, looks);
    shorten(best, here, second, looks);
}

/// The square of the distance from `here` to a rectangle on the board; 0 inside.
fn square(here: Coord, rect: &Rect) -> u128 {
    let beyond = |at: i64, first: i64, last: i64| u128::from(at.abs_diff(at.clamp(first, last)));
    let rows = beyond(here.row, rect.top, rect.bottom);
    let cols = beyond(here.col, rect.left, rect.right);
    rows.pow(2) + cols.pow(2)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_nearest_field_may_be_in_any_row() {
        let field = |(row, col)| Coord::new(row, col);
        let fields = [(0, 5), (3, 9), (4, 0), (9, 5), (9, 6), (9, 8), (7, 8)].map(field);
        let marks = Marks::new(fields.into_iter());
        let brute = |here: Coord| {
            let square = |at: &Coord| (at.row - here.row).pow(2) + (at.col - here.col).pow(2);
            fields.iter().map(square).min()
        };
        for here in Rect::spanning(field((0, 0)), field((10, 10))).fields() {
            let nearest = marks.nearest(here).and_then(|square| i64::try_from(square).ok());
            assert_eq!(nearest, brute(here), "{here:?}");
            for range in 0..6 {
                let within = brute(here).is_some_and(|square| square <= i64::from(range * range));
                assert_eq!(marks.has_within(here, Some(range)), within, "{here:?} {range}");
            }
            assert!(marks.has_within(here, None));
        }
    }

    #[test]
    fn no_field_is_near_to_anything() {
        let (marks, here) = (Marks::new(std::iter::empty()), Coord::new(0, 0));
        assert_eq!(marks.nearest(here), None);
        assert!(!marks.has_within(here, None) && !marks.has_within(here, Some(9)));
    }
}
