//! A game as one picture that fills the window: the sea, both fleets with what is left of them, the last
//! turn in words, and what to type.
//!
//! How the picture gets to the terminal is not known here.

use super::scroll::{Scroll, Way};
use crate::cli::boards::{Chart, Look, Marks, Room, Script, View};
use crate::cli::screen::frame::{Line, TOP, rewrapped};
use crate::cli::screen::palette::{self, Depth, Hue};
use crate::cli::screen::{Canvas, Frame};
use anstyle::Style;
use broadside::arena::Ending;
use broadside::arena::versus::Versus;
use broadside::arena::versus::words::{called, class_name, count, field};
use broadside::board::{Coord, Ship, Side};
use broadside::rules::ships::{Section, ShipName};

/// The columns that the lists of the fleets need.
const PANEL: usize = 39;

/// The rows that the last turn gets, whatever the fleets need.
const SAID: usize = 5;

/// With fewer rows than this the fleets stand closer.
const ROOMY: usize = 18;

/// The columns of the title of a fleet.
const NAME: usize = 16;
const NARROW_NAME: usize = 6;

/// What the signs on the board mean.
const LEGEND: [(Sign, &str); 9] = [
    (Sign::New, "‹ new"),
    (Sign::Lost, "╳ lost"),
    (Sign::Miss, "• miss"),
    (Sign::Hit, "* hit"),
    (Sign::Theirs, "△○□ theirs"),
    (Sign::Ship, "▲▶ bow"),
    (Sign::Ship, "● cannon"),
    (Sign::Ship, "■ engine"),
    (Sign::Ship, "═ hull"),
];
const LETTERS: [(Sign, &str); 8] = [
    (Sign::New, "< new"),
    (Sign::Lost, "x lost"),
    (Sign::Miss, "o miss"),
    (Sign::Hit, "* hit"),
    (Sign::Ship, "@ bow"),
    (Sign::Ship, "! cannon"),
    (Sign::Ship, "% engine"),
    (Sign::Ship, "+ hull"),
];

/// What has to be on the board before its sign is explained where there is little room.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Sign {
    New,
    Lost,
    Miss,
    Hit,
    Theirs,
    Ship,
}

/// What can be typed while the game goes on, and behind its end.
const ORDERS: [&str; 4] =
    [".hint what to do", ".end ends the turn", ".help all", "arrows and Enter aim"];
const SHORT_ORDERS: [&str; 4] = [".hint what to do", ".end ends the turn", ".help", "arrows aim"];
const OVER: [&str; 4] =
    [".rematch again", ".replay FILE a page", ".quit leaves", ".save FILE a script"];

/// What is shown of a game.
#[derive(Clone, Debug)]
pub(super) struct Scene {
    pub(super) game: Versus,
    pub(super) marks: Marks,
    pub(super) centre: Coord,
    /// What may stand behind the name of the program; the first that has room does.
    pub(super) titles: Vec<String>,
    /// What was said in this turn, the last line last.
    pub(super) log: Vec<String>,
    /// A long text, which stands in the place of the board.
    pub(super) page: Vec<String>,
    /// The first line of the text, or of the log, once keys have led there.
    pub(super) top: Option<usize>,
}

impl Scene {
    /// The picture in a window, and where the board stands in it.
    pub(super) fn picture(&self, look: Look, depth: Depth, aim: Option<Coord>) -> (Canvas, Chart) {
        let (frame, room, chart) = self.layout(look, depth);
        let mut canvas = Canvas::new(look.columns, look.rows);
        let standing = self.standing();
        let title = self.title(frame.title_room(&standing));
        frame.head(title, &standing, &mut canvas);
        let foot = match self.is_over() {
            true => &OVER,
            false if frame.has_room(&ORDERS) => &ORDERS,
            false => &SHORT_ORDERS,
        };
        if self.page.is_empty() {
            let viewer = (!self.is_over()).then_some(self.game.person());
            let view = View::new(self.game.game(), viewer).with_marks(self.marks.clone());
            chart.paint(&view, aim, room, &mut canvas);
            self.panel(panel_left(room, &chart), frame, &mut canvas);
            frame.foot(&self.legend(frame), foot, &mut canvas);
        } else {
            let (text, scroll) = self.text(frame);
            let top = self.top.unwrap_or_default();
            let seen = text[scroll.seen(top)].iter().cloned();
            let seen = seen.map(|line| vec![(line, Style::new())]);
            // Without a board there is nothing to be explained.
            Frame::list((TOP, 1), seen, frame.body() + 1, &mut canvas);
            let keys = ways(scroll.hidden(top));
            let keys: Vec<_> =
                keys.iter().map(String::as_str).chain(["Enter, Esc: close"]).collect();
            frame.foot(&[], &[&keys, &foot[..]].concat(), &mut canvas);
        }
        (canvas, chart)
    }

