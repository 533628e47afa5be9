//! Work that takes long: without Python's lock, and heard by Ctrl-C.

use broadside::Cancel;
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use std::panic::resume_unwind;
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread;
use std::time::Duration;

/// Between two looks for Ctrl-C.
const PAUSE: Duration = Duration::from_millis(50);

/// Runs `work` on a thread of its own. When Python has a signal to handle that raises, `work` is cancelled,
/// waited for, and the exception returned.
pub(crate) fn heard<T: Send>(
    py: Python<'_>,
    work: impl FnOnce(&Cancel) -> T + Send,
) -> PyResult<T> {
    let cancel = Cancel::default();
    thread::scope(|scope| {
        let (done, is_done) = channel::<()>();
        let ours = cancel.clone();
        let worker =
            thread::Builder::new().name("broadside".to_owned()).spawn_scoped(scope, move || {
                // Dropped at the end of the work, or of its panic.
                let _done = done;
                work(&ours)
            });
        let worker =
            worker.map_err(|error| PyRuntimeError::new_err(format!("no thread: {error}")))?;
        let mut signal = Ok(());
        // A receiver stays on its thread, which Python's lock may leave.
        let is_done = std::sync::Mutex::new(is_done);
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

fn is_running(is_done: &std::sync::Mutex<std::sync::mpsc::Receiver<()>>) -> bool {
    let Ok(is_done) = is_done.lock() else { return false };
    matches!(is_done.recv_timeout(PAUSE), Err(RecvTimeoutError::Timeout))
}
