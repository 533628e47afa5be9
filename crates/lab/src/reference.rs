//! What our own program answers to a draft, and which line each byte of the answer comes from.
//!
//! A [`Session`] carries the commands out as they are: nothing is printed and parsed again, so that a
//! thousand scripts cost little.
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

use super::draft::{At, Draft};
use broadside_core::board::Side;
use broadside_ships::rules::{Game, Reason, Setting};
use broadside_ships::script::ast::Command;
use broadside_ships::script::{Event, Flow, Session, Stop};

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
    run_before(draft, draft.blocks.len()).answer
}

/// The game as it stands before the block `index` of `draft`; `None` if the run ends before it.
pub fn game_before(draft: &Draft, index: usize) -> Option<Game> {
    let reference = run_before(draft, index);
    (!reference.is_over()).then(|| reference.game().clone())
}

/// Runs the blocks before the block `index`.
fn run_before(draft: &Draft, index: usize) -> Reference {
    let mut reference = Reference::default();
    for at in draft.places().take_while(|at| at.block < index) {
        reference.step(&draft.event(at), at);
        if reference.is_over() {
            break;
        }
    }
    reference
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
    session: Session,
    answer: Answer,
    /// The line of each event that the session has met.
    lines: Vec<At>,
}

impl Reference {
    /// The game as it stands.
    pub(super) const fn game(&self) -> &Game {
        self.session.game()
    }

    /// The answer as it is now.
    pub(super) fn into_answer(self) -> Answer {
        self.answer
    }

    /// Whether the run has ended.
    pub(super) fn is_over(&self) -> bool {
        self.answer.end != End::Input
    }

    /// Carries out what stands at `at`. What is refused ends the run.
    pub(super) fn step(&mut self, event: &Event, at: At) {
        let start = self.answer.output.len();
        // The session counts lines, so places lead back to the draft.
        let mut line = self.session.line(b"");
        self.lines.push(at);
        let (at, end) = match self.session.carry_out(event, &mut line, &mut self.answer.output) {
            Ok(Flow::Won(side)) => (at, End::Won(side)),
            Err(Stop::Invalid(invalid)) => {
                let line = usize::try_from(invalid.place.line - 1).ok();
                let blamed = line.and_then(|line| self.lines.get(line));
                (*blamed.unwrap_or(&at), End::Refused(invalid.reason))
            }
            // Memory takes everything, and events have no syntax.
            Ok(Flow::Continue) | Err(Stop::Syntax(_) | Stop::Output(_)) => (at, End::Input),
        };
        self.answer.end = end;
        if self.answer.output.len() > start {
            self.answer.parts.push(Part { start, at });
        }
    }

    /// Carries out what stands at `at` if it is legal; whether it is.
    pub(super) fn attempt(&mut self, event: &Event, at: At) -> bool {
        let (length, parts) = (self.answer.output.len(), self.answer.parts.len());
        self.step(event, at);
        let is_refused = matches!(self.answer.end, End::Refused(_));
        if is_refused {
            self.answer.output.truncate(length);
            self.answer.parts.truncate(parts);
            self.answer.end = End::Input;
        }
        !is_refused
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
