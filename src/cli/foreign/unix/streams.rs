//! Waits for several streams at once, reads streams without waiting, and keeps the end of standard
//! error.

use broadside::ports::programs::STDERR_TAIL;
use rustix::buffer::spare_capacity;
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::io::{Errno, ioctl_fionbio};
use std::fs::File;
use std::io;
use std::mem;
use std::os::fd::{AsFd, OwnedFd};
use std::time::Duration;

/// The room for one read, in bytes. A pipe on Linux usually has this size.
const CHUNK: usize = 1 << 16;

/// The event that a stream can be read or has reached its end.
pub(super) fn readable(stream: &impl AsFd) -> PollFd<'_> {
    PollFd::new(stream, PollFlags::IN)
}

/// The event that a stream can be written or has lost its reader.
pub(super) fn writable(stream: &impl AsFd) -> PollFd<'_> {
    PollFd::new(stream, PollFlags::OUT)
}

/// Waits at most `most`. Returns which events have happened. A signal can end the wait early.
pub(super) fn wait<const N: usize>(
    events: [Option<PollFd<'_>>; N],
    most: Duration,
) -> io::Result<[bool; N]> {
    let is_awaited = events.each_ref().map(Option::is_some);
    let mut polled: Vec<_> = events.into_iter().flatten().collect();
    // If the time is too long for the system, the wait has no limit.
    let most = Timespec::try_from(most).ok();
    match poll(&mut polled, most.as_ref()) {
        Ok(_) | Err(Errno::INTR) => {}
        Err(error) => return Err(error.into()),
    }
    let mut ready = polled.iter().map(|polled| !polled.revents().is_empty());
    Ok(is_awaited.map(|is_awaited| is_awaited && ready.next() == Some(true)))
}

/// A pipe to read from. `None` after the end of the pipe.
#[derive(Debug, Default)]
pub(super) struct Source(Option<File>);

impl Source {
    pub(super) fn new(pipe: impl Into<OwnedFd>) -> io::Result<Self> {
        let pipe = File::from(pipe.into());
        ioctl_fionbio(&pipe, true)?;
        Ok(Self(Some(pipe)))
    }

    pub(super) fn readable(&self) -> Option<PollFd<'_>> {
        self.0.as_ref().map(readable)
    }

    /// Reads once, without waiting. Returns the number of new bytes.
    pub(super) fn read(&mut self, bytes: &mut Vec<u8>) -> io::Result<usize> {
        let Some(pipe) = &self.0 else { return Ok(0) };
        bytes.reserve(CHUNK);
        match rustix::io::read(pipe, spare_capacity(bytes)) {
            Ok(length) => {
                self.0.take_if(|_| length == 0);
                Ok(length)
            }
            Err(Errno::WOULDBLOCK | Errno::INTR) => Ok(0),
            Err(error) => Err(error.into()),
        }
    }
}

/// The last [`STDERR_TAIL`] bytes that a program has written to standard error.
#[derive(Debug, Default)]
pub(super) struct Tail {
    source: Source,
    bytes: Vec<u8>,
}

impl Tail {
    pub(super) fn new(pipe: impl Into<OwnedFd>) -> io::Result<Self> {
        Ok(Self { source: Source::new(pipe)?, bytes: Vec::new() })
    }

    pub(super) fn readable(&self) -> Option<PollFd<'_>> {
        self.source.readable()
    }

    /// Reads once, without waiting. Returns whether something was read.
    pub(super) fn read(&mut self) -> io::Result<bool> {
        let read = self.source.read(&mut self.bytes)?;
        let surplus = self.bytes.len().saturating_sub(STDERR_TAIL);
        self.bytes.drain(..surplus);
        Ok(read > 0)
    }

    pub(super) fn read_all(&mut self) -> &[u8] {
        // This number of reads usually empties a pipe. Because of this limit, the loop ends even if
        // the program never stops writing.
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
