//! The commands of the prompt itself, which begin with a dot. They are a language of their own, parsed
//! here and carried out elsewhere.

use broadside::board::{Coord, Side};
use broadside::text;
use std::fmt;
use std::path::PathBuf;

/// The name of a dot command.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Name {
    Help,
    Board,
    Fleet,
    Undo,
    Redo,
    Save,
    Read,
    Ai,
    Play,
    New,
    History,
    Check,
    Quit,
}

/// A dot command.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Dot {
    /// `.help [COMMAND]`
    Help(Option<String>),
    /// `.board [A|B] [Y X]`
    Board(Option<Side>, Option<Coord>),
    /// `.fleet`
    Fleet,
    /// `.undo [N]`
    Undo(usize),
    /// `.redo [N]`
    Redo(usize),
    /// `.save FILE`
    Save(PathBuf),
    /// `.read FILE`
    Read(PathBuf),
    /// `.ai [auto|off]`
    Ai(Ai),
    /// `.play [OPTIONS]`
    Play(String),
    /// `.new`
    New,
    /// `.history [N]`
    History(usize),
    /// `.check`
    Check,
    /// `.quit`
    Quit,
}

/// What the machine is to do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Ai {
    /// Make one move, when the person agrees.
    Once,
    /// Move for the player who is expected now, now and from now on.
    Auto,
    /// Wait to be asked again.
    Off,
}

/// Why a line is no dot command.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum DotError {
    /// `.foo`
    Unknown(String),
    /// `.undo x`
    Usage(Name),
}

impl Name {
    /// All names, in the order of `.help`.
    pub(super) const ALL: [Self; 13] = [
        Self::Help,
        Self::Board,
        Self::Fleet,
        Self::Undo,
        Self::Redo,
        Self::Save,
        Self::Read,
        Self::Ai,
        Self::Play,
        Self::New,
        Self::History,
        Self::Check,
        Self::Quit,
    ];

    /// The name, with its dot.
    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::Help => ".help",
            Self::Board => ".board",
            Self::Fleet => ".fleet",
            Self::Undo => ".undo",
            Self::Redo => ".redo",
            Self::Save => ".save",
            Self::Read => ".read",
            Self::Ai => ".ai",
            Self::Play => ".play",
            Self::New => ".new",
            Self::History => ".history",
            Self::Check => ".check",
            Self::Quit => ".quit",
        }
    }

    /// The name called `name`.
    pub(super) fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|known| known.name() == name)
    }

    /// What may follow the name.
    pub(super) const fn arguments(self) -> &'static str {
        match self {
            Self::Help => "[COMMAND]",
            Self::Board => "[A|B] [Y X]",
            Self::Undo | Self::Redo | Self::History => "[N]",
            Self::Save | Self::Read => "FILE",
            Self::Ai => "[auto|off]",
            Self::Play => "[OPTIONS]",
            Self::Fleet | Self::New | Self::Check | Self::Quit => "",
        }
    }

    /// What the command does.
    pub(super) const fn summary(self) -> &'static str {
        match self {
            Self::Help => "shows the commands, or one with an example",
            Self::Board => "draws the board, or what a player sees",
            Self::Fleet => "lists the ships, placed and missing",
            Self::Undo => "takes back the last command, or the last N",
            Self::Redo => "brings back what was taken back",
            Self::Save => "saves the game as a script",
            Self::Read => "runs a script, up to its first error",
            Self::Ai => "lets the machine move now, or always",
            Self::Play => "plays a fair game of its own",
            Self::New => "starts another game",
            Self::History => "shows the last lines",
            Self::Check => "tells what looks wrong in the game so far",
            Self::Quit => "leaves; so does Ctrl-D",
        }
    }

    fn with(self, argument: &str) -> Option<Dot> {
        let alone = |dot| argument.is_empty().then_some(dot);
        let count = |default| match argument {
            "" => Some(default),
            text => text.parse().ok().filter(|count| *count > 0),
        };
        let file = || (!argument.is_empty()).then(|| PathBuf::from(argument));
        match self {
            Self::Help => Some(Dot::Help((!argument.is_empty()).then(|| argument.to_owned()))),
            Self::Board => board(argument),
            Self::Fleet => alone(Dot::Fleet),
            Self::Undo => count(1).map(Dot::Undo),
            Self::Redo => count(1).map(Dot::Redo),
            Self::Save => file().map(Dot::Save),
            Self::Read => file().map(Dot::Read),
            Self::Ai => ai(argument).map(Dot::Ai),
            Self::Play => Some(Dot::Play(argument.to_owned())),
            Self::New => alone(Dot::New),
            Self::History => count(20).map(Dot::History),
            Self::Check => alone(Dot::Check),
            Self::Quit => alone(Dot::Quit),
        }
    }
}

fn player(argument: &str) -> Option<Side> {
    match argument {
        "A" | "a" => Some(Side::First),
        "B" | "b" => Some(Side::Second),
        _ => None,
    }
}

