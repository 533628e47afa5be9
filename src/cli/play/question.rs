//! Questions that the person answers with yes or no before something is done.

use super::desk::{Action, Desk, Question};
use crate::cli::prompt::console::agreed;
use broadside::ports::Ports;
use std::io;

impl Desk {
    /// Takes `line` as the answer to the open question, if there is one. Every line except yes
    /// means no. Returns false if the caller must still carry out the line: if there was no
    /// question, or the line was neither yes nor no.
    pub(super) fn take_answer(&mut self, line: &str, ports: &mut Ports<'_>) -> io::Result<bool> {
        let answer = agreed(line);
        let Some(question) = self.question.take() else { return Ok(false) };
        if answer == Some(true) {
            self.agree(question.action, ports)?;
        } else {
            self.say(&question.no, ports)?;
        }
        Ok(answer.is_some())
    }

    fn agree(&mut self, action: Action, ports: &mut Ports<'_>) -> io::Result<()> {
        match action {
            Action::Order(request) => self.order(&request, ports),
            Action::Write(target, is_page) => self.write(&target, is_page, ports),
            Action::Resign => {
                self.game.resign();
                self.show_end(ports)
            }
            Action::Leave => {
                self.is_left = true;
                Ok(())
            }
        }
    }

    /// Handles the end of the input (Ctrl-D). Asks before the person leaves, except in turn 1 and
    /// after the end of the game. A second end of the input means yes.
    pub(super) fn leave(&mut self, ports: &mut Ports<'_>) -> io::Result<()> {
        let was_asked = self.question.as_ref().is_some_and(|open| open.action == Action::Leave);
        self.is_left = was_asked || self.is_over() || self.game.turn() == 1;
        if self.is_left {
            return Ok(());
        }
        let text = "leave the game? `.save FILE` keeps it; `y` or Ctrl-D leaves, `n` plays on";
        self.ask(text, Action::Leave, "the game goes on".to_owned(), ports)
    }

    pub(super) fn drop_question(&mut self, ports: &mut Ports<'_>) -> io::Result<()> {
        match self.question.take() {
            Some(question) => self.say(&question.no, ports),
            None => Ok(()),
        }
    }

    pub(super) fn ask(
        &mut self,
        text: &str,
        action: Action,
        no: String,
        ports: &mut Ports<'_>,
    ) -> io::Result<()> {
        (self.question, self.proposal) = (Some(Question { action, no }), None);
        self.say(text, ports)
    }
}
