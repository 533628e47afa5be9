//! The driver of a refereed game of the Ships language: it counts turns and ends the game. Matches,
//! games against a person, and fair games that play themselves share this driver.

use super::machine::Machine;
use broadside_core::board::Side;
use broadside_core::dice::Dice;
use broadside_ships::rules::fair::{Briefing, Illegal, Referee, TurnReport, Verdict};
use broadside_ships::rules::{Game, Order};
use std::fmt;

/// When a game without a winner is drawn (spec laboratory §6).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DrawRules {
    /// A game that has lasted this many turns is drawn. The turns of both sides count.
    pub max_turns: u64,
    /// A game is drawn after this many turns in a row without [progress](TurnReport::progress).
    pub no_progress: u64,
}

impl Default for DrawRules {
    /// 400 turns, and 60 turns in a row without progress.
    fn default() -> Self {
        Self { max_turns: 400, no_progress: 60 }
    }
}

/// How a game has ended. [`Display`](fmt::Display) writes the words of journals.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// `won`: this side has won by the rules of the game.
    Won(Side),
    /// `not placed`: this side loses, because its fleet was incomplete after its 10th turn.
    NotPlaced(Side),
    /// `fault`: this side loses, because of a fault of its engine.
    Fault(Side),
    /// `resigned`: this side loses, because it gave up.
    Resigned(Side),
    /// `max turns`: a draw by [`DrawRules::max_turns`].
    MaxTurns,
    /// `no progress`: a draw by [`DrawRules::no_progress`].
    NoProgress,
    /// `standstill`: a draw, because neither side can win any more.
    Standstill,
    /// `stopped`: there is no winner, because the caller stopped the game.
    Stopped,
}

impl Ending {
    /// Returns the winner, or `None` if there is none.
    pub const fn winner(self) -> Option<Side> {
        match self {
            Self::Won(side) => Some(side),
            Self::NotPlaced(loser) | Self::Fault(loser) | Self::Resigned(loser) => {
                Some(loser.other())
            }
            Self::MaxTurns | Self::NoProgress | Self::Standstill | Self::Stopped => None,
        }
    }
}

impl fmt::Display for Ending {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Won(_) => "won",
            Self::NotPlaced(_) => "not placed",
            Self::Fault(_) => "fault",
            Self::Resigned(_) => "resigned",
            Self::MaxTurns => "max turns",
            Self::NoProgress => "no progress",
            Self::Standstill => "standstill",
            Self::Stopped => "stopped",
        })
    }
}

/// A refereed game, from its start to its ending.
#[derive(Clone, Debug)]
pub(crate) struct Driver {
    pub(crate) referee: Referee,
    rules: DrawRules,
    turns: u64,
    /// The number of turns in a row without progress.
    idle: u64,
    ending: Option<Ending>,
}

impl Driver {
    /// Starts a game from `start`, which is between turns.
    pub(crate) fn new(start: Game, rules: DrawRules) -> Self {
        Self { referee: Referee::new(start), rules, turns: 0, idle: 0, ending: None }
    }

    pub(crate) const fn game(&self) -> &Game {
        self.referee.game()
    }

    pub(crate) fn mover(&self) -> Side {
        self.game().expected()
    }

    /// Returns the number of turns played so far. The turns of both sides are added.
    pub(crate) const fn turns(&self) -> u64 {
        self.turns
    }

    pub(crate) const fn ending(&self) -> Option<Ending> {
        self.ending
    }

    pub(crate) fn open(&mut self) -> Briefing {
        self.referee.open()
    }

    /// Plays a turn of the side to move. `script` is the game as this side knew it, see
    /// [`Referee::play`]. An error changes nothing.
    pub(crate) fn play(&mut self, orders: &[Order], script: &Game) -> Result<TurnReport, Illegal> {
        let report = self.referee.play(orders, script)?;
        self.turns += 1;
        self.idle = if report.progress { 0 } else { self.idle + 1 };
        self.ending = match report.verdict {
            Some(Verdict::Won(side)) => Some(Ending::Won(side)),
            Some(Verdict::NotPlaced(side)) => Some(Ending::NotPlaced(side)),
            None if self.idle >= self.rules.no_progress => Some(Ending::NoProgress),
            None if self.turns >= self.rules.max_turns => Some(Ending::MaxTurns),
            None => None,
        };
        Ok(report)
    }

    /// Plays a turn. If an order is illegal, plays the turn without orders.
    pub(crate) fn play_or_pass(&mut self, orders: &[Order], script: &Game) -> TurnReport {
        self.play(orders, script).unwrap_or_else(|_| self.pass())
    }

    pub(crate) fn pass(&mut self) -> TurnReport {
        let game = self.game().clone();
        self.play(&[], &game).expect("a turn without orders has no illegal one")
    }

    /// Plays a turn of a machine. If the machine fails, plays the turn without orders.
    pub(crate) fn play_machine(
        &mut self,
        machine: &mut Machine,
        dice: &mut dyn Dice,
    ) -> TurnReport {
        let briefing = self.open();
        let game = self.game().clone();
        let orders = machine.orders(&briefing, &game, dice).unwrap_or_default();
        self.play_or_pass(&orders, &briefing.sketch())
    }

    /// Counts the turn in which this side was at fault, and ends the game.
    pub(crate) fn end_by_fault(&mut self, side: Side) {
        self.turns += 1;
        self.ending = Some(Ending::Fault(side));
    }

    /// Ends the game, unless it has ended already.
    pub(crate) fn end(&mut self, ending: Ending) {
        self.ending.get_or_insert(ending);
    }

    pub(crate) const fn reopen(&mut self) {
        self.ending = None;
    }
}
