//! Replays tell frame by frame what a script did, and what each side knew.
//!
//! A [`Recorder`] runs a script and makes a [`Replay`]. A replay has one [`Frame`] for each setting
//! or order that took effect, for each end of a turn, and for each refused command or tag. A replay
//! keeps the commands and tags on a tape. A [`Walk`] plays the tape again to make the frames. The
//! module `page` (feature `serde`) writes the frames for web pages.
//!
//! ```
//! use broadside_ships::script::replay::{Deed, Recorder};
//!
//! let script = "[state]\nREEF 4 4\nPRINT 0\n[state]\n[playerA]\nSHOOT 1 1\n[playerA]";
//! let mut recorder = Recorder::default();
//! let stop = script.lines().find_map(|line| recorder.feed(line.as_bytes()).err());
//! assert_eq!(stop.expect("no ships").to_string(), "INVALID OPERATION \"SHOOT 1 1\": NOT ALL SHIPS PLACED");
//!
//! let replay = recorder.into_replay();
//! assert_eq!(replay.len(), 2);
//! let mut walk = replay.walk(0);
//! let reef = walk.advance().expect("a frame");
//! assert!(matches!(reef.deed, Deed::Set(_)));
//! assert_eq!((reef.place.line, reef.game.board().reefs().laid().len()), (2, 1));
//! let shot = walk.advance().expect("a frame");
//! assert!(matches!(shot.deed, Deed::Refused { .. }));
//! ```

mod deed;
#[cfg(feature = "serde")]
pub mod page;
mod tape;

pub use deed::{Deed, Sight};
#[doc(hidden)]
pub use tape::Copies;

use crate::rules::{Game, Reason};
use crate::script::ast::Group;
use crate::script::words::characters;
use crate::script::{Cursor, Event, Flow, Invalid, Place, Session, Stop};
use broadside_core::board::{BySide, Side};
use std::collections::HashMap;
use std::io;
use tape::Tape;

/// The frames of one or more scripts.
#[derive(Clone, Debug, Default)]
pub struct Replay {
    tape: Tape,
    frame_places: Vec<FramePlace>,
    /// The refused commands and tags, each with the reason. The key is the number of the frame.
    refusals: HashMap<usize, (Vec<u8>, Reason)>,
}

#[derive(Clone, Copy, Debug)]
struct FramePlace {
    /// The number of lines on the tape up to the end of the frame.
    lines: usize,
    source: usize,
    place: Place,
    length: Option<u32>,
}

/// One step of a game, and the game after the step.
#[derive(Clone, Debug)]
pub struct Frame<'w> {
    /// The number of the frame, from 0.
    pub number: usize,
    /// The number of the script file, from 0.
    pub source: usize,
    /// The place in the script file.
    pub place: Place,
    /// The number of characters of the command or tag. `None` if a command ends on another line; 0
    /// if the end of the file ends a turn.
    pub length: Option<u32>,
    /// The side whose turn was open; `None` outside turns.
    pub turn: Option<Side>,
    /// What happened.
    pub deed: Deed,
    /// The fields that became known or unknown to each side.
    pub sight: BySide<Sight>,
    /// The game after the frame.
    pub game: &'w Game,
}

impl Replay {
    /// Returns the number of frames.
    pub const fn len(&self) -> usize {
        self.frame_places.len()
    }

    /// Returns whether there are no frames.
    pub const fn is_empty(&self) -> bool {
        self.frame_places.is_empty()
    }

    /// Keeps only the first `most` frames.
    #[doc(hidden)]
    pub fn truncate(&mut self, most: usize) {
        self.frame_places.truncate(most);
    }

    /// Returns a walk over the frames, in order, that begins with frame number `first`.
    pub fn walk(&self, first: usize) -> Walk<'_> {
        let before = first.min(self.len()).checked_sub(1);
        let played = before.map_or(0, |before| self.frame_places[before].lines);
        let session = self.tape.reach(played);
        Walk { replay: self, session, next: first, played }
    }
}

/// Makes frames in order. Each frame continues the game of the frame before.
#[derive(Clone, Debug)]
pub struct Walk<'r> {
    replay: &'r Replay,
    session: Session,
    next: usize,
    /// The number of lines of the tape that were played.
    played: usize,
}

