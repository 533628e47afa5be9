//! Many games of targeting (shots at a hidden fleet) at once, for training.

use broadside::ai::{Bits, Waters, Wide, random_fleet};
use broadside::board::Dims;
use broadside::dice::{Seed, Stream};
use numpy::{PyArray1, PyArray2, PyArrayMethods as _, PyReadonlyArray1};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

/// The most cells of all boards together.
const MOST_CELLS: usize = 1 << 28;
/// The ship number of a cell without a ship.
const WATER: u8 = 0;
const MISS: i8 = 1;
const HIT: i8 = 2;

/// The result of a step: rewards, which games are over, answers to the shots.
type Stepped<'py> =
    (Bound<'py, PyArray1<f32>>, Bound<'py, PyArray1<bool>>, Bound<'py, PyArray1<i8>>);

/// Hidden fleets on boards of the same size, all shot at in each step.
#[pyclass(module = "broadside")]
#[derive(Debug)]
pub struct Fleets {
    dims: Dims,
    lengths: Vec<u32>,
    games: usize,
    cells: usize,
    dice: Vec<Stream>,
    /// For each cell of each board, the number of its ship, from 1.
    ships: Vec<u8>,
    /// For each ship of each board, the number of cells that are not hit.
    left: Vec<u16>,
    /// For each board, the number of cells of ships that are not hit.
    unhit: Vec<u32>,
    signs: Vec<i8>,
    afloat: Vec<i8>,
}

#[pymethods]
impl Fleets {
    #[new]
    fn new(rows: i64, cols: i64, lengths: Vec<u32>, games: usize) -> PyResult<Self> {
        let dims = Dims::new(rows, cols).filter(|dims| dims.area() <= Wide::MOST.into());
        let dims = dims.ok_or_else(|| {
            let most = Wide::MOST;
            PyValueError::new_err(format!(
                "expected a board of 1 to {most} cells, found {rows} x {cols}"
            ))
        })?;
        let cells = usize::try_from(dims.area()).unwrap_or(usize::MAX);
        if games == 0 || games.saturating_mul(cells) > MOST_CELLS || lengths.len() > 255 {
            return Err(PyValueError::new_err(format!(
                "expected at most 255 ships and {MOST_CELLS} cells in one game or more, found {} ships and {games} games of {cells} cells",
                lengths.len()
            )));
        }
        let ships = lengths.len();
        let mut fleets = Self {
            dims,
            games,
            cells,
            dice: Vec::new(),
            ships: vec![WATER; games * cells],
            left: vec![0; games * ships],
            unhit: vec![0; games],
            signs: vec![0; games * cells],
            afloat: vec![0; games * ships],
            lengths,
        };
        fleets.reset_all(0)?;
        Ok(fleets)
    }

    /// New fleets for all games. Game k depends on the seed and k only.
    fn reset(&mut self, py: Python<'_>, seed: u64) -> PyResult<()> {
        py.detach(|| self.reset_all(seed))
    }

    /// New fleets for the games that are marked.
    fn reset_some(&mut self, py: Python<'_>, marked: PyReadonlyArray1<'_, bool>) -> PyResult<()> {
        let marked = marked.as_slice()?;
        self.expect(marked.len())?;
        py.detach(|| {
            let marked = marked.iter().enumerate().filter(|(_, marked)| **marked);
            self.place(marked.map(|(game, _)| game))
        })
    }

    /// Fires at one cell in each game; a negative number skips the game. Returns rewards (-1 for a
    /// shot), whether the fleet is sunk (false for a skipped game), and the answers: 0 if the cell was
    /// shot at before, 1 a miss, 2 a hit.
    fn step<'py>(
        &mut self,
        py: Python<'py>,
        shots: PyReadonlyArray1<'py, i64>,
    ) -> PyResult<Stepped<'py>> {
        let shots = shots.as_slice()?;
        self.expect(shots.len())?;
        let (mut rewards, mut ends) = (vec![0.0; self.games], vec![false; self.games]);
        let mut answers = vec![0; self.games];
        py.detach(|| self.fire(shots, &mut rewards, &mut ends, &mut answers))?;
        Ok((
            PyArray1::from_vec(py, rewards),
            PyArray1::from_vec(py, ends),
            PyArray1::from_vec(py, answers),
        ))
    }

    /// The cells of all games as signs: 0 not shot at, 1 a miss, 2 a hit.
    fn signs<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<i8>>> {
        PyArray1::from_slice(py, &self.signs).reshape([self.games, self.cells])
    }

    /// For each ship of each game: 1 while the ship is afloat, else 0.
    fn afloat<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<i8>>> {
        PyArray1::from_slice(py, &self.afloat).reshape([self.games, self.lengths.len()])
    }
}

