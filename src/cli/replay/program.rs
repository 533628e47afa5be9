//! A game of a byte-exact program as a page: the program plays it from its files and standard input, as
//! ever, but prints nothing and writes no file.

use super::grids::{Notation, PageData};
use super::{Replay, send};
use crate::cli::exit::{Exit, Failure};
use broadside::catalog::Program;
use broadside::ports::{Draft, Files, Ports, Terminals};
use broadside::rules::grids::Grids;
use clap::ValueEnum;
use std::ffi::OsString;
use std::io::{self, Read, Write};
use std::path::Path;

/// A program whose games are replayed.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub(super) enum Played {
    /// Files: RULES PLAYERMAP CPUMAP TURNS; your guesses on standard input.
    Naval,
    /// Files: PLAYER1.txt PLAYER2.txt PLAYER1.in PLAYER2.in.
    BattleOfShips,
    /// No files; the answers to its questions on standard input. Files that the answers name are looked for
    /// in the current folder.
    Classic,
}

impl Played {
    const fn program(self) -> Program {
        match self {
            Self::Naval => Program::Naval,
            Self::BattleOfShips => Program::BattleOfShips,
            Self::Classic => Program::Classic,
        }
    }

    const fn notation(self) -> Notation {
        match self {
            Self::Naval => Notation::Letters,
            Self::BattleOfShips => Notation::Commas,
            Self::Classic => Notation::Numbers,
        }
    }

    /// What the two sides are called.
    const fn sides(self) -> [&'static str; 2] {
        match self {
            Self::Naval | Self::Classic => ["The player", "The machine"],
            Self::BattleOfShips => ["Player1", "Player2"],
        }
    }
}

/// Writes the page of a game, as far as it went.
pub(super) fn write(played: Played, told: &Replay, ports: &mut Ports<'_>) -> Result<Exit, Failure> {
    let args: Vec<OsString> = told.files.iter().map(|path| path.clone().into()).collect();
    let mut game: Option<Grids> = None;
    let mut aside = Ports {
        input: &mut *ports.input,
        out: &mut io::sink(),
        err: &mut *ports.err,
        files: &Unwritten(ports.files),
        terminals: Terminals::default(),
    };
    let ran = played.program().play(&args, &mut aside, &mut game);
    ran.map_err(Failure::Stream)?;
    let Some(game) = game else {
        let name = played.program().name();
        ports.report(&format!("error: no game began; `broadside {name}` says why\n"))?;
        return Ok(Exit::Syntax);
    };
    let sides = played.sides().map(str::to_owned);
    let names = told.names.as_ref().unwrap_or(&sides);
    let page = PageData::new(&game, played.notation());
    let (side, title) = (told.side, told.title.as_deref());
    send(&PageData { side, title, names: Some(names), ..page }, told.output.as_deref(), ports)
}

/// Files that are read; what is written to them is lost.
struct Unwritten<'f>(&'f dyn Files);

impl Files for Unwritten<'_> {
    fn open(&self, path: &Path) -> io::Result<Box<dyn Read>> {
        self.0.open(path)
    }

    fn draft(&self, _: &Path) -> io::Result<Box<dyn Draft>> {
        Ok(Box::new(Nothing))
    }
}

/// A draft of which nothing stays.
struct Nothing;

impl Write for Nothing {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Draft for Nothing {
    fn finish(self: Box<Self>) -> io::Result<()> {
        Ok(())
    }
}
