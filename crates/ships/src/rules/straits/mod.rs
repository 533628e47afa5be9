//! Studies small boards, on which ships block each other: positions that ships can reach, targets
//! that come into range, and the order in which ships should move. Boards are stored as bits, so a
//! search for all positions that a ship can reach takes only about two microseconds.

mod chart;
mod line;
mod reach;

pub(in crate::rules) use chart::{Chart, Fields, Scene, Scenes};
pub(in crate::rules) use line::{Line, Search, ways};
use reach::covered;
pub(in crate::rules) use reach::{Vessel, worth};

use crate::rules::{Class, Game};
use broadside_core::board::{Ship, Side};

const MOST_SHIPS: u8 = 4;

/// The number of moves of a ship in a turn. All classes except carriers have this number.
pub(in crate::rules) const MOVES: u32 = Class::Battleship.moves();

/// Whether a side could still win if the enemy did nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Prospect {
    /// The side could win: the search has found a line of play that hits each healthy segment. This
    /// answer is exact.
    Winnable,
    /// The side could not win. At least one healthy enemy segment stays out of range, even if ships
    /// of the side could pass through each other. This answer is exact.
    Lost,
    /// Not known. The search has found no line of play that wins, but there may be one.
    Open,
}

const WIDTH: usize = 8;

const DEPTH: usize = 12;

impl Game {
    /// Returns the chart of the board, or `None` if the game is basic, has carriers, has too many
    /// ships, or has too many fields.
    pub(in crate::rules) fn straits(&self) -> Option<Chart> {
        let is_small = |side: Side| {
            let [carriers, others @ ..] = self.fleets[side].sizes();
            carriers == 0 && others.iter().sum::<i64>() <= i64::from(MOST_SHIPS)
        };
        let fits = self.is_extended() && Side::ALL.into_iter().all(is_small);
        fits.then(|| Chart::of(self.board())).flatten()
    }

    /// Returns whether `side` could still win, in any number of turns, if the enemy did nothing.
    /// The search takes up to a tenth of a second. Returns `None` for a game with an incomplete
    /// fleet, without `EXTENDED_SHIPS`, with carriers, with more than 4 ships on a side, or on a
    /// board that is too large: rows times (columns + 1) may be at most 128.
    #[doc(hidden)]
    pub fn prospect(&self, side: Side) -> Option<Prospect> {
        let chart = self.straits().filter(|_| self.is_complete())?;
        let scene = self.scene(&chart, side.other());
        let own: Vec<_> = self.fleets[side].ships().map(|(_, id)| Vessel::of(self, id)).collect();
        let within = own.iter().fold(0, |all, vessel| all | covered(&chart, vessel, &scene));
        if scene.targets & !within != 0 {
            return Some(Prospect::Lost);
        }
        let mut scenes = Scenes::default();
        scenes.add(scene);
        let search = Search {
            chart: &chart,
            scenes: &scenes,
            moves: &[MOVES; MOST_SHIPS as usize],
            is_barred: &|_| false,
            one_way: 1.0,
            width: WIDTH,
            depth: DEPTH,
        };
        let start = search.start(own);
        let wins = start.wins() || search.best(&start).is_some_and(|line| line.wins());
        Some(if wins { Prospect::Winnable } else { Prospect::Open })
    }

