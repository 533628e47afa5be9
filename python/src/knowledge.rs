//! The knowledge of a captain, a bot that plays arsenal.

use crate::chart::Chart;
use broadside::ai::Bits as _;
use broadside::rules::arsenal::{self, SIZE};
use pyo3::prelude::*;

/// All that one side of arsenal knows when it is to move.
#[pyclass(frozen, get_all, module = "broadside")]
#[derive(Debug)]
pub(crate) struct Knowledge {
    /// The shots of this side, with their results.
    chart: Py<Chart>,
    /// The cells of this side's grid that the other side has shot at, as rows and columns.
    incoming: Vec<(u32, u32)>,
    /// Whether artillery is open in this turn.
    artillery: bool,
    /// Whether the torpedo is open in this turn.
    torpedo: bool,
    /// Radar sweeps left.
    sweeps: u32,
    /// Smoke screens left.
    screens: u32,
    /// How many smoke screens the other side has laid.
    enemy_screens: u32,
    /// A seed for the captain's own random numbers.
    seed: u64,
    /// The moves that shoot at something new: torpedo, artillery, then fire.
    shots: Vec<String>,
}

impl Knowledge {
    pub(crate) fn of(py: Python<'_>, known: &arsenal::Knowledge<'_>, seed: u64) -> PyResult<Self> {
        let openings = known.openings();
        Ok(Self {
            chart: Py::new(py, Chart::of(known.chart(), seed))?,
            incoming: known.incoming().cells().map(|cell| (cell / SIZE, cell % SIZE)).collect(),
            artillery: openings.artillery,
            torpedo: openings.torpedo,
            sweeps: known.sweeps(),
            screens: known.screens(),
            enemy_screens: known.enemy_screens(),
            seed,
            shots: known.shots().map(|shot| shot.play.to_string()).collect(),
        })
    }
}
