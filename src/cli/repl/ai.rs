//! `.ai`: turns that the machine plays.

use super::dot::{self, Ai, Dot};
use super::front::Front;
use super::table::Entered;
use crate::cli::exit::Failure;
use crate::cli::prompt::console::{Asked, Talk, agreed};
use crate::cli::theme;
use broadside::board::{BySide, Side};
use broadside::ports::Ports;
use broadside::text::Visible;
use std::io;

/// What a person is asked when the machine has a turn ready.
const QUESTION: &str = "Enter plays it, Ctrl-C drops it> ";

/// What a person says to it.
enum Answer {
    Yes,
    No,
    Quit,
}

impl Front {
    /// Lets the machine move as `.ai` says.
    pub(super) fn ai(&mut self, ai: Ai, ports: &mut Ports<'_>) -> Result<Talk, Failure> {
        if ai == Ai::Off {
            self.table().land();
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
                return self.propose(ports);
            }
            let side = self.expected();
            self.table().set_autopilot(side);
            self.fly(ports)?;
        }
        Ok(Talk::On)
    }

    fn expected(&mut self) -> Side {
        self.table().session().game().expected()
    }

    /// Shows what the machine would do, and does it when the person agrees.
    fn propose(&mut self, ports: &mut Ports<'_>) -> Result<Talk, Failure> {
        let turn = self.turn(ports)?;
        ports.out.flush()?;
        match self.agrees(ports)? {
            Answer::Yes => {
                let entered = self.table().enter_turn(&turn, ports)?;
                self.settle(entered, ports)?;
            }
            Answer::No => writeln!(ports.out, "dropped")?,
            Answer::Quit => return Ok(Talk::Over),
        }
        Ok(Talk::On)
    }

    /// Asks until the answer is plain. Commands that leave the game as it is are obeyed in between.
    fn agrees(&mut self, ports: &mut Ports<'_>) -> Result<Answer, Failure> {
        loop {
            let Asked::Line(answer) = self.console.ask(QUESTION)? else { return Ok(Answer::No) };
            match agreed(&answer) {
                Some(true) => return Ok(Answer::Yes),
                Some(false) => return Ok(Answer::No),
                None if answer.trim().is_empty() => return Ok(Answer::Yes),
                None => {}
            }
            match dot::parse(&answer) {
                Some(Ok(Dot::Quit)) => return Ok(Answer::Quit),
                Some(Ok(dot)) if dot.only_looks() => {
                    let shown = self.dot(&dot, ports).map_err(Failure::Output);
                    self.conclude(shown, ports)?;
                }
                Some(Err(error)) => ports.report(&format!("{error}\n"))?,
                Some(Ok(_)) | None => ports.report(
                    "that could change the game, and the machine's turn waits: Enter or `y` plays \
                     it, `n` drops it\n",
                )?,
            }
        }
    }

    /// The machine's turn, shown.
    fn turn(&mut self, ports: &mut Ports<'_>) -> io::Result<Vec<u8>> {
        let turn = self.table().session().turn().map_err(io::Error::other)?;
        for line in turn.split_inclusive(|byte| *byte == b'\n') {
            let line = Visible(line.trim_ascii_end());
            writeln!(ports.out, "{}", self.console.theme.paint(theme::DIM, line))?;
        }
        Ok(turn)
    }

    /// Plays turn after turn, as long as the expected player is on autopilot.
    pub(super) fn fly(&mut self, ports: &mut Ports<'_>) -> io::Result<()> {
        while self.is_flying() {
            if self.table().session().is_at_standstill().map_err(io::Error::other)? {
                self.table().land();
                return ports.report("the game stands still: nothing can change any more\n");
            }
            let turn = self.turn(ports)?;
            let entered = self.table().enter_turn(&turn, ports)?;
            ports.out.flush()?;
            if entered != Entered::Whole {
                self.table().land();
                return self.settle(entered, ports);
            }
        }
        Ok(())
    }

    fn is_flying(&mut self) -> bool {
        let side = self.expected();
        let table = self.table();
        table.autopilot()[side] && table.winner().is_none() && table.session().group().is_none()
    }

    /// Goes on for those for whom the machine moved in the session that is resumed.
    pub(super) fn fly_on(&mut self, ports: &mut Ports<'_>) -> Result<Talk, Failure> {
        let autopilot = self.table().autopilot();
        let names: Vec<_> =
            Side::ALL.into_iter().filter(|side| autopilot[*side]).map(Side::name).collect();
        if names.is_empty() {
            return Ok(Talk::On);
        }
        let names = names.join(" and ");
        ports.report(&format!("the machine still moves for {names}: `.ai off` stops it\n"))?;
        let flown = self.fly(ports).map(|()| Talk::On).map_err(Failure::Output);
        self.conclude(flown, ports)
    }

    /// Says so when the machine's moves will have to be asked for again.
    pub(super) fn tell_landing(&mut self, ports: &mut Ports<'_>) -> io::Result<()> {
        if self.table().autopilot() == BySide::default() {
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
        if self.table().autopilot()[side] {
            return Ok(());
        }
        let name = side.name();
        ports.report(&format!("{name} is played by the machine: `.ai` lets it move\n"))
    }
}
