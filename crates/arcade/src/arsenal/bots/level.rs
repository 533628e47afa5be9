//! The levels of the built-in bots of arsenal.

use broadside_core::board::names;

/// How strong a bot is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Level {
    /// Needs about 55 turns to sink a random fleet.
    Easy,
    /// Needs about 33 turns.
    Medium,
    /// Needs about 31 turns.
    Hard,
}

impl Level {
    /// All levels, the weakest first.
    pub const ALL: [Self; 3] = [Self::Easy, Self::Medium, Self::Hard];

    /// Returns the name of the bot that the game shows.
    #[doc(hidden)]
    pub const fn title(self) -> &'static str {
        match self {
            Self::Easy => "Easy bot",
            Self::Medium => "Medium bot",
            Self::Hard => "Hard bot",
        }
    }
}

names! { Level: Easy "easy", Medium "medium", Hard "hard" }
