//! The order of things: questions, fleets, turns. Spec classic §1 to §4.

use super::bots::Ai;
use super::error::{Error, Stop};
use super::fleet::Fleet;
use super::game::Game;
use super::input;
use super::placement::Placer;
use super::render;
use crate::grids::Watch;
use broadside_core::board::{Coord, Dims, Side};
use broadside_core::dice::{Dice, Seed, Twister};
use broadside_core::ports::{Files, Ports};
use broadside_core::text::line_behind;
use std::ffi::OsString;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

/// Runs `broadside classic`; arguments do not count. Returns the exit status.
///
/// # Errors
/// When a standard stream fails.
pub fn run(_args: &[OsString], ports: &mut Ports<'_>) -> io::Result<u8> {
    run_with(ports, Twister::from_python_seed)
}

/// Like [`run`], with the dice that `dice` makes of the seed.
///
/// # Errors
/// When a standard stream fails.
#[doc(hidden)]
pub fn run_with<D: Dice>(ports: &mut Ports<'_>, dice: impl FnOnce(&Seed) -> D) -> io::Result<u8> {
    conclude(contest(ports, dice, &mut ()), ports)
}

/// Like [`run`], seen by `watch`. The first side is the player, the second one the machine.
///
/// # Errors
/// When a standard stream fails.
#[doc(hidden)]
pub fn watch(ports: &mut Ports<'_>, watch: &mut dyn Watch) -> io::Result<u8> {
    conclude(contest(ports, Twister::from_python_seed, watch), ports)
}

fn conclude(outcome: Result<(), Stop>, ports: &mut Ports<'_>) -> io::Result<u8> {
    let error = match outcome {
        Ok(()) => return Ok(0),
        Err(Stop::Fault(error)) => error,
        Err(Stop::Stream(error)) => return Err(error),
    };
    match error.code() {
        0 => ports.out.write_all(format!("{error}\n").as_bytes())?,
        _ => ports.report(&format!("broadside classic: {error}\n"))?,
    }
    Ok(error.code())
}

fn contest<D: Dice>(
    ports: &mut Ports<'_>,
    dice: impl FnOnce(&Seed) -> D,
    watch: &mut dyn Watch,
) -> Result<(), Stop> {
    let mut setup = Setup::ask(ports)?;
    let mut dice = dice(&setup.seed);
    let player = setup.fleet()?;
    let machine = place(&player, &mut dice, ports)?;
    watch.begin(setup.dims);
    for (side, fleet) in Side::ALL.into_iter().zip([&player, &machine]) {
        for (symbol, hull) in fleet.ships() {
            watch.place(side, symbol, *hull);
        }
    }
    let mut game = Game::new(setup.ai, player, machine);
    let first = if dice.below(2) == 0 { Side::First } else { Side::Second };
    play(&mut game, first, &mut dice, (ports, watch))
}

/// The answers to the questions.
struct Setup {
    seed: Seed,
    dims: Dims,
    file: File,
    ai: Ai,
}

impl Setup {
    fn ask(ports: &mut Ports<'_>) -> Result<Self, Stop> {
        // The words of the original go to standard output, and stay as they are.
        if ports.terminals.input && ports.terminals.err {
            ports.report(SEEDS)?;
        }
        let seed = ask(ports, render::SEED, input::seed)?;
        let width = ask(ports, render::WIDTH, input::extent)?;
        let height = ask(ports, render::HEIGHT, input::extent)?;
        let dims = input::dims(width, height).ok_or(Error::TooLarge)?;
        let file = ask_file(ports)?;
        let ai = ask(ports, render::AI, input::ai)?;
        Ok(Self { seed, dims, file, ai })
    }

    /// The player's fleet, from the file.
    fn fleet(&mut self) -> Result<Fleet, Error> {
        let File { path, bytes } = &mut self.file;
        let mut text = Vec::new();
        let unreadable = |text: &[u8], error| Error::Unreadable {
            path: path.clone(),
            line: line_behind(text),
            error,
        };
        let read = bytes.take(LONGEST_FILE + 1).read_to_end(&mut text);
        read.map_err(|error| unreadable(&text, error))?;
        if text.len() as u64 > LONGEST_FILE {
            return Err(unreadable(&text, io::ErrorKind::FileTooLarge.into()));
        }
        Fleet::from_entries(self.dims, &input::ships(path, &text)?)
    }
}

