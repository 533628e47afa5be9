//! Plays the turns of a game between two machines, if at least one of them plays fair. A fair side
//! knows only what the rules let it see.

use super::driver::{DrawRules, Driver, Ending};
use super::record::Record;
use broadside_core::Cancel;
use broadside_core::board::{BySide, Side};
use broadside_core::dice::Stream;
use broadside_ships::rules::Game;
use broadside_ships::rules::fair::FairPilot;
use broadside_ships::script::reply;
use std::io;

#[derive(Clone, Debug)]
pub(super) struct SelfPlay {
    driver: Driver,
    pilots: BySide<Option<FairPilot>>,
    dice: BySide<Stream>,
}

impl SelfPlay {
    /// `game` must be between turns. The dice of the fair sides depend on the seed of the game.
    pub(super) fn new(game: Game, is_fair: BySide<bool>) -> Self {
        let seed = game.seed().unwrap_or_default().into();
        let rules = DrawRules { max_turns: u64::MAX, ..DrawRules::default() };
        Self {
            pilots: BySide::from_fn(|side| is_fair[side].then(FairPilot::default)),
            dice: BySide::from_fn(|side| Stream::new(&seed, u64::from(side == Side::Second))),
            driver: Driver::new(game, rules),
        }
    }

    /// Returns how the game has ended, or `None`. A victory also gives `None`, because the script
    /// itself reports it.
    pub(super) fn ending(&self) -> Option<Ending> {
        self.driver.ending().filter(|ending| !matches!(ending, Ending::Won(_)))
    }

    /// Plays the next turn, and returns it as a group of the script, with refused orders as
    /// comments. For a side that sees everything, `open` returns the text of its turn. A turn
    /// without orders replaces a turn that breaks a rule. If `cancel` is set while the turn is
    /// planned, returns [`Cancelled`] in the error, and the turn can be planned again.
    ///
    /// [`Cancelled`]: broadside_core::Cancelled
    pub(super) fn turn(
        &mut self,
        cancel: &Cancel,
        open: impl FnOnce() -> io::Result<Vec<u8>>,
    ) -> io::Result<Vec<u8>> {
        let briefing = self.driver.open();
        let side = self.driver.mover();
        let (orders, script) = match &mut self.pilots[side] {
            Some(pilot) => {
                let (mut next, mut dice) = (pilot.clone(), self.dice[side].clone());
                let orders = next.try_turn(&briefing, cancel, &mut dice);
                let orders = orders.map_err(io::Error::other)?;
                (*pilot, self.dice[side]) = (next, dice);
                (Some(orders), briefing.sketch())
            }
            None => (reply(&open()?, side).ok(), self.driver.game().clone()),
        };
        let report = self.driver.play_or_pass(&orders.unwrap_or_default(), &script);
        let mut record = Record::default();
        record.turn(&report);
        Ok(record.into_bytes())
    }
}
