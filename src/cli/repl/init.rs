//! Runs the init file: dot commands that are carried out before the first prompt, one on each line.
//! Blank lines and lines that begin with `#` are skipped.
//!
//! ```text
//! # what I always want
//! .read ~/fleets/mine.ships
//! .ai auto
//! ```

use super::actions::cannot_read;
use super::dot::DOTS;
use super::front::Front;
use crate::cli::exit::shown;
use crate::cli::files::read_regular;
use crate::cli::prompt::places;
use broadside::ports::Ports;
use std::io::{self, Write};
use std::path::Path;

impl Front {
    pub(super) fn run_init(&mut self, ports: &mut Ports<'_>) -> io::Result<()> {
        let Some(path) = places::init() else { return Ok(()) };
        let text = match content(&path) {
            Ok(text) => text,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(()),
            Err(error) => return cannot_read(&shown(&path), &error, ports).map(drop),
        };
        let is_command = |line: &str| !line.is_empty() && !line.starts_with('#');
        let lines = text.lines().map(str::trim).zip(1_usize..);
        for (line, number) in lines.filter(|(line, _)| is_command(line)) {
            let mark = format!("{}:{number}: ", shown(&path));
            let mut marked = Ports {
                input: &mut *ports.input,
                out: &mut *ports.out,
                err: &mut Marked { err: &mut *ports.err, mark },
                files: ports.files,
                terminals: ports.terminals,
            };
            let carried = self.init_line(line, &mut marked);
            self.conclude(carried, &mut marked)?;
            if self.is_left {
                break;
            }
        }
        Ok(())
    }

    fn init_line(&mut self, line: &str, ports: &mut Ports<'_>) -> io::Result<()> {
        match DOTS.parse(line) {
            Some(Ok(dot)) => self.obey(&dot, ports),
            Some(Err(error)) => ports.report(&format!("{error}\n")),
            None => ports.report("only dot commands are allowed here, such as `.read FILE`\n"),
        }
    }
}

/// Reads the file. Replaces bytes that are not UTF-8, so no file name in it can have such bytes.
fn content(path: &Path) -> io::Result<String> {
    let bytes = read_regular(path, 1)?;
    let bytes = bytes.strip_prefix("\u{feff}".as_bytes()).unwrap_or(&bytes);
    Ok(String::from_utf8_lossy(bytes).into_owned())
}

/// A stream for messages. Before the first message, writes `mark`, which has the name of the file
/// and the line number.
struct Marked<'e> {
    err: &'e mut dyn Write,
    mark: String,
}

impl Write for Marked<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let mark = std::mem::take(&mut self.mark);
        self.err.write_all(mark.as_bytes())?;
        self.err.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.err.flush()
    }
}
