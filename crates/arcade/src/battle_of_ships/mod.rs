//! `broadside battle-of-ships` plays two files of moves against each other (spec battle-of-ships).
//!
//! The program draws no random numbers and does not read standard input. It reads and writes only
//! through [`Ports`](broadside_core::ports::Ports).

mod class;
mod error;
mod input;
mod render;

use crate::grids::Grids;
use broadside_core::board::{BySide, Side};
use broadside_core::ports::{Draft, Files, Ports};
use broadside_core::text::line_after;
use class::{Verdict, verdict};
use error::{BadMove, Error, Fault, KABOOM, Rule};
use input::Moves;
use std::ffi::{OsStr, OsString};
use std::io::{self, ErrorKind, Write};
use std::path::Path;

const OUTPUT_FILE: &str = "Battleship.out";
const USAGE: &str =
    "usage: broadside battle-of-ships PLAYER1.txt PLAYER2.txt PLAYER1.in PLAYER2.in\n";

/// Runs the program and returns the exit status: 3 if the output file cannot be written, else 0.
/// Stores the game in `game` when the game begins. Fails if only standard output fails.
pub(crate) fn play(
    args: &[OsString],
    ports: &mut Ports<'_>,
    game: &mut Option<Grids>,
) -> io::Result<u8> {
    let Some(names) = args.first_chunk::<4>() else { return misuse(ports) };
    let files = read_all(names, ports);
    let fault = files.as_ref().err().map(Error::explain);
    // The output file must get the whole output, even if standard output is closed early.
    let mut out = Tee::new(OUTPUT_FILE, ports.files, ports.out);
    match files {
        Ok((grids, moves)) => Match { game: game.insert(grids), moves }.play(&mut out),
        Err(error) => out.write(error.message()),
    }
    let (mut shown, copied) = out.finish();
    if let Some(fault) = fault {
        shown = shown.and_then(|()| end_line(ports)).and_then(|()| ports.report(&fault));
    }
    conclude(shown, copied, ports)
}

/// Returns the exit status. If writing the output file failed, reports the error in `copied` and
/// drops all other errors.
fn conclude(
    shown: io::Result<()>,
    copied: io::Result<()>,
    ports: &mut Ports<'_>,
) -> io::Result<u8> {
    let Err(error) = copied else { return shown.map(|()| 0) };
    // Standard error gets the message even if standard output is closed.
    let message = format!("broadside battle-of-ships: cannot write `{OUTPUT_FILE}`: {error}\n");
    drop((shown, ports.report(&message)));
    Ok(3)
}

/// Answers a call with too few arguments. Also writes the output file, because a test of the
/// programming course that asks for this program expects that file. Does not overwrite the output
/// file of an earlier game.
fn misuse(ports: &mut Ports<'_>) -> io::Result<u8> {
    let copy = Path::new(OUTPUT_FILE);
    let is_new = ports.files.open(copy).is_err_and(|error| error.kind() == ErrorKind::NotFound);
    let copied = if is_new { ports.files.replace(copy, KABOOM) } else { Ok(()) };
    let shown = ports.out.write_all(KABOOM).and_then(|()| end_line(ports));
    let shown = shown.and_then(|()| ports.report(USAGE));
    conclude(shown, copied, ports)
}

/// Ends the text of a fault with a newline on a terminal. A pipe or a file gets the exact output.
fn end_line(ports: &mut Ports<'_>) -> io::Result<()> {
    if ports.terminals.out { ports.out.write_all(b"\n") } else { Ok(()) }
}

fn read_all(names: &[OsString; 4], ports: &Ports<'_>) -> Result<(Grids, BySide<Moves>), Error> {
    let [first, second, first_moves, second_moves] = read(names, ports)?;
    let mut grids = Grids::new(input::DIMS);
    for (side, name, board, optional) in [
        (Side::First, &names[0], &first, "OptionalPlayer1.txt"),
        (Side::Second, &names[1], &second, "OptionalPlayer2.txt"),
    ] {
        let placed = place(&mut grids, side, (name, board), optional.as_ref(), ports);
        placed.map_err(Error::Kaboom)?;
    }
    Ok((grids, BySide { first: Moves::new(&first_moves), second: Moves::new(&second_moves) }))
}

struct Match<'g> {
    game: &'g mut Grids,
    moves: BySide<Moves>,
}

