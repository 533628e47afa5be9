//! `broadside bench targeting`: a series of games in which bots only fire. All bots fire at the
//! same fleets.

use super::figures::{counts, forfeits, heading};
use super::{Asking, Play, with_bench};
use crate::cli::bots::{BotOption, Bots, Roster};
use crate::cli::exit::{Exit, Failure, Result};
use crate::cli::files::{self, own_file};
use crate::cli::replay;
use broadside::arena::{
    Bench, Figure, GunnerFactory, Series, Trial, show as shown_game, svg, targeting,
};
use broadside::board::Dims;
use broadside::ports::Ports;
use clap::Args;
use serde_json::json;
use std::fmt;
use std::path::PathBuf;

pub(super) const EXAMPLES: &str = "\
Examples:
  broadside bench targeting --bot density --fleet 5,4,3,3,2
  broadside bench targeting --bot density,posterior --games 30000 --svg shots.svg
  broadside bench targeting --bot density --show 1 -o game.html

Exit status: 0 all games were played, or the page was written; 2 usage error; 3 a
program cannot be started, or output failed; 130 interrupted.";

#[derive(Clone, Debug)]
struct Compared;

impl BotOption for Compared {
    const NAME: &'static str = "bot";
    const HELP: &'static str = "The bots to measure, all on the same fleets: a list with commas, or this option once for each bot. name=NAME gives a bot another name. cmd=COMMAND is a program of yours, and time=SECONDS is its time limit for each answer. Each bot after the first one is compared with the first one";
    const IS_REQUIRED: bool = true;
    const IS_LIST: bool = true;

    fn built_in() -> Vec<&'static str> {
        GunnerFactory::names().collect()
    }
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
    #[arg(long, value_name = "FILE", value_parser = own_file())]
    svg: Option<PathBuf>,

    /// Write an HTML page of game K (counted from 1): each shot, and how promising the bot found
    /// each field.
    /// The other games are not played. The page goes to standard output, or to the file that
    /// --output names.
    #[arg(long, value_name = "K", conflicts_with_all = ["svg", "json", "records"],
          value_parser = clap::value_parser!(u64).range(1..=100_000_000))]
    show: Option<u64>,

    /// Write the page to FILE.
    #[arg(short, long, value_name = "FILE", requires = "show",
          value_parser = own_file())]
    output: Option<PathBuf>,

    #[command(flatten)]
    play: Play,

    #[command(flatten)]
    asking: Asking,
}

#[derive(Clone, Debug)]
struct Fleet(Vec<u32>);

/// The largest number of cells that a fleet may have.
const MOST_CELLS: u32 = 40;

fn fleet(text: &str) -> Result<Fleet, String> {
    let lengths: Result<Vec<u32>, _> = text.split(',').map(str::parse).collect();
    let is_allowed = |lengths: &Vec<u32>| {
        lengths.iter().all(|length| (1..=MOST_CELLS).contains(length))
            && lengths.len() <= MOST_CELLS as usize
            && lengths.iter().sum::<u32>() <= MOST_CELLS
    };
    let lengths = lengths.ok().filter(is_allowed).map(Fleet);
    lengths.ok_or_else(|| {
        format!("expected lengths such as 5,4,3,3,2, at most {MOST_CELLS} cells in all")
    })
}

fn board(text: &str) -> Result<Dims, String> {
    let size = |text: &str| text.parse().ok().filter(|size| (1..=50).contains(size));
    let dims = text.split_once('x').and_then(|(rows, cols)| Dims::new(size(rows)?, size(cols)?));
    dims.ok_or_else(|| "expected rows and columns such as 10x10, at most 50x50".to_owned())
}

