//! Lines exchanged with a running program. It knows no rules of any game.

use super::control::Control;
use super::waiting::{Interest, Source, wait};
use super::{Foreign, TICK};
use broadside::ports::programs::{Answer, Command, Dialogue, Ended, Ending, Limits, Run};
use rustix::io::ioctl_fionbio;
use std::collections::VecDeque;
use std::io::{self, PipeWriter, Write as _};
use std::mem;
use std::time::{Duration, Instant};

/// A program and what has been said.
#[derive(Debug)]
pub(super) struct Conversation {
    foreign: Foreign,
    control: Control,
    stdin: PipeWriter,
    stdout: Source,
    unsent: Vec<u8>,
    heard: Heard,
    output: usize,
    ended: Option<Ended>,
    opened: Instant,
}

impl Conversation {
    pub(super) fn open(foreign: Foreign, command: &Command, limits: Limits) -> io::Result<Self> {
        foreign.go_on()?;
        let ((theirs, stdin), (stdout, out)) = (io::pipe()?, io::pipe()?);
        ioctl_fionbio(&stdin, true)?;
        let run = Run { command, input: &[], limits: Limits { time: None, ..limits } };
        let control = Control::start(&foreign, &run, theirs.into(), out.into())?;
        let (unsent, heard) = (Vec::new(), Heard::default());
        let stdout = Source::new(stdout)?;
        let output = limits.output;
        Ok(Self {
            foreign,
            control,
            stdin,
            stdout,
            unsent,
            heard,
            output,
            ended: None,
            opened: Instant::now(),
        })
    }

    /// Sends and hears what can be sent and heard, and notes that the program has ended.
    fn exchange(&mut self, most: Duration) -> io::Result<()> {
        let writable = (!self.unsent.is_empty()).then(|| Interest::write(&self.stdin));
        let interests = [writable, self.stdout.readable(), self.control.readable()];
        let [can_write, can_read, is_over] = wait(interests, most)?;
        if can_write {
            self.write()?;
        }
        if can_read {
            self.heard.read(&mut self.stdout)?;
        }
        if is_over {
            while self.heard.read(&mut self.stdout)? && self.heard.bytes <= self.output {}
        }
        if self.heard.bytes > self.output {
            self.stop(Ending::Output)?;
        } else if is_over {
            self.stop(Ending::Timeout)?;
        }
        Ok(())
    }

    fn write(&mut self) -> io::Result<()> {
        match self.stdin.write(&self.unsent) {
            Ok(written) => drop(self.unsent.drain(..written)),
            Err(error) if error.kind() == io::ErrorKind::WouldBlock => {}
            // It reads no more: whether it lives, its next answer tells.
            Err(error) if error.kind() == io::ErrorKind::BrokenPipe => self.unsent.clear(),
            Err(error) => return Err(error),
        }
        Ok(())
    }

    fn stop(&mut self, why: Ending) -> io::Result<()> {
        let rest = mem::take(&mut self.heard.unfinished);
        self.ended = Some(self.control.end(why, rest)?.ended());
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
            self.write()?;
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
    /// Reads once, and tells whether there was something.
    fn read(&mut self, source: &mut Source) -> io::Result<bool> {
        let before = self.unfinished.len();
        let read = source.read(&mut self.unfinished)?;
        self.bytes += read;
        let mut start = 0;
        for newline in memchr::memchr_iter(b'\n', &self.unfinished[before..]) {
            self.lines.push_back(self.unfinished[start..before + newline].to_vec());
            start = before + newline + 1;
        }
        self.unfinished.drain(..start);
        Ok(read > 0)
    }

    fn next(&mut self) -> Option<Vec<u8>> {
        let line = self.lines.pop_front()?;
        self.bytes -= line.len() + 1;
        Some(line)
    }
}
