//! A flag that cancels long operations.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use thiserror::Error;

/// The error of an operation that was cancelled.
#[derive(Clone, Copy, Debug, Error, PartialEq, Eq, Hash)]
#[error("stopped")]
pub struct Cancelled;

/// A flag that cancels long operations. All clones share the flag.
///
/// A long operation checks the flag again and again. The caller sets the flag from another thread
/// or from a signal handler, and clears the flag when no operation runs.
///
/// ```
/// use broadside_core::{Cancel, Cancelled};
///
/// let cancel = Cancel::default();
/// assert_eq!(cancel.check(), Ok(()));
/// cancel.clone().set();
/// assert_eq!(cancel.check(), Err(Cancelled));
/// cancel.clear();
/// assert!(!cancel.is_set());
/// ```
#[derive(Clone, Debug, Default)]
pub struct Cancel {
    flag: Arc<AtomicBool>,
    parent: Option<Box<Self>>,
    /// The number of checks that are left before this flag counts as set.
    budget: Option<Arc<AtomicU64>>,
}

impl Cancel {
    /// Creates a flag that counts as set after `checks` checks. With it, a caller can limit or
    /// measure the work of an operation.
    #[doc(hidden)]
    pub fn after(checks: u64) -> Self {
        Self { budget: Some(Arc::new(AtomicU64::new(checks))), ..Self::default() }
    }

    /// Creates a new flag. It also counts as set while `self` is set.
    #[must_use]
    #[doc(hidden)]
    pub fn child(&self) -> Self {
        Self { parent: Some(Box::new(self.clone())), ..Self::default() }
    }

    /// Cancels the operations that check this flag.
    pub fn set(&self) {
        self.flag.store(true, Ordering::Relaxed);
    }

    /// Clears the flag, so that operations can run again.
    #[doc(hidden)]
    pub fn clear(&self) {
        self.flag.store(false, Ordering::Relaxed);
    }

    /// Returns whether the flag is set. If the flag allows only a number of checks, this call
    /// counts as one check.
    pub fn is_set(&self) -> bool {
        self.flag.load(Ordering::Relaxed)
            || self.parent.as_ref().is_some_and(|parent| parent.is_set())
            || self.budget.as_ref().is_some_and(|budget| is_spent(budget))
    }

    /// Returns the number of checks before a flag made by [`after`](Self::after) counts as set, or
    /// `u64::MAX` for any other flag.
    #[doc(hidden)]
    pub fn checks_left(&self) -> u64 {
        self.budget.as_ref().map_or(u64::MAX, |budget| budget.load(Ordering::Relaxed))
    }

    /// Checks the flag.
    ///
    /// # Errors
    /// When the flag is set.
    pub fn check(&self) -> Result<(), Cancelled> {
        if self.is_set() { Err(Cancelled) } else { Ok(()) }
    }

    /// Returns the flag itself, for a signal handler.
    pub fn flag(&self) -> Arc<AtomicBool> {
        Arc::clone(&self.flag)
    }
}

/// Takes one check off the budget. Returns true if the budget was already 0.
fn is_spent(budget: &AtomicU64) -> bool {
    budget.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |left| left.checked_sub(1)).is_err()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_checks_left_are_counted() {
        let cancel = Cancel::after(2);
        assert_eq!((cancel.check(), cancel.checks_left()), (Ok(()), 1));
        assert_eq!((cancel.check(), cancel.checks_left()), (Ok(()), 0));
        assert_eq!(cancel.check(), Err(Cancelled));
    }
}
