//! The option `--engine` of `match`: words that describe an engine, that is, a player with a name.

use super::super::player_words::{MOST, Words, command_of};
use broadside::arena::Machine;
use broadside::arena::tournament::{Engine, Player, Protocol};
use broadside::ports::programs::Command as Program;
use broadside::text::is_control;
use clap::error::ErrorKind;
use clap::{Arg, ArgAction, ArgMatches, Command, Error, FromArgMatches};

#[derive(Debug)]
pub(super) struct Engines(pub(super) Vec<Engine>);

const OPTION: &str = "engine";

const HELP: &str = "An engine: name=NAME and a player (cmd=COMMAND, fair, fair:1 to fair:4, open or random). Give \
                    this option two or more times";

const LONG_HELP: &str = "\
An engine: name=NAME and a player. Give this option two or more times. Without name=NAME the engine has the name of \
its player.

cmd=COMMAND is a program of yours. For each turn it is started, gets a script on standard input, and prints a \
[playerA] or [playerB] group, as section 9 of the language's reference describes. \
The command is split into words as a shell would split it, but no shell runs: variables, `*` and pipes do not work. \
With proto=turns the program is started once for each game: a line `go` follows each script, and the program \
answers with one group, and prints nothing more before the next `go`; `over won`, `over lost` or `over drawn` ends \
the game. time=SECONDS is the time limit for each turn of this engine, in place of --time.

fair knows what its side knows, and plays well. fair:1, fair:2 and fair:3 are weaker: each level is about \
150 Elo weaker than the next one. fair:4 is the same as fair. open is the AI of the language (SET_AI_PLAYER); \
it takes all that its script says as true. random knows what its side knows, and plays any legal orders.";

impl clap::Args for Engines {
    fn augment_args(command: Command) -> Command {
        let engine = Arg::new(OPTION)
            .long(OPTION)
            .value_name("name=NAME PLAYER [proto=turns] [time=SECONDS]");
        let engine = engine.num_args(1..=MOST).action(ArgAction::Append).required(true);
        command.arg(engine.help(HELP).long_help(LONG_HELP))
    }

    fn augment_args_for_update(command: Command) -> Command {
        Self::augment_args(command)
    }
}

impl FromArgMatches for Engines {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, Error> {
        let options = matches.get_occurrences::<String>(OPTION).into_iter().flatten();
        let engines = options.map(|words| engine(words.map(String::as_str)));
        let engines = engines.collect::<Result<Vec<_>, _>>();
        let engines = engines.map_err(|error| usage(format!("--engine: {error}")))?;
        check(&engines).map_err(usage)?;
        Ok(Self(engines))
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), Error> {
        *self = Self::from_arg_matches(matches)?;
        Ok(())
    }
}

fn usage(message: String) -> Error {
    let error = Error::raw(ErrorKind::ValueValidation, message);
    // The error is formatted here, because clap would format it later, with the usage of all
    // commands.
    let command = Command::new("match").bin_name("broadside match");
    error.format(&mut <Engines as clap::Args>::augment_args(command))
}

fn engine<'w>(words: impl Iterator<Item = &'w str>) -> Result<Engine, String> {
    let Words { name, protocol, time, player } = Words::read(words)?;
    let word = player.ok_or_else(|| no_player(name))?;
    let name = name.unwrap_or_else(|| command_of(word).unwrap_or(word)).to_owned();
    if name.chars().any(is_control) {
        return Err(
            "the command has a line break or another control character: add name=mine".into()
        );
    }
    let player = match (player_of(word)?, protocol) {
        (player, None) => player,
        (Player::Program(command, _), Some("turns")) => Player::Program(command, Protocol::Turns),
        (Player::Program(command, _), Some("script")) => Player::Program(command, Protocol::Script),
        (Player::Program(..), Some(other)) => {
            return Err(format!("expected proto=script or proto=turns, found `proto={other}`"));
        }
        (_, Some(protocol)) => {
            return Err(format!("`proto={protocol}` is for programs, not for `{name}`"));
        }
    };
    if time.is_some() && !matches!(player, Player::Program(..)) {
        return Err(format!("`time=` is for programs, not for `{name}`"));
    }
    Ok(Engine { name, player, time })
}

