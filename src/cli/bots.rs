//! Bots as the command line names them: those of this program, and `cmd=COMMAND`, any program, which
//! is asked line by line, in a process for each game. It knows no rules of any game.

use super::exit::Failure;
use super::stop::Cancel;
use broadside::arena::{CaptainFactory, ForeignBot, GunnerFactory, Trouble};
use broadside::ports::programs::{Command, Dialogues, Limits};
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use std::ffi::OsStr;
use std::fmt;
use std::sync::Arc;
use std::time::Duration;

pub(super) use super::limits::AnswerLimits;

/// The command of a program as the command line names it, `cmd=COMMAND`; `cmd:COMMAND` is the older
/// spelling.
pub(super) fn command_of(word: &str) -> Option<&str> {
    word.strip_prefix("cmd=").or_else(|| word.strip_prefix("cmd:"))
}

/// A bot.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum BotName {
    /// One of this program.
    BuiltIn(String),
    /// A program: how it was typed, and what to start.
    Program(String, Command),
}

impl BotName {
    /// The text that was typed.
    pub(super) fn as_str(&self) -> &str {
        match self {
            Self::BuiltIn(name) | Self::Program(name, _) => name,
        }
    }
}

/// Bots, separated by commas.
#[derive(Clone, Debug)]
pub(super) struct BotNames(pub(super) Vec<BotName>);

/// All bots of an option that may be given several times.
pub(super) fn all(told: &[BotNames]) -> Vec<BotName> {
    told.iter().flat_map(|names| names.0.iter().cloned()).collect()
}

/// Parses the name of one bot of these, or a command.
#[derive(Clone)]
pub(super) struct OneBot(Vec<&'static str>);

impl OneBot {
    pub(super) fn of(names: impl Iterator<Item = &'static str>) -> Self {
        Self(names.collect())
    }

    /// The bots that this makes with `self` as their first.
    pub(super) fn or_more(self) -> MoreBots {
        MoreBots(self)
    }

    fn read(
        &self,
        command: &clap::Command,
        arg: Option<&clap::Arg>,
        text: &str,
    ) -> Result<BotName, clap::Error> {
        let Some(words) = command_of(text) else {
            let known = PossibleValuesParser::new(self.possible());
            return known.parse_ref(command, arg, text.as_ref()).map(BotName::BuiltIn);
        };
        let name = text.to_owned();
        let program = move |words: &str| {
            Command::parse(words).map(|command| BotName::Program(name.clone(), command))
        };
        TypedValueParser::parse_ref(&program, command, arg, words.as_ref())
    }

    fn possible(&self) -> impl Iterator<Item = PossibleValue> + use<> {
        let program =
            PossibleValue::new("cmd=COMMAND").help("A program that is asked line by line");
        self.0.clone().into_iter().map(PossibleValue::new).chain([program])
    }
}

impl TypedValueParser for OneBot {
    type Value = BotName;

    fn parse_ref(
        &self,
        command: &clap::Command,
        arg: Option<&clap::Arg>,
        value: &OsStr,
    ) -> Result<BotName, clap::Error> {
        self.read(command, arg, &value.to_string_lossy())
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        Some(Box::new(self.possible()))
    }
}

/// Parses the names of bots, separated by commas. What stands behind a command and is no name of a bot
/// belongs to the command: it may have commas of its own.
#[derive(Clone)]
pub(super) struct MoreBots(OneBot);

impl TypedValueParser for MoreBots {
    type Value = BotNames;

    fn parse_ref(
        &self,
        command: &clap::Command,
        arg: Option<&clap::Arg>,
        value: &OsStr,
    ) -> Result<BotNames, clap::Error> {
        let value = value.to_string_lossy();
        let mut texts: Vec<String> = Vec::new();
        for part in value.split(',') {
            let is_bot = command_of(part).is_some() || self.0.0.contains(&part);
            match texts.last_mut() {
                Some(last) if command_of(last).is_some() && !is_bot => {
                    last.push(',');
                    last.push_str(part);
                }
                _ => texts.push(part.to_owned()),
            }
        }
        let bots = texts.iter().map(|text| self.0.read(command, arg, text));
        bots.collect::<Result<_, _>>().map(BotNames)
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        self.0.possible_values()
    }
}

/// The bots of a run, and what starts those that are programs.
pub(super) struct Roster {
    limits: Limits,
    programs: Arc<dyn Dialogues + Send + Sync>,
    stop: Cancel,
    foreign: Vec<(ForeignBot, String)>,
}

impl Roster {
    /// No bot yet. Once `stop` is up, all programs are stopped.
    pub(super) fn new(limits: &AnswerLimits, stop: Cancel) -> Result<Self, Failure> {
        let (limits, programs) = (limits.limits(), programs(limits, &stop)?);
        Ok(Self { limits, programs, stop, foreign: Vec::new() })
    }

    /// A bot that plays with all weapons.
    pub(super) fn captain(&mut self, bot: &BotName) -> CaptainFactory {
        match bot {
            BotName::BuiltIn(name) => {
                CaptainFactory::from_name(name).expect("clap admits names only")
            }
            BotName::Program(name, command) => self.add(name, command).captains(),
        }
    }

    /// A bot that only fires.
    pub(super) fn gunner(&mut self, bot: &BotName) -> GunnerFactory {
        match bot {
            BotName::BuiltIn(name) => {
                GunnerFactory::from_name(name).expect("clap admits names only")
            }
            BotName::Program(name, command) => self.add(name, command).gunners(),
        }
    }

    fn add(&mut self, name: &str, command: &Command) -> ForeignBot {
        let bot = ForeignBot::new(name, command.clone(), self.limits, Arc::clone(&self.programs));
        self.foreign.push((bot.clone(), name.to_owned()));
        bot
    }

    /// Whether programs play.
    pub(super) fn has_programs(&self) -> bool {
        !self.foreign.is_empty()
    }

    /// What a move costs: processor time of ours, or the time of day where programs are waited for.
    pub(super) fn clock(&self) -> fn() -> Duration {
        if self.has_programs() { super::lab::wall_time } else { super::lab::thread_time }
    }

    /// Whether no stop is asked for, and all programs can be run.
    pub(super) fn goes_on(&self) -> bool {
        !self.stop.is_set() && self.foreign.iter().all(|(bot, _)| bot.trouble().is_none())
    }

    /// Whether a stop is asked for.
    pub(super) fn is_interrupted(&self) -> bool {
        self.stop.is_set()
    }

    /// # Errors
    /// What kept a program from being run.
    pub(super) fn check(&self) -> Result<(), Failure> {
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
        Ok(())
    }
}

impl fmt::Debug for Roster {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Roster").field("foreign", &self.foreign).finish_non_exhaustive()
    }
}

