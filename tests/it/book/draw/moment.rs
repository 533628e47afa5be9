//! What there is to draw at a moment of a script, and which of its commands is worth a picture before and after it.

use broadside::board::{Board, Coord, Dims, Hull, Manoeuvre, Side};
use broadside::rules::ships::{Class, Game, Known, Order, Setting, ShipName};
use broadside::script::ast::{Command, Group};
use broadside::script::{Session, Stop};
use std::io;

/// A ship as it is drawn.
pub(crate) struct Vessel {
    pub(super) side: Side,
    pub(super) hull: Hull,
    /// Which segments are healthy, the bow first.
    pub(super) healthy: Vec<bool>,
}

/// What is drawn on top of the board.
pub(crate) enum Mark {
    /// A field that is shot at.
    Target(Coord),
    /// A hull that is refused.
    Refused(Hull),
    /// Fields that a cannon reaches.
    Reach(Vec<Coord>),
    /// The field that a plane is sent to.
    Plane(Coord),
}

/// A board with all that is on it.
pub(crate) struct Moment {
    pub(super) dims: Dims,
    pub(super) vessels: Vec<Vessel>,
    pub(super) reefs: Vec<Coord>,
    /// What a player sees; nothing where the whole board is drawn.
    pub(super) known: Option<Known>,
    pub(super) marks: Vec<Mark>,
}

impl Moment {
    fn of(game: &Game, viewer: Option<Side>) -> Self {
        let board = game.board();
        let vessel = |(id, ship): (_, &broadside::board::Ship)| Vessel {
            side: game.name(id).0,
            hull: *ship.hull(),
            healthy: (0..ship.hull().length()).map(|segment| ship.is_healthy(segment)).collect(),
        };
        Self {
            dims: board.dims(),
            vessels: board.ships().map(vessel).collect(),
            reefs: board.reefs().sorted().to_vec(),
            known: viewer.map(|side| game.known(side)),
            marks: Vec::new(),
        }
    }

    /// The fields on which something stands.
    pub(super) fn used(&self) -> impl Iterator<Item = Coord> + '_ {
        let marked = self.marks.iter().flat_map(|mark| match mark {
            Mark::Target(field) | Mark::Plane(field) => vec![*field],
            Mark::Refused(hull) => hull.fields().collect(),
            Mark::Reach(_) => Vec::new(),
        });
        let ships = self.vessels.iter().flat_map(|vessel| vessel.hull.fields());
        ships.chain(self.reefs.iter().copied()).chain(marked)
    }

    /// Whether two moments look alike.
    fn looks_like(&self, other: &Self) -> bool {
        let ships = |moment: &Self| {
            let ships = moment.vessels.iter();
            ships.map(|one| (one.side, one.hull, one.healthy.clone())).collect::<Vec<_>>()
        };
        let same = self.dims == other.dims && self.reefs == other.reefs;
        let known = |moment: &Self| moment.known.as_ref().map(|known| known.runs().to_vec());
        same && ships(self) == ships(other) && known(self) == known(other)
    }
}

/// A command and the board before and behind it.
pub(crate) struct Decided {
    /// The command as the script has it; empty for the board at the end of the script.
    pub(crate) command: String,
    /// Whether it is an invalid operation.
    pub(crate) is_refused: bool,
    pub(crate) before: Option<Moment>,
    pub(crate) after: Moment,
}

/// The board after the first line of a script that is `last`, with the marks of that line; at the end without one.
pub(crate) fn behind(script: &str, last: Option<&str>, viewer: Option<Side>) -> Moment {
    let lines: Vec<_> = script.lines().collect();
    let Some(last) = last else { return after(script, viewer) };
    let at = lines.iter().position(|line| line.trim() == last).expect(last);
    let mut moment = after(&lines[..=at].join("\n"), viewer);
    moment.marks = marks(&lines[..at], lines[at], refused(&lines) == Some(at));
    moment
}

/// The board at the end of a script.
fn after(script: &str, viewer: Option<Side>) -> Moment {
    let mut session = Session::default();
    for line in script.lines() {
        // A refusal ends the script, and leaves the board as it is.
        if session.feed(line.as_bytes(), &mut io::sink()).is_err() {
            break;
        }
    }
    Moment::of(session.game(), viewer)
}

