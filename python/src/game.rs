//! A game of the Ships language.

use crate::errors;
use crate::order::{Order, OrderLike, side};
use crate::orders;
use crate::planes::Planes;
use crate::running::{Text, feed, into_text};
use broadside::rules::ships::{Detail, Picture};
use broadside::script::{Flow, Session, Stop, save};
use numpy::PyArray3;
use pyo3::exceptions::{PyRuntimeError, PyValueError};
use pyo3::prelude::*;

/// A game of the Ships language, driven by scripts or by single orders.
#[pyclass(module = "broadside")]
#[derive(Clone, Debug, Default)]
pub struct Game {
    session: Session,
    /// `A` or `B`, once a side has won.
    #[pyo3(get)]
    winner: Option<&'static str>,
}

impl Game {
    pub(crate) fn of(game: broadside::rules::ships::Game) -> Self {
        Self { session: Session::from(game), winner: None }
    }

    /// Feeds text. Returns its output.
    fn feed_bytes(&mut self, py: Python<'_>, text: &[u8]) -> PyResult<String> {
        if let Some(winner) = self.winner {
            return Err(PyValueError::new_err(format!("the game is over: {winner} won")));
        }
        // If the text fails, the game stays as it was.
        let before =
            self.session.copy().map_err(|stopped| PyRuntimeError::new_err(stopped.to_string()))?;
        let mut output = Vec::new();
        let end = feed(py, &mut self.session, text, &mut output, false);
        let error = match end {
            Ok(Ok(flow)) => {
                if let Flow::Won(side) = flow {
                    self.winner = Some(side.name());
                }
                return Ok(into_text(output));
            }
            Ok(Err(Stop::Syntax(error))) => errors::syntax(py, &error),
            Ok(Err(Stop::Invalid(error))) => errors::invalid(py, &error),
            Ok(Err(Stop::Output(error))) => error.into(),
            Err(error) => error,
        };
        self.session = before;
        Err(error)
    }
}

#[pymethods]
impl Game {
    #[new]
    #[pyo3(signature = (script = None))]
    fn new(py: Python<'_>, script: Option<Text>) -> PyResult<Self> {
        let mut game = Self::default();
        if let Some(script) = script {
            game.feed_bytes(py, &script.into_bytes())?;
        }
        Ok(game)
    }

    /// Reads lines of a script, carries them out and returns what they print.
    fn feed(&mut self, py: Python<'_>, text: Text) -> PyResult<String> {
        self.feed_bytes(py, &text.into_bytes())
    }

    /// Carries out an order of the player whose turn is open.
    fn order(&mut self, py: Python<'_>, order: OrderLike) -> PyResult<()> {
        let order = order.read(py)?;
        self.session.game().check(&order).map_err(|reason| errors::against(py, &order, reason))?;
        self.feed_bytes(py, order.to_string().as_bytes()).map(drop)
    }

    /// Opens the turn of the player who is expected.
    fn open_turn(&mut self, py: Python<'_>) -> PyResult<()> {
        let tag = format!("[player{}]", self.expected());
        if self.session.group().is_some() {
            return Err(PyValueError::new_err(
                "expected a game between turns, found an open group",
            ));
        }
        self.feed_bytes(py, tag.as_bytes()).map(drop)
    }

    /// Ends the open turn. If the game is won then, returns the winner: `A` or `B`.
    fn end_turn(&mut self, py: Python<'_>) -> PyResult<Option<&'static str>> {
        let Some(side) = self.moving() else {
            return Err(PyValueError::new_err("expected a game with an open turn"));
        };
        self.feed_bytes(py, format!("[player{side}]").as_bytes())?;
        Ok(self.winner)
    }

    /// Why an order may not be given now, in the words of the language; `None` if the order is
    /// legal.
    fn check(&self, py: Python<'_>, order: OrderLike) -> PyResult<Option<String>> {
        let order = order.read(py)?;
        Ok(self.session.game().check(&order).err().map(|reason| reason.to_string()))
    }

    /// All orders that the player whose turn is open may give now.
    fn legal_orders(&self, py: Python<'_>) -> PyResult<Vec<Order>> {
        let game = self.session.game();
        Ok(py.detach(|| orders::legal(game))?.into_iter().map(Order).collect())
    }

    /// What a side sees: an array with the layers of `broadside.PLANES`.
    #[pyo3(name = "view")]
    fn view<'py>(&self, py: Python<'py>, side_name: &str) -> PyResult<Bound<'py, PyArray3<i8>>> {
        let side = side(side_name)?;
        let game = self.session.game();
        py.detach(|| Planes::of_game(game, side))?.array(py)
    }

    /// The picture of the board that `PRINT` draws.
    #[pyo3(signature = (side_name = None, *, extended = false))]
    fn picture(&self, py: Python<'_>, side_name: Option<&str>, extended: bool) -> PyResult<String> {
        let side = side_name.map(side).transpose()?;
        let detail = if extended { Detail::Extended } else { Detail::Basic };
        let game = self.session.game();
        let drawn = py.detach(|| {
            let mut drawn = Vec::new();
            let picture = Picture::new(game, detail).map_err(|reason| reason.to_string())?;
            let ended = match side {
                Some(side) => picture.draw_for(side, &mut drawn),
                None => picture.draw_whole(&mut drawn),
            };
            ended.map_err(|error| error.to_string()).map(|()| into_text(drawn))
        });
        drawn.map_err(PyValueError::new_err)
    }

    /// A script that makes this game.
    fn save(&self, py: Python<'_>) -> PyResult<String> {
        let game = self.session.game();
        let saved = py.detach(|| {
            let mut saved = Vec::new();
            save::write(game, &mut saved).map(|()| saved)
        });
        Ok(into_text(saved?))
    }

    /// A copy of the game. Later orders to one of the two games do not change the other.
    fn copy(&self) -> Self {
        self.clone()
    }

    fn __copy__(&self) -> Self {
        self.clone()
    }

    fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>) -> Self {
        self.clone()
    }

    /// The turn of the language's AI for the player who is expected, as a group.
    fn ai_turn(&self, py: Python<'_>) -> PyResult<String> {
        let mut session = self.session.clone();
        let turn = crate::watch::interruptible(py, |cancel| {
            session.set_cancel(cancel.clone());
            session.turn()
        })?;
        turn.map(into_text).map_err(|stopped| PyRuntimeError::new_err(stopped.to_string()))
    }

    /// `A` or `B`: who is to move.
    #[getter]
    fn expected(&self) -> &'static str {
        self.session.game().expected().name()
    }

    /// `A` or `B`: whose turn is open.
    #[getter]
    fn moving(&self) -> Option<&'static str> {
        self.session.game().moving().map(broadside::board::Side::name)
    }

    /// Rows and columns of the board.
    #[getter]
    fn shape(&self) -> (i64, i64) {
        let dims = self.session.game().board().dims();
        (dims.rows(), dims.cols())
    }

    /// How many healthy segments A and B have.
    #[getter]
    fn parts(&self) -> (u64, u64) {
        use broadside::board::Side;
        let game = self.session.game();
        (game.fleet(Side::First).healthy(), game.fleet(Side::Second).healthy())
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other.cast::<Self>().is_ok_and(|other| {
            other.try_borrow().is_ok_and(|other| other.session.game() == self.session.game())
        })
    }

    fn __repr__(&self) -> String {
        let ((rows, cols), expected) = (self.shape(), self.expected());
        match self.winner {
            Some(winner) => format!("Game({rows} x {cols}, {winner} won)"),
            None => format!("Game({rows} x {cols}, {expected} is to move)"),
        }
    }
}
