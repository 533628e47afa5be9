//! Plays one game with all weapons, for duels, knockouts and solo games. In a solo game, one
//! attacker fires at a fleet that does not fire back.

use super::bench::Bench;
use super::factory::CaptainFactory;
use broadside_arcade::ai::Forfeit;
use broadside_arcade::arsenal::bots::{Captain, Report};
use broadside_arcade::arsenal::record::{HEAD, add_fleet, add_move};
use broadside_arcade::arsenal::{Fleet, Game, Move, Standing};
use broadside_arcade::grids::record::Record;
use broadside_core::board::{BySide, Side};
use broadside_core::dice::Dice;
use std::time::Duration;

/// A game to play.
pub(super) struct Pairing<'g> {
    /// The number of the game, from 0.
    pub(super) number: u64,
    /// The words that follow the game's number in the title of its record.
    pub(super) note: &'g str,
    pub(super) names: [&'g str; 2],
    pub(super) starter: Side,
    pub(super) first: &'g CaptainFactory,
    /// Without a captain, the second side has a random fleet and loses all its turns.
    pub(super) second: Option<&'g CaptainFactory>,
}

#[derive(Clone, Debug)]
pub(super) struct FinishedGame {
    pub(super) number: u64,
    pub(super) starter: Side,
    pub(super) winner: Side,
    /// Why the loser forfeited the game, if it did.
    pub(super) forfeit: Option<Forfeit>,
    pub(super) turns: BySide<u32>,
    /// The number of ship cells that each side has hit.
    pub(super) hits: BySide<u32>,
    pub(super) costs: Vec<Cost>,
}

#[derive(Clone, Copy, Debug)]
pub(super) struct Cost {
    pub(super) side: Side,
    /// The time by the clock of the bench.
    pub(super) time: Duration,
    /// How many random numbers the bot drew for the move.
    pub(super) draws: usize,
}

/// Plays a game. The dice first draw the fleet of the first side, then the fleet of the second
/// side, then the moves. Without a second captain they draw one fleet, then the moves.
pub(super) fn play(bench: &Bench<'_>, fixture: &Pairing<'_>, dice: &mut dyn Dice) -> FinishedGame {
    let Pairing { number, note, names, starter, first, second } = *fixture;
    let captain =
        |side| [Some(first), second][side as usize].map(|who| who.make_for((number, side)));
    let captains = BySide::from_fn(captain);
    let record = bench.record((number, note), names, HEAD);
    let mut table = Table { bench, captains, record, costs: Vec::new() };
    let mut game = None;
    let outcome = table
        .place(dice)
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
    /// Returns the fleets, or the side that forfeits and the reason.
    fn place(&mut self, dice: &mut dyn Dice) -> Result<BySide<Fleet>, (Side, Forfeit)> {
        let is_alone = self.captains.second.is_none();
        let mut fleet = |side| match &mut self.captains[side] {
            Some(captain) => captain.place(dice).map_err(|forfeit| (side, forfeit)),
            None => Ok(Fleet::at_random(dice)),
        };
        // Without a second captain, the first side is never shot at, so it gets the same fleet.
        let fleets = if is_alone {
            let fleet = fleet(Side::Second)?;
            BySide { first: fleet, second: fleet }
        } else {
            BySide { first: fleet(Side::First)?, second: fleet(Side::Second)? }
        };
        let is_target = |side: &Side| self.captains[side.other()].is_some();
        if let Some(record) = &mut self.record {
            for side in Side::ALL.into_iter().filter(is_target) {
                add_fleet(record, side, &fleets[side]);
            }
        }
        Ok(fleets)
    }

    /// Returns the winner, or the side that forfeits and the reason. In a solo game, the attacker
    /// also wins at the limit of turns.
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
            // Only the side that lays smoke knows the place of the smoke.
            let shown = if matches!(play, Move::Smoke(_)) { None } else { Some(play) };
            other.hear(&Report::Enemy(shown, &outcome));
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