/// What a seed is for. A person at a terminal reads it.
const SEEDS: &str = "A seed is any whole number, such as 7. The same seed and the same answers give the same game.\n";

/// The longest ship file that is read, in bytes: a device may never end.
const LONGEST_FILE: u64 = 16 << 20;

/// The open ship file, and what it was called.
struct File {
    path: PathBuf,
    bytes: Box<dyn Read>,
}

/// Asks for the ship file until one can be opened; says why another cannot.
fn ask_file(ports: &mut Ports<'_>) -> Result<File, Stop> {
    loop {
        let path = ask(ports, render::FILE, |line| Some(input::path(line)))?;
        match open(&path, ports.files) {
            Ok(bytes) => return Ok(File { path, bytes }),
            Err(error) => {
                let fault = Error::Unopened { path, error };
                ports.report(&format!("broadside classic: {fault}\n"))?;
            }
        }
    }
}

fn open(path: &Path, files: &dyn Files) -> io::Result<Box<dyn Read>> {
    let mut bytes = files.open(path)?;
    // A directory can be opened, but not read, not even for nothing.
    bytes.read(&mut []).map(|_| bytes)
}

/// Asks `question` until `read` takes the answer. It takes none over 1 MiB.
fn ask<T>(
    ports: &mut Ports<'_>,
    question: &str,
    mut read: impl FnMut(&[u8]) -> Option<T>,
) -> Result<T, Stop> {
    loop {
        ports.out.write_all(question.as_bytes())?;
        let line = ports.answer()?.ok_or(Error::EndOfInput)?;
        if !line.is_overlong
            && let Some(answer) = read(&line.bytes)
        {
            return Ok(answer);
        }
    }
}

/// The machine's fleet: the ships of `model` in ascending order of symbol, wherever the dice put them.
fn place(model: &Fleet, dice: &mut dyn Dice, ports: &mut Ports<'_>) -> Result<Fleet, Stop> {
    let mut ships: Vec<_> = model.ships().map(|(symbol, hull)| (symbol, hull.length())).collect();
    ships.sort_unstable();
    let mut fleet = Fleet::new(model.board().dims());
    let mut placer = Placer::default();
    for (symbol, length) in ships {
        let hull = placer.berth(fleet.board(), length, dice);
        let hull = hull.ok_or_else(|| Error::NoRoom(symbol.to_owned()))?;
        fleet.place(symbol, hull)?;
        ports.out.write_all(render::placed(&hull).as_bytes())?;
    }
    Ok(fleet)
}

/// Takes turns until a side has lost.
fn play(
    game: &mut Game,
    first: Side,
    dice: &mut dyn Dice,
    (ports, watch): (&mut Ports<'_>, &mut dyn Watch),
) -> Result<(), Stop> {
    let mut side = first;
    while !game.is_over() {
        let at = match side {
            Side::First => Some(player_turn(game, ports)?),
            Side::Second => machine_turn(game, dice, ports)?,
        };
        if let Some(at) = at {
            watch.shoot(side, at);
        }
        side = side.other();
    }
    let has_won = game.machine.is_lost();
    watch.end(Some(if has_won { Side::First } else { Side::Second }));
    let verdict = if has_won { render::WON } else { render::LOST };
    show(game, ports)?;
    ports.out.write_all(verdict.as_bytes())?;
    Ok(())
}

fn player_turn(game: &mut Game, ports: &mut Ports<'_>) -> Result<Coord, Stop> {
    show(game, ports)?;
    let (at, impact) = ask(ports, render::SHOT, |line| {
        let at = input::shot(line)?;
        Some((at, game.machine.fire(at)?))
    })?;
    ports.out.write_all(render::result(&game.machine, impact).as_bytes())?;
    Ok(at)
}

fn machine_turn(
    game: &mut Game,
    dice: &mut dyn Dice,
    ports: &mut Ports<'_>,
) -> Result<Option<Coord>, Stop> {
    let Some((at, impact)) = game.machine_fires(dice) else { return Ok(None) };
    ports.out.write_all(render::fires(at).as_bytes())?;
    ports.out.write_all(render::result(&game.player, impact).as_bytes())?;
    Ok(Some(at))
}

fn show(game: &Game, ports: &mut Ports<'_>) -> Result<(), Stop> {
    ports.out.write_all(render::boards(&game.machine, &game.player).as_bytes())?;
    Ok(())
}
