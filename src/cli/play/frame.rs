//! A game as one picture that fills the window: the board, both fleets with their damage, the log of the turn, and help.
//!
//! Nothing here knows how the picture gets to the terminal.

use super::scroll::{Scroll, Way};
use crate::cli::boards::{Chart, Marks, Room, View};
use crate::cli::screen::Canvas;
use crate::cli::screen::canvas::Line;
use crate::cli::screen::frame::{TOP, plain, rewrapped};
use crate::cli::screen::palette::{self, Hue};
use crate::cli::theme::Look;
use anstyle::Style;
use broadside::arena::Ending;
use broadside::arena::versus::Versus;
use broadside::arena::versus::words::{called, class_name, count, field};
use broadside::board::{Coord, Ship, Side};
use broadside::rules::ships::{Section, ShipName};

/// The columns that the lists of the fleets need.
const PANEL: usize = 39;

/// The rows that the log gets at least.
const LOG: usize = 5;

/// With fewer rows than this, the lists of the fleets have fewer lines.
const ROOMY: usize = 18;

/// The columns for the name in the title of a fleet.
const NAME: usize = 16;
const NARROW_NAME: usize = 6;

/// The legend: the signs on the board.
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

/// A kind of field. A narrow legend explains only the kinds that are on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Sign {
    New,
    Lost,
    Miss,
    Hit,
    Theirs,
    Ship,
}

/// The help at the foot while the game goes on, and after its end.
const ORDERS: [&str; 4] =
    [".hint what to do", ".end ends the turn", ".help all", "arrows and Enter aim"];
const SHORT_ORDERS: [&str; 4] = [".hint what to do", ".end ends the turn", ".help", "arrows aim"];
const OVER: [&str; 4] =
    [".rematch again", ".replay FILE a page", ".quit leaves", ".save FILE a script"];

/// The content of the window.
#[derive(Clone, Debug)]
pub(super) struct Scene {
    pub(super) game: Versus,
    pub(super) marks: Marks,
    pub(super) centre: Coord,
    /// Titles for the head, of which the first that fits is shown.
    pub(super) titles: Vec<String>,
    /// The answers of this turn, the last line last.
    pub(super) log: Vec<String>,
    /// A long text in place of the board, if it is not empty.
    pub(super) page: Vec<String>,
    /// The first line shown of the text or the log, once keys have scrolled it.
    pub(super) top: Option<usize>,
}

impl Scene {
    /// Returns the picture, and the place of the board in it.
    pub(super) fn picture(&self, look: Look, aim: Option<Coord>) -> (Canvas, Chart) {
        let chart = self.chart(look);
        let mut canvas = Canvas::new(look.columns, look.rows);
        let state = self.state();
        look.head(self.title(look.title_room(&state)), &state, &mut canvas);
        let foot = match self.is_over() {
            true => &OVER,
            false if look.has_room(&ORDERS) => &ORDERS,
            false => &SHORT_ORDERS,
        };
        if self.page.is_empty() {
            let viewer = (!self.is_over()).then_some(self.game.person());
            let view = View::new(self.game.game(), viewer).with_marks(self.marks.clone());
            chart.paint(&view, aim, &mut canvas);
            self.panel(chart.end(), look, &mut canvas);
            look.foot(&self.legend(look), foot, &mut canvas);
        } else {
            let (text, scroll) = self.text(look);
            let top = self.top.unwrap_or_default();
            let shown = text[scroll.seen(top)].iter().cloned().map(plain);
            // Without a board there is no legend: its row belongs to the text.
            canvas.list((TOP, 1), shown, look.body() + 1);
            let keys = scroll_keys(scroll.hidden(top));
            let keys: Vec<_> =
                keys.iter().map(String::as_str).chain(["Enter, Esc: close"]).collect();
            look.foot(&[], &[&keys, &foot[..]].concat(), &mut canvas);
        }
        (canvas, chart)
    }

