//! Keeps the last [`STDERR_TAIL`] bytes that a program writes to standard error.

use super::waiting::{Interest, Source};
use broadside::ports::programs::STDERR_TAIL;
use std::io;
use std::mem;
use std::os::fd::OwnedFd;

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

    /// Returns whether anything was read.
    pub(super) fn read(&mut self) -> io::Result<bool> {
        let read = self.source.read(&mut self.bytes)?;
        let surplus = self.bytes.len().saturating_sub(STDERR_TAIL);
        self.bytes.drain(..surplus);
        Ok(read > 0)
    }

    /// Returns the last bytes that were not taken.
    pub(super) fn read_all(&mut self) -> &[u8] {
        // This usually empties a pipe, and ends the loop if the program writes all the time.
        const READS: usize = 16;
        for _ in 0..READS {
            if !self.read().unwrap_or(false) {
                break;
            }
        }
        &self.bytes
    }

    pub(super) fn take(&mut self) -> Vec<u8> {
        self.read_all();
        mem::take(&mut self.bytes)
    }
}
