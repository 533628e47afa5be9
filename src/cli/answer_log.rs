//! The log of the answers of programs that are asked line by line, a file for each game and side.

use super::exit::Failure;
use super::records::{Part, append, log_name};
use broadside::arena::Asked;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

/// A folder of logs, up to the first answer that cannot be kept.
#[derive(Debug)]
pub(super) struct AnswerLog {
    folder: PathBuf,
    failure: OnceLock<io::Error>,
}

impl AnswerLog {
    /// Makes the folder if need be.
    pub(super) fn open(folder: &Path) -> Result<Self, Failure> {
        let failed = |error| Failure::Save { path: folder.to_owned(), error };
        fs::create_dir_all(folder).map_err(failed)?;
        Ok(Self { folder: folder.to_owned(), failure: OnceLock::new() })
    }

    /// Adds an answer to `game-000012-A.log`.
    pub(super) fn add(&self, asked: &Asked<'_>) {
        let millis = asked.wall.as_secs_f64() * 1e3;
        let head = format!("answer {}, {millis:.1} ms, {}", asked.number, asked.outcome);
        let parts: [Part<'_>; 3] =
            [("read", asked.read), ("wrote", asked.wrote), ("stderr", asked.stderr)];
        let path = self.folder.join(log_name(asked.game, asked.side));
        if let Err(error) = append(&path, asked.number == 1, &head, parts) {
            drop(self.failure.set(error));
        }
    }

    /// Whether all answers could be kept until now.
    pub(super) fn goes_on(&self) -> bool {
        self.failure.get().is_none()
    }

    /// # Errors
    /// Why an answer could not be kept.
    pub(super) fn check(&self) -> Result<(), Failure> {
        let failure = |error: &io::Error| {
            let error = io::Error::new(error.kind(), error.to_string());
            Err(Failure::Save { path: self.folder.clone(), error })
        };
        self.failure.get().map_or(Ok(()), failure)
    }
}
