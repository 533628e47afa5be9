//! What is kept of games in a folder: each as a script, and of each fault what the program was given and
//! what it did.

use super::super::exit::Failure;
use broadside::arena::tournament::{FaultCase, Played};
use broadside::script::side_name;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// A folder of records.
#[derive(Debug)]
pub(super) struct Records(PathBuf);

impl Records {
    /// Makes the folder if need be.
    pub(super) fn open(folder: &Path) -> Result<Self, Failure> {
        let failed = |error| Failure::Save { path: folder.to_owned(), error };
        fs::create_dir_all(folder).map_err(failed)?;
        Ok(Self(folder.to_owned()))
    }

    /// Keeps a finished game, as `game-000012.ships`.
    pub(super) fn game(&self, played: &Played) -> Result<(), Failure> {
        let path = self.0.join(format!("game-{:06}.ships", played.entry.game));
        fs::write(&path, &played.record).map_err(|error| Failure::Save { path, error })
    }

    /// Keeps a fault, as `game-000012-turn-34-A.in`, `.out` and `.err`: the script handed over, what was
    /// printed, and the end of standard error.
    pub(super) fn fault(&self, case: &FaultCase<'_>) -> io::Result<()> {
        let FaultCase { game, turn, side, .. } = case;
        let stem = format!("game-{game:06}-turn-{turn}-{}", side_name(*side));
        let parts = [("in", case.script), ("out", case.stdout), ("err", case.stderr_tail)];
        for (extension, bytes) in parts {
            fs::write(self.0.join(format!("{stem}.{extension}")), bytes)?;
        }
        Ok(())
    }
}
