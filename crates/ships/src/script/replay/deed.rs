//! What happened in a frame (a step) of a replay, and how the fields that a side knows change.

use crate::rules::{
    Game, Order, OrderKind, Reason, Run, Setting, ShipName, plane_square, surroundings,
};
use crate::script::ast::Command;
use broadside_core::board::{Coord, Heading, Hull, Impact, Manoeuvre, Rect, ShipId, Side};

/// What happened in a frame.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Deed {
    /// A ship, perhaps damaged, was put on the board: `PLACE_SHIP`, `SHIP`.
    Came {
        /// The ship.
        ship: ShipId,
        /// The owner of the ship.
        side: Side,
        /// The name of the ship.
        name: ShipName,
        /// The fields of the ship.
        hull: Hull,
    },
    /// A ship moved.
    Moved {
        /// The ship.
        ship: ShipId,
        /// The fields of the ship before the move.
        from: Hull,
        /// The fields of the ship after the move.
        to: Hull,
        /// The move.
        manoeuvre: Manoeuvre,
    },
    /// A shot was fired.
    Shot {
        /// The ship that fired, and the field of its cannon; `None` if the order named no ship.
        by: Option<(ShipId, Coord)>,
        /// The target.
        at: Coord,
        /// What the shot hit there.
        impact: Impact,
    },
    /// A plane looked at the square around a field.
    Flew {
        /// The carrier that sent the plane, and the field of its cannon; `None` if the order named
        /// no carrier.
        by: Option<(ShipId, Coord)>,
        /// The middle of the square.
        at: Coord,
    },
    /// A setting other than `SHIP`.
    Set(Setting),
    /// A turn ended. The game may have ended with it.
    Ended {
        /// The side whose turn ended.
        side: Side,
        /// The side that has won; `None` if the game goes on.
        won: Option<Side>,
    },
    /// Nothing happened, because a command or a tag was refused.
    Refused {
        /// The command or tag, as the `INVALID OPERATION` line shows it.
        command: Vec<u8>,
        /// Why it was refused.
        reason: Reason,
    },
}

impl Deed {
    /// Returns what `command` will do if `game` carries it out. Returns `None` if the command only
    /// prints, and for some commands that the game refuses, such as a move of a ship that is not on
    /// the board. For other commands that the game refuses, the result must not be used.
    pub(super) fn of(command: &Command, game: &Game) -> Option<Self> {
        match command.setting() {
            Some(setting) => Self::of_setting(setting, game),
            None => Self::of_order(*command.order()?, game),
        }
    }

    fn of_setting(setting: &Setting, game: &Game) -> Option<Self> {
        let Setting::Ship { side, bow, heading, index, health } = *setting else {
            return Some(Self::Set(setting.clone()));
        };
        let name = ShipName { class: health.class(), index };
        Self::of_ship(side, name, (bow, heading), game)
    }

    fn of_ship(
        side: Side,
        name: ShipName,
        (bow, heading): (Coord, Heading),
        game: &Game,
    ) -> Option<Self> {
        let hull = name.class.hull(bow, heading)?;
        Some(Self::Came { ship: game.board().next_ship(), side, name, hull })
    }

    fn of_order(order: Order, game: &Game) -> Option<Self> {
        let side = game.moving()?;
        let own = |name| game.fleet(side).ship(name);
        if let Order::Place { name, bow, heading } = order {
            return Self::of_ship(side, name, (bow, heading), game);
        }
        let ship = order.ship().and_then(own);
        if let Order::Move(_, manoeuvre) = order {
            let from = *game.board().ship(ship?).hull();
            return Some(Self::Moved { ship: ship?, from, to: from.moved(manoeuvre)?, manoeuvre });
        }
        let (by, at) = (ship.map(|ship| (ship, game.cannon(ship))), order.target()?);
        let impact = game.board().impact(at);
        let is_plane = order.kind() == OrderKind::Plane;
        Some(if is_plane { Self::Flew { by, at } } else { Self::Shot { by, at, impact } })
    }

    /// Returns the side that may see more or fewer fields after this deed, and the part of the
    /// board with these fields. A hit matters only at segment 0, which has the radar.
    pub(super) fn reveals(&self, game: &Game) -> Option<(Side, Rect)> {
        let owner = |ship| game.whose(ship).map(|(side, _)| side);
        match self {
            Self::Came { side, hull, .. } => Some((*side, surroundings(hull))),
            Self::Moved { ship, from, to, .. } => {
                let (from, to) = (surroundings(from), surroundings(to));
                Some((owner(*ship)?, from.union(to)))
            }
            Self::Shot { impact, .. } => {
                let (Impact::Hit { ship, segment: 0 } | Impact::Sunk { ship, segment: 0 }) =
                    *impact
                else {
                    return None;
                };
                Some((owner(ship)?, surroundings(game.board().ship(ship).hull())))
            }
            Self::Flew { at, .. } => Some((game.moving()?, plane_square(*at))),
            Self::Set(_) | Self::Ended { .. } | Self::Refused { .. } => None,
        }
    }
}

/// A change of the fields that a side knows. To undo the change, exchange `gained` and `lost`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Sight {
    /// The fields that became known, as runs (parts of rows) in order of row, then column.
    pub gained: Vec<Run>,
    /// The fields that are not known any more, as runs in order of row, then column.
    pub lost: Vec<Run>,
}

#[doc(hidden)]
impl Sight {
    /// Returns the change from `before` to `after`. Both are runs in order of row, then column,
    /// without overlaps.
    pub fn between(before: &[Run], after: &[Run]) -> Self {
        Self { gained: difference(after, before), lost: difference(before, after) }
    }

    /// Returns whether nothing changed.
    pub const fn is_empty(&self) -> bool {
        self.gained.is_empty() && self.lost.is_empty()
    }
}

/// Returns the parts of `runs` that are not in `taken`.
fn difference(runs: &[Run], taken: &[Run]) -> Vec<Run> {
    let mut rest = Vec::new();
    let mut taken = taken.iter().peekable();
    for run in runs {
        // The first field of the run that is not compared yet.
        let mut next = Some(run.first);
        while let Some(first) = next {
            while taken.next_if(|t| (t.row, t.last) < (run.row, first)).is_some() {}
            let cut = taken.peek().filter(|t| t.row == run.row && t.first <= run.last);
            let end = cut.map_or(Some(run.last), |cut| cut.first.checked_sub(1));
            if let Some(last) = end.filter(|last| first <= *last) {
                rest.push(Run { row: run.row, first, last });
            }
            let after = cut.and_then(|cut| cut.last.checked_add(1));
            next = after.filter(|after| *after <= run.last);
        }
    }
    rest
}
