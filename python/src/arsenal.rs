//! A game of arsenal for training. A move is a number. What a side knows is an array of planes:
//! each plane has a 0 or a 1 for every cell.

use broadside::ai::Bits as _;
use broadside::board::{BySide, Side};
use broadside::dice::{Seed, Stream};
use broadside::rules::arsenal::{
    Area, Cell, Fleet, Game, Line, Move, Outcome, SIZE, Standing, TURN_LIMIT,
};
use numpy::{PyArray1, PyArray3, PyArrayMethods as _};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

const CELLS: usize = (SIZE * SIZE) as usize;
/// The number of planes. They show the cells with hits, with misses, found empty by radar, swept by
/// a radar that found a ship, with own ships, shot at by the enemy, and with own smoke.
const PLANES: usize = 7;

/// A game of arsenal between two sides; fleets are placed at random.
#[pyclass(module = "broadside")]
#[derive(Debug)]
pub struct ArsenalGame {
    moves: Vec<Move>,
    fleets: BySide<Fleet>,
    game: Game,
    /// For each side, the cells of those radar sweeps that found something.
    found: BySide<u128>,
}

/// Returns all moves. The index of a move is its number: 100 fires, 81 radars, 81 smokes, 81
/// artilleries, 20 torpedoes.
fn moves() -> Vec<Move> {
    let fires = (0..SIZE * SIZE).filter_map(Cell::from_index).map(Move::Fire);
    let areas = |make: fn(Area) -> Move| Area::all().map(make);
    fires
        .chain(areas(Move::Radar))
        .chain(areas(Move::Smoke))
        .chain(areas(Move::Artillery))
        .chain(Line::all().map(Move::Torpedo))
        .collect()
}

fn side(number: usize) -> Side {
    if number == 0 { Side::First } else { Side::Second }
}

#[pymethods]
impl ArsenalGame {
    #[new]
    fn new(seed: u64) -> Self {
        let mut dice = Stream::new(&Seed::from(seed), 0);
        let fleets = BySide::from_fn(|_| Fleet::at_random(&mut dice));
        let game = Game::new(&fleets, Side::First);
        Self { moves: moves(), fleets, game, found: BySide::default() }
    }

    /// The words of a move: `Fire B3`.
    fn words(&self, number: usize) -> PyResult<String> {
        Ok(self.numbered(number)?.to_string())
    }

    /// The side to move: 0 or 1.
    #[getter]
    fn mover(&self) -> usize {
        self.game.mover() as usize
    }

    /// The winner: 0 or 1, once the game is over.
    #[getter]
    fn winner(&self) -> Option<usize> {
        match self.game.standing() {
            Standing::Open => None,
            Standing::Won(side) | Standing::Limit(side) => Some(side as usize),
        }
    }

    /// How many cells of ships a side has hit.
    fn hits(&self, number: usize) -> u32 {
        self.game.hits(side(number))
    }

    /// Plays a move of the side to move.
    fn play(&mut self, number: usize) -> PyResult<()> {
        let (play, mover) = (self.numbered(number)?, self.game.mover());
        let outcome = self
            .game
            .play(play)
            .map_err(|refusal| PyValueError::new_err(format!("{play}: {refusal}")))?;
        if outcome == (Outcome::Radar { found: true }) {
            self.found[mover] |= play.set();
        }
        Ok(())
    }

    /// For each move: 1 if the side may play it now, else 0. A shot that reaches no new cell gets
    /// 0.
    fn mask<'py>(&self, py: Python<'py>, number: usize) -> Bound<'py, PyArray1<i8>> {
        let is_mover = self.game.mover() == side(number);
        let targets = self.game.knowledge(side(number)).chart().targets();
        let allowed = |play: &Move| {
            let is_vain =
                !matches!(play, Move::Radar(_) | Move::Smoke(_)) && play.set() & targets == 0;
            i8::from(is_mover && !is_vain && self.game.refusal(*play).is_none())
        };
        PyArray1::from_vec(py, self.moves.iter().map(allowed).collect())
    }

    /// What a side knows, as planes of 10 x 10 cells.
    fn planes<'py>(&self, py: Python<'py>, number: usize) -> PyResult<Bound<'py, PyArray3<i8>>> {
        let side = side(number);
        let known = self.game.knowledge(side);
        let chart = known.chart();
        let water = !(chart.free() | chart.missed()) & ((1 << CELLS) - 1);
        let sets = [
            *chart.hits(),
            *chart.missed(),
            water,
            self.found[side],
            self.fleets[side].set(),
            known.incoming(),
            self.game.smoke(side),
        ];
        let mut planes = vec![0; PLANES * CELLS];
        for (plane, set) in planes.chunks_exact_mut(CELLS).zip(sets) {
            set.cells().for_each(|cell| plane[cell as usize] = 1);
        }
        PyArray1::from_vec(py, planes).reshape([PLANES, SIZE as usize, SIZE as usize])
    }

    /// Numbers that a side knows, each from 0 to 1: radar sweeps left, smoke screens left, screens
    /// that the enemy has laid, whether artillery and the torpedo are open, whether each of the
    /// enemy's four ships is afloat, turns so far as a share of the limit.
    fn facts<'py>(&self, py: Python<'py>, number: usize) -> Bound<'py, PyArray1<f32>> {
        let side = side(number);
        let known = self.game.knowledge(side);
        let openings = known.openings();
        let share =
            |count: u32, most: u8| f32::from(u8::try_from(count).unwrap_or(most)) / f32::from(most);
        let sign = |is: bool| f32::from(u8::from(is));
        let afloat = |ship| sign(known.chart().is_afloat(ship));
        let real = |count: u32| f32::from(u16::try_from(count).unwrap_or(u16::MAX));
        let turns = real(self.game.turns(side)) / real(TURN_LIMIT);
        PyArray1::from_vec(
            py,
            vec![
                share(known.sweeps(), 3),
                share(known.screens(), 4),
                share(known.enemy_screens(), 4),
                sign(openings.artillery),
                sign(openings.torpedo),
                afloat(0),
                afloat(1),
                afloat(2),
                afloat(3),
                turns,
            ],
        )
    }

    fn __repr__(&self) -> String {
        format!("ArsenalGame(mover={}, winner={:?})", self.mover(), self.winner())
    }
}

impl ArsenalGame {
    /// Returns the move with this number.
    fn numbered(&self, number: usize) -> PyResult<Move> {
        self.moves.get(number).copied().ok_or_else(|| {
            let most = self.moves.len();
            PyValueError::new_err(format!("expected a move below {most}, found {number}"))
        })
    }
}
