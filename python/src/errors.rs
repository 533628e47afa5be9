//! Converts errors of the library to exceptions of `broadside.errors`.

use broadside::rules::ships::{Order, Reason};
use broadside::script::{Found, Invalid, Place, SyntaxError};
use pyo3::call::PyCallArgs;
use pyo3::prelude::*;
use pyo3::types::PyTuple;

/// Returns an exception of a class of `broadside.errors`.
fn of_class<'py>(py: Python<'py>, class: &str, arguments: impl PyCallArgs<'py>) -> PyErr {
    let module = py.import("broadside.errors");
    let class = module.and_then(|module| module.getattr(class));
    class.and_then(|class| class.call1(arguments)).map_or_else(|error| error, PyErr::from_value)
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// Returns a `ScriptError`: the text is not a script.
pub(crate) fn syntax(py: Python<'_>, error: &SyntaxError) -> PyErr {
    let found = match &error.found {
        Found::Word(word) => Some(text(word)),
        Found::End | Found::LongLine | Found::Utf16 => None,
    };
    let expected = match PyTuple::new(py, error.expected.words()) {
        Ok(expected) => expected,
        Err(error) => return error,
    };
    let Place { line, column } = error.mark.place;
    let (message, source) = (error.message(), text(&error.mark.source));
    of_class(py, "ScriptError", (message, line, column, source, expected, found, error.help()))
}

/// Returns an `InvalidOperation`: the game refuses a command.
pub(crate) fn invalid(py: Python<'_>, error: &Invalid) -> PyErr {
    let Place { line, column } = error.mark.place;
    let (message, source) = (error.to_string(), text(&error.mark.source));
    let (command, reason) = (text(&error.command), error.reason.to_string());
    let arguments = (message, line, column, source, command, reason, error.advice.clone());
    of_class(py, "InvalidOperation", arguments)
}

/// Returns an `IllegalOrder`: an order is refused, and `why` is the reason.
pub(crate) fn illegal(py: Python<'_>, order: &Order, why: &str) -> PyErr {
    of_class(py, "IllegalOrder", (order.to_string(), why))
}

/// Returns an `IllegalOrder`: a rule refuses an order.
pub(crate) fn against(py: Python<'_>, order: &Order, reason: Reason) -> PyErr {
    illegal(py, order, &reason.to_string())
}
