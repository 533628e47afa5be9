//! `broadside replay`: reads scripts and records, and writes a game as a page for any browser.

mod grids;
mod heat;
mod html;
mod program;

use super::check;
use super::exit::{Exit, Failure, is_standard};
use super::files;
use super::one_of::one_of;
use super::run::explain_stop;
use broadside::arena::targeting_record;
use broadside::ports::Ports;
use broadside::rules::arsenal;
use broadside::rules::grids::Grids;
use broadside::rules::grids::record::{self, BadRecord};
use broadside::script::check::{Problem, check_lines};
use broadside::script::replay::page::Frames;
use broadside::script::replay::{Recorder, Replay as Game};
use broadside::script::{Flow, Stop};
use broadside::text::Visible;
use clap::ValueEnum;
use serde::Serialize;
use serde_json::Value;
use std::collections::BTreeMap;
use std::io::{self, BufWriter, Write as _};
use std::path::{Path, PathBuf};

use grids::Notation;
pub(super) use heat::targeting;
use html::page;

pub(super) const EXAMPLES: &str = "\
Examples:
  broadside replay scripts/first-battle.ships -o battle.html
  broadside play-out scripts/self-play.ships | broadside replay -o self-play.html
  broadside replay setup.ships moves.ships --side A > seen-by-A.html
  broadside replay game.ships --names Anna,Ben -o anna-against-ben.html
  broadside replay games/game-000001.arsenal -o royale.html
  broadside replay --game classic -o classic.html < scripts/classic/duel.txt

Keys on the page: the arrows step, Home and End jump, and the space bar plays. 1 shows the referee's
board, 2 what A knows, 3 what B knows. With --side the page shows only the board of this side; but
the page's source still has the whole game.

Exit status: 0 the page was written, even if the script stops at an INVALID OPERATION; 2 syntax or
usage error; 3 input or output failed.";

/// What becomes a page, and where it goes.
#[derive(Debug, clap::Args)]
pub(super) struct Replay {
    /// Scripts to run in one session, or the record of one game of `royale` or `bench`. `-` is
    /// standard input. Without files: standard input.
    #[arg(value_name = "FILE|-")]
    files: Vec<PathBuf>,

    /// Write the page to FILE. Without this option, and for `-`, the page goes to standard output.
    #[arg(short, long, value_name = "FILE|-")]
    output: Option<PathBuf>,

    /// Whose boards the page shows.
    #[arg(long, value_enum, default_value = "both", ignore_case = true)]
    side: Eyes,

    /// The title of the page. Without this option: the names of the files. Not with --names, which
    /// makes a title too.
    #[arg(long, value_name = "TEXT")]
    title: Option<String>,

    /// Replay a game of one of these programs, from its own files and input.
    #[arg(long, value_name = "PROGRAM", value_parser = one_of(program::PROGRAMS))]
    game: Option<program::Played>,

    /// The names of A and B. Without this option the names come from the record of the match, if
    /// there is one. Not with --title.
    #[arg(long, value_name = "A,B", value_parser = names, conflicts_with = "title")]
    names: Option<[String; 2]>,
}

impl Replay {
    /// Returns the file for the page, or `None` for standard output.
    fn output(&self) -> Option<&Path> {
        self.output.as_deref().filter(|path| !is_standard(path))
    }

    /// Checks that the page would not replace a script that it shows.
    fn check_output(&self, ports: &Ports<'_>) -> Result<(), Failure> {
        let shown: Vec<_> = self.files.iter().map(|path| ("FILE", Some(&**path))).collect();
        files::check_outputs(&shown, &[("--output", self.output())], &[], ports)
    }
}

fn names(text: &str) -> Result<[String; 2], &'static str> {
    let two = text.split_once(',').map(|(a, b)| (a.trim(), b.trim()));
    let two = two.filter(|(a, b)| !a.is_empty() && !b.is_empty() && !b.contains(','));
    two.map(|(a, b)| [a.to_owned(), b.to_owned()])
        .ok_or("expected two names with a comma between them: `Anna,Ben`")
}

/// Whose boards a page shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum, Serialize)]
pub(super) enum Eyes {
    /// What A knows.
    #[value(name = "A")]
    A,
    /// What B knows.
    #[value(name = "B")]
    B,
    /// The referee's board, and what each side knows.
    #[serde(rename = "both")]
    Both,
}

#[derive(Debug, Serialize)]
struct Source {
    name: String,
    text: String,
}

impl Source {
    fn new(path: &Path, bytes: &[u8]) -> Self {
        Self { name: name(path), text: String::from_utf8_lossy(bytes).into() }
    }
}

