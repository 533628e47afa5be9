//! The window of a game. It scrolls, aims at a field with arrow keys, clicks or the typed order,
//! and shows a hint to the right of the typed line.

use super::entry::{self, Entry, Request};
use super::frame::Scene;
use super::orders;
use super::scroll::Way;
use crate::cli::prompt::keys::Aim;
use crate::cli::screen::canvas::above_prompt;
use crate::cli::screen::frame::PROMPT;
use crate::cli::screen::window::{Pressed, Show, Size};
use broadside::arena::versus::Rejected;
use broadside::arena::versus::words;
use broadside::board::Coord;
use broadside::rules::ships::Order;
use broadside::text::width;

impl Show for Scene {
    type Mark = Coord;
    type Cursor = Coord;

    fn drawn(&self, size: Size, kept: usize, mark: Option<Coord>) -> String {
        if self.is_in_lines(size) {
            return above_prompt(
                self.desk.lines(self.look.sized(size)),
                size.1.saturating_sub(kept.max(1)),
            );
        }
        let (canvas, _) = self.picture(self.look.sized(size), mark);
        canvas.drawn(kept, self.look.theme)
    }

    fn prompt_row(&self, size: Size) -> usize {
        size.1.saturating_sub(if self.is_in_lines(size) { 1 } else { PROMPT })
    }

    fn prompt_width(&self) -> usize {
        width(&self.desk.prompt())
    }

    /// Page Up and Page Down scroll. While a text covers the board, clicks do nothing. With a text
    /// and an empty line, arrow keys and the space bar scroll too, and `q`, Escape and Ctrl-U close
    /// the text.
    fn scrolled(&mut self, key: Aim, line: &str, size: Size) -> bool {
        let (is_text, is_empty) = (!self.desk.page.is_empty(), line.is_empty());
        let way = match key {
            Aim::Page(pages) => Way::Pages(pages),
            Aim::Step(down, _) if is_text && is_empty => Way::Lines(down),
            Aim::Turn if is_text && is_empty => Way::Pages(1),
            Aim::Click(..) => return is_text,
            Aim::Close | Aim::Drop if is_text && is_empty => {
                self.desk.page.clear();
                return true;
            }
            Aim::Step(..) | Aim::Turn | Aim::Close | Aim::Drop | Aim::Redraw | Aim::Leave => {
                return false;
            }
        };
        self.scroll(way, self.look.sized(size));
        true
    }

    /// While the line is empty and the game is not over, the first arrow key aims at the field
    /// around which the board is drawn, and each further arrow key moves the aim by one field. A
    /// click on the board aims at the clicked field. A click beside the board aims at no field.
    fn aim(&self, key: Aim, line: &str, from: Option<Coord>, size: Size) -> Pressed<Coord> {
        if !line.is_empty() || self.desk.is_over() {
            return Pressed::ForLine;
        }
        let dims = self.desk.game.game().board().dims();
        Pressed::Aims(match (key, from) {
            (Aim::Turn | Aim::Page(_) | Aim::Close | Aim::Drop | Aim::Redraw | Aim::Leave, _) => {
                return Pressed::ForLine;
            }
            (Aim::Step(..), None) => Some(self.desk.centre()),
            (Aim::Step(down, right), Some(from)) => Some(Coord::new(
                (from.row + down).clamp(0, dims.rows() - 1),
                (from.col + right).clamp(0, dims.cols() - 1),
            )),
            // A small window shows lines of text, not the picture, so a click aims at no field.
            (Aim::Click(..), _) if self.is_in_lines(size) => None,
            (Aim::Click(row, col), _) => {
                let (_, chart) = self.picture(self.look.sized(size), None);
                chart.field_at(row.into(), col.into())
            }
        })
    }

    fn tell(&mut self, text: &str) {
        self.top = None;
        if self.desk.page.is_empty() {
            self.desk.log.push(text.to_owned());
        } else {
            self.desk.page.insert(0, text.to_owned());
        }
    }

    fn completed_line(&self, line: &str, cursor: Coord) -> Option<String> {
        line.is_empty().then(|| format!("shoot {}", words::field(cursor)))
    }

    fn mark(&self, line: &str) -> Option<Coord> {
        let read = entry::read(line);
        let Entry::Order(Request::Shoot(_, at) | Request::Spy(_, at)) = read else { return None };
        Some(at)
    }

    fn enter_hint(&self, line: &str) -> Option<String> {
        if line.trim().is_empty() {
            return self.desk.hint_of_prompt();
        }
        let Entry::Order(request) = entry::read(line) else { return None };
        let game = &self.desk.game;
        if let Some(doubt) = orders::doubt(&request, game, &self.desk.marks.shots) {
            return Some(doubt);
        }
        let all = match orders::meant(&request, game) {
            Ok(all) => all,
            Err(text) => return Some(text),
        };
        match game.first_legal(&all) {
            Ok(order) => order.map(legal_hint),
            Err(Rejected::Over) => None,
            Err(Rejected::Illegal(illegal)) => Some(orders::cannot(&illegal, game)),
        }
    }
}

fn legal_hint(order: Order) -> String {
    match order {
        Order::Fire(name, _) => format!("{} reaches it: Enter", words::called(name)),
        Order::Shoot(_)
        | Order::Spy(..)
        | Order::SpyAt(_)
        | Order::Move(..)
        | Order::Place { .. } => "Enter".to_owned(),
    }
}