    /// Returns the legend: all signs if they fit, or else the signs on the board, with the least known first.
    fn legend(&self, look: Look) -> Vec<&'static str> {
        let all: &[_] = if look.is_unicode() { &LEGEND } else { &LETTERS };
        let whole: Vec<_> = all.iter().map(|(_, text)| *text).collect();
        if look.has_room(&whole) {
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

    /// Returns the first title that fits, or the only one, which may be cut.
    fn title(&self, room: usize) -> &str {
        match &self.titles[..] {
            [only] => only,
            all => all.iter().find(|title| title.chars().count() <= room).map_or("", |title| title),
        }
    }

    /// Returns the part of the board that fits, and its place.
    fn chart(&self, look: Look) -> Chart {
        let columns = look.columns.saturating_sub(PANEL + 4);
        let room = Room { top: TOP, rows: look.body(), left: 1, columns };
        Chart::new(self.game.game().board().dims(), self.centre, look, room)
    }

    /// Returns the lines of the long text in this window.
    fn text(&self, look: Look) -> (Vec<String>, Scroll) {
        let width = look.columns.saturating_sub(2);
        let text: Vec<_> = self.page.iter().flat_map(|line| rewrapped(line, width)).collect();
        let scroll = Scroll::new(text.iter().map(|_| 1), look.body() + 1);
        (text, scroll)
    }

    /// Scrolls the long text, or else the log.
    pub(super) fn scroll(&mut self, way: Way, look: Look) {
        let (scroll, top) = if self.page.is_empty() {
            let (_, _, scroll) = self.turn(self.chart(look).end(), look);
            let end = scroll.end();
            (scroll, end)
        } else {
            (self.text(look).1, 0)
        };
        self.top = Some(scroll.moved(self.top.unwrap_or(top), way));
    }

    /// Adds a message, and scrolls to it.
    pub(super) fn tell(&mut self, text: &str) {
        self.top = None;
        if self.page.is_empty() {
            self.log.push(text.to_owned());
        } else {
            self.page.insert(0, text.to_owned());
        }
    }

    /// Whether the game is over.
    pub(super) const fn is_over(&self) -> bool {
        self.game.ending().is_some()
    }

    /// Returns a hint for the next command, after the end and before all ships are placed.
    pub(super) fn next_step(&self) -> Option<&'static str> {
        let known = self.game.briefing();
        if self.is_over() {
            return Some(".rematch plays again, .replay game.html keeps it");
        }
        let is_missing = known.missing(self.game.person()).any(|(_, missing)| missing > 0);
        is_missing.then_some(".place puts your ships on the board")
    }

    /// Returns the state of the game in words.
    fn state(&self) -> String {
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

    /// Draws the fleets and the log.
    fn panel(&self, left: usize, look: Look, canvas: &mut Canvas) {
        let width = look.columns.saturating_sub(left + 1);
        let (mut all, log, scroll) = self.turn(left, look);
        let top = self.top.unwrap_or(scroll.end());
        let keys = match scroll.hidden(top) {
            [0, 0] => "",
            [0, _] => ", PgDn: later",
            [_, 0] => ", PgUp: earlier",
            _ => ", PgUp and PgDn",
        };
        all.push(look.rule(&format!("turn {}{keys}", self.game.turn()), width));
        all.extend(log[scroll.seen(top)].iter().cloned());
        canvas.list((TOP, left), all, look.body());
    }

    /// Returns the lines of the fleets, the lines of the log, and how the log scrolls.
    fn turn(&self, left: usize, look: Look) -> (Vec<Line>, Vec<Line>, Scroll) {
        let width = look.columns.saturating_sub(left + 1);
        let fleets = self.fleets(width, look);
        let mut entries: Vec<Vec<Line>> = Vec::new();
        for line in &self.log {
            match entries.last_mut().filter(|_| line.starts_with(' ')) {
                Some(entry) => entry.extend(look.log_lines(line, width)),
                None => entries.push(look.log_lines(line, width).collect()),
            }
        }
        let rows = look.body().saturating_sub(fleets.len() + 1);
        let scroll = Scroll::new(entries.iter().map(Vec::len), rows);
        (fleets, entries.concat(), scroll)
    }

    /// Returns the lines of both fleets. In a low window ships stand side by side: theirs always, and the own ones if
    /// there are too many or the game is over.
    fn fleets(&self, width: usize, look: Look) -> Vec<Line> {
        let (is_low, person) = (look.body() < ROOMY, self.game.person());
        let listed = |ships: &[Listed], is_close: bool| {
            if is_close {
                side_by_side(ships, width)
            } else {
                ships.iter().map(|ship| ship.line(look)).collect()
            }
        };
        let (own, theirs) = (self.own_ships(look), listed(&self.their_ships(look), is_low));
        let gaps = if is_low { 0 } else { 2 };
        let room = look.body().saturating_sub(LOG + 3 + gaps);
        let room = if is_low { room.saturating_sub(theirs.len()) } else { room / 2 };
        let own = listed(&own, is_low && (self.is_over() || own.len() > room));
        let mut lines = Vec::new();
        for (side, ships) in [(person, own), (person.other(), theirs)] {
            lines.push(self.heading(side, look));
            let room = if is_low { ships.len() } else { room };
            limit(ships, room, &mut lines);
            lines.extend((!is_low).then(Vec::new));
        }
        lines
    }

    /// Returns the title of a fleet: its side, whether that side has won, and how many ships are left.
    fn heading(&self, side: Side, look: Look) -> Line {
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
                // Before all ships are placed, no ship may shoot.
                (true, _) => format!("{placed}: no shots yet"),
                (false, true) => lost,
                (false, false) => format!("{lost}; you see {seen}"),
            };
            ("Them", left)
        };
        let room = if look.body() < ROOMY { NARROW_NAME } else { NAME };
        let mut line = look.heading(side == person, (name, room), left);
        if self.game.ending().and_then(Ending::winner) == Some(side) {
            let style = look.theme.ink(palette::FLAME).bold();
            line.insert(1, ("have won; ".to_owned(), style));
        }
        line
    }

    /// Returns the own ships with the shots and moves that they have left.
    fn own_ships(&self, look: Look) -> Vec<Listed> {
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
            segments: segments(ship, palette::A, look),
            state: state(*name, ship),
        };
        known.own().iter().map(listed).collect()
    }

    /// Returns the ships of the other side as far as the person knows them; after the end, all of them.
    fn their_ships(&self, look: Look) -> Vec<Listed> {
        if !self.is_over() {
            let known = self.game.briefing();
            let ships = known.enemy();
            return ships
                .map(|(name, ship)| enemy(name, ship, known.is_sunk(name), look))
                .collect();
        }
        let game = self.game.game();
        let ships = game.fleet(self.game.person().other()).ships().filter_map(|(name, id)| {
            let ship = game.board().get(id)?;
            Some(enemy(name, Some(ship), ship.is_sunk(), look))
        });
        ships.collect()
    }
}

