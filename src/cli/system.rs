//! The system calls that write files. Tests make the n-th call fail, and then check the files on
//! the disk.

use std::io::{self, Write};

#[cfg(test)]
pub(super) use failing::each_failing;

/// Does `work`, a system call. Tests can make this call fail.
pub(super) fn call<T>(work: impl FnOnce() -> io::Result<T>) -> io::Result<T> {
    #[cfg(test)]
    failing::next()?;
    work()
}

/// Writes all bytes. If a test makes this call fail, only half of the bytes are written.
pub(super) fn write_all(mut file: impl Write, bytes: &[u8]) -> io::Result<()> {
    #[cfg(test)]
    if let Err(error) = failing::next() {
        return file.write_all(&bytes[..bytes.len() / 2]).and(Err(error));
    }
    file.write_all(bytes)
}

#[cfg(test)]
mod failing {
    use std::cell::{Cell, OnceCell};
    use std::io::{self, ErrorKind};

    thread_local! {
        /// How many calls of this thread succeed before a call fails, and the kind of its error.
        /// `None` if all calls succeed.
        static FAILING: Cell<Option<(usize, ErrorKind)>> = const { Cell::new(None) };
    }

    /// Runs `work` several times. In the first run the first call fails, in the second run the
    /// second call, and so on, until no call fails. `work` gets a function that returns whether a
    /// call has failed. Once `work` has called this function, no further call of the same run
    /// fails.
    pub(in crate::cli) fn each_failing(kind: ErrorKind, mut work: impl FnMut(&dyn Fn() -> bool)) {
        for n in 0.. {
            FAILING.set(Some((n, kind)));
            let failed = OnceCell::new();
            let has_failed = || *failed.get_or_init(|| FAILING.take().is_none());
            work(&has_failed);
            if !has_failed() {
                assert_ne!(n, 0, "there is no call that could fail");
                break;
            }
        }
    }

    pub(super) fn next() -> io::Result<()> {
        match FAILING.get() {
            Some((0, kind)) => {
                FAILING.set(None);
                Err(kind.into())
            }
            Some((n, kind)) => {
                FAILING.set(Some((n - 1, kind)));
                Ok(())
            }
            None => Ok(()),
        }
    }
}
