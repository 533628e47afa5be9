//! Findings about a script: errors, and warnings about probable mistakes.

use crate::rules::{Game, Order, OrderKind, Setting, plane_square};
use crate::script::ast::{Command, Group};
use crate::script::{Invalid, Keyword, Mark, SyntaxError};
use broadside_core::board::{Board, Coord, Impact, Rect, Side};
use std::fmt;

/// An error or a warning about a part of a script.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// The part of the script in which the problem lies.
    pub mark: Mark,
    /// What is wrong with this part.
    pub problem: Problem,
}

/// What is wrong, or is probably wrong. The docs of most kinds show an example.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Problem {
    /// `PRINT 2`
    Syntax(Box<SyntaxError>),
    /// `REEF 99 99` on the default board.
    Invalid(Box<Invalid>),
    /// `print 1` outside groups.
    LooksLikeCommand(Keyword),
    /// `STATE` on a line of its own outside groups.
    LooksLikeTag(Group),
    /// `now [state]` outside groups.
    TagInProse(Group),
    /// `INIT_POSITION A 5 5 4 4`
    EmptyStart(Side, Rect),
    /// `SET_FLEET A 0 0 0 2`, but only one destroyer is placed. The number counts the missing
    /// ships.
    NeverPlaced(Side, i64),
    /// A tag, a command or an error after a side has won.
    AfterTheEnd(Side),
    /// `SHOOT 1 1 SHOOT 1 2`: more than one basic shot in a turn.
    SeveralShots(Side),
    /// `REEF 3 3` where a ship lies.
    ReefUnderShip,
    /// `EXTENDED_SHIPS EXTENDED_SHIPS`
    NoEffect(Idle),
    /// A script that has no tag.
    NothingToRun,
}

/// Why a command has no effect.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Idle {
    /// `EXTENDED_SHIPS` in an extended game, or another switch that is already on.
    OnAlready,
    /// `REEF 3 3` where a reef lies.
    ReefAlready,
    /// A shot at a field that has a reef but no ship.
    ShotAtReef,
    /// A shot at a destroyed segment.
    ShotAtWreck,
    /// A plane that sees no field of the board.
    PlaneOffBoard,
}

impl Problem {
    /// Returns whether this is an error: a run stops at an error, but not at a warning.
    pub const fn is_error(&self) -> bool {
        matches!(self, Self::Syntax(_) | Self::Invalid(_))
    }

    /// Returns the name of the kind of problem.
    pub const fn name(&self) -> &'static str {
        match self {
            Self::Syntax(_) => "syntax",
            Self::Invalid(_) => "invalid-operation",
            Self::LooksLikeCommand(_) => "prose-like-command",
            Self::LooksLikeTag(_) => "prose-like-tag",
            Self::TagInProse(_) => "tag-in-prose",
            Self::EmptyStart(..) => "empty-start",
            Self::NeverPlaced(..) => "never-placed",
            Self::AfterTheEnd(_) => "after-the-end",
            Self::SeveralShots(_) => "several-shots",
            Self::ReefUnderShip => "reef-under-ship",
            Self::NoEffect(_) => "no-effect",
            Self::NothingToRun => "nothing-to-run",
        }
    }

    /// Returns a hint on how to correct the script.
    pub fn help(&self) -> Option<String> {
        let fixed = match self {
            Self::Syntax(error) => return error.advice(),
            Self::Invalid(invalid) => return Some(invalid.advice.clone()),
            Self::NoEffect(_) => return None,
            Self::LooksLikeCommand(keyword) => {
                return Some(format!("`{}` belongs inside a group, in capitals", keyword.name()));
            }
            Self::LooksLikeTag(group) => return Some(format!("did you mean `{}`?", group.tag())),
            Self::TagInProse(_) => "put the tag on a line of its own",
            Self::EmptyStart(side, start) if *start == Game::default().fleet(*side).start() => {
                let Rect { top, left, bottom, right } = start;
                return Some(format!(
                    "the default is rows {top} to {bottom}, columns {left} to {right}: add \
                     `INIT_POSITION {side} y1 x1 y2 x2`"
                ));
            }
            Self::EmptyStart(..) => "the form is `INIT_POSITION P y1 x1 y2 x2`",
            Self::NeverPlaced(..) => {
                "neither player can shoot before all ships of both fleets are placed"
            }
            Self::AfterTheEnd(_) => "a run stops at the victory",
            Self::SeveralShots(_) => {
                "the assignment speaks of one shot; the course's programs accept more"
            }
            Self::ReefUnderShip => "the ship stays; after a move, no part of it may lie on a reef",
            Self::NothingToRun => "commands belong between tags such as `[state]`",
        };
        Some(fixed.to_owned())
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Syntax(error) => f.write_str(&error.message()),
            Self::Invalid(invalid) => invalid.fmt(f),
            Self::LooksLikeCommand(keyword) => {
                write!(f, "prose that looks like the command `{}`", keyword.name())
            }
            Self::LooksLikeTag(group) => {
                write!(f, "prose that looks like the tag `{}`", group.tag())
            }
            Self::TagInProse(group) => write!(f, "`{}` inside prose is skipped", group.tag()),
            Self::EmptyStart(side, _) => {
                write!(f, "the starting rectangle of player {side} holds no field of the board")
            }
            Self::NeverPlaced(side, count) => {
                let ships = if *count == 1 { "ship is" } else { "ships are" };
                write!(f, "{count} {ships} never placed by player {side}")
            }
            Self::SeveralShots(side) => {
                write!(f, "player {side} shoots more than once in this turn")
            }
            Self::ReefUnderShip => f.write_str("a reef is laid under a ship"),
            Self::NoEffect(idle) => write!(f, "this has no effect: {idle}"),
            Self::NothingToRun => f.write_str("a script without any tag or command"),
            Self::AfterTheEnd(side) => {
                write!(f, "nothing is read after the victory of player {side}")
            }
        }
    }
}

