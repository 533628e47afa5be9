//! Makes random scripts that show how a program understands the rules.
//!
//! Script `k` depends only on the settings of its [`Generator`] and on `k`. Half of the scripts
//! follow a level of the course: they use only commands that are known at that level, and prefer
//! the new ones. The other half is a swarm: each script uses a random part of the language (Groce
//! and others, 2012).
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
mod repertoire;
mod setup;
mod targets;
mod turns;
mod unsettled;
mod writer;

use super::draft::Draft;
use super::lean::depends_on_our_rulings;
use super::reference::Answer;
use super::rules::Level;
use super::topic::Topic;
use broadside_core::dice::{Seed, Stream};
pub(crate) use chance::Chance;
use recipe::Recipe;
use repertoire::ENDS;
use writer::Writer;

/// Says which scripts a generator writes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Scope {
    /// Limits scripts to the commands that students know at this level. Half of the scripts then
    /// prefer the commands that are new at this level.
    pub level: Option<Level>,
    /// Whether some scripts end with a command that only our own specification refuses.
    pub unsettled: bool,
    /// Whether some scripts have `SET_AI_PLAYER`. At the end of these scripts, the program may have
    /// to play the turn of the AI. If `level` is [`Level::Ai`], nearly all scripts have
    /// `SET_AI_PLAYER`, even if `ai` is false.
    pub ai: bool,
}

/// A series of scripts.
#[derive(Clone, Debug)]
pub struct Generator {
    seed: Seed,
    scope: Scope,
    settled_only: bool,
}

/// The largest number of draws of one script with [`Generator::settled_only`]. If the answer to a
/// script depends on our own specification, the script is drawn again. This happens to one draw in
/// four, and at level `setup` to one draw in three.
const MOST_DRAWS: u64 = 40;

/// The difference between the stream numbers of consecutive draws of one script. The numbers of
/// scripts are smaller than this difference, so no two scripts share a stream.
const NEXT_DRAW: u64 = 1 << 40;

/// A script and our program's answer to it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Script {
    /// The level that the script follows, or else the first level with all commands of the script.
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

    /// Returns the generator of a series for grading, or for `verify --accept-unsettled`. This
    /// generator draws a script again if the right answer depends on our own specification (see
    /// [`depends_on_our_rulings`]). It writes at most one basic shot (`SHOOT y x`) in a turn
    /// without `AUTO_SHOOTING`. It writes no `INFORMATION`, and `AUTO_SHOOTING` only at level
    /// `auto`, because some programs do not know these commands.
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
        let ends = ENDS.into_iter().filter(|(_, topic, ..)| !self.leaves_out(*topic));
        let ends: Vec<_> = ends.map(|(focus, topic, weight, _)| (focus, topic, weight)).collect();
        let mut recipe = if k.is_multiple_of(2) {
            Recipe::of_level(self.level(k / 2), self.scope, &ends, &mut chance)
        } else {
            Recipe::swarm(self.scope, &ends, &mut chance)
        };
        recipe.topics.retain(|topic| !self.leaves_out(*topic));
        let level = recipe.level;
        let (draft, answer) = Writer::new(recipe, chance, self.settled_only).write();
        Script { level: level.unwrap_or_else(|| draft.level()), draft, answer }
    }

    fn leaves_out(&self, topic: Topic) -> bool {
        let is_other_auto = topic == Topic::Auto && self.scope.level != Some(Level::Auto);
        self.settled_only && (topic == Topic::Note || is_other_auto)
    }

    fn level(&self, k: u64) -> Level {
        let next = usize::try_from(k % Level::ALL.len() as u64).unwrap_or(0);
        self.scope.level.unwrap_or(Level::ALL[next])
    }
}
