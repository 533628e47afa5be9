//! The order of things: files, rounds, the end. Spec battle-of-ships §1 to §3.

use super::error::{BadMove, Error};
use super::fleet;
use super::game::{Sea, Seas, Verdict, verdict};
use super::input::{self, Moves};
use super::render;
use super::twice::Twice;
use crate::board::{BySide, Side};
use crate::ports::Ports;
use std::ffi::OsString;
use std::io;
use std::path::Path;

/// Where a copy of the output goes.
const COPY: &str = "Battleship.out";

/// Runs `broadside battle-of-ships PLAYER1.txt PLAYER2.txt PLAYER1.in PLAYER2.in` and returns the exit
/// status.
///
/// # Errors
/// When a standard stream fails.
pub fn run(args: &[OsString], ports: &mut Ports<'_>) -> io::Result<u8> {
    let war = War::declare(args, ports);
    // The file shall be whole even when the reader of standard output leaves early.
    let mut out = Twice::new(COPY, ports.files, ports.out);
    match war {
        Ok(war) => war.wage(&mut out),
        Err(error) => out.say(error.to_bytes()),
    }
    let (shown, copied) = out.finish();
    let Err(error) = copied.map_err(Error::Unwritable) else { return shown.map(|()| 0) };
    // That reader may be gone: the lost file is still to be told of.
    let reported = ports.report(&format!("{error}\n"));
    drop(shown.and(reported));
    Ok(error.code())
}

/// A game to be played: what all the files say.
struct War {
    seas: Seas,
    moves: BySide<Moves>,
}

impl War {
    /// Reads all files.
    fn declare(args: &[OsString], ports: &Ports<'_>) -> Result<Self, Error> {
        let names = args.first_chunk::<4>().ok_or(Error::Kaboom)?;
        let [first, second, first_moves, second_moves] = read(names, ports)?;
        let sea = |board: &str, optional| sea(board, optional, ports).ok_or(Error::Kaboom);
        let seas = BySide {
            first: sea(&first, "OptionalPlayer1.txt")?,
            second: sea(&second, "OptionalPlayer2.txt")?,
        };
        let moves = BySide { first: Moves::new(&first_moves), second: Moves::new(&second_moves) };
        Ok(Self { seas, moves })
    }

    /// Plays to the end, and says what happens as it happens.
    fn wage(mut self, out: &mut Twice<'_>) {
        out.say(render::TITLE);
        let verdict = self.rounds(out);
        out.say(render::end(verdict, &self.seas));
    }

    /// Plays rounds until one decides the game; `None` when a side runs out of moves before.
    fn rounds(&mut self, out: &mut Twice<'_>) -> Option<Verdict> {
        for round in 1.. {
            for side in Side::ALL {
                self.turn(side, round, out)?;
            }
            if let Some(verdict) = verdict(&self.seas) {
                return Some(verdict);
            }
        }
        None
    }

    /// One turn: tokens are read until one is a move; `None` when there is none.
    fn turn(&mut self, side: Side, round: u64, out: &mut Twice<'_>) -> Option<()> {
        if !self.moves[side].is_empty() {
            out.say(render::turn(side, round, &self.seas));
        }
        loop {
            let token = self.moves[side].next().filter(|_| !out.is_lost())?;
            out.say(render::echo(token));
            let fresh =
                |at| self.seas[side.other()].shoot(at).then_some(()).ok_or(BadMove::Invalid);
            match input::target(token).and_then(fresh) {
                Ok(()) => return Some(()),
                Err(bad) => out.say(render::complaint(&bad)),
            }
        }
    }
}

/// The texts of the four files. One that cannot be read is worse than one that is no UTF-8.
fn read(names: &[OsString; 4], ports: &Ports<'_>) -> Result<[String; 4], Error> {
    let files = names.each_ref().map(|name| ports.read(Path::new(name)));
    let lost = names.iter().zip(&files).filter(|(_, file)| file.is_err());
    let lost: Vec<_> = lost.map(|(name, _)| name.clone()).collect();
    if !lost.is_empty() {
        return Err(Error::Unreachable(lost));
    }
    let texts = files.map(|file| String::from_utf8(file.unwrap_or_default()).ok());
    let [Some(a), Some(b), Some(c), Some(d)] = texts else { return Err(Error::Kaboom) };
    Ok([a, b, c, d])
}

/// The sea that a board and the optional file `optional` describe; `None` when something is wrong
/// with one of them. An optional file that cannot be read is as good as none.
fn sea(board: &str, optional: &str, ports: &Ports<'_>) -> Option<Sea> {
    let letters = input::board(board)?;
    let berths = match ports.read(Path::new(optional)) {
        Ok(bytes) => Some(input::berths(std::str::from_utf8(&bytes).ok()?)?),
        Err(_) => None,
    };
    let fleet = fleet::muster(&letters, berths.as_deref())?;
    Sea::new(input::DIMS, &fleet)
}
