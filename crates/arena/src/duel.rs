//! Series of games with all weapons: one bot against another, or an attacker alone. An attacker
//! fires at a random fleet that does not fire back.

use super::bench::{Batch, Bench};
use super::factory::CaptainFactory;
use super::forfeits::Forfeits;
use super::play::{FinishedGame, Pairing, play};
use super::summary::{Figure, Summary};
use broadside_arcade::ai::Forfeit;
use broadside_core::board::Side;
use broadside_core::dice::Stream;
use serde::Serialize;
use std::convert::Infallible;
use std::time::Duration;

/// The result of a series in which one attacker plays alone.
#[derive(Clone, Debug, Serialize)]
pub struct Solo {
    /// The number of turns to sink all ships.
    pub turns: Summary,
    /// The time of a move.
    pub pace: Pace,
    /// The games that the attacker forfeited. Their turns do not count in `turns`.
    #[serde(skip_serializing_if = "Forfeits::is_empty")]
    pub forfeits: Forfeits,
}

/// The time of a move by the clock of the [`Bench`], in seconds.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Pace {
    /// The median of all moves.
    pub median: f64,
    /// The time that 999 of 1000 moves do not exceed.
    pub p999: f64,
    /// The mean time of a whole game, that is, of all its moves together.
    pub game: f64,
}

/// The result of a series between two bots, from the view of the first one.
#[derive(Clone, Debug, Serialize)]
pub struct Duel {
    /// Games won.
    pub wins: u64,
    /// Games lost.
    pub losses: u64,
    /// The share of games won.
    pub share: Figure,
    /// The turns of the side that played first.
    pub turns: Summary,
    /// The time of a move, over the moves of both bots.
    pub pace: Pace,
    /// The games that the first bot forfeited. They also count as losses.
    #[serde(skip_serializing_if = "Forfeits::is_empty")]
    pub forfeits: Forfeits,
    /// The games that the other bot forfeited. They also count as wins.
    #[serde(skip_serializing_if = "Forfeits::is_empty")]
    pub other_forfeits: Forfeits,
}

/// Plays `attacker` alone. In each game, the dice first draw a random fleet, then the moves.
pub fn solo(bench: &Bench<'_>, attacker: &CaptainFactory) -> Solo {
    let mut games = all(bench, |number| Pairing {
        number,
        note: "",
        names: [attacker.name(), "a fleet at random"],
        starter: Side::First,
        first: attacker,
        second: None,
    });
    let forfeits = Forfeits::of(games.iter().filter_map(forfeit));
    games.retain(|game| game.forfeit.is_none());
    Solo { turns: turns(&games), pace: Pace::of(&games), forfeits }
}

/// Plays `bot` against `other`. Each bot plays first in every second game. In each game, the dice
/// first draw the fleet of `bot`, then the fleet of `other`, then the moves.
pub fn duel(bench: &Bench<'_>, bot: &CaptainFactory, other: &CaptainFactory) -> Duel {
    let games = all(bench, |number| Pairing {
        number,
        note: "",
        names: [bot.name(), other.name()],
        starter: Side::ALL[usize::from(number % 2 == 1)],
        first: bot,
        second: Some(other),
    });
    let won = games.iter().map(|game| f64::from(u8::from(game.winner == Side::First)));
    let wins = games.iter().filter(|game| game.winner == Side::First).count() as u64;
    let forfeits = |loser: Side| {
        let lost = games.iter().filter(move |game| game.winner != loser);
        Forfeits::of(lost.filter_map(forfeit))
    };
    Duel {
        wins,
        losses: games.len() as u64 - wins,
        share: Figure::of(won),
        turns: turns(&games),
        pace: Pace::of(&games),
        forfeits: forfeits(Side::First),
        other_forfeits: forfeits(Side::Second),
    }
}

fn all<'g>(bench: &Bench<'_>, fixture: impl Fn(u64) -> Pairing<'g> + Sync) -> Vec<FinishedGame> {
    let one = |number| Ok(play(bench, &fixture(number), &mut Stream::new(&bench.seed, number)));
    let batches = bench.play(0..bench.games, 1, one, |game| game.forfeit.is_some());
    let batches: Vec<Batch<_>> = batches.unwrap_or_else(|never: Infallible| match never {});
    batches.into_iter().flat_map(|batch| batch.games).collect()
}

fn forfeit(game: &FinishedGame) -> Option<(u64, &Forfeit)> {
    Some((game.number, game.forfeit.as_ref()?))
}

fn turns(games: &[FinishedGame]) -> Summary {
    Summary::of(&games.iter().map(|game| game.turns[game.starter]).collect::<Vec<_>>())
}

impl Pace {
    fn of(games: &[FinishedGame]) -> Self {
        let times =
            |game: &FinishedGame| game.costs.iter().map(|cost| cost.time).collect::<Vec<_>>();
        let mut sorted: Vec<_> = games.iter().flat_map(times).collect();
        sorted.sort_unstable();
        let at = |share: usize| {
            let index = (sorted.len() * share / 1000).min(sorted.len().saturating_sub(1));
            sorted.get(index).map_or(0.0, Duration::as_secs_f64)
        };
        let games = games.iter().map(|game| times(game).iter().sum::<Duration>().as_secs_f64());
        Self { median: at(500), p999: at(999), game: Figure::of(games).mean }
    }
}