pub(super) fn run(options: &Targeting, ports: &mut Ports<'_>) -> Result<Exit> {
    let names = &options.bots.names;
    let mut roster = options.asking.roster(options.play.records.as_deref(), names, ports)?;
    let bots: Vec<_> = names.iter().map(|name| roster.gunner(name)).collect();
    let is_again =
        |index: usize| names[..index].iter().any(|one| one.as_str() == names[index].as_str());
    if (1..names.len()).any(is_again) {
        return Err(Failure::Options("a bot is named twice in `--bot`".to_owned()));
    }
    let trial = Trial { dims: options.board, fleet: options.fleet.0.clone() };
    if let Some(number) = options.show {
        return show(options, number, &trial, &bots, &roster, ports);
    }
    let programs = names.iter().filter(|name| name.built_in().is_none()).count();
    let is_too_many = |kept: Option<_>, bots| kept.is_some() && bots > 1;
    if is_too_many(options.play.records.as_ref(), bots.len())
        || is_too_many(options.asking.log.as_ref(), programs)
    {
        let message = "`--records` keeps the games of one bot, `--log` those of one program";
        return Err(Failure::Options(message.to_owned()));
    }
    files::check_outputs(&[], &[("--svg", options.svg.as_deref())], &[], ports)?;
    let ticks = options.games * bots.len() as u64;
    let games = (options.games, Some(ticks));
    let run = |bench: &Bench<'_>| targeting(bench, &trial, &bots);
    let (series, exit) = with_bench(&options.play, "targeting", games, &roster, run)?;
    let series = series.map_err(|error| Failure::Options(error.to_string()))?;
    report(options, &roster, &series, ports)?;
    // An interrupted series must not replace the picture of a complete one.
    if let (Some(path), Exit::Done) = (&options.svg, exit) {
        files::save(path, svg::plot(&options.title(), &series).as_bytes(), ports)?;
    }
    Ok(exit)
}

fn show(
    options: &Targeting,
    number: u64,
    trial: &Trial,
    bots: &[GunnerFactory],
    roster: &Roster,
    ports: &mut Ports<'_>,
) -> Result<Exit> {
    let [bot] = bots else {
        return Err(Failure::Options("`--show` shows the game of one bot".to_owned()));
    };
    if options.output.is_none() && ports.terminals.out {
        return replay::refuse_terminal(ports);
    }
    files::check_outputs(&[], &[("--output", options.output.as_deref())], &[], ports)?;
    let game = shown_game(&options.play.seed, trial, bot, number - 1);
    let game = game.map_err(|error| Failure::Options(error.to_string()))?;
    roster.check()?;
    let title = format!("{} against {}, game {number}", bot.name(), options.fleet);
    let data = replay::targeting(&title, bot.name(), trial.dims, &game);
    replay::send(&data, Some(&title), options.output.as_deref(), ports)
}

fn report(
    options: &Targeting,
    roster: &Roster,
    series: &[Series],
    ports: &mut Ports<'_>,
) -> Result<()> {
    if options.play.json {
        let dims = [options.board.rows(), options.board.cols()];
        let figures = json!({ "fleet": options.fleet.0, "board": dims, "games": options.games,
            "seed": options.play.seed.to_string(), "series": series });
        writeln!(ports.out, "{figures:#}")?;
        return Ok(());
    }
    for (index, one) in series.iter().enumerate() {
        let what = format!("{} against {}", one.bot, options.fleet);
        heading(ports, &what, (one.shots.games, options.games), &options.play.seed)?;
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

/// Writes the figures of one bot. `first` is the bot with which it is compared.
fn shots(ports: &mut Ports<'_>, roster: &Roster, one: &Series, first: Option<&str>) -> Result<()> {
    counts(ports, "shots", &one.shots)?;
    if let Some(first) = first {
        let against = format!("against {first}");
        write!(ports.out, "{against:<15} ")?;
        match one.difference {
            Some(Figure { mean, error }) => {
                writeln!(ports.out, "{mean:+.3} +- {error:.3} shots on the same fleets")?;
            }
            None => writeln!(ports.out, "no comparison, because games were forfeited")?,
        }
    }
    let per = if roster.has_programs() { "thread" } else { "core" };
    writeln!(ports.out, "speed           {:.0} games a second on each {per}", one.speed)?;
    forfeits(ports, &one.bot, &one.forfeits)?;
    writeln!(ports.out, "digest          {}", one.shots.digest)?;
    Ok(())
}
