//! Helpers that the tests of several files use.

use super::{Bits, Chart, Waters, visit_fleets};
use broadside_core::board::Dims;
use std::ops::ControlFlow;

pub(super) fn waters(rows: i64, cols: i64) -> Waters<u128> {
    Waters::new(Dims::new(rows, cols).unwrap()).unwrap()
}

pub(super) fn chart(rows: i64, cols: i64, lengths: &[u32]) -> Chart {
    Chart::new(waters(rows, cols), lengths).unwrap()
}

/// Notes shots at `cells` on the chart. No cell may be shot at twice.
pub(super) fn fire(chart: &mut Chart, fleet: &[u128], cells: u128) {
    let new = cells & fleet.iter().fold(0, |all, ship| all | ship);
    let hits = chart.hits() | new;
    let sunk = |ship: &usize| chart.is_afloat(*ship) && fleet[*ship].within(&hits);
    let sunk: Vec<_> = (0..fleet.len()).filter(sunk).collect();
    chart.note_shot(&cells, &new, &sunk).unwrap();
}

pub(super) fn fleets(chart: &Chart) -> Vec<Vec<u128>> {
    let mut found = Vec::new();
    let mut visit = |fleet: &[u128]| {
        found.push(fleet.to_vec());
        ControlFlow::Continue(())
    };
    assert!(visit_fleets(chart, &mut visit).is_continue());
    found
}
