//! The player of a side in one game: a pilot, the language's AI, or a program. A program is started
//! again for each turn, or only once for the game and then again after each fault.

use super::engine::{Engine, Player, Protocol, open_turn};
use super::fault::{Blame, Fault};
use super::tournament::{Broken, Surroundings, Tournament};
use crate::foreign::farewell;
use broadside_core::board::Side;
use broadside_core::ports::programs::{Command, Dialogue, Ended, Ending};
use broadside_ships::rules::Order;
use broadside_ships::rules::fair::Pilot;
use broadside_ships::script::ast::Group;
use broadside_ships::script::{Event, Reader, reply};
use std::time::Duration;
use std::{io, mem};

pub(super) struct SeatedEngine<'t> {
    pub(super) engine: &'t Engine,
    pub(super) pilot: Option<Box<dyn Pilot>>,
    /// The process that plays the whole game, if it has been started.
    process: Option<Box<dyn Dialogue>>,
    /// A line that the process printed too early: the first line of a turn, or the line at which
    /// the text became too long.
    early: Option<Vec<u8>>,
    /// Other text that the process printed too early. The next answer begins with this text.
    between: Vec<u8>,
    /// Finds the end of the next answer. Has already read `between`.
    reader: AnswerReader,
    /// The last text on standard error that was not blank.
    last_stderr: Vec<u8>,
}

impl<'t> SeatedEngine<'t> {
    pub(super) fn new(engine: &'t Engine) -> Self {
        Self {
            engine,
            pilot: engine.player.pilot(),
            process: None,
            early: None,
            between: Vec::new(),
            reader: AnswerReader::default(),
            last_stderr: Vec::new(),
        }
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

    pub(super) fn orders(&mut self, ended: &Ended, side: Side) -> Result<Vec<Order>, Blame> {
        if let Some(line) = self.early.take() {
            return Err(Blame::out_of_turn(&line));
        }
        match Fault::of(&ended.ending) {
            Some(Fault::Timeout) if self.stays_alive() => {
                return Err(Blame::of_timeout(&ended.stdout));
            }
            Some(fault) => return Err(fault.into()),
            None => {}
        }
        let orders = reply(&ended.stdout, side);
        orders.map_err(|no| Blame::of_answer(no, &ended.stdout, side).at_end(self.has_ended()))
    }

    const fn stays_alive(&self) -> bool {
        matches!(self.engine.player, Player::Program(_, Protocol::Turns))
    }

    const fn has_ended(&self) -> bool {
        self.stays_alive() && self.process.is_none()
    }

    /// Returns what the program wrote to standard error in this turn. If this text is blank,
    /// returns the last text that was not blank: the end of a program is often noticed a turn after
    /// its last message was read.
    pub(super) fn stderr<'e>(&'e self, ended: &'e Ended) -> &'e [u8] {
        let tail = &ended.stderr_tail;
        if tail.trim_ascii().is_empty() { &self.last_stderr } else { tail }
    }

    /// Sends a script and the line `go`. Then reads the answer up to the end of a player's group
    /// (the orders between two equal tags). A program that prints a turn before it gets the
    /// script, or after this group, plays out of turn.
    fn converse(
        &mut self,
        command: &Command,
        tournament: &Tournament,
        around: &Surroundings<'_>,
        script: &[u8],
    ) -> Result<Ended, Broken> {
        let limits = tournament.limits_of(self.engine);
        let mut process = match self.process.take() {
            Some(mut process) => {
                self.read_early(&mut *process, limits.output)?;
                if let Some(line) = &self.early {
                    return Ok(Ended::exited(0, line.as_slice()));
                }
                process
            }
            None => around.dialogues.open(command, limits)?,
        };
        process.send(&format!("{}\ngo", String::from_utf8_lossy(script.trim_ascii_end())))?;
        let within = limits.time.unwrap_or(Duration::MAX);
        let mut reader = mem::take(&mut self.reader);
        let mut ended =
            process.gather(within, limits.output, &mut |line| reader.ends_with(line))?;
        if let Ending::CannotStart(reason) = ended.ending {
            return Err(Broken::cannot_start(command, reason));
        }
        ended.stdout.splice(..0, mem::take(&mut self.between));
        if reader.is_over() {
            self.last_stderr = self.stderr(&ended).to_vec();
            self.read_early(&mut *process, limits.output)?;
            process.rest();
            self.process = Some(process);
        }
        Ok(ended)
    }

    pub(super) fn stop(&mut self) {
        self.process = None;
        (self.early, self.reader) = (None, AnswerReader::default());
        self.between.clear();
        self.last_stderr.clear();
    }

    /// Reads the lines that are already printed. Stops at the first line of a turn. Also stops when
    /// the lines have more than `most` bytes, because the process might never stop printing.
    fn read_early(&mut self, process: &mut dyn Dialogue, most: usize) -> io::Result<()> {
        while self.early.is_none()
            && let Some(line) = process.ready()?
        {
            self.reader.ends_with(&line);
            self.between.extend([&line[..], b"\n"].concat());
            let has_turn =
                self.reader.has_group || matches!(self.reader.group, Some(Group::Turn(_)));
            self.early = (has_turn || self.between.len() > most).then_some(line);
        }
        Ok(())
    }

    /// Sends the result of the game, and waits a moment for the process to end.
    pub(super) fn end(&mut self, has_won: Option<bool>) {
        let Some(mut process) = self.process.take() else { return };
        let result = match has_won {
            Some(true) => "over won",
            Some(false) => "over lost",
            None => "over drawn",
        };
        if process.send(result).is_ok() {
            drop(farewell(&mut *process));
        }
    }
}

#[derive(Debug, Default)]
struct AnswerReader {
    reader: Reader,
    group: Option<Group>,
    has_group: bool,
}

impl AnswerReader {
    /// Reads the next line. Returns whether the turn is over.
    fn ends_with(&mut self, line: &[u8]) -> bool {
        let mut line = self.reader.line(line);
        loop {
            match self.reader.next(&mut line, self.group) {
                Ok(Some(event)) => {
                    self.has_group |= matches!(event, Event::Close(Group::Turn(_)));
                    self.group = event.group_after(self.group);
                }
                // Inside a group, the words after an error can still close the group.
                Err(_) if self.group.is_some() => {}
                Ok(None) | Err(_) => return self.is_over(),
            }
        }
    }

    const fn is_over(&self) -> bool {
        self.has_group && self.group.is_none()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// These answers were once cut in half, or their end was not found.
    #[test]
    fn a_turn_ends_by_the_rules_of_the_language() {
        for answer in [
            "[playerA]\n# I am [playerA] now\nSHOOT 1 1\n[playerA]",
            "[playerA] # [playerA]\nSHOOT 1 1\n[playerA]",
            "I am [playerA] now\n[playerA]\n[playerA]",
            "[playerA]\n[playerA]#end",
            "\u{feff}[playerA]\x0bSHOOT 1 1\n[playerA]\r",
            "[playerA]\nSHOOT 1\n[playerB] x\n[playerA]",
            "[playerA] [playerA] [playerB]\n[state]\n[playerB]",
        ] {
            let mut turn = AnswerReader::default();
            let lines: Vec<_> = answer.split('\n').collect();
            let end = lines.iter().position(|line| turn.ends_with(line.as_bytes()));
            assert_eq!(end, Some(lines.len() - 1), "{answer}");
        }
    }
}
