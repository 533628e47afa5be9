//! Replaces the beginning of a script by the state that SAVE writes.

use super::Shrinker;
use crate::draft::{Block, Draft};
use crate::reference::game_before;
use broadside_ships::rules::{Game, Setting};
use broadside_ships::script::ast::{Command, Group};
use broadside_ships::script::save;

impl Shrinker<'_, '_> {
    /// Replaces the groups before some group by the state before it. The last group removes most.
    pub(super) fn replace_the_past(&mut self) {
        let mut index = self.best.draft.blocks.len();
        while index > 1 && !self.is_done() {
            index -= 1;
            let Some(game) = game_before(&self.best.draft, index) else { continue };
            let mut block = Block::new(Group::State);
            block.commands = state(&game).into_iter().map(Command::Set).collect();
            let rest = self.best.draft.blocks[index..].iter().cloned();
            let draft = Draft { blocks: std::iter::once(block).chain(rest).collect() };
            if self.attempt(draft) {
                return;
            }
        }
    }
}

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
