//! How strong a bot is.

/// How strong a bot is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Level {
    /// About 50 turns alone against a random fleet.
    Easy,
    /// About 33.
    Medium,
    /// About 31.
    Hard,
}

impl Level {
    /// All levels, the weakest first.
    pub const ALL: [Self; 3] = [Self::Easy, Self::Medium, Self::Hard];

    /// The name on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Easy => "easy",
            Self::Medium => "medium",
            Self::Hard => "hard",
        }
    }

    /// The level of this name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|level| level.name() == name)
    }

    /// The name at the table.
    #[doc(hidden)]
    pub const fn title(self) -> &'static str {
        match self {
            Self::Easy => "Easy bot",
            Self::Medium => "Medium bot",
            Self::Hard => "Hard bot",
        }
    }
}
