//! Topics: parts of the language that a script may use or leave out. Also names the level of the
//! course that introduces each topic, and the main rule of each command.
//!
//! ```
//! use broadside_lab::rules::Level;
//! use broadside_lab::topic::Topic;
//! use broadside_ships::script::ast::{Command, Group};
//!
//! let topic = Topic::of(&Command::Save, Group::State);
//! assert_eq!((topic, topic.level()), (Topic::Save, Level::Save));
//! ```

use super::rules::{Level, Rule};
use broadside_core::board::Manoeuvre;
use broadside_ships::rules::{Detail, Order, Setting};
use broadside_ships::script::Keyword;
use broadside_ships::script::ast::{Command, Group};

/// A part of the language.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Topic {
    /// `PLACE_SHIP`, and `PRINT 0` in a `[state]` group.
    Place,
    /// `SET_FLEET`
    Fleet,
    /// `SHOOT y x`
    Shoot,
    /// `BOARD_SIZE`
    Board,
    /// `INIT_POSITION`
    Start,
    /// `REEF`
    Reef,
    /// `SHIP`
    Ship,
    /// `NEXT_PLAYER`
    Next,
    /// `MOVE`
    Move,
    /// `EXTENDED_SHIPS` and `SHOOT i C y x`
    Guns,
    /// `PRINT 0` in a player's group
    Sight,
    /// `SPY i y x`
    Spy,
    /// `PRINT 1`
    Sections,
    /// `SAVE`
    Save,
    /// `SRAND`
    Seed,
    /// `INFORMATION`
    Note,
    /// `AUTO_SHOOTING` and `SPY y x`
    Auto,
    /// `SET_AI_PLAYER`
    Ai,
}

impl Topic {
    /// All topics.
    pub const ALL: [Self; 18] = [
        Self::Place,
        Self::Fleet,
        Self::Shoot,
        Self::Board,
        Self::Start,
        Self::Reef,
        Self::Ship,
        Self::Next,
        Self::Move,
        Self::Guns,
        Self::Sight,
        Self::Spy,
        Self::Sections,
        Self::Save,
        Self::Seed,
        Self::Note,
        Self::Auto,
        Self::Ai,
    ];

    /// Returns the level that introduces the topic.
    pub const fn level(self) -> Level {
        match self {
            Self::Place => Level::Place,
            Self::Fleet => Level::Fleet,
            Self::Shoot => Level::Shoot,
            Self::Board | Self::Start | Self::Reef | Self::Ship | Self::Next => Level::Setup,
            Self::Move => Level::Move,
            Self::Guns => Level::Guns,
            Self::Sight | Self::Spy => Level::Sight,
            Self::Sections => Level::Print1,
            Self::Save | Self::Seed | Self::Note | Self::Ai => Level::Save,
            Self::Auto => Level::Auto,
        }
    }

    /// Returns the topic of `command` in a `group`.
    pub const fn of(command: &Command, group: Group) -> Self {
        topic_and_rule(command, group).0
    }
}

pub(crate) const fn topic_and_rule(command: &Command, group: Group) -> (Topic, Rule) {
    match (command, group) {
        (Command::Print(Detail::Basic), Group::Turn(_)) => (Topic::Sight, Rule::SightOwn),
        (Command::Print(Detail::Extended), Group::Turn(_)) => (Topic::Sections, Rule::SightOwn),
        (Command::Print(Detail::Basic), Group::State) => (Topic::Place, Rule::PictureFields),
        (Command::Print(Detail::Extended), Group::State) => (Topic::Sections, Rule::Print1Columns),
        (Command::Save, _) => (Topic::Save, Rule::SaveBoard),
        (Command::Set(setting), _) => of_setting(setting),
        (Command::Order(order), _) => of_order(order),
    }
}

const fn of_setting(setting: &Setting) -> (Topic, Rule) {
    match setting {
        Setting::Fleet(..) => (Topic::Fleet, Rule::FleetSet),
        Setting::NextPlayer(_) => (Topic::Next, Rule::TurnNextPlayer),
        Setting::BoardSize(..) => (Topic::Board, Rule::BoardSet),
        Setting::Start(..) => (Topic::Start, Rule::StartSet),
        Setting::Reef(_) => (Topic::Reef, Rule::PictureReef),
        Setting::Ship { .. } => (Topic::Ship, Rule::ShipSet),
        Setting::ExtendedShips => (Topic::Guns, Rule::FireHit),
        Setting::AutoShooting => (Topic::Auto, Rule::AutoMatched),
        Setting::AiPlayer(_) => (Topic::Ai, Rule::SaveAi),
        Setting::Information(..) => (Topic::Note, Rule::SaveInformation),
        Setting::Seed(_) => (Topic::Seed, Rule::SaveSeed),
    }
}

const fn of_order(order: &Order) -> (Topic, Rule) {
    match order {
        Order::Place { .. } => (Topic::Place, Rule::PlaceSet),
        Order::Shoot(_) => (Topic::Shoot, Rule::ShootHit),
        Order::Fire(..) => (Topic::Guns, Rule::FireHit),
        Order::Move(_, Manoeuvre::Forward) => (Topic::Move, Rule::MoveForward),
        Order::Move(..) => (Topic::Move, Rule::MoveTurn),
        Order::Spy(..) => (Topic::Spy, Rule::SpySquare),
        Order::SpyAt(_) => (Topic::Auto, Rule::AutoSpy),
    }
}

/// Returns the families of the rules about a command. The family of a rule is the first part of its
/// id.
#[doc(hidden)]
pub const fn families(keyword: Keyword) -> &'static [&'static str] {
    match keyword {
        Keyword::Print => &["picture", "print1", "sight"],
        Keyword::SetFleet => &["fleet"],
        Keyword::NextPlayer => &["turn"],
        Keyword::BoardSize => &["board"],
        Keyword::InitPosition => &["start"],
        Keyword::Reef => &["reef"],
        Keyword::Ship => &["ship"],
        Keyword::ExtendedShips | Keyword::Shoot => &["shoot", "fire"],
        Keyword::AutoShooting => &["auto"],
        Keyword::SetAiPlayer => &["ai"],
        Keyword::Srand | Keyword::Save | Keyword::Information => &["save"],
        Keyword::PlaceShip => &["place"],
        Keyword::Move => &["move"],
        Keyword::Spy => &["spy"],
        // A test checks that no command is forgotten.
        _ => &[],
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_command_has_rules() {
        for keyword in Keyword::ALL {
            assert!(!families(keyword).is_empty(), "{}", keyword.name());
            for family in families(keyword) {
                let is_of = |rule: Rule| rule.id().split('.').next() == Some(family);
                assert!(Rule::ALL.into_iter().any(is_of), "{}", keyword.name());
            }
        }
    }
}
