//! `broadside bench`: series of games between bots, with figures.

mod figures;
mod ships;
mod signature;

use super::bots::{AnswerLimits, BotOption, Bots, OneBot, Roster};
use super::exit::{Exit, Failure};
use super::files::own_file;
use super::lab;
use super::records::{Keeper, Records};
use super::replay;
use super::stop;
use broadside::arena::{
    Bench, CaptainFactory, GunnerFactory, Keep, Series, Trial, duel, show as shown_game, solo, svg,
    targeting,
};
use broadside::board::Dims;
use broadside::dice::Seed;
use broadside::ports::Ports;
use clap::builder::{PathBufValueParser, TypedValueParser as _};
use clap::{Args, Subcommand};
use figures::{counts, forfeits, heading, merged, pace, time, write_json};
use serde_json::json;
use std::fmt;
use std::path::PathBuf;

pub(super) const EXAMPLES: &str = "\
Examples:
  broadside bench arsenal --bot hard
  broadside bench arsenal --bot hard --against medium --games 1000
  broadside bench targeting --bot density --fleet 5,4,3,3,2
  broadside bench targeting --bot density,posterior --games 30000 --svg shots.svg
  broadside bench targeting --bot density --show 1 -o game.html
  broadside bench ships --engine fair --against open --hand-over full --games 200
  broadside bench targeting --bot density,'cmd=python3 scripts/bots/targeting.py' --games 200
  broadside bench --signature

Game k depends on the seed and k only: any number of threads gives the same figures, and the digest
of all games in their order shows it. Ctrl-C ends a series early: the figures are those of the games
played until then.

Exit status: 0 all games were played, 2 usage error, 3 output failed, 130 interrupted.";

const ARSENAL_EXAMPLES: &str = "\
Examples:
  broadside bench arsenal --bot hard
  broadside bench arsenal --bot hard --against medium --games 1000

Exit status: 0 all games were played, 2 usage error, 3 output failed, 130 interrupted.";

const TARGETING_EXAMPLES: &str = "\
Examples:
  broadside bench targeting --bot density --fleet 5,4,3,3,2
  broadside bench targeting --bot density,posterior --games 30000 --svg shots.svg
  broadside bench targeting --bot density --show 1 -o game.html

Exit status: 0 all games were played or the page was written, 2 usage error, 3 output failed,
130 interrupted.";

const SHIPS_EXAMPLES: &str = "\
Examples:
  broadside bench ships --engine fair --against open --hand-over full --games 200

Exit status: 0 all games were played, 2 usage error, 3 output failed, 130 interrupted.";

/// `broadside bench`
#[derive(Args, Debug)]
#[command(arg_required_else_help = true, args_conflicts_with_subcommands = true)]
pub(crate) struct Options {
    /// Play a few fixed games of every bot and program, and write digests of their moves.
    ///
    /// The last line is the digest of all. It changes if and only if a bot or a program plays one of these
    /// games differently.
    #[arg(long)]
    signature: bool,

    #[command(subcommand)]
    what: Option<What>,
}

/// What to measure.
#[derive(Debug, Subcommand)]
pub(crate) enum What {
    /// The game with radar, smoke, artillery and torpedo: a bot alone against random fleets, or against
    /// another bot.
    #[command(after_help = ARSENAL_EXAMPLES)]
    Arsenal(Arsenal),
    /// Classic rules: a bot only fires, and learns the class of a ship when it sinks.
    #[command(after_help = TARGETING_EXAMPLES)]
    Targeting(Targeting),
    /// The Ships language: one engine against another; they change sides.
    #[command(after_help = SHIPS_EXAMPLES)]
    Ships(ships::Ships),
}

/// How a series is played and reported.
#[derive(Args, Debug)]
struct Play {
    /// The seed: any whole number. The same seed gives the same games.
    #[arg(long, value_name = "N", default_value = "1", allow_hyphen_values = true)]
    seed: Seed,

    /// How many threads to play on; without it one for each processor.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,

    /// Write one JSON object instead of lines.
    #[arg(long)]
    json: bool,

    /// Keep each game in this folder as a text for `replay`: a script of the Ships language for `bench
    /// ships`.
    #[arg(long, value_name = "DIR")]
    records: Option<PathBuf>,

    /// Keep a log of every answer of a program in this folder: what it read, wrote and said on standard error,
    /// and its time; one file for each game and side.
    #[arg(long, value_name = "DIR")]
    log: Option<PathBuf>,
}

/// The bot to measure.
#[derive(Clone, Debug)]
struct Measured;

impl BotOption for Measured {
    const NAME: &'static str = "bot";
    const HELP: &'static str = "The bot to measure: name=NAME and a bot; cmd=COMMAND is a program of yours, time=SECONDS its time for an answer";
    const IS_REQUIRED: bool = true;
    const IS_LIST: bool = false;

