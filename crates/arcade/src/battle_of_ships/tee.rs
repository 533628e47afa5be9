//! An output that goes to standard output and to a file.
//!
//! If one of the two fails, the other still gets everything. [`Tee::finish`] returns the failures.

use broadside_core::ports::{Draft, Files};
use std::io::{self, Write};
use std::path::Path;

/// The number of bytes that are collected before they are written.
const CHUNK: usize = 1 << 14;

pub(super) struct Tee<'p> {
    text: Vec<u8>,
    shown: io::Result<()>,
    out: &'p mut dyn Write,
    copy: io::Result<Box<dyn Draft>>,
}

impl<'p> Tee<'p> {
    /// Creates an output to `out` and to the file `name`. [`finish`](Self::finish) gives the file
    /// its new content.
    pub(super) fn new(name: &str, files: &dyn Files, out: &'p mut dyn Write) -> Self {
        Self { text: Vec::new(), shown: Ok(()), out, copy: files.draft(Path::new(name)) }
    }

    pub(super) fn write(&mut self, text: impl AsRef<[u8]>) {
        self.text.extend_from_slice(text.as_ref());
        if self.text.len() >= CHUNK {
            self.flush();
        }
    }

    pub(super) const fn is_lost(&self) -> bool {
        self.shown.is_err() && self.copy.is_err()
    }

    fn flush(&mut self) {
        if self.shown.is_ok() {
            self.shown = self.out.write_all(&self.text);
        }
        if let Ok(copy) = &mut self.copy
            && let Err(error) = copy.write_all(&self.text)
        {
            self.copy = Err(error);
        }
        self.text.clear();
    }

    /// Gives the file its new content. Returns the results of standard output and of the file.
    pub(super) fn finish(mut self) -> (io::Result<()>, io::Result<()>) {
        self.flush();
        (self.shown, self.copy.and_then(Draft::finish))
    }
}
