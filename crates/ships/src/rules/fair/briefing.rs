//! What one side knows at its turn. A computer player chooses its orders from this knowledge.

use super::Note;
use crate::rules::fleet::missing;
use crate::rules::{Class, Fleet, Game, Known, NoteText, Section, ShipName};
use broadside_core::board::{Board, BySide, Coord, Dims, Rect, Ship, Side};
use std::collections::BTreeMap;

/// What one side knows at its turn: public facts, its own ships, the fields that it knows, and its
/// notes. An `Observer` creates briefings.
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
    pub(super) notes: Vec<Note>,
    pub(super) information: Vec<NoteText>,
}

#[derive(Clone, Debug)]
pub(super) struct Enemy {
    /// The ship, or `None` if one of its fields is out of sight.
    pub(super) in_view: Option<Ship>,
    pub(super) waters: Rect,
}

impl Briefing {
    /// The side whose turn it is.
    pub const fn side(&self) -> Side {
        self.side
    }

    /// The number of this turn among the turns of this side, from 1.
    pub const fn turn(&self) -> u64 {
        self.turn
    }

    /// The size of the board.
    pub const fn dims(&self) -> Dims {
        self.sea.dims()
    }

    /// The board with its reefs and without ships.
    #[doc(hidden)]
    pub const fn sea(&self) -> &Board {
        &self.sea
    }

    /// The rectangle in which `side` may place ships.
    pub fn start(&self, side: Side) -> Rect {
        self.starts[side]
    }

    /// The number of ships of each class that `side` has, in the order of
    /// [`Class::ALL`](crate::rules::Class::ALL).
    pub fn sizes(&self, side: Side) -> [i64; 4] {
        self.sizes[side]
    }

    /// Whether the extended rules are on (`EXTENDED_SHIPS`): ships shoot with their own cannons,
    /// and only a healthy engine can move a ship.
    #[doc(hidden)]
    pub const fn is_extended(&self) -> bool {
        self.extended
    }

    /// Whether automatic shooting is on (`AUTO_SHOOTING`). In an extended game, a shot or plane
    /// then need not name its ship.
    pub const fn is_auto_shooting(&self) -> bool {
        self.auto_shooting
    }

    /// The side's own ships on the board with their damage, sorted by class, then number.
    pub const fn own(&self) -> &BTreeMap<ShipName, Ship> {
        &self.own
    }

    /// The names of the enemy's ships on the board, which are public. Each name comes with the
    /// ship, or with `None` if a field of the ship is out of sight.
    pub fn enemy(&self) -> impl Iterator<Item = (ShipName, Option<&Ship>)> {
        self.enemy.iter().map(|(name, enemy)| (*name, enemy.in_view.as_ref()))
    }

    /// A rectangle in which this ship of the enemy must lie. It includes all fields that the ship
    /// can have reached since its placement. `None` if the ship is not on the board.
    #[doc(hidden)]
    pub fn waters(&self, name: ShipName) -> Option<Rect> {
        self.enemy.get(&name).map(|enemy| enemy.waters)
    }

    /// The number of ships of each class that `side` still has to place. These numbers are public.
    pub fn missing(&self, side: Side) -> impl Iterator<Item = (Class, i64)> {
        let sizes = self.sizes[side];
        let missing = if side == self.side {
            missing(sizes, self.own.keys().copied())
        } else {
            missing(sizes, self.enemy.keys().copied())
        };
        Class::ALL.into_iter().zip(missing)
    }

    pub(super) fn is_placed(&self, side: Side) -> bool {
        self.missing(side).all(|(_, missing)| missing == 0)
    }

    /// Whether all ships of both fleets are on the board. Shots are allowed only then.
    pub fn is_complete(&self) -> bool {
        Side::ALL.into_iter().all(|side| self.is_placed(side))
    }

    /// The fields that the side knows: its ships cover or see them, or its planes have seen them.
    pub const fn known(&self) -> &Known {
        &self.known
    }

    /// The segments of the enemy that the side sees, sorted by row, then column. A reef hides the
    /// segment on its field.
    pub fn seen(&self) -> &[(Coord, Section)] {
        &self.seen
    }

    pub(super) fn has_seen(&self, at: Coord) -> bool {
        self.seen.binary_search_by_key(&at, |(seen, _)| *seen).is_ok()
    }

    /// The notes of the side in all its turns so far, in order, including this turn.
    pub const fn notes(&self) -> &[Note] {
        self.notes.as_slice()
    }

    /// The texts that the script of the game gives to this side (`INFORMATION`), in the order of
    /// the input.
    #[doc(hidden)]
    pub fn information(&self) -> &[NoteText] {
        &self.information
    }

    /// Whether the notes say that the side has sunk this ship of the enemy.
    #[doc(hidden)]
    pub fn is_sunk(&self, name: ShipName) -> bool {
        self.notes.contains(&Note::Sunk(name))
    }

    /// Creates a game from what this side knows, to try orders on. The game has the side's own
    /// ships, and each enemy ship whose fields are all in sight. Nothing is guessed.
    #[doc(hidden)]
    pub fn sketch(&self) -> Game {
        let fleets = BySide::from_fn(|side| {
            let (sizes, start) = (self.sizes[side], self.starts[side]);
            Fleet { sizes, start, ..Fleet::new(side) }
        });
        let mut game = Game::between_turns(self.sea.clone(), fleets, self.side);
        game.extended = self.extended;
        game.auto_shooting = self.auto_shooting;
        let own = self.own.iter().map(|(name, ship)| (self.side, *name, Some(ship)));
        let enemy = self.enemy().map(|(name, ship)| (self.side.other(), name, ship));
        for (side, name, ship) in own.chain(enemy) {
            if let Some(ship) = ship {
                game.put(side, name, *ship.hull(), |segment| ship.is_healthy(segment));
            }
        }
        game
    }
}
