//! The board: ships and reefs on a sea of some size.

use super::{Coord, Dims, Hull, Reefs, Ship, ShipId};
use std::collections::HashMap;
use std::sync::Arc;

/// What a strike on a field met.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Impact {
    /// No ship there.
    Water,
    /// A healthy segment, now destroyed; others of the ship are healthy still.
    Hit {
        /// The ship.
        ship: ShipId,
        /// The segment, 0 at the bow.
        segment: u32,
    },
    /// The last healthy segment of the ship, now destroyed.
    Sunk {
        /// The ship.
        ship: ShipId,
        /// The segment, 0 at the bow.
        segment: u32,
    },
    /// A segment that was destroyed before; nothing changes.
    Again {
        /// The ship.
        ship: ShipId,
    },
}

/// A sea with its ships and reefs. Lookups go by field through a hash of the occupied ones, with the
/// standard seeded hasher, since the keys come from input. Copies share the reefs until one of them
/// lays more, so that a copy to try things on costs no more than the ships.
#[derive(Clone, Debug)]
pub struct Board {
    dims: Dims,
    ships: Vec<Ship>,
    at: HashMap<Coord, ShipId>,
    reefs: Arc<Reefs>,
    /// The largest row and column of the ships; `None` when it must be found anew.
    extent: Option<Coord>,
}

/// The extent of no ships.
const NOWHERE: Coord = Coord::new(-1, -1);

impl Board {
    /// An empty sea.
    pub fn new(dims: Dims) -> Self {
        let (ships, at) = (Vec::new(), HashMap::new());
        Self { dims, ships, at, reefs: Arc::default(), extent: Some(NOWHERE) }
    }

    /// The size of the sea.
    pub const fn dims(&self) -> Dims {
        self.dims
    }

    /// Changes the size; `false`, and nothing changes, when a ship or a reef would be outside.
    #[must_use]
    pub fn resize(&mut self, dims: Dims) -> bool {
        let holds = |extent: Coord| extent.row < dims.rows() && extent.col < dims.cols();
        let fits = self.reefs.extent().is_none_or(holds) && holds(self.extent());
        if fits {
            self.dims = dims;
        }
        fits
    }

    fn extent(&mut self) -> Coord {
        let ships = &self.ships;
        let find = || ships.iter().fold(NOWHERE, |extent, ship| stretch(extent, &ship.hull));
        *self.extent.get_or_insert_with(find)
    }

    /// Whether every field of `hull` exists.
    pub fn holds(&self, hull: &Hull) -> bool {
        self.dims.holds_hull(hull)
    }

    /// The ship whose segment lies on `at`, afloat or sunk.
    pub fn ship_at(&self, at: Coord) -> Option<ShipId> {
        self.at.get(&at).copied()
    }

    /// Whether a ship lies on a field of `hull`; `except` does not count.
    pub fn overlaps(&self, hull: &Hull, except: Option<ShipId>) -> bool {
        hull.fields().any(|at| self.is_taken(at, except))
    }

    /// Whether a ship lies on a field of `hull` or on one of the eight fields around each; `except`
    /// does not count, reefs do not count.
    pub fn touches(&self, hull: &Hull, except: Option<ShipId>) -> bool {
        hull.rect().grown(1).fields().any(|at| self.is_taken(at, except))
    }

    fn is_taken(&self, at: Coord, except: Option<ShipId>) -> bool {
        self.ship_at(at).is_some_and(|id| Some(id) != except)
    }

    /// Whether a reef lies on `at`.
    pub fn reef_at(&self, at: Coord) -> bool {
        self.reefs.contains(at)
    }

    /// Whether a reef lies on a field of `hull`.
    pub fn reef_under(&self, hull: &Hull) -> bool {
        hull.fields().any(|at| self.reef_at(at))
    }

    /// The reefs.
    pub fn reefs(&self) -> &Reefs {
        &self.reefs
    }

    /// Lays a reef on a field that exists. Ships may stand there, and reefs too.
    pub fn lay_reef(&mut self, at: Coord) {
        debug_assert!(self.dims.holds(at), "{at:?}");
        Arc::make_mut(&mut self.reefs).push(at);
    }

    /// The ship `id`.
    pub fn ship(&self, id: ShipId) -> &Ship {
        &self.ships[id.index()]
    }

    /// All ships, in order of placement.
    pub fn ships(&self) -> impl Iterator<Item = (ShipId, &Ship)> {
        self.ships.iter().zip(0..).map(|(ship, id)| (ShipId(id), ship))
    }

