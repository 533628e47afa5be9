//! The legend below a board. It explains only what the board shows.

use super::WIDE_TERMINAL;
use super::glyph;
use super::view::Field;
use crate::cli::theme::{Charset, Look};
use broadside::board::{Heading, Side};
use broadside::rules::ships::Section;
use std::collections::BTreeSet;

/// An entry of the legend. The legend shows entries in the order of the variants.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Entry {
    Ship(Section),
    Reef,
    Fog,
    /// Whether the shot hit.
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

    /// Returns the meaning of the entry, and a field whose sign the legend shows.
    fn about(self) -> (&'static str, Field) {
        let ship =
            |side, section, heading| Field::Ship { side, section, heading, is_right_end: false };
        let part = |section| ship(Side::First, section, Some(Heading::North));
        let hull = |side| ship(side, Section::Hull, None);
        match self {
            Self::Ship(Section::Radar) => ("bow, radar", part(Section::Radar)),
            Self::Ship(Section::Cannon) => ("cannon", part(Section::Cannon)),
            Self::Ship(Section::Engine) => ("engine", part(Section::Engine)),
            Self::Ship(Section::Hull) => ("hull", part(Section::Hull)),
            Self::Ship(Section::Destroyed) => ("destroyed", part(Section::Destroyed)),
            Self::Reef => ("reef", Field::Reef),
            Self::Fog => ("not seen", Field::Fog),
            Self::Shot(false) => ("you missed", Field::Shot { is_hit: false }),
            Self::Shot(true) => ("you hit", Field::Shot { is_hit: true }),
            Self::Asked => ("asked for", Field::Asked),
            Self::Allowed => ("allowed", Field::Allowed),
            Self::InTheWay => ("in the way", Field::Sea),
            Self::Change => ("new", Field::Sea),
            Self::Owner(Side::First) => ("A", hull(Side::First)),
            Self::Owner(Side::Second) => ("B", hull(Side::Second)),
        }
    }
}

/// Returns the legend in at most `most` lines. Ends before the first entry that does not fit.
pub(super) fn lines(seen: &BTreeSet<Entry>, most: usize, look: Look) -> Vec<String> {
    let mut lines = vec![String::new()];
    let mut width = 0;
    for entry in seen {
        let (meaning, sample) = entry.about();
        let shape = shape(*entry, sample, look);
        let length = shape.chars().count() + 1 + meaning.chars().count();
        let mut gap = if width == 0 { 0 } else { 3 };
        if width + gap + length > look.columns {
            if lines.len() >= most || length > look.columns {
                break;
            }
            lines.push(String::new());
            (width, gap) = (0, 0);
        }
        width += gap + length;
        let shape = look.theme.paint(glyph::style(sample), shape);
        if let Some(line) = lines.last_mut() {
            *line = format!("{line}{:gap$}{shape} {meaning}", "");
        }
    }
    lines
}

fn shape(entry: Entry, sample: Field, look: Look) -> String {
    match (entry, look.charset) {
        (Entry::Change | Entry::InTheWay, charset) => glyph::change(charset).to_string(),
        (Entry::Shot(_), charset) => glyph::wide(sample, charset)[1].to_string(),
        // In ASCII, A and B have different signs, so the legend shows both. They share only `x`.
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
