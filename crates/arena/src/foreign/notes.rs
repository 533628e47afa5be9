//! Collects the data about each answer of a program, for a log.

use super::ForeignBot;
use crate::exchange::Exchange;
use crate::factory::Seat;
use crate::said::last_line;
use std::time::Duration;

pub(super) struct Notes {
    pub(super) bot: ForeignBot,
    seat: Seat,
    number: u64,
    /// The lines that were sent since the last answer. They are collected only if a log is kept.
    read: Vec<u8>,
    pub(super) wrote: Vec<u8>,
    pub(super) wall: Duration,
    stderr: Vec<u8>,
    /// The [`last_line`] of the last text on standard error that was not blank.
    pub(super) last_line: String,
}

impl Notes {
    pub(super) fn new(bot: ForeignBot, seat: Seat) -> Self {
        let (read, wrote, stderr) = (Vec::new(), Vec::new(), Vec::new());
        let wall = Duration::ZERO;
        Self { bot, seat, number: 0, read, wrote, wall, stderr, last_line: String::new() }
    }

    pub(super) const fn are_wanted(&self) -> bool {
        self.bot.on_answer.is_some()
    }

    pub(super) fn sent(&mut self, line: &str) {
        if self.are_wanted() {
            self.read.extend([line.as_bytes(), b"\n"].concat());
        }
    }

    pub(super) fn wrote_stderr(&mut self, stderr: Vec<u8>) {
        let line = last_line(&stderr);
        if !line.is_empty() {
            self.last_line = line;
        }
        self.stderr.extend(stderr);
    }

    /// Reports an answer, and clears the data for the next one.
    pub(super) fn close(&mut self, outcome: &str) {
        self.number += 1;
        if let Some(on_answer) = &self.bot.on_answer {
            let Self { seat: (game, side), number, read, wrote, stderr, wall, .. } = self;
            let (game, side, number, wall) = (*game, *side, *number, *wall);
            on_answer(&Exchange { game, side, number, read, wrote, stderr, wall, outcome });
        }
        self.read.clear();
        self.wrote.clear();
        self.stderr.clear();
        self.wall = Duration::ZERO;
    }
}
