//! Bots as the command line names them: those of this program, and `cmd=COMMAND`, any program, which
//! is asked line by line, in a process for each game. It knows no rules of any game.

use super::answer_log::AnswerLog;
use super::exit::Failure;
use super::player_words::{MOST, Word, command_of};
use super::stop::Cancel;
use broadside::arena::{CaptainFactory, ForeignBot, GunnerFactory, Trouble};
use broadside::ports::programs::{Command, Dialogues, Limits};
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::error::ErrorKind;
use clap::{Arg, ArgAction, ArgMatches, Error, FromArgMatches};
use std::ffi::OsStr;
use std::fmt;
use std::marker::PhantomData;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

pub(super) use super::limits::AnswerLimits;

/// A bot.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct BotName {
    /// What it is called, or how it was typed.
    name: String,
    kind: Kind,
    /// The longest time of an answer, where it is not that of the run.
    time: Option<Duration>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Kind {
    /// One of this program.
    BuiltIn(String),
    /// A program: what to start.
    Program(Command),
}

impl BotName {
    /// What it is called.
    pub(super) fn as_str(&self) -> &str {
        &self.name
    }

    /// Its name among the bots of this program.
    pub(super) fn built_in(&self) -> Option<&str> {
        match &self.kind {
            Kind::BuiltIn(name) => Some(name),
            Kind::Program(_) => None,
        }
    }
}

/// An option that names bots: each time the words of one bot, `name=NAME BOT time=SECONDS`, or bots separated
/// by commas.
pub(super) trait BotOption: Clone + fmt::Debug {
    /// The name of the option.
    const NAME: &'static str;
    /// Other names of it.
    const ALIASES: &'static [&'static str] = &[];
    /// What it is for.
    const HELP: &'static str;
    /// Whether it must be there.
    const IS_REQUIRED: bool;
    /// Whether it takes several bots.
    const IS_LIST: bool;

    /// The names of the bots of this program.
    fn names() -> OneBot;
}

/// The bots of an option.
#[derive(Clone, Debug)]
pub(super) struct Bots<O> {
    pub(super) names: Vec<BotName>,
    option: PhantomData<O>,
}

impl<O> Bots<O> {
    /// The bot of an option that takes one.
    pub(super) fn one(&self) -> Option<&BotName> {
        self.names.first()
    }
}

impl<O: BotOption> clap::Args for Bots<O> {
    fn augment_args(command: clap::Command) -> clap::Command {
        let arg = Arg::new(O::NAME).long(O::NAME).aliases(O::ALIASES).help(O::HELP);
        let names = if O::IS_LIST { "BOT,..." } else { "BOT" };
        let arg = arg.value_name(names).num_args(1..=MOST).action(ArgAction::Append);
        command.arg(arg.required(O::IS_REQUIRED).value_parser(WordParser(O::names(), O::IS_LIST)))
    }

    fn augment_args_for_update(command: clap::Command) -> clap::Command {
        Self::augment_args(command)
    }
}

impl<O: BotOption> FromArgMatches for Bots<O> {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, Error> {
        let given = matches.get_occurrences::<BotWord>(O::NAME).into_iter().flatten();
        let names = given.map(bots).collect::<Result<Vec<_>, _>>().map(|all| all.concat());
        let usage = |why: String| {
            let message = format!("--{}: {why}\n", O::NAME);
            Error::raw(ErrorKind::ValueValidation, message)
        };
        let names = names.map_err(usage)?;
        if names.len() > 1 && !O::IS_LIST {
            return Err(usage("expected one bot".to_owned()));
        }
        Ok(Self { names, option: PhantomData })
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), Error> {
        *self = Self::from_arg_matches(matches)?;
        Ok(())
    }
}

/// The bots that the words of an option describe.
fn bots<'w>(words: impl Iterator<Item = &'w BotWord>) -> Result<Vec<BotName>, String> {
    let (mut all, mut name, mut time) = (Vec::new(), None, None);
    for word in words {
        match word {
            BotWord::Bots(bots) => all.extend(bots.iter().cloned()),
            BotWord::Name(told) => name = Some(told.clone()),
            BotWord::Time(told) => time = Some(*told),
            BotWord::Lines => {}
        }
    }
    if name.is_none() && time.is_none() {
        return Ok(all);
    }
    match <[BotName; 1]>::try_from(all) {
        Ok([bot]) if time.is_none() || bot.built_in().is_none() => {
            Ok(vec![BotName { name: name.unwrap_or(bot.name), time, ..bot }])
        }
        Ok(_) => Err("`time=` is for programs".to_owned()),
        Err(_) => Err("`name=` and `time=` are for one bot: give the option again".to_owned()),
    }
}

