//! How well the fair pilot plays.

use broadside_core::dice::Dice;

/// How well a [`FairPilot`](super::FairPilot) plays. A weaker pilot knows the rules as a strong one does; it
/// remembers less and overlooks more.
///
/// The levels are about 150 Elo apart; the book's page on levels has the figures.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Skill {
    /// How many of its last turns it remembers: sightings, hits and misses.
    pub memory: usize,
    /// How many of a hundred segments in sight it notices when it aims; it overlooks the others.
    pub notices: u8,
    /// How many of them it notices in basic games: with one shot a turn, the lowest level would lose more by
    /// what it overlooks.
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

    /// Whether it plans its moves where ships block each other.
    pub(super) const fn plans(self) -> bool {
        self.notices >= 100
    }

    /// Whether it notices a segment. Who notices all of them needs no luck.
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
