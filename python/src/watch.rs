//! Work that takes long: it runs without Python's lock, and Ctrl-C stops it.

use broadside::Cancel;
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use std::panic::resume_unwind;
use std::sync::Mutex;
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread;
use std::time::Duration;

/// The time between two checks for Ctrl-C.
const PAUSE: Duration = Duration::from_millis(50);

/// Runs `work` on a thread of its own. If the handler of a signal raises an exception, cancels
/// `work`, waits until `work` ends, and returns the exception.
pub(crate) fn interruptible<T: Send>(
    py: Python<'_>,
    work: impl FnOnce(&Cancel) -> T + Send,
) -> PyResult<T> {
    let cancel = Cancel::default();
    thread::scope(|scope| {
        let (done, is_done) = channel::<()>();
        let ours = cancel.clone();
        let worker =
            thread::Builder::new().name("broadside".to_owned()).spawn_scoped(scope, move || {
                // The sender is dropped when the work ends or panics.
                let _done = done;
                work(&ours)
            });
        let worker =
            worker.map_err(|error| PyRuntimeError::new_err(format!("no thread: {error}")))?;
        let mut signal = Ok(());
        // `detach` needs a value that threads can share. A receiver cannot be shared without a
        // mutex.
        let is_done = Mutex::new(is_done);
        while py.detach(|| is_running(&is_done)) && signal.is_ok() {
            signal = py.check_signals();
            if signal.is_err() {
                cancel.set();
            }
        }
        let result = py.detach(|| worker.join()).unwrap_or_else(|panic| resume_unwind(panic));
        signal.map(|()| result)
    })
}

/// Waits for [`PAUSE`] at most. Returns whether the work is still running.
fn is_running(is_done: &Mutex<Receiver<()>>) -> bool {
    let Ok(is_done) = is_done.lock() else { return false };
    matches!(is_done.recv_timeout(PAUSE), Err(RecvTimeoutError::Timeout))
}
