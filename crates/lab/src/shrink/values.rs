//! Tries simpler values: smaller boards, the seed 0, undamaged ships, short notes, and fields near
//! the upper left corner. Also tries to swap the players.

use super::Shrinker;
use crate::draft::Draft;
use broadside_core::board::{Coord, Side};
use broadside_ships::rules::{Health, LARGEST_PICTURE, NoteText, Setting};
use broadside_ships::script::ast::{Command, Group};

impl Shrinker<'_, '_> {
    pub(super) fn simplify_values(&mut self) {
        let whole = [swapped(&self.best.draft), to_the_corner(&self.best.draft)];
        for draft in whole {
            self.attempt(draft);
        }
        // An attempt can remove empty groups, so a setting is found by its number in the script.
        for number in 0.. {
            let found = settings_mut(&mut self.best.draft).nth(number).cloned();
            let Some(setting) = found else { return };
            for simple in simpler(&setting) {
                let mut draft = self.best.draft.clone();
                if let Some(place) = settings_mut(&mut draft).nth(number) {
                    *place = simple;
                }
                self.attempt(draft);
            }
        }
    }
}

fn simpler(setting: &Setting) -> Vec<Setting> {
    let mut simple = setting.clone();
    match &mut simple {
        Setting::BoardSize(rows, cols) => return smaller_boards(*rows, *cols),
        Setting::Seed(seed) => *seed = 0,
        Setting::Ship { health, .. } => *health = Health::from_fn(health.class(), |_| true),
        Setting::Information(_, note) => *note = NoteText::new(b"a".to_vec()).unwrap_or_default(),
        Setting::Fleet(..)
        | Setting::NextPlayer(_)
        | Setting::Start(..)
        | Setting::Reef(_)
        | Setting::ExtendedShips
        | Setting::AutoShooting
        | Setting::AiPlayer(_) => {}
    }
    if simple == *setting { Vec::new() } else { vec![simple] }
}

fn smaller_boards(rows: i64, cols: i64) -> Vec<Setting> {
    let small = (rows.min(1000), cols.min(1000));
    let halves = [small, (rows / 2, cols / 2), (rows / 2, cols), (rows, cols / 2)];
    let [row_less, column_less] = [rows, cols].map(|count| count.saturating_sub(1));
    let sizes = halves.into_iter().chain([(row_less, cols), (rows, column_less)]);
    // Drawing a board of this size takes long. Larger boards are not drawn at all.
    let takes_long = |(rows, cols): &(i64, i64)| {
        let area = u128::from(rows.unsigned_abs()) * u128::from(cols.unsigned_abs());
        (1 << 20..=LARGEST_PICTURE).contains(&area)
    };
    let smaller = sizes.filter(|size| *size != (rows, cols) && size.0 > 0 && size.1 > 0);
    smaller
        .filter(|size| !takes_long(size))
        .map(|(rows, cols)| Setting::BoardSize(rows, cols))
        .collect()
}

/// Returns the script with the players swapped. Drops `NEXT_PLAYER A`, because A begins anyway.
pub(crate) fn swapped(draft: &Draft) -> Draft {
    let mut draft = draft.clone();
    for block in &mut draft.blocks {
        if let Group::Turn(side) = &mut block.group {
            *side = side.other();
        }
    }
    for side in settings_mut(&mut draft).filter_map(Setting::side_mut) {
        *side = side.other();
    }
    let first = Command::Set(Setting::NextPlayer(Side::First));
    for block in &mut draft.blocks {
        block.commands.retain(|command| *command != first);
    }
    draft
}

pub(super) fn settings_mut(draft: &mut Draft) -> impl Iterator<Item = &mut Setting> {
    let commands = draft.blocks.iter_mut().flat_map(|block| &mut block.commands);
    commands.filter_map(
        |command| if let Command::Set(setting) = command { Some(setting) } else { None },
    )
}

/// Moves the fields of all ships, reefs and targets by the same distance, so that their smallest
/// row and column become 0. The rectangles of `INIT_POSITION` stay unchanged.
fn to_the_corner(draft: &Draft) -> Draft {
    let mut draft = draft.clone();
    let commands = draft.blocks.iter_mut().flat_map(|block| &mut block.commands);
    let fields: Vec<_> = commands.filter_map(Command::field_mut).collect();
    let row = fields.iter().map(|at| at.row).min().unwrap_or_default();
    let col = fields.iter().map(|at| at.col).min().unwrap_or_default();
    for at in fields {
        *at = Coord::new(at.row.saturating_sub(row), at.col.saturating_sub(col));
    }
    draft
}
