//! Keeps the answers of a person, so that the word `undo` can take back a turn.
//!
//! To take back a turn, the game begins again with the same dice. It repeats all answers before the
//! turn, and asks no questions meanwhile. These answers lead to the position before that turn.

use super::words::NO_MOVE;
use std::collections::VecDeque;

#[derive(Debug)]
pub(super) struct Past {
    may_undo: bool,
    answers: Vec<Vec<u8>>,
    /// The indexes in `answers` of the answers that were moves.
    turns: Vec<usize>,
    to_repeat: VecDeque<Vec<u8>>,
    /// Whether a turn was taken back and the person does not know it yet.
    must_tell_undo: bool,
    /// False once a turn was taken back.
    pub(super) was_fair: bool,
}

impl Past {
    pub(super) const fn new(may_undo: bool) -> Self {
        Self {
            may_undo,
            answers: Vec::new(),
            turns: Vec::new(),
            to_repeat: VecDeque::new(),
            must_tell_undo: false,
            was_fair: true,
        }
    }

    /// Returns the next answer to repeat. Returns `None` if the person must answer.
    pub(super) fn answer(&mut self) -> Option<Vec<u8>> {
        let line = self.to_repeat.pop_front()?;
        self.answers.push(line.clone());
        Some(line)
    }

    pub(super) fn add(&mut self, line: &[u8]) {
        if self.may_undo {
            self.answers.push(line.to_vec());
        }
    }

    pub(super) fn note_move(&mut self) {
        if let Some(last) = self.answers.len().checked_sub(1) {
            self.turns.push(last);
        }
    }

    /// Takes back the last turn. Returns false if there is none, or if the options forbid `undo`.
    pub(super) fn take_back(&mut self) -> bool {
        let Some(at) = self.turns.pop().filter(|_| self.may_undo) else { return false };
        self.answers.truncate(at);
        self.to_repeat = std::mem::take(&mut self.answers).into();
        self.turns.clear();
        (self.must_tell_undo, self.was_fair) = (true, false);
        true
    }

    /// Returns a message once all answers are repeated after an `undo`. Otherwise returns an empty
    /// text.
    pub(super) fn remark(&mut self) -> String {
        let is_new = self.to_repeat.is_empty() && std::mem::take(&mut self.must_tell_undo);
        if is_new {
            "Your turn and the answer to it are taken back.".to_owned()
        } else {
            String::new()
        }
    }

    /// Returns why `undo` does nothing.
    pub(super) const fn problem(&self) -> &'static str {
        if self.may_undo { "There is no turn to take back." } else { NO_MOVE }
    }

    pub(super) const fn may_undo(&self) -> bool {
        self.may_undo && !self.turns.is_empty()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_turn_is_taken_back_with_all_answers_after_it() {
        let mut past = Past::new(true);
        for (line, is_turn) in [("easy", false), ("f a1", true), ("help", false), ("f b1", true)] {
            past.add(line.as_bytes());
            if is_turn {
                past.note_move();
            }
        }
        past.add(b"undo");
        assert!(past.take_back() && !past.was_fair);
        let again: Vec<_> = std::iter::from_fn(|| past.answer()).collect();
        assert_eq!(again, [&b"easy"[..], b"f a1", b"help"]);
        assert_eq!((past.remark().is_empty(), past.remark().is_empty()), (false, true));
        assert!(!past.take_back(), "no turn was noted after the undo");
        assert!(!Past::new(false).take_back());
    }
}
