//! The resources that a run holds. A nameless file is an open file that is in no folder.

/// The memory, files and threads of all processes of a run at one moment.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Held {
    /// Resident memory and the size of nameless files in memory, in bytes.
    pub(super) memory: u64,
    /// The size of nameless files on disk, in bytes.
    pub(super) files: u64,
    pub(super) threads: u64,
}
