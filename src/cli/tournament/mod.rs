//! `broadside match`: engines (named players of the Ships language) play against each other.

mod engines;
mod merge;
mod page;
mod playing;

use super::exit::{Exit, Failure, Result};
use super::files::{self, own_file};
use super::foreign::Hidden;
use super::journal::{Object, Objects};
use super::limits::Limited;
use super::one_of::one_of;
use super::records::{Records, log_name};
use super::stop;
use super::world;
use broadside::arena::DrawRules;
use broadside::arena::ratings::{NoSprt, Sprt};
use broadside::arena::tournament::{
    Engine, Entry, OnFault, Player, Report, Schedule, Setup, Shard, Table, Told, Tournament,
};
use broadside::dice::Seed;
use broadside::ports::Ports;
use broadside::ports::programs::{Command, typed};
use broadside::text::Visible;
use engines::Engines;
pub(super) use merge::{EXAMPLES as MERGE_EXAMPLES, Merge, run as merge};
use page::Kept;
use playing::Playing;
use std::env;
use std::path::{Path, PathBuf};

pub(super) const EXAMPLES: &str = "\
Examples:
  broadside match --engine fair --engine open --games 20
  broadside match --engine name=mine cmd='python3 bot.py' --engine open --journal games.jsonl
  broadside match --engine name=new cmd=./new --engine name=old cmd=./old --sprt elo0=0 elo1=20
  broadside match --engine cmd=./mine --engine open --records games --html match.html

A program is started again for each turn. It gets a script on standard input: a [state] group that
gives the board, with the program's side as the next player. The INFORMATION lines in the script are
notes on what the program knows. Enemy ships that the program does not see stand at guessed places
(fog). The program prints a [playerA] or [playerB] group with its orders; if it prints several, the
last one counts. If an order is illegal only because of ships that the program cannot see, the order
is skipped, and a note in the next scripts says so. Any other illegal order is a fault and loses the
game, unless --faults skip.

With proto=turns a program is started only once for each game. A line `go` follows each
script, and the program answers with one group, and prints nothing more before the next `go`. A
line `over won`, `over lost` or `over drawn` ends the game.

Two games make a pair: they begin alike, and the engines change sides. The table gives each engine's
Elo (a number for its strength), the bounds of the Elo (95 %) and `superior` (how likely the engine
is the stronger one). Elo needs at least 20 pairs. With the same options, game k depends only on
the seed, k and the engines. So --jobs changes nothing in the journal but the times of programs
(`observed`), and shards that are merged give the games of the whole match. If a match with
--journal was stopped, give the same command again: the match continues.

Faults: timeout, crash SIGNAL, exit N, output, memory, no group, out of turn,
malformed LINE:COLUMN, illegal REASON.

Exit status: 0 the match was played, even with faults; 1 a fault ended it (--faults stop); 2 usage
error, or the journal is of another match; 3 an engine cannot be started, or input or output failed;
130 interrupted.";

/// A match.
#[derive(Debug, clap::Args)]
pub(super) struct Match {
    #[command(flatten)]
    engines: Engines,

    /// What a program gets: what its side knows (fog), the true state, or all commands so far.
    #[arg(long, value_name = "WHAT", value_parser = one_of(HAND_OVER), default_value = "fog")]
    hand_over: Told,

    /// How games begin: basic, extended, small, narrow, or a script. After the script it must be
    /// A's turn.
    ///
    /// basic: the language's defaults. extended: the defaults with `EXTENDED_SHIPS`, and 8 reefs
    /// drawn for each round of pairs. small: 12 x 12, one ship of each class, `EXTENDED_SHIPS`.
    /// narrow: 10 x 10, fleets 0 1 1 1, `EXTENDED_SHIPS`.
    #[arg(long, value_name = "NAME|FILE", default_value = "extended")]
    setup: PathBuf,

    /// How many games every engine plays against every other engine. An odd number is raised by
    /// one. Without this option: 100, and with --sprt no limit.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=1_000_000_000))]
    games: Option<u64>,

    /// Stop as soon as a statistical test (SPRT) decides whether the first engine is stronger than
    /// the second by elo1, or only by elo0.
    #[arg(long, value_name = "elo0=0 elo1=20 alpha=0.05 beta=0.05", num_args = 0..=4)]
    sprt: Option<Vec<String>>,

    /// What happens after a fault.
    #[arg(long, value_name = "HOW", value_parser = one_of(FAULTS), default_value = "lose")]
    faults: OnFault,

    /// A game of N turns is a draw. The turns of both sides count.
    #[arg(long, value_name = "N", default_value_t = 400)]
    #[arg(value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    max_turns: u64,

    /// A game is a draw after N turns in a row in which nothing new happened: nothing was hit, no
    /// ship came to a new place, no plane showed a new field.
    #[arg(long, value_name = "N", default_value_t = 60)]
    #[arg(value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    no_progress: u64,

