//! The ending of a game at a terminal: who has won, what the bot hears, and what the record says.

use super::game::Play;
use broadside::ai::Forfeit;
use broadside::board::{BySide, Side};
use broadside::rules::arsenal::bots::{Captain, Report};
use broadside::rules::grids::record::Record;

pub(super) enum Ending {
    /// A side could not go on and loses the game.
    Forfeit {
        names: BySide<String>,
        loser: Side,
        /// Why the bot gave no valid fleet or move. `None` if the input of a person ended.
        reason: Option<Forfeit>,
    },
    Over(Box<Play>),
}

impl Ending {
    fn winner(&self) -> Option<Side> {
        match self {
            Self::Forfeit { loser, .. } => Some(loser.other()),
            Self::Over(play) => play.winner(),
        }
    }

    /// Tells the bot whether it has won. The bot is always the second side.
    pub(super) fn report_to(&self, bot: &mut dyn Captain) {
        bot.hear(&Report::Over { won: self.winner() == Some(Side::Second) });
    }

    /// Adds the forfeit to the record, if there is one.
    pub(super) fn add_to(&self, record: &mut Record) {
        if let Self::Forfeit { loser, reason, .. } = self {
            let reason = reason.as_ref().map_or("end of input".to_owned(), Forfeit::to_string);
            record.forfeit(*loser, &reason);
        }
    }
}
