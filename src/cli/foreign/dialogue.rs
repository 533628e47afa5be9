//! Implements [`Dialogue`] with a real process: exchanges lines with a running program.

use super::process::Input;
use super::system::{HAS_CR, Started};
use super::{Foreign, TICK};
use broadside::ports::programs::{Answer, Command, Dialogue, Ended, Ending, Limits, Run};
use std::collections::VecDeque;
use std::io;
use std::mem;
use std::time::{Duration, Instant};

pub(super) struct Conversation {
    foreign: Foreign,
    process: Started,
    unsent: Vec<u8>,
    received: Received,
    /// How many bytes of output may wait to be received.
    most_output: usize,
    ended: Option<Ended>,
    is_awaited: bool,
    opened: Instant,
}

impl Conversation {
    pub(super) fn open(foreign: Foreign, command: &Command, limits: Limits) -> io::Result<Self> {
        foreign.check_stop()?;
        let run = Run { command, input: &[], limits: Limits { time: None, ..limits } };
        let process = Started::start(&foreign.host, &foreign.sandbox, &run, Input::Sent)?;
        Ok(Self {
            foreign,
            process,
            unsent: Vec::new(),
            received: Received::default(),
            most_output: limits.output,
            ended: None,
            is_awaited: true,
            opened: Instant::now(),
        })
    }

    /// Sends lines and reads output, for at most the time `most`. Ends the run if the program has
    /// ended, reached a limit, or printed too much.
    fn exchange(&mut self, most: Duration) -> io::Result<()> {
        let Self { process, unsent, received, .. } = self;
        let is_over = received.add(|bytes| process.exchange(unsent, bytes, most))?;
        while is_over
            && received.bytes <= self.most_output
            && received.add(|bytes| process.read_rest(bytes))? > 0
        {}
        if received.bytes > self.most_output {
            self.stop(Ending::Output)?;
        } else if is_over {
            self.stop(Ending::Timeout)?;
        }
        Ok(())
    }

    fn set_awaited(&mut self, is_awaited: bool) {
        if self.is_awaited != is_awaited {
            self.process.set_awaited(is_awaited);
            self.is_awaited = is_awaited;
        }
    }

    /// Ends the run. `why` is the ending to report if the program still runs.
    fn stop(&mut self, why: Ending) -> io::Result<()> {
        let rest = mem::take(&mut self.received.unfinished);
        self.ended = Some(self.process.end(why, rest)?.ended);
        Ok(())
    }
}

impl Dialogue for Conversation {
    fn clock(&self) -> Duration {
        self.opened.elapsed()
    }

    fn send(&mut self, line: &str) -> io::Result<()> {
        // Finds out whether the supervisor (the process that watches the program) was killed. If
        // so, the program must get no more lines.
        if self.ended.is_none() {
            self.exchange(Duration::ZERO)?;
        }
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
            if let Some(line) = self.received.next() {
                return Ok(Answer::Line(line));
            }
            if let Some(ended) = &self.ended {
                return Ok(Answer::Ended(ended.clone()));
            }
            self.foreign.check_stop()?;
            self.set_awaited(true);
            match within.checked_sub(start.elapsed()) {
                Some(left) => self.exchange(left.min(TICK))?,
                None => self.stop(Ending::Timeout)?,
            }
        }
    }

    fn rest(&mut self) {
        self.set_awaited(false);
    }

    fn said(&mut self) -> io::Result<Vec<u8>> {
        Ok(if self.ended.is_none() { self.process.take_stderr() } else { Vec::new() })
    }

    fn ready(&mut self) -> io::Result<Option<Vec<u8>>> {
        if self.ended.is_none() {
            self.exchange(Duration::ZERO)?;
        }
        Ok(self.received.next())
    }
}

/// The output that waits to be received.
#[derive(Debug, Default)]
struct Received {
    lines: VecDeque<Vec<u8>>,
    unfinished: Vec<u8>,
    /// The length of `lines` and `unfinished` in bytes, with newlines.
    bytes: usize,
}

impl Received {
    fn add<T>(&mut self, read: impl FnOnce(&mut Vec<u8>) -> io::Result<T>) -> io::Result<T> {
        let before = self.unfinished.len();
        let result = read(&mut self.unfinished)?;
        self.bytes += self.unfinished.len() - before;
        let mut start = 0;
        for newline in memchr::memchr_iter(b'\n', &self.unfinished[before..]) {
            self.lines.push_back(self.unfinished[start..before + newline].to_vec());
            start = before + newline + 1;
        }
        self.unfinished.drain(..start);
        Ok(result)
    }

    fn next(&mut self) -> Option<Vec<u8>> {
        let mut line = self.lines.pop_front()?;
        self.bytes -= line.len() + 1;
        line.pop_if(|last| HAS_CR && *last == b'\r');
        Some(line)
    }
}
