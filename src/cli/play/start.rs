//! How games begin, and begin again: the set-up, who moves first, the score of several games.

use broadside::arena::tournament::{NoSetup, Setup};
use broadside::arena::versus::{Machine, Versus};
use broadside::board::{BySide, Side};
use broadside::dice::Seed;
use broadside::rules::ships::{Game, Setting};

/// How the games of a person against the machine begin.
#[derive(Clone, Debug)]
pub(super) struct Start {
    /// The name of the set-up.
    pub(super) name: String,
    pub(super) setup: Setup,
    pub(super) seed: Seed,
    pub(super) machine: Machine,
}

/// The games of a person so far: how many were played, won by each side, and drawn.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Score {
    pub(super) played: u64,
    pub(super) won: BySide<u32>,
    pub(super) drawn: u32,
}

impl Start {
    /// A game in which `first` moves first. All but the first one have seeds of their own, and in every
    /// second one the person has the fleet and the starting place that the machine had before.
    pub(super) fn game(&self, round: u64, first: Side) -> Result<Versus, NoSetup> {
        let mut start = self.setup.game(&self.seed, round)?;
        if !round.is_multiple_of(2) {
            change_sides(&mut start);
        }
        if first == Side::Second {
            let outcome = start.set(&Setting::NextPlayer(first));
            debug_assert!(outcome.is_ok(), "the game is between turns");
        }
        let seed = if round == 0 { self.seed.clone() } else { fresh_seed() };
        Ok(Versus::new(start, self.machine.clone(), &seed))
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

/// A seed that is short enough to be typed again.
pub(super) fn fresh_seed() -> Seed {
    use std::hash::{BuildHasher as _, RandomState};
    (RandomState::new().hash_one(()) % 1_000_000).into()
}

impl Score {
    /// The score in words.
    pub(super) fn words(&self) -> String {
        let BySide { first, second } = self.won;
        format!("you have won {first}, they {second}; drawn {}", self.drawn)
    }

    /// With one game more, as it has ended: without a winner it was a draw.
    pub(super) fn with(mut self, winner: Option<Side>) -> Self {
        self.played += 1;
        match winner {
            Some(side) => self.won[side] += 1,
            None => self.drawn += 1,
        }
        self
    }
}
