//! Finds the segments of the enemy that a side sees. If few areas have changed since the last turn
//! of this side, only these areas are searched. If all ships were searched in each turn, a script
//! of a megabyte could take 37 seconds.

use crate::rules::{Game, Known, Section, surroundings};
use broadside_core::board::{Coord, Rect, Ship, Side};
use std::collections::BTreeMap;

/// A search of this many ships takes about as long as a search of one area.
const SHIPS_OF_AN_AREA: usize = 8;

#[derive(Clone, Debug, Default)]
pub(super) struct Lookout {
    seen: BTreeMap<Coord, Section>,
    changed: Vec<Rect>,
    /// How many ships and reefs the board had at the last look.
    ships: usize,
    reefs: usize,
}

impl Lookout {
    /// Stores an area in which segments in sight may have changed.
    pub(super) fn disturb(&mut self, area: Rect) {
        if self.changed.last() != Some(&area) {
            self.changed.push(area);
        }
    }

    /// Returns the segments of the enemy that `side` sees now, sorted by row, then column.
    pub(super) fn look(
        &mut self,
        game: &Game,
        side: Side,
    ) -> impl Iterator<Item = (Coord, Section)> + '_ {
        let ships = game.board().ships().len();
        let areas = self.changed.len().saturating_add(self.count_new(game));
        if areas.saturating_mul(SHIPS_OF_AN_AREA) >= ships {
            self.seen = seen(game, side, &game.known(side)).into_iter().collect();
        } else {
            self.disturb_new(game);
            for area in std::mem::take(&mut self.changed) {
                self.refresh(game, side, &area);
            }
        }
        self.changed.clear();
        (self.ships, self.reefs) = (ships, game.board().reefs().laid().len());
        self.seen.iter().map(|(at, section)| (*at, *section))
    }

    /// Counts the areas that [`disturb_new`](Self::disturb_new) would store. A game may begin with
    /// millions of reefs, so storing the areas first would take long.
    fn count_new(&self, game: &Game) -> usize {
        let board = game.board();
        let ships = board.ships().len().abs_diff(self.ships);
        ships.saturating_add(board.reefs().laid().len().abs_diff(self.reefs))
    }

    /// Stores the areas of the ships and reefs that are new since the last look.
    fn disturb_new(&mut self, game: &Game) {
        let ships = game.board().ships().skip(self.ships);
        self.changed.extend(ships.map(|(_, ship)| surroundings(ship.hull())));
        let reefs = game.board().reefs().laid().iter().skip(self.reefs);
        self.changed.extend(reefs.map(|at| Rect::around(*at, 0)));
    }

    fn refresh(&mut self, game: &Game, side: Side, area: &Rect) {
        for row in area.top..=area.bottom {
            let of_row = Coord::new(row, area.left)..=Coord::new(row, area.right);
            let old: Vec<_> = self.seen.range(of_row).map(|(at, _)| *at).collect();
            for at in old {
                self.seen.remove(&at);
            }
        }
        let known = game.known_in(side, area);
        let ships = game.board().ships_within(*area);
        let enemies = ships.filter(|id| game.name(*id).0 != side);
        let segments = enemies.flat_map(|id| segments(game.board().ship(id)));
        self.seen
            .extend(segments.filter(|(at, _)| area.contains(*at) && is_seen(game, &known, *at)));
    }
}

pub(super) fn seen(game: &Game, side: Side, known: &Known) -> Vec<(Coord, Section)> {
    let mut seen: Vec<_> = game.ships(side.other()).flat_map(segments).collect();
    seen.retain(|(at, _)| is_seen(game, known, *at));
    seen.sort_unstable();
    seen
}

fn is_seen(game: &Game, known: &Known, at: Coord) -> bool {
    known.holds(at) && !game.board().reef_at(at)
}

fn segments(ship: &Ship) -> impl Iterator<Item = (Coord, Section)> + '_ {
    let fields = ship.hull().fields().zip(0..);
    fields.map(|(at, segment)| (at, Section::of(ship, segment)))
}
