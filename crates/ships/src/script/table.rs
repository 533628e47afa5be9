//! The only table of commands. Usage lines, completion, hints, `.help`, the manual, the dictionary
//! for fuzzing and the editors' word lists come from this table. Tests compare the grammar and the
//! parsers with the table.

use super::arguments;
use super::ast::{Command, Group};
use super::expected::Expected;
use super::slot::Slot::{
    self, Bottom, Carrier, Class, Column, Count, Detail, Heading, Health, Height, Left, Manoeuvre,
    NewClass, NewShip, Player, Right, Row, Seed, Ship, StartColumn, StartRow, Top, Width, Words,
};
use super::words::{Parsed, Unexpected, detail, integer, player, position, word};
use crate::rules::{Class as Of, Setting};
use broadside_core::board::Side;
use nom::Parser;
use nom::combinator::success;
use nom::error::context;

#[derive(Clone, Copy, Debug)]
enum AllowedIn {
    State,
    Turn,
    Any,
}

#[derive(Debug)]
struct CommandRow {
    name: &'static str,
    home: AllowedIn,
    forms: &'static [&'static [Slot]],
    parse: for<'t> fn(&'t [u8]) -> Parsed<'t, Command>,
    summary: &'static str,
    example: &'static str,
}

macro_rules! commands {
    ($($keyword:ident: $row:expr;)*) => {
        /// The first word of a command.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[non_exhaustive]
        #[expect(missing_docs, reason = "the name of each says which word it is")]
        pub enum Keyword {
            $($keyword,)*
        }

        impl Keyword {
            /// All command words, in the order of spec ships §4 and §5.
            pub const ALL: [Self; ROWS.len()] = [$(Self::$keyword),*];
        }

        const ROWS: &[CommandRow] = &[$($row),*];
    };
}

// A script in which both players place their only ship, and then player A gives `$command`.
macro_rules! placed {
    ($command:literal) => {
        concat!(
            "[state]\nSET_FLEET A 0 0 0 1\nSET_FLEET B 0 0 0 1\n[state]\n",
            "[playerA]\nPLACE_SHIP 5 5 N 0 DES\n[playerA]\n",
            "[playerB]\nPLACE_SHIP 15 5 N 0 DES\n[playerB]\n",
            "[playerA]\n",
            $command,
            "\n[playerA]\n"
        )
    };
}

