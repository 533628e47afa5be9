//! An order of the Ships language as a value.

use crate::errors;
use broadside::board::{Coord, Side};
use broadside::rules::ships::{self, OrderKind};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use std::hash::{DefaultHasher, Hash as _, Hasher as _};

/// An order of a player: `Order("SHOOT 3 4")`. Functions that take an order take its text too.
#[pyclass(frozen, eq, module = "broadside", from_py_object)]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Order(pub(crate) ships::Order);

#[pymethods]
impl Order {
    #[new]
    fn new(py: Python<'_>, text: &str) -> PyResult<Self> {
        text.parse().map(Self).map_err(|error| errors::syntax(py, &error))
    }

    /// `place`, `shoot`, `move` or `spy`.
    #[getter]
    fn kind(&self) -> &'static str {
        match self.0.kind() {
            OrderKind::Place => "place",
            OrderKind::Shot => "shoot",
            OrderKind::Move => "move",
            OrderKind::Plane => "spy",
        }
    }

    /// The ship that the order names, as class and number: `("DES", 0)`. `None` for a basic shot.
    #[getter]
    fn ship(&self) -> Option<(&'static str, i64)> {
        self.0.ship().map(|name| (name.class.name(), name.index))
    }

    /// Row and column of the field that the order names: a target, or the bow of a new ship.
    #[getter]
    fn field(&self) -> Option<(i64, i64)> {
        let mut order = self.0;
        order.field_mut().map(|Coord { row, col }| (*row, *col))
    }

    /// Where a new ship points: `N`, `E`, `S` or `W`. `None` for other orders.
    #[getter]
    fn heading(&self) -> Option<&'static str> {
        match self.0 {
            ships::Order::Place { heading, .. } => Some(heading.name()),
            _ => None,
        }
    }

    /// The way of a move: `F`, `L` or `R`. `None` for other orders.
    #[getter]
    fn manoeuvre(&self) -> Option<&'static str> {
        match self.0 {
            ships::Order::Move(_, manoeuvre) => Some(manoeuvre.name()),
            _ => None,
        }
    }

    fn __str__(&self) -> String {
        self.0.to_string()
    }

    fn __repr__(&self) -> String {
        format!("Order('{}')", self.0)
    }

    fn __hash__(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        self.0.hash(&mut hasher);
        hasher.finish()
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> (Bound<'py, PyAny>, (String,)) {
        (slf.get_type().into_any(), (slf.get().0.to_string(),))
    }
}

/// An order, or the text of one.
#[derive(FromPyObject)]
pub(crate) enum OrderLike {
    Order(Order),
    Text(String),
}

impl OrderLike {
    /// Returns the order.
    pub(crate) fn read(self, py: Python<'_>) -> PyResult<ships::Order> {
        match self {
            Self::Order(order) => Ok(order.0),
            Self::Text(text) => text.parse().map_err(|error: Box<_>| errors::syntax(py, &error)),
        }
    }
}

/// Returns the side named `A` or `B`.
pub(crate) fn side(name: &str) -> PyResult<Side> {
    match name {
        "A" => Ok(Side::First),
        "B" => Ok(Side::Second),
        other => {
            Err(PyValueError::new_err(format!("expected the side 'A' or 'B', found '{other}'")))
        }
    }
}
