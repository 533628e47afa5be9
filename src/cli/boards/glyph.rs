//! The signs and the colours of fields. In one picture, fields with different contents have
//! different signs, so a board can be read without colours. In Unicode, the sign of a healthy
//! segment shows the owner of the ship. In ASCII, only the character beside this sign in a wide
//! field does.

use super::view::{Field, lies_along};
use crate::cli::theme::{self, Charset};
use anstyle::Style;
use broadside::board::{Heading, Side};
use broadside::rules::ships::Section;

pub(super) fn wide(field: Field, charset: Charset) -> [char; 2] {
    match (field, charset) {
        (Field::Fog | Field::Allowed, Charset::Unicode) => ['░', '░'],
        (Field::Fog, Charset::Ascii) => ['?', ' '],
        (Field::Shot { is_hit: false }, Charset::Unicode) => ['░', 'o'],
        (Field::Shot { is_hit: true }, Charset::Unicode) => ['░', '*'],
        (Field::Shot { is_hit: false }, Charset::Ascii) => ['?', 'o'],
        (Field::Shot { is_hit: true }, Charset::Ascii) => ['?', '*'],
        (Field::Sea, Charset::Unicode) => ['·', ' '],
        (Field::Sea, Charset::Ascii) => ['.', ' '],
        (Field::Asked, Charset::Unicode) => ['▒', '▒'],
        (Field::Asked, Charset::Ascii) => ['o', ' '],
        (Field::Allowed, Charset::Ascii) => [',', ' '],
        (Field::Reef, Charset::Unicode) => ['▟', '▙'],
        (Field::Reef, Charset::Ascii) => ['#', '#'],
        (Field::Ship { side, section, heading, is_right_end }, _) => {
            let (shape, joint) =
                (shape(side, section, heading, charset), joint(side, heading, charset));
            // At the right end of a ship, the hull stands to the left of the sign.
            if is_right_end { [joint, shape] } else { [shape, joint] }
        }
    }
}

pub(super) fn narrow(field: Field, charset: Charset) -> char {
    match field {
        Field::Ship { side, section, heading, .. } => shape(side, section, heading, charset),
        Field::Shot { .. } => wide(field, charset)[1],
        Field::Fog | Field::Sea | Field::Asked | Field::Allowed | Field::Reef => {
            wide(field, charset)[0]
        }
    }
}

/// Returns the sign that marks a changed field. It stands after the field's own sign. In ASCII it
/// also shows whether a ship belongs to B.
pub(super) const fn change(field: Field, charset: Charset) -> char {
    match (charset, field) {
        (Charset::Unicode, _) => '‹',
        (Charset::Ascii, Field::Ship { side: Side::Second, .. }) => '>',
        (Charset::Ascii, _) => '<',
    }
}

/// Returns the character beside the sign of a part of a ship. It joins the parts of a ship that
/// lies along a row.
const fn joint(side: Side, heading: Option<Heading>, charset: Charset) -> char {
    let lies_along = lies_along(heading);
    match (charset, side) {
        (Charset::Unicode, _) if !lies_along => ' ',
        (Charset::Unicode, Side::First) => '═',
        (Charset::Unicode, Side::Second) => '─',
        (Charset::Ascii, Side::First) if lies_along => '=',
        (Charset::Ascii, Side::Second) if lies_along => '-',
        (Charset::Ascii, Side::First) => '|',
        (Charset::Ascii, Side::Second) => ':',
    }
}

fn shape(side: Side, section: Section, heading: Option<Heading>, charset: Charset) -> char {
    let [filled, hollow] = match charset {
        Charset::Ascii => return letter(section),
        Charset::Unicode => shapes(section, heading),
    };
    if side == Side::First { filled } else { hollow }
}

const fn letter(section: Section) -> char {
    match section {
        Section::Radar => '@',
        Section::Cannon => '!',
        Section::Engine => '%',
        Section::Hull => '+',
        Section::Destroyed => 'x',
    }
}

const fn shapes(section: Section, heading: Option<Heading>) -> [char; 2] {
    match (section, heading) {
        (Section::Destroyed, _) => ['╳', '╳'],
        (Section::Cannon, _) => ['●', '○'],
        (Section::Engine, _) => ['■', '□'],
        (Section::Radar, None) => ['◆', '◇'],
        (Section::Radar, Some(Heading::North)) => ['▲', '△'],
        (Section::Radar, Some(Heading::East)) => ['▶', '▷'],
        (Section::Radar, Some(Heading::South)) => ['▼', '▽'],
        (Section::Radar, Some(Heading::West)) => ['◀', '◁'],
        (Section::Hull, None) => ['▪', '▫'],
        (Section::Hull, Some(Heading::North | Heading::South)) => ['║', '│'],
        (Section::Hull, Some(Heading::East | Heading::West)) => ['═', '─'],
    }
}

pub(super) fn style(field: Field) -> Style {
    match field {
        Field::Fog | Field::Sea | Field::Allowed => theme::DIM,
        Field::Shot { is_hit: false } => Style::new(),
        Field::Asked => theme::WRONG,
        Field::Reef => theme::REEF,
        Field::Shot { is_hit: true } | Field::Ship { section: Section::Destroyed, .. } => {
            theme::WRONG.bold()
        }
        Field::Ship { side, .. } => theme::player(side).bold(),
    }
}
