//! Runs a script while an [`Observer`] writes notes: what each side can know of the game.

use super::ast::{Command, Group};
use super::reader::{Event, lines};
use super::session::{Flow, Session, Stop};
use super::{Script, SyntaxError, print};
use crate::rules::fair::{Effect, Observer};
use crate::rules::{Order, Reason};
use std::io::Write;

/// A session and its observer. After each order, the observer notes what both sides learn from it.
///
/// ```
/// use broadside_core::board::Side;
/// use broadside_ships::script::hand_over::Watched;
///
/// let mut watched = Watched::default();
/// let script = b"[state] SET_FLEET A 1 0 0 0 [state] [playerA] PLACE_SHIP 2 2 N 0 CAR SPY 0 5 5 [playerA]";
/// watched.run(script, &mut Vec::new())?;
/// let notes: Vec<_> = watched.observer().notes(Side::First).iter().map(ToString::to_string).collect();
/// assert_eq!(notes, ["TURN 1", "SPIED 5 5"]);
/// # Ok::<(), broadside_ships::script::Stop>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Watched {
    session: Session,
    observer: Observer,
}

impl Watched {
    /// Runs a whole script.
    ///
    /// # Errors
    /// See [`Session::feed`].
    pub fn run(&mut self, script: &[u8], out: &mut dyn Write) -> Result<Flow, Stop> {
        for bytes in lines(script) {
            let mut line = self.session.line(bytes);
            while let Some(event) = self.session.read(&mut line)? {
                let effect = if let Event::Command(Command::Order(order)) = &event {
                    Some(Effect::of(self.session.game(), *order))
                } else {
                    None
                };
                if let Event::Comment(text) = &event {
                    self.refuse(text);
                }
                if let won @ Flow::Won(_) = self.session.carry_out(&event, &mut line, out)? {
                    return Ok(won);
                }
                if let Event::Open(Group::Turn(_)) = event {
                    self.observer.open(self.session.game());
                }
                if let Some(effect) = effect {
                    self.observer.observe(effect);
                }
            }
        }
        self.session.end(out)
    }

    /// Notes the refused order in `comment`, if there is one. The record of a match has refused
    /// orders as comments: `# refused ORDER: REASON`.
    fn refuse(&mut self, comment: &[u8]) {
        let game = self.session.game();
        if let Some(side) = game.moving()
            && let Some(order) = refused_order(comment)
        {
            // A target that gets no ship is legal until the turn ends.
            let reason = game.check(&order).err().unwrap_or(Reason::ShotsUnfeasible);
            self.observer.refuse(side, order, reason);
        }
    }

    /// Returns the session.
    pub const fn session(&self) -> &Session {
        &self.session
    }

    /// Returns the observer.
    pub const fn observer(&self) -> &Observer {
        &self.observer
    }
}

fn refused_order(comment: &[u8]) -> Option<Order> {
    let text = comment.strip_prefix(b"# refused ")?;
    let end = memchr::memchr(b':', text)?;
    let Ok(Command::Order(order)) = Command::parse(&text[..end]) else { return None };
    Some(order)
}

/// Returns the groups of a script, with only the commands that can change the game.
///
/// # Errors
/// Returns the first syntax error.
pub fn commands(script: &[u8]) -> Result<Vec<u8>, Box<SyntaxError>> {
    let mut text = Vec::new();
    for block in Script::parse(script)?.groups() {
        let tag = block.group().tag().as_bytes();
        text.extend_from_slice(tag);
        for command in block.commands().filter(|command| command.changes_game()) {
            text.push(b'\n');
            print::command(command, &mut text);
        }
        text.extend([b"\n", tag, b"\n"].concat());
    }
    Ok(text)
}

#[cfg(test)]
mod tests {
    use super::*;
    use broadside_core::board::Side;

    /// The notes of a recorded game once left out the orders that were refused.
    #[test]
    fn refused_orders_of_a_record_become_notes() {
        let record = b"[state] SET_FLEET A 0 0 0 1 SET_FLEET B 0 0 0 0 EXTENDED_SHIPS [state]\n\
            [playerA]\n\
            PLACE_SHIP 2 2 N 0 DES\n\
            # refused SHOOT 0 DES 20 9: SHOOTING TOO FAR\n\
            # refused NOTHING: OF THIS KIND\n\
            [playerA]\n";
        let mut watched = Watched::default();
        watched.run(record, &mut Vec::new()).unwrap();
        let notes = watched.observer().notes(Side::First).iter().map(ToString::to_string);
        assert_eq!(
            notes.collect::<Vec<_>>(),
            ["TURN 1", "REFUSED SHOOT 0 DES 20 9: SHOOTING TOO FAR"]
        );
    }
}
