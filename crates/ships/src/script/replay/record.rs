//! The recorder: runs scripts and keeps what they did.

use super::{FramePlace, Replay};
use crate::script::ast::Group;
use crate::script::{Cursor, Event, Flow, Invalid, Place, Session, Stop};
use std::io;

/// Runs scripts as a [`Session`] does, and keeps a [`Replay`] of them. Drops the output of the
/// scripts.
#[derive(Clone, Debug, Default)]
pub struct Recorder {
    session: Session,
    replay: Replay,
    source: usize,
    /// The lines read in the current file.
    lines: u64,
}

impl Recorder {
    /// Reads a line, given without its LF, and carries out its complete commands.
    /// A refused command becomes a frame.
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

    /// Adds a frame if the game refused a command, and returns `stop`. `read` is the place and
    /// length of the command read last. The end of a turn may refuse an earlier one: then the
    /// printed form counts.
    fn record_refusal(&mut self, stop: Stop, read: Option<(Place, Option<usize>)>) -> Stop {
        if let Stop::Invalid(invalid) = &stop {
            let Invalid { command, reason, mark, .. } = &**invalid;
            self.replay.refusals.insert(self.replay.frame_places.len(), (command.clone(), *reason));
            let length = match read {
                Some((place, length)) if place == mark.place => length,
                _ => Some(String::from_utf8_lossy(command).trim_end().chars().count()),
            };
            self.frame(mark.place, length);
        }
        stop
    }

    fn frame(&mut self, place: Place, length: Option<usize>) {
        let length = length.and_then(|length| u32::try_from(length).ok());
        let (lines, source) = (self.replay.tape.len(), self.source);
        self.replay.frame_places.push(FramePlace { lines, source, place, length });
    }
}

/// Returns the number of characters of the current command; `None` if it has more than one line.
fn length(line: &Cursor<'_>) -> Option<usize> {
    let text = line.bytes();
    let is_whole = !text.contains(&b'\n');
    is_whole.then(|| String::from_utf8_lossy(text).chars().count())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_refused_command_has_the_length_of_its_text() {
        for (lines, length) in [
            (&["[state]", " REEF   99   99 "][..], Some(14)),
            (&["[state]", "REEF 99", "99"], None),
            (&["[playerB]"], Some(9)),
        ] {
            let mut recorder = Recorder::default();
            let refused = lines.iter().filter(|line| recorder.feed(line.as_bytes()).is_err());
            assert_eq!(refused.count(), 1, "{lines:?}");
            assert_eq!(recorder.replay.frame_places[0].length, length, "{lines:?}");
        }
    }
}
