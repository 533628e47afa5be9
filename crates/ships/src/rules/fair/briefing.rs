//! What one side knows at its turn.

use super::{Note, Notes};
use crate::rules::{Class, Known, NoteText, Section, ShipName};
use broadside_core::board::{Board, BySide, Coord, Dims, Rect, Ship, Side};
use std::collections::BTreeMap;

/// All that one side knows when it is to move, and by type nothing else: public facts, its own ships, what
/// it has in sight, its notes. A [`Observer`](super::Observer) makes it.
#[derive(Clone, Debug)]
pub struct Briefing {
    pub(super) side: Side,
    pub(super) turn: u64,
    pub(super) sea: Board,
    pub(super) starts: BySide<Rect>,
    pub(super) sizes: BySide<[i64; 4]>,
    pub(super) extended: bool,
    pub(super) auto_shooting: bool,
    pub(super) own: BTreeMap<ShipName, Ship>,
    pub(super) enemy: BTreeMap<ShipName, Enemy>,
    pub(super) known: Known,
    pub(super) seen: Vec<(Coord, Section)>,
    pub(super) notes: Notes,
    pub(super) information: Vec<NoteText>,
}

/// A ship of the enemy that is on the board.
#[derive(Clone, Debug)]
pub(super) struct Enemy {
    /// The ship, when all its fields are in sight.
    pub(super) in_view: Option<Ship>,
    /// Where it must lie: what it can have reached from the rectangle that it was placed in.
    pub(super) waters: Rect,
}

impl Briefing {
    /// The side that is to move.
    pub const fn side(&self) -> Side {
        self.side
    }

    /// The number of this turn among those of the side, from 1.
    pub const fn turn(&self) -> u64 {
        self.turn
    }

    /// The size of the board.
    pub const fn dims(&self) -> Dims {
        self.sea.dims()
    }

    /// The board with its reefs and without any ship: ships of one's own choice can be placed on a copy.
    #[doc(hidden)]
    pub const fn sea(&self) -> &Board {
        &self.sea
    }

    /// Where `side` may place ships.
    pub fn start(&self, side: Side) -> Rect {
        self.starts[side]
    }

    /// The number of ships of each class that `side` has, in the order of
    /// [`Class::ALL`](crate::rules::Class::ALL).
    pub fn sizes(&self, side: Side) -> [i64; 4] {
        self.sizes[side]
    }

    /// Whether cannons have range and crews (`EXTENDED_SHIPS`).
    #[doc(hidden)]
    pub const fn is_extended(&self) -> bool {
        self.extended
    }

    /// Whether `AUTO_SHOOTING` was given.
    pub const fn is_auto_shooting(&self) -> bool {
        self.auto_shooting
    }

    /// The side's own ships on the board, with their damage; the order is that of SAVE.
    pub const fn own(&self) -> &BTreeMap<ShipName, Ship> {
        &self.own
    }

    /// The ships of the enemy that are on the board, by class and number, which is public; with the ship
    /// itself when all its fields are in sight.
    pub fn enemy(&self) -> impl Iterator<Item = (ShipName, Option<&Ship>)> {
        self.enemy.iter().map(|(name, enemy)| (*name, enemy.in_view.as_ref()))
    }

    /// Where a ship of the enemy that is on the board must lie, as far as rules alone tell: the part of
    /// the board that it can have reached from the starting rectangle in which the enemy placed it. `None`
    /// when there is no such ship on the board.
    #[doc(hidden)]
    pub fn waters(&self, name: ShipName) -> Option<Rect> {
        self.enemy.get(&name).map(|enemy| enemy.waters)
    }

    /// How many ships of each class `side` has still to place, which is public.
    pub fn missing(&self, side: Side) -> impl Iterator<Item = (Class, i64)> {
        let placed = move |class| {
            let of_class = |name: &&ShipName| name.class == class;
            let count = if side == self.side {
                self.own.keys().filter(of_class).count()
            } else {
                self.enemy.keys().filter(of_class).count()
            };
            i64::try_from(count).unwrap_or(i64::MAX)
        };
        let sizes = Class::ALL.into_iter().zip(self.sizes[side]);
        sizes.map(move |(class, size)| (class, size.saturating_sub(placed(class))))
    }

    /// Whether all ships of both fleets are on the board, so that shots are allowed.
    pub fn is_complete(&self) -> bool {
        Side::ALL.into_iter().all(|side| self.missing(side).all(|(_, missing)| missing == 0))
    }

    /// The fields in sight.
    pub const fn known(&self) -> &Known {
        &self.known
    }

    /// The segments of the enemy in sight, by row, then column. A reef hides the segment that lies on it.
    pub fn seen(&self) -> &[(Coord, Section)] {
        &self.seen
    }

    /// What the side was told in all its turns so far, this one included.
    pub const fn notes(&self) -> &Notes {
        &self.notes
    }

    /// The notes that the script of the game has for this side (`INFORMATION`), in input order.
    #[doc(hidden)]
    pub fn information(&self) -> &[NoteText] {
        &self.information
    }

    /// Whether the side was told that it has sunk this ship.
    #[doc(hidden)]
    pub fn is_sunk(&self, name: ShipName) -> bool {
        self.notes.iter().any(|note| *note == Note::Sunk(name))
    }
}