    fn names() -> OneBot {
        contestants()
    }
}

/// The bot to play against.
#[derive(Clone, Debug)]
struct Against;

impl BotOption for Against {
    const NAME: &'static str = "against";
    const HELP: &'static str = "The bot to play against; the two take turns at playing first. Without it the bot attacks alone";
    const IS_REQUIRED: bool = false;
    const IS_LIST: bool = false;

    fn names() -> OneBot {
        contestants()
    }
}

/// The bots to compare.
#[derive(Clone, Debug)]
struct Compared;

impl BotOption for Compared {
    const NAME: &'static str = "bot";
    const HELP: &'static str = "The bots to measure, on the same fleets, separated by commas or each with an option of its own: name=NAME and a bot; cmd=COMMAND is a program of yours, time=SECONDS its time for an answer. Each later one is compared with the first";
    const IS_REQUIRED: bool = true;
    const IS_LIST: bool = true;

    fn names() -> OneBot {
        OneBot::of(GunnerFactory::names())
    }
}

impl Play {
    /// Where games are kept.
    fn records(&self) -> Result<Records, Failure> {
        Records::open(self.records.as_deref(), None)
    }
}

/// `broadside bench arsenal`
#[derive(Args, Debug)]
pub(crate) struct Arsenal {
    #[command(flatten)]
    bot: Bots<Measured>,

    #[command(flatten)]
    against: Bots<Against>,

    /// How many games. Without it: 10000, or 1000 against another bot.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    games: Option<u64>,

    #[command(flatten)]
    play: Play,

    #[command(flatten)]
    limits: AnswerLimits,
}

/// `broadside bench targeting`
#[derive(Args, Debug)]
pub(crate) struct Targeting {
    #[command(flatten)]
    bots: Bots<Compared>,

    /// The lengths of the ships.
    #[arg(long, value_name = "N,...", default_value = "5,4,3,3,2", value_parser = fleet)]
    fleet: Fleet,

    /// The size of the board, at most 50 by 50.
    #[arg(long, value_name = "ROWSxCOLUMNS", default_value = "10x10", value_parser = board)]
    board: Dims,

    /// How many games.
    #[arg(long, value_name = "N", default_value = "100000",
          value_parser = clap::value_parser!(u64).range(1..=100_000_000))]
    games: u64,

    /// Write a picture of how many shots the games took, as an SVG file.
    #[arg(long, value_name = "FILE", value_parser = PathBufValueParser::new().try_map(own_file))]
    svg: Option<PathBuf>,

    /// Show game K, counted from 1, as a page: each shot, and how good the bot found each field.
    ///
    /// The series is not played. The page goes to standard output unless --output names a file.
    #[arg(long, value_name = "K", conflicts_with_all = ["svg", "json"],
          value_parser = clap::value_parser!(u64).range(1..=100_000_000))]
    show: Option<u64>,

    /// Write the page to FILE.
    #[arg(short, long, value_name = "FILE", requires = "show",
          value_parser = PathBufValueParser::new().try_map(own_file))]
    output: Option<PathBuf>,

    #[command(flatten)]
    play: Play,

    #[command(flatten)]
    limits: AnswerLimits,
}

/// The lengths of a fleet.
#[derive(Clone, Debug)]
struct Fleet(Vec<u32>);

/// The names of all who play with all weapons.
pub(super) fn contestants() -> OneBot {
    OneBot::of(CaptainFactory::names())
}

/// The most cells that a fleet may have.
const MOST_CELLS: u32 = 40;

fn fleet(text: &str) -> Result<Fleet, String> {
    let lengths: Result<Vec<u32>, _> = text.split(',').map(str::parse).collect();
    let fair = |lengths: &Vec<u32>| {
        lengths.iter().all(|length| (1..=MOST_CELLS).contains(length))
            && lengths.len() <= MOST_CELLS as usize
            && lengths.iter().sum::<u32>() <= MOST_CELLS
    };
    let lengths = lengths.ok().filter(fair).map(Fleet);
    lengths.ok_or_else(|| {
        format!("expected lengths such as 5,4,3,3,2, at most {MOST_CELLS} cells in all")
    })
}

fn board(text: &str) -> Result<Dims, String> {
    let size = |text: &str| text.parse().ok().filter(|size| (1..=50).contains(size));
    let dims = text.split_once('x').and_then(|(rows, cols)| Dims::new(size(rows)?, size(cols)?));
    dims.ok_or_else(|| "expected rows and columns such as 10x10, at most 50x50".to_owned())
}

/// Measures.
pub(super) fn measure(told: &Options, ports: &mut Ports<'_>) -> Result<Exit, Failure> {
    match &told.what {
        Some(What::Arsenal(told)) => arsenal(told, ports),
        Some(What::Targeting(told)) => gunners(told, ports),
        Some(What::Ships(told)) => ships::run(told, &roster(&AnswerLimits::default())?, ports),
        None => signature::write(ports),
    }
}

