//! Removes parts of a script: its end, its groups and its commands. Also joins groups of the same
//! kind, and replaces the first groups by the state that SAVE writes.

use super::Shrinker;
use crate::compare::Kind;
use crate::draft::{At, Block, Draft, Line};
use crate::reference::game_before;
use broadside_ships::rules::{Game, Setting};
use broadside_ships::script::ast::{Command, Group};
use broadside_ships::script::save;

impl Shrinker<'_, '_> {
    /// Removes the lines after the difference. For some causes, first tries to end the script
    /// earlier, after a command or an opening tag of a turn. For an early victory, searches all
    /// such lines. For a wrong refusal or a failed run, tries only lines of the same form (such as
    /// `SHOOT y x`) as the command at the difference, if this form is known.
    pub(super) fn cut_the_end(&mut self) {
        let draft = self.best.draft.clone();
        if self.cause.is_early_victory() {
            self.cut_after_victory(&draft);
        }
        let fails =
            matches!(self.cause.kind, Kind::Crash | Kind::Timeout | Kind::Output | Kind::Memory);
        if fails || self.cause.kind == Kind::Rejects {
            let form = &self.cause.form;
            let is_it = |at: &At| form.is_empty() || self.form_of(&draft, *at) == *form;
            let lines: Vec<_> = draft.commands_and_turn_tags().filter(is_it).collect();
            if lines.into_iter().any(|at| self.attempt(draft.beginning(at))) {
                return;
            }
        }
        if let Some(at) = self.best.difference.at {
            self.attempt(draft.beginning(at));
        }
    }

    /// Finds, by binary search, the first line after which the program announces an early victory.
    /// If a beginning of the script shows the victory, longer beginnings usually show it too.
    fn cut_after_victory(&mut self, draft: &Draft) {
        let lines: Vec<_> = draft.commands_and_turn_tags().collect();
        let mut range = 0..lines.len();
        while !range.is_empty() {
            let middle = range.start.midpoint(range.end);
            if self.attempt(draft.beginning(lines[middle])) {
                range.end = middle;
            } else {
                range.start = middle + 1;
            }
        }
    }

    /// Tries to remove several neighbouring groups at once: first half of all groups, then a
    /// quarter, and so on, down to one group. Last, tries each pair of neighbouring groups.
    pub(super) fn drop_blocks(&mut self) {
        let mut size = self.best.draft.blocks.len() / 2;
        while size > 0 {
            self.drop_runs_of_blocks(size);
            size /= 2;
        }
        self.drop_runs_of_blocks(2);
    }

    fn drop_runs_of_blocks(&mut self, size: usize) {
        let mut end = self.best.draft.blocks.len();
        while end > 0 && !self.is_done() {
            let start = end.saturating_sub(size);
            let mut draft = self.best.draft.clone();
            draft.blocks.drain(start..end);
            self.attempt(draft);
            // Pairs overlap, so that each pair of neighbours is tried. An attempt also removes
            // empty `[state]` groups, so fewer groups than expected may be left.
            let next = if size == 2 { end - 1 } else { start };
            end = next.min(self.best.draft.blocks.len());
        }
    }

    pub(super) fn drop_commands(&mut self) {
        let mut size = self.best.draft.commands().count() / 2;
        while size > 0 {
            let mut end = self.best.draft.commands().count();
            while end > 0 && !self.is_done() {
                let start = end.saturating_sub(size);
                let draft = self.best.draft.without_commands(start..end);
                self.attempt(draft);
                end = start;
            }
            size /= 2;
        }
    }

    pub(super) fn merge_blocks(&mut self) {
        let mut index = 1;
        while index < self.best.draft.blocks.len() && !self.is_done() {
            let blocks = &self.best.draft.blocks;
            let earlier =
                blocks[..index].iter().rposition(|block| block.group == blocks[index].group);
            let joined = earlier.map(|earlier| self.best.draft.joined(earlier, index));
            let is_joined = joined.is_some_and(|draft| self.attempt(draft));
            index += usize::from(!is_joined);
        }
    }

    /// Replaces the first groups of the script by one group that sets the same state. First tries
    /// to replace all groups except the last one, then fewer and fewer groups.
    pub(super) fn replace_the_past(&mut self) {
        let mut index = self.best.draft.blocks.len();
        while index > 1 && !self.is_done() {
            index -= 1;
            let Some(game) = game_before(&self.best.draft, index) else { continue };
            let commands = state(&game).into_iter().map(Command::Set).collect();
            let block = Block { commands, ..Block::new(Group::State) };
            let rest = self.best.draft.blocks[index..].iter().cloned();
            let draft = Draft { blocks: std::iter::once(block).chain(rest).collect() };
            if self.attempt(draft) {
                return;
            }
        }
    }
}

impl Draft {
    pub(super) fn commands_and_turn_tags(&self) -> impl Iterator<Item = At> + '_ {
        self.places().filter(|at| match at.line {
            Line::Open => self.blocks[at.block].group != Group::State,
            Line::Command(_) => true,
            Line::Intruder | Line::Close => false,
        })
    }

    /// Returns the script without the commands with these numbers, counted over all groups.
    fn without_commands(&self, numbers: std::ops::Range<usize>) -> Self {
        let (mut draft, mut number) = (self.clone(), 0..);
        for block in &mut draft.blocks {
            block
                .commands
                .retain(|_| number.next().is_none_or(|number| !numbers.contains(&number)));
        }
        draft
    }

    fn joined(&self, earlier: usize, later: usize) -> Self {
        let mut draft = self.clone();
        let block = draft.blocks.remove(later);
        draft.blocks[earlier].commands.extend(block.commands);
        draft.blocks[earlier].intruded |= block.intruded;
        draft
    }

    /// Removes empty `[state]` groups.
    pub(super) fn tidy(&mut self) {
        self.blocks.retain(|block| block.group != Group::State || !block.commands.is_empty());
    }
}

/// Returns the settings that restore the game, without those that have default values.
fn state(game: &Game) -> Vec<Setting> {
    let default: Vec<_> = save::settings(&Game::default()).collect();
    let mut settings: Vec<_> =
        save::settings(game).filter(|setting| !default.contains(setting)).collect();
    for setting in &mut settings {
        // SAVE writes the seed plus 1, but the new script needs the seed itself.
        if let Setting::Seed(seed) = setting {
            *seed = seed.wrapping_sub(1);
        }
    }
    settings
}