impl Match<'_> {
    fn play(mut self, out: &mut Tee<'_>) {
        out.write(render::TITLE);
        let verdict = self.rounds(out);
        match verdict {
            Some(Verdict::Wins(side)) => self.game.winner = Some(side),
            Some(Verdict::Draw) => {
                "A draw: both fleets are sunk".clone_into(&mut self.game.ending);
            }
            None => {}
        }
        out.write(render::end(verdict, self.game));
    }

    /// Plays rounds until the game is decided. Returns `None` if a side needs a move and has none
    /// left, or if both outputs have failed.
    fn rounds(&mut self, out: &mut Tee<'_>) -> Option<Verdict> {
        let mut round = 1;
        loop {
            for side in Side::ALL {
                self.turn(side, round, out)?;
            }
            if let Some(verdict) = verdict(self.game) {
                return Some(verdict);
            }
            round += 1;
        }
    }

    /// Reads tokens until one is a valid move, and plays this move. Returns `None` if there is no
    /// valid move, or if both outputs have failed.
    fn turn(&mut self, side: Side, round: u64, out: &mut Tee<'_>) -> Option<()> {
        if !self.moves[side].is_empty() {
            out.write(render::turn(side, round, self.game));
        }
        loop {
            let token = self.moves[side].next().filter(|_| !out.is_lost())?;
            out.write(render::echo(token));
            let fire = |at| self.game.fire(side, at).ok_or(BadMove::Invalid);
            match input::target(token).and_then(fire) {
                Ok(_) => return Some(()),
                Err(bad) => out.write(render::bad_move(&bad)),
            }
        }
    }
}

/// Reads all files. The error names all unreadable files, or else the first file that is not UTF-8.
fn read(names: &[OsString; 4], ports: &Ports<'_>) -> Result<[String; 4], Error> {
    let mut lost = Vec::new();
    let files = names.each_ref().map(|name| {
        let file = ports.read(Path::new(name));
        file.unwrap_or_else(|error| {
            lost.push((name.clone(), error));
            Vec::new()
        })
    });
    if !lost.is_empty() {
        return Err(Error::Unreachable(lost));
    }
    let mut texts = [const { String::new() }; 4];
    for ((text, file), name) in texts.iter_mut().zip(files).zip(names) {
        *text = decoded(name, file).map_err(Error::Kaboom)?;
    }
    Ok(texts)
}

fn decoded(name: &OsStr, file: Vec<u8>) -> Result<String, Fault> {
    String::from_utf8(file).map_err(|error| {
        let before = &error.as_bytes()[..error.utf8_error().valid_up_to()];
        Rule::Utf8.broken_at(name, line_after(before))
    })
}

/// Places the fleet of a side. `name` and `text` are the name and the content of its board file. An
/// optional file that cannot be read counts as missing.
fn place(
    game: &mut Grids,
    side: Side,
    (name, text): (&OsStr, &str),
    optional: &OsStr,
    ports: &Ports<'_>,
) -> Result<(), Fault> {
    let letters = input::board(name, text)?;
    let berths = match ports.read(Path::new(optional)) {
        Ok(bytes) => Some(input::berths(optional, &decoded(optional, bytes)?)?),
        Err(_) => None,
    };
    for (class, hull) in input::ships(&letters, berths.as_deref(), [name, optional])? {
        let placed = game.place(side, class.label().trim_end(), hull);
        placed.expect("no two ships cover the same cell of the board");
    }
    Ok(())
}

/// Output is written when this many bytes are collected.
const CHUNK: usize = 1 << 14;

/// Writes the whole output to standard output and to the output file.
struct Tee<'p> {
    text: Vec<u8>,
    shown: io::Result<()>,
    out: &'p mut dyn Write,
    copy: io::Result<Box<dyn Draft>>,
}

impl<'p> Tee<'p> {
    /// Begins the output. A regular file `name` gets its content only in [`finish`](Self::finish).
    fn new(name: &str, files: &dyn Files, out: &'p mut dyn Write) -> Self {
        Self { text: Vec::new(), shown: Ok(()), out, copy: files.draft(Path::new(name)) }
    }

    fn write(&mut self, text: impl AsRef<[u8]>) {
        self.text.extend_from_slice(text.as_ref());
        if self.text.len() >= CHUNK {
            self.flush();
        }
    }

    const fn is_lost(&self) -> bool {
        self.shown.is_err() && self.copy.is_err()
    }

    fn flush(&mut self) {
        if self.shown.is_ok() {
            self.shown = self.out.write_all(&self.text);
        }
        if let Ok(copy) = &mut self.copy
            && let Err(error) = copy.write_all(&self.text)
        {
            self.copy = Err(error);
        }
        self.text.clear();
    }

    /// Gives the file its new content. Returns the results of standard output and of the file.
    fn finish(mut self) -> (io::Result<()>, io::Result<()>) {
        self.flush();
        (self.shown, self.copy.and_then(Draft::finish))
    }
}
