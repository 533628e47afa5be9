//! The ports of a program: the standard streams and the files that it uses. [`programs`] runs other
//! programs. The binary opens the real ports. Tests use the ports of [`Memory`].

pub mod programs;
#[cfg(feature = "programs")]
mod words;

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::io::{self, BufRead, Read, Write};
use std::path::{Path, PathBuf};
use std::rc::Rc;

/// The longest line that [`Ports::line`] accepts, in bytes without the newline.
pub const LONGEST_LINE: usize = 1 << 20;

/// A line without its newline.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// The bytes of the line. An overlong line has only its first [`LONGEST_LINE`] bytes here.
    pub bytes: Vec<u8>,
    /// Whether the line is longer than [`LONGEST_LINE`].
    pub is_overlong: bool,
    has_newline: bool,
}

impl Line {
    /// Reads a line. Returns `None` at the end of the input. If the line is overlong, reads only
    /// its first `LONGEST_LINE + 1` bytes, and the rest stays in `input`.
    #[doc(hidden)]
    pub fn read(input: &mut dyn BufRead) -> io::Result<Option<Self>> {
        let mut bytes = Vec::new();
        input.take(LONGEST_LINE as u64 + 1).read_until(b'\n', &mut bytes)?;
        if bytes.is_empty() {
            return Ok(None);
        }
        let has_newline = bytes.pop_if(|last| *last == b'\n').is_some();
        let is_overlong = !has_newline && bytes.len() > LONGEST_LINE;
        bytes.truncate(LONGEST_LINE);
        Ok(Some(Self { bytes, is_overlong, has_newline }))
    }

    /// Returns the bytes without the carriage return before the newline, if there is one.
    #[doc(hidden)]
    #[must_use]
    pub fn without_return(mut self) -> Vec<u8> {
        self.bytes.pop_if(|last| self.has_newline && *last == b'\r');
        self.bytes
    }
}

/// The ports of one program.
pub struct Ports<'a> {
    /// Standard input.
    pub input: &'a mut dyn BufRead,
    /// Standard output. It is buffered.
    pub out: &'a mut dyn Write,
    /// Standard error.
    pub err: &'a mut dyn Write,
    /// The file system.
    pub files: &'a dyn Files,
    /// Which of these three streams are terminals.
    pub terminals: Terminals,
}

/// Which of the standard streams are terminals.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Terminals {
    /// Whether standard input is a terminal.
    pub input: bool,
    /// Whether standard output is a terminal.
    pub out: bool,
    /// Whether standard error is a terminal.
    pub err: bool,
}

/// Opens and replaces files.
pub trait Files {
    /// Opens a file for reading.
    fn open(&self, path: &Path) -> io::Result<Box<dyn Read>>;

    /// Begins the new content of a file. A regular file stays unchanged until [`Draft::finish`] is
    /// called. If the draft is dropped before that, its content is lost. A device or a pipe gets
    /// each write at once.
    fn draft(&self, path: &Path) -> io::Result<Box<dyn Draft>>;

    /// Replaces the content of a file. A reader never finds a mixture of the old and the new
    /// content, except in a file that must be overwritten in place.
    fn replace(&self, path: &Path, bytes: &[u8]) -> io::Result<()> {
        let mut draft = self.draft(path)?;
        draft.write_all(bytes)?;
        draft.finish()
    }
}

/// The new content of a file, before it is complete.
pub trait Draft: Write {
    /// Gives the file its new content, all at once unless the file must be overwritten in place.
    ///
    /// # Errors
    /// When the file cannot get its new content. The file is then unchanged, unless it must be
    /// overwritten in place.
    fn finish(self: Box<Self>) -> io::Result<()>;
}

