//! The levels of the bots.

use broadside_core::board::names;

/// How strong a bot is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Level {
    /// About 50 turns alone against a random fleet.
    Easy,
    /// About 33 turns.
    Medium,
    /// About 31 turns.
    Hard,
}

impl Level {
    /// All levels, the weakest first.
    pub const ALL: [Self; 3] = [Self::Easy, Self::Medium, Self::Hard];

    /// The name that the game shows.
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
