//! SAVE: writes the settings that restore a game (spec ships §7).
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

use super::ast::Group;
use super::print;
use crate::rules::{Game, Health, Setting, ShipName};
use broadside_core::board::{ShipId, Side};
use std::io::{self, Write};

/// This many bytes are collected before they are written.
const CHUNK: usize = 1 << 13;

/// Writes a `[state]` group that restores `game` in a new session. The group has no spied squares,
/// and does not say whether a turn is open. Its seed is one more than that of `game`.
pub fn write(game: &Game, out: &mut dyn Write) -> io::Result<()> {
    let tag = Group::State.tag();
    let mut text = format!("{tag}\n").into_bytes();
    // There may be a million reefs, and `try_for_each` is faster than `for` over a long chain.
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
        // After the largest seed comes the smallest. This is our own choice.
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
    game.fleet(side).ships().map(move |(name, id)| ship(game, side, name, id))
}

fn ship(game: &Game, side: Side, name: ShipName, id: ShipId) -> Setting {
    let ship = game.board().ship(id);
    let (bow, heading) = (ship.hull().bow(), ship.hull().heading());
    let health = Health::from_fn(name.class, |segment| ship.is_healthy(segment));
    Setting::Ship { side, bow, heading, index: name.index, health }
}
