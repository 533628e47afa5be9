//! A game under way: two fleets and a machine that aims. Whose turn it is and what is said of it, the
//! program knows.

use super::bots::{Ai, Bot};
use super::fleet::Fleet;
use broadside_core::board::{Coord, Impact};
use broadside_core::dice::Dice;

/// The state of a game.
#[derive(Clone, Debug)]
pub(super) struct Game {
    /// The player's ships.
    pub(super) player: Fleet,
    /// The machine's ships.
    pub(super) machine: Fleet,
    bot: Bot,
}

impl Game {
    /// A game before its first shot.
    pub(super) fn new(ai: Ai, player: Fleet, machine: Fleet) -> Self {
        let bot = Bot::new(ai, &player);
        Self { player, machine, bot }
    }

    /// Whether a side has no unhit ship cell.
    pub(super) const fn is_over(&self) -> bool {
        self.machine.is_lost() || self.player.is_lost()
    }

    /// The machine's turn: where it fires and what it meets. `None` when no cell is left to fire at.
    pub(super) fn machine_fires(&mut self, dice: &mut dyn Dice) -> Option<(Coord, Impact)> {
        let at = self.bot.aim(dice)?;
        let impact = self.player.fire(at)?;
        self.bot.learn(at, impact);
        Some((at, impact))
    }
}
