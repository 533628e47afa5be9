//! `broadside play`: a game of the Ships language between a person and the machine, at the
//! terminal. During the game, people see only what their side may know. A desk runs one game.
//!
//! ```text
//! line editor ── line ──> entry ──> Desk ── orders, thinking ──> arena::versus (the game)
//!                                    │ words, page ──> terminal
//! ```

mod desk;
mod entry;
mod fleets;
mod frame;
mod orders;
mod page;
mod question;
mod scroll;
mod sight;
mod thinking;
mod window;

use super::exit::{Exit, Failure, is_standard, shown};
use super::files;
use super::prompt::console::Asked;
use super::prompt::dots::NO_STREAM;
use super::prompt::text::Page;
use super::prompt::{places, tty};
use super::screen::has_room;
use super::screen::window::{Window, enter_second, line_editor};
use super::stop::{self, Cancel};
use super::theme::{self, Charset, Look, Theme};
use super::world;
use broadside::arena::tournament::Setup;
use broadside::arena::versus::words::ended;
use broadside::arena::versus::{Machine, Opening, Start};
use broadside::board::Side;
use broadside::dice::Seed;
use broadside::ports::Ports;
use broadside::ports::programs::{Command, NoCommand};
use broadside::text::Screen;
use clap::ValueEnum;
use desk::{Desk, fresh_seed};
use frame::Scene;
use std::ffi::OsString;
use std::io::{self, Write as _};
use std::path::Path;

pub(super) const EXAMPLES: &str = "\
Examples:
  broadside play                            four ships each, on 12 x 12 fields
  broadside play --setup extended --seed 7  ten ships each, on 21 x 10 fields with reefs
  broadside play --setup basic              one shot per turn, at any field
  broadside play --level 4                  against the strongest fair machine
  broadside play --against random           against a machine that does not aim
  broadside play --setup saved.ships        go on with a game that `.save` kept

Your first game: type `.place` and `.end`. In each turn after that, type `.hint`, give the order
that the hint proposes, and type `.end`. `.help` lists all commands.

Exit status: 0 the game ended or you left it, 2 usage error, no terminal or no such set-up, 3 input
or output failed.";

/// How a game begins.
#[derive(Clone, Debug, clap::Args)]
#[group(id = "game")]
pub(super) struct Play {
    /// Who plays against you. `fair` knows what its side knows, `open` sees the whole board,
    /// `random` plays random legal orders. Without this option and --level: the opponent of the
    /// saved game, or else `fair`.
    #[arg(long, value_parser = ["fair", "open", "random"])]
    against: Option<String>,

    /// `small` (12 x 12, 4 ships each), `narrow` (10 x 10, 3 ships each), `basic` (the language's
    /// defaults), `extended` (the defaults with `EXTENDED_SHIPS` and 8 reefs), or a script. After
    /// the script it must be A's turn.
    #[arg(long, value_name = "small|narrow|basic|extended|FILE", default_value = "small")]
    setup: OsString,

    /// The seed: any whole number. The same seed and the same orders give the same game. Without
    /// this option the system chooses a seed and shows it, and a saved game keeps its seed.
    #[arg(long, value_name = "N", allow_hyphen_values = true)]
    seed: Option<Seed>,

    /// Who moves first. `lot`: the seed decides, but a saved game goes on with your turn.
    #[arg(long, value_enum, default_value = "lot")]
    first: First,

    /// How well the fair machine plays: 1 overlooks most of what it could see, 4 overlooks nothing.
    /// Without this option: 2, or the level of the saved game.
    #[arg(long, value_parser = ["1", "2", "3", "4"])]
    level: Option<String>,

    /// Print line after line. Without this option the board fills the window.
    #[arg(long)]
    plain: bool,
}

impl Play {
    /// Returns the machine that `--against` and `--level` name. Without both, returns the machine
    /// of a saved game (`kept`) or, without a saved game, the fair machine. `--against fair`
    /// without a level keeps a fair machine of a saved game. Returns `None` if another machine than
    /// `fair` gets a level.
    fn machine(&self, kept: Option<Machine>) -> Option<Machine> {
        match (self.against.as_deref(), self.level.as_deref()) {
            (None, None) if kept.is_some() => kept,
            (Some("fair"), None)
                if kept.as_ref().is_some_and(|kept| kept.name().starts_with("fair")) =>
            {
                kept
            }
            (Some("open" | "random"), Some(_)) => None,
            (Some(name @ ("open" | "random")), None) => Machine::from_name(name),
            (_, Some("4")) => Some(Machine::fair()),
            (_, level) => Machine::from_name(&format!("fair:{}", level.unwrap_or("2"))),
        }
    }

