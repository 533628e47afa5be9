//! The board of a game: its size, its ships and its reefs.

use super::large::{self, Extent, Tiles};
use super::{Coord, Dims, Hull, Rect, Reefs, Ship, ShipId};
use std::hash::{Hash, Hasher};
use std::sync::Arc;
use thiserror::Error;

/// The length of the longest ship that [`Board::place`] accepts, in fields. The largest board of
/// `broadside classic` has this many fields in total.
pub const LONGEST_SHIP: u32 = 1_000_000;

/// Why a board refuses a ship, a reef or a size. The refused call does not change the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Error)]
pub enum Refusal {
    /// A field of the ship or reef does not exist, or would not exist with the new size.
    #[error("a field of the ship or reef is not on the board")]
    OffBoard,
    /// Another ship lies on a field of the ship.
    #[error("another ship lies there")]
    Taken,
    /// The ship has more than [`LONGEST_SHIP`] fields, or the board has 2^32 - 1 ships already.
    #[error("the board cannot hold so much")]
    TooMuch,
    /// No ship of this board has this [`ShipId`].
    #[error("the board has no such ship")]
    NoSuchShip,
    /// The hull is longer or shorter than the ship.
    #[error("the ship has another length")]
    OtherLength,
}

/// The result of a strike on a field.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Impact {
    /// No ship lies on the field.
    Water,
    /// A healthy segment is destroyed. The ship still has other healthy segments.
    Hit {
        /// The ship.
        ship: ShipId,
        /// The segment, 0 at the bow.
        segment: u32,
    },
    /// The last healthy segment of the ship is destroyed.
    Sunk {
        /// The ship.
        ship: ShipId,
        /// The segment, 0 at the bow.
        segment: u32,
    },
    /// The segment was already destroyed. Nothing changes.
    Again {
        /// The ship.
        ship: ShipId,
    },
}

/// A board with its ships and reefs. A board and its copies share the memory of the reefs until one
/// of these boards gets another reef.
///
/// Boards are equal if they have the same size, the same ships by [`ShipId`], and the same reefs in
/// the same order.
#[derive(Clone, Debug)]
pub struct Board {
    dims: Dims,
    ships: Vec<Ship>,
    tiles: Tiles,
    reefs: Arc<Reefs>,
    extent: Extent,
}

impl PartialEq for Board {
    fn eq(&self, other: &Self) -> bool {
        self.content() == other.content()
    }
}

impl Eq for Board {}

impl Hash for Board {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.content().hash(state);
    }
}

impl Board {
    /// Returns the parts that decide whether two boards are equal. All other parts of a board can
    /// be computed from these parts.
    fn content(&self) -> (Dims, &[Ship], &[Coord]) {
        (self.dims, &self.ships, self.reefs.laid())
    }

    /// Creates a board without ships and reefs.
    pub fn new(dims: Dims) -> Self {
        let (ships, tiles) = (Vec::new(), Tiles::default());
        Self { dims, ships, tiles, reefs: Arc::default(), extent: Extent::default() }
    }

    /// Returns a copy of this board without ships.
    #[must_use]
    #[doc(hidden)]
    pub fn bare(&self) -> Self {
        Self { reefs: Arc::clone(&self.reefs), ..Self::new(self.dims) }
    }

    /// Returns the size of the board.
    pub const fn dims(&self) -> Dims {
        self.dims
    }

    /// Changes the size of the board.
    ///
    /// # Errors
    /// [`Refusal::OffBoard`] when a ship or a reef would be outside.
    pub fn resize(&mut self, dims: Dims) -> Result<(), Refusal> {
        let holds = |extent: Coord| extent.row < dims.rows() && extent.col < dims.cols();
        if !(self.reefs.extent.is_none_or(holds) && holds(self.extent.find(&self.ships))) {
            return Err(Refusal::OffBoard);
        }
        self.dims = dims;
        Ok(())
    }

    /// Returns whether every field of `hull` is on the board.
    pub fn holds(&self, hull: &Hull) -> bool {
        self.dims.holds(hull.bow()) && self.dims.holds(hull.stern())
    }

    /// Returns the ship that lies on the field `at`; `None` if no ship lies there. The ship may be
    /// sunk.
    pub fn ship_at(&self, at: Coord) -> Option<ShipId> {
        self.ships_within(Rect::spanning(at, at)).next()
    }