crate::opaque!(Ports<'_>: terminals);

impl Ports<'_> {
    /// Reads the next line of input. Returns `None` at the end. Flushes standard output first,
    /// because a program at the other end of the pipe may wait for this output.
    ///
    /// # Errors
    /// When reading or flushing fails.
    pub fn line(&mut self) -> io::Result<Option<Line>> {
        self.out.flush()?;
        self.whole_line()
    }

    /// Reads the next line of input like [`line`](Self::line), but treats a read error as the end
    /// of the input.
    ///
    /// # Errors
    /// When flushing fails.
    pub fn answer(&mut self) -> io::Result<Option<Line>> {
        self.out.flush()?;
        Ok(self.whole_line().unwrap_or_default())
    }

    fn whole_line(&mut self) -> io::Result<Option<Line>> {
        let line = Line::read(self.input)?;
        if line.as_ref().is_some_and(|line| line.is_overlong) {
            self.input.skip_until(b'\n')?;
        }
        Ok(line)
    }

    /// Reads a file of up to 256 MiB. A limit is necessary, because the data of a device might
    /// never end.
    pub fn read(&self, path: &Path) -> io::Result<Vec<u8>> {
        const LONGEST: u64 = 1 << 28;
        let mut bytes = Vec::new();
        self.files.open(path)?.take(LONGEST + 1).read_to_end(&mut bytes)?;
        if bytes.len() as u64 > LONGEST {
            return Err(io::ErrorKind::FileTooLarge.into());
        }
        Ok(bytes)
    }

    /// Flushes standard output, and then writes `message` to standard error. An error of standard
    /// error is ignored, because there is no place to report it.
    ///
    /// # Errors
    /// When standard output cannot be flushed. The message is still written.
    pub fn report(&mut self, message: &str) -> io::Result<()> {
        let flushed = self.out.flush();
        drop(self.err.write_all(message.as_bytes()).and_then(|()| self.err.flush()));
        flushed
    }
}

/// Ports in memory, for example for tests.
#[derive(Debug, Default)]
pub struct Memory {
    /// The content of standard input.
    pub input: Vec<u8>,
    /// The bytes written to standard output.
    pub out: Vec<u8>,
    /// The bytes written to standard error.
    pub err: Vec<u8>,
    /// The files.
    pub files: MemoryFiles,
    /// Which standard streams count as terminals.
    pub terminals: Terminals,
}

/// A file system in memory.
#[derive(Clone, Debug, Default)]
pub struct MemoryFiles(pub Rc<RefCell<BTreeMap<PathBuf, Vec<u8>>>>);

impl Memory {
    /// Runs `program` on these ports.
    pub fn run<T>(&mut self, program: impl FnOnce(&mut Ports<'_>) -> T) -> T {
        let mut ports = Ports {
            input: &mut self.input.as_slice(),
            out: &mut self.out,
            err: &mut self.err,
            files: &self.files,
            terminals: self.terminals,
        };
        program(&mut ports)
    }
}

impl Files for MemoryFiles {
    fn open(&self, path: &Path) -> io::Result<Box<dyn Read>> {
        let bytes = self.0.borrow().get(path).cloned().ok_or(io::ErrorKind::NotFound)?;
        Ok(Box::new(io::Cursor::new(bytes)))
    }

    fn draft(&self, path: &Path) -> io::Result<Box<dyn Draft>> {
        let (files, path) = (self.clone(), path.to_owned());
        Ok(Box::new(MemoryDraft { files, path, bytes: Vec::new() }))
    }
}

struct MemoryDraft {
    files: MemoryFiles,
    path: PathBuf,
    bytes: Vec<u8>,
}

impl Write for MemoryDraft {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.bytes.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Draft for MemoryDraft {
    fn finish(self: Box<Self>) -> io::Result<()> {
        let Self { files, path, bytes } = *self;
        files.0.borrow_mut().insert(path, bytes);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_next_line_follows_an_overlong_answer() {
        let longest = [vec![b'x'; LONGEST_LINE], b"\n".to_vec()].concat();
        let longer = [vec![b'x'; LONGEST_LINE + 9], b"\nnext\n\nlast".to_vec()].concat();
        let mut memory = Memory { input: [longest, longer].concat(), ..Memory::default() };
        memory.run(|ports| {
            let mut next =
                || ports.answer().unwrap().map(|line| (line.bytes.len(), line.is_overlong));
            assert_eq!([next(), next()], [Some((LONGEST_LINE, false)), Some((LONGEST_LINE, true))]);
            assert_eq!([next(), next()], [Some((4, false)), Some((0, false))]);
            assert_eq!([next(), next()], [Some((4, false)), None]);
        });
    }
}
