//! Finds what each field of a board shows to one viewer: a player, or the referee, who sees
//! everything.

use crate::cli::theme::Charset;
use broadside::board::{Coord, Dims, Heading, Hull, Rect, ShipId, Side};
use broadside::rules::ships::{Game, Known, Section};
use std::collections::{HashMap, HashSet};

/// The board of a game, as `viewer` sees it. If `viewer` is `None`, the referee sees the board.
pub(in crate::cli) struct View<'g> {
    game: &'g Game,
    viewer: Option<(Side, Known)>,
    marks: Marks,
}

#[derive(Clone, Debug, Default)]
pub(in crate::cli) struct Marks {
    /// The fields at which the viewer has shot, and whether each shot hit. A shot is drawn only if
    /// the viewer does not see the field.
    pub(in crate::cli) shots: HashMap<Coord, bool>,
    pub(in crate::cli) changed: HashSet<Coord>,
    pub(in crate::cli) refused: Option<Refused>,
}

/// The fields that explain why a command was refused.
#[derive(Clone, Debug)]
pub(in crate::cli) struct Refused {
    /// The fields of the ship that the command would place or move, or the target of its shot.
    pub(in crate::cli) asked: Vec<Coord>,
    pub(in crate::cli) in_the_way: HashSet<Coord>,
    /// The starting rectangle or the reach of the cannon, if the command was refused because it
    /// goes beyond this zone.
    pub(in crate::cli) allowed: Option<Zone>,
}

/// A rectangle, or a circle with its centre and radius. A zone may have too many fields for a list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::cli) enum Zone {
    Rect(Rect),
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

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::cli) enum Field {
    Fog,
    /// A shot at a field that the viewer does not see.
    Shot {
        is_hit: bool,
    },
    Sea,
    Asked,
    Allowed,
    Reef,
    Ship {
        side: Side,
        section: Section,
        /// `None` if the viewer sees too little of the ship.
        heading: Option<Heading>,
        /// Whether the ship lies along a row, and the viewer knows that it ends here on the right.
        is_right_end: bool,
    },
}

impl<'g> View<'g> {
    pub(in crate::cli) fn new(game: &'g Game, side: Option<Side>) -> Self {
        let viewer = side.map(|side| (side, game.known(side)));
        Self { game, viewer, marks: Marks::default() }
    }

    pub(in crate::cli) fn with_marks(self, marks: Marks) -> Self {
        Self { marks, ..self }
    }

    /// Returns how many lines the legend may have: 2 if there can be many signs to explain, else 1.
    pub(super) fn legend_lines(&self, charset: Charset, is_wide: bool) -> usize {
        let Marks { shots, changed, refused } = &self.marks;
        let is_plain = shots.is_empty() && changed.is_empty() && refused.is_none();
        if charset == Charset::Ascii || is_wide && !is_plain { 2 } else { 1 }
    }

    pub(super) fn is_changed(&self, at: Coord) -> bool {
        self.marks.changed.contains(&at)
    }

    pub(super) fn is_in_the_way(&self, at: Coord) -> bool {
        self.marks.refused.as_ref().is_some_and(|refused| refused.in_the_way.contains(&at))
    }

    pub(super) fn dims(&self) -> Dims {
        self.game.board().dims()
    }

    /// Returns what the field shows. A reef is shown even where the viewer does not see the field.
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
        match &self.marks.refused {
            Some(refused) if refused.asked.contains(&at) => Field::Asked,
            Some(Refused { allowed: Some(zone), .. }) if zone.contains(at) => Field::Allowed,
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
        let section = Section::of(ship, segment);
        let knows_heading = self.owns(side) || self.sees_beside(hull, segment);
        let heading = knows_heading.then_some(hull.heading());
        let right = Coord::new(at.row, at.col.saturating_add(1));
        // The sign of a healthy segment shows whether the ship ends there. A destroyed segment
        // shows this only at the right edge of the board.
        let is_plain = section != Section::Destroyed || !self.dims().rect().contains(right);
        let knows_end = is_plain || self.owns(side) || self.sees(right);
        let is_right_end = lies_along(heading) && knows_end && hull.segment_at(right).is_none();
        Field::Ship { side, section, heading, is_right_end }
    }

    fn owns(&self, side: Side) -> bool {
        self.viewer.as_ref().is_none_or(|(viewer, _)| *viewer == side)
    }

    /// Whether the viewer also sees a segment beside this one. From one segment only, the viewer
    /// cannot know the heading. A reef hides a segment.
    fn sees_beside(&self, hull: &Hull, segment: u32) -> bool {
        let beside = hull.fields().zip(0..).filter(|(_, other)| segment.abs_diff(*other) == 1);
        beside.map(|(at, _)| at).any(|at| self.sees(at) && !self.game.board().reef_at(at))
    }
}

pub(super) const fn lies_along(heading: Option<Heading>) -> bool {
    matches!(heading, Some(Heading::East | Heading::West))
}