impl Walk<'_> {
    /// Returns the game before the next frame.
    pub const fn game(&self) -> &Game {
        self.session.game()
    }

    /// Returns the next frame; `None` after the last frame.
    pub fn advance(&mut self) -> Option<Frame<'_>> {
        let (number, replay) = (self.next, self.replay);
        let frame = replay.frame_places.get(number)?;
        self.next += 1;
        let mut step = Parts { turn: self.game().moving(), ..Parts::default() };
        for line in replay.tape.lines(self.played, frame.lines) {
            self.play(line, &mut step);
        }
        self.played = frame.lines;
        if let Some((command, reason)) = replay.refusals.get(&number) {
            step.deed = Some(Deed::Refused { command: command.clone(), reason: *reason });
        }
        let (&FramePlace { source, place, length, .. }, Parts { turn, deed, sight }) =
            (frame, step);
        let game = self.session.game();
        Some(Frame { number, source, place, length, turn, deed: deed?, sight, game })
    }

    /// Plays a line of the tape. The line took effect when it was recorded, so it does so again.
    fn play(&mut self, line: &[u8], step: &mut Parts) {
        let mut line = self.session.line(line);
        while let Ok(Some(event)) = self.session.read(&mut line) {
            self.play_event(&event, &mut line, step);
        }
    }

    fn play_event(&mut self, event: &Event, line: &mut Cursor<'_>, step: &mut Parts) {
        let game = self.session.game();
        let deed = match event {
            Event::Command(command) => Deed::of(command, game),
            Event::Open(_) | Event::Close(_) | Event::Prose | Event::Comment(_) => None,
        };
        let reveals = deed.as_ref().and_then(|deed| deed.reveals(game));
        let before = reveals.map(|(side, area)| game.known_in(side, &area));
        let outcome = self.session.carry_out(event, line, &mut io::sink());
        match (event, outcome) {
            (Event::Open(Group::Turn(side)), _) => step.turn = Some(*side),
            (Event::Close(Group::Turn(side)), Ok(flow)) => {
                let won = if let Flow::Won(side) = flow { Some(side) } else { None };
                (step.turn, step.deed) = (Some(*side), Some(Deed::Ended { side: *side, won }));
            }
            _ => {}
        }
        if let (Some((side, area)), Some(before)) = (reveals, before) {
            let after = self.session.game().known_in(side, &area);
            step.sight[side] = Sight::between(before.runs(), after.runs());
        }
        step.deed = deed.or_else(|| step.deed.take());
    }
}

#[derive(Debug, Default)]
struct Parts {
    turn: Option<Side>,
    deed: Option<Deed>,
    sight: BySide<Sight>,
}

/// Runs scripts as a [`Session`] does, and keeps a [`Replay`] of them. Drops the output of the
/// scripts.
#[derive(Clone, Debug, Default)]
pub struct Recorder {
    session: Session,
    replay: Replay,
    source: usize,
    /// The number of lines read in the current file.
    lines: u64,
}

impl Recorder {
    /// Reads a line, given without its LF, and carries out its complete commands. A refused command
    /// or tag becomes a frame.
    pub fn feed(&mut self, line: &[u8]) -> Result<Flow, Stop> {
        self.lines += 1;
        let mut line = self.session.line(line);
        while let Some(event) = self.session.read(&mut line)? {
            match self.session.carry_out(&event, &mut line, &mut io::sink()) {
                Ok(flow) => {
                    self.keep(&event, &mut line);
                    if flow != Flow::Continue {
                        return Ok(flow);
                    }
                }
                Err(stop) => {
                    let (place, length) = (line.place(), length(&line));
                    return Err(self.record_refusal(stop, Some((place, length))));
                }
            }
        }
        Ok(Flow::Continue)
    }

    /// Ends a file, and closes an open group as its tag would. The next line is the first line of
    /// another file.
    pub fn end(&mut self) -> Result<Flow, Stop> {
        let group = self.session.group();
        let flow = match self.session.end(&mut io::sink()) {
            Ok(flow) => flow,
            Err(stop) => return Err(self.record_refusal(stop, None)),
        };
        if let Some(group) = group {
            self.replay.tape.push(&Event::Close(group), &self.session);
        }
        if let Some(Group::Turn(_)) = group {
            let place = Place { line: self.lines.max(1), column: 1 };
            self.frame(place, Some(0));
        }
        (self.source, self.lines) = (self.source + 1, 0);
        Ok(flow)
    }

    /// Returns the replay so far.
    pub const fn replay(&self) -> &Replay {
        &self.replay
    }

    /// Returns the replay of everything that was read.
    pub fn into_replay(self) -> Replay {
        self.replay
    }

    fn keep(&mut self, event: &Event, line: &mut Cursor<'_>) {
        self.replay.tape.push(event, &self.session);
        let is_step = matches!(event, Event::Command(_) | Event::Close(Group::Turn(_)));
        if is_step && event.changes_game() {
            self.frame(line.place(), length(line));
        }
    }

    /// Adds a frame if the game refused a command or a tag, and returns `stop`. `read` is the place
    /// and length of the command or tag read last. At the end of a turn, the game may refuse an
    /// earlier command. Then the frame gets the length of the earlier command as it is printed.
    fn record_refusal(&mut self, stop: Stop, read: Option<(Place, Option<u64>)>) -> Stop {
        if let Stop::Invalid(invalid) = &stop {
            let Invalid { command, reason, mark, .. } = &**invalid;
            self.replay.refusals.insert(self.replay.frame_places.len(), (command.clone(), *reason));
            let length = match read {
                Some((place, length)) if place == mark.place => length,
                _ => Some(String::from_utf8_lossy(command).trim_end().chars().count() as u64),
            };
            self.frame(mark.place, length);
        }
        stop
    }

    fn frame(&mut self, place: Place, length: Option<u64>) {
        let length = length.and_then(|length| u32::try_from(length).ok());
        let (lines, source) = (self.replay.tape.len(), self.source);
        self.replay.frame_places.push(FramePlace { lines, source, place, length });
    }
}

/// Counts the characters of the current command. Returns `None` if the command has more than one
/// line.
fn length(line: &Cursor<'_>) -> Option<u64> {
    let text = line.bytes();
    (!text.contains(&b'\n')).then(|| characters(text))
}
