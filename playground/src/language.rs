//! The words of the language, read off its one table of commands.

use broadside_ships::script::ast::Group;
use broadside_ships::script::{Expected, Keyword};
use serde::Serialize;

/// All words that mean something.
#[derive(Clone, Debug, Serialize)]
pub(super) struct Words {
    tags: Vec<&'static str>,
    commands: Vec<Command>,
    /// Words that arguments can be: players, headings, classes, manoeuvres.
    arguments: Vec<&'static str>,
}

/// A command, for people who want to know what it is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(super) struct Command {
    pub(super) name: &'static str,
    usages: Vec<String>,
    summary: &'static str,
    /// The tags of the groups that it may stand in.
    groups: Vec<&'static str>,
    /// What the symbols of the usages stand for: symbol and meaning.
    symbols: Vec<(&'static str, &'static str)>,
}

/// The words of the language.
pub(super) fn words() -> Words {
    let arguments = [Expected::Player, Expected::Heading, Expected::Class, Expected::Manoeuvre]
        .map(Expected::words);
    Words {
        tags: Group::ALL.map(Group::tag).to_vec(),
        commands: Keyword::ALL.into_iter().map(command).collect(),
        arguments: arguments.concat(),
    }
}

/// What is told about a command.
fn command(keyword: Keyword) -> Command {
    let mut symbols = Vec::new();
    for slot in keyword.forms().concat() {
        let told = slot.meaning().map(|meaning| (slot.symbol(), meaning));
        symbols.extend(told.filter(|told| !symbols.contains(told)));
    }
    let (name, summary) = (keyword.name(), keyword.summary());
    let groups = Group::ALL.into_iter().filter(|group| keyword.is_in(*group)).map(Group::tag);
    let usages = keyword.usages().collect();
    Command { name, usages, summary, groups: groups.collect(), symbols }
}
