//! The event of a frame, as facts.

use crate::rules::{Game, Order, OrderKind, Reason, Setting, ShipName, surroundings};
use crate::script::ast::Command;
use broadside_core::board::{Coord, Hull, Impact, Manoeuvre, Rect, ShipId, Side};

/// What happened in a frame.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Deed {
    /// A ship came to the board, perhaps damaged: `PLACE_SHIP`, `SHIP`.
    Came {
        /// The ship.
        ship: ShipId,
        /// Whose it is.
        side: Side,
        /// What it is called.
        name: ShipName,
        /// Where it lies.
        hull: Hull,
    },
    /// A ship moved.
    Moved {
        /// The ship.
        ship: ShipId,
        /// Where it was.
        from: Hull,
        /// Where it is now.
        to: Hull,
        /// How it got there.
        manoeuvre: Manoeuvre,
    },
    /// A shot was fired.
    Shot {
        /// Who fired, and where its cannon was, if the order named a ship.
        by: Option<(ShipId, Coord)>,
        /// At which field.
        at: Coord,
        /// What it met there.
        impact: Impact,
    },
    /// A plane looked at the square around a field.
    Flew {
        /// Who sent it, and from where, if the order named a carrier.
        by: Option<(ShipId, Coord)>,
        /// The middle of the square.
        at: Coord,
    },
    /// A reef came, or another change of the state that brought no ship.
    Set(Setting),
    /// A turn ended, and perhaps the game with it.
    Ended {
        /// Whose turn.
        side: Side,
        /// Who has won.
        won: Option<Side>,
    },
    /// Nothing happened: a command was refused.
    Refused {
        /// The command, as it was echoed.
        command: Vec<u8>,
        /// Why.
        reason: Reason,
    },
}

impl Deed {
    /// What `command`, which `game` is about to carry out, will do; `None` for what changes nothing.
    pub(super) fn of(command: &Command, game: &Game) -> Option<Self> {
        if let Command::Set(setting) = command {
            return Self::of_setting(setting, game);
        }
        let Command::Order(order) = command else { return None };
        Self::of_order(*order, game)
    }

    fn of_setting(setting: &Setting, game: &Game) -> Option<Self> {
        let Setting::Ship { side, bow, heading, index, health } = *setting else {
            return Some(Self::Set(setting.clone()));
        };
        let name = ShipName { class: health.class(), index };
        let hull = Hull::new(bow, heading, name.class.length())?;
        Some(Self::Came { ship: game.board().next_ship(), side, name, hull })
    }

    fn of_order(order: Order, game: &Game) -> Option<Self> {
        let side = game.moving()?;
        let own = |name| game.fleet(side).ship(name);
        if let Order::Place { name, bow, heading } = order {
            let hull = Hull::new(bow, heading, name.class.length())?;
            return Some(Self::Came { ship: game.board().next_ship(), side, name, hull });
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

    /// Whose knowledge it may change, and in which part of the sea; the rest stays as it is.
    pub(super) fn reveals(&self, game: &Game) -> Option<(Side, Rect)> {
        let owner = |ship| game.whose(ship).map(|(side, _)| side);
        match self {
            Self::Came { side, hull, .. } => Some((*side, surroundings(hull))),
            Self::Moved { ship, from, to, .. } => {
                let (from, to) = (surroundings(from), surroundings(to));
                Some((owner(*ship)?, from.union(to)))
            }
            Self::Shot { impact, .. } => match *impact {
                Impact::Hit { ship, segment: 0 } | Impact::Sunk { ship, segment: 0 } => {
                    Some((owner(ship)?, surroundings(game.board().ship(ship).hull())))
                }
                Impact::Water | Impact::Hit { .. } | Impact::Sunk { .. } | Impact::Again { .. } => {
                    None
                }
            },
            Self::Flew { at, .. } => Some((game.moving()?, Rect::spanning(*at, *at).grown(1))),
            Self::Set(_) | Self::Ended { .. } | Self::Refused { .. } => None,
        }
    }
}
