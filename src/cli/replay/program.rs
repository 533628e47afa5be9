//! Shows a game of one of broadside's other programs, such as `naval`, as a page. The program plays
//! as usual, but its standard output is dropped, and it writes no file.

use super::grids::Notation;
use super::{Replay, send_grids};
use crate::cli::exit::{Exit, Failure};
use broadside::catalog::Program;
use broadside::ports::{Draft, Files, MemoryFiles, Ports, Terminals};
use broadside::rules::grids::Grids;
use std::ffi::OsString;
use std::io::{self, Read};
use std::path::Path;

#[derive(Clone, Copy, Debug)]
pub(super) struct Played {
    program: Program,
    notation: Notation,
    sides: [&'static str; 2],
}

const fn played(program: Program, notation: Notation, sides: [&'static str; 2]) -> Played {
    Played { program, notation, sides }
}

const PLAYER_AND_MACHINE: [&str; 2] = ["The player", "The machine"];

pub(super) const PROGRAMS: &[(&str, Played, &str)] = &[
    (
        "naval",
        played(Program::Naval, Notation::Letters, PLAYER_AND_MACHINE),
        "Files: RULES PLAYERMAP CPUMAP TURNS; your guesses on standard input",
    ),
    (
        "battle-of-ships",
        played(Program::BattleOfShips, Notation::Commas, ["Player1", "Player2"]),
        "Files: PLAYER1.txt PLAYER2.txt PLAYER1.in PLAYER2.in",
    ),
    (
        "classic",
        played(Program::Classic, Notation::Numbers, PLAYER_AND_MACHINE),
        "No files; the answers to its questions on standard input. Files that the answers name are looked for in the \
         current folder",
    ),
];

/// Plays the program and writes the page, even if an error ends the game early.
pub(super) fn write(
    played: Played,
    options: &Replay,
    ports: &mut Ports<'_>,
) -> Result<Exit, Failure> {
    let args: Vec<OsString> = options.files.iter().map(|path| path.clone().into()).collect();
    let mut game: Option<Grids> = None;
    let mut aside = Ports {
        input: &mut *ports.input,
        out: &mut io::sink(),
        err: &mut *ports.err,
        files: &Unwritten(ports.files),
        terminals: Terminals::default(),
    };
    let ran = played.program.play(&args, &mut aside, &mut game);
    ran.map_err(Failure::Stream)?;
    let Some(game) = game else {
        let name = played.program.name();
        ports.report(&format!("error: no game began; `broadside {name}` says why\n"))?;
        return Ok(Exit::Syntax);
    };
    let sides = played.sides.map(str::to_owned);
    let names = options.names.as_ref().unwrap_or(&sides);
    send_grids(options, Some(names), &game, played.notation, &[], ports)
}

/// The program can read files, but the files that it writes go to memory, and are dropped.
struct Unwritten<'f>(&'f dyn Files);

impl Files for Unwritten<'_> {
    fn open(&self, path: &Path) -> io::Result<Box<dyn Read>> {
        self.0.open(path)
    }

    fn draft(&self, path: &Path) -> io::Result<Box<dyn Draft>> {
        MemoryFiles::default().draft(path)
    }
}
