//! Asks from time to time whether a long operation should stop.

use std::cell::Cell;
use std::fmt;
use thiserror::Error;

/// How many steps go by between two questions. A step takes some hundred microseconds at most.
const STEPS: u32 = 1 << 5;

/// The call was cancelled, and nothing has changed.
#[derive(Clone, Copy, Debug, Error, PartialEq, Eq, Hash)]
#[error("stopped")]
pub struct Stopped;

/// Counts steps, and asks every so many of them whether to stop. Once told to stop it stays so.
pub(super) struct Watch<'s> {
    stop: &'s dyn Fn() -> bool,
    left: Cell<u32>,
    is_over: Cell<bool>,
}

impl<'s> Watch<'s> {
    /// A watch that asks `stop`.
    pub(super) fn new(stop: &'s dyn Fn() -> bool) -> Self {
        Self { stop, left: Cell::new(0), is_over: Cell::new(false) }
    }

    /// Counts a step; tells whether to stop.
    pub(super) fn is_over(&self) -> bool {
        if let Some(left) = self.left.get().checked_sub(1) {
            self.left.set(left);
        } else {
            self.left.set(STEPS);
            self.is_over.set(self.is_over.get() || (self.stop)());
        }
        self.is_over.get()
    }

    /// Counts a step.
    ///
    /// # Errors
    /// When it is time to stop.
    pub(super) fn step(&self) -> Result<(), Stopped> {
        if self.is_over() { Err(Stopped) } else { Ok(()) }
    }

    /// Asks without counting.
    ///
    /// # Errors
    /// When it is time to stop.
    pub(super) fn check_at_once(&self) -> Result<(), Stopped> {
        self.left.set(0);
        self.step()
    }
}

impl fmt::Debug for Watch<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Watch").field("is_over", &self.is_over).finish_non_exhaustive()
    }
}
