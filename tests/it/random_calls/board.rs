//! Calls to the board in any order, with hulls and fields of any coordinates, and with ship numbers
//! of another board.

use super::{LENGTH, below, episodes, one_of};
use broadside::board::{
    Board, Coord, Dims, Heading, Hull, LONGEST_SHIP, Manoeuvre, Rect, Refusal, ShipId,
};
use broadside::dice::{Dice as _, Stream};

/// Returns the number of a row or column. It is mostly on a small board, sometimes near the
/// smallest or the largest number, and sometimes any number.
pub(super) fn coordinate(dice: &mut Stream) -> i64 {
    let few = i64::from(below(4, dice));
    match below(40, dice) {
        0 => i64::MIN + few,
        1 => i64::MAX - few,
        2 => i64::from_le_bytes(dice.below(u64::MAX).to_le_bytes()),
        _ => i64::from(below(15, dice)) - 1,
    }
}

pub(super) fn field(dice: &mut Stream) -> Coord {
    Coord::new(coordinate(dice), coordinate(dice))
}

fn hull(dice: &mut Stream) -> Option<Hull> {
    let length = match below(30, dice) {
        0 => 0,
        1 => u32::MAX - below(2, dice),
        2 => LONGEST_SHIP + 1,
        3 => 100,
        _ => 1 + below(5, dice),
    };
    Hull::new(field(dice), *one_of(&Heading::ALL, dice), length)
}

fn ship(boards: &[Board; 2], dice: &mut Stream) -> Option<ShipId> {
    let board = one_of(boards, dice);
    let count = u32::try_from(board.ships().len()).expect("few ships");
    let number = below(count.max(1), dice) as usize;
    board.ships().nth(number).map(|(id, _)| id)
}

fn call(boards: &mut [Board; 2], dice: &mut Stream) {
    let id = ship(boards, dice);
    let board = &mut boards[below(2, dice) as usize];
    match below(8, dice) {
        0 => drop(board.lay_reef(field(dice))),
        1 => {
            let dims = Dims::new(coordinate(dice), coordinate(dice));
            dims.map(|dims| board.resize(dims));
        }
        2 | 3 => {
            hull(dice).map(|hull| board.place(hull));
        }
        4 => move_ship(board, id, dice),
        5 => {
            board.strike(field(dice));
        }
        6 => {
            let Some(hull) = hull(dice) else { return };
            assert!(!board.overlaps(&hull, id) || board.touches(&hull, id));
            assert!(!board.reef_under(&hull) || !board.reefs().laid().is_empty());
        }
        _ => query(field(dice), field(dice), dice),
    }
}

fn move_ship(board: &mut Board, id: Option<ShipId>, dice: &mut Stream) {
    let Some(id) = id else { return };
    let manoeuvre = *one_of(&Manoeuvre::ALL, dice);
    let next = board.get(id).and_then(|ship| ship.hull().moved(manoeuvre));
    let next = if below(3, dice) == 0 { hull(dice) } else { next };
    let Some(next) = next else { return };
    let before = board.get(id).map(|ship| *ship.hull());
    let answer = board.reposition(id, next);
    assert_eq!(before.is_none(), answer == Err(Refusal::NoSuchShip));
    let after = board.get(id).map(|ship| *ship.hull());
    assert_eq!(after, if answer.is_ok() { Some(next) } else { before });
}

fn query(a: Coord, b: Coord, dice: &mut Stream) {
    let rect = Rect { top: a.row, left: a.col, bottom: b.row, right: b.col };
    assert_eq!(rect.is_empty(), rect.fields().next().is_none());
    assert_eq!(rect.is_empty(), rect.area() == 0);
    let grown = Rect::spanning(a, b).grown(coordinate(dice).max(0));
    assert!(grown.contains(a) && grown.covers(&Rect::spanning(a, b)));
    assert!(rect.common(&grown) == rect || rect.is_empty());
    assert!(!a.is_within(b, below(9, dice)) || a.ahead(Heading::North, 9) != Some(b));
}

/// Checks that all ships are on the board, and that each of their fields belongs to one ship only.
/// Also checks the counts of healthy segments and the places of the reefs.
pub(super) fn check(board: &Board) {
    for (id, ship) in board.ships() {
        let hull = ship.hull();
        assert!(board.holds(hull));
        assert!(hull.fields().all(|at| board.ship_at(at) == Some(id)), "{hull:?}");
        let healthy = (0..hull.length()).filter(|segment| ship.is_healthy(*segment)).count();
        assert_eq!((u32::try_from(healthy), healthy == 0), (Ok(ship.healthy()), ship.is_sunk()));
    }
    assert!(board.reefs().laid().iter().all(|at| board.dims().holds(*at)));
}

#[test]
fn boards_take_any_call() {
    episodes(20_000, |dice| {
        let dims = |dice: &mut Stream| Dims::new(coordinate(dice).max(1), coordinate(dice).max(1));
        let mut boards = [(); 2].map(|()| Board::new(dims(dice).expect("positive")));
        for _ in 0..LENGTH {
            call(&mut boards, dice);
            boards.iter().for_each(check);
        }
    });
}
