//! What there is to be seen on each field: facts of a game, as one player knows them or as the referee
//! does. Nothing here knows how it is drawn.

use broadside::board::{Coord, Dims, Heading, Hull, ShipId, Side};
use broadside::rules::ships::{Game, Known};
use std::collections::{HashMap, HashSet};

/// A board as somebody sees it.
#[derive(Debug)]
pub(in crate::cli) struct View<'g> {
    game: &'g Game,
    viewer: Option<(Side, Known)>,
    marks: Marks,
}

/// What the viewer remembers of fields.
#[derive(Clone, Debug, Default)]
pub(in crate::cli) struct Marks {
    /// The viewer's shots, and whether each has hit. They show in the fog only.
    pub(in crate::cli) shots: HashMap<Coord, bool>,
    /// Fields that have changed of late.
    pub(in crate::cli) changed: HashSet<Coord>,
}

/// What is seen on a field.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::cli) enum Field {
    /// The viewer does not see the field.
    Fog,
    /// As fog, but the viewer has shot there.
    Shot {
        /// Whether a segment was destroyed by it.
        is_hit: bool,
    },
    /// Open water.
    Sea,
    /// A reef.
    Reef,
    /// A part of a ship.
    Ship {
        /// Whose ship it is.
        side: Side,
        /// Which part it is.
        part: Part,
        /// Where the ship heads, if the viewer sees enough of it to tell.
        heading: Option<Heading>,
    },
}

/// A part of a ship (spec ships §6).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(in crate::cli) enum Part {
    /// The bow, which carries the radar.
    Bow,
    /// The segment with the cannon.
    Cannon,
    /// The stern, which holds the engine.
    Engine,
    /// A segment without equipment.
    Plain,
    /// A destroyed segment.
    Wreck,
}

impl<'g> View<'g> {
    /// The whole board, or what `side` knows of it.
    pub(in crate::cli) fn new(game: &'g Game, side: Option<Side>) -> Self {
        let viewer = side.map(|side| (side, game.known(side)));
        Self { game, viewer, marks: Marks::default() }
    }

    /// With what the viewer remembers.
    pub(in crate::cli) fn with_marks(self, marks: Marks) -> Self {
        Self { marks, ..self }
    }

    /// How many lines a legend may have: marks need a second one, if there is room.
    pub(super) fn legend_lines(&self, is_wide: bool) -> usize {
        let Marks { shots, changed } = &self.marks;
        if is_wide && !(shots.is_empty() && changed.is_empty()) { 2 } else { 1 }
    }

    /// Whether `at` has changed of late.
    pub(super) fn is_changed(&self, at: Coord) -> bool {
        self.marks.changed.contains(&at)
    }

    /// The size of the board.
    pub(super) fn dims(&self) -> Dims {
        self.game.board().dims()
    }

    /// What is seen at `at`.
    pub(in crate::cli) fn field(&self, at: Coord) -> Field {
        let board = self.game.board();
        if board.reef_at(at) {
            return Field::Reef;
        }
        if !self.sees(at) {
            let shot = self.marks.shots.get(&at);
            return shot.map_or(Field::Fog, |is_hit| Field::Shot { is_hit: *is_hit });
        }
        board.ship_at(at).map_or(Field::Sea, |id| self.segment(id, at))
    }

    fn sees(&self, at: Coord) -> bool {
        self.viewer.as_ref().is_none_or(|(_, known)| known.holds(at))
    }

    fn segment(&self, id: ShipId, at: Coord) -> Field {
        let found = self.game.board().get(id).zip(self.game.whose(id));
        let Some((ship, (side, _))) = found else { return Field::Sea };
        let hull = ship.hull();
        let Some(segment) = hull.segment_at(at) else { return Field::Sea };
        let part = match segment {
            _ if !ship.is_healthy(segment) => Part::Wreck,
            _ if segment + 1 == hull.length() => Part::Engine,
            0 => Part::Bow,
            1 => Part::Cannon,
            _ => Part::Plain,
        };
        let tells_heading = self.owns(side) || self.sees_beside(hull, segment);
        Field::Ship { side, part, heading: tells_heading.then_some(hull.heading()) }
    }

    fn owns(&self, side: Side) -> bool {
        self.viewer.as_ref().is_none_or(|(viewer, _)| *viewer == side)
    }

    /// Whether a segment next to `segment` is in sight: one alone does not tell how its ship lies.
    fn sees_beside(&self, hull: &Hull, segment: u32) -> bool {
        let beside = hull.fields().zip(0..).filter(|(_, other)| segment.abs_diff(*other) == 1);
        beside.map(|(at, _)| at).any(|at| self.sees(at) && !self.game.board().reef_at(at))
    }
}
