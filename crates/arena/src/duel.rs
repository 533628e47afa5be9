//! Series of games of arsenal, with all weapons: one bot (a captain) against another, or a lone
//! attacker, which fires at a random fleet that does not fire back.

use super::factory::CaptainFactory;
use super::series::{Batch, Bench};
use super::summary::{Figure, Forfeits, Summary};
use broadside_arcade::ai::Forfeit;
use broadside_arcade::arsenal::bots::{Captain, Report};
use broadside_arcade::arsenal::record::{HEAD, add_fleet, add_move};
use broadside_arcade::arsenal::{Fleet, Game, Standing};
use broadside_arcade::grids::record::Record;
use broadside_core::board::{BySide, Side};
use broadside_core::dice::{Dice, Stream};
use serde::Serialize;
use std::convert::Infallible;
use std::time::Duration;

/// The result of a series in which one attacker plays alone.
#[derive(Clone, Debug, Serialize)]
pub struct Solo {
    /// The number of turns to sink all ships, or the limit of turns if a game reached this limit.
    pub turns: Summary,
    /// The time of a move, without forfeited games.
    pub pace: Pace,
    /// The games that the attacker forfeited. Their turns do not count in `turns`.
    #[serde(skip_serializing_if = "Forfeits::is_empty")]
    pub forfeits: Forfeits,
}

/// The time of a move by the clock of the [`Bench`], in seconds.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Pace {
    /// The median of the times of all moves.
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
    /// The turns of the side that played first, without forfeited games.
    pub turns: Summary,
    /// The time of a move, over the moves of both bots, without forfeited games.
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
    let mut games = all(bench, |number| Pairing {
        number,
        note: "",
        names: [bot.name(), other.name()],
        starter: Side::ALL[usize::from(number % 2 == 1)],
        first: bot,
        second: Some(other),
    });
    let won = games.iter().map(|game| f64::from(u8::from(game.winner == Side::First)));
    let wins = games.iter().filter(|game| game.winner == Side::First).count() as u64;
    let (share, losses) = (Figure::of(won), games.len() as u64 - wins);
    let [forfeits, other_forfeits] = Side::ALL.map(|loser| {
        let lost = games.iter().filter(|game| game.winner != loser);
        Forfeits::of(lost.filter_map(forfeit))
    });
    games.retain(|game| game.forfeit.is_none());
    let (turns, pace) = (turns(&games), Pace::of(&games));
    Duel { wins, losses, share, turns, pace, forfeits, other_forfeits }
}

fn all<'g>(bench: &Bench<'_>, pairing: impl Fn(u64) -> Pairing<'g> + Sync) -> Vec<FinishedGame> {
    let one = |number| Ok(play(bench, &pairing(number), &mut Stream::new(&bench.seed, number)));
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
    fn of<'g>(games: &'g [FinishedGame]) -> Self {
        let times = |game: &'g FinishedGame| game.costs.iter().map(|cost| cost.time);
        let mut sorted: Vec<_> = games.iter().flat_map(times).collect();
        sorted.sort_unstable();
        let at = |share: usize| {
            let index = (sorted.len() * share / 1000).min(sorted.len().saturating_sub(1));
            sorted.get(index).map_or(0.0, Duration::as_secs_f64)
        };
        let games = games.iter().map(|game| times(game).sum::<Duration>().as_secs_f64());
        Self { median: at(500), p999: at(999), game: Figure::of(games).mean }
    }
}

pub(super) struct Pairing<'g> {
    /// The number of the game, from 0.
    pub(super) number: u64,
    /// The words that follow the game's number in the title of its record.
    pub(super) note: &'g str,
    pub(super) names: [&'g str; 2],
    pub(super) starter: Side,
    pub(super) first: &'g CaptainFactory,
    /// The captain of the second side. Without a captain, this side has a random fleet and loses
    /// its turns.
    pub(super) second: Option<&'g CaptainFactory>,
}

#[derive(Clone, Debug)]
pub(super) struct FinishedGame {
    pub(super) number: u64,
    pub(super) starter: Side,
    pub(super) winner: Side,
    pub(super) forfeit: Option<Forfeit>,
    pub(super) turns: BySide<u32>,
    pub(super) hits: BySide<u32>,
    pub(super) costs: Vec<Cost>,
}

#[derive(Clone, Copy, Debug)]
pub(super) struct Cost {
    pub(super) side: Side,
    pub(super) time: Duration,
    /// How many random numbers the bot drew for the move.
    pub(super) draws: usize,
}

