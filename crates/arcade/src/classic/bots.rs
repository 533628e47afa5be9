//! The three kinds of machine player in classic (spec classic §4). The output depends on which
//! random numbers each kind draws, and when.

use broadside_core::board::{Board, Coord, Heading, Impact};
use broadside_core::dice::{Dice, index_below};
use std::collections::VecDeque;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Ai {
    Random,
    /// Fires at cells next to its hits, and otherwise at random cells.
    Smart,
    /// Knows where the ships are, and fires only at their cells.
    Cheater,
}

#[derive(Clone, Debug)]
pub(super) struct Bot {
    ai: Ai,
    unfired: Vec<Coord>,
    queue: VecDeque<Coord>,
}

impl Ai {
    /// All kinds, in the order of the menu.
    pub(super) const ALL: [Self; 3] = [Self::Random, Self::Smart, Self::Cheater];
}

impl Bot {
    /// Returns a bot that fires at `target`. Only the cheater looks at the ships there.
    pub(super) fn new(ai: Ai, target: &Board) -> Self {
        let unfired: Vec<_> = target.dims().rect().fields().collect();
        let queue = match ai {
            Ai::Random | Ai::Smart => VecDeque::new(),
            Ai::Cheater => {
                let ships = unfired.iter().filter(|at| target.ship_at(**at).is_some());
                ships.copied().collect()
            }
        };
        Self { ai, unfired, queue }
    }

    /// Returns the next cell to fire at. A ship must be afloat, so that a cell is left.
    pub(super) fn aim(&mut self, dice: &mut dyn Dice) -> Coord {
        let queued = self.queue.pop_front().and_then(|at| self.unfired.binary_search(&at).ok());
        let index = queued.unwrap_or_else(|| index_below(self.unfired.len(), dice));
        self.unfired.remove(index)
    }

    pub(super) fn learn(&mut self, at: Coord, impact: Impact) {
        if self.ai != Ai::Smart || impact == Impact::Water {
            return;
        }
        for heading in [Heading::North, Heading::South, Heading::West, Heading::East] {
            let near = at.ahead(heading, 1).filter(|near| self.unfired.binary_search(near).is_ok());
            self.queue.extend(near.filter(|near| !self.queue.contains(near)));
        }
    }
}
