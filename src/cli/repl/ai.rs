//! `.ai`: turns that the machine plays.

use super::dot::Ai;
use super::front::{Autopilot, Front, Talk, failure};
use super::table::Entered;
use crate::cli::exit::Failure;
use crate::cli::theme;
use broadside::board::Side;
use broadside::ports::Ports;
use broadside::script::side_name;
use broadside::text::Visible;
use rustyline::error::ReadlineError;
use std::io;

impl Front {
    /// Lets the machine move as `.ai` says.
    pub(super) fn ai(&mut self, ai: Ai, ports: &mut Ports<'_>) -> Result<Talk, Failure> {
        if ai == Ai::Off {
            self.autopilot = Autopilot::default();
            writeln!(ports.out, "the machine moves when asked: `.ai`")?;
        } else if self.table().winner().is_some() {
            self.settle(Entered::Over, ports)?;
        } else if let Some(group) = self.table().session().group() {
            ports.report(&format!(
                "a turn is a group of its own: close `{}` first\n",
                group.tag()
            ))?;
        } else {
            if ai == Ai::Once {
                return self.propose(ports).map(|()| Talk::On);
            }
            let side = self.expected();
            self.autopilot[side] = true;
            self.fly(ports)?;
        }
        Ok(Talk::On)
    }

    fn expected(&mut self) -> Side {
        self.table().session().game().expected()
    }

    /// Shows what the machine would do, and does it when the person agrees.
    fn propose(&mut self, ports: &mut Ports<'_>) -> Result<(), Failure> {
        let turn = self.turn(ports)?;
        ports.out.flush()?;
        if self.agrees()? {
            let entered = self.table().enter_turn(&turn, ports)?;
            self.settle(entered, ports)?;
        } else {
            writeln!(ports.out, "dropped")?;
        }
        Ok(())
    }

    /// Asks until the answer is plain.
    fn agrees(&mut self) -> Result<bool, Failure> {
        loop {
            match self.ask("Enter plays it, Ctrl-C drops it> ") {
                Ok(answer) => match answer.trim().to_ascii_lowercase().as_str() {
                    "" | "y" | "yes" => return Ok(true),
                    "n" | "no" => return Ok(false),
                    _ => {}
                },
                Err(ReadlineError::Interrupted | ReadlineError::Eof) => return Ok(false),
                Err(error) => return Err(failure(error)),
            }
        }
    }

    /// The machine's turn, shown.
    fn turn(&mut self, ports: &mut Ports<'_>) -> io::Result<Vec<u8>> {
        let turn = self.table().session().turn().map_err(io::Error::other)?;
        for line in turn.split_inclusive(|byte| *byte == b'\n') {
            let line = Visible(line.trim_ascii_end());
            writeln!(ports.out, "{}", self.theme.paint(theme::DIM, line))?;
        }
        Ok(turn)
    }

    /// Plays turn after turn, as long as the expected player is on autopilot.
    pub(super) fn fly(&mut self, ports: &mut Ports<'_>) -> io::Result<()> {
        while self.is_flying() {
            if self.table().session().is_at_standstill().map_err(io::Error::other)? {
                self.autopilot = Autopilot::default();
                return ports.report("the game stands still: nothing can change any more\n");
            }
            let turn = self.turn(ports)?;
            let entered = self.table().enter_turn(&turn, ports)?;
            ports.out.flush()?;
            if entered != Entered::Whole {
                self.autopilot = Autopilot::default();
                return self.settle(entered, ports);
            }
        }
        Ok(())
    }

    fn is_flying(&mut self) -> bool {
        let side = self.expected();
        let is_on = self.autopilot[side];
        let table = self.table();
        is_on && table.winner().is_none() && table.session().group().is_none()
    }

    /// Leaves the machine's moves to be asked for when a game is taken back or left.
    pub(super) fn land(&mut self, ports: &mut Ports<'_>) -> io::Result<()> {
        if std::mem::take(&mut self.autopilot) == Autopilot::default() {
            return Ok(());
        }
        ports.report("the machine waits to be asked again: `.ai auto` lets it go on\n")
    }

    /// Says so when the machine is expected to move and waits to be asked.
    pub(super) fn announce(&mut self, ports: &mut Ports<'_>) -> io::Result<()> {
        if self.table().winner().is_some() || self.table().session().group().is_some() {
            return Ok(());
        }
        let Some(side) = self.table().session().expected_ai() else { return Ok(()) };
        if self.autopilot[side] {
            return Ok(());
        }
        let name = side_name(side);
        ports.report(&format!("{name} is played by the machine: `.ai` lets it move\n"))
    }
}
