//! Coloured pictures: the language's own pictures, each mark in the colour of what it shows.

use super::theme::{self, Theme};
use anstyle::Style;
use broadside::board::{Coord, Side};
use broadside::rules::ships::{Detail, Game, Picture, Reason};
use std::io::{self, Write};

/// Draws the whole board, or what `side` sees, with numbered rows and columns.
pub(super) fn board(
    game: &Game,
    side: Option<Side>,
    theme: Theme,
    out: &mut dyn Write,
) -> Result<io::Result<()>, Reason> {
    let picture = Picture::new(game, Detail::Extended)?;
    let dims = game.board().dims();
    let digits = |n: i64| n.checked_ilog10().map_or(1, |log| i64::from(log) + 1);
    let at = (-digits(dims.cols() - 1), 0);
    let mut painter = Painter {
        game,
        theme,
        row: at.0,
        column: at.1,
        label: digits(dims.rows() - 1).max(2),
        style: Style::new(),
        out,
    };
    Ok(match side {
        Some(side) => picture.draw_for(side, &mut painter),
        None => picture.draw_whole(&mut painter),
    })
}

/// Paints a picture while it is drawn. Rows before 0 are the numbers of columns.
struct Painter<'g, 'o> {
    game: &'g Game,
    theme: Theme,
    row: i64,
    column: i64,
    /// The width of row labels.
    label: i64,
    style: Style,
    out: &'o mut dyn Write,
}

impl Write for Painter<'_, '_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if !self.theme.is_coloured {
            return self.out.write(bytes);
        }
        let mut text = Vec::with_capacity(bytes.len() * 2);
        for byte in bytes {
            self.put(*byte, &mut text);
        }
        self.out.write_all(&text)?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

impl Painter<'_, '_> {
    fn put(&mut self, byte: u8, text: &mut Vec<u8>) {
        let style = if byte == b'\n' { Style::new() } else { self.style_of(byte) };
        if style != self.style {
            let change = format!("{:#}{style}", self.style);
            text.extend_from_slice(change.as_bytes());
            self.style = style;
        }
        text.push(byte);
        if byte == b'\n' {
            (self.row, self.column) = (self.row + 1, 0);
        } else {
            self.column += 1;
        }
    }

    fn style_of(&self, byte: u8) -> Style {
        if self.row < 0 || self.column < self.label {
            return theme::DIM;
        }
        match byte {
            b' ' => Style::new(),
            b'?' => theme::DIM,
            b'#' => theme::REEF,
            _ => self.ship_style(byte),
        }
    }

    fn ship_style(&self, byte: u8) -> Style {
        let at = Coord::new(self.row, self.column - self.label);
        let owner = self.game.board().ship_at(at).and_then(|id| self.game.whose(id));
        let style = owner.map_or_else(Style::new, |(side, _)| theme::player(side));
        if byte == b'x' { style.bold().strikethrough() } else { style.bold() }
    }
}