    fn scene(&self, chart: &Chart, side: Side) -> Scene {
        let ships = || self.fleets[side].ships().map(|(_, id)| self.board.ship(id));
        Scene {
            hulls: chart.hulls(ships().map(Ship::hull)),
            targets: chart.bits(ships().flat_map(Ship::healthy_fields)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::{Class, Health, Setting, game_with};
    use broadside_core::board::{Coord, Heading};

    /// A ship has a class, the row and column of its bow, and a heading.
    fn game(
        (rows, cols): (i64, i64),
        fleets: [&[(Class, i64, i64, Heading)]; 2],
        reefs: &[(i64, i64)],
    ) -> Game {
        let mut settings = vec![Setting::BoardSize(rows, cols), Setting::ExtendedShips];
        settings.extend(reefs.iter().map(|(row, col)| Setting::Reef(Coord::new(*row, *col))));
        for (side, ships) in Side::ALL.into_iter().zip(fleets) {
            let count = |class| ships.iter().map(|ship| i64::from(ship.0 == class)).sum();
            settings.push(Setting::Fleet(side, Class::ALL.map(count)));
            for (class, row, col, heading) in ships.iter().copied() {
                let (bow, health) = (Coord::new(row, col), Health::from_fn(class, |_| true));
                settings.push(Setting::Ship { side, bow, heading, index: 0, health });
            }
        }
        game_with(settings)
    }

    const SEA: (i64, i64) = (8, 12);
    const HUNTER: (Class, i64, i64, Heading) = (Class::Battleship, 6, 3, Heading::East);
    const TARGET: (Class, i64, i64, Heading) = (Class::Destroyer, 0, 11, Heading::East);

    fn wall() -> Vec<(i64, i64)> {
        (0..8).map(|row| (row, 4)).collect()
    }

    #[test]
    fn a_ship_with_open_water_wins() {
        let game = game(SEA, [&[HUNTER], &[TARGET]], &[]);
        assert_eq!(game.prospect(Side::First), Some(Prospect::Winnable));
        // The destroyer faces the edge, and no target is in its range.
        assert_eq!(game.prospect(Side::Second), Some(Prospect::Lost));
    }

    #[test]
    fn a_ship_that_is_walled_in_cannot_win() {
        let of =
            |target, reefs: &[_]| game(SEA, [&[HUNTER], &[target]], reefs).prospect(Side::First);
        assert_eq!(of(TARGET, &wall()), Some(Prospect::Lost));
        // A gap in the wall lets the ship through. The second target is near the wall, and the
        // cannon reaches over the wall.
        assert_eq!(of(TARGET, &wall()[..5]), Some(Prospect::Winnable));
        let near = (Class::Destroyer, 6, 6, Heading::East);
        assert_eq!(of(near, &wall()), Some(Prospect::Winnable));
    }

    /// The board has one row. A destroyer that cannot move blocks the battleship for ever. Without
    /// the destroyer, the battleship would win. So there is no proof that the side cannot win, but
    /// the search finds no line.
    #[test]
    fn a_blocked_ship_leaves_the_prospect_open() {
        let (ahead, behind) =
            ((Class::Destroyer, 0, 5, Heading::West), (Class::Battleship, 0, 3, Heading::East));
        let target = (Class::Destroyer, 0, 12, Heading::East);
        let game = |own: &[_]| game((1, 13), [own, &[target]], &[]).prospect(Side::First);
        assert_eq!(game(&[behind, ahead]), Some(Prospect::Open));
        assert_eq!(game(&[behind]), Some(Prospect::Winnable));
    }

    /// On each side of the wall lie an own ship and an enemy ship. To win, player A needs both own
    /// ships.
    #[test]
    fn a_side_may_need_two_ships_to_win() {
        let far = (Class::Cruiser, 5, 8, Heading::East);
        let game =
            |own: &[_]| game(SEA, [own, &[(Class::Cruiser, 0, 2, Heading::East), TARGET]], &wall());
        let both = [(Class::Battleship, 4, 2, Heading::North), far];
        assert_eq!(game(&both).prospect(Side::First), Some(Prospect::Winnable));
        assert_eq!(game(&[far]).prospect(Side::First), Some(Prospect::Lost));
    }

    #[test]
    fn other_games_have_no_prospect() {
        let of = |rows, hunter| game((rows, 12), [&[hunter], &[TARGET]], &[]).prospect(Side::First);
        assert_eq!(Game::default().prospect(Side::First), None);
        assert_eq!(of(8, (Class::Carrier, 6, 5, Heading::East)), None);
        assert_eq!(of(12, HUNTER), None);
    }
}
