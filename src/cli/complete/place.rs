//! Finds the place of a word on a command line: the command that gets the word, and the option
//! before the word.

use broadside::catalog::Program;
use clap::{Arg, Command};

#[derive(Clone, Copy, Debug)]
pub(super) struct Place<'c> {
    pub(super) command: &'c Command,
    /// The number of words between the command and the place. Options and their values count only
    /// if the command is a [`Program`], such as `naval`, which reads its own arguments.
    pub(super) position: usize,
    /// Whether `--` stands before the word, so that no option can follow.
    pub(super) is_literal: bool,
    /// The command that the positional arguments name: `man bench ships` gives `bench ships`.
    pub(super) topic: Option<&'c Command>,
    /// The option before the place, if the option can still take a value.
    pub(super) open: Option<Open<'c>>,
}

/// An option, and the number of values that already follow it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Open<'c> {
    pub(super) option: &'c Arg,
    taken: usize,
}

impl Open<'_> {
    pub(super) fn has_enough(self) -> bool {
        self.option.get_num_args().is_some_and(|range| self.taken >= range.min_values())
    }

    fn is_full(self) -> bool {
        self.option.get_num_args().is_none_or(|range| self.taken >= range.max_values())
    }
}

impl<'c> Place<'c> {
    /// Returns the place after `words`. [`Command::build`] must have been called on `program`.
    pub(super) fn after_words(words: &[&str], program: &'c Command) -> Self {
        let topic = Some(program);
        let start = Self { command: program, position: 0, is_literal: false, topic, open: None };
        words.iter().fold(start, |place, word| place.after(word))
    }

    fn after(self, word: &str) -> Self {
        if self.is_literal || Program::from_name(self.command.get_name()).is_some() {
            return Self { position: self.position + 1, ..self };
        }
        if word == "--" {
            return Self { is_literal: true, open: None, ..self };
        }
        if word.len() > 1 && word.starts_with('-') && !self.needs_value() {
            return Self { open: self.option(word).filter(|open| !open.is_full()), ..self };
        }
        if let Some(open) = self.open {
            let open = Open { taken: open.taken + 1, ..open };
            return Self { open: Some(open).filter(|open| !open.is_full()), ..self };
        }
        match self.command.find_subcommand(word) {
            Some(command) if self.position == 0 => Self { command, ..self },
            _ => {
                let topic = self.topic.and_then(|topic| topic.find_subcommand(word));
                Self { position: self.position + 1, topic, ..self }
            }
        }
    }

    fn needs_value(self) -> bool {
        self.open.is_some_and(|open| open.option.is_allow_hyphen_values_set() && !open.has_enough())
    }

    fn option(self, word: &str) -> Option<Open<'c>> {
        let mut all = self.command.get_arguments().filter(|one| one.get_action().takes_values());
        let option = match word.strip_prefix("--") {
            Some(name) => all.find(|one| one.get_long() == Some(name)),
            None => {
                all.find(|one| one.get_short().is_some_and(|short| word == format!("-{short}")))
            }
        };
        option.map(|option| Open { option, taken: 0 })
    }

    /// Splits a word such as `--option=value` into the option and the value.
    pub(super) fn assigned<'w>(self, word: &'w str) -> Option<(&'c Arg, &'w str)> {
        let (name, value) = word.split_once('=').filter(|_| !self.is_literal)?;
        let option =
            Some(name).filter(|name| name.starts_with("--")).and_then(|name| self.option(name));
        option.map(|open| (open.option, value))
    }

    pub(super) fn positional(self) -> Option<&'c Arg> {
        let is_shown = |one: &&Arg| !one.is_hide_set();
        let all: Vec<_> = self.command.get_positionals().filter(is_shown).collect();
        let many = |one: &&&Arg| one.get_num_args().is_some_and(|range| range.max_values() > 1);
        let argument = all.get(self.position).or_else(|| all.last().filter(many))?;
        Some(*argument).filter(|one| self.is_literal || !one.is_last_set())
    }
}
