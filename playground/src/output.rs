//! The output of a run. A buffer collects the output before it goes to the page, because a call to
//! JavaScript costs more than a copy.

use std::io::{self, Write};
use wasm_bindgen::prelude::wasm_bindgen;

/// The size of the buffer in bytes.
const MOST: usize = 64 * 1024;

#[wasm_bindgen]
unsafe extern "C" {
    /// The receiver of an output: an object with a function `write`.
    #[derive(Debug)]
    pub type Sink;

    /// Takes bytes, which are valid only during the call.
    #[wasm_bindgen(method, structural)]
    fn write(this: &Sink, bytes: &[u8]);
}

/// A writer to a [`Sink`].
#[derive(Debug)]
pub(super) struct Stream<'s> {
    sink: &'s Sink,
    kept: Vec<u8>,
}

impl<'s> Stream<'s> {
    /// Returns a writer with an empty buffer.
    pub(super) const fn new(sink: &'s Sink) -> Self {
        Self { sink, kept: Vec::new() }
    }

    /// Sends the buffer.
    pub(super) fn close(&mut self) {
        if !self.kept.is_empty() {
            self.sink.write(&self.kept);
            self.kept.clear();
        }
    }
}

impl Write for Stream<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.kept.extend_from_slice(bytes);
        if self.kept.len() >= MOST {
            self.close();
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.close();
        Ok(())
    }
}
