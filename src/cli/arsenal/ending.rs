//! How a game at the table ends.

use super::game::Play;
use broadside::ai::Forfeit;
use broadside::board::{BySide, Side};
use broadside::rules::arsenal::bots::{Captain, Report};
use broadside::rules::grids::record::Record;

/// How a game ended. Names are those of both sides.
pub(super) enum Ending {
    /// Input ended on this side's turn.
    Forfeits(BySide<String>, Side),
    /// The bot has no fleet or no move, for this reason. It is the second side.
    BotForfeits(BySide<String>, Forfeit),
    /// The game was played to its end.
    Over(Box<Play>),
}

impl Ending {
    fn winner(&self) -> Option<Side> {
        match self {
            Self::Forfeits(_, side) => Some(side.other()),
            Self::BotForfeits(..) => Some(Side::First),
            Self::Over(play) => play.winner(),
        }
    }

    /// Reports to the bot, which is the second side, whether it has won.
    pub(super) fn report_to(&self, bot: &mut dyn Captain) {
        bot.hear(&Report::Over { won: self.winner() == Some(Side::Second) });
    }

    /// Adds a forfeit to the record of the game.
    pub(super) fn add_to(&self, record: &mut Record) {
        match self {
            Self::Forfeits(_, side) => record.forfeit(*side, "end of input"),
            Self::BotForfeits(_, reason) => record.forfeit(Side::Second, &reason.to_string()),
            Self::Over(_) => {}
        }
    }
}