    /// The seed: any whole number. The same seed draws the same beginnings of games.
    #[arg(long, value_name = "N", default_value = "1", allow_hyphen_values = true)]
    seed: Seed,

    /// How many games to play at a time. Without this option: one for each processor.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    jobs: Option<u16>,

    /// Play only part K of N of the pairs: `2/8`. `merge` puts the journals of all parts together.
    #[arg(long, value_name = "K/N", default_value_t)]
    shard: Shard,

    /// Add each finished game to this file. Games that the file has already are not played again.
    #[arg(long, value_name = "FILE", value_parser = own_file())]
    journal: Option<PathBuf>,

    /// Keep each game in this folder as a script for `run`, and all details of each fault.
    #[arg(long, value_name = "DIR")]
    records: Option<PathBuf>,

    /// Keep a log of every turn of a program in this folder: what the program read, what it wrote
    /// (also on standard error), and how long it took. There is one file for each game and side.
    #[arg(long, value_name = "DIR")]
    log: Option<PathBuf>,

    /// Write the table to this file too, as JSON.
    #[arg(long, value_name = "FILE", value_parser = own_file())]
    json: Option<PathBuf>,

    /// Write a page of the match: who beats whom, Elo, faults, links to the games, and which games
    /// are worth looking at. With --records, each game that is worth looking at also gets a replay
    /// beside its record.
    #[arg(long, value_name = "FILE", value_parser = own_file())]
    html: Option<PathBuf>,

    #[command(flatten)]
    limited: Limited,
}

const HAND_OVER: &[(&str, Told, &str)] = &[
    ("fog", Told::Fog, "What its side knows, and guesses"),
    ("full", Told::Full, "The true state"),
    ("transcript", Told::Transcript, "All commands so far"),
];

const FAULTS: &[(&str, OnFault, &str)] = &[
    ("lose", OnFault::Lose, "The engine loses the game"),
    ("skip", OnFault::Skip, "The engine's turn is empty, and the game goes on"),
    ("stop", OnFault::Stop, "The engine loses the game, and the match ends"),
];

impl Object for Entry {
    const HEAD: &'static str = r#"{"schema":"broadside.game/1","#;

    fn options(&self) -> &str {
        &self.options
    }
}

/// Reads the words of `--sprt`. SPRT is a statistical test that decides between two values of Elo.
fn sprt_of(words: Option<&[String]>) -> Result<Option<Sprt>> {
    let sprt = words.map(|words| words.join(" ").parse()).transpose();
    sprt.map_err(|error: NoSprt| Failure::Options(format!("--sprt: {error}")))
}

fn save_json(path: Option<&Path>, table: &Table, ports: &Ports<'_>) -> Result<()> {
    path.map_or(Ok(()), |path| files::save_json(path, &Report::from(table), ports))
}

/// Writes the page and its replays. Leaves out games after the pair that decided `--sprt`.
fn save_page(
    path: &Path,
    (table, entries): (&Table, &[Entry]),
    mut kept: Kept,
    ports: &mut Ports<'_>,
) -> Result<()> {
    let counted = usize::try_from(table.games).unwrap_or(usize::MAX);
    let entries: Vec<_> = entries.iter().take(counted).collect();
    let notable = page::notable(table, &entries);
    for game in &notable {
        kept.draw(game.entry, ports)?;
    }
    let page = page::page(table, &entries, &notable, &kept)?;
    files::save(path, page.as_bytes(), ports)
}

pub(super) fn run(options: &Match, ports: &mut Ports<'_>) -> Result<Exit> {
    let (playing, outcome) = play(options, ports)?;
    conclude(options, playing, outcome, ports)
}

/// Plays the match. The inner result says whether an interrupt or a failure ended it early.
fn play(options: &Match, ports: &mut Ports<'_>) -> Result<(Playing, Result<()>)> {
    let sprt = sprt_of(options.sprt.as_deref())?;
    if let Some(message) = options.contradiction(sprt) {
        return Err(Failure::Options(message.to_owned()));
    }
    let tournament = options.tournament(ports)?;
    tournament.setup.game(&options.seed, 0).map_err(|error| {
        Failure::Options(format!("--setup `{}`: {error}", options.setup.display()))
    })?;
    options.check_outputs(ports)?;
    let digest = tournament.options(&options.limited.words());
    let opened = options.journal.as_deref().map(|path| Objects::open(path, &digest)).transpose();
    let opened = opened.map_err(|failure| {
        if let Failure::Refused(why) = failure { Failure::Options(why) } else { failure }
    })?;
    let (journal, entries) =
        opened.map_or_else(Default::default, |(journal, entries)| (Some(journal), entries));
    let records = Records::new(options.records.as_deref(), options.log.as_deref());
    let stop = stop::on_first_interrupt()?;
    let mut playing = Playing::new(options.schedule(), sprt, journal, entries);
    let outcome = playing.play(tournament, options, digest, &records, &stop);
    Ok((playing, outcome))
}

