//! The two halves of a syntax error: what was expected, and what was found. The docs of most values
//! of [`Expected`] show a script with the error. If this script has no tag, it is inside an open
//! group.

use super::ast::Group;

/// What is expected at a place.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Expected {
    /// `REEF x 3`
    Integer,
    /// `SHOOT 3 x`
    IntegerOrClass,
    /// `PRINT 2`
    Detail,
    /// `NEXT_PLAYER C`
    Player,
    /// `PLACE_SHIP 0 0 X 0 DES`
    Heading,
    /// `MOVE 0 SUB F`
    Class,
    /// `MOVE 0 DES B`
    Manoeuvre,
    /// `SHIP A 0 0 N 0 DES 111`: the right number of digits is the number of segments of the class.
    Health(u32),
    /// `[state] SHOT`, `[playerA] REEF 1 1`
    CommandOf(Group),
    /// A word that is not a command, in a text that should be a single command.
    Command,
    /// Another command, in a text that should be an order of a player.
    Order,
    /// Another command, in a text that should be a setting.
    Setting,
    /// A word after a single command.
    EndOfCommand,
    /// `[playerA] [state]`: the tag of the open group. The number is the line of its opening tag.
    ClosingTag(Group, u64),
    /// `[sate]`, or `PRINT 0` outside groups.
    OpeningTag,
    /// A line over 1 MiB.
    ShorterLine,
    /// A script in UTF-16.
    Utf8,
    /// Any word.
    Word,
}

/// What was found at a place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Found {
    /// A word. It may have any bytes.
    Word(Vec<u8>),
    /// The end of the input.
    End,
    /// A line over 1 MiB.
    LongLine,
    /// Text in UTF-16.
    Utf16,
}

impl Expected {
    /// Returns what to expect if two parsers have failed: [`IntegerOrClass`](Self::IntegerOrClass)
    /// for a class and an integer, otherwise `other`.
    pub(super) const fn or(self, other: Self) -> Self {
        match (self, other) {
            (Self::Class, Self::Integer) | (Self::Integer, Self::Class) => Self::IntegerOrClass,
            _ => other,
        }
    }
}
