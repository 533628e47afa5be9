//! The real ports: standard streams, files, terminals.

use super::disk::Disk;
use super::theme::{Look, Script, Theme};
use broadside::ports::{Ports, Terminals};
use broadside::text::{Screen, Visible};
use std::env;
use std::hash::{BuildHasher as _, RandomState};
use std::io::{self, BufReader, BufWriter, IsTerminal as _, Write};
use terminal_size::{Height, Width, terminal_size_of};

/// The number of bytes that are read from a pipe or a file at once.
pub(super) const CHUNK: usize = 1 << 17;

/// Runs `program` on the standard streams and the file system.
pub(super) fn with_ports<T>(program: impl FnOnce(&mut Ports<'_>) -> T) -> T {
    let (stdin, stdout) = (io::stdin(), io::stdout());
    program(&mut Ports {
        input: &mut BufReader::with_capacity(CHUNK, stdin.lock()),
        out: &mut BufWriter::with_capacity(CHUNK, stdout.lock()),
        // Not locked: a progress bar draws from other threads.
        err: &mut errors(),
        files: &Disk,
        terminals: terminals(),
    })
}

/// Writes a message to standard error, before any work is done.
pub(super) fn tell(sentence: &str) -> io::Result<()> {
    writeln!(errors(), "broadside: {}", Visible(sentence.as_bytes()))
}

/// Returns standard error with a filter: styles pass, other control characters are shown and not sent.
fn errors() -> Screen<anstream::AutoStream<io::Stderr>> {
    Screen::styled(anstream::stderr())
}

/// Runs `program`. If standard output is a terminal, control characters are shown and not sent.
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

/// Returns a random number. It comes from the keys of the standard hasher, which the system gives.
pub(super) fn random() -> u64 {
    RandomState::new().hash_one(())
}

/// Applies `--color`. A dumb terminal has no colours, even if the variable `CI` is set, which otherwise
/// means a terminal with colours.
pub(super) fn set_colours(choice: colorchoice_clap::Color) {
    choice.write_global();
    let is_open = anstream::ColorChoice::global() == anstream::ColorChoice::Auto;
    let is_dumb = env::var_os("TERM").is_some_and(|terminal| terminal == "dumb");
    if is_open && is_dumb && !anstyle_query::clicolor_force() {
        anstream::ColorChoice::Never.write_global();
    }
}

/// Whether standard output shows colours: a terminal according to `--color` and the environment, a pipe
/// never.
pub(super) fn colours_output() -> bool {
    let stdout = io::stdout();
    stdout.is_terminal() && anstream::AutoStream::choice(&stdout) != anstream::ColorChoice::Never
}

/// Writes styled text to standard output; without styles if it shows no colours.
pub(super) fn show(text: &str, ports: &mut Ports<'_>) -> io::Result<()> {
    if colours_output() {
        ports.out.write_all(text.as_bytes())
    } else {
        write!(ports.out, "{}", anstream::adapter::strip_str(text))
    }
}

/// Returns how many colours standard output shows.
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

/// Whether the terminal can only write lines one below the other.
pub(super) fn is_dumb() -> bool {
    env::var_os("TERM").is_none_or(|terminal| terminal == "dumb" || terminal.is_empty())
}

/// Whether standard error shows colours.
pub(super) fn colours_errors() -> bool {
    anstream::AutoStream::choice(&io::stderr()) != anstream::ColorChoice::Never
}

/// Returns the columns of the terminal on standard error, if it is one and tells its size.
pub(super) fn columns_of_errors() -> Option<usize> {
    columns_of(terminal_size_of(io::stderr()))
}

/// Returns the columns of the terminal on standard output; 80 if it is none or does not tell its size.
pub(super) fn columns() -> usize {
    columns_of(terminal_size_of(io::stdout())).unwrap_or(80)
}

fn columns_of(size: Option<(Width, Height)>) -> Option<usize> {
    size.map(|(width, _)| usize::from(width.0)).filter(|columns| *columns > 0)
}

/// Returns the columns and rows of the terminal on standard output; 80 and 24 if it does not tell them.
pub(super) fn window() -> (usize, usize) {
    let size = terminal_size_of(io::stdout());
    let size = size.map(|(width, height)| (usize::from(width.0), usize::from(height.0)));
    size.filter(|(columns, rows)| *columns > 0 && *rows > 0).unwrap_or((80, 24))
}

/// How standard output shows pictures, in these characters, in the window as large as it is now.
pub(super) fn look(script: Script) -> Look {
    let (columns, rows) = window();
    Look { theme: theme(), script, columns, rows }
}

/// Returns the characters that the locale allows. As in POSIX, the first of the three variables that is
/// set counts.
pub(super) fn script() -> Script {
    let set = |name| env::var_os(name).filter(|value| !value.is_empty());
    let locale = ["LC_ALL", "LC_CTYPE", "LANG"].into_iter().find_map(set).unwrap_or_default();
    let locale = locale.to_string_lossy().to_ascii_lowercase();
    let is_unicode = locale.contains("utf-8") || locale.contains("utf8");
    if is_unicode { Script::Unicode } else { Script::Ascii }
}

/// Runs `program` at a terminal. Standard input is not locked: a line editor or the program may read it. The
/// program writes to `wrap` of standard output.
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

/// Returns which of the standard streams are terminals.
pub(super) fn terminals() -> Terminals {
    Terminals {
        input: io::stdin().is_terminal(),
        out: io::stdout().is_terminal(),
        err: io::stderr().is_terminal(),
    }
}
