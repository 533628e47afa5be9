//! The signs and colours of fields. In one picture, fields with different contents have different
//! signs, also without colours. Only destroyed segments look alike for both owners. Fields that
//! never share a picture, such as `Fog` and `Allowed`, may have the same sign.

use super::view::{Field, lies_along};
use crate::cli::theme::{self, Charset};
use anstyle::Style;
use broadside::board::{Heading, Side};
use broadside::rules::ships::Section;

pub(super) fn wide(field: Field, charset: Charset) -> [char; 2] {
    let [unicode, ascii] = match field {
        Field::Fog => [['░', '░'], ['?', ' ']],
        Field::Shot { is_hit: false } => [['░', 'o'], ['?', 'o']],
        Field::Shot { is_hit: true } => [['░', '*'], ['?', '*']],
        Field::Sea => [['·', ' '], ['.', ' ']],
        Field::Asked => [['▒', '▒'], ['o', ' ']],
        Field::Allowed => [['░', '░'], [',', ' ']],
        Field::Reef => [['▟', '▙'], ['#', '#']],
        Field::Ship { side, section, heading, is_right_end } => {
            let shape = shape(side, section, heading, charset);
            // Signs of the hull join the segments of a ship that lies along a row.
            let hull = || self::shape(side, Section::Hull, heading, charset);
            let joint = if lies_along(heading) { hull() } else { ' ' };
            // At the right end of a ship, the hull is drawn to the left of the sign.
            return if is_right_end { [joint, shape] } else { [shape, joint] };
        }
    };
    charset.choose(unicode, ascii)
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

/// Returns the sign of a field and the mark that the field has changed.
pub(super) fn changed(field: Field, charset: Charset) -> [char; 2] {
    [narrow(field, charset), change(charset)]
}

/// Returns the mark of a field that has changed, or that is an obstacle for a refused command.
pub(super) fn change(charset: Charset) -> char {
    charset.choose('‹', '<')
}

fn shape(side: Side, section: Section, heading: Option<Heading>, charset: Charset) -> char {
    let [first, second] = charset.choose(shapes(section, heading), letters(section));
    if side == Side::First { first } else { second }
}

/// Returns the signs on a ship of A and on a ship of B.
pub(super) const fn letters(section: Section) -> [char; 2] {
    match section {
        Section::Radar => ['@', 'R'],
        Section::Cannon => ['!', 'C'],
        Section::Engine => ['%', 'E'],
        Section::Hull => ['=', '-'],
        Section::Destroyed => ['x', 'x'],
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_sign_of_a_healthy_segment_shows_the_owner() {
        let sections = [Section::Radar, Section::Cannon, Section::Engine, Section::Hull];
        for section in sections {
            for charset in [Charset::Unicode, Charset::Ascii] {
                let sign = |side| {
                    let heading = Some(Heading::North);
                    narrow(Field::Ship { side, section, heading, is_right_end: false }, charset)
                };
                assert_ne!(sign(Side::First), sign(Side::Second), "{section:?} {charset:?}");
            }
        }
    }
}
