//! A grid as one person knows it ([`Sea`]), and how a grid is drawn ([`Pen`]).

use crate::cli::screen::canvas::Line;
use crate::cli::screen::frame::AIM;
use crate::cli::screen::palette;
use crate::cli::theme::{Charset, Look, Theme};
use anstyle::Style;
use broadside::ai::Bits as _;
use broadside::rules::arsenal::{Cell, Class, Knowledge, Placement, SIZE, Tracking};
use std::ops::Range;

/// The width of a row's label, in columns: the row's number, and an arrow or a blank.
pub(super) const LABEL: usize = 3;

/// The knowledge of one person about a grid. Each `u128` is a set of cells: cell number n is in the
/// set if bit n is 1.
#[derive(Clone, Debug, Default)]
pub(super) struct Sea {
    pub(super) ships: Vec<Placement>,
    pub(super) hits: u128,
    /// The shot cells without a ship. Empty with hard tracking, which shows no misses.
    pub(super) misses: u128,
    /// Cells of the 2x2 areas in which radar saw a ship.
    pub(super) radar_ships: u128,
    pub(super) radar_empty: u128,
    pub(super) smoke: u128,
    /// Cells of the last move in this grid.
    pub(super) last: u128,
    pub(super) aim: u128,
    /// For each class of [`Class::ALL`], whether its ship is sunk.
    pub(super) sunk: [bool; Class::ALL.len()],
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Mark {
    Water,
    /// Radar found a ship in an area with this cell.
    Found,
    /// Radar found no ship here.
    Nothing,
    Smoke,
    Miss,
    Hit,
    Ship(Class),
}

impl Sea {
    pub(super) fn of_enemy(known: &Knowledge<'_>, tracking: Tracking) -> Self {
        let chart = known.chart();
        let sunk = std::array::from_fn(|ship| !chart.is_afloat(ship));
        let misses = if tracking == Tracking::Easy { *chart.missed() } else { 0 };
        Self { hits: *chart.hits(), misses, sunk, ..Self::default() }
    }

    /// Returns a person's own grid. `incoming` has the cells at which the other side has shot.
    pub(super) fn own(ships: &[Placement], incoming: u128, tracking: Tracking) -> Self {
        let fleet = ships.iter().fold(0, |all, ship| all | ship.set());
        let is_sunk = |ship: &Placement| ship.set() & !incoming == 0;
        let sunk = std::array::from_fn(|class| ships.get(class).is_some_and(is_sunk));
        let misses = if tracking == Tracking::Easy { incoming & !fleet } else { 0 };
        Self { ships: ships.to_vec(), hits: incoming & fleet, misses, sunk, ..Self::default() }
    }

    pub(super) const fn shot(&self) -> u128 {
        self.hits | self.misses
    }

    /// Returns the cell near which keys begin to aim: the first cell of the last move, or else E5
    /// in the middle.
    pub(super) fn centre(&self) -> Option<Cell> {
        let middle = (SIZE + 1) * (SIZE / 2 - 1);
        Cell::from_index(self.last.cells().next().unwrap_or(middle))
    }

    fn mark(&self, cell: u128) -> Mark {
        let ship = self.ships.iter().find(|ship| ship.set() & cell != 0);
        match ship {
            _ if self.hits & cell != 0 => Mark::Hit,
            _ if self.misses & cell != 0 => Mark::Miss,
            Some(ship) => Mark::Ship(ship.class()),
            None if self.smoke & cell != 0 => Mark::Smoke,
            None if self.radar_empty & cell != 0 => Mark::Nothing,
            None if self.radar_ships & cell != 0 => Mark::Found,
            None => Mark::Water,
        }
    }

    /// Returns `height` rows around the middle of the aim. Without an aim, returns rows around the
    /// last move. Before the first move, returns the first rows.
    fn shown_rows(&self, height: u32) -> Range<u32> {
        let height = height.min(SIZE);
        let cells = if self.aim == 0 { self.last } else { self.aim };
        let mut rows = cells.cells().map(|cell| cell / SIZE);
        let first = rows.next().unwrap_or(0);
        let middle = rows.last().map_or(first, |end| u32::midpoint(first, end));
        let start = middle.saturating_sub(height / 2).min(SIZE - height);
        start..start + height
    }
}

#[derive(Clone, Copy, Debug)]
pub(super) struct Pen {
    pub(super) look: Look,
    /// The width of a cell: two columns, or one in a narrow window.
    pub(super) cell: usize,
    /// Whether water has no sign, only its colour.
    pub(super) is_solid: bool,
}

impl Pen {
    pub(super) const fn width(self) -> usize {
        LABEL + SIZE as usize * self.cell
    }

    pub(super) fn letters(self) -> String {
        let columns = (0..SIZE).filter_map(|col| Cell::new(0, col));
        let letter = |cell: Cell| cell.to_string().chars().next().unwrap_or(' ');
        let letters = columns.map(|cell| format!("{:<1$}", letter(cell), self.cell));
        format!("{:LABEL$}{}", "", letters.collect::<String>())
    }

