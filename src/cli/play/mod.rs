//! `broadside play`: a game against the machine at the terminal, in which neither sees more than its side
//! knows.
//!
//! ```text
//! line editor ── line ──> entry ──> Desk ── orders, thinking ──> arena::versus (the game)
//!                                    │ words, screen ──> terminal
//! ```
//!
//! The line editor is known to this file only.

mod desk;
mod entry;
mod screen;
mod thinking;
mod words;

use super::boards::Script;
use super::exit::{Exit, Failure, shown};
use super::files;
use super::prompt::console::{Asked, Console, Talk};
use super::prompt::keys::Keys;
use super::prompt::tty;
use super::stop::{self, Cancel};
use super::theme::{self, Theme};
use super::world;
use broadside::arena::tournament::Setup;
use broadside::arena::versus::{Machine, Versus};
use broadside::board::Side;
use broadside::dice::{Dice as _, Seed, Stream};
use broadside::ports::Ports;
use broadside::rules::ships::Setting;
use clap::ValueEnum;
use desk::Desk;
use rustyline::history::MemHistory;
use std::ffi::OsString;
use std::path::Path;

pub(super) const EXAMPLES: &str = "\
Examples:
  broadside play                            four ships each, on 12 x 12 fields
  broadside play --setup extended --seed 7  ten ships each, on 21 x 10 fields with reefs
  broadside play --setup basic              one shot a turn, at any field
  broadside play --against random           who wins without aiming
  broadside play --setup saved.ships        go on with a game that `.save` kept

A first game: `.place`, `.end`, then `.hint`, do as it says, `.end`, and so on. `.help` lists all there is.

Exit status: 0 however the game ends, 2 usage error, no terminal or no such set-up, 3 input or output failed.";

/// How a game begins.
#[derive(Clone, Debug, clap::Args)]
#[group(id = "game")]
pub(super) struct Play {
    /// Who plays against you: `fair` knows what its side knows, `open` sees the whole board, `random`
    /// plays any legal orders.
    #[arg(long, value_enum, default_value = "fair")]
    against: Against,

    /// `small` (12 x 12, 4 ships each), `narrow` (10 x 10, 3 ships each), `basic` (the language's defaults), `extended` (the same with ranges
    /// and crews, and 8 reefs), or a script that leaves A to move.
    #[arg(long, value_name = "small|narrow|basic|extended|FILE", default_value = "small")]
    setup: OsString,

    /// The seed of all chance, a decimal integer. Without it the system chooses one, which is shown.
    #[arg(long, value_name = "N", allow_hyphen_values = true)]
    seed: Option<Seed>,

    /// Who moves first; `lot` leaves it to the seed.
    #[arg(long, value_enum, default_value = "you")]
    first: First,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Against {
    Fair,
    Open,
    Random,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum First {
    You,
    Them,
    Lot,
}

/// The options as they are typed at the prompt, behind `.play`.
#[derive(Debug, clap::Parser)]
#[command(name = ".play", no_binary_name = true, disable_help_flag = true)]
struct Typed {
    #[command(flatten)]
    play: Play,
}

/// Plays a game at the terminal.
pub(super) fn run(told: &Play, script: Script) -> Result<Exit, Failure> {
    let stop = stop::on_interrupt()?;
    let theme = Theme { is_coloured: world::colours_output() };
    world::at_terminal(
        |out| out,
        |ports| match begin(told, ports)? {
            Some(game) => play(game, theme, script, &stop, ports),
            None => Ok(Exit::Syntax),
        },
    )
}

/// Says that a game needs a terminal.
pub(super) fn refuse(ports: &mut Ports<'_>) -> Result<Exit, Failure> {
    ports.report(
        "broadside: `play` is for people: standard input and output must be terminals; \
         `match` and `play-out` play without\n",
    )?;
    Ok(Exit::Syntax)
}

/// Plays a game in the middle of a session of the prompt.
pub(super) fn at_prompt(
    options: &str,
    (theme, script): (Theme, Script),
    stop: &Cancel,
    ports: &mut Ports<'_>,
) -> Result<(), Failure> {
    use clap::Parser as _;
    match Typed::try_parse_from(options.split_whitespace()) {
        Err(error) => {
            let text = error.to_string();
            let first = text.lines().next().unwrap_or_default();
            Ok(ports.report(&format!("{first}; see `broadside play --help`\n"))?)
        }
        Ok(Typed { play: told }) => match begin(&told, ports) {
            Ok(Some(game)) => play(game, theme, script, stop, ports).map(drop),
            Ok(None) => Ok(()),
            Err(failure @ Failure::Input { .. }) => Ok(ports.report(&format!("{failure}\n"))?),
            Err(failure) => Err(failure),
        },
    }
}

/// The game; `None` when there is no such set-up, which was said.
fn begin(told: &Play, ports: &mut Ports<'_>) -> Result<Option<Versus>, Failure> {
    let seed = told.seed.clone().unwrap_or_else(fresh_seed);
    let named = told.setup.to_str().and_then(Setup::from_name);
    let path = Path::new(&told.setup);
    let setup = match named {
        Some(setup) => setup,
        None => Setup::Script(files::read(path, ports)?),
    };
    let mut start = match setup.game(&seed, 0) {
        Ok(start) => start,
        Err(error) => {
            ports.report(&format!("broadside: `{}` is no set-up: {error}\n", shown(path)))?;
            return Ok(None);
        }
    };
    let is_theirs = match told.first {
        First::You => false,
        First::Them => true,
        First::Lot => Stream::new(&seed, u64::MAX).below(2) == 1,
    };
    if is_theirs {
        let outcome = start.set(&Setting::NextPlayer(Side::Second));
        debug_assert!(outcome.is_ok(), "the game is between turns");
    }
    let name = told.against.to_possible_value();
    let machine = name.and_then(|name| Machine::from_name(name.get_name()));
    Ok(Some(Versus::new(start, machine.unwrap_or_else(Machine::fair), &seed)))
}

/// A seed that is short enough to be typed again.
fn fresh_seed() -> Seed {
    (world::random() % 1_000_000).into()
}

/// Plays until the person leaves.
fn play(
    game: Versus,
    theme: Theme,
    script: Script,
    stop: &Cancel,
    ports: &mut Ports<'_>,
) -> Result<Exit, Failure> {
    let _restored = tty::restored_on_signals();
    let look = (theme, script);
    let mut console =
        Console::new((), MemHistory::with_config, Keys::default(), look, stop.clone())?;
    let mut desk = Desk::new(game, stop.clone());
    desk.greet(console.look(), ports)?;
    loop {
        ports.out.flush()?;
        match console.ask(&prompt(&desk, theme))? {
            Asked::Line(line) => {
                // A history that takes no more is no reason to stop.
                drop(console.editor.add_history_entry(line.trim()));
                if desk.take(&line, console.look(), ports)? == Talk::Over {
                    break;
                }
            }
            Asked::Interrupted => console.interrupted(ports)?,
            Asked::End => break,
        }
        stop.clear();
    }
    ports.out.flush()?;
    Ok(Exit::Done)
}

/// The prompt, plain and coloured.
fn prompt(desk: &Desk, theme: Theme) -> (String, String) {
    let text = match desk.game.ending() {
        None => format!("turn {}", desk.game.turn()),
        Some(_) => "over".to_owned(),
    };
    let style = theme::player(desk.game.person());
    (format!("{text}> "), format!("{}> ", theme.paint(style, text)))
}
