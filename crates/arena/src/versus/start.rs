//! A person's games against the machine, one after the other.

use super::{Machine, Versus, machine_and_seed};
use crate::driver::Ending;
use crate::record;
use crate::tournament::{NoSetup, Setup};
use broadside_core::board::{BySide, Side};
use broadside_core::dice::{Dice as _, Seed, Stream};
use broadside_ships::rules::{Game, Setting};
use broadside_ships::script::ast::Command;
use broadside_ships::script::save;

/// Which side moves first, and why.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Opening {
    /// The side that moves first.
    pub first: Side,
    /// Whether the side was drawn by lot.
    pub is_by_lot: bool,
}

impl Opening {
    /// Draws, from the seed, the side that moves first.
    pub fn by_lot(seed: &Seed) -> Self {
        let first = Side::ALL[usize::from(Stream::new(seed, u64::MAX).below(2) == 1)];
        Self { first, is_by_lot: true }
    }

    /// Returns the opening of the next game. The other side moves first in that game.
    #[must_use]
    pub const fn of_rematch(self) -> Self {
        Self { first: self.first.other(), is_by_lot: false }
    }
}

/// The options for a person's games against the machine, one after the other.
#[derive(Clone, Debug)]
pub struct Start {
    /// The name of the set-up.
    pub name: String,
    /// The set-up.
    pub setup: Setup,
    /// The seed of the first game, and of the set-ups of all games.
    pub seed: Seed,
    /// The machine that plays against the person.
    pub machine: Machine,
}

/// The score of the games that have ended.
#[derive(Clone, Copy, Debug, Default)]
pub struct Score {
    /// The number of games that have ended.
    pub played: u64,
    /// The number of games won by each side.
    pub won: BySide<u32>,
    /// The number of games without a winner.
    pub drawn: u32,
}

impl Start {
    /// Starts game number `round`, from 0, in which `first` moves first. The first game takes its
    /// dice from the seed of `self`, and later games from `fresh`. In every second game, the sides
    /// exchange their fleets and starting rectangles, unless ships are already on the board. If the
    /// set-up is the record of a game, the first game continues it, unless `first` is B. Later
    /// games begin where that game began. Fails if the set-up is a script from which no game can
    /// start.
    pub fn game(&self, round: u64, first: Side, fresh: &Seed) -> Result<Versus, NoSetup> {
        let kept = self.kept_game();
        let set_up = match kept {
            Some(record) if round > 0 => beginning(record).game(&self.seed, round)?,
            _ => self.setup.game(&self.seed, round)?,
        };
        let mut start = set_up.clone();
        if !round.is_multiple_of(2) {
            change_sides(&mut start);
        }
        if first == Side::Second {
            let outcome = start.set(&Setting::NextPlayer(first));
            debug_assert!(outcome.is_ok(), "the game is between turns");
        }
        let seed = if round == 0 { &self.seed } else { fresh };
        let machine = self.machine.clone();
        Ok(match kept.filter(|_| round == 0 && start == set_up) {
            Some(record) => Versus::continuing(record, start, machine, seed),
            None => Versus::new(start, machine, seed),
        })
    }

    /// Returns the set-up, if it is the record of a game.
    fn kept_game(&self) -> Option<&[u8]> {
        let Setup::Script(text) = &self.setup else { return None };
        Self::kept(text).map(|_| &text[..])
    }

    /// Returns the machine and the seed of a game that [`Versus::record`] has written. Returns
    /// `None` if the script is not such a record.
    #[doc(hidden)]
    pub fn kept(script: &[u8]) -> Option<(Machine, Seed)> {
        let (name, seed) = machine_and_seed(record::title(script)?.trim_end())?;
        Some((Machine::from_name(name)?, seed))
    }
}

/// Returns the set-up with which the game of a record began, with A as the first player.
fn beginning(record: &[u8]) -> Setup {
    let first = Command::Set(Setting::NextPlayer(Side::First));
    Setup::Script([record::opening(record), &save::state_group(&[first])].concat())
}

fn change_sides(game: &mut Game) {
    if game.board().ships().len() > 0 {
        return;
    }
    let fleets = BySide::from_fn(|side| (game.fleet(side).start(), game.fleet(side).sizes()));
    for side in Side::ALL {
        let (start, sizes) = fleets[side.other()];
        for setting in [Setting::Start(side, start), Setting::Fleet(side, sizes)] {
            let outcome = game.set(&setting);
            debug_assert!(outcome.is_ok(), "legal as long as no ship is on the board");
        }
    }
}

impl Score {
    /// Returns the score in words.
    pub fn words(&self) -> String {
        let BySide { first, second } = self.won;
        format!("you have won {first}, they {second}; drawn {}", self.drawn)
    }