fn player_of(word: &str) -> Result<Player, String> {
    if let Some(command) = command_of(word) {
        let program = Program::parse(command).map_err(|error| format!("`{word}`: {error}"))?;
        return Ok(Player::Program(program, Protocol::Script));
    }
    Player::from_name(word).ok_or_else(|| format!("{}, found `{word}`", expected_player()))
}

/// Returns the message that an engine has no player. The message shows the name, because a
/// misplaced quote can make the player a part of the name.
fn no_player(name: Option<&str>) -> String {
    let place = name.map(|name| format!(", as a word of its own after `name={name}`"));
    format!("{}{}", expected_player(), place.unwrap_or_default())
}

fn expected_player() -> String {
    format!("expected a player, cmd=COMMAND or one of {}", Machine::NAMES.join(", "))
}

fn check(engines: &[Engine]) -> Result<(), String> {
    if engines.len() < 2 {
        return Err("a match needs two engines: give --engine twice or more".to_owned());
    }
    let mut names: Vec<_> = engines.iter().map(|engine| engine.name.as_str()).collect();
    names.sort_unstable();
    match names.windows(2).find(|pair| pair[0] == pair[1]) {
        None => Ok(()),
        Some(pair) => {
            Err(format!("two engines are called `{}`: give them names, name=A and name=B", pair[0]))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::Parser;

    #[derive(Debug, Parser)]
    struct Line {
        #[command(flatten)]
        engines: Engines,
    }

    fn parsed(words: &[&str]) -> Result<Vec<(String, Vec<u8>)>, String> {
        let words = ["x"].into_iter().chain(words.iter().copied());
        let line = Line::try_parse_from(words).map_err(|error| error.to_string())?;
        Ok(line.engines.0.into_iter().map(|engine| (engine.name, engine.player.words())).collect())
    }

    #[test]
    fn engines_are_names_and_players() {
        let found =
            parsed(&["--engine", "name=A", "cmd=./bot 'a b'", "--engine", "random"]).unwrap();
        assert_eq!(
            found,
            [("A".into(), b"./bot\0a b".to_vec()), ("random".into(), b"random".to_vec())]
        );
        let bot = ["--engine", "time=1.5", "proto=turns", "cmd=./bot"];
        let found = parsed(&[&["--engine", "open", "name=B"], &bot[..]].concat()).unwrap();
        assert_eq!((&*found[0].0, &*found[1].0), ("B", "./bot"));
    }

    #[test]
    fn words_that_are_not_an_engine_are_errors() {
        for (words, why) in [
            (&["--engine", "open"][..], "two engines"),
            (&["--engine", "open", "--engine", "open"], "are called `open`"),
            (&["--engine", "name=A", "--engine", "open"], "expected a player"),
            (&["--engine", "proto=turns", "--engine", "open"], "fair:4, open, random\n"),
            (
                &["--engine", "name=A cmd=./bot", "--engine", "open"],
                "as a word of its own after `name=A cmd=./bot`\n\nUsage: broadside match --engine",
            ),
            (
                &["--engine", "cmd=./bot 'a", "--engine", "open"],
                "--engine: `cmd=./bot 'a`: a quote is not closed",
            ),
            (&["--engine", "name=A", "chess", "--engine", "open"], "found `chess`"),
            (&["--engine", "open", "random"], "two players: `open` and `random`"),
            (&["--engine", "cmd=x", "time=soon"], "`time=soon`: expected seconds"),
            (&["--engine", "open", "name=a", "name=b"], "`name=` is given twice"),
            (&["--engine", "cmd=./bot 'a\nb'", "--engine", "open"], "control character: add name="),
            (&["--engine", "name=", "open", "--engine", "open"], "expected a name"),
        ] {
            let error = parsed(words).unwrap_err();
            assert!(error.contains(why), "{words:?}: {error}");
        }
    }
}
