//! What the shapes of a picture mean, in one line that fits.

use super::glyph::{self, Script};
use super::view::{Field, Part};
use super::{Look, WIDE_TERMINAL};
use broadside::board::{Heading, Side};
use std::collections::BTreeSet;

/// A kind of field that a legend explains, in the order in which it does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Entry {
    Ship(Part),
    Reef,
    Fog,
    /// A shot of the viewer, and whether it has hit.
    Shot(bool),
    /// What was asked for.
    Asked,
    /// Where it would have been allowed.
    Allowed,
    /// What was in the way.
    InTheWay,
    /// What has changed.
    Change,
    /// What has changed of B's ships, where that has a sign of its own.
    ChangeOfB,
    /// Which player's ships are filled and which are hollow.
    Owner(Side),
}

impl Entry {
    /// What has to be explained about `field`.
    pub(super) fn of(field: Field) -> impl Iterator<Item = Self> {
        let entries = match field {
            Field::Sea => [None, None],
            Field::Fog => [Some(Self::Fog), None],
            Field::Asked => [Some(Self::Asked), None],
            Field::Allowed => [Some(Self::Allowed), None],
            Field::Shot { is_hit } => [Some(Self::Fog), Some(Self::Shot(is_hit))],
            Field::Reef => [Some(Self::Reef), None],
            Field::Ship { part: Part::Wreck, .. } => [Some(Self::Ship(Part::Wreck)), None],
            Field::Ship { side, part, .. } => [Some(Self::Ship(part)), Some(Self::Owner(side))],
        };
        entries.into_iter().flatten()
    }

    fn meaning(self) -> &'static str {
        match self {
            Self::Ship(Part::Bow) => "bow, radar",
            Self::Ship(Part::Cannon) => "cannon",
            Self::Ship(Part::Engine) => "engine",
            Self::Ship(Part::Plain) => "hull",
            Self::Ship(Part::Wreck) => "destroyed",
            Self::Reef => "reef",
            Self::Fog => "not seen",
            Self::Shot(false) => "you missed",
            Self::Shot(true) => "you hit",
            Self::Asked => "asked for",
            Self::Allowed => "allowed",
            Self::InTheWay => "in the way",
            Self::Change => "new",
            Self::ChangeOfB => "new, B's",
            Self::Owner(Side::First) => "A",
            Self::Owner(Side::Second) => "B",
        }
    }

    /// The kind of change that `field` shows.
    pub(super) fn of_change(field: Field, script: Script) -> Self {
        let is_own = glyph::change(field, script) == glyph::change(Field::Sea, script);
        if is_own { Self::Change } else { Self::ChangeOfB }
    }

    /// A field that shows what is explained.
    fn sample(self) -> Field {
        let ship = |side, part, heading| Field::Ship { side, part, heading };
        match self {
            Self::Ship(part) => ship(Side::First, part, Some(Heading::North)),
            Self::Reef => Field::Reef,
            Self::Fog => Field::Fog,
            Self::Shot(is_hit) => Field::Shot { is_hit },
            Self::Asked => Field::Asked,
            Self::Allowed => Field::Allowed,
            Self::Change | Self::InTheWay => Field::Sea,
            Self::ChangeOfB => ship(Side::Second, Part::Plain, None),
            Self::Owner(side) => ship(side, Part::Plain, None),
        }
    }
}

/// The entries that find room in so many lines.
pub(super) fn lines(seen: &BTreeSet<Entry>, most: usize, look: Look) -> Vec<String> {
    let mut lines = vec![String::new()];
    let mut width = 0;
    for entry in seen {
        let shape = shape(*entry, look);
        let length = shape.chars().count() + 1 + entry.meaning().chars().count();
        let mut gap = if width == 0 { 0 } else { 3 };
        if width + gap + length > look.columns {
            if lines.len() >= most || length > look.columns {
                break;
            }
            lines.push(String::new());
            (width, gap) = (0, 0);
        }
        width += gap + length;
        let shape = look.theme.paint(glyph::style(entry.sample()), shape);
        if let Some(line) = lines.last_mut() {
            *line = format!("{line}{:gap$}{shape} {}", "", entry.meaning());
        }
    }
    lines
}

fn shape(entry: Entry, look: Look) -> String {
    let sample = entry.sample();
    match (entry, look.script) {
        (Entry::Change | Entry::ChangeOfB | Entry::InTheWay, script) => {
            glyph::change(sample, script).to_string()
        }
        (Entry::Shot(_), script) => glyph::wide(sample, script)[1].to_string(),
        // An owner is told by the hull beside a shape.
        (Entry::Owner(Side::First), Script::Ascii) => "=".to_owned(),
        (Entry::Owner(Side::Second), Script::Ascii) => "-".to_owned(),
        (Entry::Reef, _) if look.columns >= WIDE_TERMINAL => {
            glyph::wide(sample, look.script).into_iter().collect()
        }
        _ => glyph::narrow(sample, look.script).to_string(),
    }
}