fn arsenal(told: &Arsenal, ports: &mut Ports<'_>) -> Result<Exit, Failure> {
    let mut roster = roster(&told.limits)?.logged(told.play.log.as_deref())?;
    let bot = roster.captain(told.bot.one().expect("clap demands one"));
    let other = told.against.one().map(|other| roster.captain(other));
    match other {
        None => alone(told, &roster, &bot, ports),
        Some(other) => against(told, &roster, [&bot, &other], ports),
    }
}

fn alone(
    told: &Arsenal,
    roster: &Roster,
    bot: &CaptainFactory,
    ports: &mut Ports<'_>,
) -> Result<Exit, Failure> {
    let games = told.games.unwrap_or(10_000);
    let (report, exit) =
        with_bench(&told.play, roster, ([games; 2], "arsenal"), |bench| solo(bench, bot))?;
    if told.play.json {
        let head = json!({ "bot": bot.name(), "games": games, "seed": told.play.seed.to_string() });
        write_json(ports, &merged(head, &report))?;
        return Ok(exit);
    }
    heading(ports, bot.name(), (report.turns.games, games), &told.play.seed)?;
    counts(ports, "turns", &report.turns)?;
    pace(ports, roster, report.pace)?;
    forfeits(ports, bot.name(), &report.forfeits)?;
    writeln!(ports.out, "digest          {}", report.turns.digest)?;
    Ok(exit)
}

fn against(
    told: &Arsenal,
    roster: &Roster,
    [bot, other]: [&CaptainFactory; 2],
    ports: &mut Ports<'_>,
) -> Result<Exit, Failure> {
    let games = told.games.unwrap_or(1000);
    let (report, exit) =
        with_bench(&told.play, roster, ([games; 2], "arsenal"), |bench| duel(bench, bot, other))?;
    if told.play.json {
        let head = json!({ "bot": bot.name(), "against": other.name(), "games": games,
            "seed": told.play.seed.to_string() });
        write_json(ports, &merged(head, &report))?;
        return Ok(exit);
    }
    let both = format!("{} against {}", bot.name(), other.name());
    heading(ports, &both, (report.turns.games, games), &told.play.seed)?;
    writeln!(ports.out, "wins            {}", report.wins)?;
    writeln!(ports.out, "losses          {}", report.losses)?;
    let (share, error) = (report.share.mean * 100.0, report.share.error * 100.0);
    writeln!(ports.out, "share won       {share:.1} % +- {error:.1} %")?;
    pace(ports, roster, report.pace)?;
    forfeits(ports, bot.name(), &report.forfeits)?;
    forfeits(ports, other.name(), &report.other_forfeits)?;
    let (label, game) = (format!("{} a game", time(roster)), report.pace.game * 1e3);
    writeln!(ports.out, "{label:<16}{game:.1} ms in the mean")?;
    writeln!(ports.out, "digest          {}", report.turns.digest)?;
    Ok(exit)
}

fn gunners(told: &Targeting, ports: &mut Ports<'_>) -> Result<Exit, Failure> {
    let names = &told.bots.names;
    let mut roster = roster(&told.limits)?.logged(told.play.log.as_deref())?;
    let bots: Vec<_> = names.iter().map(|name| roster.gunner(name)).collect();
    if (1..names.len()).any(|index| names[..index].contains(&names[index])) {
        ports.report("error: a bot is named twice in `--bot`\n")?;
        return Ok(Exit::Syntax);
    }
    let trial = Trial { dims: told.board, fleet: told.fleet.0.clone() };
    if let Some(number) = told.show {
        let exit = show(told, number, &trial, &bots, ports)?;
        return roster.check().map(|()| exit);
    }
    let programs = names.iter().filter(|name| name.built_in().is_none()).count();
    let is_too_many = |kept: Option<_>, bots| kept.is_some() && bots > 1;
    if is_too_many(told.play.records.as_ref(), bots.len())
        || is_too_many(told.play.log.as_ref(), programs)
    {
        ports.report(
            "error: `--records` keeps the games of one bot, `--log` those of one program\n",
        )?;
        return Ok(Exit::Syntax);
    }
    let ticks = told.games * bots.len() as u64;
    let counts = [told.games, ticks];
    let (series, exit) = with_bench(&told.play, &roster, (counts, "targeting"), |bench| {
        targeting(bench, &trial, &bots)
    })?;
    let series = match series {
        Ok(series) => series,
        Err(error) => {
            ports.report(&format!("error: {error}\n"))?;
            return Ok(Exit::Syntax);
        }
    };
    tell_gunners(told, &roster, &series, ports)?;
    // A picture of a series that was broken off would take the place of a whole one.
    if let (Some(path), Exit::Done) = (&told.svg, exit) {
        let saved = ports.files.replace(path, svg::plot(&told.title(), &series).as_bytes());
        saved.map_err(|error| Failure::Save { path: path.clone(), error })?;
    }
    Ok(exit)
}

