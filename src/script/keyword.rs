//! The command words.

use super::ast::Group;

/// The first word of a command.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[expect(missing_docs, reason = "each stands for its own spelling, see `usage`")]
pub enum Keyword {
    Print,
    SetFleet,
    NextPlayer,
    BoardSize,
    InitPosition,
    Reef,
    Ship,
    ExtendedShips,
    AutoShooting,
    SetAiPlayer,
    Information,
    Srand,
    Save,
    PlaceShip,
    Shoot,
    Move,
    Spy,
}

impl Keyword {
    /// All command words, in the order of spec ships §4 and §5.
    pub const ALL: [Self; 17] = [
        Self::Print,
        Self::SetFleet,
        Self::NextPlayer,
        Self::BoardSize,
        Self::InitPosition,
        Self::Reef,
        Self::Ship,
        Self::ExtendedShips,
        Self::AutoShooting,
        Self::SetAiPlayer,
        Self::Information,
        Self::Srand,
        Self::Save,
        Self::PlaceShip,
        Self::Shoot,
        Self::Move,
        Self::Spy,
    ];

    /// The word as it is written.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Print => "PRINT",
            Self::SetFleet => "SET_FLEET",
            Self::NextPlayer => "NEXT_PLAYER",
            Self::BoardSize => "BOARD_SIZE",
            Self::InitPosition => "INIT_POSITION",
            Self::Reef => "REEF",
            Self::Ship => "SHIP",
            Self::ExtendedShips => "EXTENDED_SHIPS",
            Self::AutoShooting => "AUTO_SHOOTING",
            Self::SetAiPlayer => "SET_AI_PLAYER",
            Self::Information => "INFORMATION",
            Self::Srand => "SRAND",
            Self::Save => "SAVE",
            Self::PlaceShip => "PLACE_SHIP",
            Self::Shoot => "SHOOT",
            Self::Move => "MOVE",
            Self::Spy => "SPY",
        }
    }

    /// The command word that `word` is.
    pub fn from_name(word: &[u8]) -> Option<Self> {
        // The first byte alone rules out nearly all words, and a large script asks a million times.
        Self::ALL.into_iter().find(|keyword| {
            let name = keyword.name().as_bytes();
            name.first() == word.first() && name == word
        })
    }

    /// The forms of the command.
    pub const fn usage(self) -> &'static str {
        match self {
            Self::Print => "PRINT 0|1",
            Self::SetFleet => "SET_FLEET P a b c d, SET_FLEET P",
            Self::NextPlayer => "NEXT_PLAYER P",
            Self::BoardSize => "BOARD_SIZE y x",
            Self::InitPosition => "INIT_POSITION P y1 x1 y2 x2",
            Self::Reef => "REEF y x",
            Self::Ship => "SHIP P y x D i C a1..al",
            Self::ExtendedShips => "EXTENDED_SHIPS",
            Self::AutoShooting => "AUTO_SHOOTING",
            Self::SetAiPlayer => "SET_AI_PLAYER P",
            Self::Information => "INFORMATION P words...",
            Self::Srand => "SRAND n",
            Self::Save => "SAVE",
            Self::PlaceShip => "PLACE_SHIP y x D i C",
            Self::Shoot => "SHOOT y x, SHOOT i C y x",
            Self::Move => "MOVE i C F|L|R",
            Self::Spy => "SPY i y x, SPY y x",
        }
    }

    /// Whether the command may stand in `group`.
    pub const fn is_in(self, group: Group) -> bool {
        match self {
            Self::Print => true,
            Self::PlaceShip | Self::Shoot | Self::Move | Self::Spy => {
                matches!(group, Group::Turn(_))
            }
            Self::SetFleet
            | Self::NextPlayer
            | Self::BoardSize
            | Self::InitPosition
            | Self::Reef
            | Self::Ship
            | Self::ExtendedShips
            | Self::AutoShooting
            | Self::SetAiPlayer
            | Self::Information
            | Self::Srand
            | Self::Save => matches!(group, Group::State),
        }
    }
}
