//! `broadside naval`: a player at the keyboard against a machine (spec naval).
//!
//! The arguments are four files: the rules (size of the board and lengths of the ships), the
//! player's map, the machine's map, and the machine's guesses. The player types one guess per line.
//!
//! The program draws no random numbers and writes no files. It reads and writes only through
//! [`Ports`](broadside_core::ports::Ports).

mod error;
mod input;

use crate::grids::Grids;
use broadside_core::board::{BySide, Coord, Dims, Hull, Impact, Side};
use broadside_core::ports::{Files, Line, Ports};
use broadside_core::text::column_letters;
use error::{Error, Stop};
use input::{Berth, Lines, Rules};
use std::ffi::{OsStr, OsString};
use std::io::{self, Read};
use std::path::Path;

/// The name of the file with the standard rules. The file may be missing.
const STANDARD: &str = "standard.rules";

/// Runs the program, and puts the game into `game` when the game begins. The first side is the
/// player, and the second side is the machine. Returns the exit status. Fails if standard output
/// fails.
pub(crate) fn play(
    args: &[OsString],
    ports: &mut Ports<'_>,
    game: &mut Option<Grids>,
) -> io::Result<u8> {
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
        ports.out.write_all(boards(game).as_bytes())?;
        for side in Side::ALL {
            turn(side, game, &mut turns, ports)?;
            if game.has_lost(side.other()) {
                game.winner = Some(side);
                ports.out.write_all(verdict(side).as_bytes())?;
                return Ok(());
            }
        }
    }
}

/// Opens all files, and then reads all of them except the machine's guesses (`turns`).
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
    let game = new_game(&rules, &BySide { first, second })?;
    // Checks that the guesses can be read. This reads no byte, because the guesses may come from a
    // pipe whose writer waits for the first board.
    turns.read(&mut []).map_err(|_| Error::Turns)?;
    Ok((game, Lines::new(turns)))
}

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
        ports.out.write_all(prompt(side).as_bytes())?;
        let line = match side {
            Side::First => ports.answer()?.ok_or(Error::NoGuess)?,
            Side::Second => echoed(turns, ports)?,
        };
        let Some(at) = input::guess(&line, game.dims()) else {
            ports.out.write_all(BAD)?;
            continue;
        };
        let Some(impact) = game.fire(side, at) else {
            ports.out.write_all(REPEATED)?;
            continue;
        };
        ports.out.write_all(result(impact).as_bytes())?;
        return Ok(());
    }
}

/// Reads the machine's next line and prints it. Flushes the output first, because the lines may
/// come from a pipe whose writer waits for this output.
fn echoed(turns: &mut Lines, ports: &mut Ports<'_>) -> Result<Line, Stop> {
    ports.out.flush()?;
    let line = turns.try_next().map_err(|_| Error::Turns)?.ok_or(Error::GivesUp)?;
    ports.out.write_all(input::cut(&line.bytes))?;
    ports.out.write_all(b"\n")?;
    Ok(line)
}

/// Places both fleets. Order of the checks (spec naval §1): number of ships, overlaps, the board.
fn new_game(rules: &Rules, maps: &BySide<Vec<Berth>>) -> Result<Grids, Error> {
    for side in Side::ALL {
        if maps[side].len() < rules.lengths.len() {
            return Err(Error::Map(side));
        }
    }
    let hulls = BySide::from_fn(|side| fleet(&rules.lengths, &maps[side]));
    if let Some(side) = first_overlap(&hulls) {
        return Err(Error::Overlap(side));
    }
    let mut game = Grids::new(rules.dims);
    for side in Side::ALL {
        for (hull, number) in hulls[side].iter().zip(1..) {
            let placed = game.place(side, format!("ship {number:X}"), *hull);
            placed.map_err(|_| Error::OutOfBounds(side))?;
        }
    }
    Ok(game)
}

fn fleet(lengths: &[u32], berths: &[Berth]) -> Vec<Hull> {
    let hull = |(length, berth): (&u32, &Berth)| {
        let hull = Hull::new(berth.start, berth.rest.opposite(), *length);
        hull.expect("small coordinates, and a length from 1 to 2^31 - 1")
    };
    lengths.iter().zip(berths).map(hull).collect()
}

/// Returns the side whose fleet has the first pair of overlapping ships, in the order of the ships'
/// indexes. If both fleets have the same pair first, returns the player's side.
fn first_overlap(fleets: &BySide<Vec<Hull>>) -> Option<Side> {
    let pairs = Side::ALL.map(|side| Some((overlapping_pair(&fleets[side])?, side)));
    pairs.into_iter().flatten().min().map(|(_, side)| side)
}

/// Returns the indexes of the first two hulls that share a cell, on the board or off it.
///
/// Compares rectangles, because lengths go up to 2^31 - 1. The search is short even for many hulls:
/// it stops at the first hull that overlaps a later hull. All earlier hulls overlap no other hull,
/// so they begin on different cells, and a map can name only 676 cells.
fn overlapping_pair(hulls: &[Hull]) -> Option<(usize, usize)> {
    let rects: Vec<_> = hulls.iter().map(Hull::rect).collect();
    let later = |i: usize| (i + 1..rects.len()).find(|j| rects[i].overlaps(&rects[*j]));
    (0..rects.len()).find_map(|i| Some((i, later(i)?)))
}

const BAD: &[u8] = b"Bad guess\n";
const REPEATED: &[u8] = b"Repeated guess\n";

const fn prompt(side: Side) -> &'static str {
    match side {
        Side::First => "(Your move)>",
        Side::Second => "(CPU move)>",
    }
}

const fn result(impact: Impact) -> &'static str {
    match impact {
        Impact::Water | Impact::Again { .. } => "Miss\n",
        Impact::Hit { .. } => "Hit\n",
        Impact::Sunk { .. } => "Hit\nShip sunk\n",
    }
}

const fn verdict(winner: Side) -> &'static str {
    match winner {
        Side::First => "Game over - you win\n",
        Side::Second => "Game over - you lose\n",
    }
}

/// Draws both boards, but not the machine's misses on the player's board.
fn boards(game: &Grids) -> String {
    let machine = |at| match game.shots(Side::First).get(&at) {
        None => '.',
        Some(Impact::Water) => '/',
        Some(_) => '*',
    };
    let player = |at| match (game.shots(Side::Second).get(&at), game.board(Side::First).ship_at(at))
    {
        (None, Some(ship)) => sign(ship.index() + 1),
        (None | Some(Impact::Water), _) => '.',
        (Some(_), _) => '*',
    };
    format!("{}===\n{}", board(game.dims(), machine), board(game.dims(), player))
}

fn sign(number: usize) -> char {
    format!("{number:X}").chars().next().expect("a number has digits")
}

fn board(dims: Dims, sign: impl Fn(Coord) -> char) -> String {
    let letters = column_letters(usize::try_from(dims.cols()).expect("26 columns at most"));
    let rows = (0..dims.rows()).map(|row| {
        let signs: String = (0..dims.cols()).map(|col| sign(Coord::new(row, col))).collect();
        format!("{:2} {signs}\n", row + 1)
    });
    format!("   {}\n{}", letters.collect::<String>(), rows.collect::<String>())
}
