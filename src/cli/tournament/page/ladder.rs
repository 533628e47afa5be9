//! The ladder: all engines with their Elo (a number for their strength) on a common axis, strongest
//! first.

use crate::cli::page::shown;
use broadside::arena::ratings::{Elo, percent};
use broadside::arena::tournament::{Row, Table};

/// The axis never goes beyond this Elo or below its negative.
const WIDEST: f64 = 1200.0;

/// The ends of the axis are multiples of this Elo.
const STEP: f64 = 50.0;

/// The width of the drawing, in units of the SVG.
const WIDTH: i32 = 1000;

pub(super) struct Axis {
    pub(super) low: String,
    pub(super) high: String,
    pub(super) zero: i64,
    ends: [f64; 2],
}

pub(super) struct Rung<'t> {
    pub(super) name: String,
    pub(super) row: &'t Row,
    /// The probability, in per cent, that the engine is stronger than its opponents.
    pub(super) superior: String,
    /// The bar of the engine's Elo; `None` after too few pairs of games.
    pub(super) bar: Option<Bar>,
}

/// A bar between the bounds of an Elo, and a mark at its value, in the units of the SVG.
pub(super) struct Bar {
    pub(super) start: i64,
    pub(super) width: i64,
    pub(super) mark_start: i64,
}

/// Whether any engine has too few pairs of games for an Elo.
pub(super) fn is_early(table: &Table) -> bool {
    table.engines.values().any(|row| row.pairs.elo_if_enough_pairs().is_none())
}

pub(super) fn ladder(table: &Table) -> (Axis, Vec<Rung<'_>>) {
    let rows = table.engines.iter().map(|(name, row)| (name, row, row.pairs.elo()));
    let mut rows: Vec<_> = rows.collect();
    let value = |elo: &Option<Elo>| elo.map_or(0.0, |elo| elo.value);
    rows.sort_by(|(.., one), (.., other)| value(other).total_cmp(&value(one)));
    let axis = Axis::of(rows.iter().filter_map(|(_, row, _)| row.pairs.elo_if_enough_pairs()));
    let rungs = rows.iter().map(|(name, row, _)| rung(&axis, name, row)).collect();
    (axis, rungs)
}

fn rung<'t>(axis: &Axis, name: &str, row: &'t Row) -> Rung<'t> {
    let bar = row.pairs.elo_if_enough_pairs().map(|elo| axis.bar(elo));
    Rung { name: shown(name), row, superior: percent(row.pairs.superiority()), bar }
}

impl Axis {
    /// Returns an axis that shows 0 and all bounds up to [`WIDEST`].
    fn of(elos: impl Iterator<Item = Elo>) -> Self {
        let (mut low, mut high) = (-STEP, STEP);
        for elo in elos {
            low = elo.low.max(-WIDEST).min(low);
            high = elo.high.min(WIDEST).max(high);
        }
        let ends = [(low / STEP).floor() * STEP, (high / STEP).ceil() * STEP];
        let [low, high] = ends.map(|end| format!("{end:+.0}"));
        Self { low, high, zero: place(ends, 0.0), ends }
    }

    fn bar(&self, elo: Elo) -> Bar {
        let places = [elo.low, elo.high, elo.value].map(|elo| place(self.ends, elo));
        let [start, end, value] = places;
        let width = (end - start).max(2);
        // The mark of the value is 8 units wide.
        Bar { start: inside(start, width), width, mark_start: inside(value - 4, 8) }
    }
}

#[expect(clippy::cast_possible_truncation, reason = "a place is between 0 and the width")]
fn place([low, high]: [f64; 2], elo: f64) -> i64 {
    ((elo.clamp(low, high) - low) / (high - low) * f64::from(WIDTH)).round() as i64
}

/// Returns the start of a bar or mark, moved so that all of it lies in the drawing.
fn inside(start: i64, width: i64) -> i64 {
    start.clamp(0, i64::from(WIDTH) - width)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_axis_ends_at_multiples_of_its_step_around_all_bounds() {
        let elo = |low, high| Elo { value: 0.0, low, high };
        let ends = |elos: &[Elo]| {
            let axis = Axis::of(elos.iter().copied());
            (axis.low, axis.high, axis.zero)
        };
        let axis = |low: &str, high: &str, zero| (low.to_owned(), high.to_owned(), zero);
        assert_eq!(ends(&[]), axis("-50", "+50", 500));
        assert_eq!(ends(&[elo(-20.0, 10.0), elo(-130.0, 40.0)]), axis("-150", "+50", 750));
        assert_eq!(ends(&[elo(60.0, 301.0)]), axis("-50", "+350", 125));
        assert_eq!(ends(&[elo(f64::NEG_INFINITY, f64::INFINITY)]), axis("-1200", "+1200", 500));
    }

    #[test]
    fn bars_and_marks_stay_in_the_drawing() {
        for value in [-2000.0, -1200.0, 0.0, 1200.0, 1300.0, f64::INFINITY] {
            let elo = Elo { value, low: value - 1.0, high: value + 1.0 };
            let Bar { start, width, mark_start } = Axis::of([elo].into_iter()).bar(elo);
            assert!(start >= 0 && width >= 2 && start + width <= 1000, "{elo:?}");
            assert!((0..=992).contains(&mark_start), "{elo:?}");
        }
    }
}