/// The help for keys that scroll, if so many lines are hidden above and below.
fn scroll_keys([above, below]: [usize; 2]) -> Option<String> {
    match (above, below) {
        (0, 0) => None,
        (_, 0) => Some("the end; Up, PgUp: back".to_owned()),
        _ => Some(format!("{} more: Down, Space, PgDn", count(below, "line"))),
    }
}

/// A ship in the list of a fleet.
struct Listed {
    name: ShipName,
    segments: Line,
    /// The shots and moves that it has left, its place, or that it is sunk.
    state: String,
}

impl Listed {
    /// Returns a line with the ship alone.
    fn line(&self, look: Look) -> Line {
        let mut parts = vec![(format!("  {:<13} ", called(self.name)), Style::new())];
        parts.extend_from_slice(&self.segments);
        let gap = " ".repeat(6_usize.saturating_sub(self.name.class.length() as usize));
        parts.push((gap + &self.state, look.theme.soft()));
        parts
    }
}

/// Returns lines with as many ships as fit, each with its short name and its segments.
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

/// Returns a ship of the other side, of which `ship` is `None` if the person has not seen all of it.
fn enemy(name: ShipName, ship: Option<&Ship>, is_sunk: bool, look: Look) -> Listed {
    let length = name.class.length() as usize;
    let (segments, state) = match ship {
        _ if is_sunk => (look.segments((0..length).map(|_| false), palette::B), "sunk".to_owned()),
        Some(ship) => {
            let hull = ship.hull();
            (segments(ship, palette::B, look), format!("{} {}", field(hull.bow()), hull.heading()))
        }
        None => (look.unknown(length), "?".to_owned()),
    };
    Listed { name, segments, state }
}

fn segments(ship: &Ship, hue: Hue, look: Look) -> Line {
    look.segments((0..ship.hull().length()).map(|number| ship.is_healthy(number)), hue)
}

/// Adds a list to the lines. If it has more than `room` lines, the last one counts the others.
fn limit(mut list: Vec<Line>, room: usize, lines: &mut Vec<Line>) {
    let hidden = list.len().saturating_sub(room.max(3));
    if hidden > 1 {
        list.truncate(list.len() - hidden - 1);
        list.push(plain(format!("  and {} more", hidden + 1)));
    }
    lines.append(&mut list);
}
