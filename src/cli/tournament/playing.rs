//! A match while it is played. Each finished game goes to the journal, the records, the table and
//! the progress bar, in the order of the schedule.

use super::super::exit::{Failure, Result};
use super::super::journal::Objects;
use super::super::lab;
use super::super::records::Records;
use super::super::stop::Cancel;
use super::{Match, commands_of_programs};
use broadside::arena::Exchange;
use broadside::arena::ratings::Sprt;
use broadside::arena::tournament::{
    Broken, Entry, OnFault, Played, Schedule, Surroundings, Table, Tournament,
};
use broadside::lab::patience::{Machine, Patient};
use broadside::ports::programs::{Command, Ended, Limits, Programs, Run};
use indicatif::ProgressBar;
use std::collections::BTreeMap;
use std::io;
use std::time::Duration;

pub(super) struct Playing {
    schedule: Schedule,
    sprt: Option<Sprt>,
    games: BTreeMap<u64, Entry>,
    /// The results of the finished games. The games of an earlier run were added first.
    table: Table,
    journal: Option<Objects>,
    bar: ProgressBar,
    has_fault: bool,
}

/// Runs the turns of programs that get a new process for each turn. If a program reaches its time
/// limit or cannot be run, programs of other games may be the cause. So the turn is played again,
/// alone. Each command has its own [`Patient`], which repeats no more slow turns if repeated turns
/// are slow too. So a slow program does not end the repetitions for other programs.
struct Turns<'a>(Vec<(&'a Command, Patient<'a>)>);

impl<'a> Turns<'a> {
    fn new(tournament: &'a Tournament, programs: &'a dyn Programs, machine: &'a Machine) -> Self {
        let patient = || Patient::new(programs, machine).without_more_time();
        let commands = commands_of_programs(&tournament.engines);
        Self(commands.map(|command| (command, patient())).collect())
    }
}

impl Programs for Turns<'_> {
    fn run(&self, run: &Run<'_>) -> io::Result<Ended> {
        let mut engines = self.0.iter();
        let found = engines.find(|(command, _)| *command == run.command);
        found.expect("a command of an engine").1.run(run)
    }
}

impl From<Broken> for Failure {
    fn from(broken: Broken) -> Self {
        match broken {
            Broken::Interrupted => Self::Interrupted,
            Broken::CannotStart { program, reason } => Self::Start { program, reason },
            Broken::System(error) => Self::Run(error),
            Broken::Keep(error) => Self::Output(error),
            Broken::Setup(error) => Self::Run(io::Error::other(error.to_string())),
        }
    }
}

impl Playing {
    pub(super) fn new(
        schedule: Schedule,
        sprt: Option<Sprt>,
        journal: Option<Objects>,
        entries: Vec<Entry>,
    ) -> Self {
        let ours = entries.into_iter().filter(|entry| schedule.holds(entry.game));
        let games: BTreeMap<_, _> = ours.map(|entry| (entry.game, entry)).collect();
        let table = Table::new(games.values(), sprt);
        let bar = lab::match_bar(schedule.games());
        bar.set_position(games.len() as u64);
        let has_fault = games.values().any(Entry::has_fault);
        Self { schedule, sprt, games, table, journal, bar, has_fault }
    }

    /// Plays the games that an earlier run has not played. Stops early if `--sprt` is decided, and
    /// with `--faults stop` after a fault.
    pub(super) fn play(
        &mut self,
        mut tournament: Tournament,
        options: &Match,
        digest: String,
        records: &Records,
        stop: &Cancel,
    ) -> Result<()> {
        let stops = tournament.on_fault == OnFault::Stop;
        if self.table.is_decided() || (stops && self.has_fault) {
            return Ok(());
        }
        let programs = options.limited.sandbox.programs(options.hidden(), stop)?;
        let on_turn = |turn: &Exchange<'_>| records.turn(turn);
        let goes_on = || !stop.is_set();
        tournament.limits = self.limits(&tournament, options, &programs)?;
        let machine = Machine::default();
        let turns = Turns::new(&tournament, &programs, &machine);
        let done: Vec<_> = self.games.keys().copied().collect();
        let missing = self.schedule.fixtures();
        let missing = missing.filter(move |fixture| done.binary_search(&fixture.game).is_err());
        let commit = |played: Played| -> Result<bool> {
            let goes_on = self.commit(played, records)?;
            Ok(goes_on && !(stops && self.has_fault))
        };
        let played = lab::on_threads(options.jobs, || {
            let is_alone = rayon::current_num_threads() == 1;
            let around = Surroundings {
                programs: if is_alone { &programs } else { &turns },
                dialogues: &programs,
                on_turn: &on_turn,
                goes_on: &goes_on,
                options: digest,
            };
            tournament.play(missing, &around, commit)
        })?;
        records.check()?;
        played
    }

    /// Adds a finished game to the journal, the records and the table. Returns whether the match
    /// needs more games.
    fn commit(&mut self, played: Played, records: &Records) -> Result<bool> {
        records.game(&played)?;
        if let Some(journal) = &mut self.journal {
            journal.add(&played.entry)?;
        }
        self.has_fault |= played.entry.has_fault();
        self.table.add(&played.entry);
        self.games.insert(played.entry.game, played.entry);
        self.bar.inc(1);
        if !self.bar.is_hidden() {
            self.bar.set_message(self.table.summary());
        }
        Ok(!self.table.is_decided())
    }

    /// Returns the limits of programs. Without `--time`, the time limit of earlier games in the
    /// journal applies. Without earlier games, a few first runs of each program decide the limit.
    /// Programs with `proto=turns` have no first runs. If only such programs play, the longest
    /// limit that first runs could give applies.
    fn limits(
        &self,
        tournament: &Tournament,
        options: &Match,
        programs: &dyn Programs,
    ) -> Result<Limits> {
        let limits = options.limited.first();
        if options.limited.has_time() || !tournament.has_programs() {
            return Ok(limits);
        }
        let earlier = self.games.values().find_map(|entry| entry.time).map(Duration::from_millis);
        if earlier.is_some() {
            return Ok(Limits { time: earlier, ..limits });
        }
        let runs = tournament.first_runs(programs)?;
        let times = runs.into_iter().filter_map(|first| options.limited.settled(first).time);
        Ok(Limits { time: times.max().or(limits.time), ..limits })
    }

    pub(super) fn finish(self) -> (Vec<Entry>, Table, bool) {
        self.bar.finish_and_clear();
        // This table has all games in the order of the schedule.
        let table = Table::new(self.games.values(), self.sprt);
        (self.games.into_values().collect(), table, self.has_fault)
    }
}