commands! {
    Print: CommandRow {
        name: "PRINT",
        home: AllowedIn::Any,
        forms: &[&[Detail]],
        parse: |text| detail.map(Command::Print).parse(text),
        summary: "draws the board, in a turn as its player sees it",
        example: "[state]\nPRINT 1\n[state]\n",
    };
    SetFleet: CommandRow {
        name: "SET_FLEET",
        home: AllowedIn::State,
        forms: &[
            &[Player, Count(Of::Carrier), Count(Of::Battleship), Count(Of::Cruiser), Count(Of::Destroyer)],
            &[Player],
        ],
        parse: arguments::set_fleet,
        summary: "how many CAR BAT CRU DES a player has; 1 2 3 4 by default",
        example: "[state]\nSET_FLEET A 0 1 1 2\nSET_FLEET B\n[state]\n",
    };
    NextPlayer: CommandRow {
        name: "NEXT_PLAYER",
        home: AllowedIn::State,
        forms: &[&[Player]],
        parse: |text| player.map(Setting::NextPlayer).map(Command::Set).parse(text),
        summary: "says whose turn is next",
        example: "[state]\nNEXT_PLAYER B\n[state]\n",
    };
    BoardSize: CommandRow {
        name: "BOARD_SIZE",
        home: AllowedIn::State,
        forms: &[&[Height, Width]],
        parse: arguments::board_size,
        summary: "the board has y rows and x columns; 21 and 10 by default",
        example: "[state]\nBOARD_SIZE 12 12\n[state]\n",
    };
    InitPosition: CommandRow {
        name: "INIT_POSITION",
        home: AllowedIn::State,
        forms: &[&[Player, Top, Left, Bottom, Right]],
        parse: arguments::init_position,
        summary: "where a player may place ships: a rectangle with its edges",
        example: "[state]\nINIT_POSITION A 0 0 4 9\n[state]\n",
    };
    Reef: CommandRow {
        name: "REEF",
        home: AllowedIn::State,
        forms: &[&[Row, Column]],
        parse: |text| position.map(Setting::Reef).map(Command::Set).parse(text),
        summary: "lays a reef; ships cannot stand there",
        example: "[state]\nREEF 10 4\n[state]\n",
    };
    Ship: CommandRow {
        name: "SHIP",
        home: AllowedIn::State,
        forms: &[&[Player, Row, Column, Heading, NewShip, NewClass, Health]],
        parse: arguments::ship,
        summary: "puts a ship on the board; its segments are 1 healthy, 0 not",
        example: "[state]\nSHIP A 5 5 N 0 CRU 101\n[state]\n",
    };
    ExtendedShips: CommandRow {
        name: "EXTENDED_SHIPS",
        home: AllowedIn::State,
        forms: &[&[]],
        parse: |text| success(Command::Set(Setting::ExtendedShips)).parse(text),
        summary: "most cannons get a range, and engines can fail; shots name their ship",
        example: "[state]\nEXTENDED_SHIPS\n[state]\n",
    };
    AutoShooting: CommandRow {
        name: "AUTO_SHOOTING",
        home: AllowedIn::State,
        forms: &[&[]],
        parse: |text| success(Command::Set(Setting::AutoShooting)).parse(text),
        summary: "in an extended game, the program chooses the ship for a shot or plane that names none",
        example: "[state]\nEXTENDED_SHIPS\nAUTO_SHOOTING\n[state]\n",
    };
    SetAiPlayer: CommandRow {
        name: "SET_AI_PLAYER",
        home: AllowedIn::State,
        forms: &[&[Player]],
        parse: |text| player.map(Setting::AiPlayer).map(Command::Set).parse(text),
        summary: "the machine plays for a player",
        example: "[state]\nSET_AI_PLAYER B\n[state]\n",
    };
    Information: CommandRow {
        name: "INFORMATION",
        home: AllowedIn::State,
        forms: &[&[Player, Words]],
        parse: arguments::information,
        summary: "a note to a player, to the end of the line",
        example: "[state]\nINFORMATION A mind the reef\n[state]\n",
    };
    Srand: CommandRow {
        name: "SRAND",
        home: AllowedIn::State,
        forms: &[&[Seed]],
        parse: |text| integer.map(Setting::Seed).map(Command::Set).parse(text),
        summary: "the seed of the random numbers",
        example: "[state]\nSRAND 42\n[state]\n",
    };
    Save: CommandRow {
        name: "SAVE",
        home: AllowedIn::State,
        forms: &[&[]],
        parse: |text| success(Command::Save).parse(text),
        summary: "writes the game as a [state] group that restores it",
        example: "[state]\nSAVE\n[state]\n",
    };
    PlaceShip: CommandRow {
        name: "PLACE_SHIP",
        home: AllowedIn::Turn,
        forms: &[&[StartRow, StartColumn, Heading, NewShip, NewClass]],
        parse: arguments::place_ship,
        summary: "puts an own ship on the board, its bow at y x pointing to D",
        example: "[playerA]\nPLACE_SHIP 5 5 N 0 CRU\n[playerA]\n",
    };
    Shoot: CommandRow {
        name: "SHOOT",
        home: AllowedIn::Turn,
        forms: &[&[Row, Column], &[Ship, Class, Row, Column]],
        parse: arguments::shoot,
        summary: "hits what lies on a field; in an extended game a ship fires",
        example: placed!("SHOOT 15 5"),
    };
    Move: CommandRow {
        name: "MOVE",
        home: AllowedIn::Turn,
        forms: &[&[Ship, Class, Manoeuvre]],
        parse: arguments::move_ship,
        summary: "moves a ship forward, or turns it left or right",
        example: placed!("MOVE 0 DES F"),
    };
    Spy: CommandRow {
        name: "SPY",
        home: AllowedIn::Turn,
        forms: &[&[Carrier, Row, Column], &[Row, Column]],
        parse: arguments::spy,
        summary: "a plane from carrier i shows the nine fields around y x",
        example: "[playerA]\nPLACE_SHIP 0 0 N 0 CAR\nSPY 0 15 5\n[playerA]\n",
    };
}