fn conclude(
    options: &Match,
    playing: Playing,
    outcome: Result<()>,
    ports: &mut Ports<'_>,
) -> Result<Exit> {
    let (entries, table, has_fault) = playing.finish();
    if matches!(outcome, Ok(()) | Err(Failure::Interrupted)) {
        let logs = options.log.as_deref().map(|folder| log_lines(&table, &entries, folder));
        let logs = logs.unwrap_or_default();
        world::print_lines(&format!("{table}{logs}"), ports)?;
        save_json(options.json.as_deref(), &table, ports)?;
        if let Some(path) = &options.html {
            let (records, log) = (options.records.as_deref(), options.log.as_deref());
            let kept = Kept::new(path, records, log, options.hand_over);
            save_page(path, (&table, &entries), kept, ports)?;
        }
    }
    match outcome {
        Ok(()) if has_fault && options.faults == OnFault::Stop => Ok(Exit::Own(1)),
        Ok(()) => Ok(Exit::Done),
        Err(failure) => {
            if matches!(failure, Failure::Interrupted) {
                ports.report(&how_to_continue(options))?;
            }
            Err(failure)
        }
    }
}

/// Says where the logs in `folder` show the first fault and the slowest turn of each program.
fn log_lines(table: &Table, entries: &[Entry], folder: &Path) -> String {
    let mut lines = String::new();
    for (engine, row) in &table.engines {
        let found = page::telling(row).filter_map(|(what, game, turn, _)| {
            let entry = entries.iter().find(|entry| entry.game == game)?;
            let path = folder.join(log_name(game, entry.side_of(engine)?));
            let text = format!("its {what} is turn {turn} in {}", path.display());
            // Games that a journal has are not played again, so they may have no log.
            path.exists().then_some(text)
        });
        let found: Vec<_> = found.collect();
        if !found.is_empty() {
            lines.extend([engine, ": ", &found.join(", "), "\n"]);
        }
    }
    lines
}

fn commands_of_programs(engines: &[Engine]) -> impl Iterator<Item = &Command> {
    engines.iter().filter_map(|engine| match &engine.player {
        Player::Program(command, _) => Some(command),
        Player::Open | Player::Pilot(_) => None,
    })
}

fn how_to_continue(options: &Match) -> String {
    if options.journal.is_none() {
        return "interrupted; with --journal FILE the match could go on\n".to_owned();
    }
    let command = typed(env::args_os());
    format!("interrupted; to go on:\n{}\n", Visible(command.as_bytes()))
}

impl Match {
    fn contradiction(&self, sprt: Option<Sprt>) -> Option<&'static str> {
        sprt?;
        if self.engines.0.len() > 2 {
            return Some("--sprt compares two engines, not more");
        }
        let is_part = !self.shard.is_all() && self.games.is_none();
        is_part.then_some(
            "--sprt with --shard needs --games: a part of a match cannot tell when to stop",
        )
    }

    /// Returns what programs in a sandbox must not see: results written before the match ends, and
    /// files that the commands of other engines name.
    fn hidden(&self) -> Hidden {
        let results = [&self.journal, &self.records, &self.log].map(|path| path.as_deref());
        Hidden::new(&results, commands_of_programs(&self.engines.0))
    }

    fn check_outputs(&self, ports: &Ports<'_>) -> Result<()> {
        let is_script = self.setup.to_str().and_then(Setup::from_name).is_none();
        let setup = Some(&*self.setup).filter(|_| is_script);
        let kept = [("--journal", self.journal.as_deref()), ("--setup", setup)];
        let written = [("--json", self.json.as_deref()), ("--html", self.html.as_deref())];
        let folders = [self.records.as_deref(), self.log.as_deref()];
        files::check_outputs(&kept, &written, &folders, ports)
    }

    fn tournament(&self, ports: &mut Ports<'_>) -> Result<Tournament> {
        let setup = files::setup(&self.setup, ports)?;
        Ok(Tournament {
            seed: self.seed.clone(),
            engines: self.engines.0.clone(),
            setup,
            told: self.hand_over,
            limits: self.limited.first(),
            on_fault: self.faults,
            draws: DrawRules { max_turns: self.max_turns, no_progress: self.no_progress },
        })
    }

    fn schedule(&self) -> Schedule {
        let games = match (self.games, &self.sprt) {
            (None, Some(_)) => None,
            (games, _) => Some(games.unwrap_or(100)),
        };
        Schedule::new(self.engines.0.len(), games, self.shard)
    }
}
