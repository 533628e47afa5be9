//! What all processes of a run hold at one moment. A nameless file is an open file in no folder.

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Held {
    /// Resident memory and nameless files in memory, in bytes.
    pub(super) memory: u64,
    /// Nameless files on disk, in bytes.
    pub(super) files: u64,
    pub(super) threads: u64,
}
