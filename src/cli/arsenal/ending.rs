//! How a game at the table ends.

use super::game::Play;
use broadside::ai::Forfeit;
use broadside::board::{BySide, Side};
use broadside::rules::arsenal::bots::{Captain, Report};

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
    /// Who has won.
    fn winner(&self) -> Option<Side> {
        match self {
            Self::Forfeits(_, side) => Some(side.other()),
            Self::BotForfeits(..) => Some(Side::First),
            Self::Over(play) => play.winner(),
        }
    }

    /// Lets the bot hear whether it has won; it is the second side.
    pub(super) fn is_heard_by(&self, bot: &mut dyn Captain) {
        bot.hear(&Report::Over { won: self.winner() == Some(Side::Second) });
    }

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
