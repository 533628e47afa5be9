//! The hull of a ship: its bow, heading and length.

use super::{Coord, Heading, Manoeuvre, Rect};

/// A straight line of fields on which a ship lies. All coordinates fit 64 bits.
///
/// The bow is segment 0, and the other segments lie behind it. For example, segment k of a ship
/// with its bow at (row, col) and heading north lies at (row + k, col).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Hull {
    bow: Coord,
    heading: Heading,
    length: u32,
}

impl Hull {
    /// Creates a hull. Returns `None` if the length is 0 or a coordinate of the stern overflows.
    pub fn new(bow: Coord, heading: Heading, length: u32) -> Option<Self> {
        let reach = i64::from(length.checked_sub(1)?);
        bow.ahead(heading.opposite(), reach)?;
        Some(Self { bow, heading, length })
    }

    /// Returns the field of segment 0.
    pub const fn bow(&self) -> Coord {
        self.bow
    }

    /// Returns the direction in which the bow points.
    pub const fn heading(&self) -> Heading {
        self.heading
    }

    /// Returns the number of segments, at least 1.
    pub const fn length(&self) -> u32 {
        self.length
    }

    /// Returns the field of the last segment.
    pub fn stern(&self) -> Coord {
        self.field(self.length - 1)
    }

    /// Returns the field of a segment. `segment` must be below the length.
    #[doc(hidden)]
    pub fn field(&self, segment: u32) -> Coord {
        debug_assert!(segment < self.length, "segment {segment} of {self:?}");
        let (rows, cols) = self.heading.step();
        let back = i64::from(segment);
        Coord::new(self.bow.row - rows * back, self.bow.col - cols * back)
    }

    /// Returns all fields, from bow to stern.
    pub fn fields(&self) -> impl DoubleEndedIterator<Item = Coord> + use<> {
        let hull = *self;
        (0..self.length).map(move |segment| hull.field(segment))
    }

    /// Returns the number of the segment that lies on `at`; `None` if the hull does not lie there.
    #[doc(hidden)]
    pub fn segment_at(&self, at: Coord) -> Option<u32> {
        let distance = at.row.abs_diff(self.bow.row).max(at.col.abs_diff(self.bow.col));
        self.rect().contains(at).then(|| u32::try_from(distance).ok()).flatten()
    }

    /// Returns the fields as a rectangle, one field wide.
    #[doc(hidden)]
    #[inline]
    pub fn rect(&self) -> Rect {
        Rect::spanning(self.bow, self.stern())
    }

    /// Returns the hull after one move, or `None` if a coordinate overflows.
    ///
    /// A forward move takes the hull one field ahead. In a move to the left or right, the field
    /// ahead of the old bow becomes the stern. From there the ship extends along the new heading.
    pub fn moved(&self, manoeuvre: Manoeuvre) -> Option<Self> {
        let pivot = self.bow.ahead(self.heading, 1)?;
        let heading = self.heading.turned(manoeuvre);
        let bow = match manoeuvre {
            Manoeuvre::Forward => pivot,
            Manoeuvre::Left | Manoeuvre::Right => {
                pivot.ahead(heading, i64::from(self.length - 1))?
            }
        };
        Self::new(bow, heading, self.length)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hull(row: i64, col: i64, heading: Heading, length: u32) -> Hull {
        Hull::new(Coord::new(row, col), heading, length).unwrap()
    }

    #[test]
    fn an_overflowing_hull_is_none() {
        assert_eq!(Hull::new(Coord::new(i64::MAX, 0), Heading::North, 2), None);
        assert_eq!(Hull::new(Coord::new(0, 0), Heading::North, 0), None);
        let edge = hull(i64::MIN, 0, Heading::North, 2);
        assert_eq!(edge.moved(Manoeuvre::Forward), None);
        assert_eq!(edge.moved(Manoeuvre::Left), None);
    }

    #[test]
    fn segments_are_found_by_field() {
        let ship = hull(5, 5, Heading::East, 4);
        for segment in 0..4 {
            assert_eq!(ship.segment_at(ship.field(segment)), Some(segment));
        }
        assert_eq!(ship.segment_at(Coord::new(5, 6)), None);
        assert_eq!(ship.segment_at(Coord::new(4, 5)), None);
        assert_eq!(ship.segment_at(Coord::new(i64::MIN, i64::MIN)), None);
    }

    /// The table of spec ships §3, for a cruiser with its bow at (5, 5).
    #[test]
    fn moves_follow_the_table() {
        use Heading::{East, North, South, West};
        let rows = [
            (North, (4, 5, North), (4, 3, West), (4, 7, East)),
            (East, (5, 6, East), (3, 6, North), (7, 6, South)),
            (South, (6, 5, South), (6, 7, East), (6, 3, West)),
            (West, (5, 4, West), (7, 4, South), (3, 4, North)),
        ];
        for (heading, forward, left, right) in rows {
            let moved = Manoeuvre::ALL.map(|turn| hull(5, 5, heading, 3).moved(turn).unwrap());
            let expected = [forward, left, right];
            assert_eq!(moved, expected.map(|(row, col, after)| hull(row, col, after, 3)));
        }
    }
}