    /// Returns the ships that lie on a field of `area`. A long ship may occur more than once. The
    /// area should be small, because the search takes longer for a larger area.
    #[doc(hidden)]
    pub fn ships_within(&self, area: Rect) -> impl Iterator<Item = ShipId> + '_ {
        let near = self.tiles.ships_near(area);
        near.filter(move |id| self.ship(*id).hull().rect().overlaps(&area))
    }

    /// Returns whether a ship other than `except` lies on a field of `hull`.
    #[doc(hidden)]
    pub fn overlaps(&self, hull: &Hull, except: Option<ShipId>) -> bool {
        self.has_ship_within(&hull.rect(), except)
    }

    /// Returns whether a ship other than `except` lies on `hull` or on one of the fields around it.
    pub fn touches(&self, hull: &Hull, except: Option<ShipId>) -> bool {
        self.has_ship_within(&hull.rect().grown(1), except)
    }

    /// Returns whether a ship other than `except` lies on a field of `area`.
    #[doc(hidden)]
    pub fn has_ship_within(&self, area: &Rect, except: Option<ShipId>) -> bool {
        if large::lies_on_fewer_tiles(area, self.ships.len()) {
            let except = except.and_then(|id| self.get(id)).map(|ship| ship.hull().rect());
            return self.tiles.has_within(area, except.as_ref());
        }
        self.ships().any(|(id, ship)| Some(id) != except && ship.hull().rect().overlaps(area))
    }

    /// Returns whether a reef lies on `at`.
    pub fn reef_at(&self, at: Coord) -> bool {
        self.reefs.contains(at)
    }

    #[doc(hidden)]
    pub fn reef_under(&self, hull: &Hull) -> bool {
        if hull.length() as usize <= self.reefs.laid().len() {
            return hull.fields().any(|at| self.reef_at(at));
        }
        self.reefs.laid().iter().any(|at| hull.rect().contains(*at))
    }

    /// Returns whether every field of `hull` exists and has no reef.
    #[doc(hidden)]
    pub fn is_open(&self, hull: &Hull) -> bool {
        self.holds(hull) && !self.reef_under(hull)
    }

    /// Returns the reefs.
    pub fn reefs(&self) -> &Reefs {
        &self.reefs
    }

    /// Lays a reef. The field may already have a ship or another reef.
    ///
    /// # Errors
    /// [`Refusal::OffBoard`] when the field does not exist.
    #[inline]
    pub fn lay_reef(&mut self, at: Coord) -> Result<(), Refusal> {
        if !self.dims.holds(at) {
            return Err(Refusal::OffBoard);
        }
        Arc::make_mut(&mut self.reefs).push(at);
        Ok(())
    }

    /// Returns the ship `id`, or `None` if this board has no such ship.
    pub fn get(&self, id: ShipId) -> Option<&Ship> {
        self.ships.get(id.index())
    }

    /// Returns the ship `id`, which must be a ship of this board.
    pub fn ship(&self, id: ShipId) -> &Ship {
        &self.ships[id.index()]
    }

    /// Returns the number that the next ship will get.
    #[doc(hidden)]
    pub fn next_ship(&self) -> ShipId {
        ShipId::of(self.ships.len())
    }

    /// Returns all ships, in order of placement.
    pub fn ships(&self) -> impl ExactSizeIterator<Item = (ShipId, &Ship)> {
        self.ships.iter().enumerate().map(|(index, ship)| (ShipId::of(index), ship))
    }

    /// Puts a new, intact ship on the board. The ship may touch other ships and lie on reefs.
    ///
    /// # Errors
    /// [`Refusal::OffBoard`], [`Refusal::Taken`] or [`Refusal::TooMuch`].
    pub fn place(&mut self, hull: Hull) -> Result<ShipId, Refusal> {
        if hull.length() > LONGEST_SHIP {
            return Err(Refusal::TooMuch);
        }
        self.check_free(&hull, None)?;
        self.add(hull)
    }

    /// Puts a new, intact ship on the board, without the checks of [`place`](Self::place). The
    /// caller guarantees that all fields of `hull` exist and are free.
    ///
    /// # Errors
    /// [`Refusal::TooMuch`] when the board has no number for another ship.
    pub fn add(&mut self, hull: Hull) -> Result<ShipId, Refusal> {
        debug_assert_eq!(self.check_free(&hull, None), Ok(()), "{hull:?}");
        if self.ships.len() >= u32::MAX as usize {
            return Err(Refusal::TooMuch);
        }
        let id = self.next_ship();
        self.tiles.add(id, &hull);
        self.ships.push(Ship::new(hull));
        self.extent.add(&hull);
        Ok(id)
    }

    /// Moves the ship `id`. Its new fields may include some of its old fields.
    ///
    /// # Errors
    /// [`Refusal::NoSuchShip`], [`Refusal::OtherLength`], [`Refusal::OffBoard`] or
    /// [`Refusal::Taken`].
    pub fn reposition(&mut self, id: ShipId, hull: Hull) -> Result<(), Refusal> {
        let old = *self.get(id).ok_or(Refusal::NoSuchShip)?.hull();
        if old.length() != hull.length() {
            return Err(Refusal::OtherLength);
        }
        self.check_free(&hull, Some(id))?;
        self.shift(id, hull);
        Ok(())
    }

    /// Moves the ship `id` without the checks of [`reposition`](Self::reposition). The caller
    /// guarantees that all fields of `hull` exist and have no other ship, and that `hull` has the
    /// length of the ship.
    #[doc(hidden)]
    pub fn shift(&mut self, id: ShipId, hull: Hull) {
        debug_assert_eq!(self.check_free(&hull, Some(id)), Ok(()), "{hull:?}");
        let old = *self.ship(id).hull();
        self.tiles.remove(id, &old);
        self.tiles.add(id, &hull);
        self.ships[id.index()].lie_at(hull);
        self.extent.shift(&old, &hull);
    }

    /// Strikes the field `at` and returns the result. A field off the board is [`Impact::Water`].
    pub fn strike(&mut self, at: Coord) -> Impact {
        let impact = self.impact(at);
        if let Impact::Hit { ship, segment } | Impact::Sunk { ship, segment } = impact {
            self.ships[ship.index()].destroy(segment);
        }
        impact
    }

    /// Returns the result that a strike on the field `at` would have. A field off the board is
    /// [`Impact::Water`].
    pub fn impact(&self, at: Coord) -> Impact {
        let Some(ship) = self.struck_at(at) else { return Impact::Water };
        let struck = self.ship(ship);
        let Some(segment) = struck.hull().segment_at(at) else { return Impact::Water };
        match struck.is_healthy(segment) {
            false => Impact::Again { ship },
            true if struck.healthy() == 1 => Impact::Sunk { ship, segment },
            true => Impact::Hit { ship, segment },
        }
    }

    /// Returns the ship on `at`, like [`ship_at`](Self::ship_at), but faster. If the board has only
    /// a few ships, looks at each ship, because this takes less time than a look-up in [`Tiles`].
    fn struck_at(&self, at: Coord) -> Option<ShipId> {
        const FEW: usize = 4;
        if self.ships.len() <= FEW {
            let mut ships = self.ships();
            return ships.find(|(_, ship)| ship.hull().rect().contains(at)).map(|(id, _)| id);
        }
        // Most fields are empty, and this test is faster than the search for a ship.
        let is_taken = self.tiles.has_within(&Rect::spanning(at, at), None);
        is_taken.then(|| self.ship_at(at)).flatten()
    }

    fn check_free(&self, hull: &Hull, except: Option<ShipId>) -> Result<(), Refusal> {
        if !self.holds(hull) {
            return Err(Refusal::OffBoard);
        }
        if self.overlaps(hull, except) {
            return Err(Refusal::Taken);
        }
        Ok(())
    }
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
    fn the_extent_of_the_reefs_follows_new_reefs_and_sizes() {
        let mut board = board(9, 9);
        for (row, col, size) in [(2, 3, (9, 5)), (7, 1, (8, 9)), (0, 8, (9, 8)), (8, 9, (9, 9))] {
            _ = board.lay_reef(Coord::new(row, col));
            _ = board.resize(Dims::new(size.0, size.1).unwrap());
            let laid = board.reefs().laid();
            let last = |part: fn(&Coord) -> i64| laid.iter().map(part).max().unwrap();
            let extent = Coord::new(last(|at| at.row), last(|at| at.col));
            assert_eq!(board.reefs().extent, Some(extent));
            assert!(board.dims().holds(extent));
        }
    }

    #[test]
    fn a_refused_ship_leaves_no_trace() {
        let mut board = board(9, 9);
        let id = board.place(hull(4, 4, Heading::West, 3)).unwrap();
        let other = board.place(hull(0, 0, Heading::North, 3)).unwrap();
        assert_eq!(board.place(hull(3, 5, Heading::North, 3)), Err(Refusal::Taken));
        assert_eq!(board.place(hull(7, 3, Heading::North, 3)), Err(Refusal::OffBoard));
        assert_eq!(board.place(hull(0, 0, Heading::North, 1 << 31)), Err(Refusal::TooMuch));
        assert_eq!(board.reposition(other, hull(3, 5, Heading::North, 3)), Err(Refusal::Taken));
        assert_eq!(board.reposition(id, hull(4, 4, Heading::West, 2)), Err(Refusal::OtherLength));
        let stranger = ShipId::of(2);
        assert_eq!(board.reposition(stranger, *board.ship(id).hull()), Err(Refusal::NoSuchShip));
        let taken = board.dims().rect().fields().filter(|at| board.ship_at(*at).is_some());
        assert_eq!(taken.count(), 6);
        assert_eq!(board.ship_at(Coord::new(2, 0)), Some(other));
        assert!(board.get(stranger).is_none() && board.ships().len() == 2);
    }

    #[test]
    fn very_long_hulls_are_compared_with_ships_and_reefs() {
        let mut board = board(1 << 40, 1 << 40);
        let id = board.place(hull(9, 9, Heading::North, 2)).unwrap();
        board.lay_reef(Coord::new(8, 8)).unwrap();
        let along = |col| hull(0, col, Heading::North, u32::MAX);
        assert!(board.overlaps(&along(9), None) && !board.overlaps(&along(9), Some(id)));
        assert!(board.touches(&along(10), None) && !board.touches(&along(11), None));
        assert!(board.reef_under(&along(8)) && !board.reef_under(&along(9)));
    }
}
