//! `broadside bench ships`: the engines of this program against each other at the Ships language.

use super::figures::{merged, write_json};
use super::prospects::Prospects;
use super::{Play, lab};
use crate::cli::bots::Roster;
use crate::cli::exit::{Exit, Failure};
use crate::cli::tournament::Break;
use broadside::arena::Machine;
use broadside::arena::tournament::{
    DrawRules, Engine, OnFault, Played, Player, Report, Row, Schedule, Setup, Shard, Surroundings,
    Table, Told, Tournament, Verdict,
};
use broadside::ports::Ports;
use broadside::ports::programs::{Ended, InMemory, InMemoryDialogue, Limits};
use clap::{Args, ValueEnum};
use serde_json::json;

pub(super) const EXAMPLES: &str = "\
Examples:
  broadside bench ships --engine fair --against open --hand-over full --games 200

Exit status: 0 all games were played, 2 usage error, 3 output failed, 130 interrupted.";

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
    #[arg(long, value_name = "WHAT", value_enum, default_value = "fog")]
    hand_over: HandOver,

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

/// What an engine is shown.
#[derive(Clone, Copy, Debug, ValueEnum)]
enum HandOver {
    /// What its side knows. Everything else is guessed.
    Fog,
    /// The true state, with the ships of the enemy.
    Full,
}

/// Plays the series.
pub(super) fn run(told: &Ships, roster: &Roster, ports: &mut Ports<'_>) -> Result<Exit, Failure> {
    let tournament = told.tournament();
    let (series, outcome) = played(told, &tournament, roster)?;
    let Series { table, turns, .. } = &series;
    let exit = match outcome {
        Ok(()) => Exit::Done,
        Err(Break::Interrupted) => Exit::Interrupted,
        Err(Break::Failure(failure)) => return Err(failure),
    };
    if told.play.json {
        let head = json!({ "engine": told.engine, "against": told.against, "setup": told.setup,
            "hand_over": told.shown(), "seed": told.play.seed.to_string(), "turns": turns });
        write_json(ports, &merged(head, &Report::from(table)))?;
    } else if let Some((_, row)) = table.engines.first().filter(|_| table.games > 0) {
        let row = table.engines.get(&told.engine).unwrap_or(row);
        report(told, &series, row, ports)?;
    }
    Ok(exit)
}

/// The games that were played.
struct Series {
    table: Table,
    /// The turns of all of them.
    turns: u64,
    prospects: Prospects,
}

fn played(
    told: &Ships,
    tournament: &Tournament,
    roster: &Roster,
) -> Result<(Series, Result<(), Break>), Failure> {
    // The engines of this crate are no programs.
    let nobody = InMemory(|_: &[u8]| Ended::exited(1, []));
    let goes_on = || roster.goes_on();
    let around = Surroundings {
        programs: &nobody,
        dialogues: &InMemoryDialogue::new(|_: &str, _: &mut _| {}),
        on_turn: &|_| Ok(()),
        goes_on: &goes_on,
        options: tournament.options(""),
    };
    let schedule = Schedule::new(2, Some(told.games), Shard::ALL);
    let records = told.play.records()?;
    let bar = lab::bar(schedule.games().unwrap_or(told.games));
    let mut series =
        Series { table: Table::empty(None), turns: 0, prospects: Prospects::default() };
    let outcome = lab::on_threads(told.play.threads, || {
        tournament.play(schedule.fixtures(), &around, |game| {
            records.game(&game)?;
            series.add(&told.engine, &game);
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
    told: &Ships,
    Series { table, turns, prospects }: &Series,
    row: &Row,
    ports: &mut Ports<'_>,
) -> Result<(), Failure> {
    let Ships { engine, against, setup, .. } = told;
    let out = &mut *ports.out;
    writeln!(out, "engine          {engine} against {against}, {setup}, {}", told.shown())?;
    writeln!(out, "games           {}, seed {}", table.games, told.play.seed)?;
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
    /// The match that the series is.
    fn tournament(&self) -> Tournament {
        let engine = |name: &str, player: &str| {
            Engine::new(name, Player::from_name(player).expect("clap admits names only"))
        };
        // Tables tell engines by their names.
        let twin = format!("{} again", self.against);
        let other = if self.engine == self.against { &twin } else { &self.against };
        Tournament {
            seed: self.play.seed.clone(),
            engines: vec![engine(&self.engine, &self.engine), engine(other, &self.against)],
            setup: Setup::from_name(&self.setup).expect("clap admits names only"),
            told: match self.hand_over {
                HandOver::Fog => Told::Fog,
                HandOver::Full => Told::Full,
            },
            limits: Limits::default(),
            on_fault: OnFault::Lose,
            draws: DrawRules::default(),
        }
    }

    const fn shown(&self) -> &'static str {
        match self.hand_over {
            HandOver::Fog => "fog",
            HandOver::Full => "full",
        }
    }
}