/// The data of a page. `F` serializes as the list of frames (the steps of the replay).
#[derive(Serialize)]
struct PageData<'r, F> {
    #[serde(skip_serializing_if = "Option::is_none")]
    kind: Option<&'static str>,
    side: Eyes,
    #[serde(skip_serializing_if = "Option::is_none")]
    title: Option<&'r str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    names: Option<&'r [String; 2]>,
    files: &'r [Source],
    #[serde(skip_serializing_if = "Option::is_none")]
    size: Option<[i64; 2]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    grids: Option<Value>,
    /// How a game on grids, such as arsenal, ended without a winner. Absent if a side has won: then
    /// the last frame names the winner.
    #[serde(skip_serializing_if = "Option::is_none")]
    ended: Option<&'r str>,
    /// The heat before orders: how promising each field was. The key is the line of the order.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    heat: BTreeMap<u64, Vec<u8>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    note: Option<&'static str>,
    frames: F,
}

impl<'r, F: Serialize> PageData<'r, F> {
    fn new(files: &'r [Source], frames: F) -> Self {
        let (kind, title, names, grids, ended, note) = (None, None, None, None, None, None);
        let (side, heat) = (Eyes::Both, BTreeMap::new());
        Self { kind, side, title, names, files, size: None, grids, ended, heat, note, frames }
    }

    fn with_options(self, options: &'r Replay) -> Self {
        let (title, names) = (options.title.as_deref(), options.names.as_ref());
        Self { side: options.side, title, names, ..self }
    }
}

/// Returns the data of a page. The heat comes from `script`, which is `None` for several scripts.
fn script_page<'r>(
    game: &'r Game,
    files: &'r [Source],
    script: Option<&[u8]>,
) -> PageData<'r, Frames<'r>> {
    let heat = script.map(heat::of_record).unwrap_or_default();
    let note = (!heat.is_empty()).then_some(heat::NOTE);
    PageData { heat, note, ..PageData::new(files, Frames(game)) }
}

pub(super) fn write(options: &Replay, ports: &mut Ports<'_>) -> Result<Exit, Failure> {
    if options.output().is_none() && ports.terminals.out {
        return refuse_terminal(ports);
    }
    options.check_output(ports)?;
    if let Some(played) = options.game {
        return program::write(played, options, ports);
    }
    let (mut recorder, mut sources, mut first) = (Recorder::default(), Vec::new(), None);
    let stdin = [PathBuf::from("-")];
    for path in if options.files.is_empty() { &stdin[..] } else { &options.files } {
        let bytes = files::read(path, ports)?;
        if let Some(game) = grids_of_record(&bytes) {
            let alone = "a record is a whole game: name no other file beside it";
            let (names, files) = (options.names.as_ref(), [Source::new(path, &bytes)]);
            return match game {
                _ if options.files.len() > 1 => refuse(path, alone, ports),
                Err(error) => refuse(path, &error.to_string(), ports),
                Ok(game) => send_grids(options, names, &game, Notation::Letters, &files, ports),
            };
        }
        let outcome = feed(&bytes, &mut recorder);
        sources.push(Source::new(path, &bytes));
        first.get_or_insert(bytes);
        match outcome {
            Ok(Flow::Continue) => {}
            Ok(Flow::Won(_)) | Err(Stop::Invalid(_)) => break,
            Err(stop) => return explain_stop(stop, path, false, ports),
        }
    }
    let game: Game = recorder.into_replay();
    let script = first.as_deref().filter(|_| sources.len() == 1);
    if let (true, Some(script)) = (game.is_empty(), script) {
        let path = options.files.first().unwrap_or(&stdin[0]);
        warn_of_nothing(path, script, ports)?;
    }
    let data = script_page(&game, &sources, script).with_options(options);
    send(&data, options.title.as_deref(), options.output(), ports)
}

/// Warns of a script without any tag or command, as `check` does.
fn warn_of_nothing(path: &Path, script: &[u8], ports: &mut Ports<'_>) -> io::Result<()> {
    let mut findings = check_lines(script).flatten();
    let nothing = findings.find(|finding| matches!(finding.problem, Problem::NothingToRun));
    nothing.map_or(Ok(()), |finding| ports.report(&check::picture(path, &finding)))
}

/// Reads a record of a game on grids. Returns `None` if `bytes` does not begin like such a record.
fn grids_of_record(bytes: &[u8]) -> Option<Result<Grids, BadRecord>> {
    let (_, head) = record::head(bytes);
    if head == arsenal::record::HEAD.as_bytes() {
        return Some(arsenal::record::read(bytes));
    }
    head.starts_with(targeting_record::HEAD.as_bytes()).then(|| targeting_record::read(bytes))
}

