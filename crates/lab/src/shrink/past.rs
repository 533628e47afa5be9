//! Replacing the past by what SAVE writes of it.

use super::Shrinker;
use crate::draft::{Block, Draft};
use crate::reference::game_before;
use broadside_ships::rules::{Game, Setting};
use broadside_ships::script::ast::{Command, Group};
use broadside_ships::script::save;

impl Shrinker<'_, '_> {
    /// Replaces all that stands before a group by the state that it leaves, from the last group on.
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

/// The settings that restore `game`, without those that say what holds anyway.
fn state(game: &Game) -> Vec<Setting> {
    let usual: Vec<_> = save::settings(&Game::default()).collect();
    let is_usual = |setting: &Setting| usual.contains(setting);
    // SAVE writes the seed plus one.
    let seed = |setting| {
        if let Setting::Seed(seed) = setting {
            Setting::Seed(seed.wrapping_sub(1))
        } else {
            setting
        }
    };
    save::settings(game).filter(|setting| !is_usual(setting)).map(seed).collect()
}
