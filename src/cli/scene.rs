//! Draws the part of the board around an invalid operation. The picture shows where a ship would
//! lie and what it would touch, or how far a cannon reaches. It shows the ships of both sides,
//! because the author of a script knows all ships.

use super::boards::{self, Marks, Refused, View, Zone};
use super::theme::{Charset, Look, Theme};
use super::world;
use broadside::board::{Coord, Hull, ShipId, Side};
use broadside::ports::Ports;
use broadside::rules::ships::{Game, Order, Reason, Setting};
use broadside::script::Invalid;
use broadside::script::ast::Command;
use std::collections::HashSet;

const MOST_ROWS: usize = 16;

/// The middle of a picture is at most this many rows and this many columns away from the cannon, so
/// that the picture contains the cannon.
const MOST_WAY: i64 = 3;

/// The reasons for which the picture shows where a ship would lie.
const PLACES: [Reason; 4] = [
    Reason::ShipOnReef,
    Reason::ShipTooClose,
    Reason::NotInStartingPosition,
    Reason::ShipLeftBoard,
];

/// The option `--explain` of the commands that run scripts.
#[derive(Debug, Default, PartialEq, Eq, clap::Args)]
pub(super) struct Explain {
    /// Show on standard error where an invalid operation is. `broadside run` adds a picture if one
    /// helps. At a terminal, this is shown without the option too.
    #[arg(long)]
    pub(super) explain: bool,
}

#[derive(Clone, Copy, Debug)]
pub(super) struct Explanation {
    /// Whether an invalid operation is explained even if standard error is not a terminal.
    pub(super) explain: bool,
    pub(super) charset: Charset,
}

impl Explanation {
    /// Returns the look of pictures, or `None` if nothing is explained. If standard error is not a
    /// terminal, pictures are ASCII, so that they are the same everywhere.
    pub(super) fn look(self, ports: &Ports<'_>) -> Option<Look> {
        let is_terminal = ports.terminals.err;
        let charset = if is_terminal { self.charset } else { Charset::Ascii };
        let theme = if world::colours_errors() { Theme::Sixteen } else { Theme::Plain };
        let columns = world::columns_of_errors().unwrap_or(80);
        (self.explain || is_terminal).then_some(Look { theme, charset, columns, rows: MOST_ROWS })
    }
}

/// Draws the board around the refused command. `game` is the game after the refusal. Returns `None`
/// if a picture does not help.
pub(super) fn picture(game: &Game, invalid: &Invalid, look: Look) -> Option<String> {
    let command = Command::parse(&invalid.command).ok()?;
    let (refused, centre) = if invalid.reason == Reason::ShootingTooFar {
        shot(game, &command)?
    } else if PLACES.contains(&invalid.reason) {
        berth(game, &command, invalid.reason)?
    } else {
        return None;
    };
    let view =
        View::new(game, None).with_marks(Marks { refused: Some(refused), ..Marks::default() });
    let mut text = Vec::new();
    boards::draw(&view, Some(centre), look, &mut text).ok()?;
    String::from_utf8(text).ok()
}

/// Returns the fields where the command would put a ship, with the obstacles or the player's
/// starting position. Also returns the field of the ship's bow.
fn berth(game: &Game, command: &Command, reason: Reason) -> Option<(Refused, Coord)> {
    let (hull, itself, start) =
        if let Command::Set(Setting::Ship { bow, heading, health, .. }) = command {
            (Hull::new(*bow, *heading, health.class().length())?, None, None)
        } else if let Command::Order(Order::Place { name, bow, heading }) = command {
            let start = game.fleet(mover(game)).start();
            (Hull::new(*bow, *heading, name.class.length())?, None, Some(start))
        } else {
            let Command::Order(Order::Move(name, manoeuvre)) = command else { return None };
            let id = game.fleet(mover(game)).ship(*name)?;
            (game.board().get(id)?.hull().moved(*manoeuvre)?, Some(id), None)
        };
    let in_the_way = if reason == Reason::ShipOnReef {
        hull.fields().filter(|at| game.board().reef_at(*at)).collect()
    } else if reason == Reason::ShipTooClose {
        neighbours(game, &hull, itself)
    } else {
        HashSet::new()
    };
    let allowed = start.filter(|_| reason == Reason::NotInStartingPosition).map(Zone::Rect);
    Some((Refused { asked: hull.fields().collect(), in_the_way, allowed }, hull.bow()))
}

/// Returns the fields of other ships that lie in the hull or beside it.
fn neighbours(game: &Game, hull: &Hull, itself: Option<ShipId>) -> HashSet<Coord> {
    let other = |at: &Coord| game.board().ship_at(*at).is_some_and(|id| Some(id) != itself);
    hull.rect().grown(1).fields().filter(other).collect()
}

/// Returns the target, with the circle that the cannon reaches, and the middle of the picture.
fn shot(game: &Game, command: &Command) -> Option<(Refused, Coord)> {
    let Command::Order(Order::Fire(name, at)) = command else { return None };
    let id = game.fleet(mover(game)).ship(*name)?;
    let cannon = game.cannon(id);
    let allowed = name.class.range().map(|range| Zone::Circle(cannon, range));
    let refused = Refused { asked: vec![*at], in_the_way: HashSet::new(), allowed };
    Some((refused, Coord::new(towards(cannon.row, at.row), towards(cannon.col, at.col))))
}

/// Returns a row or column between the cannon and the target, at most [`MOST_WAY`] from the cannon.
fn towards(cannon: i64, target: i64) -> i64 {
    let way = target.saturating_sub(cannon) / 2;
    cannon.saturating_add(way.clamp(-MOST_WAY, MOST_WAY))
}

/// Returns the side that gave the refused order. If its turn is closed, the game already expects
/// the other side.
fn mover(game: &Game) -> Side {
    game.moving().unwrap_or_else(|| game.expected().other())
}
