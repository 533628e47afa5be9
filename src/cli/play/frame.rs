//! A game as one picture that fills the window: the sea, both fleets with what is left of them, the last
//! turn in words, and what to type.
//!
//! How the picture gets to the terminal is not known here.

use crate::cli::boards::{Chart, Look, Marks, Room, Script, View};
use crate::cli::prompt::text::lines;
use crate::cli::screen::Canvas;
use crate::cli::screen::palette::{self, Depth, Hue};
use anstyle::Style;
use broadside::arena::versus::Versus;
use broadside::arena::versus::words::{called, class_name, count, field};
use broadside::board::{Coord, Ship, Side};
use broadside::rules::ships::ShipName;

/// The columns that the lists of the fleets need.
const PANEL: usize = 39;

/// The rows at the foot: legend, line, prompt, help.
const FOOT: usize = 4;

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

/// Part of a line in a style.
type Part = (String, Style);

impl Scene {
    /// The picture in a window, and where the board stands in it.
    pub(super) fn picture(&self, look: Look, depth: Depth, aim: Option<Coord>) -> (Canvas, Chart) {
        let mut canvas = Canvas::new(look.columns, look.rows);
        let room = Room {
            script: look.script,
            depth,
            top: 2,
            rows: look.rows.saturating_sub(2 + FOOT),
            left: 1,
            columns: look.columns.saturating_sub(PANEL + 4),
        };
        let chart = Chart::new(self.game.game().board().dims(), self.centre, look, room);
        self.head(depth, &mut canvas);
        if self.page.is_empty() {
            let viewer = (!self.is_over).then_some(self.game.person());
            let view = View::new(self.game.game(), viewer).with_marks(self.marks.clone());
            chart.paint(&view, aim, room, &mut canvas);
            let left = room.left + chart.columns(room.left) + 2;
            self.panel(left, Look { rows: room.rows, ..look }, depth, &mut canvas);
        } else {
            let width = look.columns.saturating_sub(2);
            let all = self.page.iter().flat_map(|line| rewrapped(line, width));
            for (row, line) in all.take(room.rows).enumerate() {
                canvas.put((room.top + row, 1), &line, Style::new());
            }
        }
        foot(self.is_over, look, depth, &mut canvas);
        (canvas, chart)
    }

    fn head(&self, depth: Depth, canvas: &mut Canvas) {
        canvas.put((0, 1), "broadside", depth.ink(palette::ACCENT).bold());
        canvas.put((0, 13), &self.title, depth.ink(palette::SOFT));
        let turn = if self.is_over {
            "the game is over".to_owned()
        } else {
            format!("turn {} - your move", self.game.turn())
        };
        canvas.put_right(0, &turn, depth.ink(palette::A));
    }

    /// The fleets and the last turn.
    fn panel(&self, left: usize, look: Look, depth: Depth, canvas: &mut Canvas) {
        let width = look.columns.saturating_sub(left + 1);
        let fleets = self.fleets(look, depth);
        let rows = look.rows.saturating_sub(fleets.len() + 2);
        let wrapped: Vec<_> = self.log.iter().flat_map(|line| rewrapped(line, width)).collect();
        let hidden = wrapped.len().saturating_sub(rows);
        let dash = if look.script == Script::Unicode { "─" } else { "-" };
        let title = format!("{dash} turn {} ", self.game.turn());
        let line = dash.repeat(width.saturating_sub(title.chars().count()));
        let rule = vec![(title + &line, depth.ink(palette::SOFT))];
        let said = wrapped.into_iter().skip(hidden).map(|line| {
            let is_hit = [": hit", " is hit", " is sunk"].iter().any(|word| line.contains(word));
            let style = if is_hit { depth.ink(palette::FIRE) } else { Style::new() };
            vec![(line, style)]
        });
        let all = fleets.into_iter().chain([Vec::new(), rule]).chain(said);
        for (row, parts) in all.take(look.rows).enumerate() {
            let mut col = left;
            for (text, style) in parts {
                canvas.put((2 + row, col), &text, style);
                col += text.chars().count();
            }
        }
    }

    fn fleets(&self, look: Look, depth: Depth) -> Vec<Vec<Part>> {
        let known = self.game.briefing();
        let (own, enemy) = (known.own(), known.enemy().collect::<Vec<_>>());
        // The last turn gets five rows, whatever the fleets need.
        let room = look.rows.saturating_sub(10) / 2;
        let afloat = own.values().filter(|ship| !ship.is_sunk()).count();
        let heading = |sign: char, hue: Hue, name: &str, text: String| {
            vec![
                (format!("{sign} {name:<16}"), depth.ink(hue).bold()),
                (text, depth.ink(palette::SOFT)),
            ]
        };
        let [full, round] =
            if look.script == Script::Unicode { ['■', '●'] } else { ['#', 'o'] };
        let mut lines =
            vec![heading(full, palette::A, "You", format!("{afloat} of {} afloat", own.len()))];
        let of_own = own.iter().map(|(name, ship)| self.own_line(*name, ship, look, depth));
        limit(of_own.collect(), room, &mut lines);
        lines.push(Vec::new());
        let person = self.game.person();
        let (sunk, fleet) = (self.game.tally()[person].sunk, known.sizes(person.other()));
        let lost = format!("lost {sunk} of {}", fleet.iter().sum::<i64>());
        if self.is_over {
            lines.push(heading(round, palette::B, "Them", lost));
            limit(self.true_lines(person.other(), look, depth), room, &mut lines);
            return lines;
        }
        let seen = count(known.seen().len(), "field");
        lines.push(heading(round, palette::B, "Them", format!("{lost}; you see {seen}")));
        let of_enemy = enemy
            .into_iter()
            .map(|(name, ship)| enemy_line(name, ship, known.is_sunk(name), look, depth));
        limit(of_enemy.collect(), room, &mut lines);
        lines
    }

