//! Keeps the answers so far, so that a turn can be taken back. For this, the game begins again, and all answers before
//! the turn are repeated without asking. With the same dice, they lead to the same position.

use std::collections::VecDeque;

/// The answers of a game against a bot.
#[derive(Debug)]
pub(super) struct Past {
    may_undo: bool,
    answers: Vec<Vec<u8>>,
    /// The indexes of the answers that were turns.
    turns: Vec<usize>,
    /// The answers that must still be repeated.
    again: VecDeque<Vec<u8>>,
    /// Whether a turn was just taken back.
    is_back: bool,
    /// Whether no turn was ever taken back.
    was_fair: bool,
}

impl Past {
    pub(super) const fn new(may_undo: bool) -> Self {
        Self {
            may_undo,
            answers: Vec::new(),
            turns: Vec::new(),
            again: VecDeque::new(),
            is_back: false,
            was_fair: true,
        }
    }

    /// Returns the answer to the next question, if an earlier answer must be repeated.
    pub(super) fn answer(&mut self) -> Option<Vec<u8>> {
        let line = self.again.pop_front()?;
        self.answers.push(line.clone());
        Some(line)
    }

    /// Adds an answer.
    pub(super) fn add(&mut self, line: &[u8]) {
        if self.may_undo {
            self.answers.push(line.to_vec());
        }
    }

    /// Notes that the last answer was a turn.
    pub(super) fn moved(&mut self) {
        if let Some(last) = self.answers.len().checked_sub(1) {
            self.turns.push(last);
        }
    }

    /// Takes back the last turn, if there is one and the options allow it. Returns whether it did.
    pub(super) fn take_back(&mut self) -> bool {
        let Some(at) = self.turns.pop().filter(|_| self.may_undo) else { return false };
        self.answers.truncate(at);
        self.again = std::mem::take(&mut self.answers).into();
        self.turns.clear();
        (self.is_back, self.was_fair) = (true, false);
        true
    }

    /// Returns a message if a turn was just taken back; otherwise an empty text.
    pub(super) fn remark(&mut self) -> String {
        let is_new = self.again.is_empty() && std::mem::take(&mut self.is_back);
        if is_new { "Your turn and the answer are taken back.".to_owned() } else { String::new() }
    }

    /// Whether `undo` would take back a turn.
    pub(super) const fn may_undo(&self) -> bool {
        self.may_undo && !self.turns.is_empty()
    }

    /// Whether no turn was ever taken back.
    pub(super) const fn was_fair(&self) -> bool {
        self.was_fair
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_turn_is_taken_back_with_all_that_was_answered_behind_it() {
        let mut past = Past::new(true);
        for (line, is_turn) in [("easy", false), ("f a1", true), ("help", false), ("f b1", true)] {
            past.add(line.as_bytes());
            if is_turn {
                past.moved();
            }
        }
        past.add(b"undo");
        assert!(past.take_back() && !past.was_fair());
        let again: Vec<_> = std::iter::from_fn(|| past.answer()).collect();
        assert_eq!(again, [&b"easy"[..], b"f a1", b"help"]);
        assert_eq!((past.remark().is_empty(), past.remark().is_empty()), (false, true));
        assert!(!past.take_back(), "no turn was noted yet");
        assert!(!Past::new(false).take_back());
    }
}