/// A word of an option that names bots.
#[derive(Clone, Debug)]
enum BotWord {
    Bots(Vec<BotName>),
    Name(String),
    Time(Duration),
    /// `proto=lines`, the only way in which such programs are asked.
    Lines,
}

/// Parses a word of an option that names bots; tells whether there may be several in one word.
#[derive(Clone)]
struct WordParser(OneBot, bool);

impl TypedValueParser for WordParser {
    type Value = BotWord;

    fn parse_ref(
        &self,
        command: &clap::Command,
        arg: Option<&Arg>,
        value: &OsStr,
    ) -> Result<BotWord, Error> {
        let value = value.to_string_lossy();
        let usage = |why: String| {
            Error::raw(ErrorKind::ValueValidation, format!("{why}\n")).with_cmd(command)
        };
        match Word::read(&value).map_err(usage)? {
            Word::Name(name) => Ok(BotWord::Name(name.to_owned())),
            Word::Time(time) => Ok(BotWord::Time(time)),
            Word::Protocol("lines") => Ok(BotWord::Lines),
            Word::Protocol(other) => {
                Err(usage(format!("expected proto=lines, found `proto={other}`")))
            }
            Word::Player(word) => {
                let texts = if self.1 { self.0.split(word) } else { vec![word.to_owned()] };
                let bots = texts.iter().map(|text| self.0.read(command, arg, text));
                bots.collect::<Result<_, _>>().map(BotWord::Bots)
            }
        }
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        Some(Box::new(self.0.possible()))
    }
}

