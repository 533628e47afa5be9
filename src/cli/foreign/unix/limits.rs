//! Lowers the limits of this process. All processes that it starts inherit them.

use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
use std::io;

/// A limit that is already lower stays.
pub(super) fn lower(resource: Resource, to: u64) -> io::Result<()> {
    Ok(setrlimit(resource, least(resource, to, to))?)
}

/// Returns these limits, but none above that of this process.
pub(super) fn least(resource: Resource, current: u64, maximum: u64) -> Rlimit {
    let old = getrlimit(resource);
    let least = |old: Option<u64>, new: u64| Some(old.map_or(new, |old| old.min(new)));
    Rlimit { current: least(old.current, current), maximum: least(old.maximum, maximum) }
}
