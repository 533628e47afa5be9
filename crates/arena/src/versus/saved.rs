//! Writes a game against the machine as a record, and continues the game of a record.

use super::{Machine, State, Versus};
use crate::record::{self, Record};
use crate::recorded::{self, RecordedTurn};
use broadside_core::dice::Seed;
use broadside_ships::rules::{Game, Order};

impl Versus {
    /// Returns the start and the turns that have ended, as a script for `run` and `replay`. If the
    /// game has ended within a turn, for example because the person resigned, the orders of this
    /// turn follow. If the game is over, a comment says how it ended.
    pub fn record(&self) -> Vec<u8> {
        let (mut record, first) = match &self.kept {
            Some(kept) => (Record::continuing(kept, &self.title()), 1 + record::turns(kept) as u64),
            None => (Record::new(&self.title(), &self.start), 1),
        };
        let mut turns: Vec<_> =
            self.reports.iter().map(|report| (report.side, &report.steps[..])).collect();
        if self.ending().is_some() && self.is_turn_open() && !self.steps().is_empty() {
            turns.push((self.person(), self.steps()));
        }
        for (number, (side, steps)) in (first..).zip(turns) {
            record.numbered_turn(number, side, steps);
        }
        if let Some(ending) = self.ending() {
            record.end(ending.winner(), &ending.to_string());
        }
        record.into_bytes()
    }

    /// Returns the title of the record, which [`machine_and_seed`] reads.
    pub(super) fn title(&self) -> String {
        format!("A against the machine ({}), seed {}", self.machine().name(), self.seed)
    }

    /// Continues a recorded game. `now` is the game after the record. Both sides know what they
    /// learned in its turns. If the turns cannot be played again, or do not lead to `now`, a new
    /// game begins with `now`.
    pub(super) fn continuing(record: &[u8], now: Game, machine: Machine, seed: &Seed) -> Self {
        let again = recorded::read(record)
            .and_then(|(start, turns)| Self::again(start, turns, machine.clone(), seed));
        again.filter(|game| *game.state.driver.game() == now).unwrap_or_else(|| Self {
            kept: Some(record.to_vec()),
            ..Self::new(now, machine, seed)
        })
    }

    /// Plays recorded turns again. Returns `None` if a turn cannot be played.
    fn again(
        start: Game,
        turns: impl Iterator<Item = RecordedTurn>,
        machine: Machine,
        seed: &Seed,
    ) -> Option<Self> {
        let mut game = Self::before_first_turn(start, machine, seed);
        for turn in turns {
            if game.ending().is_some() || turn.side != game.state.driver.mover() {
                return None;
            }
            if turn.side == game.person() {
                let referee = &game.state.driver.referee;
                game.turn = game.turn.with_orders(referee, &turn.orders()).ok()?;
                game.close_turn();
            } else {
                game.let_machine_play_again(&turn.orders())?;
            }
            game.begin_turn();
        }
        Some(game)
    }

    /// Plays a recorded turn of the machine. The machine plans this turn too, so that it remembers
    /// its plan.
    fn let_machine_play_again(&mut self, orders: &[Order]) -> Option<()> {
        let State { driver, machine, dice, .. } = &mut self.state;
        let (briefing, before) = (driver.open(), driver.game().clone());
        drop(machine.orders(&briefing, &before, dice));
        let report = driver.play(orders, &briefing.sketch()).ok()?;
        self.end_machine_turn(report, &before);
        Some(())
    }
}

/// Reads the machine's name and the seed in the title of a record, for example in
/// `A against the machine (fair), seed 7`.
pub(crate) fn machine_and_seed(title: &str) -> Option<(&str, Seed)> {
    let rest = title.strip_prefix("A against the machine (")?;
    let (name, seed) = rest.split_once("), seed ")?;
    Some((name, seed.parse().ok()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_record_counts_the_turns_of_both_sides() {
        let mut game = Versus::small("random", 1);
        (0..2).for_each(|_| game.end());
        let record = String::from_utf8(game.record()).unwrap();
        let turns: Vec<_> = record.lines().filter(|line| line.starts_with("# turn")).collect();
        assert_eq!(turns, ["# turn 1", "# turn 2", "# turn 3", "# turn 4"]);
    }
}
