//! The roster makes the bots that play in one run of `broadside`. Some bots are programs: the
//! roster can start them, limit them, and log their answers.

use super::{AnswerLimits, BotName, Kind};
use crate::cli::exit::{Failure, Result};
use crate::cli::foreign::Hidden;
use crate::cli::lab;
use crate::cli::player_words::command_of;
use crate::cli::records::Records;
use crate::cli::stop::Cancel;
use broadside::arena::{CaptainFactory, ForeignBot, GunnerFactory, Trouble};
use broadside::ports::programs::{Command, Dialogues, Limits};
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

pub(in crate::cli) struct Roster {
    limits: Limits,
    programs: Arc<dyn Dialogues + Send + Sync>,
    stop: Cancel,
    foreign: Vec<(ForeignBot, String)>,
    log: Option<Arc<Records>>,
}

impl Roster {
    /// Returns an empty roster, which [`captain`](Self::captain) and [`gunner`](Self::gunner) fill.
    /// `bots` are all bots that will be added. In a sandbox, the programs among them see neither
    /// each other's files nor the folders `results`.
    pub(in crate::cli) fn new<'b>(
        limits: &AnswerLimits,
        results: &[Option<&Path>],
        bots: impl IntoIterator<Item = &'b BotName>,
        stop: Cancel,
    ) -> Result<Self> {
        let hidden = Hidden::new(results, bots.into_iter().filter_map(BotName::command));
        let programs = Arc::new(limits.sandbox.programs(hidden, &stop)?);
        let limits = limits.limits();
        Ok(Self { limits, programs, stop, foreign: Vec::new(), log: None })
    }

    /// Adds a log of answers in `folder`, which must exist. The log has the answers of all programs
    /// that are added from now on.
    pub(in crate::cli) fn logged(self, folder: Option<&Path>) -> Self {
        Self { log: folder.map(|folder| Arc::new(Records::new(None, Some(folder)))), ..self }
    }

    pub(in crate::cli) fn captain(&mut self, bot: &BotName) -> CaptainFactory {
        match &bot.kind {
            Kind::BuiltIn(name) => {
                let captains = CaptainFactory::from_name(name).expect("clap admits names only");
                captains.called(&*bot.name)
            }
            Kind::Program(command) => self.add(bot, command).captains(),
        }
    }

    pub(in crate::cli) fn gunner(&mut self, bot: &BotName) -> GunnerFactory {
        match &bot.kind {
            Kind::BuiltIn(name) => {
                let gunners = GunnerFactory::from_name(name).expect("clap admits names only");
                gunners.called(&*bot.name)
            }
            Kind::Program(command) => self.add(bot, command).gunners(),
        }
    }

    fn add(&mut self, bot: &BotName, command: &Command) -> ForeignBot {
        let limits = Limits { time: bot.time.or(self.limits.time), ..self.limits };
        let programs = Arc::clone(&self.programs);
        let mut foreign = ForeignBot::new(&bot.name, command.clone(), limits, programs);
        if let Some(log) = &self.log {
            let log = Arc::clone(log);
            foreign = foreign.on_answer(move |answer| log.answer(answer));
        }
        self.foreign.push((foreign.clone(), bot.name.clone()));
        foreign
    }

    pub(in crate::cli) fn has_programs(&self) -> bool {
        !self.foreign.is_empty()
    }

    /// Returns the clock that measures the bots. Without programs, the clock shows the processor
    /// time of the thread. Programs run in other processes, so with programs the clock shows the
    /// elapsed time.
    pub(in crate::cli) fn clock(&self) -> fn() -> Duration {
        if self.has_programs() { lab::wall_time } else { lab::thread_time }
    }

    pub(in crate::cli) fn goes_on(&self) -> bool {
        let keeps_log = self.log.as_ref().is_none_or(|log| log.goes_on());
        !self.stop.is_set()
            && keeps_log
            && self.foreign.iter().all(|(bot, _)| bot.trouble().is_none())
    }

    pub(in crate::cli) fn is_interrupted(&self) -> bool {
        self.stop.is_set()
    }

    pub(in crate::cli) fn check(&self) -> Result<()> {
        for (bot, name) in &self.foreign {
            match bot.trouble() {
                None => {}
                Some(Trouble::CannotStart(reason)) => {
                    let program = command_of(name).unwrap_or(name).to_owned();
                    return Err(Failure::Start { program, reason: reason.clone() });
                }
                Some(other) => return Err(Failure::Run(std::io::Error::other(other.to_string()))),
            }
        }
        self.log.as_ref().map_or(Ok(()), |log| log.check())
    }
}
