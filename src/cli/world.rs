//! The real ports of the program (streams, files, terminals), and what the terminals can show.

use super::disk::Disk;
use super::prompt::text::Fitted;
use super::theme::{Charset, Look, Theme};
use broadside::ports::{Ports, Terminals};
use broadside::text::{Screen, Visible};
use std::env;
use std::hash::{BuildHasher as _, RandomState};
use std::io::{self, BufReader, BufWriter, IsTerminal as _, LineWriter, Write};
use terminal_size::{Height, Width, terminal_size_of};

/// The size of a buffer for a stream, in bytes.
pub(super) const CHUNK: usize = 1 << 17;

pub(super) fn with_ports<T>(program: impl FnOnce(&mut Ports<'_>) -> T) -> T {
    let (stdin, stdout) = (io::stdin(), io::stdout());
    program(&mut Ports {
        input: &mut BufReader::with_capacity(CHUNK, stdin.lock()),
        out: &mut BufWriter::with_capacity(CHUNK, stdout.lock()),
        // Standard error is not locked, because a progress bar draws from other threads.
        err: &mut errors(),
        files: &Disk,
        terminals: terminals(),
    })
}

pub(super) fn tell(sentence: &str) -> io::Result<()> {
    writeln!(errors(), "broadside: {}", Visible(sentence.as_bytes()))
}

/// Returns standard error as a stream that shows control characters as text, except those of
/// styles. At a terminal, long lines are broken between words.
pub(super) fn errors() -> impl Write {
    let out = Screen::styled(anstream::stderr());
    // Messages come in parts, so whole lines are collected.
    LineWriter::with_capacity(1 << 13, Fitted { out, columns: columns_of_errors })
}

/// Calls `program`. On a terminal, control characters in its output are shown as text.
pub(super) fn on_screen<T>(ports: &mut Ports<'_>, program: impl FnOnce(&mut Ports<'_>) -> T) -> T {
    if !ports.terminals.out {
        return program(ports);
    }
    program(&mut Ports {
        input: &mut *ports.input,
        out: &mut Screen::new(&mut *ports.out),
        err: &mut *ports.err,
        files: ports.files,
        terminals: ports.terminals,
    })
}

/// Prints whole lines. On a terminal, long lines are broken between words.
pub(super) fn print_lines(lines: &str, ports: &mut Ports<'_>) -> io::Result<()> {
    let columns = || columns_of(terminal_size_of(io::stdout()));
    on_screen(ports, |ports| Fitted { out: &mut *ports.out, columns }.write_all(lines.as_bytes()))
}

/// Returns a random number, which comes from the random keys of the standard hasher.
pub(super) fn random() -> u64 {
    RandomState::new().hash_one(())
}

/// Decides when colours are used. Unless colours are forced, a dumb terminal gets none. By default,
/// `anstream` would give it colours if the variable `CI` is set.
pub(super) fn set_colours(choice: colorchoice_clap::Color) {
    choice.write_global();
    let is_open = anstream::ColorChoice::global() == anstream::ColorChoice::Auto;
    if is_open && is_called_dumb() && !anstyle_query::clicolor_force() {
        anstream::ColorChoice::Never.write_global();
    }
}

pub(super) fn colours_output() -> bool {
    let stdout = io::stdout();
    stdout.is_terminal() && anstream::AutoStream::choice(&stdout) != anstream::ColorChoice::Never
}

pub(super) fn show(text: &str, ports: &mut Ports<'_>) -> io::Result<()> {
    if colours_output() {
        ports.out.write_all(text.as_bytes())
    } else {
        write!(ports.out, "{}", anstream::adapter::strip_str(text))
    }
}

pub(super) fn theme() -> Theme {
    let says = |name: &str, words: &[&str]| {
        env::var(name).is_ok_and(|value| words.iter().any(|word| value.contains(word)))
    };
    match colours_output() {
        false => Theme::Plain,
        true if says("COLORTERM", &["truecolor", "24bit"]) => Theme::True,
        true if says("TERM", &["256color", "direct"]) => Theme::Fixed,
        true => Theme::Sixteen,
    }
}

/// Returns true if the terminal is dumb, that is, can only write lines one below another. Also
/// returns true without `TERM`: Windows does not set it, and the console of Windows understands
/// escapes only after a program has switched them on.
pub(super) fn is_dumb() -> bool {
    is_called_dumb() || env::var_os("TERM").unwrap_or_default().is_empty()
}

/// Returns true if `TERM` says that the terminal is dumb. Then the line editor leaves the editing
/// of a line to the terminal.
pub(super) fn is_called_dumb() -> bool {
    env::var_os("TERM").is_some_and(|terminal| terminal.eq_ignore_ascii_case("dumb"))
}

pub(super) fn colours_errors() -> bool {
    anstream::AutoStream::choice(&io::stderr()) != anstream::ColorChoice::Never
}

/// Returns the width of the terminal of standard error; `None` without a terminal or a known size.
pub(super) fn columns_of_errors() -> Option<usize> {
    columns_of(terminal_size_of(io::stderr()))
}

pub(super) fn columns() -> usize {
    columns_of(terminal_size_of(io::stdout())).unwrap_or(80)
}

fn columns_of(size: Option<(Width, Height)>) -> Option<usize> {
    size.map(|(width, _)| usize::from(width.0)).filter(|columns| *columns > 0)
}

/// Returns the columns and rows of the window: 80 and 24 if they are not known.
pub(super) fn window() -> (usize, usize) {
    let size = terminal_size_of(io::stdout());
    let size = size.map(|(width, height)| (usize::from(width.0), usize::from(height.0)));
    size.filter(|(columns, rows)| *columns > 0 && *rows > 0).unwrap_or((80, 24))
}

pub(super) fn look(charset: Charset) -> Look {
    let (columns, rows) = window();
    Look { theme: theme(), charset, columns, rows }
}

/// Returns the characters that the locale allows. The first of `LC_ALL`, `LC_CTYPE` and `LANG` that
/// is not empty names the locale, as in POSIX.
pub(super) fn charset() -> Charset {
    let set = |name| env::var_os(name).filter(|value| !value.is_empty());
    let locale = ["LC_ALL", "LC_CTYPE", "LANG"].into_iter().find_map(set).unwrap_or_default();
    let locale = locale.to_string_lossy().to_ascii_lowercase();
    let is_unicode = locale.contains("utf-8") || locale.contains("utf8");
    if is_unicode { Charset::Unicode } else { Charset::Ascii }
}

/// Calls `program` with the ports of a prompt. `wrap` makes the stream to which `program` writes.
/// Standard input is not locked, because a line editor may lock it.
pub(super) fn at_terminal<T, W: Write>(
    wrap: impl FnOnce(BufWriter<io::Stdout>) -> W,
    program: impl FnOnce(&mut Ports<'_>) -> T,
) -> T {
    program(&mut Ports {
        input: &mut BufReader::new(io::stdin()),
        out: &mut wrap(BufWriter::with_capacity(CHUNK, io::stdout())),
        err: &mut errors(),
        files: &Disk,
        terminals: terminals(),
    })
}

pub(super) fn terminals() -> Terminals {
    Terminals {
        input: io::stdin().is_terminal(),
        out: io::stdout().is_terminal(),
        err: io::stderr().is_terminal(),
    }
}