impl Fleets {
    fn expect(&self, found: usize) -> PyResult<()> {
        if found == self.games {
            return Ok(());
        }
        let games = self.games;
        Err(PyValueError::new_err(format!(
            "expected one value for each of {games} games, found {found}"
        )))
    }

    fn reset_all(&mut self, seed: u64) -> PyResult<()> {
        let seed = Seed::from(seed);
        self.dice = (0..self.games as u64).map(|game| Stream::new(&seed, game)).collect();
        self.place(0..self.games)
    }

    fn place(&mut self, games: impl Iterator<Item = usize>) -> PyResult<()> {
        if self.dims.area() <= u128::MOST.into() {
            self.place_in::<u128>(games)
        } else {
            self.place_in::<Wide>(games)
        }
    }

    fn place_in<B: Bits>(&mut self, games: impl Iterator<Item = usize>) -> PyResult<()> {
        let no_room = || PyValueError::new_err("expected a fleet that has room on the board");
        let waters = Waters::<B>::new(self.dims).ok_or_else(no_room)?;
        for game in games {
            let fleet = random_fleet(&waters, &self.lengths, &mut self.dice[game]);
            let fleet = fleet.ok_or_else(no_room)?;
            let cells = game * self.cells..(game + 1) * self.cells;
            self.signs[cells.clone()].fill(0);
            let ships = &mut self.ships[cells];
            ships.fill(WATER);
            for (number, ship) in (1..=u8::MAX).zip(&fleet) {
                ship.cells().for_each(|cell| ships[cell as usize] = number);
            }
            self.launch(game);
        }
        Ok(())
    }

    /// Sets all ships of a game afloat.
    fn launch(&mut self, game: usize) {
        let count = self.lengths.len();
        for (ship, length) in self.lengths.iter().enumerate() {
            self.left[game * count + ship] = u16::try_from(*length).unwrap_or(u16::MAX);
            self.afloat[game * count + ship] = 1;
        }
        self.unhit[game] = self.lengths.iter().sum();
    }

    fn fire(
        &mut self,
        shots: &[i64],
        rewards: &mut [f32],
        ends: &mut [bool],
        answers: &mut [i8],
    ) -> PyResult<()> {
        let is_outside = |shot: &i64| usize::try_from(*shot).is_ok_and(|cell| cell >= self.cells);
        if let Some(game) = shots.iter().position(is_outside) {
            let (cells, found) = (self.cells, shots[game]);
            return Err(PyValueError::new_err(format!(
                "game {game}: expected a cell below {cells}, found {found}"
            )));
        }
        for (game, shot) in shots.iter().enumerate() {
            let Ok(cell) = usize::try_from(*shot) else { continue };
            rewards[game] = -1.0;
            answers[game] = self.shoot(game, cell);
            ends[game] = self.unhit[game] == 0;
        }
        Ok(())
    }

    /// Carries out a shot. Returns its answer.
    fn shoot(&mut self, game: usize, cell: usize) -> i8 {
        let at = game * self.cells + cell;
        if self.signs[at] != 0 {
            return 0;
        }
        let Some(ship) = usize::from(self.ships[at]).checked_sub(1) else {
            self.signs[at] = MISS;
            return MISS;
        };
        self.signs[at] = HIT;
        self.unhit[game] -= 1;
        let ship = game * self.lengths.len() + ship;
        self.left[ship] -= 1;
        if self.left[ship] == 0 {
            self.afloat[ship] = 0;
        }
        HIT
    }
}
