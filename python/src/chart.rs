//! The knowledge of a gunner, a bot that only fires.

use broadside::ai::{self, Bits};
use numpy::{PyArray1, PyArray2, PyArrayMethods as _};
use pyo3::prelude::*;

/// What one side knows of a hidden fleet of straight ships.
#[pyclass(frozen, module = "broadside")]
#[derive(Debug)]
pub struct Chart {
    rows: usize,
    cols: usize,
    cells: Vec<i8>,
    open: Vec<u32>,
    /// The lengths of all ships, sunk ones too.
    #[pyo3(get)]
    lengths: Vec<u32>,
    /// For each ship, whether it is afloat.
    #[pyo3(get)]
    afloat: Vec<bool>,
    /// A seed for the gunner's own random numbers.
    #[pyo3(get)]
    seed: u64,
}

/// Signs of cells.
const MISS: i8 = 1;
const HIT: i8 = 2;

impl Chart {
    pub(crate) fn of<B: Bits>(chart: &ai::Chart<B>, seed: u64) -> Self {
        let waters = chart.waters();
        let (rows, cols) = (waters.rows() as usize, waters.cols() as usize);
        let mut cells = vec![0; rows * cols];
        chart.missed().cells().for_each(|cell| cells[cell as usize] = MISS);
        chart.hits().cells().for_each(|cell| cells[cell as usize] = HIT);
        let open = chart.targets().cells().collect();
        let lengths = chart.lengths().to_vec();
        let afloat = (0..lengths.len()).map(|ship| chart.is_afloat(ship)).collect();
        Self { rows, cols, cells, open, lengths, afloat, seed }
    }

    fn place(&self, cell: u32) -> (u32, u32) {
        let cols = u32::try_from(self.cols).unwrap_or(u32::MAX).max(1);
        (cell / cols, cell % cols)
    }
}

#[pymethods]
impl Chart {
    /// Rows and columns.
    #[getter]
    const fn shape(&self) -> (usize, usize) {
        (self.rows, self.cols)
    }

    /// The cells worth a shot, row by row.
    fn open_cells(&self) -> Vec<(u32, u32)> {
        self.open.iter().map(|cell| self.place(*cell)).collect()
    }

    /// The cells as signs: 0 not shot at, 1 a miss, 2 a hit.
    fn cells<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<i8>>> {
        PyArray1::from_slice(py, &self.cells).reshape([self.rows, self.cols])
    }

    /// What a shot has found in a cell: 0 not shot at, 1 a miss, 2 a hit; `None` outside the board.
    fn at(&self, row: i64, col: i64) -> Option<i8> {
        let (row, col) = (usize::try_from(row).ok()?, usize::try_from(col).ok()?);
        (row < self.rows && col < self.cols).then(|| self.cells[row * self.cols + col])
    }

    fn __repr__(&self) -> String {
        format!("Chart({} x {}, {} cells open)", self.rows, self.cols, self.open.len())
    }
}
