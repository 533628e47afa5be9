//! Checks the picture of the prompt in the book. It shows the prompt after the keys of
//! `docs/prompt.keys`. `BLESS=1` draws the picture.

use super::terminal::{Terminal, coloured, home};
use crate::harness::{check_file, read};
use anstyle::{Ansi256Color, Style};
use std::num::NonZeroU16;
use vt100::{Cell, Color, Parser, Screen};

/// Enough rows for the whole session.
const ROWS: NonZeroU16 = NonZeroU16::new(60).expect("not zero");
const COLUMNS: NonZeroU16 = NonZeroU16::new(80).expect("not zero");

/// Returns the bytes that the terminal has shown after all keys. The last line is a placement
/// without Enter, so the last output is a hint.
fn session() -> String {
    let home = home();
    let mut t = Terminal::start(coloured(home.path(), &[]));
    let mut shown = String::new();
    let keys = read("docs/prompt.keys");
    for line in keys.lines() {
        shown += &t.sees("\u{1b}[0m> ");
        shown += "\u{1b}[0m> ";
        if let Some(entered) = line.strip_suffix("<Enter>") {
            t.types(entered);
            t.types("\r");
            // The editor redraws the line many times. `?2004l` comes only when the line is done.
            shown += &t.sees("\u{1b}[?2004l");
        } else {
            t.types(line);
            shown += &t.sees("\u{1b}[2mC\u{1b}[0m");
            shown += "\u{1b}[2mC\u{1b}[0m";
        }
    }
    shown
}

fn style(cell: &Cell) -> Style {
    let colour = match cell.fgcolor() {
        Color::Idx(index) => Ansi256Color(index).into_ansi(),
        Color::Default | Color::Rgb(..) => None,
    };
    let style = Style::new().fg_color(colour.map(Into::into));
    let style = if cell.bold() { style.bold() } else { style };
    if cell.dim() { style.dimmed() } else { style }
}

/// Returns a row of the screen with its colour escapes, without the blanks at its end.
fn row(screen: &Screen, row: u16) -> String {
    let cells: Vec<_> = (0..COLUMNS.get()).filter_map(|column| screen.cell(row, column)).collect();
    let end = cells.iter().rposition(|cell| text(cell) != " ").map_or(0, |last| last + 1);
    let runs = cells[..end].chunk_by(|one, other| style(one) == style(other));
    let run = |cells: &[&Cell]| {
        let text: String = cells.iter().map(|cell| text(cell)).collect();
        format!("{0}{text}{0:#}", style(cells[0]))
    };
    runs.map(run).collect()
}

fn text(cell: &Cell) -> &str {
    if cell.has_contents() { cell.contents() } else { " " }
}

#[test]
fn the_picture_of_the_prompt_is_what_the_prompt_shows() {
    let mut terminal = Parser::new(ROWS, COLUMNS, 0);
    terminal.process(session().as_bytes());
    let rows: Vec<_> = (0..ROWS.get()).map(|number| row(terminal.screen(), number)).collect();
    let svg = anstyle_svg::Term::new().min_width_px(760).render_svg(rows.join("\n").trim_end());
    // Viewers ignore `opacity` on a part of a line, but not `fill-opacity`.
    let svg = svg.replace(" opacity: 0.4", " fill-opacity: 0.6");
    check_file("book/src/start/prompt.svg", &svg);
}
