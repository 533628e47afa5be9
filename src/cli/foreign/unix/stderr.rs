//! The end of a program's standard error, however much it writes there. It knows no process.

use super::waiting::{Interest, Source};
use broadside::ports::programs::STDERR_TAIL;
use std::io;
use std::mem;
use std::os::fd::OwnedFd;

/// Reads all and keeps the end.
#[derive(Debug, Default)]
pub(super) struct Tail {
    source: Source,
    bytes: Vec<u8>,
}

impl Tail {
    pub(super) fn new(pipe: impl Into<OwnedFd>) -> io::Result<Self> {
        Ok(Self { source: Source::new(pipe)?, bytes: Vec::new() })
    }

    pub(super) fn readable(&self) -> Option<Interest<'_>> {
        self.source.readable()
    }

    /// Reads what there is, one chunk at most, and tells whether there was something.
    pub(super) fn read(&mut self) -> io::Result<bool> {
        let read = self.source.read(&mut self.bytes)?;
        let surplus = self.bytes.len().saturating_sub(STDERR_TAIL);
        self.bytes.drain(..surplus);
        Ok(read > 0)
    }

    /// The end of all that was written until now, of which a pipe holds little.
    pub(super) fn bytes(&mut self) -> &[u8] {
        // Bounded, should the program or a child of it still write.
        const CHUNKS: usize = 16;
        for _ in 0..CHUNKS {
            if !self.read().unwrap_or(false) {
                break;
            }
        }
        &self.bytes
    }

    /// Takes what `bytes` gives; what is written later is kept for the next call.
    pub(super) fn take(&mut self) -> Vec<u8> {
        self.bytes();
        mem::take(&mut self.bytes)
    }
}
