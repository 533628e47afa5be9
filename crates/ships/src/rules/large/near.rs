//! Which of many fields is the nearest.

use super::quarters::Quarters;
use crate::rules::CANNON;
use crate::rules::Game;
use broadside_core::Cancel;
use broadside_core::board::{Coord, Rect, Ship, Side};
use std::cell::{Cell, RefCell};

/// How many fields of the tree a question may look at. Nearly all look at a tenth of that; where one
/// does not, fields are about equally far away, and all later questions go to the [`Quarters`].
const LOOKS: u32 = 512;

/// How many fields questions may look at on the average, and all of them beyond that, before the same
/// is done: fields on a slanting line need most of what one question may look at, each time.
const USUAL_LOOKS: u32 = 64;
const SPARE_LOOKS: u32 = 1 << 16;

/// Fields to be near to: a tree in two dimensions (Bentley, 1975). The field in the middle of a slice
/// parts the others, and knows the rectangle that holds them all.
#[derive(Clone, Debug)]
pub(in crate::rules) struct Marks {
    tree: Vec<Mark>,
    quarters: RefCell<Option<Box<Quarters>>>,
    spare_looks: Cell<u32>,
}

/// A field, and the smallest rectangle around all fields of the slice that it is the middle of.
#[derive(Clone, Copy, Debug)]
struct Mark {
    at: Coord,
    around: Rect,
}

impl Marks {
    /// A tree of `fields`. It is meaningless once `cancel` is set.
    fn new(fields: impl Iterator<Item = Coord>, cancel: &Cancel) -> Self {
        let mark = |at| Mark { at, around: Rect::spanning(at, at) };
        let mut marks: Vec<_> = fields.map(mark).take_while(|_| !cancel.is_set()).collect();
        part(&mut marks, cancel);
        let spare_looks = Cell::new(SPARE_LOOKS);
        Self { tree: marks, quarters: RefCell::default(), spare_looks }
    }

    /// The healthy segments of `side`.
    pub(in crate::rules) fn healthy(game: &Game, side: Side, cancel: &Cancel) -> Self {
        let ships = game.fleets[side].ships().map(|(_, id)| game.board.ship(id));
        Self::new(ships.flat_map(healthy), cancel)
    }

    /// The healthy cannons of `side`.
    pub(in crate::rules) fn cannons(game: &Game, side: Side, cancel: &Cancel) -> Self {
        let ships = game.fleets[side].ships().map(|(_, id)| game.board.ship(id));
        let armed = ships.filter(|ship| ship.is_healthy(CANNON));
        Self::new(armed.map(|ship| ship.hull().field(CANNON)), cancel)
    }

    /// Whether there is no field.
    pub(in crate::rules) const fn is_empty(&self) -> bool {
        self.tree.is_empty()
    }

    /// The square of the distance from `here` to the nearest field, if there is any.
    pub(in crate::rules) fn nearest(&self, here: Coord) -> Option<u128> {
        if let Some(quarters) = &mut *self.quarters.borrow_mut() {
            return quarters.nearest(here);
        }
        let mut best = u128::MAX;
        let mut looks = LOOKS;
        shorten(&mut best, here, &self.tree, &mut looks);
        let spare = self.spare_looks.get() + USUAL_LOOKS;
        self.spare_looks.set(spare.saturating_sub(LOOKS - looks).min(SPARE_LOOKS));
        if looks == 0 || self.spare_looks.get() == 0 {
            let quarters = Box::new(Quarters::new(self.tree.iter().map(|mark| mark.at)));
            return self.quarters.borrow_mut().insert(quarters).nearest(here);
        }
        (!self.tree.is_empty()).then_some(best)
    }

    /// Whether a field is within `range` of `here`; `None` reaches everything.
    pub(in crate::rules) fn has_within(&self, here: Coord, range: Option<u32>) -> bool {
        let Some(range) = range else { return !self.tree.is_empty() };
        let beyond = u128::from(range).pow(2) + 1;
        let mut best = beyond;
        // So short a range holds few fields: rectangles tell.
        let mut looks = u32::MAX;
        shorten(&mut best, here, &self.tree, &mut looks);
        best < beyond
    }
}

/// The healthy segments of a ship.
fn healthy(ship: &Ship) -> impl Iterator<Item = Coord> + '_ {
    let healthy = |segment: &u32| ship.is_healthy(*segment);
    (0..ship.hull().length()).filter(healthy).map(|segment| ship.hull().field(segment))
}

/// Puts the fields into the order of the tree: slices are parted across their longer side.
fn part(marks: &mut [Mark], cancel: &Cancel) {
    let Some(whole) = marks.iter().map(|mark| mark.around).reduce(|a, b| around(&a, &b)) else {
        return;
    };
    if cancel.is_set() {
        return;
    }
    let middle = marks.len() / 2;
    if whole.bottom - whole.top >= whole.right - whole.left {
        marks.select_nth_unstable_by_key(middle, |mark| (mark.at.row, mark.at.col));
    } else {
        marks.select_nth_unstable_by_key(middle, |mark| (mark.at.col, mark.at.row));
    }
    let (low, high) = marks.split_at_mut(middle);
    part(low, cancel);
    if let [mark, high @ ..] = high {
        part(high, cancel);
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
        let marks = Marks::new(fields.into_iter(), &Cancel::default());
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
        let marks = Marks::new(std::iter::empty(), &Cancel::default());
        let here = Coord::new(0, 0);
        assert_eq!(marks.nearest(here), None);
        assert!(!marks.has_within(here, None) && !marks.has_within(here, Some(9)));
    }
}
