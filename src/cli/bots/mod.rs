//! Reads the bots on the command line: built-in ones by name, or programs as `cmd=COMMAND`. Each
//! game starts one process of a program, and asks this process line by line.

mod roster;

use super::player_words::{MOST, Word, command_of, set_once};
use broadside::arena::CaptainFactory;
use broadside::ports::programs::Command;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::error::ErrorKind;
use clap::{Arg, ArgAction, ArgMatches, Error, FromArgMatches};
use std::ffi::OsStr;
use std::fmt;
use std::marker::PhantomData;
use std::time::Duration;

pub(super) use super::limits::AnswerLimits;
pub(super) use roster::Roster;

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct BotName {
    /// The name given with `name=`, or else the text of the bot as it was typed.
    name: String,
    kind: Kind,
    /// The time limit for one answer. `None` if the limit for all bots applies.
    time: Option<Duration>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Kind {
    BuiltIn(String),
    Program(Command),
}

impl BotName {
    pub(super) fn as_str(&self) -> &str {
        &self.name
    }

    /// Returns the name of a built-in bot, which `name=` does not change; `None` for a program.
    pub(super) fn built_in(&self) -> Option<&str> {
        match &self.kind {
            Kind::BuiltIn(name) => Some(name),
            Kind::Program(_) => None,
        }
    }

    fn command(&self) -> Option<&Command> {
        match &self.kind {
            Kind::BuiltIn(_) => None,
            Kind::Program(command) => Some(command),
        }
    }
}

/// An option that names bots: each use has one bot, as `name=NAME BOT time=SECONDS`, or a list.
pub(super) trait BotOption: Clone + fmt::Debug {
    const NAME: &'static str;
    const ALIASES: &'static [&'static str] = &[];
    const HELP: &'static str;
    const IS_REQUIRED: bool = false;
    const IS_LIST: bool = false;

    /// Returns the names of the built-in bots; by default, the bots for games with all weapons.
    fn built_in() -> Vec<&'static str> {
        CaptainFactory::names().collect()
    }
}

#[derive(Clone, Debug)]
pub(super) struct Bots<O> {
    pub(super) names: Vec<BotName>,
    option: PhantomData<O>,
}

impl<O: BotOption> clap::Args for Bots<O> {
    fn augment_args(command: clap::Command) -> clap::Command {
        let arg = Arg::new(O::NAME).long(O::NAME).aliases(O::ALIASES).help(O::HELP);
        let names = if O::IS_LIST { "BOT,..." } else { "BOT" };
        let arg = arg.value_name(names).num_args(1..=MOST).action(ArgAction::Append);
        let parser = WordParser { built_in: O::built_in(), is_list: O::IS_LIST };
        command.arg(arg.required(O::IS_REQUIRED).value_parser(parser))
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

fn bots<'w>(words: impl Iterator<Item = &'w BotWord>) -> Result<Vec<BotName>, String> {
    let (mut all, mut name, mut time) = (Vec::new(), None, None);
    for word in words {
        match word {
            BotWord::Bots(bots) => all.extend(bots.iter().cloned()),
            BotWord::Name(given) => set_once(&mut name, given.clone(), "name=")?,
            BotWord::Time(given) => set_once(&mut time, *given, "time=")?,
            BotWord::Lines => {}
        }
    }
    if all.is_empty() {
        return Err("these words name no bot".to_owned());
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

#[derive(Clone, Debug)]
enum BotWord {
    Bots(Vec<BotName>),
    Name(String),
    Time(Duration),
    /// `proto=lines`: the program is asked line by line. Bots have no other protocol.
    Lines,
}

/// Reads one word of an option.
#[derive(Clone)]
struct WordParser {
    built_in: Vec<&'static str>,
    /// Whether a word may name several bots.
    is_list: bool,
}

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
                let texts = if self.is_list { self.split(word) } else { vec![word.to_owned()] };
                let bots = texts.iter().map(|text| self.read(command, arg, text));
                bots.collect::<Result<_, _>>().map(BotWord::Bots)
            }
        }
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        Some(Box::new(self.possible()))
    }
}

impl WordParser {
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

    /// Splits a list of bots at its commas. A command may contain commas itself: if the text after
    /// a comma names no bot, this text is still a part of the command.
    fn split(&self, word: &str) -> Vec<String> {
        let mut texts: Vec<String> = Vec::new();
        for part in word.split(',') {
            let is_bot = command_of(part).is_some() || self.built_in.contains(&part);
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
        let program = PossibleValue::new("cmd=COMMAND")
            .help("A program of yours: it reads questions and writes answers, line by line");
        self.built_in.clone().into_iter().map(PossibleValue::new).chain([program])
    }
}

#[cfg(test)]
mod tests;
