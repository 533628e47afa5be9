//! `broadside bench`: plays series of games with bots, and reports how well and how fast the bots
//! play.

mod arsenal;
mod figures;
mod prospects;
mod ships;
mod targeting;

use super::bots::{AnswerLimits, BotName, Roster};
use super::exit::{Exit, Result};
use super::files;
use super::lab;
use super::records::Records;
use super::stop;
use broadside::arena::{self, Bench, Keep};
use broadside::dice::Seed;
use broadside::digest::Fnv64;
use broadside::ports::Ports;
use clap::{Args, Subcommand};
use indicatif::ProgressBar;
use std::path::{Path, PathBuf};

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

Game k depends only on the seed and k. So any number of threads gives the same figures, and the same
digest of all games. Ctrl-C ends a series early; then the figures are those of the games that were
finished.

Exit status: 0 all games were played; 2 usage error; 3 a program cannot be started, or
output failed; 130 interrupted.";

/// `broadside bench`
#[derive(Args, Debug)]
#[command(arg_required_else_help = true, args_conflicts_with_subcommands = true)]
pub(crate) struct Options {
    /// Play a few fixed games of every bot and program, and write digests of their moves.
    ///
    /// The last line is the digest of all. It changes if and only if a bot or a program plays one
    /// of these games differently.
    #[arg(long)]
    signature: bool,

    #[command(subcommand)]
    what: Option<What>,
}

/// What to measure.
#[derive(Debug, Subcommand)]
pub(crate) enum What {
    /// Arsenal, the game with radar, smoke, artillery and torpedo: a bot alone against random
    /// fleets, or against another bot.
    #[command(after_help = arsenal::EXAMPLES)]
    Arsenal(arsenal::Arsenal),
    /// Classic rules: a bot only fires. It learns a ship's class when the ship sinks.
    #[command(after_help = targeting::EXAMPLES)]
    Targeting(targeting::Targeting),
    /// The Ships language: one engine against another. The engines change sides.
    #[command(after_help = ships::EXAMPLES)]
    Ships(ships::Ships),
}

/// How a series is played and reported.
#[derive(Args, Debug)]
pub(super) struct Play {
    /// The seed: any whole number. The same seed gives the same games.
    #[arg(long, value_name = "N", default_value = "1", allow_hyphen_values = true)]
    pub(super) seed: Seed,

    /// How many threads to play on. Without this option: one for each processor.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub(super) threads: Option<u16>,

    /// Write the figures as one JSON object.
    #[arg(long)]
    pub(super) json: bool,

    /// Keep each game in this folder, as a text file for `replay`. `bench ships` keeps scripts of
    /// the Ships language.
    #[arg(long, value_name = "DIR")]
    pub(super) records: Option<PathBuf>,
}

/// How programs are asked for their moves.
#[derive(Args, Debug)]
pub(super) struct Asking {
    #[command(flatten)]
    limits: AnswerLimits,

    /// Keep a log of every answer of a program in this folder: what the program read, what it wrote
    /// (also on standard error), and how long it took. There is one file for each game and side.
    #[arg(long, value_name = "DIR", help_heading = None::<&str>)]
    log: Option<PathBuf>,
}

pub(super) fn measure(options: &Options, ports: &mut Ports<'_>) -> Result<Exit> {
    match &options.what {
        Some(What::Arsenal(options)) => arsenal::run(options, ports),
        Some(What::Targeting(options)) => targeting::run(options, ports),
        Some(What::Ships(options)) => ships::run(options, ports),
        None => signature(ports),
    }
}

fn signature(ports: &mut Ports<'_>) -> Result<Exit> {
    let mut all = Fnv64::default();
    for part in arena::signature() {
        let line = format!("{:<21}{}\n", part.name, part.digest);
        all.add(line.as_bytes());
        ports.out.write_all(line.as_bytes())?;
    }
    writeln!(ports.out, "{:<21}{all}", "signature")?;
    Ok(Exit::Done)
}

impl Asking {
    /// Makes the folders for records and logs, and a [`Roster`] that can make `bots`. Ctrl-C stops
    /// the bots.
    pub(super) fn roster<'b>(
        &self,
        records: Option<&Path>,
        bots: impl IntoIterator<Item = &'b BotName>,
        ports: &Ports<'_>,
    ) -> Result<Roster> {
        let folders = [records, self.log.as_deref()];
        files::check_outputs(&[], &[], &folders, ports)?;
        let roster = Roster::new(&self.limits, &folders, bots, stop::on_first_interrupt()?)?;
        Ok(roster.logged(self.log.as_deref()))
    }
}

/// Lets `run` play a series of `games` games. The files with records have the extension `kind`. The
/// progress bar ends at `ticks`; without `ticks` no bar is shown. The exit status says whether
/// Ctrl-C ended the series early.
pub(super) fn with_bench<T: Send>(
    play: &Play,
    kind: &str,
    (games, ticks): (u64, Option<u64>),
    roster: &Roster,
    run: impl FnOnce(&Bench<'_>) -> T + Send,
) -> Result<(T, Exit)> {
    let bar = ticks.map_or_else(ProgressBar::hidden, |ticks| lab::bar("games", ticks));
    let tick = || bar.inc(1);
    let records = Records::new(play.records.as_deref(), None);
    let goes_on = || roster.goes_on() && records.goes_on();
    let keep: &Keep<'_> = &|game, record| records.text(game, kind, record);
    let keep = play.records.as_ref().map(|_| keep);
    let (seed, clock) = (play.seed.clone(), roster.clock());
    let bench = Bench { seed, games, clock: &clock, tick: &tick, goes_on: &goes_on, keep };
    let result = lab::on_threads(play.threads, || run(&bench));
    bar.finish_and_clear();
    roster.check()?;
    records.check()?;
    let exit = if roster.is_interrupted() { Exit::Interrupted } else { Exit::Done };
    Ok((result?, exit))
}
