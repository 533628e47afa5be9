//! `broadside bench arsenal`: a series of games with all weapons. One bot attacks alone, or two
//! bots play against each other.

use super::figures::{counts, forfeits, heading, merged, pace, time};
use super::{Asking, Play, with_bench};
use crate::cli::bots::{BotOption, Bots, Roster};
use crate::cli::exit::{Exit, Result};
use broadside::arena::{CaptainFactory, duel, solo};
use broadside::ports::Ports;
use clap::Args;
use serde_json::json;

pub(super) const EXAMPLES: &str = "\
Examples:
  broadside bench arsenal --bot hard
  broadside bench arsenal --bot hard --against medium --games 1000

Exit status: 0 all games were played; 2 usage error; 3 a program cannot be started, or
output failed; 130 interrupted.";

#[derive(Clone, Debug)]
struct Measured;

impl BotOption for Measured {
    const NAME: &'static str = "bot";
    const HELP: &'static str = "The bot to measure. name=NAME gives it another name. cmd=COMMAND is a program of yours, and time=SECONDS is its time limit for each answer";
    const IS_REQUIRED: bool = true;
}

#[derive(Clone, Debug)]
struct Against;

impl BotOption for Against {
    const NAME: &'static str = "against";
    const HELP: &'static str = "The bot to play against. The two bots take turns in going first. Without this option the bot attacks alone";
}

/// `broadside bench arsenal`
#[derive(Args, Debug)]
pub(crate) struct Arsenal {
    #[command(flatten)]
    bot: Bots<Measured>,

    #[command(flatten)]
    against: Bots<Against>,

    /// How many games. Without this option: 10000, or 1000 against another bot.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    games: Option<u64>,

    #[command(flatten)]
    play: Play,

    #[command(flatten)]
    asking: Asking,
}

pub(super) fn run(options: &Arsenal, ports: &mut Ports<'_>) -> Result<Exit> {
    let bot = options.bot.names.first().expect("clap demands one");
    let other = options.against.names.first();
    let records = options.play.records.as_deref();
    let mut roster = options.asking.roster(records, [bot].into_iter().chain(other), ports)?;
    let (bot, other) = (roster.captain(bot), other.map(|other| roster.captain(other)));
    match other {
        None => alone(options, &roster, &bot, ports),
        Some(other) => against(options, &roster, [&bot, &other], ports),
    }
}

fn alone(
    options: &Arsenal,
    roster: &Roster,
    bot: &CaptainFactory,
    ports: &mut Ports<'_>,
) -> Result<Exit> {
    let games = options.games.unwrap_or(10_000);
    let (report, exit) =
        with_bench(&options.play, "arsenal", (games, Some(games)), roster, |bench| {
            solo(bench, bot)
        })?;
    if options.play.json {
        let head =
            json!({ "bot": bot.name(), "games": games, "seed": options.play.seed.to_string() });
        writeln!(ports.out, "{:#}", merged(head, &report))?;
        return Ok(exit);
    }
    heading(ports, bot.name(), (report.turns.games, games), &options.play.seed)?;
    counts(ports, "turns", &report.turns)?;
    pace(ports, roster, report.pace)?;
    forfeits(ports, bot.name(), &report.forfeits)?;
    writeln!(ports.out, "digest          {}", report.turns.digest)?;
    Ok(exit)
}

fn against(
    options: &Arsenal,
    roster: &Roster,
    [bot, other]: [&CaptainFactory; 2],
    ports: &mut Ports<'_>,
) -> Result<Exit> {
    let games = options.games.unwrap_or(1000);
    let (report, exit) =
        with_bench(&options.play, "arsenal", (games, Some(games)), roster, |bench| {
            duel(bench, bot, other)
        })?;
    if options.play.json {
        let head = json!({ "bot": bot.name(), "against": other.name(), "games": games,
            "seed": options.play.seed.to_string() });
        writeln!(ports.out, "{:#}", merged(head, &report))?;
        return Ok(exit);
    }
    let both = format!("{} against {}", bot.name(), other.name());
    heading(ports, &both, (report.turns.games, games), &options.play.seed)?;
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