    /// The ships of a side as they lie, when nothing is hidden any more.
    fn true_lines(&self, side: Side, look: Look, depth: Depth) -> Vec<Vec<Part>> {
        let game = self.game.game();
        let ships = game.fleet(side).ships().filter_map(|(name, id)| {
            let ship = game.board().get(id)?;
            Some(enemy_line(name, Some(ship), ship.is_sunk(), look, depth))
        });
        ships.collect()
    }

    /// A ship with what is left of it, and of its shots and moves.
    fn own_line(&self, name: ShipName, ship: &Ship, look: Look, depth: Depth) -> Vec<Part> {
        let mut parts = vec![(format!("  {:<13} ", called(name)), Style::new())];
        parts.extend(segments(ship, palette::A, look, depth));
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
        parts.push((gap + &text, depth.ink(palette::SOFT)));
        parts
    }
}

/// What is known of a ship of the other side.
fn enemy_line(
    name: ShipName,
    ship: Option<&Ship>,
    is_sunk: bool,
    look: Look,
    depth: Depth,
) -> Vec<Part> {
    let length = name.class.length() as usize;
    let number = format!("  {:<13} ", format!("{} {}", class_name(name.class), name.index));
    let gap = " ".repeat(6_usize.saturating_sub(length));
    let soft = depth.ink(palette::SOFT);
    let [wreck, unknown] = if look.script == Script::Unicode { ["╳", "□"] } else { ["x", "."] };
    let mut parts = vec![(number, Style::new())];
    match ship {
        _ if is_sunk => {
            parts.push((wreck.repeat(length), depth.ink(palette::FIRE)));
            parts.push((gap + "sunk", soft));
        }
        Some(ship) => {
            parts.extend(segments(ship, palette::B, look, depth));
            let hull = ship.hull();
            parts.push((format!("{gap}{} {}", field(hull.bow()), hull.heading()), soft));
        }
        None => parts.push((unknown.repeat(length) + &gap + "?", soft)),
    }
    parts
}

fn segments(ship: &Ship, hue: Hue, look: Look, depth: Depth) -> Vec<Part> {
    let [whole, wreck] = if look.script == Script::Unicode { ["■", "╳"] } else { ["#", "x"] };
    let segment = |number| {
        if ship.is_healthy(number) {
            (whole.to_owned(), depth.ink(hue))
        } else {
            (wreck.to_owned(), depth.ink(palette::FIRE))
        }
    };
    (0..ship.hull().length()).map(segment).collect()
}

/// Adds as many lines of a list as have room.
fn limit(mut list: Vec<Vec<Part>>, room: usize, lines: &mut Vec<Vec<Part>>) {
    let hidden = list.len().saturating_sub(room.max(3));
    if hidden > 1 {
        list.truncate(list.len() - hidden - 1);
        list.push(vec![(format!("  and {} more", hidden + 1), Style::new())]);
    }
    lines.append(&mut list);
}

/// A line as it was said, in narrower ones.
fn rewrapped(line: &str, width: usize) -> Vec<String> {
    if line.chars().count() <= width {
        return vec![line.to_owned()];
    }
    let words = line.trim_start_matches(' ');
    let indent = &line[..line.len() - words.len()];
    let mut found = lines(words, "  ", width.saturating_sub(indent.len()).max(8));
    if let Some(first) = found.first_mut() {
        *first = first[2..].to_owned();
    }
    found.into_iter().map(|line| format!("{indent}{line}")).collect()
}

fn foot(is_over: bool, look: Look, depth: Depth, canvas: &mut Canvas) {
    let soft = depth.ink(palette::SOFT);
    let (dash, legend) = match look.script {
        Script::Unicode => (
            "─",
            ["▲ bow", "● cannon", "■ engine", "╳ destroyed", "‹ new", "• your miss", "* your hit"],
        ),
        Script::Ascii => (
            "-",
            ["@ bow", "! cannon", "% engine", "x destroyed", "< new", "o your miss", "* your hit"],
        ),
    };
    let rows = look.rows;
    canvas.put((rows.saturating_sub(4), 1), &fitting(&legend, look.columns), soft);
    let line = dash.repeat(look.columns.saturating_sub(2));
    canvas.put((rows.saturating_sub(3), 1), &line, soft);
    let help = if is_over { OVER } else { ORDERS };
    canvas.put((rows.saturating_sub(1), 1), &fitting(&help, look.columns), soft);
}

/// Entries side by side, up to the first that does not fit.
fn fitting(entries: &[&str], columns: usize) -> String {
    let whole = (0..=entries.len()).rev().map(|count| entries[..count].join("   "));
    whole.into_iter().find(|line| line.chars().count() + 2 <= columns).unwrap_or_default()
}
