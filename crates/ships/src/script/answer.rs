//! The machine's answer (spec ships §9): a script with the state, the board and a turn.

use super::ast::{Command, Group};
use super::{print, save};
use crate::rules::{Detail, Game, Picture, pilot};
use broadside_core::{Cancel, Cancelled};
use std::io::{self, Write};

/// Writes the state as SAVE does, a group that prints the board, the turn, and the same group
/// again.
pub(super) fn write(game: &Game, out: &mut dyn Write) -> io::Result<()> {
    save::write(game, out)?;
    let pictures = pictures(game);
    out.write_all(&pictures)?;
    write_turn(game, &Cancel::default(), out)?;
    out.write_all(&pictures)
}

/// Returns a `[state]` group that prints the board, or an empty text if the board is too large to
/// print. The empty text is our own choice.
#[doc(hidden)]
pub fn pictures(game: &Game) -> Vec<u8> {
    if Picture::new(game, Detail::Basic).is_err() {
        return Vec::new();
    }
    state_group(&[Command::Print(Detail::Basic)])
}

/// Returns the turn that the machine plans for the next player, as a group. Equal games have equal
/// turns.
pub(super) fn turn(game: &Game, cancel: &Cancel) -> Result<Vec<u8>, Cancelled> {
    let mut text = Vec::new();
    // Writing to a vector cannot fail, so an error means that the turn was cancelled.
    write_turn(game, cancel, &mut text).map_err(|_| Cancelled)?;
    Ok(text)
}

/// Writes each order as soon as it is planned, because a turn can have millions of orders.
fn write_turn(game: &Game, cancel: &Cancel, out: &mut dyn Write) -> io::Result<()> {
    let tag = Group::Turn(game.expected()).tag();
    writeln!(out, "{tag}")?;
    let (mut written, cancel, mut line) = (Ok(()), cancel.child(), Vec::new());
    let mut write = |order| {
        line.clear();
        print::order(&order, &mut line);
        line.push(b'\n');
        if written.is_ok() {
            written = out.write_all(&line).inspect_err(|_| cancel.set());
        }
    };
    let planned = pilot::each_order(game, &mut pilot::dice(game), &cancel, &mut write);
    written?;
    planned.map_err(io::Error::other)?;
    writeln!(out, "{tag}")
}

/// Returns a `[state]` group with these commands.
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
