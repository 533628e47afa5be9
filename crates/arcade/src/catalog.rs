//! The list of the byte-exact programs. These programs read their arguments themselves. For all
//! other games, `src/cli` parses the arguments.

use crate::grids::Grids;
use crate::{battle_of_ships, classic, naval};
use broadside_core::board::names;
use broadside_core::dice::Twister;
use broadside_core::ports::Ports;
use std::ffi::OsString;
use std::io;

/// A program whose output is specified to the byte.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Program {
    /// `broadside naval`
    Naval,
    /// `broadside battle-of-ships`
    BattleOfShips,
    /// `broadside classic`
    Classic,
}

impl Program {
    /// All byte-exact programs.
    pub const ALL: [Self; 3] = [Self::Naval, Self::BattleOfShips, Self::Classic];

    /// Returns a line that says what the program does.
    pub const fn about(self) -> &'static str {
        match self {
            Self::Naval => {
                "Shoot at a fleet that a file describes; the machine's guesses come from another file"
            }
            Self::BattleOfShips => "Play two files of moves against each other",
            Self::Classic => "Play against a seeded machine, question by question",
        }
    }

    /// Runs the program with the arguments after its name and returns its exit status. Fails if
    /// standard output fails.
    pub fn run(self, args: &[OsString], ports: &mut Ports<'_>) -> io::Result<u8> {
        self.play(args, ports, &mut None)
    }

    /// Runs the program and returns its exit status. When the game begins, puts the game into
    /// `game`. Fails if standard output fails.
    #[doc(hidden)]
    pub fn play(
        self,
        args: &[OsString],
        ports: &mut Ports<'_>,
        game: &mut Option<Grids>,
    ) -> io::Result<u8> {
        match self {
            Self::Naval => naval::play(args, ports, game),
            Self::BattleOfShips => battle_of_ships::play(args, ports, game),
            Self::Classic => classic::play(ports, Twister::from_python_seed, game),
        }
    }
}

names! {
    Program:
    Naval "naval", BattleOfShips "battle-of-ships", Classic "classic"
}
