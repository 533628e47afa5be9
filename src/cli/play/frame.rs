//! Draws a game as one picture that fills the window: the board, both fleets with their damage, the
//! log of this turn, and the help.

use super::desk::Desk;
use super::scroll::{Scroll, Way};
use crate::cli::boards::{Chart, Room, View};
use crate::cli::prompt::text::{Page, rewrapped};
use crate::cli::screen::canvas::Line;
use crate::cli::screen::frame::{TOP, plain};
use crate::cli::screen::window::Size;
use crate::cli::screen::{Canvas, has_room};
use crate::cli::theme::Look;
use broadside::arena::versus::words::count;
use broadside::board::{Coord, Ship, Side};
use broadside::rules::ships::Section;
use broadside::text::width;
use std::io;

/// The least number of columns for the lists of the fleets and the log.
const PANEL: usize = 39;

/// The entries of the legend, in Unicode and in ASCII.
const LEGEND: [(Sign, [&str; 2]); 11] = [
    (Sign::New, ["‹ new", "< new"]),
    (Sign::Lost, ["╳ lost", "x lost"]),
    (Sign::Miss, ["• miss", "o miss"]),
    (Sign::Hit, ["* hit", "* hit"]),
    (Sign::Reef, ["▟ reef", "# reef"]),
    (Sign::Fog, ["░ fog", "? fog"]),
    (Sign::Theirs, ["△○□ theirs", "RCE- them"]),
    (Sign::Ship, ["▲▶ bow", "@ bow"]),
    (Sign::Ship, ["● cannon", "! cannon"]),
    (Sign::Ship, ["■ engine", "% engine"]),
    (Sign::Ship, ["═ hull", "= hull"]),
];

/// Replaces the last four entries of the legend if they have no room.
const OWN: [&str; 2] = ["▲●■ you", "@!%= you"];

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Sign {
    New,
    Lost,
    Miss,
    Hit,
    Reef,
    /// Fog has a sign only without colours.
    Fog,
    Theirs,
    Ship,
}

/// The help in the last row of the window. [`SHORT_ORDERS`] is for narrow windows.
const ORDERS: [&str; 4] =
    [".hint what to do", ".end ends the turn", ".help all", "arrows and Enter aim"];
const SHORT_ORDERS: [&str; 4] = [".hint what to do", ".end ends the turn", ".help", "arrows aim"];
const OVER: [&str; 4] =
    [".rematch again", ".replay FILE a page", ".quit leaves", ".save FILE a script"];

/// A game as the window shows it. Keys scroll it, and messages that come while the person types
/// are added to it.
#[derive(Clone, Debug)]
pub(super) struct Scene {
    pub(super) desk: Desk,
    /// The first visible line of the log, or of a text over the board. `None` before any scrolling
    /// and after a message: then the end of the log is visible, or the beginning of the text.
    pub(super) top: Option<usize>,
    /// The colours and signs. The size in it is not used: pictures have the window's current size.
    pub(super) look: Look,
}

impl Scene {
    /// Draws the picture, with a mark on the field `aim`. The chart says where the board is in the
    /// picture.
    pub(super) fn picture(&self, look: Look, aim: Option<Coord>) -> (Canvas, Chart) {
        let desk = &self.desk;
        let chart = desk.chart(look);
        let mut canvas = Canvas::new(look.columns, look.rows);
        let state = desk.state();
        look.head(&desk.title(look.title_room(&state)), &state, &mut canvas);
        let foot = match desk.is_over() {
            true => &OVER,
            false if look.has_room(&ORDERS) => &ORDERS,
            false => &SHORT_ORDERS,
        };
        if desk.page.is_empty() {
            let view = View::new(desk.game.game(), desk.viewer()).with_marks(desk.marks.clone());
            chart.paint(&view, aim, &mut canvas);
            self.panel(chart.end(), look, &mut canvas);
            look.foot(&desk.legend(look, &chart), foot, &mut canvas);
        } else {
            let (text, scroll) = self.text(look);
            let top = self.top.unwrap_or_default();
            let shown = text[scroll.seen(top)].iter().cloned().map(plain);
            // Without a board there is no legend, so the text also gets the row of the legend.
            canvas.list((TOP, 1), shown, look.body() + 1);
            let keys = scroll_keys(scroll.hidden(top));
            let keys: Vec<_> =
                keys.iter().map(String::as_str).chain(["Enter, Esc: close"]).collect();
            look.foot(&[], &[&keys, &foot[..]].concat(), &mut canvas);
        }
        (canvas, chart)
    }

    /// Whether the window is too small for the picture, and shows lines of text instead. False
    /// while a text covers the board, because a text needs less room than the board.
    pub(super) const fn is_in_lines(&self, (columns, rows): Size) -> bool {
        self.desk.page.is_empty() && !has_room(columns, rows)
    }

    fn text(&self, look: Look) -> (Vec<String>, Scroll) {
        let width = look.columns.saturating_sub(2);
        let text: Vec<_> = self.desk.page.iter().flat_map(|line| rewrapped(line, width)).collect();
        let scroll = Scroll::new(text.iter().map(|_| 1), look.body() + 1);
        (text, scroll)
    }

    pub(super) fn scroll(&mut self, way: Way, look: Look) {
        let (scroll, top) = if self.desk.page.is_empty() {
            let (_, _, scroll) = self.desk.panel_lines(self.desk.chart(look).end(), look);
            let end = scroll.end();
            (scroll, end)
        } else {
            (self.text(look).1, 0)
        };
        self.top = Some(scroll.moved(self.top.unwrap_or(top), way));
    }

