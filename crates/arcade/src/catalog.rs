//! The byte-exact programs: those whose output is fixed to the byte, as a closed list.
//!
//! No other file names all of them. The other games are ordinary commands of the binary.
//!
//! ```
//! use broadside_arcade::catalog::Program;
//! use broadside_core::ports::Memory;
//! let naval = Program::from_name("naval").expect("one of ours");
//! let mut memory = Memory::default();
//! let status = memory.run(|ports| naval.run(&[], ports)).expect("memory does not fail");
//! assert_eq!((status, &memory.err[..5]), (10, &b"Usage"[..]));
//! ```

use crate::grids::Watch;
use crate::{battle_of_ships, classic, naval};
use broadside_core::ports::Ports;
use std::ffi::OsString;
use std::io;

/// A program that is known by its exact bytes.
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

    /// The word that calls the program.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Naval => "naval",
            Self::BattleOfShips => "battle-of-ships",
            Self::Classic => "classic",
        }
    }

    /// The program that `name` calls.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|program| program.name() == name)
    }

    /// What the program does, in one line.
    pub const fn about(self) -> &'static str {
        match self {
            Self::Naval => {
                "Shoot at a fleet that a file describes; the machine's guesses come from another file"
            }
            Self::BattleOfShips => "Play two files of moves against each other",
            Self::Classic => "Play against a seeded machine, question by question",
        }
    }

    /// Runs the program with the arguments behind its name and returns its exit status.
    ///
    /// # Errors
    /// When one of the standard streams fails.
    pub fn run(self, args: &[OsString], ports: &mut Ports<'_>) -> io::Result<u8> {
        match self {
            Self::Naval => naval::run(args, ports),
            Self::BattleOfShips => battle_of_ships::run(args, ports),
            Self::Classic => classic::run(args, ports),
        }
    }

    /// Like [`run`](Self::run), seen by `watch`.
    ///
    /// # Errors
    /// When one of the standard streams fails.
    pub fn watch(
        self,
        args: &[OsString],
        ports: &mut Ports<'_>,
        watch: &mut dyn Watch,
    ) -> io::Result<u8> {
        match self {
            Self::Naval => naval::watch(args, ports, watch),
            Self::BattleOfShips => battle_of_ships::watch(args, ports, watch),
            Self::Classic => classic::watch(ports, watch),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_lead_back_to_their_programs() {
        for program in Program::ALL {
            assert_eq!(Program::from_name(program.name()), Some(program));
        }
        assert_eq!(Program::from_name("Naval"), None);
    }
}
