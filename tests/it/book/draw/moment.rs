//! Collects what is drawn at a moment of a script, and chooses the command that a picture shows. A
//! moment is the board after a line of the script.

use broadside::board::{Board, Coord, Dims, Hull, Manoeuvre, Side};
use broadside::rules::ships::{Class, Game, Known, Order, Setting, ShipName};
use broadside::script::ast::{Command, Group};
use broadside::script::{Session, Stop};
use std::io;

pub(crate) struct Vessel {
    pub(super) side: Side,
    pub(super) hull: Hull,
    /// For each segment from the bow, whether it is healthy.
    pub(super) healthy: Vec<bool>,
}

pub(crate) enum Mark {
    Target(Coord),
    /// The place that a refused command asks for.
    Refused(Hull),
    Reach(Vec<Coord>),
    /// The target field of a plane.
    Plane(Coord),
}

pub(crate) struct Moment {
    pub(super) dims: Dims,
    pub(super) vessels: Vec<Vessel>,
    pub(super) reefs: Vec<Coord>,
    /// The fields that a player sees, or `None` if the whole board is drawn.
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

    /// Returns the fields that have ships, reefs or marks. Leaves out fields that are only in
    /// the range of a cannon.
    pub(super) fn used(&self) -> impl Iterator<Item = Coord> + '_ {
        let marked = self.marks.iter().flat_map(|mark| match mark {
            Mark::Target(field) | Mark::Plane(field) => vec![*field],
            Mark::Refused(hull) => hull.fields().collect(),
            Mark::Reach(_) => Vec::new(),
        });
        let ships = self.vessels.iter().flat_map(|vessel| vessel.hull.fields());
        ships.chain(self.reefs.iter().copied()).chain(marked)
    }

    /// Returns whether both boards look the same without their marks.
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

pub(crate) struct ChosenCommand {
    /// Empty for the board at the end of the script.
    pub(crate) command: String,
    pub(crate) is_refused: bool,
    /// The board before the command, if it differs from the board after it.
    pub(crate) before: Option<Moment>,
    pub(crate) after: Moment,
}

impl ChosenCommand {
    pub(crate) fn is_seen(&self) -> bool {
        self.before.is_some() || !self.after.marks.is_empty()
    }
}

/// Returns the board after the first line of a script that equals `last`, with the marks of this
/// line. Without `last`, returns the board at the end of the script.
pub(crate) fn board_after_line(script: &str, last: Option<&str>, viewer: Option<Side>) -> Moment {
    let lines: Vec<_> = script.lines().collect();
    let Some(last) = last else { return board_after(script, viewer) };
    let at = lines.iter().position(|line| line.trim() == last).expect(last);
    let mut moment = board_after(&lines[..=at].join("\n"), viewer);
    moment.marks = marks(&lines[..at], lines[at], refused_line(&lines) == Some(at));
    moment
}

fn board_after(script: &str, viewer: Option<Side>) -> Moment {
    let mut session = Session::default();
    for line in script.lines() {
        // A refused command ends the script, and does not change the board.
        if session.feed(line.as_bytes(), &mut io::sink()).is_err() {
            break;
        }
    }
    Moment::of(session.game(), viewer)
}

/// Chooses the command that a picture shows. The first choice is the refused command. The second
/// choice is the last order, if no command except `PRINT` and `SAVE` follows it. The third choice
/// is the last setting that begins with a name in `settings`. Without such a command, the picture
/// shows the board at the end of the script. If `sees` is `true`, and the command is in a group of
/// a player, the boards show only what this player sees. At the end of the script, the last group
/// counts.
pub(crate) fn choose_command(script: &str, sees: bool, settings: &[&str]) -> ChosenCommand {
    let lines: Vec<_> = script.lines().collect();
    let refused = refused_line(&lines);
    let ends_at = refused.unwrap_or(lines.len());
    let is_order = |line: &&str| matches!(command(line), Some(Command::Order(_)));
    let is_setting = |line: &&str| {
        settings.iter().any(|name| line.trim().starts_with(name)) && command(line).is_some()
    };
    let is_display = |line: &&str| command(line).is_none_or(|command| !command.changes_game());
    let is_last = |at: &usize| lines[at + 1..ends_at].iter().all(is_display);
    let last = |of: &dyn Fn(&&str) -> bool| lines[..ends_at].iter().rposition(of);
    let order = || last(&is_order).filter(is_last);
    let at = refused.or_else(order).or_else(|| last(&is_setting));
    let Some(at) = at else {
        let viewer = if sees { last_player(&lines) } else { None };
        let after = board_after(&lines[..ends_at].join("\n"), viewer);
        return ChosenCommand { command: String::new(), is_refused: false, before: None, after };
    };
    let viewer = if sees { last_player(&lines[..=at]) } else { None };
    let before = board_after(&lines[..at].join("\n"), viewer);
    let mut later = board_after(&lines[..=at].join("\n"), viewer);
    let is_refused = refused.is_some();
    let before = (!is_refused && !later.looks_like(&before)).then_some(before);
    later.marks = marks(&lines[..at], lines[at], is_refused);
    ChosenCommand { command: lines[at].trim().to_owned(), is_refused, before, after: later }
}

