//! The levels of the fair pilot.

use broadside_core::dice::Dice;

/// The level of a [`FairPilot`](super::FairPilot). A weaker pilot knows the same rules, but remembers less and
/// overlooks more.
///
/// The levels are about 150 Elo apart; the book's page on levels has the figures.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Skill {
    /// The number of past turns whose sightings, hits and misses it remembers.
    pub memory: usize,
    /// The percentage of segments in sight that it notices when it aims.
    pub notices: u8,
    /// This percentage in basic games. There it is higher for the lowest level: with only one shot in a turn,
    /// overlooked segments cost it more.
    pub notices_in_basic: u8,
}

impl Skill {
    /// The levels 1 to 4.
    pub const LEVELS: [Self; 4] = [
        Self { memory: 0, notices: 9, notices_in_basic: 12 },
        Self { memory: 0, notices: 19, notices_in_basic: 19 },
        Self { memory: 0, notices: 48, notices_in_basic: 48 },
        Self { memory: 8, notices: 100, notices_in_basic: 100 },
    ];

    /// Whether the pilot plans its moves ahead on small boards.
    pub(super) const fn plans(self) -> bool {
        self.notices >= 100
    }

    /// Draws whether the pilot notices a segment. If it notices all segments, draws no number.
    pub(super) fn notices(self, is_extended: bool, dice: &mut dyn Dice) -> bool {
        let share = if is_extended { self.notices } else { self.notices_in_basic };
        share >= 100 || dice.below(100) < u64::from(share)
    }
}

impl Default for Skill {
    /// The highest level.
    fn default() -> Self {
        Self::LEVELS[3]
    }
}
