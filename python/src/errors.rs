//! Exceptions: the classes of `broadside.errors`, made of the library's errors.

use broadside::rules::ships::{Order, Reason};
use broadside::script::{Found, Invalid, SyntaxError};
use pyo3::prelude::*;
use pyo3::types::PyTuple;

/// An exception of a class of `broadside.errors`.
fn of_class<'py>(
    py: Python<'py>,
    class: &str,
    arguments: impl IntoPyObject<'py, Target = PyTuple, Output = Bound<'py, PyTuple>, Error = PyErr>,
) -> PyErr {
    let made = || {
        let arguments = arguments.into_pyobject(py)?;
        py.import("broadside.errors")?.getattr(class)?.call1(arguments)
    };
    made().map_or_else(|error| error, PyErr::from_value)
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// `ScriptError`: the text is not a script.
pub(crate) fn syntax(py: Python<'_>, error: &SyntaxError) -> PyErr {
    let found = match &error.found {
        Found::Word(word) => Some(text(word)),
        Found::End | Found::LongLine | Found::Utf16 => None,
    };
    let expected: Vec<_> = error.expected.words().into_iter().map(str::to_owned).collect();
    let expected = match PyTuple::new(py, expected) {
        Ok(expected) => expected,
        Err(error) => return error,
    };
    let place = (error.place.line, error.place.column);
    of_class(
        py,
        "ScriptError",
        Args((
            error.message(),
            place.0,
            place.1,
            text(&error.source),
            expected,
            found,
            error.help(),
        )),
    )
}

/// `InvalidOperation`: a command that may not be carried out now.
pub(crate) fn invalid(py: Python<'_>, error: &Invalid) -> PyErr {
    let (line, column) = (error.place.line, error.place.column);
    let command = text(&error.command);
    of_class(
        py,
        "InvalidOperation",
        Args((
            error.to_string(),
            line,
            column,
            text(&error.source),
            command,
            error.reason.to_string(),
            error.advice.clone(),
        )),
    )
}

/// `IllegalOrder`: an order that may not be given now.
pub(crate) fn illegal(py: Python<'_>, order: &Order, why: &str) -> PyErr {
    of_class(py, "IllegalOrder", Args((order.to_string(), why.to_owned())))
}

/// `IllegalOrder`: what a rule says against it.
pub(crate) fn against(py: Python<'_>, order: &Order, reason: Reason) -> PyErr {
    illegal(py, order, &reason.to_string())
}

/// Arguments of a call.
struct Args<T>(T);

impl<'py, T> IntoPyObject<'py> for Args<T>
where
    T: IntoPyObject<'py, Target = PyTuple, Output = Bound<'py, PyTuple>>,
    T::Error: Into<PyErr>,
{
    type Target = PyTuple;
    type Output = Bound<'py, PyTuple>;
    type Error = PyErr;

    fn into_pyobject(self, py: Python<'py>) -> PyResult<Self::Output> {
        self.0.into_pyobject(py).map_err(Into::into)
    }
}
