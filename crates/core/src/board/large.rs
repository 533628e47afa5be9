//! Data structures that keep boards with millions of ships fast.
//!
//! - [`Tiles`] finds the ships on or near given fields. A tile is a square of eight by eight
//!   fields. Benchmark: `evaluate` in `benches/ships.rs`.
//! - [`Extent`] finds the last row and the last column with a ship. The command `BOARD_SIZE` needs
//!   them. Test: `a_board_with_many_ships_shrinks_quickly` in `tests/it/attacks.rs`.

use super::{Coord, Hull, Rect, Seeded, Ship, ShipId};
use std::collections::hash_map::Entry;
use std::collections::{BTreeMap, HashMap, btree_map};
use std::iter;

/// A tile has `1 << BITS` rows and columns, so its 64 fields fit the bits of a `u64`.
const BITS: u32 = 3;

/// The tiles on which ships lie. A field and its neighbours lie on at most four tiles, so at most
/// four look-ups are enough. A table of fields would need a look-up for each field.
#[derive(Clone, Debug, Default)]
pub(super) struct Tiles {
    tiles: ByTile<Tile>,
    /// For each tile with several ships, the ships other than [`Tile::ship`].
    others: ByTile<Vec<ShipId>>,
}

/// A table by tile. A key is the row and the column of a tile, counted in tiles.
type ByTile<T> = HashMap<Coord, T, Seeded>;

#[derive(Clone, Copy, Debug)]
struct Tile {
    /// The fields with ships, as bits, row by row.
    taken: u64,
    /// One of the ships on the tile.
    ship: ShipId,
}

impl Tiles {
    /// Returns all ships on fields of `area`, and perhaps other ships on the same tiles. A ship on
    /// several of these tiles is returned several times.
    pub(super) fn ships_near(&self, area: Rect) -> impl Iterator<Item = ShipId> + '_ {
        let taken = move |key| {
            let tile = self.tiles.get(&key).filter(|tile| tile.taken & mask(&area, key) != 0);
            tile.map(|tile| (key, tile.ship))
        };
        tiles_under(&area).fields().filter_map(taken).flat_map(|(key, ship)| {
            // Most callers take only the first ship. So the other ships are looked up only if a
            // caller asks for them.
            let others = iter::once(key).filter_map(|key| self.others.get(&key));
            iter::once(ship).chain(others.flatten().copied())
        })
    }

    /// Returns whether a ship lies on a field that is in `area` and not in `except`.
    pub(super) fn has_within(&self, area: &Rect, except: Option<&Rect>) -> bool {
        let is_taken = |key| {
            let Some(tile) = self.tiles.get(&key) else { return false };
            let excepted = except.map_or(0, |except| mask(except, key));
            tile.taken & mask(area, key) & !excepted != 0
        };
        // This is the most frequent look-up, and plain loops take half the time of `Rect::fields`.
        let Rect { top, left, bottom, right } = tiles_under(area);
        (top..=bottom).any(|row| (left..=right).any(|col| is_taken(Coord::new(row, col))))
    }

    /// Adds a ship. The fields of `hull` must be free.
    pub(super) fn add(&mut self, ship: ShipId, hull: &Hull) {
        let area = hull.rect();
        for key in tiles_under(&area).fields() {
            let mask = mask(&area, key);
            match self.tiles.entry(key) {
                Entry::Vacant(tile) => {
                    tile.insert(Tile { taken: mask, ship });
                }
                Entry::Occupied(mut tile) => {
                    tile.get_mut().taken |= mask;
                    self.others.entry(key).or_default().push(ship);
                }
            }
        }
    }

    /// Removes a ship, which must lie on the fields of `hull`.
    pub(super) fn remove(&mut self, ship: ShipId, hull: &Hull) {
        let area = hull.rect();
        for key in tiles_under(&area).fields() {
            let Entry::Occupied(mut tile) = self.tiles.entry(key) else { continue };
            tile.get_mut().taken &= !mask(&area, key);
            let Entry::Occupied(mut others) = self.others.entry(key) else {
                tile.remove();
                continue;
            };
            let rest = others.get_mut();
            match rest.iter().position(|other| *other == ship) {
                Some(place) => _ = rest.swap_remove(place),
                None => tile.get_mut().ship = rest.swap_remove(0),
            }
            if rest.is_empty() {
                others.remove();
            }
        }
    }
}

