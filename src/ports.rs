//! What a program may touch of the world: its input, its two outputs, files and whether a person
//! sits there. Programs know nothing else of the process they run in; the binary opens the real
//! ports, tests open those of [`Memory`].

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::fmt;
use std::io::{self, BufRead, Read, Write};
use std::path::{Path, PathBuf};
use std::rc::Rc;

/// The longest line that [`Ports::line`] accepts, in bytes without its newline.
pub const LONGEST_LINE: usize = 1 << 20;

/// The ports of one program.
pub struct Ports<'a> {
    /// Standard input.
    pub input: &'a mut dyn BufRead,
    /// Standard output, buffered.
    pub out: &'a mut dyn Write,
    /// Standard error.
    pub err: &'a mut dyn Write,
    /// The file system.
    pub files: &'a dyn Files,
    /// Which of the three streams are terminals.
    pub terminals: Terminals,
}

/// Which of the standard streams are terminals.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Terminals {
    /// Standard input is one.
    pub input: bool,
    /// Standard output is one.
    pub out: bool,
    /// Standard error is one.
    pub err: bool,
}

/// Files, as far as programs need them.
pub trait Files {
    /// Opens a file for reading.
    fn open(&self, path: &Path) -> io::Result<Box<dyn Read>>;

    /// Writes a whole file, so that at any moment either the old or the new one is there.
    fn replace(&self, path: &Path, bytes: &[u8]) -> io::Result<()>;
}

impl fmt::Debug for Ports<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Ports").field("terminals", &self.terminals).finish_non_exhaustive()
    }
}

impl Ports<'_> {
    /// The next line of input without its newline; `None` at the end. Standard output is flushed
    /// first, so that whoever drives the program over pipes has its answer before we wait.
    ///
    /// # Errors
    /// When reading or flushing fails, or when the line is longer than [`LONGEST_LINE`].
    pub fn line(&mut self) -> io::Result<Option<Vec<u8>>> {
        self.out.flush()?;
        let mut line = Vec::new();
        self.input.take(LONGEST_LINE as u64 + 1).read_until(b'\n', &mut line)?;
        match line.pop() {
            None => Ok(None),
            Some(b'\n') => Ok(Some(line)),
            Some(_) if line.len() == LONGEST_LINE => {
                Err(io::Error::new(io::ErrorKind::InvalidData, "a line is longer than 1 MiB"))
            }
            Some(last) => {
                line.push(last);
                Ok(Some(line))
            }
        }
    }

    /// As [`line`](Self::line), for pages that set no limit: of a line longer than [`LONGEST_LINE`]
    /// only that many bytes are kept.
    ///
    /// # Errors
    /// When reading or flushing fails.
    pub fn clipped_line(&mut self) -> io::Result<Option<Vec<u8>>> {
        self.out.flush()?;
        let mut line = Vec::new();
        self.input.take(LONGEST_LINE as u64).read_until(b'\n', &mut line)?;
        match line.last() {
            None => Ok(None),
            Some(b'\n') => {
                line.pop();
                Ok(Some(line))
            }
            Some(_) => {
                self.input.skip_until(b'\n')?;
                Ok(Some(line))
            }
        }
    }

    /// The bytes of a file.
    pub fn read(&self, path: &Path) -> io::Result<Vec<u8>> {
        let mut bytes = Vec::new();
        self.files.open(path)?.read_to_end(&mut bytes)?;
        Ok(bytes)
    }

    /// Writes to standard error, after all that was written to standard output. What standard error
    /// does not take is lost: there is nowhere left to tell it, and what happened has not changed.
    ///
    /// # Errors
    /// When standard output cannot be flushed.
    pub fn report(&mut self, message: &str) -> io::Result<()> {
        self.out.flush()?;
        drop(self.err.write_all(message.as_bytes()).and_then(|()| self.err.flush()));
        Ok(())
    }
}

/// Ports in memory, for tests.
#[derive(Debug, Default)]
pub struct Memory {
    /// What standard input holds.
    pub input: Vec<u8>,
    /// What was written to standard output.
    pub out: Vec<u8>,
    /// What was written to standard error.
    pub err: Vec<u8>,
    /// The files.
    pub files: MemoryFiles,
    /// Which streams pretend to be terminals.
    pub terminals: Terminals,
}

/// Files in memory.
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

    fn replace(&self, path: &Path, bytes: &[u8]) -> io::Result<()> {
        self.0.borrow_mut().insert(path.to_owned(), bytes.to_vec());
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_come_without_their_newline_and_the_last_one_needs_none() {
        let mut memory = Memory { input: b"one\n\ntwo".to_vec(), ..Memory::default() };
        memory.run(|ports| {
            assert_eq!(ports.line().unwrap().as_deref(), Some(&b"one"[..]));
            assert_eq!(ports.line().unwrap().as_deref(), Some(&b""[..]));
            assert_eq!(ports.line().unwrap().as_deref(), Some(&b"two"[..]));
            assert_eq!(ports.line().unwrap(), None);
        });
    }

    #[test]
    fn a_line_over_one_mebibyte_is_refused() {
        let longest = [vec![b'x'; LONGEST_LINE], b"\n".to_vec()].concat();
        let mut memory = Memory { input: longest, ..Memory::default() };
        let length = memory.run(|ports| ports.line().unwrap().map(|line| line.len()));
        assert_eq!(length, Some(LONGEST_LINE));
        let mut memory = Memory { input: vec![b'x'; LONGEST_LINE + 1], ..Memory::default() };
        assert!(memory.run(|ports| ports.line().is_err()));
    }

    #[test]
    fn a_clipped_line_loses_its_tail_and_nothing_else() {
        let long = [vec![b'x'; LONGEST_LINE + 9], b"\nnext\n\nlast".to_vec()].concat();
        let mut memory = Memory { input: long, ..Memory::default() };
        memory.run(|ports| {
            let mut length = || ports.clipped_line().unwrap().map(|line| line.len());
            let lengths = [length(), length(), length(), length(), length()];
            assert_eq!(lengths, [Some(LONGEST_LINE), Some(4), Some(0), Some(4), None]);
        });
    }
}
