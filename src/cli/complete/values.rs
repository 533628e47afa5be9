//! Completes the values of options and arguments. A value can be one of some fixed words, a list of
//! such words, or the path of a file.

use super::files::{self, Kind};
use super::{Candidate, with_head};
use broadside::arena::Machine;
use broadside::arena::tournament::Setup;
use broadside::catalog::Program;
use broadside::lab::misreadings::Misreading;
use broadside::lab::rules::Level;
use clap::builder::{PossibleValue, Str};
use clap::{Arg, ValueHint};

/// The kinds of files, each with the ids of the options and arguments that take such files. If the
/// value of an option is called `DIR`, the option always takes folders.
const KINDS: &[(Kind, &[&str])] = &[
    (Kind::Any, &["command", "journal", "journals", "reading", "submissions"]),
    (Kind::Ending("arsenal"), &["record"]),
    (Kind::Ending("csv"), &["csv"]),
    (Kind::Ending("html"), &["html", "output"]),
    (Kind::Ending("json"), &["json"]),
    (Kind::Ending("ships"), &["file", "files", "save", "script", "setup"]),
    (Kind::Ending("svg"), &["svg"]),
    (Kind::Ending("toml"), &["weights"]),
    (Kind::Folder, &["keep"]),
];

pub(super) fn kind(argument: &Arg) -> Option<Kind> {
    let is_command = argument.is_last_set();
    // `--setup` takes words or a file.
    let is_free = argument.get_id() == "setup" && argument.get_possible_values().is_empty();
    let is_path = argument.get_value_hint() == ValueHint::AnyPath || is_free;
    if !is_path && !is_command {
        return None;
    }
    let is_folder = |names: &[Str]| names.len() == 1 && names[0] == "DIR";
    if argument.get_value_names().is_some_and(is_folder) {
        return Some(Kind::Folder);
    }
    let name = argument.get_id().as_str();
    KINDS.iter().find(|(_, names)| names.contains(&name)).map(|(kind, _)| *kind)
}

/// Completes a value. In a list with commas, completes the last item, and does not offer the other
/// items again.
pub(super) fn of(argument: &Arg, part: &str) -> Vec<Candidate> {
    let is_list = |name: &Str| name.ends_with(",...");
    let is_list = argument.get_value_names().is_some_and(|names| names.iter().any(is_list));
    let comma = part.rfind(',').filter(|_| is_list);
    let (head, item) = part.split_at(comma.map_or(0, |at| at + 1));
    let given: Vec<_> = head.split(',').collect();
    let mut words = words(argument);
    // `name=` and `time=` are arguments of the command line and not items of a list. So they cannot
    // follow a comma.
    if head.is_empty() && words.iter().any(|one| one.word == "cmd=") {
        words.extend(plain(&["name=", "time="]));
    }
    let fitting =
        words.into_iter().filter(|one| one.word.starts_with(item) && !given.contains(&&*one.word));
    let mut found = with_head(head, fitting.collect());
    if let Some(kind) = kind(argument) {
        found.extend(files::beginning_with(item, kind));
    }
    for start in ["cmd=", "cmd:"] {
        if let Some(command) = item.strip_prefix(start) {
            let files = with_head(start, files::beginning_with(command, Kind::Any));
            found.extend(with_head(head, files));
        }
    }
    found
}

fn plain(words: &[&str]) -> Vec<Candidate> {
    words.iter().map(|word| Candidate::new(*word, None)).collect()
}

fn words(argument: &Arg) -> Vec<Candidate> {
    match argument.get_id().as_str() {
        "engine" if argument.get_possible_values().is_empty() => {
            plain(&[&Machine::NAMES[..], &["cmd=", "proto=turns"]].concat())
        }
        "setup" => plain(&Setup::NAMES),
        "sprt" => plain(&["elo0=", "elo1=", "alpha=", "beta="]),
        "level" if argument.get_possible_values().is_empty() => plain(&Level::ALL.map(Level::name)),
        "accept" => Misreading::ALL.map(misreading).to_vec(),
        "side" if argument.get_possible_values().is_empty() => plain(&["A", "B"]),
        _ => argument.get_possible_values().iter().filter_map(possible).collect(),
    }
}

fn possible(value: &PossibleValue) -> Option<Candidate> {
    // In `cmd=COMMAND`, only the part `cmd=` is fixed.
    let name = value.get_name();
    let word = name.strip_suffix("COMMAND").unwrap_or(name);
    (!value.is_hide_set()).then(|| Candidate::new(word, value.get_help()))
}

fn misreading(one: Misreading) -> Candidate {
    Candidate { word: one.name().to_owned(), about: one.sentence().to_owned() }
}

pub(super) fn of_program(program: Program, position: usize, part: &str) -> Vec<Candidate> {
    let endings: &[&str] = match program {
        Program::Naval => &["rules", "map", "map", "turns"],
        Program::BattleOfShips => &["txt", "txt", "in", "in"],
        Program::Classic => &[],
    };
    let kind = endings.get(position).map(|ending| Kind::Ending(ending));
    kind.map_or_else(Vec::new, |kind| files::beginning_with(part, kind))
}
