//! The player of a side in one game: a pilot, the language's AI, or a program. A program is started
//! again for each turn, or only once for the game.

use super::engine::{Engine, Player, Protocol, open_turn};
use super::tournament::{Broken, Surroundings, Tournament};
use crate::foreign::FAREWELL;
use broadside_core::ports::programs::{Command, Dialogue, Ended, Ending};
use broadside_ships::rules::fair::Pilot;
use std::time::Duration;

pub(super) struct SeatedEngine<'t> {
    pub(super) engine: &'t Engine,
    pub(super) pilot: Option<Box<dyn Pilot>>,
    /// The process that plays the whole game, if it has been started.
    process: Option<Box<dyn Dialogue>>,
}

impl<'t> SeatedEngine<'t> {
    pub(super) fn new(engine: &'t Engine) -> Self {
        Self { engine, pilot: engine.player.pilot(), process: None }
    }

    pub(super) fn answer(
        &mut self,
        tournament: &Tournament,
        around: &Surroundings<'_>,
        script: &[u8],
    ) -> Result<Ended, Broken> {
        match &self.engine.player {
            Player::Program(command, Protocol::Script) => {
                tournament.run(around.programs, self.engine, command, script)
            }
            Player::Program(command, Protocol::Turns) => {
                self.converse(command, tournament, around, script)
            }
            Player::Open => Ok(Ended::exited(0, open_turn(script))),
            Player::Pilot(_) => Ok(Ended::exited(0, [])),
        }
    }

    /// Sends a script and the line `go`. Then reads the turn. A turn begins and ends with the tag
    /// of its player, so reading stops when one tag has come twice.
    fn converse(
        &mut self,
        command: &Command,
        tournament: &Tournament,
        around: &Surroundings<'_>,
        script: &[u8],
    ) -> Result<Ended, Broken> {
        let limits = tournament.limits_of(self.engine);
        let mut process = match self.process.take() {
            Some(process) => process,
            None => around.dialogues.open(command, limits)?,
        };
        process.send(&format!("{}\ngo", String::from_utf8_lossy(script.trim_ascii_end())))?;
        let within = limits.time.unwrap_or(Duration::MAX);
        let mut tags = [0_u32; 2];
        let ended = process.gather(within, limits.output, &mut |line| {
            for (count, tag) in tags.iter_mut().zip([&b"[playerA]"[..], b"[playerB]"]) {
                let words = line.split(u8::is_ascii_whitespace);
                *count += u32::try_from(words.filter(|word| *word == tag).count()).unwrap_or(2);
            }
            tags.iter().any(|count| *count >= 2)
        })?;
        if let Ending::CannotStart(reason) = ended.ending {
            return Err(Broken::CannotStart { engine: self.engine.name.clone(), reason });
        }
        if tags.iter().any(|count| *count >= 2) {
            self.process = Some(process);
        }
        Ok(ended)
    }

    /// Ends the process after a fault. The next turn starts a new process.
    pub(super) fn stop(&mut self) {
        self.process = None;
    }

    /// Sends the result of the game, and waits a moment for the process to end or to write a line.
    pub(super) fn end(&mut self, has_won: Option<bool>) {
        let Some(mut process) = self.process.take() else { return };
        let result = match has_won {
            Some(true) => "over won",
            Some(false) => "over lost",
            None => "over drawn",
        };
        if process.send(result).is_ok() {
            drop(process.receive(FAREWELL));
        }
    }
}
