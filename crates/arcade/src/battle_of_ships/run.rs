//! The order of things: files, rounds, the end. Spec battle-of-ships §1 to §3.

use super::error::{BadMove, Error, Fault, Rule};
use super::fleet::{self, Misfit};
use super::game::{Sea, Seas, Verdict, verdict};
use super::input::{self, Moves};
use super::render;
use super::twice::Twice;
use crate::grids::Watch;
use broadside_core::board::{BySide, Coord, Side};
use broadside_core::ports::Ports;
use broadside_core::text::{Visible, line_behind};
use std::ffi::{OsStr, OsString};
use std::io::{self, ErrorKind};
use std::path::Path;

/// Where a copy of the output goes.
const COPY: &str = "Battleship.out";
/// The whole output where a file is malformed, or missing from the arguments.
const KABOOM: &[u8] = b"kaBOOM: run for your life!";
const USAGE: &str =
    "usage: broadside battle-of-ships PLAYER1.txt PLAYER2.txt PLAYER1.in PLAYER2.in\n";

/// Runs `broadside battle-of-ships PLAYER1.txt PLAYER2.txt PLAYER1.in PLAYER2.in` and returns the exit
/// status.
///
/// # Errors
/// When a standard stream fails.
pub fn run(args: &[OsString], ports: &mut Ports<'_>) -> io::Result<u8> {
    watch(args, ports, &mut ())
}

/// Like [`run`], seen by `watch`.
///
/// # Errors
/// When a standard stream fails.
#[doc(hidden)]
pub fn watch(args: &[OsString], ports: &mut Ports<'_>, watch: &mut dyn Watch) -> io::Result<u8> {
    let Some(names) = args.first_chunk::<4>() else { return misuse(ports) };
    let war = War::declare(names, ports);
    let fault = war.as_ref().err().map(told);
    // The file shall be whole even when the reader of standard output leaves early.
    let mut out = Twice::new(COPY, ports.files, ports.out);
    match war {
        Ok(war) => war.wage(&mut out, watch),
        Err(error) => out.say(error.to_bytes()),
    }
    let (mut shown, copied) = out.finish();
    if let Some(fault) = fault {
        shown = shown.and_then(|()| end_line(ports)).and_then(|()| ports.report(&fault));
    }
    conclude(shown, copied, ports)
}

/// The exit status, after `shown` became of standard output and `copied` of the file.
fn conclude(
    shown: io::Result<()>,
    copied: io::Result<()>,
    ports: &mut Ports<'_>,
) -> io::Result<u8> {
    let Err(error) = copied.map_err(Error::Unwritable) else { return shown.map(|()| 0) };
    // That reader may be gone: the lost file is still to be told of.
    let reported = ports.report(&format!("{error}\n"));
    drop(shown.and(reported));
    Ok(error.code())
}

/// Too few arguments. A file of an earlier game is left as it is; where there is none, one is written, as
/// the course's own case has it.
fn misuse(ports: &mut Ports<'_>) -> io::Result<u8> {
    let copy = Path::new(COPY);
    let is_new = ports.files.open(copy).is_err_and(|error| error.kind() == ErrorKind::NotFound);
    let copied = if is_new { ports.files.replace(copy, KABOOM) } else { Ok(()) };
    let shown = ports.out.write_all(KABOOM).and_then(|()| end_line(ports));
    let shown = shown.and_then(|()| ports.report(USAGE));
    conclude(shown, copied, ports)
}

/// What a person has to know who reads the fault on standard output.
fn told(error: &Error) -> String {
    match error {
        Error::Kaboom(fault) => format!("{fault}\n"),
        Error::Unreachable(lost) => {
            let line = |(name, error): &(OsString, io::Error)| {
                format!("{}: {error}\n", Visible(name.as_encoded_bytes()))
            };
            lost.iter().map(line).collect()
        }
        Error::Unwritable(_) => String::new(),
    }
}

