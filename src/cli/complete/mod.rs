//! `broadside complete`: prints the words that can complete a command line. The scripts of
//! `broadside completions` for bash, zsh and fish call this command at each Tab. The scripts decide
//! how words are shown and quoted.

mod files;
mod place;
mod values;

pub(super) use files::from_home as paths;

use super::exit::{Exit, Result};
use broadside::catalog::Program;
use broadside::ports::Ports;
use broadside::text::is_control;
use clap::Command;
use clap::builder::StyledStr;
use place::Place;
use std::ffi::OsString;

/// The words after the program's name. The last word is completed.
#[derive(Debug, clap::Args)]
pub(super) struct Words {
    /// The words.
    #[arg(last = true)]
    words: Vec<OsString>,
}

#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Candidate {
    word: String,
    about: String,
}

impl Candidate {
    fn new(word: impl Into<String>, about: Option<&StyledStr>) -> Self {
        let about = about.map(ToString::to_string).unwrap_or_default();
        let about = about.lines().next().unwrap_or_default().to_owned();
        Self { word: word.into(), about }
    }
}

pub(super) fn answer(words: &Words, mut program: Command, ports: &mut Ports<'_>) -> Result<Exit> {
    program.build();
    let words: Vec<_> = words.words.iter().map(|word| word.to_string_lossy()).collect();
    let words: Vec<_> = words.iter().map(AsRef::as_ref).collect();
    for Candidate { word, about } in candidates(&words, &program) {
        // The script of the shell takes a tab or a newline as the end of the word.
        if !word.chars().any(is_control) {
            writeln!(ports.out, "{word}\t{about}")?;
        }
    }
    Ok(Exit::Done)
}

fn candidates(words: &[&str], program: &Command) -> Vec<Candidate> {
    let (last, before) = words.split_last().unwrap_or((&"", &[]));
    let place = Place::after_words(before, program);
    if let Some((option, value)) = place.assigned(last) {
        let head = &last[..last.len() - value.len()];
        return with_head(head, values::of(option, value));
    }
    let mut found = place.open.map_or_else(Vec::new, |open| values::of(open.option, last));
    if place.open.is_none_or(place::Open::has_enough) {
        found.extend(free_words(&place, last));
    }
    found
}

fn with_head(head: &str, found: Vec<Candidate>) -> Vec<Candidate> {
    let whole = |one: Candidate| Candidate { word: format!("{head}{}", one.word), ..one };
    found.into_iter().map(whole).collect()
}

fn free_words(place: &Place<'_>, last: &str) -> Vec<Candidate> {
    if let Some(one) = Program::from_name(place.command.get_name()) {
        return values::of_program(one, place.position, last);
    }
    if last.starts_with('-') && !place.is_literal {
        return options(place.command, last);
    }
    let mut found = Vec::new();
    if place.position == 0 && !place.is_literal {
        found.extend(subcommands(place.command, last));
    }
    match place.positional() {
        Some(_) if place.command.get_name() == "man" => {
            found.extend(place.topic.into_iter().flat_map(|topic| subcommands(topic, last)));
        }
        Some(argument) => found.extend(values::of(argument, last)),
        None => {}
    }
    found
}

fn options(command: &Command, last: &str) -> Vec<Candidate> {
    let shown = command.get_arguments().filter(|option| !option.is_hide_set());
    let named = shown.filter_map(|option| {
        let word = format!("--{}", option.get_long()?);
        Some(Candidate::new(word, option.get_help()))
    });
    named.filter(|one| one.word.starts_with(last)).collect()
}