/// Plays a game. The dice first draw the fleet of the first side, then the fleet of the second
/// side, then the moves. Without a second captain the dice draw one fleet, then the moves.
pub(super) fn play(bench: &Bench<'_>, pairing: &Pairing<'_>, dice: &mut dyn Dice) -> FinishedGame {
    let Pairing { number, note, names, starter, first, second } = *pairing;
    let captain =
        |side| [Some(first), second][side as usize].map(|who| who.make_for((number, side)));
    let captains = BySide::from_fn(captain);
    let record = bench.record((number, note), names, HEAD);
    let mut table = Table { bench, captains, record, costs: Vec::new() };
    let mut game = None;
    let outcome = table
        .place(starter, dice)
        .and_then(|fleets| table.fight(game.insert(Game::new(&fleets, starter)), dice));
    let (winner, forfeit) = match outcome {
        Ok(winner) => (winner, None),
        Err((loser, forfeit)) => (loser.other(), Some(forfeit)),
    };
    table.end(winner, forfeit.as_ref());
    bench.keep(number, table.record.as_ref(), forfeit.is_some());
    let count = |of: fn(&Game, Side) -> u32| {
        BySide::from_fn(|side| game.as_ref().map_or(0, |game| of(game, side)))
    };
    let (turns, hits) = (count(Game::turns), count(Game::hits));
    FinishedGame { number, starter, winner, forfeit, turns, hits, costs: table.costs }
}

struct Table<'b> {
    bench: &'b Bench<'b>,
    captains: BySide<Option<Box<dyn Captain>>>,
    record: Option<Record>,
    costs: Vec<Cost>,
}

impl Table<'_> {
    /// Places both fleets. If both sides forfeit, `starter` loses.
    fn place(
        &mut self,
        starter: Side,
        dice: &mut dyn Dice,
    ) -> Result<BySide<Fleet>, (Side, Forfeit)> {
        let is_alone = self.captains.second.is_none();
        let mut fleet = |side| match &mut self.captains[side] {
            Some(captain) => captain.place(dice).map_err(|forfeit| (side, forfeit)),
            None => Ok(Fleet::at_random(dice)),
        };
        // Without a second captain, the first side is never shot at. Its fleet does not matter, so
        // both sides get the same fleet.
        let fleets = if is_alone {
            let fleet = fleet(Side::Second)?;
            BySide { first: fleet, second: fleet }
        } else {
            match (fleet(Side::First), fleet(Side::Second)) {
                (Err(_), Err(second)) if starter == Side::Second => return Err(second),
                (first, second) => BySide { first: first?, second: second? },
            }
        };
        let is_target = |side: &Side| self.captains[side.other()].is_some();
        if let Some(record) = &mut self.record {
            for side in Side::ALL.into_iter().filter(is_target) {
                add_fleet(record, side, &fleets[side]);
            }
        }
        Ok(fleets)
    }

    /// Plays all turns, and returns the winner. A lone attacker also wins at the limit of turns.
    fn fight(&mut self, game: &mut Game, dice: &mut dyn Dice) -> Result<Side, (Side, Forfeit)> {
        loop {
            match game.standing() {
                Standing::Open => {}
                Standing::Won(winner) | Standing::Limit(winner) => {
                    let is_alone = self.captains.second.is_none();
                    return Ok(if is_alone { Side::First } else { winner });
                }
            }
            let mover = game.mover();
            self.turn(game, dice).map_err(|forfeit| (mover, forfeit))?;
        }
    }

    fn turn(&mut self, game: &mut Game, dice: &mut dyn Dice) -> Result<(), Forfeit> {
        let side = game.mover();
        let Some(captain) = &mut self.captains[side] else {
            return game.lose_turn().map_err(|over| Forfeit::Illegal(over.to_string()));
        };
        let mut counted = Counted { dice, draws: 0 };
        let known = game.knowledge(side);
        let start = (self.bench.clock)();
        let choice = captain.choose(&known, &mut counted);
        let time = (self.bench.clock)().saturating_sub(start);
        self.costs.push(Cost { side, time, draws: counted.draws });
        let play = choice?;
        let outcome = game
            .play(play)
            .map_err(|refusal| captain.blame(Forfeit::Illegal(refusal.to_string())))?;
        captain.hear(&Report::Own(&outcome));
        if let Some(record) = &mut self.record {
            add_move(record, side, play, &outcome);
        }
        if let Some(other) = &mut self.captains[side.other()] {
            other.hear(&Report::of_enemy(Ok((play, &outcome))));
        }
        Ok(())
    }

    fn end(&mut self, winner: Side, forfeit: Option<&Forfeit>) {
        if let (Some(record), Some(forfeit)) = (&mut self.record, forfeit) {
            record.forfeit(winner.other(), &forfeit.to_string());
        }
        for side in Side::ALL {
            if let Some(captain) = &mut self.captains[side] {
                captain.hear(&Report::Over { won: side == winner });
            }
        }
    }
}

struct Counted<'d> {
    dice: &'d mut dyn Dice,
    draws: usize,
}

impl Dice for Counted<'_> {
    fn below(&mut self, n: u64) -> u64 {
        self.draws += 1;
        self.dice.below(n)
    }
}
