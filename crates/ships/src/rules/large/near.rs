//! Finds the nearest of many fields, for ships that look for targets or enemies.

use super::quarters::Quarters;
use crate::rules::{CANNON, Game};
use broadside_core::Cancel;
use broadside_core::board::{Coord, Rect, Ship, Side};
use std::cell::{Cell, RefCell};

/// The largest number of fields that a call of [`Marks::nearest`] may visit. Nearly all calls visit
/// at most a tenth of this number. A call reaches this limit if many fields are about equally far
/// away. Then this call and all later calls use [`Quarters`], which is made for such fields.
const LOOKS: u32 = 512;

/// Each call adds this number of visits to a common stock, and takes its own visits from the stock.
/// When the stock is empty, all calls use [`Quarters`]. For example, fields on a slanting line
/// empty the stock, because many calls then need nearly [`LOOKS`] visits.
const USUAL_LOOKS: u32 = 64;

/// The largest stock of visits. A new tree begins with this stock.
const SPARE_LOOKS: u32 = 1 << 16;

/// A set of fields, stored as a k-d tree (Bentley, 1975). The tree is a sorted slice. The field in
/// the middle of the slice is the root, and the two halves are its subtrees.
#[doc(hidden)]
#[derive(Clone, Debug)]
pub struct Marks {
    tree: Vec<Node>,
    quarters: RefCell<Option<Box<Quarters>>>,
    spare_looks: Cell<u32>,
}

/// The root of a slice, with the smallest rectangle around all fields of the slice.
#[derive(Clone, Copy, Debug)]
struct Node {
    at: Coord,
    around: Rect,
}

impl Marks {
    /// Builds the tree. It must not be used if `cancel` is set during the work.
    pub fn new(fields: impl Iterator<Item = Coord>, cancel: &Cancel) -> Self {
        let mark = |at| Node { at, around: Rect::spanning(at, at) };
        let mut marks: Vec<_> = fields.map(mark).take_while(|_| !cancel.is_set()).collect();
        build(&mut marks, cancel);
        let spare_looks = Cell::new(SPARE_LOOKS);
        Self { tree: marks, quarters: RefCell::default(), spare_looks }
    }

    pub(in crate::rules) fn healthy(game: &Game, side: Side, cancel: &Cancel) -> Self {
        Self::new(game.ships(side).flat_map(Ship::healthy_fields), cancel)
    }

    pub(in crate::rules) fn cannons(game: &Game, side: Side, cancel: &Cancel) -> Self {
        let armed = game.ships(side).filter(|ship| ship.is_healthy(CANNON));
        Self::new(armed.map(|ship| ship.hull().field(CANNON)), cancel)
    }

    pub(in crate::rules) const fn is_empty(&self) -> bool {
        self.tree.is_empty()
    }

    /// Returns the square of the distance to the nearest field, or `None` if there is no field.
    pub fn nearest(&self, here: Coord) -> Option<u128> {
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

    /// Returns whether a field of the set lies within `range` fields of `here`. The range `None`
    /// reaches every field.
    pub fn has_within(&self, here: Coord, range: Option<u32>) -> bool {
        let Some(range) = range else { return !self.tree.is_empty() };
        let beyond = u128::from(range).pow(2) + 1;
        let mut best = beyond;
        // No limit on the visits is needed: ranges are short, and farther fields are skipped.
        let mut looks = u32::MAX;
        shorten(&mut best, here, &self.tree, &mut looks);
        best < beyond
    }
}

/// Sorts the fields into the order of the tree. Halves each slice by row, or by column if its
/// rectangle is wider than high.
fn build(marks: &mut [Node], cancel: &Cancel) {
    let Some(whole) = marks.iter().map(|mark| mark.around).reduce(Rect::union) else {
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
    build(low, cancel);
    if let [mark, high @ ..] = high {
        build(high, cancel);
        mark.around = whole;
    }
}

/// Lowers `best` to the squared distance to the nearest field, if this is less than `best` is now.
/// `looks` is the number of visits that are left. If it becomes 0, `best` may stay too large.
fn shorten(best: &mut u128, here: Coord, marks: &[Node], looks: &mut u32) {
    let (low, high) = marks.split_at(marks.len() / 2);
    let [mark, high @ ..] = high else { return };
    if square(here, &mark.around) >= *best || *looks == 0 {
        return;
    }
    *looks -= 1;
    *best = here.distance_squared(mark.at).min(*best);
    let distance = |half: &[Node]| half.get(half.len() / 2).map(|mark| square(here, &mark.around));
    let (first, second) = if distance(low) <= distance(high) { (low, high) } else { (high, low) };
    shorten(best, here, first, looks);
    shorten(best, here, second, looks);
}

fn square(here: Coord, rect: &Rect) -> u128 {
    let row = here.row.clamp(rect.top, rect.bottom);
    here.distance_squared(Coord::new(row, here.col.clamp(rect.left, rect.right)))
}
