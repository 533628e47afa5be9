//! The levels of the fair pilot.

use broadside_core::dice::Dice;

/// The level of a [`FairPilot`](super::FairPilot). The weaker pilots know all the rules, but they
/// forget earlier turns and overlook more.
///
/// Two neighbouring levels are about 150 Elo apart, but less on small boards without carriers. The
/// page about levels in the book has the numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Skill {
    /// The number of past turns whose sightings, hits and misses the pilot remembers.
    pub memory: usize,
    /// The percentage of segments in sight that the pilot notices when it aims in an extended game.
    pub notices: u8,
    /// The percentage of segments in sight that the pilot notices in a basic game. There a turn has
    /// only one shot, so overlooked segments cost more, and the lowest level notices more.
    pub notices_in_basic: u8,
}

impl Skill {
    /// The levels 1 to 4, the weakest first.
    pub const LEVELS: [Self; 4] = [
        Self { memory: 0, notices: 9, notices_in_basic: 12 },
        Self { memory: 0, notices: 19, notices_in_basic: 19 },
        Self { memory: 0, notices: 48, notices_in_basic: 48 },
        Self { memory: 8, notices: 100, notices_in_basic: 100 },
    ];

    /// Whether a pilot of this level plans its moves ahead on small boards.
    pub(super) const fn plans(self) -> bool {
        self.notices >= 100
    }

    /// Draws whether the pilot notices a segment. Draws no random number if it notices all.
    pub(super) fn notices(self, is_extended: bool, dice: &mut dyn Dice) -> bool {
        let share = if is_extended { self.notices } else { self.notices_in_basic };
        share >= 100 || dice.below(100) < u64::from(share)
    }
}

impl Default for Skill {
    /// Returns the highest level.
    fn default() -> Self {
        Self::LEVELS[3]
    }
}