fn board(argument: &str) -> Option<Dot> {
    let words: Vec<_> = argument.split_whitespace().collect();
    let (side, place) = match words.split_first() {
        Some((word, rest)) if player(word).is_some() => (player(word), rest),
        _ => (None, &words[..]),
    };
    match place {
        [] => Some(Dot::Board(side, None)),
        [row, col] => {
            let centre = Coord::new(row.parse().ok()?, col.parse().ok()?);
            Some(Dot::Board(side, Some(centre)))
        }
        _ => None,
    }
}

fn ai(argument: &str) -> Option<Ai> {
    match argument {
        "" => Some(Ai::Once),
        "auto" => Some(Ai::Auto),
        "off" => Some(Ai::Off),
        _ => None,
    }
}

/// Reads a line as a dot command; `None` when it does not begin with a dot.
pub(super) fn parse(line: &str) -> Option<Result<Dot, DotError>> {
    let line = line.trim();
    if !line.starts_with('.') || line.contains('\n') {
        return None;
    }
    let (word, argument) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    let dot = match Name::from_name(word) {
        None => Err(DotError::Unknown(word.to_owned())),
        Some(name) => name.with(argument.trim()).ok_or(DotError::Usage(name)),
    };
    Some(dot)
}

/// What people call the commands who come from other prompts.
const OTHER_NAMES: [(&str, Name); 19] = [
    ("?", Name::Help),
    ("man", Name::Help),
    ("map", Name::Board),
    ("show", Name::Board),
    ("ships", Name::Fleet),
    ("back", Name::Undo),
    ("w", Name::Save),
    ("write", Name::Save),
    ("export", Name::Save),
    ("open", Name::Read),
    ("load", Name::Read),
    ("run", Name::Read),
    ("source", Name::Read),
    ("bot", Name::Ai),
    ("reset", Name::New),
    ("restart", Name::New),
    ("lint", Name::Check),
    ("exit", Name::Quit),
    ("bye", Name::Quit),
];

/// The name that was probably meant by `word`, with or without its dot: one that begins so, one of
/// another prompt, or the nearest, if it is near enough.
pub(super) fn nearest(word: &str) -> Option<Name> {
    let word: String = word.chars().take(20).collect::<String>().to_ascii_lowercase();
    let bare = word.trim_start_matches(['.', ':', '\\']);
    let word = format!(".{bare}");
    let begins = |name: &Name| !bare.is_empty() && name.name().starts_with(&word);
    let other = OTHER_NAMES.into_iter().find(|(other, _)| *other == bare).map(|(_, name)| name);
    let near = || text::nearest(&word, Name::ALL.map(Name::name), text::third);
    Name::ALL.into_iter().find(begins).or(other).or_else(|| Name::from_name(near()?))
}

impl fmt::Display for DotError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unknown(word) => {
                let word: String = word.chars().take(60).flat_map(char::escape_debug).collect();
                write!(f, "there is no `{word}`; ")?;
                match nearest(&word) {
                    Some(name) => write!(f, "did you mean `{}`?", name.name()),
                    None => f.write_str("`.help` lists what there is"),
                }
            }
            Self::Usage(name) => {
                let form = format!("{} {}", name.name(), name.arguments());
                write!(f, "the form is `{}`", form.trim_end())
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_arguments_make_commands() {
        let parsed = |line| parse(line).expect("a dot").map_err(|error| error.to_string());
        assert_eq!(parsed(".undo"), Ok(Dot::Undo(1)));
        assert_eq!(parsed("  .undo  12 "), Ok(Dot::Undo(12)));
        assert_eq!(parsed(".board B"), Ok(Dot::Board(Some(Side::Second), None)));
        let far = Coord::new(40, -1);
        assert_eq!(parsed(".board 40 -1"), Ok(Dot::Board(None, Some(far))));
        assert_eq!(parsed(".board a 40 -1"), Ok(Dot::Board(Some(Side::First), Some(far))));
        assert_eq!(parsed(".board 4"), Err("the form is `.board [A|B] [Y X]`".to_owned()));
        assert_eq!(parsed(".save my game.ships"), Ok(Dot::Save(PathBuf::from("my game.ships"))));
        assert_eq!(parsed(".ai auto"), Ok(Dot::Ai(Ai::Auto)));
        assert_eq!(parsed(".undo x"), Err("the form is `.undo [N]`".to_owned()));
        assert_eq!(parsed(".new now"), Err("the form is `.new`".to_owned()));
        assert_eq!(parse("REEF 1 1"), None);
        assert_eq!(parse(".new\n[state]"), None);
    }

    #[test]
    fn an_unknown_name_is_answered_with_the_nearest() {
        let near = |word| nearest(word).map(Name::name);
        assert_eq!(near(".hlep"), Some(".help"));
        assert_eq!(near(".hist"), Some(".history"));
        assert_eq!(near(".UNDO"), Some(".undo"));
        assert_eq!(near(".elephant"), None);
        assert_eq!(near("."), None);
        assert_eq!(near("undo"), Some(".undo"));
    }

    #[test]
    fn names_of_other_prompts_are_understood() {
        for (other, name) in OTHER_NAMES {
            assert_eq!(nearest(other), Some(name), "{other}");
            assert_eq!(Name::from_name(&format!(".{other}")), None, "{other}");
        }
        assert_eq!(nearest(":q"), Some(Name::Quit));
        assert_eq!(nearest(".load"), Some(Name::Read));
    }
}
