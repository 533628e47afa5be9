//! The shapes and the colours of fields. The shapes differ even without colour.

use super::view::{Field, Part};
use crate::cli::theme::{self, Script};
use anstyle::Style;
use broadside::board::{Heading, Side};

/// The two columns of a field.
pub(super) fn wide(field: Field, script: Script) -> [char; 2] {
    match (field, script) {
        (Field::Fog | Field::Allowed, Script::Unicode) => ['░', '░'],
        (Field::Fog, Script::Ascii) => ['?', ' '],
        (Field::Shot { is_hit: false }, Script::Unicode) => ['░', 'o'],
        (Field::Shot { is_hit: true }, Script::Unicode) => ['░', '*'],
        (Field::Shot { is_hit: false }, Script::Ascii) => ['?', 'o'],
        (Field::Shot { is_hit: true }, Script::Ascii) => ['?', '*'],
        (Field::Sea, Script::Unicode) => ['·', ' '],
        (Field::Sea, Script::Ascii) => ['.', ' '],
        (Field::Asked, Script::Unicode) => ['▒', '▒'],
        (Field::Asked, Script::Ascii) => ['o', ' '],
        (Field::Allowed, Script::Ascii) => [',', ' '],
        (Field::Reef, Script::Unicode) => ['▟', '▙'],
        (Field::Reef, Script::Ascii) => ['#', '#'],
        (Field::Ship { side, part, heading }, _) => {
            let (shape, hull) = (shape(side, part, heading, script), hull(side, heading, script));
            match (heading, part) {
                (Some(Heading::West), Part::Engine) | (Some(Heading::East), Part::Bow) => {
                    [hull, shape]
                }
                _ => [shape, hull],
            }
        }
    }
}

/// The single column of a field in a narrow terminal.
pub(super) fn narrow(field: Field, script: Script) -> char {
    match field {
        Field::Ship { side, part, heading } => shape(side, part, heading, script),
        Field::Shot { .. } => wide(field, script)[1],
        Field::Fog | Field::Sea | Field::Asked | Field::Allowed | Field::Reef => {
            wide(field, script)[0]
        }
    }
}

/// The sign that stands behind the shape of a changed field if there is no colour. In ASCII, the letters of a ship do
/// not show its owner, so this sign does.
pub(super) const fn change(field: Field, script: Script) -> char {
    match (script, field) {
        (Script::Unicode, _) => '‹',
        (Script::Ascii, Field::Ship { side: Side::Second, .. }) => '>',
        (Script::Ascii, _) => '<',
    }
}

/// The hull beside a shape. It joins the shapes of a ship that lies along the row.
const fn hull(side: Side, heading: Option<Heading>, script: Script) -> char {
    let lies_along = matches!(heading, Some(Heading::East | Heading::West));
    match (script, side) {
        (Script::Unicode, _) if !lies_along => ' ',
        (Script::Unicode, Side::First) => '═',
        (Script::Unicode, Side::Second) => '─',
        (Script::Ascii, Side::First) if lies_along => '=',
        (Script::Ascii, Side::Second) if lies_along => '-',
        (Script::Ascii, Side::First) => '|',
        (Script::Ascii, Side::Second) => ':',
    }
}

/// The shape of a part. In Unicode the shapes of A are filled, and those of B hollow.
fn shape(side: Side, part: Part, heading: Option<Heading>, script: Script) -> char {
    let [filled, hollow] = match script {
        Script::Ascii => return letter(part),
        Script::Unicode => shapes(part, heading),
    };
    if side == Side::First { filled } else { hollow }
}

const fn letter(part: Part) -> char {
    match part {
        Part::Bow => '@',
        Part::Cannon => '!',
        Part::Engine => '%',
        Part::Plain => '+',
        Part::Wreck => 'x',
    }
}

const fn shapes(part: Part, heading: Option<Heading>) -> [char; 2] {
    match (part, heading) {
        (Part::Wreck, _) => ['╳', '╳'],
        (Part::Cannon, _) => ['●', '○'],
        (Part::Engine, _) => ['■', '□'],
        (Part::Bow, None) => ['◆', '◇'],
        (Part::Bow, Some(Heading::North)) => ['▲', '△'],
        (Part::Bow, Some(Heading::East)) => ['▶', '▷'],
        (Part::Bow, Some(Heading::South)) => ['▼', '▽'],
        (Part::Bow, Some(Heading::West)) => ['◀', '◁'],
        (Part::Plain, None) => ['▪', '▫'],
        (Part::Plain, Some(Heading::North | Heading::South)) => ['║', '│'],
        (Part::Plain, Some(Heading::East | Heading::West)) => ['═', '─'],
    }
}

/// The colour of a field.
pub(super) fn style(field: Field) -> Style {
    match field {
        Field::Fog | Field::Sea | Field::Allowed => theme::DIM,
        Field::Shot { is_hit: false } => Style::new(),
        Field::Asked => theme::WRONG,
        Field::Reef => theme::REEF,
        Field::Shot { is_hit: true } | Field::Ship { part: Part::Wreck, .. } => theme::WRONG.bold(),
        Field::Ship { side, .. } => theme::player(side).bold(),
    }
}
