//! `broadside classic`: one player against a machine (spec classic). A seed determines the random
//! numbers of the machine.
//!
//! The bots of this program are separate from all other bots, because the output depends on the
//! order of their random draws. The program reads and writes only through
//! [`Ports`](broadside_core::ports::Ports).
//!
//! All random numbers come from one [`Dice`](broadside_core::dice::Dice), in this order:
//!
//! 1. For each ship of the machine, in order of symbol: a number below 2 for the direction. If the
//!    ship fits in that direction, the row and the column of its first cell follow. All of this is
//!    repeated until the ship lies on the board and on no other ship.
//! 2. A number below 2 decides who begins.
//! 3. For each random shot of the machine: a number below the number of cells that the machine has
//!    not fired at. The random machine always fires at random. The smart machine fires at random
//!    only if it has fired at all cells next to its hits. The cheating machine never does.

mod bots;
mod error;
mod input;
mod placement;

use crate::grids::Grids;
use bots::{Ai, Bot};
use broadside_core::board::{Coord, Dims, Impact, Side};
use broadside_core::dice::{Dice, Seed};
use broadside_core::ports::{Files, Ports};
use broadside_core::text::line_after;
use error::{Error, Stop};
use placement::Placer;
use std::fmt::{self, Display, Write as _};
use std::io::{self, Read};
use std::path::{Path, PathBuf};

/// Runs the program with the dice that `dice` makes from the seed, and puts the game into `game`
/// when the game begins. The first side is the player, and the second side is the machine. Returns
/// the exit status. Fails if standard output fails.
pub fn play<D: Dice>(
    ports: &mut Ports<'_>,
    dice: impl FnOnce(&Seed) -> D,
    game: &mut Option<Grids>,
) -> io::Result<u8> {
    let error = match ask_and_play(ports, dice, game) {
        Ok(()) => return Ok(0),
        Err(Stop::Fault(error)) => error,
        Err(Stop::Stream(error)) => return Err(error),
    };
    // At a terminal, the message must not follow the question in the same line.
    if matches!(error, Error::EndOfInput) && ports.terminals.out {
        ports.out.write_all(b"\n")?;
    }
    if error.is_original() {
        ports.out.write_all(format!("{error}\n").as_bytes())?;
        return Ok(0);
    }
    ports.report(&format!("broadside classic: {error}\n"))?;
    Ok(1)
}

fn ask_and_play<D: Dice>(
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
        // Standard output has only the texts of the original program, so `report` writes this hint
        // to standard error.
        if ports.terminals.input && ports.terminals.err {
            ports.report(SEEDS)?;
        }
        let seed = ask(ports, SEED, input::seed)?;
        let width = ask(ports, WIDTH, input::extent)?;
        let height = ask(ports, HEIGHT, input::extent)?;
        let dims = input::dims(width, height).ok_or(Error::TooLarge)?;
        let file = ask_file(ports)?;
        let ai = ask(ports, AI, input::ai)?;
        Ok(Self { seed, dims, file, ai })
    }

    fn grids(&mut self) -> Result<Grids, Error> {
        let File { path, bytes } = &mut self.file;
        let mut text = Vec::new();
        let unreadable = |text: &[u8], error| {
            let line = line_after(text);
            Error::Unreadable { path: path.clone(), line, error }
        };
        let read = bytes.take(LONGEST_FILE + 1).read_to_end(&mut text);
        read.map_err(|error| unreadable(&text, error))?;
        if text.len() as u64 > LONGEST_FILE {
            return Err(unreadable(&text, io::ErrorKind::FileTooLarge.into()));
        }
        let mut game = Grids::new(self.dims);
        placement::place(&mut game, &input::ships(path, &text)?)?;
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
        let path = ask(ports, FILE, |line| Some(input::path(line)))?;
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
        // The original program tells the player where the ships of the machine lie.
        let (Coord { row, col }, stern) = (hull.bow(), hull.stern());
        writeln!(ports.out, "Placing ship from {row},{col} to {},{}.", stern.row, stern.col)?;
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
    let verdict = if has_won { WON } else { LOST };
    ports.out.write_all(boards(game).as_bytes())?;
    ports.out.write_all(verdict.as_bytes())?;
    Ok(())
}

fn player_turn(game: &mut Grids, ports: &mut Ports<'_>) -> Result<(), Stop> {
    ports.out.write_all(boards(game).as_bytes())?;
    let impact = ask(ports, SHOT, |line| game.fire(Side::First, input::shot(line)?))?;
    ports.out.write_all(result(game, Side::First, impact).as_bytes())?;
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
    writeln!(ports.out, "The AI fires at location ({}, {})", at.row, at.col)?;
    ports.out.write_all(result(game, Side::Second, impact).as_bytes())?;
    Ok(())
}

const SEED: &str = "Enter the seed: ";
const WIDTH: &str = "Enter the width of the board: ";
const HEIGHT: &str = "Enter the height of the board: ";
const FILE: &str = "Enter the name of the file containing your ship placements: ";
const AI: &str = "Choose your AI.\n1. Random\n2. Smart\n3. Cheater\n Your choice: ";
const SHOT: &str = "Enter row and column to fire on separated by a space: ";

const WON: &str = "You win!\n";
const LOST: &str = "The AI wins.\n";

fn result(game: &Grids, side: Side, impact: Impact) -> String {
    match impact {
        Impact::Sunk { ship, .. } => format!("You sunk my {}\n", game.name(side.other(), ship)),
        Impact::Water => "Miss!\n".to_owned(),
        Impact::Hit { .. } | Impact::Again { .. } => "Hit!\n".to_owned(),
    }
}

fn boards(game: &Grids) -> String {
    let mut scanned = Picture::new(game.dims());
    scanned.paint_shots(game, Side::First);
    let mut own = Picture::new(game.dims());
    for ship in game.fleet(Side::First) {
        ship.hull.fields().for_each(|at| own.paint(at, ship.name));
    }
    own.paint_shots(game, Side::Second);
    format!("Scanning Board\n{scanned}\nMy Board\n{own}\n")
}

struct Picture<'a> {
    cols: usize,
    cells: Vec<&'a str>,
}

impl<'a> Picture<'a> {
    fn new(dims: Dims) -> Self {
        let (rows, cols) = (index(dims.rows()), index(dims.cols()));
        Self { cols, cells: vec!["*"; rows * cols] }
    }

    fn paint_shots(&mut self, game: &Grids, side: Side) {
        for (at, impact) in game.shots(side) {
            self.paint(*at, if *impact == Impact::Water { "O" } else { "X" });
        }
    }

    fn paint(&mut self, at: Coord, sign: &'a str) {
        self.cells[index(at.row) * self.cols + index(at.col)] = sign;
    }
}

impl Display for Picture<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_char(' ')?;
        for col in 0..self.cols {
            write!(f, " {col}")?;
        }
        for (row, number) in self.cells.chunks(self.cols).zip(0..) {
            write!(f, "\n{number} {}", row.join(" "))?;
        }
        f.write_char('\n')
    }
}

/// Converts a row or column to an index. This cannot fail: boards have at most a million cells.
fn index(n: i64) -> usize {
    usize::try_from(n).expect("a row or column of the board")
}