fn refuse(record: &Path, why: &str, ports: &mut Ports<'_>) -> Result<Exit, Failure> {
    ports.report(&format!("{}: {why}\n", Visible(name(record).as_bytes())))?;
    Ok(Exit::Syntax)
}

fn send_grids(
    options: &Replay,
    names: Option<&[String; 2]>,
    game: &Grids,
    notation: Notation,
    files: &[Source],
    ports: &mut Ports<'_>,
) -> Result<Exit, Failure> {
    let data = grids::page(game, notation, files).with_options(options);
    let data = PageData { names, ..data };
    send(&data, options.title.as_deref(), options.output(), ports)
}

/// Writes a page that replays `script`. The page calls the script `name`.
pub(super) fn write_script(
    name: &str,
    script: &[u8],
    to: &Path,
    ports: &mut Ports<'_>,
) -> io::Result<()> {
    let mut recorder = Recorder::default();
    feed(script, &mut recorder).map_err(io::Error::other)?;
    let source = Source { name: name.to_owned(), text: String::from_utf8_lossy(script).into() };
    let game: Game = recorder.into_replay();
    write_page(&script_page(&game, &[source], Some(script)), None, to, ports)
}

pub(super) fn refuse_terminal(ports: &mut Ports<'_>) -> Result<Exit, Failure> {
    ports.report("broadside: a page is not for terminals: name a file with `-o FILE`\n")?;
    Ok(Exit::Syntax)
}

fn feed(bytes: &[u8], recorder: &mut Recorder) -> Result<Flow, Stop> {
    for line in bytes.strip_suffix(b"\n").unwrap_or(bytes).split(|byte| *byte == b'\n') {
        if let won @ Flow::Won(_) = recorder.feed(line)? {
            return Ok(won);
        }
    }
    recorder.end()
}

/// Returns the name that a file has on the page. The name contains no folders, because the names of
/// folders may be private.
fn name(path: &Path) -> String {
    let name = path.file_name().unwrap_or(path.as_os_str());
    if is_standard(path) { "standard input".into() } else { name.to_string_lossy().into() }
}

/// Writes a page to the file `to`. Without `to`, writes it to standard output.
pub(super) fn send(
    data: &impl Serialize,
    title: Option<&str>,
    to: Option<&Path>,
    ports: &mut Ports<'_>,
) -> Result<Exit, Failure> {
    let Some(path) = to else {
        page(data, title, ports.out)?;
        return Ok(Exit::Done);
    };
    write_page(data, title, path, ports).map_err(Failure::save(path))?;
    Ok(Exit::Done)
}

/// Writes a page to a file. An old file stays until the page is complete.
fn write_page(
    data: &impl Serialize,
    title: Option<&str>,
    path: &Path,
    ports: &Ports<'_>,
) -> io::Result<()> {
    let mut draft = BufWriter::new(ports.files.draft(path)?);
    page(data, title, &mut draft)?;
    draft.flush()?;
    draft.into_inner().map_err(io::IntoInnerError::into_error)?.finish()
}

#[cfg(test)]
mod tests {
    use super::*;
    use broadside::ports::{Memory, Terminals};

    fn options(output: Option<&str>) -> Replay {
        let (output, side) = (output.map(PathBuf::from), Eyes::Both);
        Replay { files: Vec::new(), output, side, title: None, game: None, names: None }
    }

    #[test]
    fn no_page_goes_to_a_terminal() {
        let terminals = Terminals { out: true, ..Terminals::default() };
        let mut memory = Memory { terminals, ..Memory::default() };
        assert_eq!(memory.run(|ports| write(&options(None), ports)).unwrap(), Exit::Syntax);
        assert!(memory.out.is_empty() && !memory.err.is_empty());
        let exit = memory.run(|ports| write(&options(Some("page.html")), ports)).unwrap();
        assert_eq!((exit, memory.files.0.borrow().len()), (Exit::Done, 1));
        let err = String::from_utf8_lossy(&memory.err);
        assert!(err.contains("a script without any tag or command"), "{err}");
    }

    #[test]
    fn there_are_two_names_with_a_comma() {
        assert_eq!(names("Anna,Ben"), Ok(["Anna", "Ben"].map(str::to_owned)));
        assert!(names("Anna").is_err());
        assert!(names("Anna,Ben,Cleo").is_err());
    }

    #[test]
    fn a_file_is_named_without_its_folders() {
        assert_eq!(name(Path::new("some/folder/battle.ships")), "battle.ships");
        assert_eq!(name(Path::new("-")), "standard input");
        assert_eq!(name(Path::new("..")), "..");
    }
}
