//! The machine's answer (spec ships §9): the state, the board and a turn, as a script to be fed back.

use super::ast::{Command, Group};
use super::{print, save};
use crate::rules::ships::{Detail, Game, Picture, Stopped, pilot};
use std::io::{self, Write};

/// Writes what a run ends with when the machine is expected to move: SAVE, and the turn between two
/// pictures to be drawn.
pub(super) fn write(game: &Game, out: &mut dyn Write) -> io::Result<()> {
    save::write(game, out)?;
    let pictures = pictures(game);
    out.write_all(&pictures)?;
    out.write_all(&turn(game))?;
    out.write_all(&pictures)
}

/// A `[state]` group that prints the board; empty when the board is too large to be printed; ours.
pub fn pictures(game: &Game) -> Vec<u8> {
    if Picture::new(game, Detail::Basic).is_err() {
        return Vec::new();
    }
    state_group(&[Command::Print(Detail::Basic)])
}

/// A `[state]` group of `commands`.
pub(crate) fn state_group(commands: &[Command]) -> Vec<u8> {
    group(Group::State, commands, print::command)
}

/// The group of the player who is expected, with the machine's orders for this turn, drawn as the
/// game's seed says.
pub fn turn(game: &Game) -> Vec<u8> {
    turn_unless(&|| false, game).unwrap_or_default()
}

/// As [`turn`], but asks `stop` again and again whether to stop.
pub(super) fn turn_unless(stop: &dyn Fn() -> bool, game: &Game) -> Result<Vec<u8>, Stopped> {
    let orders = pilot::orders_unless(stop, game, &mut pilot::dice(game))?;
    Ok(group(Group::Turn(game.expected()), &orders, print::order))
}

fn group<T>(group: Group, commands: &[T], write: impl Fn(&T, &mut Vec<u8>)) -> Vec<u8> {
    let tag = group.tag().as_bytes();
    let mut text = [tag, b"\n"].concat();
    for command in commands {
        write(command, &mut text);
        text.push(b'\n');
    }
    text.extend_from_slice(tag);
    text.push(b'\n');
    text
}
