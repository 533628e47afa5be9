//! Finds the ships that the letters of a board stand for.

use super::class::Class;
use super::error::{Fault, Rule};
use broadside_core::board::{Axis, Coord, Hull};
use std::collections::{BTreeMap, BTreeSet};
use std::ffi::OsStr;

/// Returns the ships, class by class. `berths` are the ships of the optional file, which must
/// include all battleships and patrol boats. An error names the file with the mistake.
pub(super) fn ships(
    letters: &BTreeMap<Coord, Class>,
    berths: Option<&[(Class, Hull)]>,
    [board, optional]: [&OsStr; 2],
) -> Result<Vec<(Class, Hull)>, Fault> {
    let mut fleet = Vec::new();
    for class in Class::ALL {
        let cells = letters.iter().filter(|(_, letter)| **letter == class).map(|(at, _)| *at);
        let cells: BTreeSet<_> = cells.collect();
        let expected = class.count() * class.length() as usize;
        if cells.len() != expected {
            return Err(Rule::Count(class, cells.len(), expected).broken_in(board));
        }
        let hulls = match (berths, class) {
            (Some(berths), Class::Battleship | Class::PatrolBoat) => {
                named(&cells, class, berths).map_err(|rule| rule.broken_in(optional))?
            }
            _ => {
                cover(&cells, class.length()).ok_or_else(|| Rule::Shape(class).broken_in(board))?
            }
        };
        fleet.extend(hulls.into_iter().map(|hull| (class, hull)));
    }
    Ok(fleet)
}

/// Returns the ships of `class` that the optional file names. The number of `cells` is already
/// checked, so ships that cover them do not overlap.
fn named(
    cells: &BTreeSet<Coord>,
    class: Class,
    berths: &[(Class, Hull)],
) -> Result<Vec<Hull>, Rule> {
    let hulls = berths.iter().filter(|(named, _)| *named == class).map(|(_, hull)| *hull);
    let hulls: Vec<_> = hulls.collect();
    if hulls.len() != class.count() {
        return Err(Rule::Ships(class, hulls.len()));
    }
    let taken: BTreeSet<_> = hulls.iter().flat_map(Hull::fields).collect();
    if taken == *cells { Ok(hulls) } else { Err(Rule::Elsewhere(class)) }
}

/// Divides `cells` into hulls of `length`, and returns the first solution. Each step begins a hull
/// at the first free cell, row by row. It tries a hull to the right, and then a hull downwards.
fn cover(cells: &BTreeSet<Coord>, length: u32) -> Option<Vec<Hull>> {
    let Some(first) = cells.first() else { return Some(Vec::new()) };
    Axis::ALL.into_iter().find_map(|axis| {
        let hull = Hull::new(*first, axis.heading(), length)?;
        let mut left = cells.clone();
        if !hull.fields().all(|at| left.remove(&at)) {
            return None;
        }
        let mut hulls = cover(&left, length)?;
        hulls.insert(0, hull);
        Some(hulls)
    })
}
