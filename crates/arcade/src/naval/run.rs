//! The order of things: files, boards, turns. Spec naval §1 and §4.

use super::error::{Error, Stop};
use super::game::Game;
use super::input::{self, Lines, Rules};
use super::render::{self, Screen};
use crate::grids::Watch;
use broadside_core::board::{BySide, Coord, Impact, Side};
use broadside_core::ports::{Files, Line, Ports};
use std::ffi::{OsStr, OsString};
use std::io::{self, Read};
use std::path::Path;

/// The rules file that need not be there.
const STANDARD: &str = "standard.rules";

/// Runs `broadside naval RULES PLAYERMAP CPUMAP TURNS`; guesses come from standard input. Returns
/// the exit status.
///
/// # Errors
/// When a standard stream fails.
pub fn run(args: &[OsString], ports: &mut Ports<'_>) -> io::Result<u8> {
    watch(args, ports, &mut ())
}

/// Like [`run`], seen by `watch`. The first side is the player, the second one the machine.
///
/// # Errors
/// When a standard stream fails.
#[doc(hidden)]
pub fn watch(args: &[OsString], ports: &mut Ports<'_>, watch: &mut dyn Watch) -> io::Result<u8> {
    match campaign(args, ports, watch) {
        Ok(()) => Ok(0),
        Err(Stop::Fault(error)) => {
            ports.report(&format!("{error}\n"))?;
            Ok(error.code())
        }
        Err(Stop::Stream(error)) => Err(error),
    }
}

fn campaign(args: &[OsString], ports: &mut Ports<'_>, watch: &mut dyn Watch) -> Result<(), Stop> {
    let (mut game, mut turns) = muster(args, ports.files)?;
    show(&game, watch);
    let mut screen = Screen::new(&game);
    loop {
        screen.show(ports.out)?;
        for side in Side::ALL {
            let (at, impact) = turn(side, &mut game, &mut turns, ports)?;
            screen.mark(side, at, impact);
            watch.shoot(side, at);
            if game.is_lost(side.other()) {
                watch.end(Some(side));
                ports.out.write_all(render::verdict(side).as_bytes())?;
                return Ok(());
            }
        }
    }
}

/// Shows both fleets; ships are numbered as the boards have them.
fn show(game: &Game, watch: &mut dyn Watch) {
    watch.begin(game.dims());
    for side in Side::ALL {
        for ((_, ship), number) in game.fleet(side).ships().zip(1..) {
            watch.place(side, &format!("ship {number:X}"), *ship.hull());
        }
    }
}

/// Opens all files, then reads all but the turns.
fn muster(args: &[OsString], files: &dyn Files) -> Result<(Game, Lines), Error> {
    let [rules, player, machine, turns, ..] = args else { return Err(Error::Usage) };
    let rules = open_rules(rules, files)?;
    let open = |name: &OsString, error| files.open(Path::new(name)).map_err(|_| error);
    let player = open(player, Error::NoMap(Side::First))?;
    let machine = open(machine, Error::NoMap(Side::Second))?;
    let mut turns = open(turns, Error::NoTurns)?;

    let rules = match rules {
        Some(file) => input::rules(Lines::new(file)).ok_or(Error::Rules)?,
        None => Rules::default(),
    };
    let map =
        |file, side| input::map(Lines::new(file), rules.lengths.len()).ok_or(Error::Map(side));
    let first = map(player, Side::First)?;
    let second = map(machine, Side::Second)?;
    let game = Game::new(&rules, &BySide { first, second })?;
    // Not a byte is read: the turns may be a pipe whose writer waits for the first board.
    turns.read(&mut []).map_err(|_| Error::Turns)?;
    Ok((game, Lines::new(turns)))
}

/// The rules file; `None` when it is not there and stands for the standard rules.
fn open_rules(name: &OsStr, files: &dyn Files) -> Result<Option<Box<dyn Read>>, Error> {
    match files.open(Path::new(name)) {
        Ok(file) => Ok(Some(file)),
        Err(_) if name == STANDARD => Ok(None),
        Err(_) => Err(Error::NoRules),
    }
}

/// Asks `side` until it names a cell of the board that it has not shot at, and shoots there.
fn turn(
    side: Side,
    game: &mut Game,
    turns: &mut Lines,
    ports: &mut Ports<'_>,
) -> Result<(Coord, Impact), Stop> {
    loop {
        ports.out.write_all(render::prompt(side).as_bytes())?;
        let line = match side {
            Side::First => ports.answer()?.ok_or(Error::NoGuess)?,
            Side::Second => echoed(turns, ports)?,
        };
        let Some(at) = input::guess(&line, game.dims()) else {
            ports.out.write_all(render::BAD)?;
            continue;
        };
        let Some(impact) = game.shoot(side, at) else {
            ports.out.write_all(render::REPEATED)?;
            continue;
        };
        ports.out.write_all(render::result(impact).as_bytes())?;
        return Ok((at, impact));
    }
}

/// The machine's next line, shown as it stands in its file. The file may be a pipe whose writer waits
/// for what we have to say.
fn echoed(turns: &mut Lines, ports: &mut Ports<'_>) -> Result<Line, Stop> {
    ports.out.flush()?;
    let line = turns.try_next().map_err(|_| Error::Turns)?.ok_or(Error::GivesUp)?;
    ports.out.write_all(input::cut(&line.bytes))?;
    ports.out.write_all(b"\n")?;
    Ok(line)
}
