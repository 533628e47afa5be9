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
    /// The numbers of ships and reefs at the last look.
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

    /// Counts the new areas without making them, because a game may begin with millions of reefs.
    fn count_new(&self, game: &Game) -> usize {
        let board = game.board();
        let ships = board.ships().len().abs_diff(self.ships);
        ships.saturating_add(board.reefs().laid().len().abs_diff(self.reefs))
    }

    /// Stores the areas of the ships and reefs that settings between turns have added.
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
        let there = game.board().ships_within(*area);
        let enemies = there.filter(|id| game.name(*id).0 != side);
        let segments = enemies.flat_map(|id| segments(game.board().ship(id)));
        self.seen
            .extend(segments.filter(|(at, _)| area.contains(*at) && is_seen(game, &known, *at)));
    }
}

pub(super) fn seen(game: &Game, side: Side, known: &Known) -> Vec<(Coord, Section)> {
    let ships = game.fleet(side.other()).ships().map(|(_, id)| game.board().ship(id));
    let mut seen: Vec<_> = ships.flat_map(segments).collect();
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

#[cfg(test)]
mod tests {
    use super::super::{Note, Observer};
    use super::*;
    use crate::rules::{Class, Health, Order, Setting, ShipName, game_with};
    use broadside_core::board::{Heading, Manoeuvre};
    use broadside_core::dice::{Dice as _, Stream, pick};

    struct Chance(Stream);

    impl Chance {
        fn below(&mut self, n: u64) -> i64 {
            i64::try_from(self.0.below(n)).unwrap()
        }

        fn one_of<T: Copy>(&mut self, all: &[T]) -> T {
            pick(all, &mut self.0).unwrap()
        }

        fn field(&mut self) -> Coord {
            Coord::new(self.below(34) - 1, self.below(34) - 1)
        }

        fn name(&mut self) -> ShipName {
            ShipName { class: self.one_of(&Class::ALL), index: self.below(12) }
        }

        fn order(&mut self) -> Order {
            let (name, at) = (self.name(), self.field());
            match self.below(8) {
                0 => Order::Place { name, bow: at, heading: self.one_of(&Heading::ALL) },
                1 => Order::Shoot(at),
                2 => Order::Fire(name, at),
                3 => Order::Spy(name.index, at),
                _ => Order::Move(name, self.one_of(&Manoeuvre::ALL)),
            }
        }

        fn setting(&mut self) -> Setting {
            let (name, bow) = (self.name(), self.field());
            match self.below(4) {
                0 => Setting::Reef(bow),
                1 => Setting::BoardSize(30 + self.below(4), 30 + self.below(4)),
                _ => Setting::Ship {
                    side: self.one_of(&Side::ALL),
                    bow,
                    heading: self.one_of(&Heading::ALL),
                    index: name.index,
                    health: Health::from_fn(name.class, |_| true),
                },
            }
        }
    }

    fn sea(extended: bool) -> Game {
        let everywhere = Rect::spanning(Coord::new(0, 0), Coord::new(99, 99));
        let fleets = Side::ALL.map(|side| Setting::Fleet(side, [12; 4]));
        let starts = Side::ALL.map(|side| Setting::Start(side, everywhere));
        let board = [Setting::BoardSize(30, 30)].into_iter().chain(fleets).chain(starts);
        game_with(board.chain(extended.then_some(Setting::ExtendedShips)))
    }

    #[test]
    fn a_lookout_finds_as_much_as_a_full_search() {
        let mut checked = 0;
        for seed in 0..40 {
            let mut chance = Chance(Stream::new(&1.into(), seed));
            let mut game = sea(seed % 2 == 0);
            let mut observer = Observer::default();
            for _ in 0..60 {
                for _ in 0..chance.below(4) {
                    let setting = chance.setting();
                    game.set(&setting).ok();
                }
                let side = game.expected();
                game.open(side).unwrap();
                observer.open(&game);
                let last = Note::turns(observer.notes(side)).next_back().unwrap();
                let noted = last.iter().filter_map(|note| {
                    if let Note::Seen(at, section) = note { Some((*at, *section)) } else { None }
                });
                let noted: Vec<_> = noted.collect();
                assert_eq!(noted, seen(&game, side, &game.known(side)), "seed {seed}");
                checked += noted.len();
                for _ in 0..30 {
                    observer.order(&mut game, chance.order()).ok();
                }
                if game.close().is_err() {
                    break;
                }
            }
        }
        assert!(checked > 1000, "{checked}");
    }

    /// Each side has 8,000 ships. This test would take too long if each turn searched all ships.
    #[test]
    fn a_turn_does_not_search_all_ships() {
        let mut game = Game::default();
        game.set(&Setting::BoardSize(1000, 1000)).unwrap();
        for side in Side::ALL {
            game.set(&Setting::Fleet(side, [0, 0, 0, 8000])).unwrap();
            for index in 0..8000 {
                let bow = Coord::new(index / 160 * 6 + 500 * side as i64, index % 160 * 6);
                let health = Health::from_fn(Class::Destroyer, |_| true);
                let heading = Heading::West;
                game.set(&Setting::Ship { side, bow, heading, index, health }).unwrap();
            }
        }
        let mut observer = Observer::default();
        for turn in 0..3_000 {
            game.open(game.expected()).unwrap();
            observer.open(&game);
            let name = ShipName { class: Class::Destroyer, index: turn / 2 % 8000 };
            observer.order(&mut game, Order::Move(name, Manoeuvre::ALL[0])).ok();
            observer.order(&mut game, Order::Shoot(Coord::new(turn % 1000, 7))).ok();
            game.close().unwrap();
        }
    }
}
