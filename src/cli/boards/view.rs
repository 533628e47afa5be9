//! What there is to be seen on each field: facts of a game, as one player knows them or as the referee
//! does. Nothing here knows how it is drawn.

use broadside::board::{Coord, Dims, Heading, Hull, Rect, ShipId, Side};
use broadside::rules::ships::{Game, Known, Section};
use std::collections::{HashMap, HashSet};

/// A board as one viewer sees it.
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
    /// What was ordered and the rules refused.
    pub(in crate::cli) wish: Option<Wish>,
}

/// What was ordered on the board and the rules refused.
#[derive(Clone, Debug)]
pub(in crate::cli) struct Wish {
    /// The fields that were asked for.
    pub(in crate::cli) asked: Vec<Coord>,
    /// The fields with ships and reefs in the way.
    pub(in crate::cli) in_the_way: HashSet<Coord>,
    /// Where it would have been allowed, if there is such a place.
    pub(in crate::cli) allowed: Option<Zone>,
}

/// A part of the board. It may be huge, and is never gone through.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::cli) enum Zone {
    /// A rectangle.
    Rect(Rect),
    /// All that a cannon here reaches, so far.
    Circle(Coord, u32),
}

impl Zone {
    fn contains(self, at: Coord) -> bool {
        match self {
            Self::Rect(rect) => rect.contains(at),
            Self::Circle(centre, radius) => centre.is_within(at, radius),
        }
    }
}

/// What is seen on a field.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::cli) enum Field {
    /// The viewer does not see the field.
    Fog,
    /// Fog at which the viewer has shot.
    Shot {
        /// Whether a segment was destroyed by it.
        is_hit: bool,
    },
    /// Open water.
    Sea,
    /// Open water that was asked for, and refused.
    Asked,
    /// Open water where it would have been allowed.
    Allowed,
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
        let Marks { shots, changed, wish } = &self.marks;
        let is_plain = shots.is_empty() && changed.is_empty() && wish.is_none();
        if is_wide && !is_plain { 2 } else { 1 }
    }

    /// Whether `at` has changed of late.
    pub(super) fn is_changed(&self, at: Coord) -> bool {
        self.marks.changed.contains(&at)
    }

    /// Whether something at `at` was in the way of a wish.
    pub(super) fn is_in_the_way(&self, at: Coord) -> bool {
        self.marks.wish.as_ref().is_some_and(|wish| wish.in_the_way.contains(&at))
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
        board.ship_at(at).map_or_else(|| self.water(at), |id| self.segment(id, at))
    }

    fn water(&self, at: Coord) -> Field {
        match &self.marks.wish {
            Some(wish) if wish.asked.contains(&at) => Field::Asked,
            Some(Wish { allowed: Some(zone), .. }) if zone.contains(at) => Field::Allowed,
            _ => Field::Sea,
        }
    }

    fn sees(&self, at: Coord) -> bool {
        self.viewer.as_ref().is_none_or(|(_, known)| known.holds(at))
    }

    fn segment(&self, id: ShipId, at: Coord) -> Field {
        let found = self.game.board().get(id).zip(self.game.whose(id));
        let Some((ship, (side, _))) = found else { return Field::Sea };
        let hull = ship.hull();
        let Some(segment) = hull.segment_at(at) else { return Field::Sea };
        let part = match Section::of(ship, segment) {
            Section::Destroyed => Part::Wreck,
            Section::Engine => Part::Engine,
            Section::Radar => Part::Bow,
            Section::Cannon => Part::Cannon,
            Section::Hull => Part::Plain,
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
