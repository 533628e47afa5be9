//! The pipes of a program. Each pipe has a thread that reads or writes it, because a read or a
//! write may have to wait for the program.

use super::super::process::retry;
use broadside::ports::programs::STDERR_TAIL;
use std::io::{self, Read, Write as _};
use std::mem;
use std::process::ChildStdin;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, SyncSender};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::Duration;

const CHUNK: usize = 1 << 16;

/// How many chunks of output may wait to be read. A program that prints more must wait.
const MOST_WAITING: usize = 4;

/// The longest time that [`Tail::finish`] waits for its thread. [`PAUSE`] lies between two checks.
const PATIENCE: Duration = Duration::from_millis(300);
const PAUSE: Duration = Duration::from_millis(1);

fn spawn(name: &str, work: impl FnOnce() + Send + 'static) -> io::Result<JoinHandle<()>> {
    thread::Builder::new().name(name.to_owned()).spawn(work)
}

/// The standard input of a program.
#[derive(Debug)]
pub(super) struct Sender(mpsc::Sender<Vec<u8>>);

impl Sender {
    pub(super) fn new(mut pipe: ChildStdin) -> io::Result<Self> {
        let (sender, receiver) = mpsc::channel::<Vec<u8>>();
        spawn("stdin", move || {
            // Writing fails if the program has closed its input or has ended.
            let mut bytes = receiver.iter();
            while bytes.next().is_some_and(|bytes| pipe.write_all(&bytes).is_ok()) {}
        })?;
        Ok(Self(sender))
    }

    /// Sends bytes without waiting. They are lost if the program has closed its input.
    pub(super) fn send(&self, bytes: Vec<u8>) {
        drop(self.0.send(bytes));
    }
}

/// The standard output of a program. `None` after the end of this output.
#[derive(Debug, Default)]
pub(super) struct Output(Option<Receiver<Vec<u8>>>);

impl Output {
    pub(super) fn new(pipe: impl Read + Send + 'static) -> io::Result<Self> {
        let (sender, receiver) = mpsc::sync_channel(MOST_WAITING);
        spawn("stdout", move || forward(pipe, &sender))?;
        Ok(Self(Some(receiver)))
    }

    pub(super) const fn is_closed(&self) -> bool {
        self.0.is_none()
    }

    /// Adds the next chunk to `bytes`, and returns its length. Returns 0 if no chunk comes within
    /// `most`.
    pub(super) fn read(&mut self, bytes: &mut Vec<u8>, most: Duration) -> usize {
        let Some(receiver) = &self.0 else { return 0 };
        match receiver.recv_timeout(most) {
            Ok(chunk) => {
                bytes.extend_from_slice(&chunk);
                chunk.len()
            }
            Err(RecvTimeoutError::Timeout) => 0,
            Err(RecvTimeoutError::Disconnected) => {
                self.0 = None;
                0
            }
        }
    }
}

fn forward(mut pipe: impl Read, sender: &SyncSender<Vec<u8>>) {
    let mut chunk = vec![0; CHUNK];
    while let Some(read) = bytes_read(pipe.read(&mut chunk)) {
        if sender.send(chunk[..read].to_vec()).is_err() {
            return;
        }
    }
}

fn bytes_read(read: io::Result<usize>) -> Option<usize> {
    read.ok().filter(|read| *read > 0)
}

/// The last [`STDERR_TAIL`] bytes that a program has written to standard error.
#[derive(Debug, Default)]
pub(super) struct Tail {
    bytes: Arc<Mutex<Vec<u8>>>,
    reader: Option<JoinHandle<()>>,
}

impl Tail {
    pub(super) fn new(mut pipe: impl Read + Send + 'static) -> io::Result<Self> {
        let bytes = Arc::<Mutex<Vec<u8>>>::default();
        let kept = Arc::clone(&bytes);
        let reader = spawn("stderr", move || {
            let mut chunk = vec![0; CHUNK];
            while let Some(read) = bytes_read(pipe.read(&mut chunk)) {
                let mut kept = kept.lock().unwrap_or_else(PoisonError::into_inner);
                kept.extend_from_slice(&chunk[..read]);
                let surplus = kept.len().saturating_sub(STDERR_TAIL);
                kept.drain(..surplus);
            }
        })?;
        Ok(Self { bytes, reader: Some(reader) })
    }

    pub(super) fn take(&self) -> Vec<u8> {
        mem::take(&mut self.bytes.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// Waits until the thread has read everything, at most [`PATIENCE`]. Returns the last bytes.
    /// All processes that write to this standard error must have ended.
    pub(super) fn finish(&self) -> Vec<u8> {
        retry(PATIENCE, PAUSE, || self.reader.as_ref().is_none_or(JoinHandle::is_finished));
        self.take()
    }
}