    /// Returns the label and the cells of each row that is shown. An arrow in a label means that
    /// rows above or below are hidden.
    pub(super) fn rows(self, sea: &Sea, height: u32) -> Vec<(String, Line)> {
        let rows = sea.shown_rows(height);
        rows.clone().map(|row| (self.label(row, &rows), self.row(sea, row))).collect()
    }

    fn label(self, row: u32, rows: &Range<u32>) -> String {
        let [up, down] = match self.look.charset {
            Charset::Unicode => ['↑', '↓'],
            Charset::Ascii => ['^', 'v'],
        };
        let arrow = match row {
            row if row == rows.start && row > 0 => up,
            row if row + 1 == rows.end && row + 1 < SIZE => down,
            _ => ' ',
        };
        format!("{:>2}{arrow}", row + 1)
    }

    fn row(self, sea: &Sea, row: u32) -> Line {
        let mut runs = Line::new();
        for cell in (0..SIZE).filter_map(|col| Cell::new(row, col)) {
            let (style, text) = self.cell(sea, cell);
            match runs.last_mut() {
                Some((run, last)) if *last == style => run.push_str(&text),
                _ => runs.push((text, style)),
            }
        }
        runs
    }

    /// Returns the style and text of a cell. A sign marks a cell of the last move. If cells are one
    /// column wide, they have no room for this sign, so the colours are reversed.
    fn cell(self, sea: &Sea, cell: Cell) -> (Style, String) {
        if sea.aim & cell.set() != 0 {
            return (self.look.theme.aimed(), AIM[self.cell - 1].to_owned());
        }
        let mark = sea.mark(cell.set());
        let is_odd = (cell.row() + cell.col()) % 2 == 1;
        let (shape, style) = (self.shape(mark), style(mark, is_odd, self.look.theme));
        let is_last = sea.last & cell.set() != 0;
        if self.cell == 1 {
            return (if is_last { style.invert() } else { style }, shape.to_string());
        }
        let beside = if is_last {
            '<'
        } else if sea.smoke & cell.set() != 0 {
            self.shape(Mark::Smoke)
        } else {
            ' '
        };
        (style, format!("{shape}{beside}"))
    }

    fn shape(self, mark: Mark) -> char {
        match (mark, self.look.charset) {
            (Mark::Ship(class), _) => letter(class),
            (Mark::Water, _) if self.is_solid => ' ',
            (Mark::Water, Charset::Unicode) => '·',
            (Mark::Water, Charset::Ascii) => '~',
            (Mark::Found, _) => '?',
            (Mark::Nothing, _) => '-',
            (Mark::Smoke, Charset::Unicode) => '▒',
            (Mark::Smoke, Charset::Ascii) => '%',
            (Mark::Miss, Charset::Unicode) => '○',
            (Mark::Miss, Charset::Ascii) => 'o',
            (Mark::Hit, Charset::Unicode) => '╳',
            (Mark::Hit, Charset::Ascii) => '*',
        }
    }

    pub(super) fn legend(self, seas: &[Sea]) -> Vec<String> {
        let has = |set: fn(&Sea) -> bool| seas.iter().any(set);
        let entries = [
            (!self.is_solid, self.shape(Mark::Water), "water"),
            (has(|sea| sea.hits != 0), self.shape(Mark::Hit), "hit"),
            (has(|sea| sea.misses != 0), self.shape(Mark::Miss), "miss"),
            (has(|sea| sea.radar_ships != 0), self.shape(Mark::Found), "radar: ships"),
            (has(|sea| sea.radar_empty != 0), self.shape(Mark::Nothing), "radar: none"),
            (has(|sea| sea.smoke != 0), self.shape(Mark::Smoke), "smoke"),
            (has(|sea| sea.last != 0) && self.cell > 1, '<', "last move"),
        ];
        let there = entries.iter().filter(|(is_there, ..)| *is_there);
        there.map(|(_, shape, meaning)| format!("{shape} {meaning}")).collect()
    }

    /// Returns the letters and lengths of the ships of the first `placed` classes. A sunk ship is
    /// `--`. Empty if `placed` is 0.
    pub(super) fn afloat(self, sea: &Sea, placed: usize) -> String {
        let of = |(class, sunk): (Class, &bool)| match sunk {
            true => " --".to_owned(),
            false => format!(" {}{}", letter(class), class.length()),
        };
        let classes: String = Class::ALL.into_iter().zip(&sea.sunk).take(placed).map(of).collect();
        if self.cell == 1 || placed == 0 { classes } else { format!("afloat:{classes}") }
    }
}

fn letter(class: Class) -> char {
    class.name().chars().next().unwrap_or('?')
}

/// Returns the colours of a cell. Water has two shades that alternate, as on a chessboard.
fn style(mark: Mark, is_odd: bool, theme: Theme) -> Style {
    let sea = if is_odd { palette::SEA_DEEP } else { palette::SEA };
    match mark {
        Mark::Water | Mark::Nothing => theme.on(palette::EDGE, sea),
        Mark::Miss => theme.on(palette::SPLASH, sea),
        Mark::Found => theme.on(palette::FLAME, sea),
        Mark::Smoke => theme.on(palette::SOFT, palette::FOG),
        Mark::Hit => theme.on(palette::FLAME, palette::HOLE).bold(),
        Mark::Ship(_) => theme.on(palette::A_DEEP, palette::A).bold(),
    }
}