/// The command that the picture is about: the one that is refused, else the last order, else the last setting of
/// `settings`, else none.
pub(crate) fn decided(script: &str, sees: bool, settings: &[&str]) -> Decided {
    let lines: Vec<_> = script.lines().collect();
    let refused = refused(&lines);
    let ends_at = refused.unwrap_or(lines.len());
    let is_order = |line: &&str| matches!(command(line), Some(Command::Order(_)));
    let is_setting = |line: &&str| {
        settings.iter().any(|name| line.trim().starts_with(name)) && command(line).is_some()
    };
    let last = |of: &dyn Fn(&&str) -> bool| lines[..ends_at].iter().rposition(of);
    let at = refused.or_else(|| last(&is_order)).or_else(|| last(&is_setting));
    let Some(at) = at else {
        let viewer = if sees { viewer(&lines) } else { None };
        let after = after(&lines[..ends_at].join("\n"), viewer);
        return Decided { command: String::new(), is_refused: false, before: None, after };
    };
    let viewer = if sees { viewer(&lines[..=at]) } else { None };
    let before = after(&lines[..at].join("\n"), viewer);
    let mut later = after(&lines[..=at].join("\n"), viewer);
    let is_refused = refused.is_some();
    let before = (!is_refused && !later.looks_like(&before)).then_some(before);
    later.marks = marks(&lines[..at], lines[at], is_refused);
    Decided { command: lines[at].trim().to_owned(), is_refused, before, after: later }
}

fn command(line: &str) -> Option<Command> {
    Command::parse(line.trim().as_bytes()).ok()
}

/// The line at which a script is refused.
fn refused(lines: &[&str]) -> Option<usize> {
    let mut session = Session::default();
    lines.iter().position(|line| {
        let result = session.feed(line.as_bytes(), &mut io::sink());
        assert!(!matches!(result, Err(Stop::Syntax(_))), "{line}");
        result.is_err()
    })
}

/// The player in whose group the lines end, or who had the last one.
fn viewer(lines: &[&str]) -> Option<Side> {
    let tag = |line: &&str| Group::from_tag(line.trim().as_bytes());
    lines.iter().rev().find_map(tag).and_then(|group| match group {
        Group::Turn(side) => Some(side),
        Group::State => None,
    })
}

/// What is drawn for a command behind the lines `before`.
fn marks(before: &[&str], line: &str, is_refused: bool) -> Vec<Mark> {
    let mut session = Session::default();
    for line in before {
        if session.feed(line.as_bytes(), &mut io::sink()).is_err() {
            return Vec::new();
        }
    }
    let game = session.game();
    match command(line) {
        Some(Command::Order(order)) => of_order(game, order, is_refused),
        Some(Command::Set(Setting::Ship { bow, heading, health, .. })) if is_refused => {
            let (class, _): (Class, Vec<bool>) = health.into();
            Hull::new(bow, heading, class.length()).map(Mark::Refused).into_iter().collect()
        }
        Some(Command::Set(Setting::Reef(field))) if is_refused => vec![Mark::Target(field)],
        _ => Vec::new(),
    }
}

fn of_order(game: &Game, order: Order, is_refused: bool) -> Vec<Mark> {
    match order {
        Order::Place { name, bow, heading } if is_refused => {
            Hull::new(bow, heading, name.class.length()).map(Mark::Refused).into_iter().collect()
        }
        Order::Move(name, manoeuvre) if is_refused => moved(game, name, manoeuvre),
        Order::Place { .. } | Order::Move(..) => Vec::new(),
        Order::Shoot(target) => vec![Mark::Target(target)],
        Order::Fire(name, target) => {
            let mut marks: Vec<_> = reach(game, name).into_iter().collect();
            marks.push(Mark::Target(target));
            marks
        }
        Order::Spy(_, target) | Order::SpyAt(target) => vec![Mark::Plane(target)],
    }
}

fn moved(game: &Game, name: ShipName, manoeuvre: Manoeuvre) -> Vec<Mark> {
    let own = game.moving().map(|side| (side, name));
    let ship = game.board().ships().find(|(id, _)| Some(game.name(*id)) == own);
    let hull = ship.and_then(|(_, ship)| ship.hull().moved(manoeuvre));
    hull.map(Mark::Refused).into_iter().collect()
}

/// The fields that a ship's cannon reaches; nothing for a carrier, which reaches all.
fn reach(game: &Game, name: ShipName) -> Option<Mark> {
    let range = name.class.range()?;
    let own = (game.moving()?, name);
    let (id, _) = game.board().ships().find(|(id, _)| game.name(*id) == own)?;
    let cannon = game.cannon(id);
    let board: &Board = game.board();
    let fields = board.dims().rect().fields().filter(|field| field.is_within(cannon, range));
    Some(Mark::Reach(fields.collect()))
}
