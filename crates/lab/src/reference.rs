//! What our own program answers to a draft, and which line each byte of the answer comes from.
//!
//! The commands go to the [`Game`] as they are: nothing is printed and parsed again, so that a
//! thousand scripts cost little. A test holds the answers to those of [`Session`](broadside_ships::script::Session).
//! An AI's turn at the end of the input is not written: [`laws`](super::laws) judges those.
//!
//! ```
//! use broadside_lab::draft::Draft;
//! use broadside_lab::reference::{End, run};
//! use broadside_ships::rules::Reason;
//!
//! let draft = Draft::parse(b"[state]\nREEF 99 0\nSAVE\n[state]\n")?;
//! let answer = run(&draft);
//! assert_eq!(answer.output, b"INVALID OPERATION \"REEF 99 0\": REEF IS NOT PLACED ON BOARD\n");
//! assert_eq!(answer.end, End::Refused(Reason::ReefOffBoard));
//! # Ok::<(), Box<broadside_ships::script::SyntaxError>>(())
//! ```

use super::draft::{At, Block, Draft, Line};
use broadside_core::board::Side;
use broadside_ships::rules::{Game, Order, Picture, Reason, Setting, Unclosed};
use broadside_ships::script::ast::{Command, Group};
use broadside_ships::script::{print, save, side_name};

/// An answer to a draft.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Answer {
    /// What is printed.
    pub output: Vec<u8>,
    /// Where the output of each line that prints anything begins, in order.
    pub parts: Vec<Part>,
    /// How the run ends.
    pub end: End,
}

/// What one line of a draft printed: up to the next part.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Part {
    /// The first byte.
    pub start: usize,
    /// The line.
    pub at: At,
}

/// How a run ends.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum End {
    /// The input ended.
    #[default]
    Input,
    /// A command was refused.
    Refused(Reason),
    /// A side won.
    Won(Side),
}

impl Answer {
    /// The line that printed the byte at `offset`; `None` behind the last byte.
    pub fn line_of(&self, offset: usize) -> Option<At> {
        let after = self.parts.partition_point(|part| part.start <= offset);
        let part = after.checked_sub(1).map(|last| self.parts[last])?;
        (offset < self.output.len()).then_some(part.at)
    }

    /// The line that printed the last byte.
    pub fn last_line(&self) -> Option<At> {
        self.parts.last().map(|part| part.at)
    }
}

/// The answer to `draft`.
pub fn run(draft: &Draft) -> Answer {
    let mut reference = Reference::default();
    for (index, block) in draft.blocks.iter().enumerate() {
        if !reference.run_block(index, block) {
            break;
        }
    }
    reference.answer
}

/// The game as it stands before the block `index` of `draft`; `None` if the run ends before it.
pub fn game_before(draft: &Draft, index: usize) -> Option<Game> {
    let mut reference = Reference::default();
    let mut blocks = draft.blocks.iter().enumerate().take(index);
    blocks.all(|(index, block)| reference.run_block(index, block)).then_some(reference.game)
}

/// The game in which the machine is to move when `draft` has ended; `None` if it is not.
pub fn game_awaiting_ai(draft: &Draft) -> Option<Game> {
    let sets_ai = |command: &Command| matches!(command, Command::Set(Setting::AiPlayer(_)));
    if !draft.commands().any(|(_, command)| sets_ai(command)) {
        return None;
    }
    let game = game_before(draft, draft.blocks.len())?;
    game.fleet(game.expected()).is_ai().then_some(game)
}

/// Our program at work on a draft, line by line. After the end nothing more may be done.
#[derive(Clone, Debug, Default)]
pub(super) struct Reference {
    game: Game,
    answer: Answer,
    /// The targets that the game has noted in the open turn, and where each was named.
    targets: Vec<(Order, At)>,
}

impl Reference {
    /// The game as it stands.
    pub(super) const fn game(&self) -> &Game {
        &self.game
    }

    /// The answer as it is now.
    pub(super) fn into_answer(self) -> Answer {
        self.answer
    }

    /// Whether the run has ended.
    pub(super) fn is_over(&self) -> bool {
        self.answer.end != End::Input
    }

    /// Runs a group; whether the run goes on.
    fn run_block(&mut self, index: usize, block: &Block) -> bool {
        let at = |line| At { block: index, line };
        self.open(block.group, at(Line::Open));
        for (number, command) in block.commands.iter().enumerate() {
            if self.is_over() {
                return false;
            }
            if may_stand_in(command, block.group) {
                self.try_or_refuse(command, at(Line::Command(number)));
            }
        }
        if let (Some(other), false) = (block.intruder(), self.is_over()) {
            self.open(other, at(Line::Intruder));
        }
        if !self.is_over() {
            self.close(block.group, at(Line::Close));
        }
        !self.is_over()
    }

    /// Carries out a command of the open group, or refuses it, which ends the run.
    pub(super) fn try_or_refuse(&mut self, command: &Command, at: At) {
        if let Err(reason) = self.attempt(command, at) {
            self.refuse(command, at, reason);
        }
    }

