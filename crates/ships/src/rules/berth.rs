//! Puts ships on the board (spec ships §4 and §5, `SHIP` and `PLACE_SHIP`).

use super::game::CheckedOrder;
use super::large::Candidates;
use super::{Class, Game, Health, Reason, ShipName};
use broadside_core::board::{Coord, Heading, Hull, Rect, Side};
use broadside_core::dice::{Dice, pick};

/// The positions in which a ship of a given length fits in a rectangle.
#[derive(Clone, Copy, Debug)]
pub(super) struct Berths {
    area: Rect,
    length: u32,
}

impl Game {
    /// Carries out `SHIP`. Checks the name before the position.
    pub(super) fn add_ship(
        &mut self,
        side: Side,
        bow: Coord,
        heading: Heading,
        index: i64,
        health: Health,
    ) -> Result<(), Reason> {
        let name = ShipName { class: health.class(), index };
        self.fleets[side].check_name(name)?;
        let hull = self.hull_on_board(name.class, bow, heading)?;
        self.check_berth(&hull)?;
        self.put(side, name, hull, |segment| health.segments()[segment as usize]);
        Ok(())
    }

    /// Checks `PLACE_SHIP`. Checks the position before the name.
    pub(super) fn check_place(
        &self,
        name: ShipName,
        bow: Coord,
        heading: Heading,
    ) -> Result<CheckedOrder, Reason> {
        let side = self.turn().side;
        let hull = self.hull_on_board(name.class, bow, heading)?;
        let fleet = &self.fleets[side];
        if !fleet.start.covers(&hull.rect()) {
            return Err(Reason::NotInStartingPosition);
        }
        fleet.check_name(name)?;
        self.check_berth(&hull)?;
        Ok(CheckedOrder::Launch(name, hull))
    }

    fn hull_on_board(&self, class: Class, bow: Coord, heading: Heading) -> Result<Hull, Reason> {
        Hull::new(bow, heading, class.length())
            .filter(|hull| self.board.holds(hull))
            .ok_or(Reason::NotInStartingPosition)
    }

    pub(super) fn check_berth(&self, hull: &Hull) -> Result<(), Reason> {
        if self.board.reef_under(hull) {
            return Err(Reason::ShipOnReef);
        }
        if self.board.touches(hull, None) {
            return Err(Reason::ShipTooClose);
        }
        Ok(())
    }

    pub(super) fn start_on_board(&self, side: Side) -> Rect {
        self.fleets[side].start().common(&self.board.dims().rect())
    }

    /// Returns the classes of which ships are not placed yet, each with the number of these ships.
    pub(super) fn missing(&self, side: Side) -> impl Iterator<Item = (Class, i64)> + '_ {
        let fleet = &self.fleets[side];
        let mut placed = [0; 4];
        for (name, _) in fleet.ships() {
            placed[name.class as usize] += 1;
        }
        let missing = move |class| (class, fleet.size(class) - placed[class as usize]);
        Class::ALL.into_iter().map(missing).filter(|(_, missing)| *missing > 0)
    }
}

impl Berths {
    pub(super) const fn new(area: Rect, length: u32) -> Self {
        Self { area, length }
    }

    /// Returns the rectangle of the bows of all positions with this heading. It may be empty.
    pub(super) fn bows(&self, heading: Heading) -> Rect {
        let body = i64::from(self.length - 1);
        let Rect { top, left, bottom, right } = self.area;
        match heading {
            Heading::North => Rect { bottom: bottom.saturating_sub(body), ..self.area },
            Heading::South => Rect { top: top.saturating_add(body), ..self.area },
            Heading::West => Rect { right: right.saturating_sub(body), ..self.area },
            Heading::East => Rect { left: left.saturating_add(body), ..self.area },
        }
    }
}

/// Draws the heading first, and then each coordinate of the bow. With another order, a seed would
/// give other positions.
impl Candidates for Berths {
    type Item = Hull;

    fn count(&self) -> u128 {
        self.area.area()
    }

    fn draw(&self, dice: &mut dyn Dice) -> Option<Hull> {
        let heading = pick(&Heading::ALL, dice)?;
        Hull::new(self.bows(heading).draw(dice)?, heading, self.length)
    }
}