/// The texts of faults have no newline; on a terminal they get one.
fn end_line(ports: &mut Ports<'_>) -> io::Result<()> {
    if ports.terminals.out { ports.out.write_all(b"\n") } else { Ok(()) }
}

/// A game to be played: what all the files say.
struct War {
    seas: Seas,
    moves: BySide<Moves>,
}

impl War {
    /// Reads all files.
    fn declare(names: &[OsString; 4], ports: &Ports<'_>) -> Result<Self, Error> {
        let [first, second, first_moves, second_moves] = read(names, ports)?;
        let sea = |name: &OsString, board: &str, optional: &str| {
            sea((name, board), optional.as_ref(), ports).map_err(Error::Kaboom)
        };
        let seas = BySide {
            first: sea(&names[0], &first, "OptionalPlayer1.txt")?,
            second: sea(&names[1], &second, "OptionalPlayer2.txt")?,
        };
        let moves = BySide { first: Moves::new(&first_moves), second: Moves::new(&second_moves) };
        Ok(Self { seas, moves })
    }

    /// Plays to the end, and says what happens as it happens.
    fn wage(mut self, out: &mut Twice<'_>, watch: &mut dyn Watch) {
        watch.begin(input::DIMS);
        for side in Side::ALL {
            for (class, hull) in self.seas[side].ships() {
                watch.place(side, render::class_name(class), hull);
            }
        }
        out.say(render::TITLE);
        let verdict = self.rounds(out, watch);
        match verdict {
            Some(Verdict::Wins(side)) => watch.end(Some(side)),
            Some(Verdict::Draw) => watch.end(None),
            None => {}
        }
        out.say(render::end(verdict, &self.seas));
    }

    /// Plays rounds until one decides the game; `None` when a side runs out of moves before.
    fn rounds(&mut self, out: &mut Twice<'_>, watch: &mut dyn Watch) -> Option<Verdict> {
        for round in 1.. {
            for side in Side::ALL {
                watch.shoot(side, self.turn(side, round, out)?);
            }
            if let Some(verdict) = verdict(&self.seas) {
                return Some(verdict);
            }
        }
        None
    }

    /// One turn: tokens are read until one is a move; `None` when there is none.
    fn turn(&mut self, side: Side, round: u64, out: &mut Twice<'_>) -> Option<Coord> {
        if !self.moves[side].is_empty() {
            out.say(render::turn(side, round, &self.seas));
        }
        loop {
            let token = self.moves[side].next().filter(|_| !out.is_lost())?;
            out.say(render::echo(token));
            let fresh =
                |at| self.seas[side.other()].shoot(at).then_some(at).ok_or(BadMove::Invalid);
            match input::target(token).and_then(fresh) {
                Ok(at) => return Some(at),
                Err(bad) => out.say(render::complaint(&bad)),
            }
        }
    }
}

/// The texts of the four files. One that cannot be read is worse than one that is no UTF-8.
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
        Rule::Utf8.broken_at(name, line_behind(before))
    })
}

/// The sea that a board, a file and its text, and the optional file `optional` describe. An optional
/// file that cannot be read is as good as none.
fn sea(board: (&OsStr, &str), optional: &OsStr, ports: &Ports<'_>) -> Result<Sea, Fault> {
    let (name, text) = board;
    let letters = input::board(name, text)?;
    let berths = match ports.read(Path::new(optional)) {
        Ok(bytes) => Some(input::berths(optional, &decoded(optional, bytes)?)?),
        Err(_) => None,
    };
    let fleet = fleet::muster(&letters, berths.as_deref()).map_err(|misfit| match misfit {
        Misfit::Board(rule) => rule.broken_in(name),
        Misfit::Optional(rule) => rule.broken_in(optional),
    })?;
    Sea::new(input::DIMS, &fleet).ok_or_else(|| Rule::Overlap.broken_in(name))
}
