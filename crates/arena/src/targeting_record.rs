//! Writes and reads games of [`targeting`](super::targeting) as records. A record is the text of
//! one game. Player A shoots, and player B has the fleet.
//!
//! ```text
//! # game 12, seed 1: A is density, B is a fleet at random
//! record targeting 10 10
//! B 5 C2, vertical
//! A E5 # miss
//! ```

use super::series::Bench;
use broadside_arcade::ai::{Bits, Chart};
use broadside_arcade::grids::Grids;
use broadside_arcade::grids::record::{self, BadRecord, Record};
use broadside_core::board::{Axis, Coord, Dims, Heading, Hull, Side};
use broadside_core::text::{column_name, coordinate, digits};

/// The words before the numbers of rows and of columns in a record.
pub const HEAD: &str = "record targeting";

/// Reads a record and returns its game. Fails at the first line that is not part of a record, or
/// that breaks a rule of the game.
pub fn read(text: &[u8]) -> Result<Grids, BadRecord> {
    let (line, first) = record::head(text);
    let dims = head(first).ok_or_else(|| BadRecord {
        line,
        what: format!("expected `{HEAD} ROWS COLUMNS`, at most 2^20 fields"),
    })?;
    let mut grids = Grids::new(dims);
    record::each_line(text, |line, side, rest| {
        grids.at_line(line);
        grids.win_if_all_sunk(Side::First);
        if grids.winner.is_some() {
            return Err("the game is over".to_owned());
        }
        match (side, record::forfeit(rest)) {
            (Side::First, Some(reason)) => grids.forfeit(side, &reason),
            (Side::First, None) => {
                let at = field(rest).filter(|at| dims.holds(*at)).ok_or("expected a field")?;
                grids.fire(side, at).ok_or("A has shot at this field before")?;
            }
            (Side::Second, _) => {
                let (name, hull) = ship(rest).ok_or("expected `5 B3, horizontal`")?;
                if !grids.steps().is_empty() {
                    return Err("expected all ships before the first shot".to_owned());
                }
                grids.place(side, name, hull).map_err(|refusal| refusal.to_string())?;
            }
        }
        Ok(())
    })?;
    grids.win_if_all_sunk(Side::First);
    Ok(grids)
}

fn head(line: &[u8]) -> Option<Dims> {
    let line = std::str::from_utf8(line).ok()?;
    let mut sizes = line.strip_prefix(HEAD)?.split_whitespace().map(|n| digits(n.as_bytes()));
    let (rows, cols) = (sizes.next()??, sizes.next()??);
    let dims = Dims::new(rows, cols).filter(|dims| dims.area() <= 1 << 20)?;
    sizes.next().is_none().then_some(dims)
}

fn field(text: &[u8]) -> Option<Coord> {
    let (row, col) = coordinate(std::str::from_utf8(text).ok()?)?;
    Some(Coord::new(row - 1, col - 1))
}

/// Reads a ship. For example, `5 B3, horizontal` is a ship of five fields.
fn ship(text: &[u8]) -> Option<(String, Hull)> {
    let (length, berth) = std::str::from_utf8(text).ok()?.split_once(' ')?;
    let (bow, way) = berth.split_once(',')?;
    let axis = match way.trim() {
        "horizontal" => Axis::Row,
        "vertical" => Axis::Column,
        _ => return None,
    };
    let hull = Hull::new(field(bow.trim().as_bytes())?, axis.heading(), length.parse().ok()?)?;
    Some((format!("ship of {length}"), hull))
}

pub(super) fn begin<B: Bits>(
    bench: &Bench<'_>,
    (number, bot): (u64, &str),
    chart: &Chart<B>,
    ships: &[B],
) -> Option<Record> {
    bench.keep?;
    let head = format!("{HEAD} {} {}", chart.waters().rows(), chart.waters().cols());
    let mut record = bench.record((number, ""), [bot, "a fleet at random"], &head)?;
    for hull in hulls(chart, ships) {
        let axis = if hull.stern().row == hull.bow().row { Axis::Row } else { Axis::Column };
        record.ship(Side::Second, hull.length(), name(hull.bow()), axis);
    }
    Some(record)
}

/// Returns the hulls of ships. The first cell of a ship becomes its bow, and the other cells lie to
/// the right of the bow or below the bow.
pub(super) fn hulls<B: Bits>(chart: &Chart<B>, ships: &[B]) -> Vec<Hull> {
    let hull = |ship: &B| {
        let bow = chart.waters().coord(ship.first()?);
        let second = ship.nth(1).map(|cell| chart.waters().coord(cell));
        let is_row = second.is_some_and(|second| second.row == bow.row);
        let heading = if is_row { Heading::West } else { Heading::North };
        Hull::new(bow, heading, ship.count())
    };
    ships.iter().filter_map(hull).collect()
}

pub(super) fn name(at: Coord) -> String {
    format!("{}{}", u32::try_from(at.col).map(column_name).unwrap_or_default(), at.row + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_name_the_line() {
        for (text, message) in [
            ("record targeting 10", "line 1: expected `record targeting ROWS COLUMNS`"),
            ("record targeting 9999999 9999999", "line 1: expected"),
            ("# game 1\nrecord targeting 10", "line 2: expected `record targeting"),
            ("record targeting 9 9\nA J1", "line 2: expected a field"),
            ("record targeting 9 9\nA A1\nA A1", "line 3: A has shot at this field before"),
            ("record targeting 9 9\nB 5 A1", "line 2: expected `5 B3, horizontal`"),
            ("record targeting 9 9\nB 4000000000 A1, vertical", "line 2: "),
            ("record targeting 9 9\nA forfeits: late\nA A1", "line 3: the game is over"),
            ("record targeting 9 9\nB 1 A1, vertical\nA A1\nA B1", "line 4: the game is over"),
            (
                "record targeting 9 9\nB 1 A1, vertical\nA A1\nA forfeits: late",
                "line 4: the game is over",
            ),
            (
                "record targeting 9 9\nB 1 A1, vertical\nA B1\nB 1 C3, vertical",
                "line 4: expected all ships before the first shot",
            ),
            ("record targeting 9 9\n\nC A1", "line 3: expected a line that begins"),
        ] {
            let error = read(text.as_bytes()).unwrap_err().to_string();
            assert!(error.starts_with(message), "{text}: {error}");
        }
    }
}
