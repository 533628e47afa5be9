//! Plays the games of a match, turn by turn.

use super::engine::Player;
use super::fault::{Blame, Fault};
use super::journal::{self, Entry, Schema, Sides};
use super::observed::Observed;
use super::player::SeatedEngine;
use super::schedule::{Fixture, title};
use super::setup::Setup;
use super::tournament::{Broken, OnFault, Played, Surroundings, Tournament};
use crate::driver::{Driver, Ending};
use crate::exchange::Exchange;
use crate::record::Record;
use crate::series::in_order;
use broadside_core::board::{BySide, Side};
use broadside_core::dice::{Seed, Stream};
use broadside_core::ports::programs::{Ended, InMemory, InMemoryDialogue};
use broadside_ships::rules::fair::{Briefing, TurnReport};
use broadside_ships::rules::{Game, Order};
use broadside_ships::script::hand_over::HandOver;
use std::collections::BTreeMap;

impl Tournament {
    /// Plays one game. Returns [`Broken`] if the game could not be played to its end.
    pub fn game(&self, fixture: Fixture, around: &Surroundings<'_>) -> Result<Played, Broken> {
        Play::new(self, around, fixture)?.play()
    }

    /// Plays games on all threads of the current rayon pool, and calls `commit` with the finished
    /// games in order. Stops after the last game, or earlier if `commit` returns false or an error
    /// occurs. Returns the first error. An early stop loses the games that `commit` has not
    /// received.
    pub fn play<E: From<Broken> + Send>(
        &self,
        fixtures: impl Iterator<Item = Fixture> + Send,
        around: &Surroundings<'_>,
        commit: impl FnMut(Played) -> Result<bool, E> + Send,
    ) -> Result<(), E> {
        let play = |fixture| self.game(fixture, around).map_err(E::from);
        in_order(fixtures, play, commit)
    }

    /// Plays games between engines that are not programs, see [`play`](Self::play).
    #[doc(hidden)]
    pub fn play_without_programs<E: From<Broken> + Send>(
        &self,
        fixtures: impl Iterator<Item = Fixture> + Send,
        goes_on: &(dyn Fn() -> bool + Sync),
        commit: impl FnMut(Played) -> Result<bool, E> + Send,
    ) -> Result<(), E> {
        let around = Surroundings {
            programs: &InMemory(|_: &[u8]| Ended::exited(1, [])),
            dialogues: &InMemoryDialogue::new(|_: &str, _: &mut _| {}),
            on_turn: &|_| Ok(()),
            goes_on,
            options: self.options(""),
        };
        self.play(fixtures, &around, commit)
    }
}

struct Play<'t> {
    tournament: &'t Tournament,
    around: &'t Surroundings<'t>,
    fixture: Fixture,
    seats: BySide<SeatedEngine<'t>>,
    dice: BySide<Stream>,
    driver: Driver,
    record: Record,
    refused: BySide<u64>,
    /// For each side, the number of faults of each kind.
    faults: BySide<BTreeMap<String, u64>>,
    observed: BySide<Observed>,
    last_fault: Option<Fault>,
}

impl<'t> Play<'t> {
    fn new(
        tournament: &'t Tournament,
        around: &'t Surroundings<'t>,
        fixture: Fixture,
    ) -> Result<Self, Broken> {
        let start = tournament.setup.game(&tournament.seed, fixture.round)?;
        let engines = BySide::from_fn(|side| &tournament.engines[fixture.engines[side]]);
        let names = Side::ALL.map(|side| &*engines[side].name);
        let record = Record::new(&title(&fixture, &tournament.seed, names), &start);
        // The game starts from its record, so that a replay of the record shows the same game. A
        // record cannot say which squares the set-up has spied, so the game starts without them.
        let start = Setup::Script(record.commands()).game(&tournament.seed, fixture.round)?;
        Ok(Self {
            tournament,
            around,
            fixture,
            seats: BySide::from_fn(|side| SeatedEngine::new(engines[side])),
            dice: BySide::from_fn(|side| {
                pilots_dice(&tournament.seed, fixture.round, side).expect("a played round")
            }),
            record,
            driver: Driver::new(start, tournament.draws),
            refused: BySide::default(),
            faults: BySide::default(),
            observed: BySide::default(),
            last_fault: None,
        })
    }

    fn play(mut self) -> Result<Played, Broken> {
        loop {
            if let Some(ending) = self.driver.ending() {
                return Ok(self.finish(ending));
            }
            if !(self.around.goes_on)() {
                return Err(Broken::Interrupted);
            }
            let side = self.driver.mover();
            match self.play_turn(side)? {
                Ok(report) => self.note_turn(&report),
                Err(blame) => self.note_fault(side, blame.fault),
            }
        }
    }

