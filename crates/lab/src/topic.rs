//! Topics: parts of the language that a script may use or leave out. Also says which level of the
//! course introduces each topic, and which rule is the main rule of each command. The main rule is
//! blamed for a mistake at the command if no other rule is known.

use super::rules::{Level, Rule};
use broadside_core::board::Manoeuvre;
use broadside_ships::rules::{Detail, Order, Setting};
use broadside_ships::script::Keyword;
use broadside_ships::script::ast::{Command, Group};

/// Each row has a topic, the level that introduces it, and its commands.
macro_rules! topics {
    ($($topic:ident $level:ident $commands:literal,)+) => {
        /// A part of the language.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum Topic {
            $(#[doc = $commands] $topic,)+
        }

        impl Topic {
            pub const ALL: [Self; [$($commands),+].len()] = [$(Self::$topic),+];

            pub const fn level(self) -> Level {
                match self {
                    $(Self::$topic => Level::$level,)+
                }
            }
        }
    };
}

topics! {
    Place Place "`PLACE_SHIP`, and `PRINT 0` in a `[state]` group",
    Fleet Fleet "`SET_FLEET`",
    Shoot Shoot "`SHOOT y x`",
    Board Setup "`BOARD_SIZE`",
    Start Setup "`INIT_POSITION`",
    Reef Setup "`REEF`",
    Ship Setup "`SHIP`",
    Next Setup "`NEXT_PLAYER`",
    Move Move "`MOVE`",
    Guns Guns "`EXTENDED_SHIPS` and `SHOOT i C y x`",
    Sight Sight "`PRINT 0` in a player's group",
    Spy Sight "`SPY i y x`",
    Sections Print1 "`PRINT 1`",
    Save Save "`SAVE`",
    Seed Save "`SRAND`",
    Note Save "`INFORMATION`",
    Auto Auto "`AUTO_SHOOTING` and `SPY y x`",
    Ai Save "`SET_AI_PLAYER`",
}

impl Topic {
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

/// Returns the [families](Rule::family) of rules about a command.
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

/// Texts that show that a line is output of the language: `PRINT` prints the first, `SAVE` the
/// second, and the turn of an AI the third. The rows of pictures have no such text.
pub(crate) const OUTPUT_WORDS: [&str; 3] = ["PARTS", "[state]", "[player"];
