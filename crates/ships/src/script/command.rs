//! Parses a command: a word of the table of commands, and its arguments.

use super::ast::{Command, Group};
use super::expected::Expected;
use super::table::Keyword;
use super::words::{Parsed, Unexpected, word};
use nom::Parser;
use nom::error::context;

/// Parses a command that may stand in `group`: the productions `stateCommand` and `turnCommand`.
pub(super) fn command(group: Group, text: &[u8]) -> Parsed<'_, Command> {
    let (arguments, keyword) = keyword(group, text)?;
    context(keyword.name(), |text| keyword.arguments(text)).parse(arguments)
}

fn keyword(group: Group, text: &[u8]) -> Parsed<'_, Keyword> {
    let (rest, word) = word(text);
    let keyword = Keyword::from_name(word).filter(|keyword| keyword.is_in(group));
    let unexpected = || nom::Err::Error(Unexpected::at(text, Expected::CommandOf(group)));
    keyword.map(|keyword| (rest, keyword)).ok_or_else(unexpected)
}

impl Unexpected<'_> {
    pub(super) fn keyword(&self) -> Option<Keyword> {
        self.command.and_then(|name| Keyword::from_name(name.as_bytes()))
    }
}
