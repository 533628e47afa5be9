//! The legend below a board. It explains only what the board shows.

use super::WIDE_TERMINAL;
use super::glyph;
use super::view::Field;
use crate::cli::theme::{Charset, Look};
use broadside::board::{Heading, Side};
use broadside::rules::ships::Section;
use std::collections::BTreeSet;

/// A legend lists its entries in the order of these variants.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Entry {
    Ship(Section),
    Reef,
    Fog,
    /// The flag is true for a hit.
    Shot(bool),
    Asked,
    Allowed,
    InTheWay,
    Change,
    Owner(Side),
}

impl Entry {
    pub(super) fn of(field: Field) -> impl Iterator<Item = Self> {
        let entries = match field {
            Field::Sea => [None, None],
            Field::Fog => [Some(Self::Fog), None],
            Field::Asked => [Some(Self::Asked), None],
            Field::Allowed => [Some(Self::Allowed), None],
            Field::Shot { is_hit } => [Some(Self::Fog), Some(Self::Shot(is_hit))],
            Field::Reef => [Some(Self::Reef), None],
            Field::Ship { section: Section::Destroyed, .. } => {
                [Some(Self::Ship(Section::Destroyed)), None]
            }
            Field::Ship { side, section, .. } => {
                [Some(Self::Ship(section)), Some(Self::Owner(side))]
            }
        };
        entries.into_iter().flatten()
    }

    fn meaning(self) -> &'static str {
        match self {
            Self::Ship(Section::Radar) => "bow, radar",
            Self::Ship(Section::Cannon) => "cannon",
            Self::Ship(Section::Engine) => "engine",
            Self::Ship(Section::Hull) => "hull",
            Self::Ship(Section::Destroyed) => "destroyed",
            Self::Reef => "reef",
            Self::Fog => "not seen",
            Self::Shot(false) => "you missed",
            Self::Shot(true) => "you hit",
            Self::Asked => "asked for",
            Self::Allowed => "allowed",
            Self::InTheWay => "in the way",
            Self::Change => "new",
            Self::Owner(Side::First) => "A",
            Self::Owner(Side::Second) => "B",
        }
    }

    /// Returns a field that gives the entry its colour, and usually its sign.
    fn sample(self) -> Field {
        let ship =
            |side, section, heading| Field::Ship { side, section, heading, is_right_end: false };
        match self {
            Self::Ship(section) => ship(Side::First, section, Some(Heading::North)),
            Self::Reef => Field::Reef,
            Self::Fog => Field::Fog,
            Self::Shot(is_hit) => Field::Shot { is_hit },
            Self::Asked => Field::Asked,
            Self::Allowed => Field::Allowed,
            Self::Change | Self::InTheWay => Field::Sea,
            Self::Owner(side) => ship(side, Section::Hull, None),
        }
    }
}

/// Returns the legend in at most `most` lines. Leaves out all entries from the first that does not
/// fit.
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
    match (entry, look.charset) {
        (Entry::Change | Entry::InTheWay, charset) => glyph::change(charset).to_string(),
        (Entry::Shot(_), charset) => glyph::wide(sample, charset)[1].to_string(),
        // In ASCII, the signs of A and B do not look alike, so the legend shows both.
        (Entry::Ship(Section::Destroyed), Charset::Ascii) => "x".to_owned(),
        (Entry::Ship(section), Charset::Ascii) => glyph::letters(section).iter().collect(),
        (Entry::Owner(Side::First), Charset::Ascii) => "@!%=".to_owned(),
        (Entry::Owner(Side::Second), Charset::Ascii) => "RCE-".to_owned(),
        (Entry::Reef, _) if look.columns >= WIDE_TERMINAL => {
            glyph::wide(sample, look.charset).iter().collect()
        }
        _ => glyph::narrow(sample, look.charset).to_string(),
    }
}