fn command(line: &str) -> Option<Command> {
    Command::parse(line.trim().as_bytes()).ok()
}

fn refused_line(lines: &[&str]) -> Option<usize> {
    let mut session = Session::default();
    lines.iter().position(|line| {
        let result = session.feed(line.as_bytes(), &mut io::sink());
        assert!(!matches!(result, Err(Stop::Syntax(_))), "{line}");
        result.is_err()
    })
}

/// Returns the player of the last group. Returns `None` if the last group is a state group, or if
/// there is no group.
fn last_player(lines: &[&str]) -> Option<Side> {
    let tag = |line: &&str| Group::from_tag(line.trim().as_bytes());
    lines.iter().rev().find_map(tag).and_then(|group| match group {
        Group::Turn(side) => Some(side),
        Group::State => None,
    })
}

fn marks(before: &[&str], line: &str, is_refused: bool) -> Vec<Mark> {
    let mut session = Session::default();
    for line in before {
        if session.feed(line.as_bytes(), &mut io::sink()).is_err() {
            return Vec::new();
        }
    }
    let game = session.game();
    match command(line) {
        Some(Command::Order(order)) => order_marks(game, order, is_refused),
        Some(Command::Set(Setting::Ship { bow, heading, health, .. })) if is_refused => {
            let (class, _): (Class, Vec<bool>) = health.into();
            Hull::new(bow, heading, class.length()).map(Mark::Refused).into_iter().collect()
        }
        Some(Command::Set(Setting::Reef(field))) if is_refused => vec![Mark::Target(field)],
        _ => Vec::new(),
    }
}

fn order_marks(game: &Game, order: Order, is_refused: bool) -> Vec<Mark> {
    match order {
        Order::Place { name, bow, heading } if is_refused => {
            Hull::new(bow, heading, name.class.length()).map(Mark::Refused).into_iter().collect()
        }
        Order::Move(name, manoeuvre) if is_refused => moved_hull(game, name, manoeuvre),
        Order::Place { .. } | Order::Move(..) => Vec::new(),
        Order::Shoot(target) => vec![Mark::Target(target)],
        Order::Fire(name, target) => {
            let mut marks: Vec<_> = fields_in_range(game, name).into_iter().collect();
            marks.push(Mark::Target(target));
            marks
        }
        Order::Spy(_, target) | Order::SpyAt(target) => vec![Mark::Plane(target)],
    }
}

fn moved_hull(game: &Game, name: ShipName, manoeuvre: Manoeuvre) -> Vec<Mark> {
    let own = game.moving().map(|side| (side, name));
    let ship = game.board().ships().find(|(id, _)| Some(game.name(*id)) == own);
    let hull = ship.and_then(|(_, ship)| ship.hull().moved(manoeuvre));
    hull.map(Mark::Refused).into_iter().collect()
}

/// Returns the fields that the cannon of a ship can reach. Returns `None` if the player has no such
/// ship, and for a carrier, because the range of a carrier has no limit.
fn fields_in_range(game: &Game, name: ShipName) -> Option<Mark> {
    let range = name.class.range()?;
    let own = (game.moving()?, name);
    let (id, _) = game.board().ships().find(|(id, _)| game.name(*id) == own)?;
    let cannon = game.cannon(id);
    let board: &Board = game.board();
    let fields = board.dims().rect().fields().filter(|field| field.is_within(cannon, range));
    Some(Mark::Reach(fields.collect()))
}
