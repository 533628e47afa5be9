//! The log of the answers of programs that are asked line by line: one file for each game and side.

use super::exit::Failure;
use super::files::make_folder;
use super::records::log;
use broadside::arena::Exchange;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

/// A folder of logs. Answers are logged until one cannot be written.
#[derive(Debug)]
pub(super) struct AnswerLog {
    folder: PathBuf,
    failure: OnceLock<io::Error>,
}

impl AnswerLog {
    /// Makes the folder if it does not exist.
    pub(super) fn open(folder: &Path) -> Result<Self, Failure> {
        make_folder(folder)?;
        Ok(Self { folder: folder.to_owned(), failure: OnceLock::new() })
    }

    /// Adds an answer to `game-000012-A.log`.
    pub(super) fn add(&self, answer: &Exchange<'_>) {
        if let Err(error) = log(&self.folder, "answer", answer.number == 1, answer) {
            drop(self.failure.set(error));
        }
    }

    /// Whether all answers could be written so far.
    pub(super) fn goes_on(&self) -> bool {
        self.failure.get().is_none()
    }

    /// Returns an error if an answer could not be written.
    pub(super) fn check(&self) -> Result<(), Failure> {
        let failure = |error: &io::Error| {
            let error = io::Error::new(error.kind(), error.to_string());
            Err(Failure::Save { path: self.folder.clone(), error })
        };
        self.failure.get().map_or(Ok(()), failure)
    }
}
