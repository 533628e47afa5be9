//! Finds the turn of a side in the answer of a program: the last group of this side (spec
//! laboratory §5).

use super::ast::{Command, Group};
use super::reader::{Event, Reader, lines};
use super::syntax::SyntaxError;
use crate::rules::{Order, Reason};
use broadside_core::board::Side;
use thiserror::Error;

/// Why a text has no turn of a side.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum NoTurn {
    /// The text has no group of the side.
    #[error("no group")]
    NoGroup,
    /// The last group of the side has a syntax error.
    #[error("malformed {}:{}", .0.mark.place.line, .0.mark.place.column)]
    Malformed(Box<SyntaxError>),
    /// The other player's tag stands inside the last group of the side.
    #[error("illegal {}", Reason::OtherPlayerExpected)]
    OtherPlayer,
}

/// Returns the orders in the last group of `side` in `text`. `PRINT` in this group and errors
/// outside it are ignored. If the text ends inside a group, the end of the text closes the group.
///
/// ```
/// use broadside_core::board::{Coord, Side};
/// use broadside_ships::rules::Order;
/// use broadside_ships::script::{NoTurn, reply};
///
/// let text = b"I shoot!\n[playerA]\nSHOOT 1 1\n[playerA]\n[state] PRINT 0 [state]\n";
/// assert_eq!(reply(text, Side::First), Ok(vec![Order::Shoot(Coord::new(1, 1))]));
/// assert_eq!(reply(text, Side::Second), Err(NoTurn::NoGroup));
/// assert_eq!(reply(b"[playerA] FIRE!", Side::First).unwrap_err().to_string(), "malformed 1:11");
/// ```
///
/// # Errors
/// If there is no such group, or if it has an error.
pub fn reply(text: &[u8], side: Side) -> Result<Vec<Order>, NoTurn> {
    let mut search = Search { side, group: None, current: Ok(Vec::new()), last: None };
    let mut reader = Reader::default();
    lines(text).for_each(|line| search.line(&mut reader, line));
    search.end(&mut reader)
}

struct Search {
    side: Side,
    group: Option<Group>,
    /// The orders of the open group, or its first error.
    current: Result<Vec<Order>, NoTurn>,
    /// The last closed group of the side: its orders, or its first error.
    last: Option<Result<Vec<Order>, NoTurn>>,
}

impl Search {
    fn line(&mut self, reader: &mut Reader, bytes: &[u8]) {
        let mut line = reader.line(bytes);
        loop {
            match reader.next(&mut line, self.group) {
                Ok(None) => return,
                Ok(Some(event)) => self.event(&event),
                // Outside groups, the rest of a wrong line is skipped, as prose is.
                Err(_) if self.group.is_none() => return,
                Err(error) => self.fail(NoTurn::Malformed(error)),
            }
        }
    }

    fn event(&mut self, event: &Event) {
        let group = event.group_after(self.group);
        match event {
            Event::Open(_) if self.group.is_some() => self.fail(NoTurn::OtherPlayer),
            Event::Close(closed) => self.close(*closed),
            Event::Command(Command::Order(order)) => {
                if let Ok(orders) = &mut self.current {
                    orders.push(*order);
                }
            }
            Event::Open(_) | Event::Command(_) | Event::Prose | Event::Comment(_) => {}
        }
        self.group = group;
    }

    fn fail(&mut self, why: NoTurn) {
        if self.current.is_ok() {
            self.current = Err(why);
        }
    }

    fn close(&mut self, group: Group) {
        let current = std::mem::replace(&mut self.current, Ok(Vec::new()));
        if group == Group::Turn(self.side) {
            self.last = Some(current);
        }
    }

    fn end(mut self, reader: &mut Reader) -> Result<Vec<Order>, NoTurn> {
        if let Err(error) = reader.end(self.group) {
            self.fail(NoTurn::Malformed(error));
        }
        if let Some(group) = self.group {
            self.close(group);
        }
        self.last.unwrap_or(Err(NoTurn::NoGroup))
    }
}