    /// Opens a group. A player's tag out of turn is refused, which ends the run.
    pub(super) fn open(&mut self, group: Group, at: At) {
        let Group::Turn(side) = group else { return };
        let opened = match self.game.moving() {
            Some(_) => Err(Reason::OtherPlayerExpected),
            None => self.game.open(side),
        };
        match opened {
            Ok(()) => self.targets.clear(),
            // The blank before the quote is the page's (spec ships §2).
            Err(reason) => self.write_refusal(format!("{} ", group.tag()).as_bytes(), at, reason),
        }
    }

    /// Carries out a command of the open group.
    ///
    /// # Errors
    /// The reason against it; nothing has changed then, and nothing is written.
    pub(super) fn attempt(&mut self, command: &Command, at: At) -> Result<(), Reason> {
        let start = self.answer.output.len();
        let out = &mut self.answer.output;
        match command {
            Command::Print(detail) => {
                Picture::new(&self.game, *detail)?.draw(out).expect(MEMORY);
            }
            Command::Save => save::write(&self.game, out).expect(MEMORY),
            Command::Set(setting) => return self.game.set(setting),
            Command::Order(order) => return self.order(*order, at),
        }
        self.answer.parts.push(Part { start, at });
        Ok(())
    }

    fn order(&mut self, order: Order, at: At) -> Result<(), Reason> {
        self.game.order(order)?;
        if self.game.noted_targets() > self.targets.len() {
            self.targets.push((order, at));
        }
        Ok(())
    }

    /// Refuses a command, which ends the run.
    fn refuse(&mut self, command: &Command, at: At, reason: Reason) {
        let mut echo = Vec::new();
        print::command(command, &mut echo);
        self.write_refusal(&echo, at, reason);
    }

    /// Closes the open group; a victory and a target without a ship end the run.
    pub(super) fn close(&mut self, group: Group, at: At) {
        if group == Group::State {
            return;
        }
        match self.game.close() {
            Ok(None) | Err(Unclosed::NoTurn | Unclosed::Stopped(_)) => {}
            Ok(Some(side)) => self.write_victory(side, at),
            Err(Unclosed::Target(target)) => {
                let (order, at) = self.targets[target];
                let command = Command::Order(order);
                self.refuse(&command, at, Reason::ShotsUnfeasible);
            }
        }
    }

    fn write_victory(&mut self, side: Side, at: At) {
        self.write(format!("{} won\n", side_name(side)).as_bytes(), at);
        self.answer.end = End::Won(side);
    }

    fn write_refusal(&mut self, echo: &[u8], at: At, reason: Reason) {
        let line = [b"INVALID OPERATION \"", echo, format!("\": {reason}\n").as_bytes()].concat();
        self.write(&line, at);
        self.answer.end = End::Refused(reason);
    }

    fn write(&mut self, text: &[u8], at: At) {
        self.answer.parts.push(Part { start: self.answer.output.len(), at });
        self.answer.output.extend_from_slice(text);
    }
}

/// Whether the grammar allows `command` in `group`; a draft made by hand may break it.
const fn may_stand_in(command: &Command, group: Group) -> bool {
    match command {
        Command::Print(_) => true,
        Command::Save | Command::Set(_) => matches!(group, Group::State),
        Command::Order(_) => matches!(group, Group::Turn(_)),
    }
}

const MEMORY: &str = "memory takes everything";

#[cfg(test)]
mod tests {
    use super::*;
    use crate::generate::{Generator, Scope};
    use broadside_ships::script::{Session, feed};

    #[test]
    fn answers_are_those_of_a_session() {
        let scope = Scope { unsettled: true, ..Scope::default() };
        let generator = Generator::new(&3.into(), scope);
        for k in 0..300 {
            let script = generator.script(k);
            let (mut session, mut out) = (Session::default(), Vec::new());
            let text = script.draft.to_bytes();
            drop(feed(&mut session, &mut text.as_slice(), &mut out));
            let text = String::from_utf8_lossy(&text);
            assert_eq!(
                out.escape_ascii().to_string(),
                script.answer.output.escape_ascii().to_string(),
                "{k}: {text}"
            );
            assert_eq!(run(&script.draft), script.answer, "{k}: {text}");
        }
    }

    #[test]
    fn every_byte_has_its_line() {
        let draft = Draft::parse(b"[state] PRINT 0 SAVE [state] [playerB] [playerB]").unwrap();
        let answer = run(&draft);
        let lines: Vec<_> = answer.parts.iter().map(|part| draft.text(part.at)).collect();
        assert_eq!(lines, [&b"PRINT 0"[..], b"SAVE", b"[playerB]"]);
        assert_eq!(answer.line_of(0), answer.parts.first().map(|part| part.at));
        assert_eq!(answer.line_of(answer.output.len() - 1), answer.last_line());
        assert_eq!(answer.line_of(answer.output.len()), None);
    }
}
