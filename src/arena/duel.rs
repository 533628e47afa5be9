//! Games with all weapons: one attacker alone, or one against another.

use super::summary::{Figure, Summary};
use super::{Bench, Contestant};
use crate::board::{BySide, Side};
use crate::dice::{Dice, Stream};
use crate::rules::arsenal::bots::{Bot, Captain as _};
use crate::rules::arsenal::{Game, Placement, Standing, at_random};
use rayon::prelude::*;
use serde::Serialize;
use std::time::Duration;

/// How an attacker alone fared.
#[derive(Clone, Debug, Serialize)]
pub struct Solo {
    /// Turns to sink all.
    pub turns: Summary,
    /// Processor time of a move.
    pub pace: Pace,
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
}

/// One game: who won, the turns of each side, and what each move cost.
struct Played {
    winner: Side,
    turns: u32,
    costs: Vec<Duration>,
}

/// An attacker alone against random fleets. Draws of game k: the fleet, then the attacker's moves.
pub fn solo(bench: &Bench<'_>, attacker: Contestant) -> Solo {
    let played = all(bench, |dice, _| {
        let fleet = at_random(dice);
        let fleets = BySide { first: fleet.clone(), second: fleet };
        let mut game = Game::new(&fleets, Side::First);
        let mut bot = attacker.enter(game.knowledge(Side::First).chart);
        let mut costs = Vec::new();
        while game.standing() == Standing::Open {
            costs.push(turn(bench, &mut game, &mut bot, dice));
            game.lose_turn();
        }
        Played { winner: Side::First, turns: game.turns(Side::First), costs }
    });
    Solo { turns: turns(&played), pace: Pace::of(&played) }
}

/// `bot` against `other`, each playing first in every second game. Draws of game k: the fleet of the
/// bot, that of the other, then the moves.
pub fn duel(bench: &Bench<'_>, bot: Contestant, other: Contestant) -> Duel {
    let played = all(bench, |dice, number| {
        let fleets = BySide::from_fn(|_| at_random(dice));
        let starter = Side::ALL[usize::from(number % 2 == 1)];
        play(bench, BySide { first: bot, second: other }, &fleets, starter, dice)
    });
    let won = played.iter().map(|game| f64::from(u8::from(game.winner == Side::First)));
    let wins = played.iter().filter(|game| game.winner == Side::First).count() as u64;
    Duel {
        wins,
        losses: played.len() as u64 - wins,
        share: Figure::of(won),
        turns: turns(&played),
        pace: Pace::of(&played),
    }
}

/// Plays the games of the series, on as many threads as there are, and keeps their order.
fn all(bench: &Bench<'_>, play: impl Fn(&mut dyn Dice, u64) -> Played + Sync) -> Vec<Played> {
    let one = |number| {
        let played = (bench.goes_on)().then(|| play(&mut Stream::new(&bench.seed, number), number));
        (bench.tick)(1);
        played
    };
    (0..bench.games).into_par_iter().filter_map(one).collect()
}

fn play(
    bench: &Bench<'_>,
    sides: BySide<Contestant>,
    fleets: &BySide<Vec<Placement>>,
    starter: Side,
    dice: &mut dyn Dice,
) -> Played {
    let mut game = Game::new(fleets, starter);
    let mut bots = BySide::from_fn(|side| sides[side].enter(game.knowledge(side).chart));
    let mut costs = Vec::new();
    loop {
        match game.standing() {
            Standing::Open => {
                let mover = game.mover();
                costs.push(turn(bench, &mut game, &mut bots[mover], dice));
            }
            Standing::Won(winner) | Standing::Limit(winner) => {
                return Played { winner, turns: game.turns(starter), costs };
            }
        }
    }
}

/// Lets a bot move and tells what the choice cost.
fn turn(bench: &Bench<'_>, game: &mut Game, bot: &mut Bot, dice: &mut dyn Dice) -> Duration {
    let start = (bench.clock)();
    let choice = bot.choose(&game.knowledge(game.mover()), dice);
    let cost = (bench.clock)().saturating_sub(start);
    game.play(choice);
    cost
}

fn turns(played: &[Played]) -> Summary {
    Summary::of(&played.iter().map(|game| game.turns).collect::<Vec<_>>())
}

impl Pace {
    fn of(played: &[Played]) -> Self {
        let mut costs: Vec<_> = played.iter().flat_map(|game| &game.costs).copied().collect();
        costs.sort_unstable();
        let at = |share: usize| {
            let index = (costs.len() * share / 1000).min(costs.len().saturating_sub(1));
            costs.get(index).map_or(0.0, Duration::as_secs_f64)
        };
        let games = played.iter().map(|game| game.costs.iter().sum::<Duration>().as_secs_f64());
        Self { median: at(500), p999: at(999), game: Figure::of(games).mean }
    }
}
