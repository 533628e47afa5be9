//! A match on its way: games go to the journal, the records, the table and the progress bar, in their
//! order.

use super::super::exit::Failure;
use super::super::journal::Objects;
use super::super::lab;
use super::super::records::Records;
use super::super::stop::Cancel;
use super::Match;
use broadside::arena::ratings::Sprt;
use broadside::arena::tournament::{
    Broken, Entry, OnFault, Played, Schedule, ScriptTurn, Surroundings, Table, Tournament,
};
use broadside::ports::programs::{Limits, Programs};
use indicatif::ProgressBar;
use std::collections::BTreeMap;
use std::io;
use std::time::Duration;

/// A match on its way.
#[derive(Debug)]
pub(super) struct Playing {
    schedule: Schedule,
    sprt: Option<Sprt>,
    games: BTreeMap<u64, Entry>,
    /// Of the games so far, in the order in which they came.
    table: Table,
    journal: Option<Objects>,
    bar: ProgressBar,
    has_fault: bool,
}

/// Why a match broke off.
#[derive(Debug)]
pub(in crate::cli) enum Break {
    Interrupted,
    Failure(Failure),
}

impl From<Failure> for Break {
    fn from(failure: Failure) -> Self {
        Self::Failure(failure)
    }
}

impl From<Broken> for Break {
    fn from(broken: Broken) -> Self {
        Self::Failure(match broken {
            Broken::Interrupted => return Self::Interrupted,
            Broken::CannotStart { engine, reason } => Failure::Start { program: engine, reason },
            Broken::System(error) => Failure::Run(error),
            Broken::Keep(error) => Failure::Output(error),
            Broken::Setup(error) => Failure::Run(io::Error::other(error.to_string())),
        })
    }
}

impl Playing {
    /// With the games of an earlier run, as far as they belong to this one.
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

    /// Plays what is missing.
    pub(super) fn play(
        &mut self,
        mut tournament: Tournament,
        told: &Match,
        options: String,
        kept: &Records,
        stop: &Cancel,
    ) -> Result<(), Break> {
        let stops = tournament.on_fault == OnFault::Stop;
        if self.table.is_decided() || (stops && self.has_fault) {
            return Ok(());
        }
        let programs = told.limited.programs(stop)?;
        let on_turn = |turn: &ScriptTurn<'_>| kept.turn(turn);
        let goes_on = || !stop.is_set();
        let around = Surroundings {
            programs: &programs,
            dialogues: &programs,
            on_turn: &on_turn,
            goes_on: &goes_on,
            options,
        };
        tournament.limits = self.limits(&tournament, told, &programs)?;
        let done: Vec<_> = self.games.keys().copied().collect();
        let missing = self.schedule.fixtures();
        let missing = missing.filter(move |fixture| done.binary_search(&fixture.game).is_err());
        let commit = |played: Played| -> Result<bool, Break> {
            let goes_on = self.commit(played, kept)?;
            Ok(goes_on && !(stops && self.has_fault))
        };
        lab::on_threads(told.jobs, || tournament.play(missing, &around, commit))?
    }

    /// Keeps a game; tells whether more are wanted.
    fn commit(&mut self, played: Played, kept: &Records) -> Result<bool, Break> {
        kept.game(&played)?;
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

    /// The limits of all runs. A time that was not asked for is that of the earlier games; without any, it
    /// follows from some first runs of each program. Programs that stay alive have no such runs: they get the
    /// longest time.
    fn limits(
        &self,
        tournament: &Tournament,
        told: &Match,
        programs: &dyn Programs,
    ) -> Result<Limits, Break> {
        let limits = told.limited.first();
        if told.limited.has_time() || !tournament.has_programs() {
            return Ok(limits);
        }
        let earlier = self.games.values().find_map(|entry| entry.time).map(Duration::from_millis);
        if earlier.is_some() {
            return Ok(Limits { time: earlier, ..limits });
        }
        let runs = tournament.first_runs(programs)?;
        let times = runs.into_iter().filter_map(|first| told.limited.settled(first).time);
        Ok(Limits { time: times.max().or(limits.time), ..limits })
    }

    /// All games in the order of their numbers, their table, and whether there was a fault in them.
    pub(super) fn finish(self) -> (Vec<Entry>, Table, bool) {
        self.bar.finish_and_clear();
        let table = Table::new(self.games.values(), self.sprt);
        (self.games.into_values().collect(), table, self.has_fault)
    }
}
