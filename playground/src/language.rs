//! The words of the language, taken from its table of commands.

use broadside_ships::script::ast::Group;
use broadside_ships::script::{Expected, Keyword};
use serde::Serialize;

/// All words of the language.
#[derive(Clone, Debug, Serialize)]
pub(super) struct Words {
    tags: Vec<&'static str>,
    commands: Vec<Command>,
    /// The words of arguments: players, headings, classes, manoeuvres.
    arguments: Vec<&'static str>,
}

/// A command and its help.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(super) struct Command {
    pub(super) name: &'static str,
    usages: Vec<String>,
    summary: &'static str,
    /// The tags of the groups that may contain the command.
    groups: Vec<&'static str>,
    /// The symbols of the usages, with their meanings.
    symbols: Vec<(&'static str, &'static str)>,
}

pub(super) fn words() -> Words {
    let arguments = [Expected::Player, Expected::Heading, Expected::Class, Expected::Manoeuvre]
        .map(Expected::words);
    Words {
        tags: Group::ALL.map(Group::tag).to_vec(),
        commands: Keyword::ALL.into_iter().map(command).collect(),
        arguments: arguments.concat(),
    }
}

fn command(keyword: Keyword) -> Command {
    let mut symbols = Vec::new();
    for slot in keyword.forms().concat() {
        let symbol = slot.meaning().map(|meaning| (slot.symbol(), meaning));
        symbols.extend(symbol.filter(|symbol| !symbols.contains(symbol)));
    }
    let (name, summary) = (keyword.name(), keyword.summary());
    let groups = Group::ALL.into_iter().filter(|group| keyword.is_in(*group)).map(Group::tag);
    let usages = keyword.usages().collect();
    Command { name, usages, summary, groups: groups.collect(), symbols }
}
