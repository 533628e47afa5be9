//! What the processes of a run hold at a moment.

/// How much they hold.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Held {
    /// Resident memory, and files in memory that have no name, in bytes.
    pub(super) memory: u64,
    /// Files on disk that have no name, in bytes.
    pub(super) files: u64,
    pub(super) threads: u64,
}
