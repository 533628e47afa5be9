//! Draws places for ships: legal places, and places that are nearly legal.

use super::writer::Writer;
use broadside_core::board::{Coord, Heading, Rect, Side};
use broadside_ships::rules::{Class, Health, Order, Setting, ShipName};

/// The largest number of places that are drawn for a ship. If none is legal, the ship is left out.
const TRIES: usize = 14;

impl Writer {
    pub(super) fn sea(&self) -> Rect {
        self.game().board().dims().rect()
    }

    pub(super) fn start(&self, side: Side) -> Rect {
        self.game().fleet(side).start().common(&self.sea())
    }

    pub(super) fn place_ship(&mut self, name: ShipName) -> bool {
        let region = self.start(self.mover());
        (0..TRIES).any(|_| {
            let (bow, heading) = self.draw_berth(&region, name.class);
            self.order(Order::Place { name, bow, heading })
        })
    }

    pub(super) fn set_ship(&mut self, side: Side, name: ShipName, health: Health) -> bool {
        let region = self.sea();
        (0..TRIES).any(|_| {
            let (bow, heading) = self.draw_berth(&region, name.class);
            self.set(Setting::Ship { side, bow, heading, index: name.index, health })
        })
    }

    /// Draws the health of a ship. Each segment is healthy with the probability `times / of`.
    pub(super) fn draw_health(&mut self, class: Class, times: u64, of: u64) -> Health {
        let healthy: Vec<_> = (0..class.length()).map(|_| self.chance.happens(times, of)).collect();
        Health::new(class, &healthy).expect("one for each segment")
    }

    fn draw_berth(&mut self, region: &Rect, class: Class) -> (Coord, Heading) {
        let heading = self.chance.one_of(Heading::ALL);
        let crowded = self.chance.happens(1, 3);
        if let Some(at) = crowded.then(|| self.some_segment(None)).flatten() {
            return (self.near(at, 4), heading);
        }
        (self.within(&bows(region, class, heading)), heading)
    }

    pub(super) fn near(&mut self, at: Coord, reach: i64) -> Coord {
        let row = at.row.saturating_add(self.chance.between(-reach, reach));
        let col = at.col.saturating_add(self.chance.between(-reach, reach));
        Coord::new(row, col)
    }

    /// Draws a field of `region`. If `region` has no rows, the row is `top`. If it has no columns,
    /// the column is `left`.
    pub(super) fn within(&mut self, region: &Rect) -> Coord {
        let row = self.chance.between(region.top, region.bottom);
        Coord::new(row, self.chance.between(region.left, region.right))
    }

    pub(super) fn some_field(&mut self) -> Coord {
        self.within(&self.sea())
    }

    /// Draws a field where a ship may break a rule: usually near a ship, a reef or an edge.
    pub(super) fn odd_field(&mut self, side: Side) -> Coord {
        let sea = self.sea();
        let reefs = self.game().board().reefs().laid().to_vec();
        let reef = self.chance.pick(&reefs);
        match (self.chance.below(6), reef) {
            (0 | 1, _) => match self.some_segment(None) {
                Some(ship) => self.near(ship, 4),
                None => self.within(&sea),
            },
            (2, Some(reef)) => self.near(reef, 3),
            (3, _) => self.edge_of_start(side),
            (4, _) => self.edge(&sea),
            _ => self.within(&sea.grown(1)),
        }
    }

    pub(super) fn edge_of_start(&mut self, side: Side) -> Coord {
        self.edge(&self.start(side))
    }

    fn edge(&mut self, region: &Rect) -> Coord {
        let Coord { row, col } = self.within(region);
        let inward = self.chance.between(-2, 3);
        match self.chance.below(4) {
            0 => Coord::new(region.top.saturating_add(inward), col),
            1 => Coord::new(region.bottom.saturating_sub(inward), col),
            2 => Coord::new(row, region.left.saturating_add(inward)),
            _ => Coord::new(row, region.right.saturating_sub(inward)),
        }
    }
}

/// Returns the fields on which the bow can lie so that the whole ship is in `region`. If the ship
/// is too long, returns all of `region`.
fn bows(region: &Rect, class: Class, heading: Heading) -> Rect {
    let reach = i64::from(class.length()) - 1;
    let mut bows = *region;
    match heading {
        Heading::North => bows.bottom = bows.bottom.saturating_sub(reach),
        Heading::South => bows.top = bows.top.saturating_add(reach),
        Heading::West => bows.right = bows.right.saturating_sub(reach),
        Heading::East => bows.left = bows.left.saturating_add(reach),
    }
    if bows.is_empty() { *region } else { bows }
}
