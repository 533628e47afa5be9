//! Kinds of differences, and what two scripts share that show one bug.

use crate::habit::Habit;
use std::fmt;

/// Why two answers differ.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Cause {
    /// What the program does wrong.
    pub kind: Kind,
    /// The form of the command at the first differing byte: `SHOOT i C y x`; empty where the command
    /// does not matter.
    pub form: String,
    /// What we say there, without numbers; for [`Kind::Ai`] the rule that is broken.
    pub expected: String,
    /// What the program says there, without numbers.
    pub got: String,
}

impl Cause {
    /// The habit of form that is the cause.
    pub fn habit(&self) -> Option<Habit> {
        let is_it = |habit: &Habit| self.got == habit.words();
        Habit::ALL.into_iter().find(is_it).filter(|_| self.kind == Kind::Prints)
    }

    /// Whether both come of one missing check: the command passes, or a later check refuses it.
    pub(crate) fn lacks_check_of(&self, other: &Self) -> bool {
        let kinds = [self.kind, other.kind];
        let is_missing = kinds.contains(&Kind::Accepts)
            && kinds.iter().all(|kind| matches!(kind, Kind::Accepts | Kind::Reason));
        is_missing && (&self.form, &self.expected) == (&other.form, &other.expected)
    }
}

impl From<Habit> for Cause {
    fn from(habit: Habit) -> Self {
        let (kind, form, expected) = (Kind::Prints, String::new(), String::new());
        Self { kind, form, expected, got: habit.words().to_owned() }
    }
}

/// Kinds of differences.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Kind {
    /// The program refuses what is legal.
    Rejects,
    /// The program accepts what is not legal.
    Accepts,
    /// The program gives another reason.
    Reason,
    /// The program refuses for the right reason, and repeats the command otherwise.
    Echo,
    /// A picture differs.
    Picture,
    /// The output of SAVE differs.
    Save,
    /// The one tells of a victory, the other does not.
    Victory,
    /// Anything else is printed.
    Prints,
    /// A signal ended the program.
    Crash,
    /// The program did not end in time.
    Timeout,
    /// The program printed too much.
    Output,
    /// The program took too much memory.
    Memory,
    /// The answer as an AI breaks a law.
    Ai,
    /// The program ends with a failure and prints nothing, whatever it is given.
    Start,
    /// The program ends with a failure at a command, and prints nothing more.
    Word,
}

impl Kind {
    /// All kinds.
    pub const ALL: [Self; 15] = [
        Self::Rejects,
        Self::Accepts,
        Self::Reason,
        Self::Echo,
        Self::Picture,
        Self::Save,
        Self::Victory,
        Self::Prints,
        Self::Crash,
        Self::Timeout,
        Self::Output,
        Self::Memory,
        Self::Ai,
        Self::Start,
        Self::Word,
    ];

    /// The word for it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Rejects => "rejects",
            Self::Accepts => "accepts",
            Self::Reason => "reason",
            Self::Echo => "echo",
            Self::Picture => "picture",
            Self::Save => "save",
            Self::Victory => "victory",
            Self::Prints => "prints",
            Self::Crash => "crash",
            Self::Timeout => "timeout",
            Self::Output => "output",
            Self::Memory => "memory",
            Self::Ai => "ai",
            Self::Start => "does not run",
            Self::Word => "does not know",
        }
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
