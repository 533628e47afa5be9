//! The folders of `--records` and `--log`. The folder of `--records` has each game as a text for
//! `replay`. In a match it also has what a program read and wrote in a turn with a fault and, with
//! `--html`, the replay pages of the notable games. The folder of `--log` has all turns and answers
//! of programs.

use super::disk::Disk;
use super::exit::{Failure, Result};
use broadside::arena::Exchange;
use broadside::arena::tournament::Played;
use broadside::board::Side;
use broadside::ports::Files as _;
use std::fs::{self, File};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

#[derive(Debug, Default)]
pub(super) struct Records {
    games: Option<PathBuf>,
    log: Option<PathBuf>,
    /// The first file that a thread could not write; see [`check`](Self::check).
    failure: OnceLock<Unwritten>,
}

type Unwritten = (PathBuf, io::Error);

impl Records {
    pub(super) fn new(games: Option<&Path>, log: Option<&Path>) -> Self {
        let [games, log] = [games, log].map(|folder| folder.map(Path::to_owned));
        Self { games, log, failure: OnceLock::new() }
    }

    pub(super) fn game(&self, played: &Played) -> Result<()> {
        let kept = self.keep(&record_name(played.entry.game), &played.record);
        kept.map_err(|(path, error)| Failure::Save { path, error })
    }

    fn keep(&self, name: &str, record: &[u8]) -> Result<(), Unwritten> {
        let Some(folder) = &self.games else { return Ok(()) };
        let path = folder.join(name);
        cleared(&path).and_then(|()| Disk.replace(&path, record)).map_err(|error| (path, error))
    }

    /// Writes a file such as `game-000012.KIND`. [`check`](Self::check) returns the error, if any.
    pub(super) fn text(&self, game: u64, kind: &str, record: &str) {
        if let Err(failure) = self.keep(&format!("{}.{kind}", stem(game)), record.as_bytes()) {
            drop(self.failure.set(failure));
        }
    }

    /// Adds an answer of a program to the log. [`check`](Self::check) returns the error, if any.
    pub(super) fn answer(&self, answer: &Exchange<'_>) {
        if let Some(folder) = &self.log
            && let Err(failure) = log(folder, "answer", answer.number == 1, answer)
        {
            drop(self.failure.set(failure));
        }
    }

    /// Whether games may go on: false once [`check`](Self::check) would fail.
    pub(super) fn goes_on(&self) -> bool {
        self.failure.get().is_none()
    }

    /// Fails if `text`, `answer` or `turn` could not write a file.
    pub(super) fn check(&self) -> Result<()> {
        let Some((path, error)) = self.failure.get() else { return Ok(()) };
        let error = io::Error::new(error.kind(), error.to_string());
        Err(Failure::Save { path: path.clone(), error })
    }

    /// Adds a turn to the log. If games are kept, a turn with a fault also gets its own files.
    pub(super) fn turn(&self, turn: &Exchange<'_>) -> io::Result<()> {
        self.keep_turn(turn).map_err(|(path, error)| {
            let kind = error.kind();
            drop(self.failure.set((path, error)));
            kind.into()
        })
    }

    fn keep_turn(&self, turn: &Exchange<'_>) -> Result<(), Unwritten> {
        if let Some(folder) = &self.log {
            // The first turn of a side is turn 1 or turn 2 of the game.
            log(folder, "turn", turn.number <= 2, turn)?;
        }
        match &self.games {
            Some(folder) if turn.outcome != Exchange::OK => fault(folder, turn),
            _ => Ok(()),
        }
    }
}

pub(super) fn record_name(game: u64) -> String {
    format!("{}.ships", stem(game))
}

pub(super) fn replay_name(game: u64) -> String {
    format!("{}.html", stem(game))
}

pub(super) fn log_name(game: u64, side: Side) -> String {
    format!("{}-{}.log", stem(game), side.name())
}

pub(super) fn fault_name(game: u64, turn: u64, side: Side, extension: &str) -> String {
    format!("{}-turn-{turn}-{}.{extension}", stem(game), side.name())
}

/// Returns the beginning of a file's name. `game` counts from 0, but the names count from 1.
fn stem(game: u64) -> String {
    format!("game-{:06}", game.saturating_add(1))
}

/// Adds an entry to a file such as `game-000012-A.log`. The first entry replaces an earlier log.
fn log(
    folder: &Path,
    what: &str,
    is_first: bool,
    exchange: &Exchange<'_>,
) -> Result<(), Unwritten> {
    let Exchange { game, side, number, read, wrote, stderr, wall, outcome } = *exchange;
    let path = folder.join(log_name(game, side));
    let opened = cleared(&path).and_then(|()| {
        File::options().write(true).append(!is_first).truncate(is_first).create(true).open(&path)
    });
    let millis = wall.as_secs_f64() * 1e3;
    let mut text = format!("=== {what} {number}, {millis:.1} ms, {outcome}\n").into_bytes();
    for (name, bytes) in [("read", read), ("wrote", wrote), ("stderr", stderr)] {
        text.extend_from_slice(format!("--- {name}\n").as_bytes());
        text.extend_from_slice(bytes);
        if !bytes.is_empty() && !bytes.ends_with(b"\n") {
            text.push(b'\n');
        }
    }
    opened.and_then(|mut file| file.write_all(&text)).map_err(|error| (path, error))
}

/// Writes files such as `game-000012-turn-34-A.in`: script, output, end of standard error.
fn fault(folder: &Path, turn: &Exchange<'_>) -> Result<(), Unwritten> {
    for (extension, bytes) in [("in", turn.read), ("out", turn.wrote), ("err", turn.stderr)] {
        let path = folder.join(fault_name(turn.game, turn.number, turn.side, extension));
        let written = cleared(&path).and_then(|()| fs::write(&path, bytes));
        written.map_err(|error| (path, error))?;
    }
    Ok(())
}

/// Removes a pipe or a link that has the name of a file to write. A program could have made it, and
/// writing to a pipe might never end.
fn cleared(path: &Path) -> io::Result<()> {
    let is_other = |about: fs::Metadata| !about.is_file() && !about.is_dir();
    let is_other = fs::symlink_metadata(path).is_ok_and(is_other);
    if is_other { fs::remove_file(path) } else { Ok(()) }
}
