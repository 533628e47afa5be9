//! The place that an invalid operation is about, drawn for people: where a ship was to lie and what it would
//! touch, how far a cannon reaches.
//!
//! Pictures show the whole board: the author of a script knows it. Nothing here judges an operation.

use super::boards::{self, Look, Marks, Script, View, Wish, Zone};
use super::theme::Theme;
use super::world;
use broadside::board::{Coord, Hull, ShipId, Side};
use broadside::ports::Ports;
use broadside::rules::ships::{Game, Order, Reason, Setting};
use broadside::script::Invalid;
use broadside::script::ast::Command;
use std::collections::HashSet;

/// The most lines of a picture.
const MOST_ROWS: usize = 16;

/// How far the middle of a picture may be from a cannon, so that the cannon is in it.
const MOST_WAY: i64 = 3;

/// The reasons that are about where a ship would lie.
const PLACES: [Reason; 4] = [
    Reason::ShipOnReef,
    Reason::ShipTooClose,
    Reason::NotInStartingPosition,
    Reason::ShipLeftBoard,
];

/// What the commands share that run scripts.
#[derive(Debug, Default, PartialEq, Eq, clap::Args)]
pub(super) struct Explain {
    /// Show on standard error where an invalid operation stands, with a picture if that helps. At a terminal this
    /// is always shown.
    #[arg(long)]
    pub(super) explain: bool,
}

/// Whether and how standard error shows the place of an invalid operation.
#[derive(Clone, Copy, Debug)]
pub(super) struct Telling {
    /// Whether it is shown even if that is no terminal.
    pub(super) explain: bool,
    /// The characters that a terminal can show.
    pub(super) script: Script,
}

impl Telling {
    /// How places are drawn; `None` if they are not. Where standard error is no terminal, they are drawn
    /// alike everywhere.
    pub(super) fn look(self, ports: &Ports<'_>) -> Option<Look> {
        let is_terminal = ports.terminals.err;
        let script = if is_terminal { self.script } else { Script::Ascii };
        let theme = Theme { is_coloured: world::colours_errors() };
        let columns = world::columns_of_errors();
        (self.explain || is_terminal).then_some(Look { theme, script, columns, rows: MOST_ROWS })
    }
}

/// A picture of the place that `invalid` is about, in `game` as it was left. Nothing where a picture does
/// not help.
pub(super) fn picture(game: &Game, invalid: &Invalid, look: Look) -> Option<String> {
    let command = Command::parse(&invalid.command).ok()?;
    let (wish, centre) = if invalid.reason == Reason::ShootingTooFar {
        shot(game, &command)?
    } else if PLACES.contains(&invalid.reason) {
        berth(game, &command, invalid.reason)?
    } else {
        return None;
    };
    let view = View::new(game, None).with_marks(Marks { wish: Some(wish), ..Marks::default() });
    let mut text = Vec::new();
    boards::draw(&view, Some(centre), look, &mut text).ok()?;
    String::from_utf8(text).ok()
}

/// Where a ship was to lie.
fn berth(game: &Game, command: &Command, reason: Reason) -> Option<(Wish, Coord)> {
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
    Some((Wish { asked: hull.fields().collect(), in_the_way, allowed }, hull.bow()))
}

/// The fields of other ships on and beside `hull`.
fn neighbours(game: &Game, hull: &Hull, itself: Option<ShipId>) -> HashSet<Coord> {
    let other = |at: &Coord| game.board().ship_at(*at).is_some_and(|id| Some(id) != itself);
    hull.rect().grown(1).fields().filter(other).collect()
}

/// A shot that was too far, and how far its cannon reaches.
fn shot(game: &Game, command: &Command) -> Option<(Wish, Coord)> {
    let Command::Order(Order::Fire(name, at)) = command else { return None };
    let id = game.fleet(mover(game)).ship(*name)?;
    let cannon = game.cannon(id);
    let allowed = name.class.range().map(|range| Zone::Circle(cannon, range));
    let wish = Wish { asked: vec![*at], in_the_way: HashSet::new(), allowed };
    Some((wish, Coord::new(towards(cannon.row, at.row), towards(cannon.col, at.col))))
}

/// A little way from the cannon to its target, so that a near one is in the picture too.
fn towards(cannon: i64, target: i64) -> i64 {
    let way = target.saturating_sub(cannon) / 2;
    cannon.saturating_add(way.clamp(-MOST_WAY, MOST_WAY))
}

/// Who has ordered it: the other side is expected as soon as the turn is closed.
fn mover(game: &Game) -> Side {
    game.moving().unwrap_or_else(|| game.expected().other())
}