pub(super) fn lies_on_fewer_tiles(area: &Rect, limit: usize) -> bool {
    let Rect { top, left, bottom, right } = tiles_under(area);
    // The sides do not overflow, because there are only 2^61 tiles in each direction.
    let side = |first: i64, last: i64| (last - first + 1).cast_unsigned();
    side(top, bottom).checked_mul(side(left, right)).is_some_and(|tiles| tiles < limit as u64)
}

/// Returns the tiles on which `area` lies. The rectangle counts in tiles: its row 1 has the tiles
/// of the board's rows 8 to 15.
const fn tiles_under(area: &Rect) -> Rect {
    Rect {
        top: area.top >> BITS,
        left: area.left >> BITS,
        bottom: area.bottom >> BITS,
        right: area.right >> BITS,
    }
}

/// Returns the fields of `tile` that lie in `area`, as bits in the order of [`Tile::taken`].
fn mask(area: &Rect, tile: Coord) -> u64 {
    let (top, left) = (tile.row << BITS, tile.col << BITS);
    let area = area.common(&Rect { top, left, bottom: top | 7, right: left | 7 });
    if area.is_empty() {
        return 0;
    }
    // `row` has the columns of the area, as bits of the first row of the tile. `rows` has the first
    // field of each row of the area. The product repeats `row` in each of these rows.
    let row = 0xff >> (7 - (area.right & 7)) & 0xff << (area.left & 7);
    let rows = FIRST_COLUMN >> ((7 - (area.bottom & 7)) << BITS)
        & FIRST_COLUMN << ((area.top & 7) << BITS);
    rows * row
}

/// The bits of the first field in each row of a tile.
const FIRST_COLUMN: u64 = 0x0101_0101_0101_0101;

/// For each row, the number of ships whose lowest field lies in this row. For each column, the
/// number of ships whose rightmost field lies in this column. The first call of
/// [`find`](Self::find) on a board with ships counts the ships. Most scripts never need this count,
/// because they set the size of the board before they place ships.
#[derive(Clone, Debug, Default)]
pub(super) struct Extent(Option<[Counts; 2]>);

type Counts = BTreeMap<i64, usize>;

impl Extent {
    pub(super) fn add(&mut self, hull: &Hull) {
        for (counts, last) in self.0.iter_mut().flatten().zip(edge(hull)) {
            *counts.entry(last).or_default() += 1;
        }
    }

    pub(super) fn shift(&mut self, old: &Hull, new: &Hull) {
        let edges = edge(old).into_iter().zip(edge(new));
        let changes = self.0.iter_mut().flatten().zip(edges).filter(|(_, (from, to))| from != to);
        for (counts, (from, to)) in changes {
            *counts.entry(to).or_default() += 1;
            if let btree_map::Entry::Occupied(mut count) = counts.entry(from) {
                *count.get_mut() -= 1;
                if *count.get() == 0 {
                    count.remove();
                }
            }
        }
    }

    /// Returns the last row and the last column on which a ship lies, or -1 for both if there is no
    /// ship. `ships` must be all ships of the board.
    pub(super) fn find(&mut self, ships: &[Ship]) -> Coord {
        if self.0.is_none() && !ships.is_empty() {
            self.0 = Some(Default::default());
            for ship in ships {
                self.add(ship.hull());
            }
        }
        let last = |counts: &Counts| counts.keys().next_back().map_or(-1, |last| *last);
        let [row, col] = self.0.as_ref().map_or([-1; 2], |[rows, cols]| [last(rows), last(cols)]);
        Coord::new(row, col)
    }
}

