//! What takes a pilot's thought: the end of a turn, and hints. It is done beside the terminal on a copy of
//! the game, with a sign on the screen; Ctrl-C drops the copy, and the game is as it was.
//!
//! Nothing here knows the rules, nor how boards are drawn.

use super::desk::{Desk, Proposal, typed};
use super::page::{Page, below};
use crate::cli::boards::Look;
use crate::cli::stop::Cancel;
use broadside::arena::versus::Versus;
use broadside::arena::versus::words::{self, Controls};
use broadside::ports::Ports;
use broadside::rules::ships::Order;
use std::io::{self, Write};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread;
use std::time::Duration;

/// How soon a Ctrl-C is noticed.
const GLANCE: Duration = Duration::from_millis(20);

/// The rows that a board gets, however much there is to be said above it.
const SMALLEST_BOARD: usize = 10;

/// What is shown meanwhile.
const SIGN: &str = "thinking ...";

impl Desk {
    /// Names the order that the fair pilot would give, and why; or plays its whole turn, and says so.
    pub(super) fn hint(
        &mut self,
        plays: bool,
        look: Look,
        ports: &mut Ports<'_>,
    ) -> io::Result<()> {
        loop {
            let hint = self.thought(ports, |game| game.hint())?;
            let Some(hint) = hint else { return Page { look, out: ports.out }.say("stopped") };
            match (self.game.advised(&hint), plays) {
                (None, true) => {
                    Page { look, out: ports.out }.say("`.hint!` ends your turn")?;
                    return self.end(look, ports);
                }
                (Some((order, why)), true) => {
                    let before = format!("`{}`: {why}\n  ", typed(order));
                    match self.carry_out(order, &before, look, ports)? {
                        Ok(true) | Err(_) => return self.end(look, ports),
                        Ok(false) => {}
                    }
                }
                (advice, false) => return self.advise(advice, look, ports),
            }
        }
    }

    fn advise(
        &mut self,
        advice: Option<(Order, String)>,
        look: Look,
        ports: &mut Ports<'_>,
    ) -> io::Result<()> {
        let (proposal, why) = match advice {
            Some((order, why)) => (Proposal::Order(order), why),
            None => (Proposal::End, words::NO_ORDER.to_owned()),
        };
        self.proposal = Some(proposal);
        let what = self.proposal().unwrap_or_default();
        let text = format!("`{what}`: {why}. Enter plays it; `.hint!` plays on and ends the turn.");
        Page { look, out: ports.out }.say(&text)
    }

    /// Ends the turn, and shows what is seen of theirs.
    pub(super) fn end(&mut self, look: Look, ports: &mut Ports<'_>) -> io::Result<()> {
        self.proposal = None;
        let missing = words::missing(&self.game.briefing());
        if self.is_framed {
            self.begin_turn();
        }
        let ended = self.thought(ports, |mut game| {
            game.end();
            game
        })?;
        let Some(game) = ended else {
            return Page { look, out: ports.out }.say("stopped: your turn is still open");
        };
        self.game = game;
        if self.is_over() {
            return self.show_end(look, ports);
        }
        let mut text = Vec::new();
        if !missing.is_empty() {
            Page { look, out: &mut text }.say(&words::not_placed(&missing, &Controls::TYPED))?;
        }
        self.news(look, &mut text)?;
        ports.out.write_all(&text)?;
        self.look_for_draw(look, ports)?;
        let rows = below(&text, look).rows.max(SMALLEST_BOARD.min(look.rows));
        self.board(None, Look { rows, ..look }, ports)
    }

    /// What `think` makes of a copy of the game. Where the board fills the window, the sign of thinking is
    /// not part of what is said.
    fn thought<T: Send + 'static>(
        &self,
        ports: &mut Ports<'_>,
        think: impl FnOnce(Versus) -> T + Send + 'static,
    ) -> io::Result<Option<T>> {
        let mut screen = io::stdout();
        let out: &mut dyn Write = if self.is_framed { &mut screen } else { &mut *ports.out };
        thought(&self.game, &self.stop, out, think)
    }
}

/// What `think` makes of a copy of the game; nothing when the person has stopped it, and then it finishes in
/// the background and its result is dropped.
///
/// # Errors
/// When the terminal takes no more, or the system starts no thread.
fn thought<T: Send + 'static>(
    game: &Versus,
    stop: &Cancel,
    out: &mut dyn Write,
    think: impl FnOnce(Versus) -> T + Send + 'static,
) -> io::Result<Option<T>> {
    let (sender, receiver) = channel();
    let copy = game.clone();
    write!(out, "{SIGN}")?;
    out.flush()?;
    // The receiver is gone when it was stopped.
    thread::Builder::new().spawn(move || drop(sender.send(think(copy))))?;
    let outcome = loop {
        match receiver.recv_timeout(GLANCE) {
            Err(RecvTimeoutError::Timeout) if stop.is_set() => break None,
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => return Err(io::Error::other("no thought")),
            Ok(outcome) => break Some(outcome),
        }
    };
    // Blanks take the sign away on every terminal.
    write!(out, "\r{:1$}\r", "", SIGN.len())?;
    Ok(outcome)
}

#[cfg(test)]
mod tests {
    use super::*;
    use broadside::arena::versus::Machine;
    use broadside::rules::ships::Game;

    #[test]
    fn a_thought_that_is_stopped_changes_nothing() {
        let game = Versus::new(Game::default(), Machine::fair(), &1.into());
        let (stop, mut out) = (Cancel::default(), Vec::new());
        let turn = |mut game: Versus| {
            game.end();
            game.turn()
        };
        assert_eq!(thought(&game, &stop, &mut out, turn).unwrap(), Some(2));
        assert_eq!(out, b"thinking ...\r            \r");
        stop.set();
        let (begun, waiting) = channel::<()>();
        let outcome = thought(&game, &stop, &mut out, move |game| {
            assert!(waiting.recv().is_err(), "nothing is sent");
            turn(game)
        });
        assert_eq!((outcome.unwrap(), game.turn()), (None, 1));
        drop(begun);
    }
}