    /// Adds a game that has ended. A game without a winner is a draw.
    #[must_use]
    pub fn with(mut self, ending: Option<Ending>) -> Self {
        self.played += 1;
        match ending.and_then(Ending::winner) {
            Some(side) => self.won[side] += 1,
            None => self.drawn += 1,
        }
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tournament::Setup;

    fn small() -> Start {
        let (name, machine) = (String::new(), Machine::fair());
        Start { name, setup: Setup::Small, seed: 1.into(), machine }
    }

    fn continuing(game: &Versus) -> Start {
        let machine = Machine::from_name(game.machine().name()).unwrap();
        Start { setup: Setup::Script(game.record()), machine, ..small() }
    }

    /// Regression: a continued game counted its turns from 1, and both sides had forgotten
    /// everything. So its further turns differed from those of the game that was not saved.
    #[test]
    fn a_continued_game_goes_on_as_if_it_had_not_been_saved() {
        for machine in ["fair", "random", "open"] {
            for first in Side::ALL {
                let start = Start { machine: Machine::from_name(machine).unwrap(), ..small() };
                let mut game = start.game(0, first, &1.into()).unwrap();
                let play = |game: &mut Versus| {
                    for order in game.hint() {
                        let _ = game.order(order);
                    }
                    game.end();
                };
                (0..2).for_each(|_| play(&mut game));
                let mut again = continuing(&game).game(0, Side::First, &2.into()).unwrap();
                assert_eq!((again.turn(), again.tally()), (game.turn(), game.tally()));
                assert_eq!(again.notes(Side::Second), game.notes(Side::Second));
                (0..4).for_each(|_| [&mut game, &mut again].into_iter().for_each(play));
                let [record, again] = [game, again].map(|game| String::from_utf8(game.record()));
                assert_eq!(record, again, "{machine}, {first:?} moves first");
            }
        }
    }

    /// Regression: after each save, the turns without progress were counted from 0 again.
    #[test]
    fn a_continued_game_is_drawn_as_early_as_a_game_that_was_not_saved() {
        let wrecks = b"[state] BOARD_SIZE 12 12 EXTENDED_SHIPS SET_FLEET A 0 0 0 1\n\
            SET_FLEET B 0 0 0 1 SHIP A 0 0 N 0 DES 10 SHIP B 8 8 N 0 DES 10 [state]\n";
        let start = Start { setup: Setup::Script(wrecks.to_vec()), ..small() };
        let mut game = start.game(0, Side::First, &1.into()).unwrap();
        for _ in 0..5 {
            game.end();
            game = continuing(&game).game(0, Side::First, &2.into()).unwrap();
        }
        while game.ending().is_none() {
            game.end();
        }
        assert_eq!((game.turn(), game.ending()), (30, Some(Ending::NoProgress)));
    }

    /// Regression: the third game of a series had the turns of the saved game in its record.
    #[test]
    fn the_third_game_of_a_continued_series_has_a_record_of_its_own() {
        let mut game = Versus::small("random", 1);
        (0..2).for_each(|_| game.end());
        let third = continuing(&game).game(2, Side::First, &2.into()).unwrap();
        assert!(!String::from_utf8(third.record()).unwrap().contains("# turn"));
    }

    /// Regression: the second game began with the ships that the saved first game had on the board.
    #[test]
    fn the_game_after_a_continued_game_begins_without_ships() {
        let mut game = Versus::small("random", 1);
        game.place_missing();
        game.end();
        let start = continuing(&game);
        let next = start.game(1, Side::Second, &2.into()).unwrap();
        assert!(next.briefing().own().is_empty());
        let area = |game: &Versus, side| game.game().fleet(side).start();
        assert_eq!(area(&next, Side::First), area(&game, Side::Second));
    }

    #[test]
    fn a_record_has_the_last_orders_and_the_end() {
        let mut game = Versus::small("random", 1);
        game.place_missing();
        game.resign();
        let record = String::from_utf8(game.record()).unwrap();
        assert!(record.ends_with("[playerA]\n# B wins: resigned\n"), "{record}");
        assert_eq!(record.matches("PLACE_SHIP").count(), 4);
        game.undo();
        game.resign();
        let again = continuing(&game).game(0, Side::First, &2.into()).unwrap();
        assert!(!String::from_utf8(again.record()).unwrap().contains("wins"));
    }

    #[test]
    fn a_game_that_is_continued_twice_keeps_all_its_turns() {
        let mut game = Versus::small("random", 1);
        let mut before = Vec::new();
        for _ in 0..3 {
            game.end();
            let record = game.record();
            assert!(record.len() > before.len() && record.starts_with(&before));
            game = continuing(&game).game(0, Side::First, &2.into()).unwrap();
            before = record;
        }
        let numbers = ["# turn 1", "# turn 2", "# turn 3", "# turn 4", "# turn 5", "# turn 6"];
        let record = String::from_utf8(before).unwrap();
        let turns: Vec<_> = record.lines().filter(|line| line.starts_with("# turn")).collect();
        assert_eq!(turns, numbers);
    }
}
