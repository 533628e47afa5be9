//! The table of rules. Findings (mistakes of a program), cards (small scripts that test a rule) and
//! marks refer to these rules.
//!
//! A rule states one point of the Ships language (spec ships §1 to §9). For example, it says why a
//! command is refused, which of two checks comes first, or what a character in a picture means. In
//! a course, students write interpreters of this language. The assignment is the course's text.
//!
//! ```
//! use broadside_lab::rules::{Level, Rule};
//!
//! assert_eq!(Rule::PlaceOnReef.id(), "place.on-reef");
//! assert_eq!(Rule::PlaceOnReef.section(), 5);
//! assert!(Rule::PlaceOnReef.level() < Level::Guns);
//! ```

mod table;

use super::bits;
use super::named::shown;
use broadside_core::board::names;
use table::{Row, TABLE};

pub use table::Rule;

/// A level: a lesson of the course, or the turns of an AI. The lessons come in the order of the
/// course, and the turns of an AI come last. Most levels introduce some commands, and the rules
/// about these commands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Level {
    /// `PLACE_SHIP`, turns, `PRINT 0`.
    Place,
    /// `SET_FLEET`.
    Fleet,
    /// `SHOOT y x`, victory.
    Shoot,
    /// `BOARD_SIZE`, `INIT_POSITION`, `REEF`, `SHIP`, `NEXT_PLAYER`.
    Setup,
    /// `MOVE`.
    Move,
    /// `EXTENDED_SHIPS` and `SHOOT i C y x`.
    Guns,
    /// `SPY`, and what a player finds out about the board.
    Sight,
    /// `PRINT 1`.
    Print1,
    /// `SAVE`, `SRAND`, `INFORMATION`, `SET_AI_PLAYER`.
    Save,
    /// No new commands: all earlier ones together.
    All,
    /// `AUTO_SHOOTING` and `SPY y x`.
    Auto,
    /// The turns of an AI. This is not a lesson of the course.
    Ai,
}

impl Level {
    /// All lessons of the course, in order, without [`Ai`](Self::Ai).
    pub const ALL: [Self; 11] = [
        Self::Place,
        Self::Fleet,
        Self::Shoot,
        Self::Setup,
        Self::Move,
        Self::Guns,
        Self::Sight,
        Self::Print1,
        Self::Save,
        Self::All,
        Self::Auto,
    ];
}

names! {
    Level:
    Place "place", Fleet "fleet", Shoot "shoot", Setup "setup", Move "move", Guns "guns", Sight "sight",
    Print1 "print1", Save "save", All "all", Auto "auto", Ai "ai"
}

/// The sources that settle rules, the strongest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Settled {
    /// The tests of the course check the rule.
    Tests,
    /// The assignment states the rule.
    Text,
    /// Only our own specification settles the rule. A program that does something else does not
    /// lose marks, unless it refuses a legal command.
    Ours,
}

names! { Settled: Tests "tests", Text "text", Ours "ours" }

impl Rule {
    const fn row(self) -> &'static Row {
        &TABLE[self as usize]
    }

    /// Returns the rule's name in reports and files, for example `place.too-close`.
    pub const fn id(self) -> &'static str {
        self.row().id
    }

    /// Returns the section of spec ships that contains the rule.
    pub const fn section(self) -> u8 {
        self.row().section
    }

    /// Returns the rule as a sentence for students.
    pub const fn sentence(self) -> &'static str {
        self.row().sentence
    }

    /// Returns the level that introduces the rule.
    pub const fn level(self) -> Level {
        self.row().level
    }

    /// Returns the weight of the rule in marks. The weight is 5 if every game needs the rule, and 3
    /// for another main rule. It is 1 for a detail, for example a rare refusal, and 0.5 for the
    /// rest, for example orders of checks.
    #[doc(hidden)]
    pub const fn importance(self) -> f64 {
        self.row().importance
    }

    /// Returns the source that settles the rule.
    pub const fn settled(self) -> Settled {
        self.row().settled
    }

    /// Whether the rule says why a command or tag is refused, or in which order checks are made.
    pub(crate) fn is_check(self) -> bool {
        self.reason().is_some() || self.is_order()
    }

    pub(crate) fn is_order(self) -> bool {
        self.id().rsplit_once('.').is_some_and(|(_, name)| name == "order")
    }

    /// Returns the first part of the id, such as `place` in `place.too-close`.
    #[doc(hidden)]
    pub fn family(self) -> &'static str {
        self.id().split('.').next().unwrap_or_default()
    }

    /// Returns what the assignment or the course's tests say about the rule; empty if only our own
    /// specification settles the rule.
    #[doc(hidden)]
    pub const fn source(self) -> &'static str {
        self.row().source
    }

    /// Returns the reason that `INVALID OPERATION` gives, if the rule refuses a command or a tag.
    pub const fn reason(self) -> Option<&'static str> {
        let reason = self.row().reason;
        if reason.is_empty() { None } else { Some(reason) }
    }

    /// Returns the rule called `id`.
    pub fn from_id(id: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|rule| rule.id() == id)
    }
}

shown! { Level name, Settled name, Rule id }

/// A set of rules, for example the rules that a script has reached.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct RuleSet([u64; bits::words(TABLE.len())]);

impl RuleSet {
    /// Adds `rule`.
    #[doc(hidden)]
    pub const fn insert(&mut self, rule: Rule) {
        bits::insert(&mut self.0, rule as usize);
    }

    /// Whether `rule` is in the set.
    pub const fn contains(&self, rule: Rule) -> bool {
        bits::contains(&self.0, rule as usize)
    }

    /// Adds all rules of `other`.
    #[doc(hidden)]
    pub fn extend(&mut self, other: &Self) {
        bits::extend(&mut self.0, &other.0);
    }

    /// Returns the rules that are in both sets.
    #[must_use]
    #[doc(hidden)]
    pub fn common(&self, other: &Self) -> Self {
        self.iter().filter(|rule| other.contains(*rule)).collect()
    }

    /// Returns the rules of the set, in the order of the table.
    pub fn iter(&self) -> impl Iterator<Item = Rule> + '_ {
        Rule::ALL.into_iter().filter(|rule| self.contains(*rule))
    }
}

impl FromIterator<Rule> for RuleSet {
    fn from_iter<I: IntoIterator<Item = Rule>>(rules: I) -> Self {
        let mut set = Self::default();
        rules.into_iter().for_each(|rule| set.insert(rule));
        set
    }
}
