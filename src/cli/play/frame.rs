//! A game as one picture that fills the window: the sea, both fleets with what is left of them, the last
//! turn in words, and what to type.
//!
//! How the picture gets to the terminal is not known here.

use crate::cli::boards::{Chart, Look, Marks, Room, Script, View};
use crate::cli::screen::frame::{Line, TOP, rewrapped};
use crate::cli::screen::palette::{self, Depth, Hue};
use crate::cli::screen::{Canvas, Frame};
use anstyle::Style;
use broadside::arena::versus::Versus;
use broadside::arena::versus::words::{called, class_name, count, field};
use broadside::board::{Coord, Ship, Side};
use broadside::rules::ships::ShipName;

/// The columns that the lists of the fleets need.
const PANEL: usize = 39;

/// What the signs on the board mean.
const LEGEND: [&str; 7] =
    ["▲ bow", "● cannon", "■ engine", "╳ destroyed", "‹ new", "• your miss", "* your hit"];
const LETTERS: [&str; 7] =
    ["@ bow", "! cannon", "% engine", "x destroyed", "< new", "o your miss", "* your hit"];

/// What can be typed while the game goes on, and behind its end.
const ORDERS: [&str; 4] =
    [".hint what to do", ".end ends the turn", ".help all", "arrows and Enter aim"];
const OVER: [&str; 4] =
    [".rematch again", ".quit leaves", ".replay FILE a page", ".save FILE a script"];

/// What is shown of a game.
#[derive(Clone, Debug)]
pub(super) struct Scene {
    pub(super) game: Versus,
    pub(super) is_over: bool,
    pub(super) marks: Marks,
    pub(super) centre: Coord,
    /// What stands behind the name of the program.
    pub(super) title: String,
    /// What was said in this turn, the last line last.
    pub(super) log: Vec<String>,
    /// A long text, which stands in the place of the board.
    pub(super) page: Vec<String>,
}

impl Scene {
    /// The picture in a window, and where the board stands in it.
    pub(super) fn picture(&self, look: Look, depth: Depth, aim: Option<Coord>) -> (Canvas, Chart) {
        let (columns, rows) = (look.columns, look.rows);
        let is_unicode = look.script == Script::Unicode;
        let (frame, mut canvas) =
            (Frame { columns, rows, depth, is_unicode }, Canvas::new(columns, rows));
        let room = Room {
            script: look.script,
            depth,
            top: TOP,
            rows: frame.body(),
            left: 1,
            columns: columns.saturating_sub(PANEL + 4),
        };
        let chart = Chart::new(self.game.game().board().dims(), self.centre, look, room);
        frame.head(&self.title, &self.standing(), &mut canvas);
        if self.page.is_empty() {
            let viewer = (!self.is_over).then_some(self.game.person());
            let view = View::new(self.game.game(), viewer).with_marks(self.marks.clone());
            chart.paint(&view, aim, room, &mut canvas);
            self.panel(room.left + chart.columns(room.left) + 2, frame, &mut canvas);
        } else {
            let all = self.page.iter().flat_map(|line| rewrapped(line, columns.saturating_sub(2)));
            let all = all.map(|line| vec![(line, Style::new())]);
            Frame::list((TOP, 1), all, room.rows, &mut canvas);
        }
        let legend = if is_unicode { LEGEND } else { LETTERS };
        frame.foot(&legend, if self.is_over { &OVER } else { &ORDERS }, &mut canvas);
        (canvas, chart)
    }

    fn standing(&self) -> String {
        if self.is_over {
            return "the game is over".to_owned();
        }
        format!("turn {} - your move", self.game.turn())
    }

