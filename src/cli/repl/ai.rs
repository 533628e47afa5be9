//! `.ai`: turns that the machine plays. The machine plays one turn after the user agrees, or all
//! turns of a player who is on autopilot.

use super::dot::{Ai, DOTS, Dot};
use super::front::Front;
use super::help;
use super::table::Outcome;
use crate::cli::prompt::console::{Asked, agreed};
use crate::cli::theme;
use broadside::board::{BySide, Side};
use broadside::ports::Ports;
use broadside::text::Visible;
use std::io;

const QUESTION: &str = "Enter plays it, Ctrl-C drops it> ";

impl Front {
    pub(super) fn ai(&mut self, ai: Ai, ports: &mut Ports<'_>) -> io::Result<()> {
        if ai == Ai::Off {
            self.table().stop_autopilot();
            writeln!(ports.out, "the machine now moves only when you enter `.ai`")?;
        } else if self.table().winner().is_some() {
            self.settle(Outcome::Over, ports)?;
        } else if let Some(group) = self.table().session().group() {
            ports.report(&format!(
                "a turn is a group of its own: close `{}` first\n",
                group.tag()
            ))?;
        } else {
            if ai == Ai::Once {
                return self.propose(ports);
            }
            let side = self.expected();
            self.table().set_autopilot(side);
            self.play_autopilot(ports)?;
        }
        Ok(())
    }

    fn expected(&mut self) -> Side {
        self.table().session().game().expected()
    }

    fn propose(&mut self, ports: &mut Ports<'_>) -> io::Result<()> {
        let turn = self.show_turn(ports)?;
        ports.out.flush()?;
        if self.agrees(ports)? {
            let entered = self.table().enter_turn(&turn, ports)?;
            self.settle(entered, ports)?;
        } else if !self.is_left {
            writeln!(ports.out, "dropped")?;
        }
        Ok(())
    }

    /// Asks until the answer is yes or no, Ctrl-C, Ctrl-D or `.quit`. An empty line means yes. Dot
    /// commands that do not change the game are carried out meanwhile.
    fn agrees(&mut self, ports: &mut Ports<'_>) -> io::Result<bool> {
        while !self.is_left {
            let Asked::Line(answer) = self.console.ask(QUESTION)? else { break };
            if answer.trim().is_empty() {
                return Ok(true);
            }
            if let Some(is_agreed) = agreed(&answer) {
                return Ok(is_agreed);
            }
            match help::asked(&answer).map(Ok).or_else(|| DOTS.parse(&answer)) {
                Some(Ok(Dot::Quit)) => self.is_left = true,
                Some(Ok(dot)) if dot.can_precede_answer() => {
                    let obeyed = self.obey(&dot, ports);
                    self.conclude(obeyed, ports)?;
                }
                Some(Err(error)) => ports.report(&format!("{error}\n"))?,
                Some(Ok(_)) | None => ports.report(
                    "that could change the game, and the machine's turn waits: Enter or `y` plays \
                     it, `n` drops it\n",
                )?,
            }
        }
        Ok(false)
    }

    fn show_turn(&mut self, ports: &mut Ports<'_>) -> io::Result<Vec<u8>> {
        let turn = self.table().session().turn().map_err(io::Error::other)?;
        for line in turn.split_inclusive(|byte| *byte == b'\n') {
            let line = Visible(line.trim_ascii_end());
            writeln!(ports.out, "{}", self.console.look.theme.paint(theme::DIM, line))?;
        }
        Ok(turn)
    }

    pub(super) fn play_autopilot(&mut self, ports: &mut Ports<'_>) -> io::Result<()> {
        while self.is_on_autopilot() {
            if self.table().session().is_at_standstill().map_err(io::Error::other)? {
                self.table().stop_autopilot();
                return ports.report("the game stands still: nothing can change any more\n");
            }
            let turn = self.show_turn(ports)?;
            let entered = self.table().enter_turn(&turn, ports)?;
            ports.out.flush()?;
            if entered != Outcome::Whole {
                self.table().stop_autopilot();
                return self.settle(entered, ports);
            }
        }
        Ok(())
    }

    fn is_on_autopilot(&mut self) -> bool {
        let side = self.expected();
        let table = self.table();
        table.autopilot()[side] && table.winner().is_none() && table.session().group().is_none()
    }

    pub(super) fn resume_autopilot(&mut self, ports: &mut Ports<'_>) -> io::Result<()> {
        let autopilot = self.table().autopilot();
        let names: Vec<_> =
            Side::ALL.into_iter().filter(|side| autopilot[*side]).map(Side::name).collect();
        if names.is_empty() {
            return Ok(());
        }
        let names = names.join(" and ");
        ports.report(&format!("the machine still moves for {names}: `.ai off` stops it\n"))?;
        let played = self.play_autopilot(ports);
        self.conclude(played, ports)
    }

    pub(super) fn report_autopilot_off(&mut self, ports: &mut Ports<'_>) -> io::Result<()> {
        if self.table().autopilot() == BySide::default() {
            return Ok(());
        }
        ports.report("autopilot is off: `.ai auto` turns it on for the next player\n")
    }

    /// Lets the machine move if the expected player is on autopilot. If the player is not on
    /// autopilot, but `SET_AI_PLAYER` named this player, says that `.ai` lets the machine move.
    pub(super) fn next_turn(&mut self, ports: &mut Ports<'_>) -> io::Result<()> {
        self.announce(ports)?;
        self.play_autopilot(ports)
    }

    fn announce(&mut self, ports: &mut Ports<'_>) -> io::Result<()> {
        if self.table().winner().is_some() || self.table().session().group().is_some() {
            return Ok(());
        }
        let Some(side) = self.table().session().expected_ai() else { return Ok(()) };
        if self.table().autopilot()[side] {
            return Ok(());
        }
        let name = side.name();
        ports.report(&format!("{name} is played by the machine: `.ai` lets it move\n"))
    }
}
