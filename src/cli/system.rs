//! Calls of the file system that change something. Tests let the n-th of them fail, to see that nothing
//! is torn by it; elsewhere they are what they are.

#[cfg(not(test))]
pub(super) use plain::{call, write_all};
#[cfg(test)]
pub(super) use twin::{call, each_failing, write_all};

#[cfg(not(test))]
mod plain {
    use std::io::{self, Write};

    /// Makes a call.
    pub(in crate::cli) fn call<T>(work: impl FnOnce() -> io::Result<T>) -> io::Result<T> {
        work()
    }

    /// Writes all of `bytes`.
    pub(in crate::cli) fn write_all(mut file: impl Write, bytes: &[u8]) -> io::Result<()> {
        file.write_all(bytes)
    }
}

#[cfg(test)]
mod twin {
    use std::cell::{Cell, OnceCell};
    use std::io::{self, ErrorKind, Write};

    thread_local! {
        /// How many calls of this thread succeed before one fails, and how that one fails.
        static FAILING: Cell<Option<(usize, ErrorKind)>> = const { Cell::new(None) };
    }

    /// Does `work` with its first call failing, then again with its second, and so on to a run in which
    /// none fails. What `work` is given says whether one has failed; once asked, no more fail.
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

    fn fails() -> io::Result<()> {
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

    pub(in crate::cli) fn call<T>(work: impl FnOnce() -> io::Result<T>) -> io::Result<T> {
        fails()?;
        work()
    }

    /// A write that fails has written half.
    pub(in crate::cli) fn write_all(mut file: impl Write, bytes: &[u8]) -> io::Result<()> {
        match fails() {
            Ok(()) => file.write_all(bytes),
            Err(error) => file.write_all(&bytes[..bytes.len() / 2]).and(Err(error)),
        }
    }
}