impl fmt::Display for Idle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::OnAlready => "it is on already",
            Self::ReefAlready => "a reef lies there already",
            Self::ShotAtReef => "a reef takes every shot",
            Self::ShotAtWreck => "that part of the ship is destroyed already",
            Self::PlaneOffBoard => "the plane sees no field of the board",
        })
    }
}

/// Returns the warning about `command`, if any. `shots` counts the earlier basic shots of the turn.
pub(super) fn warning(game: &Game, shots: usize, command: &Command) -> Option<Problem> {
    // One warning a turn is enough.
    if shots == 1 && is_basic_shot(game, command) {
        return game.moving().map(Problem::SeveralShots);
    }
    match command.setting() {
        Some(setting) => of_setting(game, setting),
        None => of_order(game, *command.order()?),
    }
}

/// Whether a command is a basic shot (`SHOOT y x` without `EXTENDED_SHIPS`). The language comes
/// from an assignment of a programming course, which allows only one basic shot in a turn.
pub(super) fn is_basic_shot(game: &Game, command: &Command) -> bool {
    matches!(command, Command::Order(Order::Shoot(_))) && !game.is_extended()
}

fn of_setting(game: &Game, setting: &Setting) -> Option<Problem> {
    let idle = match *setting {
        Setting::ExtendedShips => game.is_extended().then_some(Idle::OnAlready),
        Setting::AutoShooting => game.is_auto_shooting().then_some(Idle::OnAlready),
        Setting::AiPlayer(side) => game.fleet(side).is_ai().then_some(Idle::OnAlready),
        Setting::Reef(at) if game.board().reef_at(at) => Some(Idle::ReefAlready),
        Setting::Reef(at) => return game.board().ship_at(at).map(|_| Problem::ReefUnderShip),
        Setting::Fleet(..)
        | Setting::NextPlayer(_)
        | Setting::BoardSize(..)
        | Setting::Start(..)
        | Setting::Ship { .. }
        | Setting::Information(..)
        | Setting::Seed(_) => None,
    };
    idle.map(Problem::NoEffect)
}

fn of_order(game: &Game, order: Order) -> Option<Problem> {
    let at = order.target()?;
    let idle = if order.kind() == OrderKind::Plane {
        let sees = plane_square(at).overlaps(&game.board().dims().rect());
        (!sees).then_some(Idle::PlaneOffBoard)
    } else {
        useless_shot(game.board(), at)
    };
    idle.map(Problem::NoEffect)
}

fn useless_shot(board: &Board, at: Coord) -> Option<Idle> {
    match board.impact(at) {
        Impact::Again { .. } => Some(Idle::ShotAtWreck),
        Impact::Water => board.reef_at(at).then_some(Idle::ShotAtReef),
        Impact::Hit { .. } | Impact::Sunk { .. } => None,
    }
}
