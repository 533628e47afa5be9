//! Runs naval: opens the files, shows the boards and takes turns (spec naval §1 and §4).

use super::error::{Error, Stop};
use super::game;
use super::input::{self, Lines, Rules};
use super::render;
use crate::grids::Grids;
use broadside_core::board::{BySide, Side};
use broadside_core::ports::{Files, Line, Ports};
use std::ffi::{OsStr, OsString};
use std::io::{self, Read};
use std::path::Path;

/// The standard rules. This file may be missing.
const STANDARD: &str = "standard.rules";

/// Runs `broadside naval RULES PLAYERMAP CPUMAP TURNS`, and returns the exit status. The player's
/// guesses come from standard input.
///
/// # Errors
/// When standard output fails.
pub fn run(args: &[OsString], ports: &mut Ports<'_>) -> io::Result<u8> {
    play(args, ports, &mut None)
}

/// Runs the program, and puts the game into `game` when the game begins. The first side is the
/// player, and the second side is the machine. Returns the exit status.
///
/// # Errors
/// When standard output fails.
#[doc(hidden)]
pub fn play(args: &[OsString], ports: &mut Ports<'_>, game: &mut Option<Grids>) -> io::Result<u8> {
    match take_turns(args, ports, game) {
        Ok(()) => Ok(0),
        Err(Stop::Fault(error)) => {
            ports.report(&format!("{error}\n"))?;
            Ok(error.code())
        }
        Err(Stop::Stream(error)) => Err(error),
    }
}

fn take_turns(
    args: &[OsString],
    ports: &mut Ports<'_>,
    game: &mut Option<Grids>,
) -> Result<(), Stop> {
    let (placed, mut turns) = open(args, ports.files)?;
    let game = game.insert(placed);
    loop {
        ports.out.write_all(render::boards(game).as_bytes())?;
        for side in Side::ALL {
            turn(side, game, &mut turns, ports)?;
            if game.has_lost(side.other()) {
                game.winner = Some(side);
                ports.out.write_all(render::verdict(side).as_bytes())?;
                return Ok(());
            }
        }
    }
}

/// Opens all files, and then reads all of them except the turns.
fn open(args: &[OsString], files: &dyn Files) -> Result<(Grids, Lines), Error> {
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
    let game = game::new(&rules, &BySide { first, second })?;
    // Checks that the file can be read. This reads no byte, because the turns may be a pipe whose
    // writer waits for the first board.
    turns.read(&mut []).map_err(|_| Error::Turns)?;
    Ok((game, Lines::new(turns)))
}

/// Opens the rules file. Returns `None` if the file cannot be opened and its name is [`STANDARD`].
fn open_rules(name: &OsStr, files: &dyn Files) -> Result<Option<Box<dyn Read>>, Error> {
    match files.open(Path::new(name)) {
        Ok(file) => Ok(Some(file)),
        Err(_) if name == STANDARD => Ok(None),
        Err(_) => Err(Error::NoRules),
    }
}

fn turn(
    side: Side,
    game: &mut Grids,
    turns: &mut Lines,
    ports: &mut Ports<'_>,
) -> Result<(), Stop> {
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
        let Some(impact) = game.fire(side, at) else {
            ports.out.write_all(render::REPEATED)?;
            continue;
        };
        ports.out.write_all(render::result(impact).as_bytes())?;
        return Ok(());
    }
}

/// Reads the machine's next line and prints it. Flushes the output first, because the file may be a
/// pipe whose writer waits for this output.
fn echoed(turns: &mut Lines, ports: &mut Ports<'_>) -> Result<Line, Stop> {
    ports.out.flush()?;
    let line = turns.try_next().map_err(|_| Error::Turns)?.ok_or(Error::GivesUp)?;
    ports.out.write_all(input::cut(&line.bytes))?;
    ports.out.write_all(b"\n")?;
    Ok(line)
}
