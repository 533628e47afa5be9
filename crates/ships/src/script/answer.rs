//! The machine's answer (spec ships §9): the state, the board and a turn, as a script to be fed back.

use super::ast::{Command, Group};
use super::{print, save};
use crate::rules::{Detail, Game, Picture, Stopped, pilot};
use std::cell::Cell;
use std::io::{self, Write};

/// Writes what a run ends with when the machine is expected to move: SAVE, and the turn between two
/// pictures to be drawn.
pub(super) fn write(game: &Game, out: &mut dyn Write) -> io::Result<()> {
    save::write(game, out)?;
    let pictures = pictures(game);
    out.write_all(&pictures)?;
    write_turn(&|| false, game, out)?;
    out.write_all(&pictures)
}

/// A `[state]` group that prints the board; empty when the board is too large to be printed; ours.
pub fn pictures(game: &Game) -> Vec<u8> {
    if Picture::new(game, Detail::Basic).is_err() {
        return Vec::new();
    }
    state_group(&[Command::Print(Detail::Basic)])
}

/// The group of the player who is expected, with the machine's orders for this turn, drawn as the
/// game's seed says.
pub fn turn(game: &Game) -> Vec<u8> {
    turn_unless(&|| false, game).unwrap_or_default()
}

/// As [`turn`], but asks `stop` again and again whether to stop.
pub(super) fn turn_unless(stop: &dyn Fn() -> bool, game: &Game) -> Result<Vec<u8>, Stopped> {
    let mut text = Vec::new();
    // A vector takes everything, so that nothing else can be wrong.
    write_turn(stop, game, &mut text).map_err(|_| Stopped)?;
    Ok(text)
}

/// Writes the machine's turn as it is planned, so that no list of millions of orders is kept. It ends
/// early when `stop` says so and when the output takes no more.
fn write_turn(stop: &dyn Fn() -> bool, game: &Game, out: &mut dyn Write) -> io::Result<()> {
    let tag = Group::Turn(game.expected()).tag();
    writeln!(out, "{tag}")?;
    let fault = Cell::new(None);
    let has_failed = Cell::new(false);
    let mut line = Vec::new();
    let mut tell = |order| {
        line.clear();
        print::order(&order, &mut line);
        line.push(b'\n');
        if !has_failed.get()
            && let Err(error) = out.write_all(&line)
        {
            fault.set(Some(error));
            has_failed.set(true);
        }
    };
    let stop = || has_failed.get() || stop();
    let planned = pilot::each_order(&stop, game, &mut pilot::dice(game), &mut tell);
    fault.into_inner().map_or(Ok(()), Err)?;
    planned.map_err(io::Error::other)?;
    writeln!(out, "{tag}")
}

/// A `[state]` group of `commands`.
pub fn state_group(commands: &[Command]) -> Vec<u8> {
    let tag = Group::State.tag().as_bytes();
    let mut text = [tag, b"\n"].concat();
    for command in commands {
        print::command(command, &mut text);
        text.push(b'\n');
    }
    text.extend_from_slice(tag);
    text.push(b'\n');
    text
}
