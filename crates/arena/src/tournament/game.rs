//! One game of a tournament, turn by turn.

use super::engine::{Engine, Player, open_turn};
use super::journal::{self, Entry, Schema};
use super::outcome::{End, Fault};
use super::record::Record;
use super::schedule::Fixture;
use super::tournament::{Broken, FaultCase, OnFault, Played, Surroundings, Tournament};
use broadside_core::board::{BySide, Side};
use broadside_core::dice::Stream;
use broadside_core::ports::programs::Ended;
use broadside_ships::rules::fair::{Briefing, Pilot, Referee, TurnReport, Verdict};
use broadside_ships::rules::{Game, Order};
use broadside_ships::script::hand_over::HandOver;
use broadside_ships::script::reply;
use std::collections::BTreeMap;

/// A game on its way.
pub(super) struct Play<'t> {
    tournament: &'t Tournament,
    around: &'t Surroundings<'t>,
    fixture: Fixture,
    engines: BySide<&'t Engine>,
    pilots: BySide<Option<Box<dyn Pilot>>>,
    dice: BySide<Stream>,
    referee: Referee,
    record: Record,
    turns: u64,
    /// How many turns in a row have brought nothing new.
    idle: u64,
    refused: BySide<u64>,
    faults: BySide<BTreeMap<String, u64>>,
}

impl<'t> Play<'t> {
    pub(super) fn new(
        tournament: &'t Tournament,
        around: &'t Surroundings<'t>,
        fixture: Fixture,
    ) -> Result<Self, Broken> {
        let start = tournament.setup.game(&tournament.seed, fixture.round)?;
        let engines = BySide::from_fn(|side| &tournament.engines[fixture.engines[side]]);
        let names = BySide::from_fn(|side| engines[side].name.as_str());
        Ok(Self {
            tournament,
            around,
            fixture,
            engines,
            pilots: BySide::from_fn(|side| engines[side].player.pilot()),
            dice: BySide::from_fn(|side| dice(tournament, fixture, side)),
            record: Record::new(&fixture, &names, &start),
            referee: Referee::new(start),
            turns: 0,
            idle: 0,
            refused: BySide::default(),
            faults: BySide::default(),
        })
    }

    /// Plays to the end.
    pub(super) fn play(mut self) -> Result<Played, Broken> {
        loop {
            if !(self.around.goes_on)() {
                return Err(Broken::Interrupted);
            }
            if let Some(end) = self.turn()? {
                return Ok(self.finish(&end));
            }
        }
    }

    /// Plays a turn; tells how the game has ended by it, if it has.
    fn turn(&mut self) -> Result<Option<End>, Broken> {
        let side = self.referee.game().expected();
        let outcome = self.answered(side)?;
        self.turns += 1;
        match outcome {
            Ok(report) => Ok(self.judge(&report)),
            Err(fault) => Ok(self.punish(side, fault)),
        }
    }

    /// Asks an engine for its turn and carries it out.
    fn answered(&mut self, side: Side) -> Result<Result<TurnReport, Fault>, Broken> {
        let briefing = self.referee.open();
        if let Some(pilot) = &mut self.pilots[side] {
            let orders = pilot.turn(&briefing, &mut self.dice[side]);
            let orders = orders.map_err(|forfeit| Fault::Illegal(forfeit.to_string()));
            return Ok(orders.and_then(|orders| self.carry_out(&orders, &briefing.sketch())));
        }
        let handed = self.hand_over(&briefing);
        let ended = self.run(side, handed.text())?;
        let orders = match Fault::of(&ended.ending) {
            Some(fault) => Err(fault),
            None => reply(&ended.stdout, side).map_err(Fault::from),
        };
        let outcome = orders.and_then(|orders| self.carry_out(&orders, handed.game()));
        if outcome.is_err() {
            self.keep_fault(side, handed.text(), &ended)?;
        }
        Ok(outcome)
    }

    /// What an engine that plays scripts is given.
    fn hand_over(&self, briefing: &Briefing) -> HandOver {
        let Tournament { told, seed, .. } = self.tournament;
        told.hand_over(seed, self.fixture.round, self.referee.game(), briefing, &self.record)
    }

    fn run(&self, side: Side, script: &[u8]) -> Result<Ended, Broken> {
        let engine = self.engines[side];
        match &engine.player {
            Player::Program(command) => {
                self.tournament.run(self.around.programs, engine, command, script)
            }
            Player::Open => Ok(Ended::exited(0, open_turn(script))),
            Player::Pilot(_) => Ok(Ended::exited(0, [])),
        }
    }

    fn carry_out(&mut self, orders: &[Order], script: &Game) -> Result<TurnReport, Fault> {
        self.referee
            .play(orders, script)
            .map_err(|illegal| Fault::Illegal(illegal.breach.to_string()))
    }

    /// Keeps a turn that was carried out, and tells whether it ends the game.
    fn judge(&mut self, report: &TurnReport) -> Option<End> {
        let refused = report.steps.iter().filter(|step| step.outcome.is_err()).count();
        self.refused[report.side] += refused as u64;
        self.record.turn(self.turns, report);
        self.idle = if report.progress { 0 } else { self.idle + 1 };
        match report.verdict {
            Some(Verdict::Won(side)) => Some(End::Won(side)),
            Some(Verdict::NotPlaced(side)) => Some(End::NotPlaced(side)),
            None if self.idle >= self.tournament.no_progress => Some(End::NoProgress),
            None if self.turns >= self.tournament.max_turns => Some(End::MaxTurns),
            None => None,
        }
    }

    /// What comes of a fault: the end, or an empty turn.
    fn punish(&mut self, side: Side, fault: Fault) -> Option<End> {
        *self.faults[side].entry(fault.kind().to_owned()).or_default() += 1;
        self.record.fault(self.turns, side, &fault);
        if self.tournament.on_fault == OnFault::Skip {
            let game = self.referee.game().clone();
            let empty = self.referee.play(&[], &game);
            return empty.ok().and_then(|report| self.judge(&report));
        }
        Some(End::Fault { side, name: self.engines[side].name.clone(), fault })
    }

    fn keep_fault(&self, side: Side, script: &[u8], ended: &Ended) -> Result<(), Broken> {
        let case = FaultCase {
            game: self.fixture.game,
            turn: self.turns + 1,
            side,
            script,
            stdout: &ended.stdout,
            stderr_tail: &ended.stderr_tail,
        };
        (self.around.keep_fault)(&case).map_err(Broken::Keep)
    }

    fn finish(self, end: &End) -> Played {
        let of = |side| self.engines[side].name.clone();
        let time = self.tournament.limits.time.filter(|_| self.tournament.has_programs());
        let entry = Entry {
            schema: Schema::Game1,
            options: self.around.options.clone(),
            game: self.fixture.game,
            pair: self.fixture.pair(),
            seed: self.tournament.seed.to_string(),
            first: of(Side::First),
            second: of(Side::Second),
            result: journal::Verdict::of(end),
            reason: end.to_string(),
            turns: self.turns,
            refused: self.refused.into(),
            faults: self.faults.into(),
            time: time.and_then(|time| u64::try_from(time.as_millis()).ok()),
        };
        Played { entry, record: self.record.end(end) }
    }
}

/// The dice of a pilot, apart from those of starts.
fn dice(tournament: &Tournament, fixture: Fixture, side: Side) -> Stream {
    let number = 2 * fixture.round + u64::from(side == Side::Second);
    Stream::new(&tournament.seed, u64::MAX - number)
}
