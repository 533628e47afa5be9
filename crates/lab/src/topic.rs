//! Parts of the language that a script may use or leave out, and the lesson in which each is met.
//!
//! ```
//! use broadside_lab::rules::Level;
//! use broadside_lab::topic::Topic;
//! use broadside_ships::script::ast::{Command, Group};
//!
//! let topic = Topic::of(&Command::Save, Group::State);
//! assert_eq!((topic, topic.level()), (Topic::Save, Level::Save));
//! ```

use super::rules::Level;
use broadside_ships::rules::{Detail, Order, Setting};
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
    /// All topics, the first lesson first.
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

    /// The level at which the topic is met.
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

    /// The topic that `command` in `group` belongs to.
    pub const fn of(command: &Command, group: Group) -> Self {
        let in_turn = matches!(group, Group::Turn(_));
        match command {
            Command::Print(Detail::Extended) => Self::Sections,
            Command::Print(Detail::Basic) if in_turn => Self::Sight,
            Command::Print(Detail::Basic) => Self::Place,
            Command::Save => Self::Save,
            Command::Set(setting) => of_setting(setting),
            Command::Order(order) => of_order(order),
        }
    }
}

const fn of_setting(setting: &Setting) -> Topic {
    match setting {
        Setting::Fleet(..) => Topic::Fleet,
        Setting::NextPlayer(_) => Topic::Next,
        Setting::BoardSize(..) => Topic::Board,
        Setting::Start(..) => Topic::Start,
        Setting::Reef(_) => Topic::Reef,
        Setting::Ship { .. } => Topic::Ship,
        Setting::ExtendedShips => Topic::Guns,
        Setting::AutoShooting => Topic::Auto,
        Setting::AiPlayer(_) => Topic::Ai,
        Setting::Information(..) => Topic::Note,
        Setting::Seed(_) => Topic::Seed,
    }
}

const fn of_order(order: &Order) -> Topic {
    match order {
        Order::Place { .. } => Topic::Place,
        Order::Shoot(_) => Topic::Shoot,
        Order::Fire(..) => Topic::Guns,
        Order::Move(..) => Topic::Move,
        Order::Spy(..) => Topic::Spy,
        Order::SpyAt(_) => Topic::Auto,
    }
}

/// A set of topics.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Topics(u32);

impl Topics {
    /// Adds `topic`.
    pub const fn insert(&mut self, topic: Topic) {
        self.0 |= 1 << topic as u32;
    }

    /// Removes `topic`.
    pub const fn remove(&mut self, topic: Topic) {
        self.0 &= !(1 << topic as u32);
    }

    /// Whether `topic` is in the set.
    pub const fn has(self, topic: Topic) -> bool {
        self.0 >> topic as u32 & 1 == 1
    }
}
