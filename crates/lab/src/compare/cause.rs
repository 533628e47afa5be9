//! Causes of differences between answers. Scripts that show the same bug usually have equal causes.

use crate::habit::Habit;
use crate::named::{named, shown};

/// The [`form`](Cause::form) of a cause that is a wrong exit status.
pub(crate) const STATUS: &str = "exit status";

/// Why two answers differ.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Cause {
    /// What the program does wrong.
    pub kind: Kind,
    /// The form of the command at the difference, like `SHOOT i C y x`; empty if the command does
    /// not matter. If only the exit status is wrong, this is `exit status`. If the program fails at
    /// every negative number, this is `a negative number`.
    pub form: String,
    /// What the right output says at the difference, without its numbers. For [`Kind::Save`], this
    /// is the first word of the line, and the index of the word that differs. For [`Kind::Ai`], it
    /// is the id of the broken rule.
    pub expected: String,
    /// What the program's output says at the difference, in the same form. For a [`Habit`] (a
    /// mistake in nearly every output), this is the habit's name. After a failed run, this is how
    /// the run ended.
    pub got: String,
}

impl Cause {
    pub fn new(
        kind: Kind,
        form: impl Into<String>,
        expected: impl Into<String>,
        got: impl Into<String>,
    ) -> Self {
        Self { kind, form: form.into(), expected: expected.into(), got: got.into() }
    }

    /// Returns the habit that is this cause; `None` if the cause is no habit.
    pub fn habit(&self) -> Option<Habit> {
        let may_be = matches!(self.kind, Kind::Prints | Kind::Crash);
        Habit::from_name(&self.got).filter(|_| may_be)
    }

    /// Returns whether a script with this cause shows the mistake of `original`.
    pub(crate) fn shows(&self, original: &Self) -> bool {
        self == original || self.is_early_victory() && original.is_early_victory()
    }

    /// Returns whether this cause is the refusal of a legal command, and `later` is the refusal of
    /// an illegal command of the same form, with the same wrong reason.
    pub(crate) fn is_earlier(&self, later: &Self) -> bool {
        (self.kind, later.kind) == (Kind::Rejects, Kind::Reason)
            && (&self.form, &self.got) == (&later.form, &later.got)
    }

    /// Returns whether the program announces a victory where the right output has none.
    pub(crate) fn is_early_victory(&self) -> bool {
        self.kind == Kind::Victory && self.got == "won" && self.expected != "won"
    }

    pub(crate) fn is_of_status(&self) -> bool {
        self.form == STATUS
    }

    /// Returns whether one missing check explains both causes. Without this check, the program
    /// accepts the command, or a later check refuses the command.
    pub(crate) fn lacks_check_of(&self, other: &Self) -> bool {
        let kinds = [self.kind, other.kind];
        let is_missing = kinds.contains(&Kind::Accepts)
            && kinds.iter().all(|kind| matches!(kind, Kind::Accepts | Kind::Reason));
        is_missing && (&self.form, &self.expected) == (&other.form, &other.expected)
    }
}

impl From<Habit> for Cause {
    fn from(habit: Habit) -> Self {
        let kind = if habit == Habit::Crashes { Kind::Crash } else { Kind::Prints };
        Self::new(kind, "", "", habit.name())
    }
}

named! {
    /// Kinds of differences. [`Kind::words`] says what each kind means.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
    Kind:
    Rejects "rejects",
    Accepts "accepts",
    Reason "reason",
    Echo "echo",
    Picture "picture",
    Save "save",
    Victory "victory",
    /// The outputs differ in another way, or only the exit status is wrong.
    Prints "prints",
    Crash "crash",
    Timeout "timeout",
    Output "output",
    Memory "memory",
    /// The program's turn as an AI breaks a law of [`laws`](crate::laws).
    Ai "ai",
    /// The program prints nothing for any probe (a fixed script that runs first). Its exit status
    /// is 0 for all probes or for none. Only probes whose right output is not empty count for this.
    Start "does not run",
    /// Probably the program does not know a word of the command at which it fails.
    Word "does not know",
}

impl Kind {
    /// Returns the end of a sentence that begins with "The program" and says what is wrong.
    pub const fn words(self) -> &'static str {
        match self {
            Self::Rejects => "refuses what is legal",
            Self::Accepts => "accepts what is not legal",
            Self::Reason => "gives another reason",
            Self::Echo => "refuses for the right reason, but repeats the command in another form",
            Self::Picture => "prints another picture",
            Self::Save => "saves something else",
            Self::Victory => "gets the victory wrong",
            Self::Prints => "prints something else",
            Self::Crash => "crashes",
            Self::Timeout => "does not end in time",
            Self::Output => "prints too much, or writes too many files",
            Self::Memory => "takes too much memory",
            Self::Ai => "answers wrongly as an AI",
            Self::Start => "does not run",
            Self::Word => "fails and prints nothing more",
        }
    }
}

shown! { Kind name }
