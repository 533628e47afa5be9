//! The limits of this process, which all processes that it starts inherit.

use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
use std::io;

/// Lowers a limit of this process. A limit that is already lower stays.
pub(super) fn lower(resource: Resource, to: u64) -> io::Result<()> {
    Ok(setrlimit(resource, least(resource, to, to))?)
}

/// Returns a limit of at most `current` and `maximum`, and at most the limit of this process.
pub(super) fn least(resource: Resource, current: u64, maximum: u64) -> Rlimit {
    let old = getrlimit(resource);
    let least = |old: Option<u64>, new: u64| Some(old.map_or(new, |old| old.min(new)));
    Rlimit { current: least(old.current, current), maximum: least(old.maximum, maximum) }
}
