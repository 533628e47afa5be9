//! Games with all weapons: one attacker alone, or one against another.

use super::bench::{Batch, Bench};
use super::factory::CaptainFactory;
use super::forfeits::Forfeits;
use super::play::{self, Ask, Played};
use super::summary::{Figure, Summary};
use broadside_arcade::ai::Forfeit;
use broadside_arcade::arsenal::bots::{Captain, Report};
use broadside_arcade::arsenal::record::{HEAD, add_fleet};
use broadside_arcade::arsenal::{Fleet, Game, Knowledge, Move, Standing};
use broadside_arcade::grids::record::Record;
use broadside_core::board::{BySide, Side};
use broadside_core::dice::{Dice, Stream};
use serde::Serialize;
use std::convert::Infallible;
use std::time::Duration;

/// How an attacker alone fared.
#[derive(Clone, Debug, Serialize)]
pub struct Solo {
    /// Turns to sink all.
    pub turns: Summary,
    /// Processor time of a move.
    pub pace: Pace,
    /// Games that the attacker forfeited; they are not among the turns.
    #[serde(skip_serializing_if = "Forfeits::is_empty")]
    pub forfeits: Forfeits,
}

/// Processor time of a move, in seconds.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Pace {
    /// Of half of all moves at most this.
    pub median: f64,
    /// Of 999 moves in 1000 at most this.
    pub p999: f64,
    /// Of a whole game, in the mean.
    pub game: f64,
}

/// How a bot fared against another.
#[derive(Clone, Debug, Serialize)]
pub struct Duel {
    /// Games won.
    pub wins: u64,
    /// Games lost.
    pub losses: u64,
    /// The share of games won.
    pub share: Figure,
    /// Turns of the side that played first.
    pub turns: Summary,
    /// Processor time of the moves of both.
    pub pace: Pace,
    /// Games that the bot forfeited; they are among the losses.
    #[serde(skip_serializing_if = "Forfeits::is_empty")]
    pub forfeits: Forfeits,
    /// Games that the other bot forfeited; they are among the wins.
    #[serde(skip_serializing_if = "Forfeits::is_empty")]
    pub other_forfeits: Forfeits,
}

/// A game, its number, and what each move of it cost.
struct Timed {
    number: u64,
    played: Played,
    starter: Side,
    costs: Vec<Duration>,
}

impl Timed {
    fn forfeit(&self) -> Option<(u64, &Forfeit)> {
        Some((self.number, self.played.forfeit.as_ref()?))
    }
}

/// `attacker` alone against random fleets. Draws of game k: the fleet, then the attacker's moves. Games
/// that it forfeits are counted apart.
pub fn solo(bench: &Bench<'_>, attacker: &CaptainFactory) -> Solo {
    let mut games = all(bench, |dice, number| {
        let record = bench.record((number, ""), [attacker.name(), "a fleet at random"], HEAD);
        let mut stopwatch = Stopwatch { bench, costs: Vec::new(), record };
        let played = attack(&mut *attacker.make_for((number, Side::First)), dice, &mut stopwatch);
        stopwatch.timed(number, played, Side::First)
    });
    let forfeits = Forfeits::of(games.iter().filter_map(Timed::forfeit));
    games.retain(|game| game.played.forfeit.is_none());
    Solo { turns: turns(&games), pace: Pace::of(&games), forfeits }
}

/// One game of an attacker alone: the other side loses all its turns.
fn attack(attacker: &mut dyn Captain, dice: &mut dyn Dice, ask: &mut dyn Ask) -> Played {
    let fleet = Fleet::at_random(dice);
    if let Some(record) = ask.record() {
        add_fleet(record, Side::Second, &fleet);
    }
    let mut game = Game::new(&BySide { first: fleet, second: fleet }, Side::First);
    let mut forfeit = None;
    while game.standing() == Standing::Open {
        let passed = match game.mover() {
            Side::First => play::move_alone(&mut game, attacker, dice, ask),
            Side::Second => game.lose_turn().map_err(|over| Forfeit::Illegal(over.to_string())),
        };
        if let Err(reason) = passed {
            forfeit = Some(reason);
            break;
        }
    }
    if let (Some(record), Some(forfeit)) = (ask.record(), &forfeit) {
        record.forfeit(Side::First, &forfeit.to_string());
    }
    attacker.hear(&Report::Over { won: forfeit.is_none() });
    Played { forfeit, ..play::ended(&game, Side::First) }
}

