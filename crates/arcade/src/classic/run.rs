//! Runs classic: asks the questions, places the fleets and takes turns (spec classic §1 to §4).

use super::bots::{Ai, Bot};
use super::error::{Error, Stop};
use super::fleet;
use super::input;
use super::placement::Placer;
use super::render;
use crate::grids::Grids;
use broadside_core::board::{Dims, Side};
use broadside_core::dice::{Dice, Seed, Twister};
use broadside_core::ports::{Files, Ports};
use broadside_core::text::line_behind;
use std::ffi::OsString;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

/// Runs `broadside classic`, and returns the exit status. The program ignores its arguments.
///
/// # Errors
/// When standard output fails.
pub fn run(_args: &[OsString], ports: &mut Ports<'_>) -> io::Result<u8> {
    run_with(ports, Twister::from_python_seed)
}

/// Runs the program with the dice that `dice` makes from the seed. Returns the exit status.
///
/// # Errors
/// When standard output fails.
#[doc(hidden)]
pub fn run_with<D: Dice>(ports: &mut Ports<'_>, dice: impl FnOnce(&Seed) -> D) -> io::Result<u8> {
    conclude(play_with(ports, dice, &mut None), ports)
}

/// Runs the program, and puts the game into `game` when the game begins. The first side is the
/// player, and the second side is the machine. Returns the exit status.
///
/// # Errors
/// When standard output fails.
#[doc(hidden)]
pub fn play(ports: &mut Ports<'_>, game: &mut Option<Grids>) -> io::Result<u8> {
    conclude(play_with(ports, Twister::from_python_seed, game), ports)
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

fn play_with<D: Dice>(
    ports: &mut Ports<'_>,
    dice: impl FnOnce(&Seed) -> D,
    game: &mut Option<Grids>,
) -> Result<(), Stop> {
    let mut setup = Setup::ask(ports)?;
    let mut dice = dice(&setup.seed);
    let mut placed = setup.grids()?;
    place(&mut placed, &mut dice, ports)?;
    let bot = Bot::new(setup.ai, placed.board(Side::First));
    let first = if dice.below(2) == 0 { Side::First } else { Side::Second };
    take_turns(game.insert(placed), bot, first, &mut dice, ports)
}

struct Setup {
    seed: Seed,
    dims: Dims,
    file: File,
    ai: Ai,
}

impl Setup {
    fn ask(ports: &mut Ports<'_>) -> Result<Self, Stop> {
        // Standard output has only the texts of the original program.
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

    /// Returns a game with the player's ships from the file.
    fn grids(&mut self) -> Result<Grids, Error> {
        let File { path, bytes } = &mut self.file;
        let mut text = Vec::new();
        let unreadable = |text: &[u8], error| {
            let line = line_behind(text);
            Error::Unreadable { path: path.clone(), line, error }
        };
        let read = bytes.take(LONGEST_FILE + 1).read_to_end(&mut text);
        read.map_err(|error| unreadable(&text, error))?;
        if text.len() as u64 > LONGEST_FILE {
            return Err(unreadable(&text, io::ErrorKind::FileTooLarge.into()));
        }
        let mut game = Grids::new(self.dims);
        fleet::place(&mut game, &input::ships(path, &text)?)?;
        Ok(game)
    }
}

const SEEDS: &str = "A seed is any whole number, such as 7. The same seed and the same answers give the same game.\n";

/// The largest ship file, in bytes. Without a limit, reading a device might never end.
const LONGEST_FILE: u64 = 16 << 20;

struct File {
    path: PathBuf,
    bytes: Box<dyn Read>,
}

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
    // A directory can be opened, but even reading zero bytes from it fails.
    bytes.read(&mut []).map(|_| bytes)
}

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

/// Gives the machine ships with the player's symbols and lengths, placed in order of symbol.
fn place(game: &mut Grids, dice: &mut dyn Dice, ports: &mut Ports<'_>) -> Result<(), Stop> {
    let ships = game.fleet(Side::First).map(|ship| (ship.name.to_owned(), ship.hull.length()));
    let mut ships: Vec<_> = ships.collect();
    ships.sort_unstable();
    let mut placer = Placer::default();
    for (symbol, length) in ships {
        let Some(hull) = placer.berth(game.board(Side::Second), length, dice) else {
            return Err(Error::NoRoom(symbol).into());
        };
        game.place(Side::Second, symbol, hull).expect("a free place on the board");
        ports.out.write_all(render::placed(&hull).as_bytes())?;
    }
    Ok(())
}

fn take_turns(
    game: &mut Grids,
    mut bot: Bot,
    first: Side,
    dice: &mut dyn Dice,
    ports: &mut Ports<'_>,
) -> Result<(), Stop> {
    let mut side = first;
    while !Side::ALL.iter().any(|side| game.has_lost(*side)) {
        match side {
            Side::First => player_turn(game, ports)?,
            Side::Second => machine_turn(game, &mut bot, dice, ports)?,
        }
        side = side.other();
    }
    let has_won = game.has_lost(Side::Second);
    game.winner = Some(if has_won { Side::First } else { Side::Second });
    let verdict = if has_won { render::WON } else { render::LOST };
    ports.out.write_all(render::boards(game).as_bytes())?;
    ports.out.write_all(verdict.as_bytes())?;
    Ok(())
}

fn player_turn(game: &mut Grids, ports: &mut Ports<'_>) -> Result<(), Stop> {
    ports.out.write_all(render::boards(game).as_bytes())?;
    let impact = ask(ports, render::SHOT, |line| game.fire(Side::First, input::shot(line)?))?;
    ports.out.write_all(render::result(game, Side::First, impact).as_bytes())?;
    Ok(())
}

fn machine_turn(
    game: &mut Grids,
    bot: &mut Bot,
    dice: &mut dyn Dice,
    ports: &mut Ports<'_>,
) -> Result<(), Stop> {
    let at = bot.aim(dice);
    let impact = game.fire(Side::Second, at).expect("a cell that the bot has not fired at");
    bot.learn(at, impact);
    ports.out.write_all(render::fires(at).as_bytes())?;
    ports.out.write_all(render::result(game, Side::Second, impact).as_bytes())?;
    Ok(())
}