fn programs(
    limits: &AnswerLimits,
    stop: &Cancel,
) -> Result<Arc<dyn Dialogues + Send + Sync>, Failure> {
    Ok(Arc::new(limits.programs(stop)?))
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::Parser;

    #[derive(Debug, Parser)]
    struct Told {
        #[arg(long, value_parser = OneBot::of(["easy", "hard"].into_iter()))]
        one: Option<BotName>,
        #[arg(long, value_parser = OneBot::of(["easy", "hard"].into_iter()).or_more())]
        bots: Vec<BotNames>,
    }

    fn told(words: &[&str]) -> Result<Vec<String>, String> {
        let told = Told::try_parse_from(["x"].iter().chain(words)).map_err(|e| e.to_string())?;
        let bots = all(&told.bots).into_iter().chain(told.one);
        Ok(bots
            .map(|bot| match bot {
                BotName::BuiltIn(name) => name,
                BotName::Program(_, command) => format!("{:?}", command.words),
            })
            .collect())
    }

    #[test]
    fn bots_are_names_and_commands() {
        let bots =
            told(&["--bots", "easy,cmd:./a 1,2 'x y',cmd:./b,hard", "--bots", "easy"]).unwrap();
        assert_eq!(bots, ["easy", r#"["./a", "1,2", "x y"]"#, r#"["./b"]"#, "hard", "easy"]);
        assert_eq!(told(&["--one", "cmd:./a,easy"]).unwrap(), [r#"["./a,easy"]"#]);
    }

    #[test]
    fn what_is_no_bot_is_told() {
        for (words, why) in [
            (["--bots", "easy,hrad"], "hrad"),
            (["--one", "hrad"], "cmd=COMMAND"),
            (["--bots", "easy,"], "cmd=COMMAND"),
            (["--one", "cmd:"], "no program to start"),
            (["--bots", "easy,cmd:./a 'b"], "a quote is not closed"),
        ] {
            let error = told(&words).unwrap_err();
            assert!(error.contains(why), "{words:?}: {error}");
        }
    }
}
