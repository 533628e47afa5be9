//! Who may take part.

use crate::ai::{Bits, Chart, Density, Gunner, Hunt, Posterior, Random};
use crate::rules::arsenal::bots::{Bot, Level};

/// A strategy that only fires.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Aim {
    /// See [`Random`].
    Random,
    /// See [`Hunt`].
    Hunt,
    /// See [`Density`].
    Density,
    /// See [`Posterior`].
    Posterior,
}

impl Aim {
    /// All strategies, the weakest first.
    pub const ALL: [Self; 4] = [Self::Random, Self::Hunt, Self::Density, Self::Posterior];

    /// The name on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Random => "random",
            Self::Hunt => "hunt",
            Self::Density => "density",
            Self::Posterior => "posterior",
        }
    }

    /// The strategy of this name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|aim| aim.name() == name)
    }

    /// A gunner at the start of a game against ships as on `chart`.
    pub fn gunner<B: Bits + 'static>(self, chart: &Chart<B>) -> Box<dyn Gunner<B>> {
        match self {
            Self::Random => Box::new(Random),
            Self::Hunt => Box::new(Hunt),
            Self::Density => Box::new(Density::new(chart.waters().none())),
            Self::Posterior => Box::new(Posterior::new(chart)),
        }
    }
}

/// Whoever plays the game with all weapons: its bots, and the strategies that only fire.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Contestant {
    /// A bot of the game.
    Bot(Level),
    /// A strategy that only fires, but for a move that wins for sure.
    Aim(Aim),
}

impl Contestant {
    /// All contestants: the bots, then those who only fire.
    pub fn all() -> impl Iterator<Item = Self> {
        Level::ALL.into_iter().map(Self::Bot).chain(Aim::ALL.into_iter().map(Self::Aim))
    }

    /// The name on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Bot(level) => level.name(),
            Self::Aim(aim) => aim.name(),
        }
    }

    /// The contestant of this name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::all().find(|contestant| contestant.name() == name)
    }

    /// The contestant at the start of a game in which it knows `chart`.
    pub(super) fn enter(self, chart: &Chart) -> Bot {
        match self {
            Self::Bot(level) => Bot::new(level),
            Self::Aim(aim) => Bot::firing(aim.gunner(chart)),
        }
    }
}