/// Parses the name of one bot of these, or a command.
#[derive(Clone)]
pub(super) struct OneBot(Vec<&'static str>);

impl OneBot {
    pub(super) fn of(names: impl Iterator<Item = &'static str>) -> Self {
        Self(names.collect())
    }

    fn read(
        &self,
        command: &clap::Command,
        arg: Option<&Arg>,
        text: &str,
    ) -> Result<BotName, Error> {
        let bot = |kind| BotName { name: text.to_owned(), kind, time: None };
        let Some(words) = command_of(text) else {
            let known = PossibleValuesParser::new(self.possible());
            let name = known.parse_ref(command, arg, text.as_ref());
            return name.map(|name| bot(Kind::BuiltIn(name)));
        };
        let program = move |words: &str| Command::parse(words);
        let program = TypedValueParser::parse_ref(&program, command, arg, words.as_ref());
        program.map(|program| bot(Kind::Program(program)))
    }

    /// Bots separated by commas. What stands behind a command and is no name of a bot belongs to the command:
    /// it may have commas of its own.
    fn split(&self, word: &str) -> Vec<String> {
        let mut texts: Vec<String> = Vec::new();
        for part in word.split(',') {
            let is_bot = command_of(part).is_some() || self.0.contains(&part);
            match texts.last_mut() {
                Some(last) if command_of(last).is_some() && !is_bot => {
                    last.push(',');
                    last.push_str(part);
                }
                _ => texts.push(part.to_owned()),
            }
        }
        texts
    }

    fn possible(&self) -> impl Iterator<Item = PossibleValue> + use<> {
        let program =
            PossibleValue::new("cmd=COMMAND").help("A program that is asked line by line");
        self.0.clone().into_iter().map(PossibleValue::new).chain([program])
    }
}

/// The bots of a run, and what starts those that are programs.
pub(super) struct Roster {
    limits: Limits,
    programs: Arc<dyn Dialogues + Send + Sync>,
    stop: Cancel,
    foreign: Vec<(ForeignBot, String)>,
    log: Option<Arc<AnswerLog>>,
}

impl Roster {
    /// No bot yet. Once `stop` is up, all programs are stopped.
    pub(super) fn new(limits: &AnswerLimits, stop: Cancel) -> Result<Self, Failure> {
        let (limits, programs) = (limits.limits(), programs(limits, &stop)?);
        Ok(Self { limits, programs, stop, foreign: Vec::new(), log: None })
    }

    /// Keeps a log of all answers of programs in this folder, if there is one.
    pub(super) fn logged(self, folder: Option<&Path>) -> Result<Self, Failure> {
        let log = folder.map(AnswerLog::open).transpose()?;
        Ok(Self { log: log.map(Arc::new), ..self })
    }

    /// A bot that plays with all weapons.
    pub(super) fn captain(&mut self, bot: &BotName) -> CaptainFactory {
        match &bot.kind {
            Kind::BuiltIn(name) => {
                let captains = CaptainFactory::from_name(name).expect("clap admits names only");
                captains.called(&*bot.name)
            }
            Kind::Program(command) => self.add(bot, command).captains(),
        }
    }

    /// A bot that only fires.
    pub(super) fn gunner(&mut self, bot: &BotName) -> GunnerFactory {
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
            foreign = foreign.on_answer(move |asked| log.add(asked));
        }
        self.foreign.push((foreign.clone(), bot.name.clone()));
        foreign
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
        let keeps_log = self.log.as_ref().is_none_or(|log| log.goes_on());
        !self.stop.is_set()
            && keeps_log
            && self.foreign.iter().all(|(bot, _)| bot.trouble().is_none())
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
        self.log.as_ref().map_or(Ok(()), |log| log.check())
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

    #[derive(Clone, Debug)]
    struct One;

    impl BotOption for One {
        const NAME: &'static str = "one";
        const HELP: &'static str = "one";
        const IS_REQUIRED: bool = false;
        const IS_LIST: bool = false;

        fn names() -> OneBot {
            OneBot::of(["easy", "hard"].into_iter())
        }
    }

    #[derive(Clone, Debug)]
    struct Several;

    impl BotOption for Several {
        const NAME: &'static str = "bots";
        const ALIASES: &'static [&'static str] = &["bot"];
        const HELP: &'static str = "several";
        const IS_REQUIRED: bool = false;
        const IS_LIST: bool = true;

        fn names() -> OneBot {
            One::names()
        }
    }

    #[derive(Debug, Parser)]
    struct Told {
        #[command(flatten)]
        one: Bots<One>,
        #[command(flatten)]
        bots: Bots<Several>,
    }

    fn told(words: &[&str]) -> Result<Vec<String>, String> {
        let told = Told::try_parse_from(["x"].iter().chain(words)).map_err(|e| e.to_string())?;
        let bots = told.bots.names.into_iter().chain(told.one.names);
        let shown = |bot: BotName| match bot.kind {
            Kind::BuiltIn(name) if name == bot.name => name,
            Kind::BuiltIn(name) => format!("{}: {name}", bot.name),
            Kind::Program(command) if command_of(&bot.name).is_some() => {
                format!("{:?}", command.words)
            }
            Kind::Program(command) => format!("{}: {:?} {:?}", bot.name, command.words, bot.time),
        };
        Ok(bots.map(shown).collect())
    }

    #[test]
    fn bots_are_names_and_commands() {
        let bots =
            told(&["--bots", "easy,cmd:./a 1,2 'x y',cmd:./b,hard", "--bots", "easy"]).unwrap();
        assert_eq!(bots, ["easy", r#"["./a", "1,2", "x y"]"#, r#"["./b"]"#, "hard", "easy"]);
        assert_eq!(told(&["--one", "cmd:./a,easy"]).unwrap(), [r#"["./a,easy"]"#]);
    }

    #[test]
    fn bots_are_named_as_the_engines_of_a_match_are() {
        let more = ["--bot", "name=a", "cmd=./a 1,2", "proto=lines", "time=2"];
        let bots = told(&[&more[..], &["--bot", "hard", "name=b", "--one", "easy"]].concat());
        assert_eq!(bots.unwrap(), [r#"a: ["./a", "1,2"] Some(2s)"#, "b: hard", "easy"]);
    }

    #[test]
    fn what_is_no_bot_is_told() {
        for (words, why) in [
            (&["--bots", "easy,hrad"][..], "hrad"),
            (&["--one", "hrad"], "cmd=COMMAND"),
            (&["--bots", "easy,"], "cmd=COMMAND"),
            (&["--one", "cmd:"], "no program to start"),
            (&["--bots", "easy,cmd:./a 'b"], "a quote is not closed"),
            (&["--bots", "easy,hard", "name=a"], "are for one bot"),
            (&["--one", "name=a"], "are for one bot"),
            (&["--one", "hard", "time=2"], "`time=` is for programs"),
            (&["--one", "hard", "proto=turns"], "expected proto=lines"),
            (&["--one", "hard", "easy"], "expected one bot"),
            (&["--one", "name=", "easy"], "expected a name"),
        ] {
            let error = told(words).unwrap_err();
            assert!(error.contains(why), "{words:?}: {error}");
        }
    }
}
