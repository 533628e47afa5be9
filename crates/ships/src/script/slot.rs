//! The slots of commands. A slot is the place of an argument: its meaning, its symbol in usage
//! lines, and the words that can stand there.

use super::expected::Expected;
use crate::rules::Class;

/// The meaning of an argument.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Slot {
    /// `A` or `B`
    Player,
    /// The row of a field.
    Row,
    /// The column of a field.
    Column,
    /// The row of the bow in an order that places a ship.
    StartRow,
    /// The column of the bow in an order that places a ship.
    StartColumn,
    /// The first row of a rectangle.
    Top,
    /// The first column of a rectangle.
    Left,
    /// The last row of a rectangle.
    Bottom,
    /// The last column of a rectangle.
    Right,
    /// The number of rows of a board.
    Height,
    /// The number of columns of a board.
    Width,
    /// `N`, `E`, `S` or `W`
    Heading,
    /// The number, within its class, of a ship on the board.
    Ship,
    /// The number, within its class, of a ship that is put on the board.
    NewShip,
    /// The number of a carrier.
    Carrier,
    /// The class of a ship on the board: `CAR`, `BAT`, `CRU` or `DES`
    Class,
    /// The class of a ship that is put on the board.
    NewClass,
    /// `F`, `L` or `R`
    Manoeuvre,
    /// `0` or `1`
    Detail,
    /// A digit for each segment of the ship. The previous argument is the class of the ship.
    Health,
    /// The number of ships of a class in a fleet.
    Count(Class),
    /// A seed of random numbers.
    Seed,
    /// All words to the end of the line.
    Words,
}

impl Slot {
    /// Returns the symbol, its meaning, and the kind of word that is expected.
    const fn spec(self) -> (&'static str, Option<&'static str>, Expected) {
        const ROW: Option<&str> = Some("a row, from 0");
        const COLUMN: Option<&str> = Some("a column, from 0");
        const SHIP: Option<&str> = Some("the ship's number in its class, from 0");
        const CLASS: Option<&str> = Some("the ship's class: CAR BAT CRU DES");
        const DETAIL: Option<&str> =
            Some("1 also shows the parts of ships, and the numbers of rows and columns");
        const HEALTH: Option<&str> = Some("a digit for each segment, from the bow");
        match self {
            Self::Player => ("P", Some("a player: A B"), Expected::Player),
            Self::Height => ("y", Some("how many rows"), Expected::Integer),
            Self::Width => ("x", Some("how many columns"), Expected::Integer),
            Self::Row | Self::StartRow => ("y", ROW, Expected::Integer),
            Self::Column | Self::StartColumn => ("x", COLUMN, Expected::Integer),
            Self::Top => ("y1", ROW, Expected::Integer),
            Self::Left => ("x1", COLUMN, Expected::Integer),
            Self::Bottom => ("y2", ROW, Expected::Integer),
            Self::Right => ("x2", COLUMN, Expected::Integer),
            Self::Heading => ("D", Some("where the bow points: N E S W"), Expected::Heading),
            Self::Ship | Self::NewShip | Self::Carrier => ("i", SHIP, Expected::Integer),
            Self::Class | Self::NewClass => ("C", CLASS, Expected::Class),
            Self::Manoeuvre => ("F|L|R", Some("forward, left, right"), Expected::Manoeuvre),
            Self::Detail => ("0|1", DETAIL, Expected::Detail),
            Self::Health => ("a1..al", HEALTH, Expected::Health(0)),
            Self::Count(Class::Carrier) => ("a", None, Expected::Integer),
            Self::Count(Class::Battleship) => ("b", None, Expected::Integer),
            Self::Count(Class::Cruiser) => ("c", None, Expected::Integer),
            Self::Count(Class::Destroyer) => ("d", None, Expected::Integer),
            Self::Seed => ("n", None, Expected::Integer),
            Self::Words => ("words...", None, Expected::Word),
        }
    }

    /// Returns the symbol of the argument in usage lines.
    pub const fn symbol(self) -> &'static str {
        self.spec().0
    }

    /// Returns the meaning of the symbol; `None` if the summary of the command explains it.
    pub const fn meaning(self) -> Option<&'static str> {
        self.spec().1
    }

    /// Returns the kind of word that is expected here. The number of digits of
    /// [`Health`](Self::Health) depends on the class of the ship, and is 0 here.
    pub const fn expected(self) -> Expected {
        self.spec().2
    }

    /// Returns all words that can stand here. The list is empty if there are too many words, or if
    /// they depend on the game or on the argument before.
    pub fn words(self) -> Vec<&'static str> {
        self.expected().words()
    }

    /// Returns whether `word` may stand here. Checks only integers and classes, because only they
    /// tell the forms of a command apart.
    pub fn admits(self, word: &str) -> bool {
        let expected = self.expected();
        (expected != Expected::Class || expected.words().contains(&word))
            && (expected != Expected::Integer
                || broadside_core::text::integer(word.as_bytes()).is_some())
    }
}
