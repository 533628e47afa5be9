//! A game of Ships under fog, for training. Each order has a number. The knowledge of a side is an
//! array of planes. Here, a plane is a layer with one number for each field.

use crate::contest::setup as setup_of;
use crate::planes::Planes;
use broadside::arena::{DrawRules, Ending, FairGame};
use broadside::board::{Coord, Dims, Heading, Manoeuvre, Side};
use broadside::dice::Seed;
use broadside::rules::ships::{Class, Order, ShipName};
use numpy::{PyArray1, PyArray3};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

/// The largest board whose orders are numbered, in fields.
const MOST_FIELDS: u128 = 1 << 12;
/// The most ships of a side whose orders are numbered.
const MOST_SHIPS: i64 = 32;
/// After this many orders in a turn, the side can only end the turn.
const MOST_ORDERS: u32 = 100;

/// A refereed game. Each side gives its orders one by one, and knows what its ships see.
#[pyclass(module = "broadside")]
#[derive(Debug)]
pub struct ShipsGame {
    orders: Vec<Order>,
    dims: Dims,
    game: FairGame,
    /// The number of orders in the open turn.
    given: u32,
}

#[pymethods]
impl ShipsGame {
    #[new]
    #[pyo3(signature = (setup, seed, max_turns, no_progress))]
    fn new(setup: &str, seed: u64, max_turns: u64, no_progress: u64) -> PyResult<Self> {
        let start = setup_of(setup)?.game(&Seed::from(seed), 0);
        let start = start.map_err(|why| PyValueError::new_err(format!("setup: {why}")))?;
        let dims = start.board().dims();
        let sizes = Side::ALL.map(|side| start.fleet(side).sizes());
        let most: Vec<_> = (0..4).map(|class| sizes[0][class].max(sizes[1][class])).collect();
        if dims.area() > MOST_FIELDS
            || most.iter().sum::<i64>() > MOST_SHIPS
            || start.is_auto_shooting()
        {
            return Err(PyValueError::new_err(format!(
                "setup: expected at most {MOST_FIELDS} fields and {MOST_SHIPS} ships, without AUTO_SHOOTING"
            )));
        }
        let of_class =
            |(class, most): (Class, i64)| (0..most).map(move |index| ShipName { class, index });
        let names: Vec<_> = Class::ALL.into_iter().zip(most).flat_map(of_class).collect();
        let game = FairGame::new(start, DrawRules { max_turns, no_progress });
        Ok(Self { orders: orders(&names, dims), dims, game, given: 0 })
    }

    /// How many orders have numbers.
    #[getter]
    fn count(&self) -> usize {
        1 + self.orders.len()
    }

    /// The order of this number in words; `END` ends the turn.
    fn words(&self, number: usize) -> PyResult<String> {
        Ok(self.numbered(number)?.map_or_else(|| "END".to_owned(), |order| order.to_string()))
    }

    /// Rows and columns.
    #[getter]
    fn shape(&self) -> (i64, i64) {
        (self.dims.rows(), self.dims.cols())
    }

    /// The side to move: 0 or 1.
    #[getter]
    fn mover(&self) -> usize {
        self.game.mover() as usize
    }

    /// How the game ended, in the words of a journal of `match`. `None` while the game goes on.
    #[getter]
    fn ending(&self) -> Option<String> {
        self.game.ending().map(|ending| ending.to_string())
    }

    /// The winner: 0 or 1.
    #[getter]
    fn winner(&self) -> Option<usize> {
        self.game.ending().and_then(Ending::winner).map(|side| side as usize)
    }

    /// Gives the order of this number. Returns whether the order was carried out.
    fn play(&mut self, py: Python<'_>, number: usize) -> PyResult<bool> {
        let Some(order) = self.numbered(number)? else {
            self.given = 0;
            py.detach(|| self.game.end_turn());
            return Ok(true);
        };
        if self.given >= MOST_ORDERS || !self.game.allows(&order) {
            return Err(PyValueError::new_err(format!("{order}: not legal now")));
        }
        self.given += 1;
        // An order that the referee refuses is lost.
        Ok(py.detach(|| self.game.order(order)).is_ok_and(|answer| answer.refused.is_none()))
    }

    /// For each order: 1 if side `number` (0 or 1) may give it now, else 0.
    fn mask<'py>(&self, py: Python<'py>, number: usize) -> Bound<'py, PyArray1<i8>> {
        let mask = py.detach(|| {
            let mut mask = vec![0; self.count()];
            if self.mover() == number && self.game.ending().is_none() {
                mask[0] = 1;
                if self.given < MOST_ORDERS {
                    self.mark_allowed(&mut mask);
                }
            }
            mask
        });
        PyArray1::from_vec(py, mask)
    }

    /// What the side to move knows, as planes.
    fn view<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray3<i8>>> {
        py.detach(|| Planes::of_briefing(&self.game.briefing()))?.array(py)
    }

    fn __repr__(&self) -> String {
        format!("ShipsGame(turn={}, mover={})", self.game.turns(), self.mover())
    }
}

impl ShipsGame {
    /// Marks the orders that are allowed.
    fn mark_allowed(&self, mask: &mut [i8]) {
        for (order, mark) in self.orders.iter().zip(mask.iter_mut().skip(1)) {
            *mark = i8::from(self.game.allows(order));
        }
    }

    /// Returns the order with this number; `None` for 0, which ends the turn.
    fn numbered(&self, number: usize) -> PyResult<Option<Order>> {
        let Some(index) = number.checked_sub(1) else { return Ok(None) };
        self.orders.get(index).copied().map(Some).ok_or_else(|| {
            let most = self.count();
            PyValueError::new_err(format!("expected an order below {most}, found {number}"))
        })
    }
}

/// Returns all orders, sorted by their numbers: basic shots, then for each ship its moves, spy
/// planes, shots and places.
fn orders(names: &[ShipName], dims: Dims) -> Vec<Order> {
    let fields: Vec<_> = dims.rect().fields().collect();
    let at =
        |order: fn(ShipName, Coord) -> Order, name| fields.iter().map(move |at| order(name, *at));
    let mut orders: Vec<_> = fields.iter().map(|at| Order::Shoot(*at)).collect();
    for name in names {
        orders.extend(Manoeuvre::ALL.map(|manoeuvre| Order::Move(*name, manoeuvre)));
        if name.class == Class::Carrier {
            orders.extend(at(|name, at| Order::Spy(name.index, at), *name));
        }
        orders.extend(at(Order::Fire, *name));
        for heading in Heading::ALL {
            orders.extend(fields.iter().map(|bow| Order::Place {
                name: *name,
                bow: *bow,
                heading,
            }));
        }
    }
    orders
}
