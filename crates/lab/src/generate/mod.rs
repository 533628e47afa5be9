//! Makes random scripts that show how a program understands the rules.
//!
//! Script `k` depends only on the settings of its [`Generator`] and on `k`. Half of the scripts are
//! steered by a level of the course: they use commands that are known at that level, and prefer the
//! new ones. The other half is a swarm: each script uses a random part of the language (Groce and
//! others, 2012).
//!
//! While the generator writes a script, our own program carries out the commands. So the generator
//! knows which commands are legal, and writes mostly legal ones. The last command can break one
//! rule, or two rules at once to show the order of checks.
//!
//! ```
//! use broadside_lab::generate::{Generator, Scope};
//! use broadside_lab::reference;
//!
//! let generator = Generator::new(&1.into(), Scope::default());
//! let script = generator.script(7);
//! assert_eq!(script, generator.script(7));
//! assert_eq!(reference::run(&script.draft), script.answer);
//! ```

mod berth;
mod chance;
mod faults;
mod gunfire;
mod recipe;
mod setup;
mod targets;
mod turns;
mod unsettled;
mod writer;

use super::draft::Draft;
use super::lean::depends_on_our_rulings;
use super::reference::Answer;
use super::rules::Level;
use broadside_core::dice::{Seed, Stream};
pub(crate) use chance::Chance;
use recipe::Recipe;
use writer::Writer;

/// Says which scripts a generator writes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Scope {
    /// If this is set, scripts use only commands that are known at this level, and half of the
    /// scripts prefer the commands that are new at this level.
    pub level: Option<Level>,
    /// Whether some scripts end with a command that only our own specification refuses.
    pub unsettled: bool,
    /// Whether some scripts have `SET_AI_PLAYER`. At the end of such a script, the program may have
    /// to play the turn of the AI.
    pub ai: bool,
}

/// A series of scripts.
#[derive(Clone, Debug)]
pub struct Generator {
    seed: Seed,
    scope: Scope,
    settled_only: bool,
}

/// The largest number of times that one script is drawn. One draw in four depends on our own
/// specification; at level `setup`, one draw in three does.
const MOST_DRAWS: u64 = 40;

/// The difference between the stream numbers of two draws of one script. The numbers of scripts are
/// smaller than this, so no two scripts share a stream.
const NEXT_DRAW: u64 = 1 << 40;

/// A script and our program's answer to it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Script {
    /// The level that the script belongs to.
    pub level: Level,
    /// The script.
    pub draft: Draft,
    /// The answer.
    pub answer: Answer,
}

impl Generator {
    /// Returns the generator of the series of `seed`.
    pub fn new(seed: &Seed, scope: Scope) -> Self {
        Self { seed: seed.clone(), scope, settled_only: false }
    }

    /// Returns the generator of a series for marks. Below level `auto`, the right answers do not
    /// depend on checks that only our own specification settles. Without `AUTO_SHOOTING`, a turn
    /// has at most one basic shot.
    #[must_use]
    #[doc(hidden)]
    pub const fn settled_only(mut self) -> Self {
        self.settled_only = true;
        self
    }

    /// Returns script `k`.
    pub fn script(&self, k: u64) -> Script {
        let first = self.draw(k, k);
        if !self.settled_only || !depends_on_our_rulings(&first.draft) {
            return first;
        }
        let others = (1..MOST_DRAWS).map(|draw| self.draw(k, k + draw * NEXT_DRAW));
        let mut settled = others.filter(|script| !depends_on_our_rulings(&script.draft));
        settled.next().unwrap_or(first)
    }

    fn draw(&self, k: u64, stream: u64) -> Script {
        let mut chance = Chance(Stream::new(&self.seed, stream));
        let recipe = if k.is_multiple_of(2) {
            Recipe::steered(self.level(k / 2), self.scope, &mut chance)
        } else {
            Recipe::swarm(self.scope, &mut chance)
        };
        let level = recipe.level;
        let (draft, answer) = Writer::new(recipe, chance, self.settled_only).write();
        Script { level: level.unwrap_or_else(|| draft.level()), draft, answer }
    }

