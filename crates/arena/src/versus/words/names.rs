//! Names of ships, fields and areas, and numbers of things, as messages write them.

use broadside_core::board::{Coord, Rect};
use broadside_ships::rules::{Class, ShipName};

/// Returns the name of a class.
pub const fn class_name(class: Class) -> &'static str {
    match class {
        Class::Carrier => "carrier",
        Class::Battleship => "battleship",
        Class::Cruiser => "cruiser",
        Class::Destroyer => "destroyer",
    }
}

/// Returns a number and the name of the things, for example `1 ship` or `2 ships`.
pub fn count(number: usize, thing: &str) -> String {
    if number == 1 { format!("1 {thing}") } else { format!("{number} {thing}s") }
}

/// Names a ship by its class and number.
pub fn called(name: ShipName) -> String {
    format!("{} {}", class_name(name.class), name.index)
}

/// Names a field by its row and its column.
pub fn field(at: Coord) -> String {
    format!("{} {}", at.row, at.col)
}

pub(super) fn fields(all: &[Coord]) -> String {
    const SHOWN: usize = 6;
    let list: Vec<_> = all.iter().take(SHOWN).map(|at| field(*at)).collect();
    match all.len().saturating_sub(SHOWN) {
        0 => list.join(", "),
        more => format!("{} and {more} more", list.join(", ")),
    }
}

/// Names the rows and columns of an area. If the area has all columns of `whole`, but not all rows,
/// names only the rows. An area without fields is `no field`.
pub fn area(rect: Rect, whole: Rect) -> String {
    if rect.is_empty() {
        return "no field".to_owned();
    }
    let Rect { top, left, bottom, right } = rect;
    let rows = format!("rows {top} to {bottom}");
    if (left, right) == (whole.left, whole.right) && rect != whole {
        return rows;
    }
    format!("{rows}, columns {left} to {right}")
}
