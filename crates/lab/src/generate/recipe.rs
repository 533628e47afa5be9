//! Recipes: which parts of the language a script uses, and how the script ends.

use super::Scope;
use super::chance::Chance;
use crate::rules::Level;
use crate::topic::Topic;
use std::collections::BTreeSet;

type Topics = BTreeSet<Topic>;

#[derive(Clone, Debug)]
pub(super) struct Recipe {
    /// The level whose new commands are preferred. `None` for a script of a swarm: such a script
    /// uses random parts of the language.
    pub(super) level: Option<Level>,
    pub(super) topics: Topics,
    pub(super) focus: Focus,
}

/// What the end of a script tests.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Focus {
    /// Nothing special. All commands are legal.
    Calm,
    /// A refused command of this topic (a part of the language).
    Refused(Topic),
    /// A tag that is refused.
    Tag,
    Victory,
    /// Targets: shots and planes that name no ship. Sometimes there are more targets than the ships
    /// can take.
    Targets,
    /// A command that only our own specification refuses.
    Unsettled,
    /// The turn of an AI after the end of the script. All commands of the script are legal.
    Ai,
}

impl Focus {
    /// Whether this end is a good test only if both fleets are complete.
    pub(super) const fn needs_whole_fleets(self) -> bool {
        use Topic::{Guns, Move, Shoot, Spy};
        matches!(
            self,
            Self::Refused(Shoot | Move | Guns | Spy) | Self::Victory | Self::Targets | Self::Ai
        )
    }
}

/// An end that is drawn by weight, the topic that this end needs, and the weight.
pub(super) type WeightedEnd = (Focus, Topic, u64);

impl Recipe {
    pub(super) fn of_level(
        level: Level,
        scope: Scope,
        ends: &[WeightedEnd],
        chance: &mut Chance,
    ) -> Self {
        let times = |topic: Topic| if topic.level() == level { 7 } else { 5 };
        let topics = draw_topics(level, |topic| chance.happens(times(topic), 8));
        Self::new(Some(level), topics, scope, ends, chance)
    }

    pub(super) fn swarm(scope: Scope, ends: &[WeightedEnd], chance: &mut Chance) -> Self {
        let topics = draw_topics(scope.level.unwrap_or(Level::Auto), |_| chance.happens(1, 2));
        Self::new(None, topics, scope, ends, chance)
    }

    fn new(
        level: Option<Level>,
        mut topics: Topics,
        scope: Scope,
        ends: &[WeightedEnd],
        chance: &mut Chance,
    ) -> Self {
        topics.insert(Topic::Place);
        if !scope.ai {
            topics.remove(&Topic::Ai);
        }
        if topics.contains(&Topic::Auto) && chance.happens(9, 10) {
            topics.insert(Topic::Guns);
            topics.insert(Topic::Shoot);
        }
        let is_of_ai = scope.level == Some(Level::Ai);
        if is_of_ai {
            topics.insert(Topic::Ai);
        }
        let mut focus = focus(level, &topics, ends, chance);
        if topics.contains(&Topic::Ai) && (is_of_ai || chance.happens(1, 2)) {
            focus = Focus::Ai;
        }
        // Some ends need two complete fleets. A default fleet has ten ships, so the commands that
        // place two default fleets make the script long. With `SET_FLEET`, the fleets can be
        // smaller.
        let is_beginner = level.or(scope.level) == Some(Level::Place);
        if focus.needs_whole_fleets() && !is_beginner && chance.happens(15, 16) {
            topics.insert(Topic::Fleet);
        }
        let unsettled = !is_of_ai && scope.unsettled && chance.happens(1, 12);
        let focus = if unsettled { Focus::Unsettled } else { focus };
        Self { level, topics, focus }
    }
}

fn draw_topics(level: Level, mut is_drawn: impl FnMut(Topic) -> bool) -> Topics {
    let known = Topic::ALL.into_iter().filter(|topic| topic.level() <= level);
    known.filter(|topic| is_drawn(*topic)).collect()
}

fn focus(
    level: Option<Level>,
    topics: &Topics,
    ends: &[WeightedEnd],
    chance: &mut Chance,
) -> Focus {
    let weight = |&(_, topic, weight): &WeightedEnd| match level {
        _ if !topics.contains(&topic) => 0,
        Some(level) if topic.level() == level && topic != Topic::Place => 4 * weight,
        Some(_) | None => weight,
    };
    let weights: Vec<u64> = ends.iter().map(weight).collect();
    ends[chance.weighted(&weights)].0
}
