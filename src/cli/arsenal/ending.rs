//! How a game at the table ends.

use super::game::Play;
use broadside::ai::Forfeit;
use broadside::board::{BySide, Side};

/// How a game ended.
pub(super) enum Ending {
    /// Input ended on this side's turn.
    Forfeits(BySide<String>, Side),
    /// The bot has no fleet or no move, for this reason.
    BotForfeits(BySide<String>, Forfeit),
    /// It was played to its end.
    Over(Box<Play>),
}

impl Ending {
    /// Writes down who forfeits.
    pub(super) fn is_kept_in(&self, play: &mut Play) {
        match self {
            Self::Forfeits(_, side) => play.record.forfeit(*side, "end of input"),
            Self::BotForfeits(_, reason) => {
                play.record.forfeit(Side::Second, &reason.to_string());
            }
            Self::Over(_) => {}
        }
    }
}
