//! Smaller numbers: boards, ids, seeds, damage, places; players swapped.

use super::Shrinker;
use crate::draft::Draft;
use broadside_core::board::{Coord, Side};
use broadside_ships::rules::{Health, NoteText, Setting};
use broadside_ships::script::ast::{Command, Group};

impl Shrinker<'_, '_> {
    /// Tries each command with smaller values, then the whole script moved or with players swapped.
    pub(super) fn simplify_values(&mut self) {
        let whole = [swapped(&self.best.draft), to_the_corner(&self.best.draft)];
        for draft in whole {
            self.attempt(draft);
        }
        for block in 0..self.best.draft.blocks.len() {
            for index in 0..self.best.draft.blocks[block].commands.len() {
                for command in simpler(&self.best.draft.blocks[block].commands[index]) {
                    let mut draft = self.best.draft.clone();
                    draft.blocks[block].commands[index] = command;
                    self.attempt(draft);
                }
            }
        }
    }
}

/// What a command may be replaced by.
fn simpler(command: &Command) -> Vec<Command> {
    let Command::Set(setting) = command else { return Vec::new() };
    let settings = match setting {
        Setting::BoardSize(rows, cols) => smaller_boards(*rows, *cols),
        Setting::Seed(_) => vec![Setting::Seed(0)],
        Setting::Information(side, _) => {
            let words = NoteText::new(b"a".to_vec());
            words.map(|words| Setting::Information(*side, words)).into_iter().collect()
        }
        Setting::Ship { side, bow, heading, index, health } => {
            let whole = vec![true; health.segments().len()];
            let repaired = Health::new(health.class(), &whole);
            let ship = |health| {
                let (side, bow, heading, index) = (*side, *bow, *heading, *index);
                Setting::Ship { side, bow, heading, index, health }
            };
            repaired.map(ship).into_iter().collect()
        }
        Setting::Fleet(..)
        | Setting::NextPlayer(_)
        | Setting::Start(..)
        | Setting::Reef(_)
        | Setting::ExtendedShips
        | Setting::AutoShooting
        | Setting::AiPlayer(_) => Vec::new(),
    };
    settings.into_iter().map(Command::Set).collect()
}

fn smaller_boards(rows: i64, cols: i64) -> Vec<Setting> {
    let halves = [(rows / 2, cols / 2), (rows / 2, cols), (rows, cols / 2)];
    let sizes = halves.into_iter().chain([(rows - 1, cols), (rows, cols - 1)]);
    let positive = sizes.filter(|(rows, cols)| *rows > 0 && *cols > 0);
    positive.map(|(rows, cols)| Setting::BoardSize(rows, cols)).collect()
}

/// The script with A for B and B for A.
fn swapped(draft: &Draft) -> Draft {
    let mut draft = draft.clone();
    for block in &mut draft.blocks {
        if let Group::Turn(side) = &mut block.group {
            *side = side.other();
        }
        for command in &mut block.commands {
            if let Some(side) = side_mut(command) {
                *side = side.other();
            }
        }
    }
    draft
}

fn side_mut(command: &mut Command) -> Option<&mut Side> {
    if let Command::Set(setting) = command { setting.side_mut() } else { None }
}

/// The script with all places moved so that the first row and the first column are used.
fn to_the_corner(draft: &Draft) -> Draft {
    let mut draft = draft.clone();
    let least = |fields: Vec<&mut Coord>| {
        let row = fields.iter().map(|at| at.row).min();
        row.zip(fields.iter().map(|at| at.col).min())
    };
    let Some((row, col)) = least(fields_mut(&mut draft)) else { return draft };
    for at in fields_mut(&mut draft) {
        *at = Coord::new(at.row.saturating_sub(row), at.col.saturating_sub(col));
    }
    draft
}

fn fields_mut(draft: &mut Draft) -> Vec<&mut Coord> {
    let commands = draft.blocks.iter_mut().flat_map(|block| &mut block.commands);
    commands.filter_map(field_mut).collect()
}

fn field_mut(command: &mut Command) -> Option<&mut Coord> {
    if let Command::Set(setting) = command {
        return setting.field_mut();
    }
    if let Command::Order(order) = command { order.field_mut() } else { None }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn smaller_boards_have_half_the_size_or_a_line_less() {
        let sizes = |rows, cols| {
            let smaller = smaller_boards(rows, cols).into_iter();
            let size = |setting| {
                if let Setting::BoardSize(rows, cols) = setting { Some((rows, cols)) } else { None }
            };
            smaller.filter_map(size).collect::<Vec<_>>()
        };
        assert_eq!(sizes(8, 6), [(4, 3), (4, 6), (8, 3), (7, 6), (8, 5)]);
        assert_eq!(sizes(3, 1), [(1, 1), (2, 1)]);
        assert_eq!(sizes(1, 1), []);
    }
}