/// The command words, close together in memory, because a large script may look up a million words.
const NAMES: [&str; ROWS.len()] = {
    let (mut names, mut at) = ([""; ROWS.len()], 0);
    while at < names.len() {
        names[at] = ROWS[at].name;
        at += 1;
    }
    names
};

impl Keyword {
    const fn row(self) -> &'static CommandRow {
        &ROWS[self as usize]
    }

    /// Returns the command word.
    pub const fn name(self) -> &'static str {
        self.row().name
    }

    /// Returns the command whose word is `word`.
    pub fn from_name(word: &[u8]) -> Option<Self> {
        NAMES.iter().position(|name| name.as_bytes() == word).map(|at| Self::ALL[at])
    }

    /// Returns the arguments of each form of the command.
    #[doc(hidden)]
    pub const fn forms(self) -> &'static [&'static [Slot]] {
        self.row().forms
    }

    /// Returns the forms of the command, each as the command word and the symbols of the arguments.
    pub fn usages(self) -> impl Iterator<Item = String> {
        let symbols = |form: &&[Slot]| form.iter().map(|slot| slot.symbol()).collect::<Vec<_>>();
        let usage = move |form| [vec![self.name()], symbols(form)].concat().join(" ");
        self.forms().iter().map(usage)
    }

    /// Returns all forms of the command on one line.
    pub fn usage(self) -> String {
        self.usages().collect::<Vec<_>>().join(", ")
    }

    /// Returns whether the command is allowed in `group`.
    #[doc(hidden)]
    pub const fn is_in(self, group: Group) -> bool {
        match self.row().home {
            AllowedIn::Any => true,
            AllowedIn::State => matches!(group, Group::State),
            AllowedIn::Turn => matches!(group, Group::Turn(_)),
        }
    }

    /// Returns one of the groups in which the command is allowed.
    pub(super) const fn home(self) -> Group {
        match self.row().home {
            AllowedIn::Any | AllowedIn::State => Group::State,
            AllowedIn::Turn => Group::Turn(Side::First),
        }
    }

    /// Returns the commands that are allowed in `group`.
    #[doc(hidden)]
    pub fn of(group: Group) -> impl Iterator<Item = Self> {
        Self::ALL.into_iter().filter(move |keyword| keyword.is_in(group))
    }

    /// Returns what the command does, in one line.
    pub const fn summary(self) -> &'static str {
        self.row().summary
    }

    /// Returns a script that shows the command and runs to its end.
    pub const fn example(self) -> &'static str {
        self.row().example
    }

    pub(super) fn arguments(self, text: &[u8]) -> Parsed<'_, Command> {
        (self.row().parse)(text)
    }
}

/// Parses a command that is allowed in `group`: the productions `stateCommand` and `turnCommand` of
/// the grammar.
pub(super) fn command(group: Group, text: &[u8]) -> Parsed<'_, Command> {
    let (arguments, keyword) = keyword(group, text)?;
    context(keyword.name(), |text| keyword.arguments(text)).parse(arguments)
}

fn keyword(group: Group, text: &[u8]) -> Parsed<'_, Keyword> {
    let (rest, word) = word(text);
    let keyword = Keyword::from_name(word).filter(|keyword| keyword.is_in(group));
    let unexpected = || nom::Err::Error(Unexpected::at(text, Expected::CommandOf(group)));
    keyword.map(|keyword| (rest, keyword)).ok_or_else(unexpected)
}

impl Unexpected<'_> {
    pub(super) fn keyword(&self) -> Option<Keyword> {
        self.command.and_then(|name| Keyword::from_name(name.as_bytes()))
    }
}
