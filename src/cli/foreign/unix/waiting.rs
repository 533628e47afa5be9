//! Waiting for several streams at once, and reading what there is without waiting. It knows no process.

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::io::{Errno, ioctl_fionbio};
use std::fs::File;
use std::io::{self, Read as _};
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
use std::time::Duration;

/// How much is read at a time, in bytes: what a pipe of Linux holds.
const CHUNK: usize = 1 << 16;

/// What to wait for.
#[derive(Debug)]
pub(super) struct Interest<'a>(BorrowedFd<'a>, PollFlags);

impl<'a> Interest<'a> {
    /// Something can be read, or the end was reached.
    pub(super) fn read(stream: &'a impl AsFd) -> Self {
        Self(stream.as_fd(), PollFlags::IN)
    }

    /// Something can be written, or nothing reads.
    pub(super) fn write(stream: &'a impl AsFd) -> Self {
        Self(stream.as_fd(), PollFlags::OUT)
    }
}

/// Waits until one of the streams is ready, but not longer than `most`, and tells which are.
pub(super) fn wait<const N: usize>(
    interests: [Option<Interest<'_>>; N],
    most: Duration,
) -> io::Result<[bool; N]> {
    let mut polled: Vec<_> = interests
        .iter()
        .flatten()
        .map(|interest| PollFd::from_borrowed_fd(interest.0, interest.1))
        .collect();
    // What is longer than the clock counts is cut: callers look again.
    let most = Timespec::try_from(most).ok();
    match poll(&mut polled, most.as_ref()) {
        Ok(_) | Err(Errno::INTR) => {}
        Err(error) => return Err(error.into()),
    }
    let mut ready = polled.iter().map(|polled| !polled.revents().is_empty());
    Ok(interests.map(|interest| interest.is_some() && ready.next() == Some(true)))
}

/// The end of a pipe that we read.
#[derive(Debug, Default)]
pub(super) struct Source(Option<File>);

impl Source {
    pub(super) fn new(pipe: impl Into<OwnedFd>) -> io::Result<Self> {
        let pipe = File::from(pipe.into());
        ioctl_fionbio(&pipe, true)?;
        Ok(Self(Some(pipe)))
    }

    /// The interest in reading, as long as the end was not reached.
    pub(super) fn readable(&self) -> Option<Interest<'_>> {
        self.0.as_ref().map(Interest::read)
    }

    /// Adds what there is to `bytes`, one chunk at most, and tells how much that was.
    pub(super) fn read(&mut self, bytes: &mut Vec<u8>) -> io::Result<usize> {
        let Some(pipe) = &mut self.0 else { return Ok(0) };
        let before = bytes.len();
        bytes.resize(before + CHUNK, 0);
        let outcome = pipe.read(&mut bytes[before..]);
        bytes.truncate(before + *outcome.as_ref().unwrap_or(&0));
        match outcome {
            Ok(0) => self.0 = None,
            Err(error) if error.kind() == io::ErrorKind::WouldBlock => {}
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
            Ok(_) => {}
        }
        Ok(bytes.len() - before)
    }
}