/// Writes a game of the series as a page.
fn show(
    told: &Targeting,
    number: u64,
    trial: &Trial,
    bots: &[GunnerFactory],
    ports: &mut Ports<'_>,
) -> Result<Exit, Failure> {
    let [bot] = bots else {
        ports.report("error: `--show` shows the game of one bot\n")?;
        return Ok(Exit::Syntax);
    };
    if told.output.is_none() && ports.terminals.out {
        return replay::refuse_terminal(ports);
    }
    match shown_game(&told.play.seed, trial, bot, number - 1) {
        Ok(game) => {
            let title = format!("{} against {}, game {number}", bot.name(), told.fleet);
            let data = replay::targeting(&title, bot.name(), trial.dims, &game);
            replay::send(&data, told.output.as_deref(), ports)
        }
        Err(error) => {
            ports.report(&format!("error: {error}\n"))?;
            Ok(Exit::Syntax)
        }
    }
}

fn tell_gunners(
    told: &Targeting,
    roster: &Roster,
    series: &[Series],
    ports: &mut Ports<'_>,
) -> Result<(), Failure> {
    if told.play.json {
        let dims = [told.board.rows(), told.board.cols()];
        let report = json!({ "fleet": told.fleet.0, "board": dims, "games": told.games,
            "seed": told.play.seed.to_string(), "series": series });
        return write_json(ports, &report);
    }
    for (index, one) in series.iter().enumerate() {
        let games = (one.shots.games, told.games);
        heading(ports, &format!("{} against {}", one.bot, told.fleet), games, &told.play.seed)?;
        shots(ports, roster, one, (index > 0).then_some(&*series[0].bot))?;
    }
    Ok(())
}

impl Targeting {
    fn title(&self) -> String {
        let (rows, cols) = (self.board.rows(), self.board.cols());
        let fleet = match self.fleet.0.len() {
            ..=12 => self.fleet.to_string(),
            many => format!("{many} ships"),
        };
        format!("Shots to sink {fleet} on {rows}x{cols}, {} games", self.games)
    }
}

impl fmt::Display for Fleet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let lengths: Vec<_> = self.0.iter().map(ToString::to_string).collect();
        f.write_str(&lengths.join(","))
    }
}

fn shots(
    ports: &mut Ports<'_>,
    roster: &Roster,
    one: &Series,
    first: Option<&str>,
) -> Result<(), Failure> {
    counts(ports, "shots", &one.shots)?;
    if let Some(first) = first {
        let (mean, error) = (one.difference.mean, one.difference.error);
        let beside = format!("beside {first}");
        writeln!(ports.out, "{beside:<15} {mean:+.3} +- {error:.3} shots on the same fleets")?;
    }
    let per = if roster.has_programs() { "thread" } else { "core" };
    writeln!(ports.out, "speed           {:.0} games a second and {per}", one.speed)?;
    forfeits(ports, &one.bot, &one.forfeits)?;
    writeln!(ports.out, "digest          {}", one.shots.digest)?;
    Ok(())
}

/// No bots yet; Ctrl-C ends the series in which they will play.
fn roster(limits: &AnswerLimits) -> Result<Roster, Failure> {
    Roster::new(limits, stop::on_first_interrupt()?)
}

/// Runs a series with a progress bar, on the number of threads asked for. Returns the result and
/// whether Ctrl-C ended the series early.
fn with_bench<T: Send>(
    play: &Play,
    roster: &Roster,
    ([games, ticks], kind): ([u64; 2], &'static str),
    run: impl FnOnce(&Bench<'_>) -> T + Send,
) -> Result<(T, Exit), Failure> {
    let bar = lab::bar(ticks);
    let tick = |count| bar.inc(count);
    let records = play.records()?;
    let keeper = Keeper::new(&records, kind);
    let goes_on = || roster.goes_on() && keeper.goes_on();
    let keep: &Keep<'_> = &|game, record| keeper.keep(game, record);
    let keep = keeper.is_wanted().then_some(keep);
    let (seed, clock) = (play.seed.clone(), roster.clock());
    let bench = Bench { seed, games, clock: &clock, tick: &tick, goes_on: &goes_on, keep };
    let result = lab::on_threads(play.threads, || run(&bench));
    bar.finish_and_clear();
    roster.check()?;
    keeper.check()?;
    let exit = if roster.is_interrupted() { Exit::Interrupted } else { Exit::Done };
    Ok((result?, exit))
}
