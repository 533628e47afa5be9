//! How games begin, and begin again: the set-up, who moves first, the score of several games.

use super::{Machine, Versus};
use crate::driver::Ending;
use crate::tournament::{NoSetup, Setup};
use broadside_core::board::{BySide, Side};
use broadside_core::dice::{Dice as _, Seed, Stream};
use broadside_ships::rules::{Game, Setting};

/// Who moves first, and why.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Opening {
    /// The side that moves first.
    pub first: Side,
    /// Whether the seed has drawn it.
    pub is_by_lot: bool,
}

impl Opening {
    /// Leaves it to the seed who moves first.
    pub fn by_lot(seed: &Seed) -> Self {
        let first = Side::ALL[usize::from(Stream::new(seed, u64::MAX).below(2) == 1)];
        Self { first, is_by_lot: true }
    }

    /// The opening of the next game: the other side moves first.
    #[must_use]
    pub const fn of_rematch(self) -> Self {
        Self { first: self.first.other(), is_by_lot: false }
    }
}

/// How the games of a person against the machine begin.
#[derive(Clone, Debug)]
pub struct Start {
    /// The name of the set-up.
    pub name: String,
    /// The set-up.
    pub setup: Setup,
    /// The seed of the first game.
    pub seed: Seed,
    /// Who plays the other side.
    pub machine: Machine,
}

/// The games of a person so far: how many were played, won by each side, and drawn.
#[derive(Clone, Copy, Debug, Default)]
pub struct Score {
    /// Games that have ended.
    pub played: u64,
    /// Those that each side has won.
    pub won: BySide<u32>,
    /// Those without a winner.
    pub drawn: u32,
}

impl Start {
    /// Game `round`, from 0, in which `first` moves first. All but the first one take `fresh` for their
    /// seed, and in every second one the person has the fleet and the starting place that the machine had
    /// before.
    ///
    /// # Errors
    /// When the set-up is a script that starts no game.
    pub fn game(&self, round: u64, first: Side, fresh: &Seed) -> Result<Versus, NoSetup> {
        let mut start = self.setup.game(&self.seed, round)?;
        if !round.is_multiple_of(2) {
            change_sides(&mut start);
        }
        if first == Side::Second {
            let outcome = start.set(&Setting::NextPlayer(first));
            debug_assert!(outcome.is_ok(), "the game is between turns");
        }
        let seed = if round == 0 { &self.seed } else { fresh };
        Ok(Versus::new(start, self.machine.clone(), seed))
    }
}

/// Gives each side the starting rectangle and the numbers of ships of the other. Where ships are on the
/// board already, they stay with their sides.
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
    /// The score in words.
    pub fn words(&self) -> String {
        let BySide { first, second } = self.won;
        format!("you have won {first}, they {second}; drawn {}", self.drawn)
    }

    /// With one game more, as it has ended: without a winner it was a draw.
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
