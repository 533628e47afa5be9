//! Decides whether a game with `EXTENDED_SHIPS` is out of reach: no cannon can ever come within
//! range of a healthy segment of the other side. Only reefs, the edges, and ships that cannot move
//! count as obstacles, because other ships could get out of the way. So a game that can still be
//! won is never reported as out of reach.

use broadside_core::board::{Board, Coord, Hull, Manoeuvre, Rect, Ship, ShipId, Side};
use broadside_ships::rules::{CANNON, Game};
use std::collections::{BTreeMap, BTreeSet, HashSet};

/// The largest board, in fields. No game on a larger board is reported as out of reach.
const LARGEST: u128 = 1 << 11;

/// The most ships. No game with more ships is reported as out of reach.
const MOST_SHIPS: usize = 64;

pub(crate) fn is_out_of_reach(game: &Game) -> bool {
    let board = game.board();
    let is_small = board.dims().area() <= LARGEST && board.ships().len() <= MOST_SHIPS;
    if !game.is_extended() || !game.is_complete() || !is_small {
        return false;
    }
    let positions = positions(board);
    !Side::ALL.into_iter().any(|side| can_reach(game, side, &positions))
}

/// Finds the positions that each ship can reach. A ship that cannot move blocks other ships. Then
/// some of the other ships may be unable to move too, so the search is repeated until nothing
/// changes.
fn positions(board: &Board) -> BTreeMap<ShipId, Vec<Hull>> {
    let mut fixed: BTreeSet<ShipId> = BTreeSet::new();
    loop {
        let positions: BTreeMap<_, _> =
            board.ships().map(|(id, ship)| (id, positions_of(board, &fixed, id, ship))).collect();
        let now: BTreeSet<_> = positions
            .iter()
            .filter(|(_, positions)| positions.len() == 1)
            .map(|(id, _)| *id)
            .collect();
        if now == fixed {
            return positions;
        }
        fixed = now;
    }
}

/// Returns the positions that a ship can reach. The first position is where the ship lies now.
fn positions_of(board: &Board, fixed: &BTreeSet<ShipId>, id: ShipId, ship: &Ship) -> Vec<Hull> {
    let mut positions = vec![*ship.hull()];
    if !ship.is_healthy(ship.hull().length() - 1) {
        return positions;
    }
    let is_blocked = |hull: &Hull| {
        let around = hull.rect().grown(1);
        let mut others = fixed.iter().filter(|other| **other != id);
        others.any(|other| board.ship(*other).hull().fields().any(|at| around.contains(at)))
    };
    let mut known: HashSet<_> = positions.iter().map(|hull| (hull.bow(), hull.heading())).collect();
    let mut next = 0;
    while let Some(hull) = positions.get(next).copied() {
        next += 1;
        for hull in Manoeuvre::ALL.into_iter().filter_map(|turn| hull.moved(turn)) {
            let is_open = board.is_open(&hull) && !is_blocked(&hull);
            if is_open && known.insert((hull.bow(), hull.heading())) {
                positions.push(hull);
            }
        }
    }
    positions
}

fn can_reach(game: &Game, side: Side, positions: &BTreeMap<ShipId, Vec<Hull>>) -> bool {
    let ship = |id: &ShipId| game.board().ship(*id);
    let targets: BTreeSet<Coord> = game
        .fleet(side.other())
        .ships()
        .flat_map(|(_, id)| {
            positions[&id]
                .iter()
                .flat_map(move |hull| hull.fields().zip(0..).map(move |at| (id, at)))
        })
        .filter(|(id, (_, segment))| ship(id).is_healthy(*segment))
        .map(|(_, (at, _))| at)
        .collect();
    let armed = game.fleet(side).ships().filter(|(_, id)| ship(id).is_healthy(CANNON));
    armed.into_iter().any(|(name, id)| {
        let cannons = positions[&id].iter().map(|hull| hull.field(CANNON));
        // The cannon of a carrier has no limit of range, so it reaches every field.
        name.class.range().map_or(!targets.is_empty(), |range| {
            cannons.into_iter().any(|at| is_in_range(at, range, &targets))
        })
    })
}

fn is_in_range(cannon: Coord, range: u32, targets: &BTreeSet<Coord>) -> bool {
    let mut around = Rect::around(cannon, range.into()).fields();
    around.any(|at| cannon.is_within(at, range) && targets.contains(&at))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tournament::Setup;

    fn game(script: &str) -> Game {
        let script = format!("[state] EXTENDED_SHIPS BOARD_SIZE 12 12 {script} [state]");
        Setup::Script(script.into()).game(&1.into(), 0).unwrap()
    }

    #[test]
    fn a_game_is_out_of_reach_when_no_cannon_can_come_near() {
        let of = |a: &str, b: &str| {
            let fleets = "SET_FLEET A 0 0 1 0 SET_FLEET B 0 0 1 0";
            is_out_of_reach(&game(&format!("{fleets} SHIP A {a} SHIP B {b}")))
        };
        // Both ships have lost their engines. First they lie far apart, then near each other.
        assert!(of("1 1 N 0 CRU 110", "9 9 N 0 CRU 110"));
        assert!(!of("1 1 N 0 CRU 110", "1 3 N 0 CRU 110"));
        // With an engine a ship can come near. A ship that faces the edge cannot move.
        assert!(!of("1 1 N 0 CRU 110", "9 6 N 0 CRU 111"));
        assert!(of("1 1 N 0 CRU 110", "9 11 E 0 CRU 111"));
        // Without cannons neither side can hit anything.
        assert!(of("1 1 N 0 CRU 101", "4 4 N 0 CRU 101"));
    }

    #[test]
    fn a_carrier_reaches_everything_and_basic_games_go_on() {
        let fleets = "SET_FLEET A 1 0 0 0 SET_FLEET B 0 0 1 0";
        let far = game(&format!("{fleets} SHIP A 0 0 W 0 CAR 11110 SHIP B 11 9 W 0 CRU 110"));
        assert!(!is_out_of_reach(&far));
        assert!(!is_out_of_reach(&Game::default()));
    }
}
