//! Links from the page of a match to the files that were kept: records, replays, logs and faults of
//! its games. Also makes the commands that read a record.

use crate::cli::exit::{Failure, Result};
use crate::cli::foreign::full;
use crate::cli::records::{fault_name, log_name, record_name, replay_name};
use crate::cli::replay;
use broadside::arena::tournament::{Entry, Told};
use broadside::board::Side;
use broadside::ports::Ports;
use broadside::ports::programs::typed;
use std::collections::{BTreeSet, HashSet};
use std::ffi::{OsStr, OsString};
use std::fs;
use std::path::{Component, Path, PathBuf};

#[derive(Default)]
pub(in crate::cli::tournament) struct Kept {
    records: Option<Folder>,
    log: Option<Folder>,
    told: Told,
    replays: BTreeSet<u64>,
}

struct Folder {
    given: PathBuf,
    /// The link from the page to the folder, with `/` at its end.
    link: String,
    /// All files in the folder. A match that goes on from its journal does not play the old games
    /// again, so files of these games may be missing.
    names: HashSet<OsString>,
}

impl Kept {
    pub(in crate::cli::tournament) fn new(
        page: &Path,
        records: Option<&Path>,
        log: Option<&Path>,
        told: Told,
    ) -> Self {
        let folder = |given| Folder::new(page, given);
        let (records, log) = (records.map(folder), log.map(folder));
        Self { records, log, told, replays: BTreeSet::new() }
    }

    /// Writes the replay of a game, if its record was kept.
    pub(in crate::cli::tournament) fn draw(
        &mut self,
        entry: &Entry,
        ports: &mut Ports<'_>,
    ) -> Result<()> {
        let Some(folder) = &self.records else { return Ok(()) };
        let name = record_name(entry.game);
        let Ok(record) = fs::read(folder.given.join(&name)) else { return Ok(()) };
        let path = folder.given.join(replay_name(entry.game));
        let written = replay::write_script(&name, &record, &path, ports);
        written.map_err(Failure::save(&path))?;
        self.replays.insert(entry.game);
        Ok(())
    }

    pub(super) fn replay(&self, entry: &Entry) -> Option<String> {
        let folder = self.records.as_ref().filter(|_| self.replays.contains(&entry.game))?;
        Some(folder.link.clone() + &replay_name(entry.game))
    }

    pub(super) fn files(&self, entry: &Entry) -> Vec<(&'static str, String)> {
        let record = self.records.as_ref();
        let record = record.and_then(|folder| folder.link_to(&record_name(entry.game)));
        let record = record.map(|link| ("record", link));
        let log = self.log.as_ref().zip(entry.observed.as_ref());
        let logs = log.into_iter().flat_map(|(folder, observed)| {
            let sides = [("log of A", Side::First), ("log of B", Side::Second)].into_iter();
            let sides = sides.filter(|(_, side)| observed.of(*side).turns > 0);
            let link = |side| folder.link_to(&log_name(entry.game, side));
            sides.filter_map(move |(name, side)| Some((name, link(side)?)))
        });
        let replay = self.replay(entry).map(|link| ("replay", link));
        replay.into_iter().chain(record).chain(logs).collect()
    }

    /// Returns the files about one turn. The link to the log names the first words about the turn,
    /// so a browser can scroll to these words.
    pub(super) fn turn(
        &self,
        game: u64,
        side: Side,
        turn: u64,
        is_fault: bool,
    ) -> Vec<(&'static str, String)> {
        let log = self.log.as_ref().and_then(|folder| folder.link_to(&log_name(game, side)));
        let text = encoded(format!("=== turn {turn},").as_bytes());
        let log = log.map(|link| ("log", format!("{link}#:~:text={text}")));
        let parts = [("read", "in"), ("wrote", "out"), ("standard error", "err")];
        let records = self.records.as_ref().filter(|_| is_fault);
        let parts = records.into_iter().flat_map(|folder| {
            let link = move |extension| folder.link_to(&fault_name(game, turn, side, extension));
            parts.into_iter().filter_map(move |(name, extension)| Some((name, link(extension)?)))
        });
        log.into_iter().chain(parts).collect()
    }

    pub(super) fn hand_over(&self, entry: &Entry, turn: u64) -> Option<String> {
        let turn = turn.to_string();
        let kind: &[_] = match self.told {
            Told::Fog => &[],
            Told::Full => &["--hand-over", "full"],
            Told::Transcript => &["--hand-over", "transcript"],
        };
        self.command_on(entry, "hand-over", &[&["--turn", &turn], kind].concat())
    }

    pub(super) fn replay_command(&self, entry: &Entry) -> Option<String> {
        self.command_on(entry, "replay", &["--output", "game.html"])
    }

    fn command_on(&self, entry: &Entry, command: &str, options: &[&str]) -> Option<String> {
        let (folder, name) = (self.records.as_ref()?, record_name(entry.game));
        folder.link_to(&name)?;
        let path = folder.given.join(name);
        let path = path.to_string_lossy();
        // Without `./`, the command would take a path that begins with `-` for an option.
        let path = if path.starts_with('-') { format!("./{path}") } else { path.into_owned() };
        Some(typed([&["broadside", command, &*path], options].concat()))
    }
}

impl Folder {
    fn new(page: &Path, given: &Path) -> Self {
        let files = fs::read_dir(given).into_iter().flatten().flatten();
        let names = files.map(|file| file.file_name()).collect();
        Self { given: given.to_owned(), link: link(page, given), names }
    }

    fn link_to(&self, name: &str) -> Option<String> {
        self.names.contains(OsStr::new(name)).then(|| format!("{}{name}", self.link))
    }
}

fn link(page: &Path, folder: &Path) -> String {
    let [page, folder] = [page, folder].map(full);
    let from: Vec<_> = page.parent().map(Path::components).into_iter().flatten().collect();
    let to: Vec<_> = folder.components().collect();
    let common = from.iter().zip(&to).take_while(|(one, other)| one == other).count();
    let up = from[common..].iter().map(|_| "..".to_owned());
    let down = to[common..].iter().filter(|part| matches!(part, Component::Normal(_)));
    let parts = up.chain(down.map(|part| encoded(part.as_os_str().as_encoded_bytes())));
    let link: String = parts.map(|part| part + "/").collect();
    if link.is_empty() { "./".to_owned() } else { link }
}

/// Encodes a part of a link. Letters, digits, `-`, `.`, `_` and `~` stay (RFC 3986, sections 2.1
/// and 2.3).
fn encoded(part: &[u8]) -> String {
    let stays = |byte: u8| byte.is_ascii_alphanumeric() || b"-._~".contains(&byte);
    let encoded = |byte| if stays(byte) { char::from(byte).into() } else { format!("%{byte:02X}") };
    part.iter().copied().map(encoded).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_encoded_byte_by_byte() {
        assert_eq!(encoded(b"my games\xff"), "my%20games%FF");
    }

    #[test]
    fn links_lead_from_the_page_to_the_folder() {
        for (page, folder, expected) in [
            ("match.html", "games", "games/"),
            ("out/match.html", "out/my games#1", "my%20games%231/"),
            ("out/match.html", "games", "../games/"),
            ("out/match.html", "out", "./"),
            ("/a/b/match.html", "/a/c", "../c/"),
            ("match.html", "../games", "../games/"),
            ("/a/b/../match.html", "/a/b/games", "b/games/"),
            ("/a/b/match.html", "/a/./b/../games", "../games/"),
        ] {
            assert_eq!(link(Path::new(page), Path::new(folder)), expected, "{page} {folder}");
        }
    }
}