    /// What the signs mean: all where there is room, else of those on the board what may be new to a person first.
    fn legend(&self, frame: Frame) -> Vec<&'static str> {
        let all: &[_] = if frame.is_unicode { &LEGEND } else { &LETTERS };
        let whole: Vec<_> = all.iter().map(|(_, text)| *text).collect();
        if frame.has_room(&whole) {
            return whole;
        }
        all.iter().filter(|(sign, _)| self.shows(*sign)).map(|(_, text)| *text).collect()
    }

    /// Whether the board shows something of this kind.
    fn shows(&self, sign: Sign) -> bool {
        let known = self.game.briefing();
        let is_wreck = |(_, section): &(Coord, Section)| *section == Section::Destroyed;
        let is_damaged = |ship: &Ship| ship.healthy() < ship.hull().length();
        match sign {
            Sign::New => !self.marks.changed.is_empty(),
            Sign::Lost => known.own().values().any(is_damaged) || known.seen().iter().any(is_wreck),
            Sign::Miss => self.marks.shots.values().any(|is_hit| !is_hit),
            Sign::Hit => self.marks.shots.values().any(|is_hit| *is_hit),
            Sign::Theirs => self.is_over() || !known.seen().is_empty(),
            Sign::Ship => self.is_over() || !known.own().is_empty(),
        }
    }

    /// The title that has room. The last one may be cut if it is the only one.
    fn title(&self, room: usize) -> &str {
        match &self.titles[..] {
            [only] => only,
            all => all.iter().find(|title| title.chars().count() <= room).map_or("", |title| title),
        }
    }

    /// Where the parts of the picture stand.
    fn layout(&self, look: Look, depth: Depth) -> (Frame, Room, Chart) {
        let Look { columns, rows, script, .. } = look;
        let frame = Frame { columns, rows, depth, is_unicode: script == Script::Unicode };
        let room = Room {
            script,
            depth,
            top: TOP,
            rows: frame.body(),
            left: 1,
            columns: columns.saturating_sub(PANEL + 4),
        };
        (frame, room, Chart::new(self.game.game().board().dims(), self.centre, look, room))
    }

    /// The long text in the lines of this window. It has the row of the legend too.
    fn text(&self, frame: Frame) -> (Vec<String>, Scroll) {
        let width = frame.columns.saturating_sub(2);
        let text: Vec<_> = self.page.iter().flat_map(|line| rewrapped(line, width)).collect();
        let scroll = Scroll::new(text.iter().map(|_| 1), frame.body() + 1);
        (text, scroll)
    }

    /// Goes this way through the long text, or through the log.
    pub(super) fn scroll(&mut self, way: Way, look: Look, depth: Depth) {
        let (frame, room, chart) = self.layout(look, depth);
        let (scroll, top) = if self.page.is_empty() {
            let (_, _, scroll) = self.turn(panel_left(room, &chart), frame);
            let end = scroll.end();
            (scroll, end)
        } else {
            (self.text(frame).1, 0)
        };
        self.top = Some(scroll.moved(self.top.unwrap_or(top), way));
    }

    /// Adds a message where it is seen.
    pub(super) fn tell(&mut self, text: &str) {
        self.top = None;
        if self.page.is_empty() {
            self.log.push(text.to_owned());
        } else {
            self.page.insert(0, text.to_owned());
        }
    }

    pub(super) const fn is_over(&self) -> bool {
        self.game.ending().is_some()
    }

    /// What a person that does not know how to go on can type.
    pub(super) fn next_step(&self) -> Option<&'static str> {
        let known = self.game.briefing();
        if self.is_over() {
            return Some(".rematch plays again, .replay game.html keeps it");
        }
        let is_missing = known.missing(self.game.person()).any(|(_, missing)| missing > 0);
        is_missing.then_some(".place puts your ships on the board")
    }

    fn standing(&self) -> String {
        let Some(ending) = self.game.ending() else {
            return format!("turn {} - your move", self.game.turn());
        };
        let who = match ending.winner() {
            None => "nobody has won",
            Some(side) if side == self.game.person() => "you have won",
            Some(_) => "they have won",
        };
        format!("the game is over: {who}")
    }

    /// The fleets and the last turn.
    fn panel(&self, left: usize, frame: Frame, canvas: &mut Canvas) {
        let width = frame.columns.saturating_sub(left + 1);
        let (mut all, said, scroll) = self.turn(left, frame);
        let top = self.top.unwrap_or(scroll.end());
        let keys = match scroll.hidden(top) {
            [0, 0] => "",
            [0, _] => ", PgDn: later",
            [_, 0] => ", PgUp: earlier",
            _ => ", PgUp and PgDn",
        };
        all.push(frame.rule(&format!("turn {}{keys}", self.game.turn()), width));
        all.extend(said[scroll.seen(top)].iter().cloned());
        Frame::list((TOP, left), all, frame.body(), canvas);
    }

    /// The fleets, what was said in this turn, and how much of it is seen.
    fn turn(&self, left: usize, frame: Frame) -> (Vec<Line>, Vec<Line>, Scroll) {
        let width = frame.columns.saturating_sub(left + 1);
        let fleets = self.fleets(width, frame);
        let mut entries: Vec<Vec<Line>> = Vec::new();
        for line in &self.log {
            match entries.last_mut().filter(|_| line.starts_with(' ')) {
                Some(entry) => entry.extend(frame.said(line, width)),
                None => entries.push(frame.said(line, width).collect()),
            }
        }
        let rows = frame.body().saturating_sub(fleets.len() + 1);
        let scroll = Scroll::new(entries.iter().map(Vec::len), rows);
        (fleets, entries.concat(), scroll)
    }

    /// Both fleets with what is left of them. Where there are few rows, ships stand side by side: theirs, of which
    /// the board tells enough, and the own ones if there are too many, or the game is over.
    fn fleets(&self, width: usize, frame: Frame) -> Vec<Line> {
        let (is_low, person) = (frame.body() < ROOMY, self.game.person());
        let listed = |ships: &[Listed], is_close: bool| {
            if is_close {
                side_by_side(ships, width)
            } else {
                ships.iter().map(|ship| ship.line(frame)).collect()
            }
        };
        let (own, theirs) = (self.own_ships(frame), listed(&self.their_ships(frame), is_low));
        let gaps = if is_low { 0 } else { 2 };
        let room = frame.body().saturating_sub(SAID + 3 + gaps);
        let room = if is_low { room.saturating_sub(theirs.len()) } else { room / 2 };
        let own = listed(&own, is_low && (self.is_over() || own.len() > room));
        let mut lines = Vec::new();
        for (side, ships) in [(person, own), (person.other(), theirs)] {
            lines.push(self.heading(side, frame));
            let room = if is_low { ships.len() } else { room };
            limit(ships, room, &mut lines);
            lines.extend((!is_low).then(Vec::new));
        }
        lines
    }

    /// Whose fleet it is, whether that side has won, and what is left of it.
    fn heading(&self, side: Side, frame: Frame) -> Line {
        let (known, person) = (self.game.briefing(), self.game.person());
        let own = known.own();
        let afloat = own.values().filter(|ship| !ship.is_sunk()).count();
        let fleet: i64 = known.sizes(side).iter().sum();
        let missing: i64 = known.missing(side).map(|(_, missing)| missing).sum();
        let placed = format!("{} of {fleet} placed", fleet.saturating_sub(missing));
        let is_placing = missing > 0 && !self.is_over();
        let (name, left) = if side == person {
            ("You", if is_placing { placed } else { format!("{afloat} of {fleet} afloat") })
        } else {
            let sunk = self.game.tally()[person].sunk;
            let seen = count(known.seen().len(), "field");
            let lost = format!("lost {sunk} of {fleet}");
            let left = match (is_placing, self.is_over()) {
                // No ship may shoot before all ships are placed; the side that waits shoots first.
                (true, _) => format!("{placed}: no shots yet"),
                (false, true) => lost,
                (false, false) => format!("{lost}; you see {seen}"),
            };
            ("Them", left)
        };
        let room = if frame.body() < ROOMY { NARROW_NAME } else { NAME };
        let mut line = frame.heading(side == person, (name, room), left);
        if self.game.ending().and_then(Ending::winner) == Some(side) {
            let glow = frame.depth.ink(palette::FLAME).bold();
            line.insert(1, ("have won; ".to_owned(), glow));
        }
        line
    }

    /// The own ships with what is left of their shots and moves.
    fn own_ships(&self, frame: Frame) -> Vec<Listed> {
        let state = |name, ship: &Ship| match self.game.remaining(name, ship) {
            _ if ship.is_sunk() => "sunk".to_owned(),
            _ if self.is_over() => String::new(),
            (shots, moves) => {
                let shots = shots.map(|left| count(left as usize, "shot"));
                let moves = moves.map(|left| count(left as usize, "move"));
                shots.into_iter().chain(moves).collect::<Vec<_>>().join(", ")
            }
        };
        let known = self.game.briefing();
        let listed = |(name, ship): (&ShipName, &Ship)| Listed {
            name: *name,
            segments: segments(ship, palette::A, frame),
            state: state(*name, ship),
        };
        known.own().iter().map(listed).collect()
    }

    /// The ships of the other side as far as they are known; as they lie, when nothing is hidden any more.
    fn their_ships(&self, frame: Frame) -> Vec<Listed> {
        if !self.is_over() {
            let known = self.game.briefing();
            let ships = known.enemy();
            return ships
                .map(|(name, ship)| enemy(name, ship, known.is_sunk(name), frame))
                .collect();
        }
        let game = self.game.game();
        let ships = game.fleet(self.game.person().other()).ships().filter_map(|(name, id)| {
            let ship = game.board().get(id)?;
            Some(enemy(name, Some(ship), ship.is_sunk(), frame))
        });
        ships.collect()
    }
}