    /// Puts a new, intact ship on fields that exist and are free.
    pub fn place(&mut self, hull: Hull) -> ShipId {
        debug_assert!(self.holds(&hull) && !self.overlaps(&hull, None), "{hull:?}");
        let id = ShipId(u32::try_from(self.ships.len()).expect("fewer than 2^32 ships"));
        self.ships.push(Ship::new(hull));
        self.occupy(id, &hull);
        id
    }

    /// Puts the ship `id` on other fields, which exist and are free of other ships.
    pub fn reposition(&mut self, id: ShipId, hull: Hull) {
        debug_assert!(self.holds(&hull) && !self.overlaps(&hull, Some(id)), "{hull:?}");
        let old = std::mem::replace(&mut self.ships[id.index()].hull, hull);
        for at in old.fields() {
            self.at.remove(&at);
        }
        let edge = old.rect();
        self.extent = self.extent.filter(|e| edge.bottom < e.row && edge.right < e.col);
        self.occupy(id, &hull);
    }

    /// Strikes the field `at`, which need not exist.
    pub fn strike(&mut self, at: Coord) -> Impact {
        let Some(id) = self.ship_at(at) else { return Impact::Water };
        let ship = &mut self.ships[id.index()];
        let segment = ship.hull.segment_at(at).expect("the hash holds the ship's own fields");
        if !ship.destroyed.insert(segment) {
            Impact::Again { ship: id }
        } else if ship.is_sunk() {
            Impact::Sunk { ship: id, segment }
        } else {
            Impact::Hit { ship: id, segment }
        }
    }

    fn occupy(&mut self, id: ShipId, hull: &Hull) {
        self.at.extend(hull.fields().map(|at| (at, id)));
        self.extent = self.extent.map(|extent| stretch(extent, hull));
    }
}

/// The extent of ships and one more.
fn stretch(extent: Coord, hull: &Hull) -> Coord {
    let rect = hull.rect();
    Coord::new(extent.row.max(rect.bottom), extent.col.max(rect.right))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Heading;

    fn board(rows: i64, cols: i64) -> Board {
        Board::new(Dims::new(rows, cols).unwrap())
    }

    fn hull(row: i64, col: i64, heading: Heading, length: u32) -> Hull {
        Hull::new(Coord::new(row, col), heading, length).unwrap()
    }

    #[test]
    fn a_ship_does_not_touch_itself() {
        let mut board = board(9, 9);
        let id = board.place(hull(3, 3, Heading::North, 2));
        let near = hull(2, 4, Heading::North, 1);
        assert!(board.touches(&near, None) && !board.touches(&near, Some(id)));
        assert!(!board.overlaps(&near, None));
        assert!(!board.touches(&hull(3, 5, Heading::East, 1), None));
    }

    #[test]
    fn damage_stays_with_its_segment() {
        let mut board = board(9, 9);
        let id = board.place(hull(3, 3, Heading::North, 2));
        assert_eq!(board.strike(Coord::new(4, 3)), Impact::Hit { ship: id, segment: 1 });
        board.reposition(id, hull(2, 3, Heading::North, 2));
        assert_eq!(board.strike(Coord::new(4, 3)), Impact::Water);
        assert_eq!(board.strike(Coord::new(3, 3)), Impact::Again { ship: id });
        assert_eq!(board.strike(Coord::new(2, 3)), Impact::Sunk { ship: id, segment: 0 });
        assert!(board.ship(id).is_sunk());
    }

    #[test]
    fn a_board_shrinks_to_its_content_and_no_further() {
        let mut board = board(9, 9);
        board.lay_reef(Coord::new(1, 7));
        board.place(hull(3, 3, Heading::North, 2));
        assert!(board.resize(Dims::new(5, 8).unwrap()));
        assert!(!board.resize(Dims::new(4, 8).unwrap()));
        assert!(!board.resize(Dims::new(5, 7).unwrap()));
        assert_eq!(board.dims(), Dims::new(5, 8).unwrap());
    }

    #[test]
    fn the_extent_follows_a_ship_back_from_the_edge() {
        let mut board = board(9, 9);
        board.place(hull(1, 1, Heading::West, 2));
        let id = board.place(hull(7, 7, Heading::North, 2));
        assert!(!board.resize(Dims::new(8, 9).unwrap()));
        board.reposition(id, hull(4, 5, Heading::North, 2));
        assert!(!board.resize(Dims::new(5, 6).unwrap()));
        assert!(board.resize(Dims::new(6, 6).unwrap()));
    }
}
