//! Finds a move that is sure to win.

use crate::ai::visit_fleets;
use crate::arsenal::knowledge::{Knowledge, Shot};
use crate::arsenal::moves::Move;
use std::ops::ControlFlow;

/// Returns a move that sinks all remaining ships in every fleet that fits the chart.
pub(super) fn winning_move(known: &Knowledge<'_>) -> Option<Move> {
    let targets = known.chart.targets();
    let reaches = |shot: &Shot| (shot.cells & targets).count_ones() >= known.chart.unhit();
    let mut winning: Vec<_> = known.shots().filter(reaches).collect();
    if winning.is_empty() {
        return None;
    }
    let mut intersect = |fleet: &[u128]| {
        let rest = fleet.iter().fold(0, |all, ship| all | ship) & !known.chart.hits();
        winning.retain(|shot| rest & !shot.cells == 0);
        if winning.is_empty() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    };
    match visit_fleets(known.chart, &mut intersect) {
        ControlFlow::Continue(()) => winning.first().map(|shot| shot.play),
        ControlFlow::Break(()) => None,
    }
}