fn edge(hull: &Hull) -> [i64; 2] {
    let rect = hull.rect();
    [rect.bottom, rect.right]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Board, Dims, Heading};
    use crate::dice::{Dice as _, Stream, index_below, pick};

    fn coord(least: i64, dice: &mut Stream) -> Coord {
        let mut draw = || least + i64::try_from(dice.below(24)).unwrap();
        Coord::new(draw(), draw())
    }

    #[test]
    fn a_mask_has_the_fields_of_the_area() {
        let mut dice = Stream::new(&7.into(), 0);
        for least in [-12, i64::MAX - 30] {
            for _ in 0..500 {
                let area = Rect::spanning(coord(least, &mut dice), coord(least, &mut dice));
                for key in tiles_under(&area).grown(1).fields() {
                    let here = |at: &Coord| (at.row >> 3, at.col >> 3) == (key.row, key.col);
                    let bit = |at: Coord| 1_u64 << ((at.row & 7) * 8 + (at.col & 7));
                    let bits = area.fields().filter(here).fold(0, |bits, at| bits | bit(at));
                    assert_eq!(mask(&area, key), bits, "{area:?} {key:?}");
                }
            }
        }
    }

    #[test]
    fn tiles_agree_with_a_list_of_ships() {
        let mut dice = Stream::new(&9.into(), 0);
        let mut tiles = Tiles::default();
        let mut ships: Vec<(ShipId, Hull)> = Vec::new();
        for number in 0..3000 {
            let length = 1 + u32::try_from(dice.below(20)).unwrap();
            let heading = pick(&Heading::ALL, &mut dice).unwrap();
            let hull = Hull::new(coord(-5, &mut dice), heading, length).unwrap();
            let lies = |area: Rect| ships.iter().any(|(_, ship)| ship.rect().overlaps(&area));
            let (area, around) = (hull.rect(), hull.rect().grown(1));
            assert_eq!(tiles.has_within(&around, None), lies(around));
            if let Some((_, other)) = ships.first() {
                let others = ships[1..].iter().any(|(_, ship)| ship.rect().overlaps(&around));
                assert_eq!(tiles.has_within(&around, Some(&other.rect())), others);
            }
            if !tiles.has_within(&area, None) {
                tiles.add(ShipId::of(number), &hull);
                ships.push((ShipId::of(number), hull));
            } else if !ships.is_empty() {
                let (ship, hull) = ships.swap_remove(index_below(ships.len(), &mut dice));
                tiles.remove(ship, &hull);
            }
            let here = |at| ships.iter().find(|(_, ship)| ship.rect().contains(at));
            for at in around.fields() {
                let near: Vec<_> = tiles.ships_near(Rect::spanning(at, at)).collect();
                assert!(here(at).map_or(near.is_empty(), |(ship, _)| near.contains(ship)));
            }
        }
        for (ship, hull) in ships {
            tiles.remove(ship, &hull);
        }
        assert!(tiles.tiles.is_empty() && tiles.others.is_empty());
    }

    #[test]
    fn the_extent_follows_the_ships() {
        let mut dice = Stream::new(&5.into(), 0);
        let mut board = Board::new(Dims::new(30, 30).unwrap());
        let mut ships = Vec::new();
        for _ in 0..4000 {
            let heading = pick(&Heading::ALL, &mut dice).unwrap();
            let mut draw = || i64::try_from(dice.below(30)).unwrap();
            let bow = Coord::new(draw(), draw());
            let hull = Hull::new(bow, heading, 2).unwrap();
            if ships.len() < 12 {
                ships.extend(board.place(hull));
            } else {
                let _ = board.reposition(pick(&ships, &mut dice).unwrap(), hull);
            }
            let size = |edge: fn(Rect) -> i64| {
                board.ships().map(|(_, ship)| edge(ship.hull().rect()) + 1).max().unwrap_or(1)
            };
            let (rows, cols) = (size(|rect| rect.bottom), size(|rect| rect.right));
            if dice.below(3) > 0 {
                assert!(rows == 1 || board.resize(Dims::new(rows - 1, 40).unwrap()).is_err());
                assert!(cols == 1 || board.resize(Dims::new(40, cols - 1).unwrap()).is_err());
                board.resize(Dims::new(rows, cols).unwrap()).unwrap();
                board.resize(Dims::new(30, 30).unwrap()).unwrap();
            }
        }
    }
}