    /// The fleets and the last turn.
    fn panel(&self, left: usize, frame: Frame, canvas: &mut Canvas) {
        let width = frame.columns.saturating_sub(left + 1);
        let fleets = self.fleets(frame);
        let rows = frame.body().saturating_sub(fleets.len() + 2);
        let said: Vec<_> = self.log.iter().flat_map(|line| frame.said(line, width)).collect();
        let hidden = said.len().saturating_sub(rows);
        let rule = frame.rule(&format!("turn {}", self.game.turn()), width);
        let all = fleets.into_iter().chain([Vec::new(), rule]).chain(said.into_iter().skip(hidden));
        Frame::list((TOP, left), all, frame.body(), canvas);
    }

    fn fleets(&self, frame: Frame) -> Vec<Line> {
        let known = self.game.briefing();
        let (person, own) = (self.game.person(), known.own());
        // The last turn gets five rows, whatever the fleets need.
        let room = frame.body().saturating_sub(10) / 2;
        let afloat = own.values().filter(|ship| !ship.is_sunk()).count();
        let mut lines =
            vec![frame.heading(true, "You", format!("{afloat} of {} afloat", own.len()))];
        let of_own = own.iter().map(|(name, ship)| self.own_line(*name, ship, frame));
        limit(of_own.collect(), room, &mut lines);
        lines.push(Vec::new());
        let (sunk, fleet) = (self.game.tally()[person].sunk, known.sizes(person.other()));
        let lost = format!("lost {sunk} of {}", fleet.iter().sum::<i64>());
        if self.is_over {
            lines.push(frame.heading(false, "Them", lost));
            limit(self.true_lines(person.other(), frame), room, &mut lines);
            return lines;
        }
        let seen = count(known.seen().len(), "field");
        lines.push(frame.heading(false, "Them", format!("{lost}; you see {seen}")));
        let of_enemy =
            known.enemy().map(|(name, ship)| enemy_line(name, ship, known.is_sunk(name), frame));
        limit(of_enemy.collect(), room, &mut lines);
        lines
    }

    /// The ships of a side as they lie, when nothing is hidden any more.
    fn true_lines(&self, side: Side, frame: Frame) -> Vec<Line> {
        let game = self.game.game();
        let ships = game.fleet(side).ships().filter_map(|(name, id)| {
            let ship = game.board().get(id)?;
            Some(enemy_line(name, Some(ship), ship.is_sunk(), frame))
        });
        ships.collect()
    }

    /// A ship with what is left of it, and of its shots and moves.
    fn own_line(&self, name: ShipName, ship: &Ship, frame: Frame) -> Line {
        let mut parts = vec![(format!("  {:<13} ", called(name)), Style::new())];
        parts.extend(segments(ship, palette::A, frame));
        let gap = " ".repeat(6_usize.saturating_sub(ship.hull().length() as usize));
        let left = self.game.remaining(name, ship);
        let text = match left {
            _ if ship.is_sunk() => "sunk".to_owned(),
            _ if self.is_over => String::new(),
            (Some(shots), Some(moves)) => format!("{shots} shots, {moves} moves"),
            (Some(shots), None) => format!("{shots} shots"),
            (None, Some(moves)) => format!("{moves} moves"),
            (None, None) => String::new(),
        };
        parts.push((gap + &text, frame.soft()));
        parts
    }
}

/// What is known of a ship of the other side.
fn enemy_line(name: ShipName, ship: Option<&Ship>, is_sunk: bool, frame: Frame) -> Line {
    let length = name.class.length() as usize;
    let number = format!("  {:<13} ", format!("{} {}", class_name(name.class), name.index));
    let gap = " ".repeat(6_usize.saturating_sub(length));
    let mut parts = vec![(number, Style::new())];
    let text = match ship {
        _ if is_sunk => {
            parts.extend(frame.segments((0..length).map(|_| false), palette::B));
            "sunk".to_owned()
        }
        Some(ship) => {
            parts.extend(segments(ship, palette::B, frame));
            format!("{} {}", field(ship.hull().bow()), ship.hull().heading())
        }
        None => {
            parts.extend(frame.unknown(length));
            "?".to_owned()
        }
    };
    parts.push((gap + &text, frame.soft()));
    parts
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
