//! `broadside bench ships`: a series of games of the Ships language between two engines of this
//! program.

use super::figures::merged;
use super::prospects::Prospects;
use super::{Play, lab};
use crate::cli::exit::{Exit, Failure, Result};
use crate::cli::files;
use crate::cli::one_of::one_of;
use crate::cli::records::Records;
use crate::cli::stop;
use broadside::arena::Machine;
use broadside::arena::tournament::{
    Engine, Played, Player, Report, Row, Schedule, Setup, Shard, Table, Told, Tournament, Verdict,
};
use broadside::ports::Ports;
use clap::Args;
use serde_json::json;

pub(super) const EXAMPLES: &str = "\
Examples:
  broadside bench ships --engine fair --against open --hand-over full --games 200

Exit status: 0 all games were played; 2 usage error; 3 output failed; 130 interrupted.";

/// `broadside bench ships`
#[derive(Args, Debug)]
pub(crate) struct Ships {
    /// The engine to measure. `fair` knows what its side knows. `open` is the AI of
    /// `SET_AI_PLAYER`; it believes all that it gets. `random` plays random legal orders.
    #[arg(long, value_name = "ENGINE", default_value = "fair", value_parser = Machine::NAMES)]
    engine: String,

    /// The engine to play against. Games come in pairs that begin alike; the engines change sides.
    #[arg(long, value_name = "ENGINE", default_value = "open", value_parser = Machine::NAMES)]
    against: String,

    /// What `open` gets. `fair` and `random` always get only what their side knows.
    #[arg(long, value_name = "WHAT", value_parser = one_of(HAND_OVER), default_value = "fog")]
    hand_over: Told,

    /// How games begin.
    #[arg(long, value_name = "NAME", default_value = "extended", value_parser = Setup::NAMES)]
    setup: String,

    /// How many games. An odd number is raised by one.
    #[arg(long, value_name = "N", default_value = "100",
          value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    games: u64,

    #[command(flatten)]
    play: Play,
}

const HAND_OVER: &[(&str, Told, &str)] = &[
    ("fog", Told::Fog, "What its side knows. Everything else is guessed"),
    ("full", Told::Full, "The true state, with the ships of the enemy"),
];

pub(super) fn run(options: &Ships, ports: &mut Ports<'_>) -> Result<Exit> {
    let tournament = options.tournament();
    files::check_outputs(&[], &[], &[options.play.records.as_deref()], ports)?;
    let (series, outcome) = played(options, &tournament)?;
    let Series { table, turns, prospects } = &series;
    let exit = match outcome {
        Ok(()) => Exit::Done,
        Err(Failure::Interrupted) => Exit::Interrupted,
        Err(failure) => return Err(failure),
    };
    if options.play.json {
        let head = json!({ "engine": options.engine, "against": options.against, "setup": options.setup,
            "hand_over": options.hand_over(), "seed": options.play.seed.to_string(), "turns": turns, "prospects": prospects });
        writeln!(ports.out, "{:#}", merged(head, &Report::from(table)))?;
    } else if let Some((_, row)) = table.engines.first().filter(|_| table.games > 0) {
        let row = table.engines.get(&options.engine).unwrap_or(row);
        report(options, &series, row, ports)?;
    }
    Ok(exit)
}

struct Series {
    table: Table,
    turns: u64,
    prospects: Prospects,
}

/// Plays the series. The inner error says why the series ended early.
fn played(options: &Ships, tournament: &Tournament) -> Result<(Series, Result<()>)> {
    let schedule = Schedule::new(2, Some(options.games), Shard::ALL);
    let stop = stop::on_first_interrupt()?;
    let records = Records::new(options.play.records.as_deref(), None);
    let bar = lab::bar("games", schedule.games().unwrap_or(options.games));
    let mut series =
        Series { table: Table::empty(None), turns: 0, prospects: Prospects::default() };
    let outcome = lab::on_threads(options.play.threads, || {
        tournament.play_without_programs(schedule.fixtures(), &|| !stop.is_set(), |game| {
            records.game(&game)?;
            series.add(&options.engine, &game);
            bar.inc(1);
            Ok(true)
        })
    })?;
    bar.finish_and_clear();
    Ok((series, outcome))
}

impl Series {
    fn add(&mut self, engine: &str, game: &Played) {
        self.table.add(&game.entry);
        self.turns += game.entry.turns;
        if game.entry.result == Verdict::Draw {
            self.prospects.add(engine, &game.entry, &game.record);
        }
    }
}

fn report(
    options: &Ships,
    Series { table, turns, prospects }: &Series,
    row: &Row,
    ports: &mut Ports<'_>,
) -> Result<()> {
    let Ships { engine, against, setup, .. } = options;
    let out = &mut *ports.out;
    writeln!(out, "engine          {engine} against {against}, {setup}, {}", options.hand_over())?;
    writeln!(out, "games           {}, seed {}", table.games, options.play.seed)?;
    writeln!(out, "won             {}", row.won)?;
    writeln!(out, "lost            {}", row.lost)?;
    writeln!(out, "drawn           {}", row.drawn)?;
    if let Some(words) = prospects.words() {
        writeln!(out, "could be won    {words}")?;
    }
    if let (Some(score), Some(error)) = (row.pairs.score(), row.pairs.error()) {
        let (score, error) = (score * 100.0, error * 100.0);
        writeln!(out, "score           {score:.1} % +- {error:.1} %, draws are half won")?;
    }
    if let Some(elo) = row.pairs.elo() {
        writeln!(out, "Elo             {elo} (95 %)")?;
    }
    writeln!(out, "turns           {} a game, of both sides", turns / table.games.max(1))?;
    for (name, row) in &table.engines {
        let faults: u64 = row.faults.values().sum();
        if faults > 0 {
            writeln!(out, "faults          {faults}, by {name}")?;
        }
    }
    writeln!(out, "digest          {}", table.digest())?;
    Ok(())
}

impl Ships {
    fn tournament(&self) -> Tournament {
        let engine = |name: &str, player: &str| {
            Engine::new(name, Player::from_name(player).expect("clap admits names only"))
        };
        // An engine that plays against itself gets a second name.
        let twin = format!("{} again", self.against);
        let other = if self.engine == self.against { &twin } else { &self.against };
        let engines = vec![engine(&self.engine, &self.engine), engine(other, &self.against)];
        let setup = Setup::from_name(&self.setup).expect("clap admits names only");
        let seed = self.play.seed.clone();
        Tournament { told: self.hand_over, ..Tournament::new(seed, engines, setup) }
    }

    fn hand_over(&self) -> &'static str {
        let row = HAND_OVER.iter().find(|(_, told, _)| *told == self.hand_over);
        row.expect("clap admits these values only").0
    }
}
