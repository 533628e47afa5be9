//! SAVE: writes the settings that restore a game (spec ships §7). Also writes the machine's answer:
//! a script with the state, the board, a turn and the board after it (spec ships §9).
//!
//! ```
//! use broadside_ships::rules::Game;
//! use broadside_ships::script::{Session, feed, save};
//!
//! let (mut text, mut again) = (Vec::new(), Vec::new());
//! save::write(&Game::default(), &mut text)?;
//! let mut session = Session::default();
//! feed(&mut session, &mut &text[..], &mut Vec::new())?;
//! save::write(session.game(), &mut again)?;
//! assert_eq!(again, text);
//! # Ok::<(), broadside_ships::script::FeedError>(())
//! ```

use super::ast::{Command, Group};
use super::print;
use crate::rules::{Detail, Game, Health, Picture, Setting, pilot};
use broadside_core::board::Side;
use broadside_core::{Cancel, Cancelled};
use std::io::{self, Write};

/// The number of bytes that are collected before they are written.
const CHUNK: usize = 1 << 13;

/// Writes a `[state]` group that restores `game` in a new session. The group leaves out the fields
/// that planes have seen, and does not say whether a turn is open. If `game` has a seed, the group
/// sets this seed plus one.
pub fn write(game: &Game, out: &mut dyn Write) -> io::Result<()> {
    let tag = Group::State.tag();
    let mut text = format!("{tag}\n").into_bytes();
    // There may be a million reefs, and `try_for_each` is faster than `for` over chained iterators.
    settings(game).try_for_each(|setting| {
        print::setting(&setting, &mut text);
        text.push(b'\n');
        if text.len() < CHUNK {
            return Ok(());
        }
        out.write_all(&text)?;
        text.clear();
        Ok::<_, io::Error>(())
    })?;
    out.write_all(&text)?;
    writeln!(out, "{tag}")
}

/// Returns the settings of `game` in the order in which SAVE writes them.
#[doc(hidden)]
pub fn settings(game: &Game) -> impl Iterator<Item = Setting> + '_ {
    let dims = game.board().dims();
    let start =
        [Setting::BoardSize(dims.rows(), dims.cols()), Setting::NextPlayer(game.expected())];
    let switches = [
        game.is_extended().then_some(Setting::ExtendedShips),
        game.is_auto_shooting().then_some(Setting::AutoShooting),
    ];
    let ai = Side::ALL.into_iter().filter(|side| game.fleet(*side).is_ai());
    start
        .into_iter()
        .chain(fleet(game, Side::First))
        .chain(fleet(game, Side::Second))
        .chain(game.board().reefs().laid().iter().map(|at| Setting::Reef(*at)))
        .chain(switches.into_iter().flatten())
        .chain(ai.map(Setting::AiPlayer))
        .chain(game.notes().iter().map(|(side, words)| Setting::Information(*side, words.clone())))
        // The smallest seed follows the largest seed. This project chose that.
        .chain(game.seed().map(|seed| Setting::Seed(seed.wrapping_add(1))))
}

fn fleet(game: &Game, side: Side) -> impl Iterator<Item = Setting> + '_ {
    let fleet = game.fleet(side);
    let start = [Setting::Start(side, fleet.start()), Setting::Fleet(side, fleet.sizes())];
    start.into_iter().chain(ships(game, side))
}

/// Returns the ships of `side` on the board, in the order in which SAVE writes them.
#[doc(hidden)]
pub fn ships(game: &Game, side: Side) -> impl Iterator<Item = Setting> + '_ {
    game.fleet(side).ships().map(move |(name, id)| {
        let ship = game.board().ship(id);
        let (bow, heading) = (ship.hull().bow(), ship.hull().heading());
        let health = Health::from_fn(name.class, |segment| ship.is_healthy(segment));
        Setting::Ship { side, bow, heading, index: name.index, health }
    })
}

/// Writes the state as SAVE does, and then the turn. Before and after the turn, writes a group that
/// prints the board.
pub(super) fn answer(game: &Game, out: &mut dyn Write) -> io::Result<()> {
    write(game, out)?;
    let pictures = pictures(game);
    out.write_all(&pictures)?;
    write_turn(game, &Cancel::default(), out)?;
    out.write_all(&pictures)
}

/// Returns a `[state]` group that prints the board, or an empty text if the board is too large to
/// print. This project chose the empty text.
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

/// Writes the turn of the machine, each order as soon as it is planned: there can be millions.
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
#[doc(hidden)]
pub fn state_group(commands: &[Command]) -> Vec<u8> {
    let mut text = Vec::new();
    group(Group::State, commands, &mut text);
    text
}

pub(super) fn group<'c>(
    group: Group,
    commands: impl IntoIterator<Item = &'c Command>,
    text: &mut Vec<u8>,
) {
    let tag = [group.tag().as_bytes(), b"\n"].concat();
    text.extend_from_slice(&tag);
    for command in commands {
        print::command(command, text);
        text.push(b'\n');
    }
    text.extend(tag);
}
