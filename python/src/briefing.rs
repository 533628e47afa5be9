//! What a side knows at its turn.

use crate::game::Game;
use crate::order::Order;
use crate::orders;
use crate::planes::Planes;
use crate::running::into_text;
use broadside::board::Side;
use broadside::dice::{Dice, Seed, Stream};
use broadside::rules::ships::fair;
use broadside::script::hand_over::HandOver;
use numpy::PyArray3;
use pyo3::prelude::*;

/// A ship as Python sees it: class, number, row and column of the bow, heading, and which segments
/// are healthy.
type Ship = (&'static str, i64, (i64, i64), &'static str, Vec<bool>);

/// All that one side knows when it is to move, and nothing else.
#[pyclass(frozen, module = "broadside")]
#[derive(Debug)]
pub struct Briefing {
    facts: fair::Briefing,
    /// A seed for the player's own random numbers. With this seed, the player can play the same
    /// match again.
    #[pyo3(get)]
    seed: u64,
}

impl Briefing {
    pub(crate) const fn new(facts: fair::Briefing, seed: u64) -> Self {
        Self { facts, seed }
    }

    fn dice(&self, number: u64) -> Stream {
        Stream::new(&Seed::from(self.seed), number)
    }
}

/// Draws a seed for a player from the dice of a game. The seed is below 2^53, so that any language
/// can represent it.
pub(crate) fn seed(dice: &mut dyn Dice) -> u64 {
    dice.below(1 << 53)
}

/// Converts a ship to the values that Python sees.
fn ship(name: &broadside::rules::ships::ShipName, ship: &broadside::board::Ship) -> Ship {
    let hull = ship.hull();
    let healthy = (0..hull.length()).map(|segment| ship.is_healthy(segment)).collect();
    let bow = (hull.bow().row, hull.bow().col);
    (name.class.name(), name.index, bow, hull.heading().name(), healthy)
}

#[pymethods]
impl Briefing {
    /// `A` or `B`.
    #[getter]
    fn side(&self) -> &'static str {
        self.facts.side().name()
    }

    /// The number of this turn among the turns of the side, from 1.
    #[getter]
    fn turn(&self) -> u64 {
        self.facts.turn()
    }

    /// Rows and columns of the board.
    #[getter]
    fn shape(&self) -> (i64, i64) {
        let dims = self.facts.dims();
        (dims.rows(), dims.cols())
    }

    /// Whether cannons have a range and engines can fail (`EXTENDED_SHIPS`).
    #[getter]
    fn is_extended(&self) -> bool {
        self.facts.is_extended()
    }

    /// Whether all ships of both fleets are on the board, so that shots are allowed.
    #[getter]
    fn is_complete(&self) -> bool {
        self.facts.is_complete()
    }

    /// The ships of this side that are on the board.
    #[getter]
    fn own(&self) -> Vec<Ship> {
        self.facts.own().iter().map(|(name, own)| ship(name, own)).collect()
    }

    /// The ships of the other side that are in full view.
    #[getter]
    fn in_view(&self) -> Vec<Ship> {
        self.facts.enemy().filter_map(|(name, seen)| Some(ship(&name, seen?))).collect()
    }

    /// The segments of the other side in sight: row, column, and the sign of `PRINT 1`.
    #[getter]
    fn seen(&self) -> Vec<(i64, i64, &'static str)> {
        let seen = self.facts.seen().iter();
        seen.map(|(at, section)| (at.row, at.col, section.name())).collect()
    }

    /// What the side was told in all its turns, as lines such as `HIT 3 4`.
    #[getter]
    fn notes(&self) -> Vec<String> {
        self.facts.notes().iter().map(ToString::to_string).collect()
    }

    /// How many ships of each class this side still has to place.
    #[getter]
    fn missing(&self) -> Vec<(&'static str, i64)> {
        let missing = self.facts.missing(self.facts.side());
        missing.map(|(class, count)| (class.name(), count)).collect()
    }

    /// Where this side may place ships: top, left, bottom and right, all included.
    #[getter]
    fn start(&self) -> (i64, i64, i64, i64) {
        let rect = self.facts.start(self.facts.side());
        (rect.top, rect.left, rect.bottom, rect.right)
    }

    /// What the side sees and was told: an array with the layers of `broadside.PLANES`.
    fn view<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray3<i8>>> {
        py.detach(|| Planes::of_briefing(&self.facts))?.array(py)
    }

    /// Orders that place all missing ships. The places are drawn at random.
    fn placements(&self) -> Vec<Order> {
        self.facts.placements(&mut self.dice(0)).into_iter().map(Order).collect()
    }

    /// A game with all that the side knows and nothing else, for trying orders. The side is to
    /// move; its turn is not open yet.
    fn sketch(&self) -> Game {
        Game::of(self.facts.sketch())
    }

    /// A game that the side may be in. What the side does not see is drawn at random, as its notes
    /// and the rules allow.
    #[pyo3(signature = (number = 0))]
    fn guess(&self, py: Python<'_>, number: u64) -> Game {
        Game::of(py.detach(|| self.facts.guess(&mut self.dice(number)).0))
    }

    /// The script that `broadside match` hands to programs under fog.
    fn script(&self, py: Python<'_>) -> String {
        let text = py.detach(|| HandOver::fog(&self.facts, &mut self.dice(0)).text().to_vec());
        into_text(text)
    }

    /// All orders that may be given first in this turn, if the guess with this number is right.
    #[pyo3(signature = (number = 0))]
    fn legal_orders(&self, py: Python<'_>, number: u64) -> PyResult<Vec<Order>> {
        let found = py.detach(|| {
            let mut guess = self.facts.guess(&mut self.dice(number)).0;
            // In a guess no turn is open, and this side is to move.
            let _ = guess.open(self.facts.side());
            orders::legal(&guess)
        });
        Ok(found?.into_iter().map(Order).collect())
    }

    fn __repr__(&self) -> String {
        let side = if self.facts.side() == Side::First { "A" } else { "B" };
        format!("Briefing(side='{side}', turn={})", self.facts.turn())
    }
}