    fn panel(&self, left: usize, look: Look, canvas: &mut Canvas) {
        let width = look.columns.saturating_sub(left + 1);
        let (mut all, log, scroll) = self.desk.panel_lines(left, look);
        let top = self.top.unwrap_or(scroll.end());
        let keys = match scroll.hidden(top) {
            [0, 0] => "",
            [0, _] => ", PgDn: later",
            [_, 0] => ", PgUp: earlier",
            _ => ", PgUp and PgDn",
        };
        all.push(look.rule(&format!("turn {}{keys}", self.desk.game.turn()), width));
        all.extend(log[scroll.seen(top)].iter().cloned());
        canvas.list((TOP, left), all, look.body());
    }
}

impl Desk {
    /// Returns the lines of the fleets, those of the log, and how the log scrolls.
    fn panel_lines(&self, left: usize, look: Look) -> (Vec<Line>, Vec<Line>, Scroll) {
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

    /// Returns the side whose view is drawn, or `None` after the game, when all ships are drawn.
    pub(super) fn viewer(&self) -> Option<Side> {
        (!self.is_over()).then_some(self.game.person())
    }

    pub(super) fn lines(&self, look: Look) -> Vec<String> {
        // Text in the last column could be erased, because each line ends with an escape that
        // clears the rest of its row.
        let look = Look { columns: look.columns.saturating_sub(1), ..look };
        let log = self.log.iter().flat_map(|line| rewrapped(line, look.columns));
        let mut below: Vec<_> = log.collect();
        below.drain(..below.len().saturating_sub(look.rows / 3));
        if !self.is_over() {
            below.splice(..0, written(look, |page| page.status(&self.game)));
        }
        let look = Look { rows: look.rows.saturating_sub(1 + below.len()), ..look };
        let mut lines = written(look, |page| {
            page.board(&self.game, self.viewer(), Some(self.centre()), self.marks.clone())
        });
        lines.append(&mut below);
        lines
    }

    /// Returns the entries of the legend for the signs on the board and, if all fit, also for signs
    /// that may still come. The entries that players know least come first.
    fn legend(&self, look: Look, chart: &Chart) -> Vec<&'static str> {
        let charset = usize::from(!look.is_unicode());
        // Without colours, the board marks misses with a letter in both character sets.
        let is_letter = |sign: Sign| sign == Sign::Miss && !look.theme.is_coloured();
        let named = |is_named: &dyn Fn(Sign) -> bool| -> Vec<_> {
            let named = LEGEND.iter().filter(|(sign, _)| is_named(*sign));
            named.map(|(sign, text)| text[if is_letter(*sign) { 1 } else { charset }]).collect()
        };
        let is_there = |sign| self.shows(sign, look, chart);
        let may_come = |sign| !matches!(sign, Sign::Reef | Sign::Fog);
        let whole = named(&|sign| may_come(sign) || is_there(sign));
        if look.has_room(&whole) {
            return whole;
        }
        let mut shown = named(&is_there);
        if !look.has_room(&shown) && is_there(Sign::Ship) {
            shown = named(&|sign| sign != Sign::Ship && is_there(sign));
            shown.push(OWN[charset]);
        }
        shown
    }

    fn shows(&self, sign: Sign, look: Look, chart: &Chart) -> bool {
        let known = self.game.briefing();
        let is_wreck = |(_, section): &(Coord, Section)| *section == Section::Destroyed;
        let is_damaged = |ship: &Ship| ship.healthy() < ship.hull().length();
        match sign {
            // A field of one column has no room for the mark.
            Sign::New => chart.is_wide() && !self.marks.changed.is_empty(),
            // After the end, the board shows the ships of both sides.
            Sign::Lost if self.is_over() => {
                self.game.game().board().ships().any(|(_, ship)| is_damaged(ship))
            }
            Sign::Lost => known.own().values().any(is_damaged) || known.seen().iter().any(is_wreck),
            Sign::Miss => self.marks.shots.values().any(|is_hit| !is_hit),
            Sign::Hit => self.marks.shots.values().any(|is_hit| *is_hit),
            Sign::Reef => !self.game.game().board().reefs().laid().is_empty(),
            Sign::Fog => !look.theme.is_coloured() && !self.is_over(),
            Sign::Theirs => self.is_over() || !known.seen().is_empty(),
            Sign::Ship => self.is_over() || !known.own().is_empty(),
        }
    }

    /// Returns the first title that fits, or an empty text if no title fits. But if there is only
    /// one title, returns it even if the caller must cut it.
    fn title(&self, room: usize) -> String {
        let mut titles = self.titles();
        match titles.len() {
            1 => titles.remove(0),
            _ => titles.into_iter().find(|title| width(title) <= room).unwrap_or_default(),
        }
    }

    fn chart(&self, look: Look) -> Chart {
        let columns = look.columns.saturating_sub(PANEL + 4);
        let room = Room { top: TOP, rows: look.body(), left: 1, columns };
        Chart::new(self.game.game().board().dims(), self.centre(), look, room)
    }

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
}

fn written(look: Look, write: impl FnOnce(&mut Page<'_>) -> io::Result<()>) -> Vec<String> {
    let mut text = Vec::new();
    // Writing to a vector cannot fail.
    let _ = write(&mut Page { look, out: &mut text });
    String::from_utf8_lossy(&text).lines().map(str::to_owned).collect()
}

fn scroll_keys([above, below]: [usize; 2]) -> Option<String> {
    match (above, below) {
        (0, 0) => None,
        (_, 0) => Some("the end; Up, PgUp: back".to_owned()),
        _ => Some(format!("{} more: Down, Space, PgDn", count(below, "line"))),
    }
}
