//! Reads a recorded game of the Ships language, so that its turns can be played again.

use broadside_core::board::Side;
use broadside_ships::rules::{Game, Order};
use broadside_ships::script::ast::Group;
use broadside_ships::script::{Flow, Session, reply};

/// The largest number of fields of a board on which games are played again.
const LARGEST_BOARD: u128 = 1 << 12;

/// The largest number of turns that are played again.
const MOST_TURNS: usize = 1000;

/// The start of the comment that a record has for an order that the game has refused. The order and
/// the reason follow, for example `# refused MOVE 0 CRU F: SHIP TOO CLOSE`.
pub(crate) const REFUSED: &[u8] = b"# refused ";

pub(crate) struct RecordedTurn {
    pub(crate) side: Side,
    /// The orders of the turn. The number is the line of the order in the record, from 1. It is
    /// `None` if the order was refused.
    orders: Vec<(Order, Option<u64>)>,
}

impl RecordedTurn {
    /// Returns all orders, also those that were refused.
    pub(crate) fn orders(&self) -> Vec<Order> {
        self.orders.iter().map(|(order, _)| *order).collect()
    }

    /// Returns the orders that were carried out, each with the number of its line.
    pub(crate) fn carried_out(&self) -> impl Iterator<Item = (Order, u64)> + '_ {
        self.orders.iter().filter_map(|(order, line)| Some((*order, (*line)?)))
    }
}

/// Returns the game before the first turn, and at most 1000 turns. The turns end before the first
/// text that is not a turn. Returns `None` if there is no turn, or if the board has more than 4096
/// fields. Also returns `None` if the text before the first turn cannot be run, ends the game, or
/// leaves a group open.
pub(crate) fn read(record: &[u8]) -> Option<(Game, impl Iterator<Item = RecordedTurn>)> {
    // Each line with its number. The first line is the title.
    let lines: Vec<_> = (1..).zip(record.split(|byte| *byte == b'\n')).skip(1).collect();
    let first_turn = lines.iter().position(|(_, line)| side_of(line).is_some())?;
    let start = game_after(&lines[..first_turn])?;
    let is_small = start.board().dims().rect().area() <= LARGEST_BOARD;
    is_small.then(|| (start, turns(lines.into_iter().skip(first_turn)).take(MOST_TURNS)))
}

fn game_after(lines: &[(u64, &[u8])]) -> Option<Game> {
    let mut session = Session::default();
    for (_, line) in lines {
        let fed = session.feed(line, &mut std::io::sink()).ok()?;
        if fed != Flow::Continue {
            return None;
        }
    }
    session.group().is_none().then(|| session.game().clone())
}

fn side_of(line: &[u8]) -> Option<Side> {
    Side::ALL.into_iter().find(|side| line == Group::Turn(*side).tag().as_bytes())
}

fn turns<'r>(lines: impl Iterator<Item = (u64, &'r [u8])>) -> impl Iterator<Item = RecordedTurn> {
    let mut lines = lines.filter_map(|(number, line)| order_or_tag(number, line));
    std::iter::from_fn(move || {
        let (_, tag) = lines.next()?;
        let (side, mut numbers, mut text) = (side_of(tag)?, Vec::new(), tag.to_vec());
        loop {
            let (number, line) = lines.next()?;
            text.push(b'\n');
            text.extend_from_slice(line);
            if line == tag {
                break;
            }
            numbers.push(number);
        }
        let orders = reply(&text, side).ok().filter(|orders| orders.len() == numbers.len())?;
        Some(RecordedTurn { side, orders: orders.into_iter().zip(numbers).collect() })
    })
}

/// Returns the order or tag of a line, and the number of the line (`None` for a refused order).
/// Returns `None` for an empty line or another comment.
fn order_or_tag(number: u64, line: &[u8]) -> Option<(Option<u64>, &[u8])> {
    if let Some(refused) = line.strip_prefix(REFUSED) {
        return Some((None, refused.split(|byte| *byte == b':').next()?));
    }
    (!line.starts_with(b"#") && !line.is_empty()).then_some((Some(number), line))
}
