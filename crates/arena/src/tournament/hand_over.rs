//! Makes the script that an engine gets in its turn.

use broadside_core::dice::Seed;
use broadside_ships::rules::Game;
use broadside_ships::rules::fair::Briefing;
use broadside_ships::script::hand_over::{HandOver, dice};

/// What a program learns of the game from its script (spec laboratory §5).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Told {
    /// `fog`: what its side knows, and guesses about the rest.
    #[default]
    Fog,
    /// `full`: the true state of the game.
    Full,
    /// `transcript`: all commands of the game so far.
    Transcript,
}

impl Told {
    /// Returns the script for the side that is to move in `game`. `commands` returns all commands
    /// so far.
    #[doc(hidden)]
    pub fn hand_over(
        self,
        seed: &Seed,
        round: u64,
        game: &Game,
        briefing: &Briefing,
        commands: impl FnOnce() -> Vec<u8>,
    ) -> HandOver {
        let mut dice = dice(seed, round, briefing);
        match self {
            Self::Fog => HandOver::fog(briefing, &mut dice),
            Self::Full => HandOver::full(game, &mut dice),
            Self::Transcript => HandOver::transcript(&commands(), game, &mut dice),
        }
    }
}
