//! How a game at the table ends.

use super::game::Play;
use broadside::ai::Forfeit;
use broadside::board::{BySide, Side};
use broadside::rules::arsenal::bots::{Captain, Report};
use broadside::rules::grids::record::Record;

/// How a game ended.
pub(super) enum Ending {
    /// A side forfeits.
    Forfeit {
        names: BySide<String>,
        loser: Side,
        /// Why the bot has no fleet or no move. `None` if the input of a person ended.
        reason: Option<Forfeit>,
    },
    /// The game was played to its end.
    Over(Box<Play>),
}

impl Ending {
    fn winner(&self) -> Option<Side> {
        match self {
            Self::Forfeit { loser, .. } => Some(loser.other()),
            Self::Over(play) => play.winner(),
        }
    }

    /// Reports to the bot, which is the second side, whether it has won.
    pub(super) fn report_to(&self, bot: &mut dyn Captain) {
        bot.hear(&Report::Over { won: self.winner() == Some(Side::Second) });
    }

    /// Adds a forfeit to the record of the game.
    pub(super) fn add_to(&self, record: &mut Record) {
        if let Self::Forfeit { loser, reason, .. } = self {
            let reason = reason.as_ref().map_or("end of input".to_owned(), Forfeit::to_string);
            record.forfeit(*loser, &reason);
        }
    }
}
