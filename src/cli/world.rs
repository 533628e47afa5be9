//! The real ports.

use super::boards::Script;
use super::disk::Disk;
use super::screen::palette::Depth;
use broadside::ports::{Ports, Terminals};
use broadside::text::{Screen, Visible};
use std::env;
use std::hash::{BuildHasher as _, RandomState};
use std::io::{self, BufReader, BufWriter, IsTerminal as _, Write};

/// What is read from a pipe or a file at a time, in bytes.
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

/// Tells something on standard error that is no result, before any work is done.
pub(super) fn tell(sentence: &str) -> io::Result<()> {
    writeln!(errors(), "broadside: {}", Visible(sentence.as_bytes()))
}

/// Standard error, as all that is said there goes: styles pass, and what else could steer a terminal is
/// shown, however it came into a message.
fn errors() -> Screen<anstream::AutoStream<io::Stderr>> {
    Screen::styled(anstream::stderr())
}

/// Runs `program` with an output that shows controls instead of sending them, where it is a terminal.
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

/// A number that nothing else depends on. The keys of the standard hasher come from the system.
pub(super) fn random() -> u64 {
    RandomState::new().hash_one(())
}

/// Keeps what `--color` said. A dumb terminal has no colours, though builders set `CI`, which
/// otherwise stands for one that has.
pub(super) fn settle_colours(told: colorchoice_clap::Color) {
    told.write_global();
    let is_open = anstream::ColorChoice::global() == anstream::ColorChoice::Auto;
    let is_dumb = env::var_os("TERM").is_some_and(|terminal| terminal == "dumb");
    if is_open && is_dumb && !anstyle_query::clicolor_force() {
        anstream::ColorChoice::Never.write_global();
    }
}

/// Whether standard output takes colours: a terminal, as `--color` and the surroundings say; a pipe
/// never.
pub(super) fn colours_output() -> bool {
    let stdout = io::stdout();
    stdout.is_terminal() && anstream::AutoStream::choice(&stdout) != anstream::ColorChoice::Never
}

/// Writes styled text as standard output takes it.
pub(super) fn show(text: &str, ports: &mut Ports<'_>) -> io::Result<()> {
    if colours_output() {
        ports.out.write_all(text.as_bytes())
    } else {
        write!(ports.out, "{}", anstream::adapter::strip_str(text))
    }
}

/// How many colours standard output shows.
pub(super) fn depth() -> Depth {
    let says = |name: &str, words: &[&str]| {
        env::var(name).is_ok_and(|value| words.iter().any(|word| value.contains(word)))
    };
    match colours_output() {
        false => Depth::None,
        true if says("COLORTERM", &["truecolor", "24bit"]) => Depth::True,
        true if says("TERM", &["256color", "direct"]) => Depth::Fixed,
        true => Depth::Sixteen,
    }
}

/// Whether the terminal can only show one line below the other.
pub(super) fn is_dumb() -> bool {
    env::var_os("TERM").is_none_or(|terminal| terminal == "dumb" || terminal.is_empty())
}

/// Whether standard error takes colours.
pub(super) fn colours_errors() -> bool {
    anstream::AutoStream::choice(&io::stderr()) != anstream::ColorChoice::Never
}

/// How wide a picture on standard error may be: as the terminal that shows it, if one does.
pub(super) fn columns_of_errors() -> usize {
    let size = terminal_size::terminal_size_of(io::stderr());
    let columns = size.map(|(width, _)| usize::from(width.0)).filter(|columns| *columns > 0);
    columns.unwrap_or(80)
}

/// How wide what stands on standard output may be: as the terminal that shows it, if one does.
pub(super) fn columns() -> usize {
    let size = terminal_size::terminal_size_of(io::stdout());
    let columns = size.map(|(width, _)| usize::from(width.0)).filter(|columns| *columns > 0);
    columns.unwrap_or(80)
}

/// The columns and rows of the terminal on standard output. One that tells no size has 80 and 24.
pub(super) fn window() -> (usize, usize) {
    let size = terminal_size::terminal_size_of(io::stdout());
    let size = size.map(|(width, height)| (usize::from(width.0), usize::from(height.0)));
    size.filter(|(columns, rows)| *columns > 0 && *rows > 0).unwrap_or((80, 24))
}

/// The characters that the locale allows: the first of the three variables that is set names its
/// encoding, as POSIX has it.
pub(super) fn script() -> Script {
    let set = |name| env::var_os(name).filter(|value| !value.is_empty());
    let locale = ["LC_ALL", "LC_CTYPE", "LANG"].into_iter().find_map(set).unwrap_or_default();
    let locale = locale.to_string_lossy().to_ascii_lowercase();
    let is_unicode = locale.contains("utf-8") || locale.contains("utf8");
    if is_unicode { Script::Unicode } else { Script::Ascii }
}

/// Runs `program` at a terminal. Standard input is not locked: a line editor or the program may read it. `wrap` stands
/// between the program and standard output.
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

/// Which of the standard streams are terminals.
pub(super) fn terminals() -> Terminals {
    Terminals {
        input: io::stdin().is_terminal(),
        out: io::stdout().is_terminal(),
        err: io::stderr().is_terminal(),
    }
}
