//! The table of the prompt's dot commands: commands that begin with a dot, such as `.save FILE`.
//! [`Front::obey`](super::front::Front::obey) carries them out.

use crate::cli::prompt::dots::{self, Dots, Given, Row};
use crate::cli::prompt::target::Target;
use broadside::board::{Coord, Side};
use std::path::PathBuf;

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Dot {
    Help(Option<String>),
    Board(Option<Side>, Option<Coord>),
    Fleet,
    Edit,
    Undo(Steps),
    Redo(Steps),
    Save(Target),
    Read(PathBuf),
    Output(Option<Target>),
    Ai(Ai),
    Play(String),
    New,
    Sessions,
    History(usize),
    Check,
    Quit,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Steps {
    Commands(usize),
    /// A whole turn. Undo takes back the tag that opened the last turn and all commands after this
    /// tag. Redo restores all commands up to the tag that closes the next turn.
    Turn,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Ai {
    /// The machine plays one turn, if the user agrees.
    Once,
    /// The machine plays all turns of the player who is expected next.
    Auto,
    /// The machine plays no turn until the user enters `.ai` again.
    Off,
}

const REPLACING: &str = "If the file exists, you are asked before it is replaced. With an exclamation \
    mark after the command, you are not asked. The old file stays until the new one is complete.";

pub(super) static DOTS: Dots<Dot> = Dots(&[
    Row::new(".help", "[COMMAND]", "lists the commands, or explains one with an example", |given| {
        Some(Dot::Help(given.argument()))
    })
    .also(&["?", "man"]),
    Row::new(".board", "[A|B] [Y X]", "draws the board, or what a player sees", board)
        .also(&["map", "show"])
        .words(&["A", "B"])
        .more(
            "The shapes show parts and damage; a line below the board explains them. If the board is \
             larger than the window, you see the part around the last event, or around the field Y X.",
        ),
    Row::new(".fleet", "", "lists the ships, placed and missing", |given| given.alone(Dot::Fleet))
        .also(&["ships"]),
    Row::new(".edit", "", "lets you edit the open group in your editor", |given| given.alone(Dot::Edit))
        .also(&["editor"])
        .more(
            "The editor is the value of VISUAL, or else of EDITOR, or else vi (on Windows notepad). \
             If no group (a state or a turn) is open, `.edit` opens a new turn of the expected \
             player. Your text replaces the whole group. If one of its commands is refused, \
             nothing changes, and the next `.edit` opens your text again, unless you play on before.",
        ),
    Row::new(".undo", "[N|turn]", "takes back a command, N commands, or a turn", |given| {
        steps(given).map(Dot::Undo)
    })
    .also(&["back"])
    .words(&["turn"])
    .more("`turn` takes back the last turn of a player, and everything after it."),
    Row::new(".redo", "[N|turn]", "restores what was taken back", |given| {
        steps(given).map(Dot::Redo)
    })
    .words(&["turn"])
    .more("`turn` restores everything up to the end of the next turn."),
    Row::new(".save", "FILE", "saves the game; `.save!` replaces a file without asking", |given| {
        given.target().map(Dot::Save)
    })
    .also(&["w", "write", "export"])
    .bang()
    .more(REPLACING),
    Row::new(".read", "FILE", "runs a script, up to its first error", |given| {
        given.argument().map(|file| Dot::Read(file.into()))
    })
    .also(&["open", "load", "run", "source"]),
    Row::new(".output", "[FILE]", "writes the output to FILE; `.output` alone ends that", |given| {
        Some(Dot::Output(given.target()))
    })
    .also(&["tee"])
    .bang()
    .more(REPLACING),
    Row::new(".ai", "[auto|off]", "lets the machine play this turn, or all (`auto`)", |given| {
        ai(given.text).map(Dot::Ai)
    })
    .also(&["bot"])
    .words(&["auto", "off"])
    .more(
        "`auto` lets the machine play all turns of the player who is expected now, also when the \
         session is resumed. `off`, Ctrl-C or `.undo` ends that.",
    ),
    Row::new(".play", "[OPTIONS]", "plays a game against the machine, then returns here", |given| {
        Some(Dot::Play(given.text.to_owned()))
    })
    .words(&["--against", "--setup", "--seed", "--first", "--level", "--plain"]),
    Row::new(".new", "", "starts another game", |given| given.alone(Dot::New))
        .also(&["reset", "restart"]),
    Row::new(".sessions", "", "lists the games that `--resume` can continue", |given| given.alone(Dot::Sessions))
    .also(&["resume", "games"])
    .more(
        "Of each session you see the number of its next turn and how many commands it has carried out. \
         `broadside repl --resume ID` continues a session.",
    ),
    Row::new(".history", "[N]", "shows the last lines", |given| {
        given.count(20).map(Dot::History)
    }),
    Row::new(".check", "", "shows what looks wrong in the game so far", |given| given.alone(Dot::Check))
    .also(&["lint"]),
    Row::new(".quit", "", "leaves the prompt; so does Ctrl-D", |given| given.alone(Dot::Quit))
        .also(&["exit", "bye"]),
]);

impl Dot {
    /// Returns true if the prompt carries out the command even while it asks whether to play the
    /// machine's turn. Such a command leaves the game unchanged. The prompt then asks again.
    pub(super) const fn can_precede_answer(&self) -> bool {
        matches!(
            self,
            Self::Help(_)
                | Self::Board(..)
                | Self::Fleet
                | Self::Save(_)
                | Self::Output(_)
                | Self::Sessions
                | Self::History(_)
                | Self::Check
        )
    }
}

fn steps(given: Given<'_>) -> Option<Steps> {
    if given.text == "turn" { Some(Steps::Turn) } else { given.count(1).map(Steps::Commands) }
}

fn board(given: Given<'_>) -> Option<Dot> {
    let words: Vec<_> = given.text.split_whitespace().collect();
    let (side, place) = match words.split_first() {
        Some((&("A" | "a"), rest)) => (Some(Side::First), rest),
        Some((&("B" | "b"), rest)) => (Some(Side::Second), rest),
        _ => (None, &words[..]),
    };
    let centre = if place.is_empty() { None } else { Some(dots::field(place)?) };
    Some(Dot::Board(side, centre))
}

fn ai(argument: &str) -> Option<Ai> {
    match argument {
        "" => Some(Ai::Once),
        "auto" => Some(Ai::Auto),
        "off" => Some(Ai::Off),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_arguments_make_commands() {
        let parsed = |line| DOTS.parse(line).expect("a line with a dot");
        assert_eq!(parsed(".undo"), Ok(Dot::Undo(Steps::Commands(1))));
        assert_eq!(parsed("  .undo  12 "), Ok(Dot::Undo(Steps::Commands(12))));
        assert_eq!(parsed(".board B"), Ok(Dot::Board(Some(Side::Second), None)));
        let far = Coord::new(40, -1);
        assert_eq!(parsed(".board 40 -1"), Ok(Dot::Board(None, Some(far))));
        assert_eq!(parsed(".board a 40 -1"), Ok(Dot::Board(Some(Side::First), Some(far))));
        assert_eq!(parsed(".board 4"), Err("the form is `.board [A|B] [Y X]`".to_owned()));
        assert_eq!(parsed(".undo turn"), Ok(Dot::Undo(Steps::Turn)));
        let save = |replaces| Dot::Save(Target { file: "my game.ships".into(), replaces });
        assert_eq!(parsed(".save my game.ships"), Ok(save(false)));
        assert_eq!(parsed(".save! my game.ships"), Ok(save(true)));
        let read = "there is no `.read!`; did you mean `.read`?".to_owned();
        assert_eq!(parsed(".read! x"), Err(read));
        assert_eq!(parsed(".ai auto"), Ok(Dot::Ai(Ai::Auto)));
        assert_eq!(parsed(".undo x"), Err("the form is `.undo [N|turn]`".to_owned()));
        assert_eq!(parsed(".new now"), Err("the form is `.new`".to_owned()));
        assert_eq!(DOTS.parse("REEF 1 1"), None);
        assert_eq!(DOTS.parse(".new\n[state]"), None);
    }
}
