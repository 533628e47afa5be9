//! Runs a script while an [`Observer`] writes notes: what each side can know of the game.

use super::ast::{Command, Group};
use super::reader::{Event, lines};
use super::session::{Flow, Session, Stop};
use super::{Script, SyntaxError, print};
use crate::rules::fair::{Effect, Observer};
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

    /// Returns the session.
    pub const fn session(&self) -> &Session {
        &self.session
    }

    /// Returns the observer.
    pub const fn observer(&self) -> &Observer {
        &self.observer
    }
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