    fn level(&self, k: u64) -> Level {
        let next = usize::try_from(k % Level::ALL.len() as u64).unwrap_or(0);
        self.scope.level.unwrap_or(Level::ALL[next])
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::reference::End;
    use broadside_core::digest::Fnv64;
    use broadside_ships::rules::{Order, Reason, Setting};
    use broadside_ships::script::ast::Command;
    use std::collections::HashSet;

    fn scripts(scope: Scope, count: u64) -> impl Iterator<Item = Script> {
        let generator = Generator::new(&1.into(), scope);
        (0..count).map(move |k| generator.script(k))
    }

    #[test]
    fn every_reason_ends_a_script() {
        let scope = Scope { unsettled: true, ..Scope::default() };
        let ends: HashSet<_> = scripts(scope, 6000).map(|script| script.answer.end).collect();
        let refused = ends.iter().filter(|end| matches!(end, End::Refused(_))).count();
        assert_eq!(refused, 28, "{ends:?}");
        assert!(ends.contains(&End::Refused(Reason::BoardTooLargeToPrint)));
    }

    /// Reports name a script by its seed and number, so the scripts of a seed should stay the same.
    /// A commit that changes the scripts must say why.
    #[test]
    fn the_scripts_of_a_seed_have_their_fingerprint() {
        let every = Scope { unsettled: true, ai: true, ..Scope::default() };
        let fingerprint = |scope| {
            let mut digest = Fnv64::default();
            scripts(scope, 1000).for_each(|script| digest.add(&script.draft.to_bytes()));
            digest.to_string()
        };
        let fingerprints = [Scope::default(), every].map(fingerprint);
        assert_eq!(fingerprints, ["596021dfb5080d0c", "f2b33be67d319739"]);
    }

    #[test]
    fn scripts_of_a_level_use_only_known_commands() {
        for level in Level::ALL {
            let scope = Scope { level: Some(level), unsettled: true, ai: true };
            for script in scripts(scope, 60) {
                let known = script.draft.level() <= level;
                let text = script.draft.to_bytes();
                assert!(known, "{level}: {}", String::from_utf8_lossy(&text));
            }
        }
    }

    #[test]
    fn the_last_group_ends_the_run() {
        for script in scripts(Scope::default(), 400) {
            let text = script.draft.to_bytes();
            let last = script.draft.blocks.len() - 1;
            if script.answer.end != End::Input {
                let at = script.answer.last_line().unwrap();
                assert_eq!(at.block, last, "{}", String::from_utf8_lossy(&text));
            }
        }
    }

    #[test]
    fn a_series_has_state_that_later_commands_must_keep() {
        let settings = |script: &Script| -> Vec<Setting> {
            let commands = script.draft.commands();
            commands.filter_map(|(_, command)| command.setting().cloned()).collect()
        };
        let all: Vec<_> = scripts(Scope::default(), 400).map(|script| settings(&script)).collect();
        let most = |is_it: fn(&Setting) -> bool| {
            all.iter().map(|one| one.iter().filter(|set| is_it(set)).count()).max()
        };
        assert!(most(|set| matches!(set, Setting::Ship { .. })) > Some(20));
        assert!(most(|set| matches!(set, Setting::Reef(_))) > Some(10));
        assert!(most(|set| matches!(set, Setting::Start(..))) > Some(2));
        let grows = |one: &Vec<Setting>| {
            let board = one.iter().rposition(|set| matches!(set, Setting::BoardSize(..)));
            let kept = one.iter().position(|set| matches!(set, Setting::Ship { .. }));
            board > kept && kept.is_some()
        };
        assert!(all.iter().any(grows));
    }

    #[test]
    fn lone_shots_are_alone_in_their_turn() {
        let generator = Generator::new(&1.into(), Scope::default()).settled_only();
        let is_shot = |order: &&Order| matches!(order, Order::Shoot(_));
        let is_auto = |(_, command): (_, &Command)| *command == Command::Set(Setting::AutoShooting);
        for Script { draft, .. } in (0..600).map(|k| generator.script(k)) {
            let mut shots = draft.blocks.iter().map(|block| block.orders().filter(is_shot).count());
            assert!(draft.commands().any(is_auto) || shots.all(|shots| shots <= 1), "{draft:?}");
        }
    }

    #[test]
    fn settled_scripts_do_not_depend_on_our_own_specification() {
        for level in Level::ALL {
            let scope = Scope { level: Some(level), ..Scope::default() };
            let generator = Generator::new(&1.into(), scope).settled_only();
            let lean =
                (0..60).map(|k| generator.script(k)).filter(|s| depends_on_our_rulings(&s.draft));
            assert_eq!(lean.count(), 0, "{level}");
        }
    }
}