    fn opening(&self, is_kept: bool, seed: &Seed) -> Opening {
        match self.first {
            First::Lot if !is_kept => Opening::by_lot(seed),
            First::You | First::Lot => Opening { first: Side::First, is_by_lot: false },
            First::Them => Opening { first: Side::Second, is_by_lot: false },
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum First {
    You,
    Them,
    Lot,
}

/// The options of `.play` at the prompt.
#[derive(Debug, clap::Parser)]
#[command(name = ".play", no_binary_name = true, disable_help_flag = true)]
struct Typed {
    #[command(flatten)]
    play: Play,
}

pub(super) fn run(options: &Play, charset: Charset) -> Result<Exit, Failure> {
    let stop = stop::on_interrupt()?;
    let look = world::look(charset);
    world::at_terminal(
        |out| out,
        |ports| {
            let desk = begin(options, look, &stop, ports)?;
            play(desk, options.plain, ports)?;
            Ok(Exit::Done)
        },
    )
}

pub(super) const REFUSED: &str = "`play` is for people: standard input and output must be terminals; \
    `match` and `play-out` need no terminal";

/// Plays at the prompt. Splits `options` like a shell, so a file name with blanks needs quotes.
pub(super) fn at_prompt(
    options: &str,
    look: Look,
    stop: &Cancel,
    ports: &mut Ports<'_>,
) -> io::Result<()> {
    use clap::Parser as _;
    let words = match Command::parse(options) {
        Ok(command) => command.words,
        Err(NoCommand::Empty) => Vec::new(),
        Err(error @ NoCommand::OpenQuote) => return ports.report(&format!("{error}\n")),
    };
    match Typed::try_parse_from(words) {
        Err(error) => {
            let text = error.to_string();
            let first = text.lines().next().unwrap_or_default();
            ports.report(&format!("{first}; see `broadside play --help`\n"))
        }
        Ok(Typed { play: mut options }) => {
            options.setup = places::from_home(Path::new(&options.setup)).into();
            match begin(&options, look, stop, ports) {
                Ok(desk) => play(desk, options.plain, ports),
                Err(Failure::Output(error)) => Err(error),
                Err(failure @ Failure::Refused(_)) => {
                    ports.report(&format!("broadside: {failure}\n"))
                }
                Err(failure) => ports.report(&format!("{failure}\n")),
            }
        }
    }
}

/// Sets up a game. Fails with [`Failure::Refused`] if the options describe no game.
fn begin(
    options: &Play,
    look: Look,
    stop: &Cancel,
    ports: &mut Ports<'_>,
) -> Result<Desk, Failure> {
    let path = Path::new(&options.setup);
    if is_standard(path) {
        return Err(Failure::Refused(NO_STREAM.to_owned()));
    }
    let setup = files::setup(path, ports)?;
    let kept = if let Setup::Script(text) = &setup { Start::kept(text) } else { None };
    let is_kept = kept.is_some();
    let (machine, seed) = kept.unzip();
    let Some(machine) = options.machine(machine) else {
        let why = "`--level` is for `--against fair`: other machines have no levels";
        return Err(Failure::Refused(why.to_owned()));
    };
    let seed = options.seed.clone().or(seed).unwrap_or_else(fresh_seed);
    let opening = options.opening(is_kept, &seed);
    let start = Start { name: shown(path).into_owned(), setup, seed, machine };
    let game = start
        .game(0, opening.first, &start.seed)
        .map_err(|error| Failure::Refused(format!("`{}` is not a set-up: {error}", shown(path))))?;
    Ok(Desk::new((game, opening), start, stop.clone(), look))
}

fn play(mut desk: Desk, is_plain: bool, ports: &mut Ports<'_>) -> io::Result<()> {
    let look = world::look(desk.look.charset);
    desk.is_framed = !is_plain && !world::is_dumb() && has_room(look.columns, look.rows);
    let _restored = tty::restored_on_signals();
    if desk.is_framed {
        let window = Window::new(desk.scene(look));
        let second = enter_second(ports.out)?;
        let talked = talk(&mut desk, Some(&window), ports);
        second.leave(ports.out)?;
        talked?;
    } else {
        talk(&mut desk, None, ports)?;
    }
    match desk.game.ending() {
        None => Page { look, out: &mut *ports.out }.say(LEFT)?,
        Some(ending) if desk.is_framed => writeln!(ports.out, "{}", ended(ending, &desk.game))?,
        Some(_) => {}
    }
    ports.out.flush()
}

const LEFT: &str = "You left before the end. If you saved the game, `broadside play --setup FILE` goes on with it.";

fn talk(desk: &mut Desk, window: Option<&Window<Scene>>, ports: &mut Ports<'_>) -> io::Result<()> {
    let (look, stop) = (desk.look, desk.stop.clone());
    let mut console = line_editor(window, look, stop.clone())?;
    answered(desk, console.look(), ports, Desk::greet)?;
    while !desk.is_left {
        ports.out.flush()?;
        if let Some(window) = window {
            window.show(desk.scene(console.look()))?;
        }
        let asked = console.ask(&prompt(desk, look.theme))?;
        let present = console.look();
        match asked {
            Asked::Line(line) => {
                // If the line cannot be added to the history, the game still goes on.
                drop(console.editor.add_history_entry(line.trim()));
                let line = match window {
                    Some(window) => window.entered(line),
                    None => line,
                };
                answered(desk, present, ports, |desk, ports| desk.take(&line, ports))?;
            }
            Asked::Interrupted => answered(desk, present, ports, |desk, ports| {
                desk.drop_question(ports)?;
                console.interrupted(ports)
            })?,
            Asked::End => answered(desk, present, ports, Desk::leave)?,
        }
        stop.clear();
    }
    ports.out.flush()
}

/// Calls `answer`, whose output goes to the terminal. If there is a window, the output instead goes
/// to the log of the window, or a long answer takes the place of the board.
fn answered(
    desk: &mut Desk,
    look: Look,
    ports: &mut Ports<'_>,
    answer: impl FnOnce(&mut Desk, &mut Ports<'_>) -> io::Result<()>,
) -> io::Result<()> {
    desk.look = look;
    if !desk.is_framed {
        return answer(desk, ports);
    }
    // The window breaks long lines itself, so the desk must not break them.
    desk.look = Look { theme: Theme::Plain, columns: 1 << 16, ..look };
    let (mut out, mut err) = (Vec::new(), Vec::new());
    let turn = desk.game.turn();
    let mut kept = Ports {
        input: &mut io::empty(),
        out: &mut out,
        err: &mut err,
        files: ports.files,
        terminals: ports.terminals,
    };
    answer(desk, &mut kept)?;
    out.append(&mut err);
    let mut shown = Vec::new();
    Screen::new(&mut shown).write_all(&out)?;
    desk.keep(&String::from_utf8_lossy(&shown), turn);
    Ok(())
}

fn prompt(desk: &Desk, theme: Theme) -> (String, String) {
    let text = desk.prompt();
    let (name, sign) = text.split_at(text.len() - "> ".len());
    let style = theme::player(desk.game.person());
    let painted = theme.paint(style, name) + sign;
    (text, painted)
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::Parser as _;

    /// `--level` was once ignored if the machine has no levels.
    #[test]
    fn only_a_fair_machine_has_levels() {
        let machine = |words: &str, kept: &str| {
            let typed = Typed::try_parse_from(words.split_whitespace()).unwrap();
            typed.play.machine(Machine::from_name(kept)).map(|machine| machine.name())
        };
        for (words, name) in [
            ("", Some("open")),
            ("--level 1", Some("fair:1")),
            ("--against fair", Some("fair:2")),
            ("--against fair --level 4", Some("fair")),
            ("--against random", Some("random")),
            ("--against open --level 1", None),
        ] {
            assert_eq!(machine(words, "open"), name, "{words}");
        }
        // Regression: `--against fair` lost the level of a saved game.
        assert_eq!(machine("--against fair", "fair:3"), Some("fair:3"));
        assert_eq!(machine("--against fair --level 1", "fair:3"), Some("fair:1"));
    }
}