/// The first column beside the board.
fn panel_left(room: Room, chart: &Chart) -> usize {
    room.left + chart.columns(room.left) + 2
}

/// Which keys lead to the lines above and below those that are seen, so many.
fn ways([above, below]: [usize; 2]) -> Option<String> {
    match (above, below) {
        (0, 0) => None,
        (_, 0) => Some("the end; Up, PgUp: back".to_owned()),
        _ => Some(format!("{} more: Down, Space, PgDn", count(below, "line"))),
    }
}

/// A ship of a fleet as it is listed.
struct Listed {
    name: ShipName,
    segments: Line,
    /// What there is to say of it.
    state: String,
}

impl Listed {
    /// A line of its own.
    fn line(&self, frame: Frame) -> Line {
        let mut parts = vec![(format!("  {:<13} ", called(self.name)), Style::new())];
        parts.extend_from_slice(&self.segments);
        let gap = " ".repeat(6_usize.saturating_sub(self.name.class.length() as usize));
        parts.push((gap + &self.state, frame.soft()));
        parts
    }
}

/// Ships by their short names and parts, as many in a line as fit.
fn side_by_side(ships: &[Listed], width: usize) -> Vec<Line> {
    let mut lines: Vec<Line> = Vec::new();
    let (mut line, mut taken) = (Line::new(), 0);
    for Listed { name, segments, .. } in ships {
        let is_only = ships.iter().filter(|other| other.name.class == name.class).count() == 1;
        let number = if is_only { String::new() } else { format!("{} ", name.index) };
        let short = format!("  {:.3} {number}", class_name(name.class));
        let needed = short.len() + name.class.length() as usize;
        if taken > 0 && taken + needed > width {
            lines.push(std::mem::take(&mut line));
            taken = 0;
        }
        taken += needed;
        line.push((short, Style::new()));
        line.extend_from_slice(segments);
    }
    lines.extend((!line.is_empty()).then_some(line));
    lines
}

/// What is known of a ship of the other side.
fn enemy(name: ShipName, ship: Option<&Ship>, is_sunk: bool, frame: Frame) -> Listed {
    let length = name.class.length() as usize;
    let (segments, state) = match ship {
        _ if is_sunk => (frame.segments((0..length).map(|_| false), palette::B), "sunk".to_owned()),
        Some(ship) => {
            let hull = ship.hull();
            (segments(ship, palette::B, frame), format!("{} {}", field(hull.bow()), hull.heading()))
        }
        None => (frame.unknown(length), "?".to_owned()),
    };
    Listed { name, segments, state }
}

fn segments(ship: &Ship, hue: Hue, frame: Frame) -> Line {
    frame.segments((0..ship.hull().length()).map(|number| ship.is_healthy(number)), hue)
}

/// Adds as many lines of a list as have room.
fn limit(mut list: Vec<Line>, room: usize, lines: &mut Vec<Line>) {
    let hidden = list.len().saturating_sub(room.max(3));
    if hidden > 1 {
        list.truncate(list.len() - hidden - 1);
        list.push(vec![(format!("  and {} more", hidden + 1), Style::new())]);
    }
    lines.append(&mut list);
}
