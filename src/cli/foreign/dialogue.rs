//! Lines exchanged with a running program. It knows no rules of any game.

use super::process::{Input, Process as _};
use super::system::Started;
use super::{Foreign, TICK};
use broadside::ports::programs::{Answer, Command, Dialogue, Ended, Ending, Limits, Run};
use std::collections::VecDeque;
use std::io;
use std::mem;
use std::time::{Duration, Instant};

/// A program and what has been said.
#[derive(Debug)]
pub(super) struct Conversation {
    foreign: Foreign,
    process: Started,
    unsent: Vec<u8>,
    heard: Heard,
    output: usize,
    ended: Option<Ended>,
    opened: Instant,
}

impl Conversation {
    pub(super) fn open(foreign: Foreign, command: &Command, limits: Limits) -> io::Result<Self> {
        foreign.go_on()?;
        let run = Run { command, input: &[], limits: Limits { time: None, ..limits } };
        let process = Started::start(&foreign.host, &foreign.sandbox, &run, Input::Sent)?;
        Ok(Self {
            foreign,
            process,
            unsent: Vec::new(),
            heard: Heard::default(),
            output: limits.output,
            ended: None,
            opened: Instant::now(),
        })
    }

    /// Sends and hears what can be sent and heard, and notes that the program has ended.
    fn exchange(&mut self, most: Duration) -> io::Result<()> {
        let Self { process, unsent, heard, .. } = self;
        let is_over = heard.add(|bytes| process.exchange(unsent, bytes, most))?;
        if is_over {
            while heard.bytes <= self.output && heard.add(|bytes| process.rest(bytes))? > 0 {}
        }
        if heard.bytes > self.output {
            self.stop(Ending::Output)?;
        } else if is_over {
            self.stop(Ending::Timeout)?;
        }
        Ok(())
    }

    fn stop(&mut self, why: Ending) -> io::Result<()> {
        let rest = mem::take(&mut self.heard.unfinished);
        self.ended = Some(self.process.end(why, rest)?.ended());
        Ok(())
    }
}

impl Dialogue for Conversation {
    fn clock(&self) -> Duration {
        self.opened.elapsed()
    }

    fn send(&mut self, line: &str) -> io::Result<()> {
        if self.ended.is_none() {
            self.unsent.extend(line.as_bytes());
            self.unsent.push(b'\n');
            self.process.send(&mut self.unsent)?;
        }
        Ok(())
    }

    fn receive(&mut self, within: Duration) -> io::Result<Answer> {
        let start = Instant::now();
        loop {
            if let Some(line) = self.heard.next() {
                return Ok(Answer::Line(line));
            }
            if let Some(ended) = &self.ended {
                return Ok(Answer::Ended(ended.clone()));
            }
            self.foreign.go_on()?;
            match within.checked_sub(start.elapsed()) {
                Some(left) => self.exchange(left.min(TICK))?,
                None => self.stop(Ending::Timeout)?,
            }
        }
    }

    fn said(&mut self) -> io::Result<Vec<u8>> {
        Ok(if self.ended.is_none() { self.process.said() } else { Vec::new() })
    }

    fn ready(&mut self) -> io::Result<Option<Vec<u8>>> {
        if self.ended.is_none() {
            self.exchange(Duration::ZERO)?;
        }
        Ok(self.heard.next())
    }
}

/// What a program printed and was not received yet.
#[derive(Debug, Default)]
struct Heard {
    lines: VecDeque<Vec<u8>>,
    unfinished: Vec<u8>,
    /// Of both, newlines included.
    bytes: usize,
}

impl Heard {
    /// Has `read` add bytes, and returns what it says of them.
    fn add<T>(&mut self, read: impl FnOnce(&mut Vec<u8>) -> io::Result<T>) -> io::Result<T> {
        let before = self.unfinished.len();
        let said = read(&mut self.unfinished)?;
        self.bytes += self.unfinished.len() - before;
        let mut start = 0;
        for newline in memchr::memchr_iter(b'\n', &self.unfinished[before..]) {
            self.lines.push_back(self.unfinished[start..before + newline].to_vec());
            start = before + newline + 1;
        }
        self.unfinished.drain(..start);
        Ok(said)
    }

    fn next(&mut self) -> Option<Vec<u8>> {
        let mut line = self.lines.pop_front()?;
        self.bytes -= line.len() + 1;
        line.pop_if(|last| Started::HAS_CR && *last == b'\r');
        Some(line)
    }
}