fn subcommands<'c>(command: &'c Command, last: &'c str) -> impl Iterator<Item = Candidate> + 'c {
    let shown = command.get_subcommands().filter(|below| !below.is_hide_set());
    shown
        .filter(move |below| below.get_name().starts_with(last))
        .map(|below| Candidate::new(below.get_name(), below.get_about()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::{Arg, ValueHint};

    fn program() -> Command {
        let mut program = crate::cli::command();
        program.build();
        program
    }

    fn found(line: &str) -> String {
        let words: Vec<_> = line.split(' ').collect();
        candidates(&words, &program()).into_iter().map(|one| one.word).collect::<Vec<_>>().join(" ")
    }

    #[track_caller]
    fn check(line: &str, words: &str) {
        assert_eq!(found(line), words, "{line}");
    }

    #[test]
    fn commands_and_options_are_completed() {
        check("pl", "play play-out");
        check("ls", "lsp");
        check("lsp --s", "--stdio");
        check("--color never roy", "royale");
        check("royale --bo", "--bots");
        check("play-out --b", "--boards");
        check("bench t", "targeting");
        check("help roy", "royale");
        check("man ro", "royale");
        check("man bench t", "targeting");
        check("man bench roy", "");
        check("run -- --bo", "");
        assert!(found("").contains("repl") && !found("").contains("complete "));
    }

    #[test]
    fn values_are_completed_in_lists_too() {
        check("royale --clock ", "time steps");
        check("royale --bots ea", "easy");
        check("royale --bots=ea", "--bots=easy");
        check("royale --bots easy,med", "easy,medium");
        check("royale --bots easy --clock s", "steps");
        check("royale --clock --bots ea", "easy");
        check("royale --seed -1 --bots ea", "easy");
        check("completions fi", "fish");
        // A single dash is the argument of `completions`, not an option.
        check("completions - fi", "");
        let list = found("royale --bots easy,");
        assert!(list.contains("easy,hard") && !list.contains("easy,easy"), "{list}");
        assert!(found("verify --accept close4,tu").contains("close4,turn-swap"));
        check("verify --level a", "all auto ai");
        check("grade --level a", "all auto");
    }

    #[test]
    fn the_words_that_describe_an_engine_are_completed() {
        check(
            "match --engine ",
            "fair fair:1 fair:2 fair:3 fair:4 open random cmd= proto=turns name= time=",
        );
        check("match --engine fair --engine o", "open");
        check("bench arsenal --bot na", "name=");
        check("royale --bots ti", "time=");
        check("royale --bots easy,ti", "");
        check("match --engine name=x ra", "random");
        check("match --engine cmd=scripts/bots/ships.p", "cmd=scripts/bots/ships.py");
        check("match --setup sm", "small");
        check("match --sprt elo0=0 elo1", "elo1=");
    }

    #[test]
    fn files_are_completed_by_kind() {
        check("run scripts/fi", "scripts/first-battle.ships");
        check("check scripts/na", "scripts/naval/");
        check("check a.ships scripts/fi", "scripts/first-battle.ships");
        check("naval scripts/naval/", "scripts/naval/bay.rules");
        check("naval a scripts/naval/", "scripts/naval/cpu.map scripts/naval/player.map");
        check("naval a b c scripts/naval/", "scripts/naval/cpu.turns");
        check("naval a b c d scripts/naval/", "");
        check("cards --out sc", "schemas/ scripts/");
        check("verify -- Cargo.t", "Cargo.toml");
        check("verify Cargo.t", "");
        // If no file of the kind and no folder fits, files of any kind are offered.
        check("run Cargo.t", "Cargo.toml");
        check("run no-such-folder/x", "");
    }

    /// Each option or argument that takes a file needs a row in `values::KINDS`.
    #[test]
    fn each_path_has_a_kind() {
        let program = program();
        let all = program.get_subcommands().flat_map(|one| {
            one.get_subcommands().chain([one]).flat_map(Command::get_arguments).collect::<Vec<_>>()
        });
        let paths: Vec<&Arg> =
            all.filter(|one| one.get_value_hint() == ValueHint::AnyPath).collect();
        assert!(paths.len() > 20);
        for path in paths {
            assert!(values::kind(path).is_some(), "{:?}: see `values::KINDS`", path.get_id());
        }
    }
}
