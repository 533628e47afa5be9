//! Ends turns and gives hints. Both need a pilot: the part of the program that chooses the orders
//! of a side. The pilot thinks in another thread, on a copy of the game. Meanwhile the screen shows
//! `thinking ...`. Ctrl-C drops the copy, and the game stays as it was.

use super::desk::{Desk, Proposal};
use super::orders;
use super::page::below;
use crate::cli::prompt::text::Page;
use broadside::arena::versus::Versus;
use broadside::arena::versus::words::{self, Controls};
use broadside::ports::Ports;
use broadside::rules::ships::Order;
use std::io::{self, Write};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread;
use std::time::Duration;

const POLL_INTERVAL: Duration = Duration::from_millis(20);

/// The least number of rows for a board below a text. On a smaller screen the board gets all rows.
const SMALLEST_BOARD: usize = 10;

const SIGN: &str = "thinking ...";

impl Desk {
    /// Proposes the order that the fair pilot would give next. This pilot knows only what the
    /// person knows. If `plays` is true, carries out the pilot's orders instead, and ends the turn.
    pub(super) fn hint(&mut self, plays: bool, ports: &mut Ports<'_>) -> io::Result<()> {
        loop {
            let hint = self.thought(ports, |game| game.hint())?;
            let Some(hint) = hint else { return self.say("stopped", ports) };
            match (self.game.advised(&hint), plays) {
                (None, true) => {
                    self.say("`.hint!` ends your turn", ports)?;
                    return self.end(ports);
                }
                (Some((order, why)), true) => {
                    let before = format!("`{}`: {why}\n  ", orders::typed(order));
                    match self.carry_out(order, &before, ports)? {
                        Ok(true) | Err(_) => return self.end(ports),
                        Ok(false) => {}
                    }
                }
                (advice, false) => return self.advise(advice, ports),
            }
        }
    }

    fn advise(&mut self, advice: Option<(Order, String)>, ports: &mut Ports<'_>) -> io::Result<()> {
        let (proposal, why) = match advice {
            Some((order, why)) => (Proposal::Order(order), why),
            None => (Proposal::End, words::NO_ORDER.to_owned()),
        };
        self.proposal = Some(proposal);
        let what = self.proposal().unwrap_or_default();
        let text = format!("`{what}`: {why}. Enter plays it; `.hint!` plays on and ends the turn.");
        self.say(&text, ports)
    }

    pub(super) fn end(&mut self, ports: &mut Ports<'_>) -> io::Result<()> {
        self.proposal = None;
        let missing = words::missing(&self.game.briefing());
        let ended = self.thought(ports, |mut game| {
            game.end();
            game
        })?;
        let Some(game) = ended else {
            return self.say("stopped: your turn is still open", ports);
        };
        if self.is_framed {
            self.remember_sight();
        }
        self.game = game;
        if self.is_over() {
            return self.show_end(ports);
        }
        let mut text = Vec::new();
        if !missing.is_empty() {
            let mut page = Page { look: self.look, out: &mut text };
            page.say(&words::not_placed(&missing, &Controls::TYPED))?;
        }
        self.news(&mut text)?;
        ports.out.write_all(&text)?;
        self.look_for_draw(ports)?;
        let rows = self.look.rows;
        self.board(None, below(&text, rows).max(SMALLEST_BOARD.min(rows)), ports)
    }

    /// Calls `think` with a copy of the game, in another thread. Returns `None` after Ctrl-C. Then
    /// `think` still runs to its end, and its result is dropped. An error can also mean that the
    /// thread has panicked.
    fn thought<T: Send + 'static>(
        &self,
        ports: &mut Ports<'_>,
        think: impl FnOnce(Versus) -> T + Send + 'static,
    ) -> io::Result<Option<T>> {
        // In a window, the text of `ports.out` becomes the answer that is shown later. So the sign
        // goes directly to the screen.
        let mut screen = io::stdout();
        let out: &mut dyn Write = if self.is_framed { &mut screen } else { &mut *ports.out };
        let (sender, receiver) = channel();
        let copy = self.game.clone();
        write!(out, "{SIGN}")?;
        out.flush()?;
        // Sending fails after Ctrl-C, because the receiver is gone then.
        thread::Builder::new().spawn(move || drop(sender.send(think(copy))))?;
        let outcome = loop {
            if self.stop.is_set() {
                break None;
            }
            match receiver.recv_timeout(POLL_INTERVAL) {
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => {
                    return Err(io::Error::other(
                        "a fault of the program ended the machine's thinking",
                    ));
                }
                Ok(outcome) => break Some(outcome),
            }
        };
        // Blanks erase the sign even on a terminal without escape codes.
        write!(out, "\r{:1$}\r", "", SIGN.len())?;
        Ok(outcome)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::disk::on_disk;
    use broadside::arena::tournament::Setup;

    #[test]
    fn a_thought_that_is_stopped_changes_nothing() {
        let desk = Desk::of_setup(Setup::Small);
        let turn = |mut game: Versus| {
            game.end();
            game.turn()
        };
        let (thought, [out, _]) = on_disk(|ports| desk.thought(ports, turn));
        assert_eq!((thought.unwrap(), &*out), (Some(2), "thinking ...\r            \r"));
        desk.stop.set();
        let (release, released) = channel::<()>();
        let (thought, _) = on_disk(|ports| {
            desk.thought(ports, move |game| {
                assert!(released.recv().is_err(), "nothing is sent");
                turn(game)
            })
        });
        assert_eq!((thought.unwrap(), desk.game.turn()), (None, 1));
        drop(release);
    }

    /// `sight_before` (what was in sight when the person last ended a turn) must stay as it was, so
    /// that the next drawing still marks the new ships.
    #[test]
    fn a_turn_that_is_not_ended_keeps_the_sight_before_it() {
        let mut desk = Desk::of_setup(Setup::Small);
        desk.is_framed = true;
        desk.game.place_missing();
        desk.stop.set();
        let (ended, [out, _]) = on_disk(|ports| desk.end(ports));
        ended.unwrap();
        assert_eq!(out, "stopped: your turn is still open\n");
        assert!(desk.sight_before.is_empty());
    }
}
