//! The reference: the answer of our own program to a draft (a script as a list of commands). The
//! answer also says which line of the draft printed each byte.
//!
//! A [`Session`] carries out the commands. To save time, the session gets the commands as values,
//! not as text. The answer leaves out the turn of an AI at the end of the input, because more than
//! one turn can be right. [`laws`](super::laws) judges the turns of an AI.

use super::draft::{At, Draft};
use broadside_core::board::{Coord, Ship, Side};
use broadside_ships::rules::{Game, Reason};
use broadside_ships::script::{Event, Flow, Session, Stop};
use std::ops::Range;

/// Our program's answer to a draft.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Answer {
    pub output: Vec<u8>,
    /// The output of each line that prints something, in order.
    pub parts: Vec<Part>,
    pub end: End,
}

/// The output of one line of a draft, up to the next part.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Part {
    /// The offset of the first byte.
    pub start: usize,
    /// The line that printed this output. With `AUTO_SHOOTING`, the game chooses the ship for a
    /// shot or plane at the end of the turn. If no ship is left, the output is a refusal, and this
    /// is the line of the shot or plane, not the end of the turn.
    pub at: At,
}

/// How a run ends.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum End {
    /// At the end of the input.
    #[default]
    Input,
    /// At a command or a tag that is refused, for this reason.
    Refused(Reason),
    /// With the victory of a side.
    Won(Side),
}

impl Answer {
    /// Returns the line that printed the byte at `offset`; `None` after the last byte.
    pub fn line_of(&self, offset: usize) -> Option<At> {
        let after = self.parts.partition_point(|part| part.start <= offset);
        let part = after.checked_sub(1).map(|last| self.parts[last])?;
        (offset < self.output.len()).then_some(part.at)
    }

    /// Returns each line that printed something, with the range of its bytes in the output.
    pub fn ranges(&self) -> impl Iterator<Item = (At, Range<usize>)> {
        let starts = self.parts.iter().map(|part| part.start);
        let ends = starts.skip(1).chain([self.output.len()]);
        self.parts.iter().zip(ends).map(|(part, end)| (part.at, part.start..end))
    }

    /// Returns the last line that printed something.
    pub fn last_line(&self) -> Option<At> {
        self.parts.last().map(|part| part.at)
    }
}

pub fn run(draft: &Draft) -> Answer {
    run_before(draft, draft.blocks.len()).answer
}

/// Returns the game before the block with the number `index`; `None` if the run ends earlier.
pub fn game_before(draft: &Draft, index: usize) -> Option<Game> {
    let reference = run_before(draft, index);
    (!reference.is_over()).then(|| reference.game().clone())
}

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

/// Returns the game after `draft`; `None` if the next player is not an AI, or if the run ends
/// earlier.
pub fn game_awaiting_ai(draft: &Draft) -> Option<Game> {
    if !draft.sets_ai() {
        return None;
    }
    let game = game_before(draft, draft.blocks.len())?;
    game.fleet(game.expected()).is_ai().then_some(game)
}

pub(super) fn healthy_fields(game: &Game, side: Side) -> Vec<Coord> {
    let ships = game.fleet(side).ships().map(|(_, id)| game.board().ship(id));
    ships.flat_map(Ship::healthy_fields).collect()
}

/// A run of our program, line by line. After the end of the run, no line may be carried out.
#[derive(Clone, Debug, Default)]
pub(super) struct Reference {
    session: Session,
    pub(super) answer: Answer,
    lines: Vec<At>,
}

impl Reference {
    pub(super) const fn game(&self) -> &Game {
        self.session.game()
    }

    pub(super) fn is_over(&self) -> bool {
        self.answer.end != End::Input
    }

    pub(super) fn step(&mut self, event: &Event, at: At) {
        let start = self.answer.output.len();
        // Each event gets the next line number of the session, from 1. So the event with the number
        // `n` comes from the line `lines[n - 1]`.
        let mut line = self.session.line(b"");
        self.lines.push(at);
        let (at, end) = match self.session.carry_out(event, &mut line, &mut self.answer.output) {
            Ok(Flow::Won(side)) => (at, End::Won(side)),
            Err(Stop::Invalid(invalid)) => {
                let line = usize::try_from(invalid.mark.place.line - 1).ok();
                let blamed = line.and_then(|line| self.lines.get(line));
                (*blamed.unwrap_or(&at), End::Refused(invalid.reason))
            }
            // A write to memory cannot fail, and an event cannot have a syntax error.
            Ok(Flow::Continue) | Err(Stop::Syntax(_) | Stop::Output(_)) => (at, End::Input),
        };
        self.answer.end = end;
        if self.answer.output.len() > start {
            self.answer.parts.push(Part { start, at });
        }
    }

    /// Carries out a line. If the line is refused, removes its output and returns false.
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