/// `bot` against `other`, each playing first in every second game. Draws of game k: the fleet of the
/// bot, that of the other, then the moves. A bot that forfeits a game loses it.
pub fn duel(bench: &Bench<'_>, bot: &CaptainFactory, other: &CaptainFactory) -> Duel {
    let games = all(bench, |dice, number| {
        let starter = Side::ALL[usize::from(number % 2 == 1)];
        let captains = BySide {
            first: bot.make_for((number, Side::First)),
            second: other.make_for((number, Side::Second)),
        };
        let record = bench.record((number, ""), [bot.name(), other.name()], HEAD);
        let mut stopwatch = Stopwatch { bench, costs: Vec::new(), record };
        let played = play::play(captains, starter, dice, &mut stopwatch);
        stopwatch.timed(number, played, starter)
    });
    let won = games.iter().map(|game| f64::from(u8::from(game.played.winner == Side::First)));
    let wins = games.iter().filter(|game| game.played.winner == Side::First).count() as u64;
    let forfeits = |loser: Side| {
        let lost = games.iter().filter(move |game| game.played.winner != loser);
        Forfeits::of(lost.filter_map(Timed::forfeit))
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

/// Plays the games of the series.
fn all(bench: &Bench<'_>, play: impl Fn(&mut dyn Dice, u64) -> Timed + Sync) -> Vec<Timed> {
    let one = |number| Ok(play(&mut Stream::new(&bench.seed, number), number));
    let is_forfeit = |game: &Timed| game.played.forfeit.is_some();
    let batches = bench.play(0..bench.games, 1, one, is_forfeit);
    let batches: Vec<Batch<_>> = batches.unwrap_or_else(|never: Infallible| match never {});
    batches.into_iter().flat_map(|batch| batch.games).collect()
}

/// Asks for moves and keeps what each of them cost.
struct Stopwatch<'b> {
    bench: &'b Bench<'b>,
    costs: Vec<Duration>,
    record: Option<Record>,
}

impl Stopwatch<'_> {
    /// The game is over.
    fn timed(self, number: u64, played: Played, starter: Side) -> Timed {
        self.bench.keep(number, self.record.as_ref(), played.forfeit.is_some());
        Timed { number, played, starter, costs: self.costs }
    }
}

impl Ask for Stopwatch<'_> {
    fn ask(
        &mut self,
        _: Side,
        captain: &mut dyn Captain,
        known: &Knowledge<'_>,
        dice: &mut dyn Dice,
    ) -> Result<Move, Forfeit> {
        let start = (self.bench.clock)();
        let choice = captain.choose(known, dice);
        self.costs.push((self.bench.clock)().saturating_sub(start));
        choice
    }

    fn record(&mut self) -> Option<&mut Record> {
        self.record.as_mut()
    }
}

/// The turns of the sides that played first.
fn turns(games: &[Timed]) -> Summary {
    Summary::of(&games.iter().map(|game| game.played.turns[game.starter]).collect::<Vec<_>>())
}

impl Pace {
    fn of(games: &[Timed]) -> Self {
        let mut costs: Vec<_> = games.iter().flat_map(|game| &game.costs).copied().collect();
        costs.sort_unstable();
        let at = |share: usize| {
            let index = (costs.len() * share / 1000).min(costs.len().saturating_sub(1));
            costs.get(index).map_or(0.0, Duration::as_secs_f64)
        };
        let games = games.iter().map(|game| game.costs.iter().sum::<Duration>().as_secs_f64());
        Self { median: at(500), p999: at(999), game: Figure::of(games).mean }
    }
}