    /// Asks the engine for its turn, and plays the turn. The inner error is a fault of the engine.
    fn play_turn(&mut self, side: Side) -> Result<Result<TurnReport, Blame>, Broken> {
        let briefing = self.driver.open();
        if let Some(pilot) = &mut self.seats[side].pilot {
            let orders = pilot.turn(&briefing, &mut self.dice[side]);
            let orders = orders.map_err(|forfeit| Fault::Illegal(forfeit.to_string()).into());
            return Ok(orders.and_then(|orders| self.carry_out(&orders, &briefing.sketch())));
        }
        let handed = self.hand_over(&briefing);
        let ended = self.seats[side].answer(self.tournament, self.around, handed.text())?;
        let orders = self.seats[side].orders(&ended, side);
        let outcome = orders.and_then(|orders| self.carry_out(&orders, handed.game()));
        self.observe(side, handed.text(), &ended, outcome.as_ref().err())?;
        Ok(outcome)
    }

    fn hand_over(&self, briefing: &Briefing) -> HandOver {
        let Tournament { told, seed, .. } = self.tournament;
        let (round, game) = (self.fixture.round, self.driver.game());
        told.hand_over(seed, round, game, briefing, || self.record.commands())
    }

    fn carry_out(&mut self, orders: &[Order], given: &Game) -> Result<TurnReport, Blame> {
        self.driver.play(orders, given).map_err(Blame::from)
    }

    fn note_turn(&mut self, report: &TurnReport) {
        let refused = report.steps.iter().filter(|step| step.outcome.is_err()).count();
        self.refused[report.side] += refused as u64;
        self.record.numbered_turn(self.driver.turns(), report.side, &report.steps);
    }

    fn note_fault(&mut self, side: Side, fault: Fault) {
        *self.faults[side].entry(fault.kind().to_owned()).or_default() += 1;
        let number = self.driver.turns() + 1;
        self.record.comment(&format!("turn {number}: fault of {}: {fault}", side.name()));
        if self.tournament.on_fault == OnFault::Skip {
            let report = self.driver.pass();
            return self.note_turn(&report);
        }
        self.driver.end_by_fault(side);
        self.last_fault = Some(fault);
    }

    /// Notes and reports what the engine did in its turn. After a fault, also ends its process.
    fn observe(
        &mut self,
        side: Side,
        script: &[u8],
        ended: &Ended,
        blame: Option<&Blame>,
    ) -> Result<(), Broken> {
        let turn = self.driver.turns() + u64::from(blame.is_some());
        let stderr = self.seats[side].stderr(ended);
        // Only a program has a time and a standard error.
        if let Player::Program(..) = self.seats[side].engine.player {
            self.observed[side].add(turn, ended, stderr, blame);
        }
        if blame.is_some() {
            self.seats[side].stop();
        }
        let exchange = Exchange {
            game: self.fixture.game,
            side,
            number: turn,
            read: script,
            wrote: &ended.stdout,
            stderr: &ended.stderr_tail,
            wall: ended.wall,
            outcome: &blame.map_or_else(|| Exchange::OK.to_owned(), Blame::to_string),
        };
        (self.around.on_turn)(&exchange).map_err(Broken::Keep)
    }

    fn reason(&self, ending: Ending) -> String {
        match (ending, &self.last_fault) {
            (Ending::Fault(side), Some(fault)) => {
                format!("fault {}: {fault}", self.seats[side].engine.name)
            }
            _ => ending.to_string(),
        }
    }

    fn finish(mut self, ending: Ending) -> Played {
        let reason = self.reason(ending);
        self.record.end(ending.winner(), &reason);
        let [first, second] = Side::ALL.map(|side| self.seats[side].engine.name.clone());
        for side in Side::ALL {
            self.seats[side].end(ending.winner().map(|winner| winner == side));
        }
        let has_programs = self.tournament.has_programs();
        let time = self.tournament.limits.time.filter(|_| has_programs);
        let entry = Entry {
            schema: Schema::Game1,
            options: self.around.options.clone(),
            game: self.fixture.game,
            pair: self.fixture.pair(),
            seed: self.tournament.seed.to_string(),
            first,
            second,
            result: journal::Verdict::of(ending),
            reason,
            turns: self.driver.turns(),
            refused: self.refused.into(),
            faults: self.faults.into(),
            observed: has_programs.then(|| Box::new(Sides::from(self.observed))),
            time: time.and_then(|time| u64::try_from(time.as_millis()).ok()),
        };
        Played { entry, record: self.record.into_bytes() }
    }
}

/// Returns the dice of a pilot (a bot in this process), or `None` if the round is too large. The
/// starts of rounds use the streams 0, 1, 2 and so on. So pilots use the last streams, counted
/// down.
pub(crate) fn pilots_dice(seed: &Seed, round: u64, side: Side) -> Option<Stream> {
    let number = round.checked_mul(2)?.checked_add(u64::from(side == Side::Second))?;
    Some(Stream::new(seed, u64::MAX - number))
}
