//! Tests how bots are read from a command line.

use super::*;
use clap::Parser;

#[derive(Clone, Debug)]
struct One;

impl BotOption for One {
    const NAME: &'static str = "one";
    const HELP: &'static str = "one";

    fn built_in() -> Vec<&'static str> {
        vec!["easy", "hard"]
    }
}

#[derive(Clone, Debug)]
struct Several;

impl BotOption for Several {
    const NAME: &'static str = "bots";
    const ALIASES: &'static [&'static str] = &["bot"];
    const HELP: &'static str = "several";
    const IS_LIST: bool = true;

    fn built_in() -> Vec<&'static str> {
        One::built_in()
    }
}

#[derive(Debug, Parser)]
struct Line {
    #[command(flatten)]
    one: Bots<One>,
    #[command(flatten)]
    bots: Bots<Several>,
}

fn parsed(words: &[&str]) -> Result<Vec<String>, String> {
    let line = Line::try_parse_from(["x"].iter().chain(words)).map_err(|e| e.to_string())?;
    let bots = line.bots.names.into_iter().chain(line.one.names);
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
        parsed(&["--bots", "easy,cmd:./a 1,2 'x y',cmd:./b,hard", "--bots", "easy"]).unwrap();
    assert_eq!(bots, ["easy", r#"["./a", "1,2", "x y"]"#, r#"["./b"]"#, "hard", "easy"]);
    assert_eq!(parsed(&["--one", "cmd:./a,easy"]).unwrap(), [r#"["./a,easy"]"#]);
}

#[test]
fn bots_take_the_same_words_as_engines() {
    let more = ["--bot", "name=a", "cmd=./a 1,2", "proto=lines", "time=2"];
    let bots = parsed(&[&more[..], &["--bot", "hard", "name=b", "--one", "easy"]].concat());
    assert_eq!(bots.unwrap(), [r#"a: ["./a", "1,2"] Some(2s)"#, "b: hard", "easy"]);
}

#[test]
fn words_that_are_not_a_bot_are_errors() {
    for (words, why) in [
        (&["--bots", "easy,hrad"][..], "hrad"),
        (&["--one", "hrad"], "cmd=COMMAND"),
        (&["--bots", "easy,"], "cmd=COMMAND"),
        (&["--one", "cmd:"], "no program to start"),
        (&["--bots", "easy,cmd:./a 'b"], "a quote is not closed"),
        (&["--bots", "easy,hard", "name=a"], "are for one bot"),
        (&["--one", "name=a"], "name no bot"),
        (&["--bots", "proto=lines"], "name no bot"),
        (&["--bots", "easy", "name=a", "name=b"], "`name=` is given twice"),
        (&["--one", "hard", "time=2"], "`time=` is for programs"),
        (&["--one", "hard", "proto=turns"], "expected proto=lines"),
        (&["--one", "hard", "easy"], "expected one bot"),
        (&["--one", "name=", "easy"], "expected a name"),
    ] {
        let error = parsed(words).unwrap_err();
        assert!(error.contains(why), "{words:?}: {error}");
    }
}
