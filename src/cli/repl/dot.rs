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
    Edit,
    Undo,
    Redo,
    Save,
    Read,
    Output,
    Ai,
    Play,
    New,
    Sessions,
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
    /// `.edit`
    Edit,
    /// `.undo [N|turn]`
    Undo(Steps),
    /// `.redo [N|turn]`
    Redo(Steps),
    /// `.save FILE`
    Save(Target),
    /// `.read FILE`
    Read(PathBuf),
    /// `.output [FILE]`
    Output(Option<Target>),
    /// `.ai [auto|off]`
    Ai(Ai),
    /// `.play [OPTIONS]`
    Play(String),
    /// `.new`
    New,
    /// `.sessions`
    Sessions,
    /// `.history [N]`
    History(usize),
    /// `.check`
    Check,
    /// `.quit`
    Quit,
}

/// What is taken back, or brought back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Steps {
    /// So many commands.
    Commands(usize),
    /// All from the tag on that opened the last player's turn; forwards, to the tag that closes the next.
    Turn,
}

/// A file that is written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Target {
    /// Its name.
    pub(super) file: PathBuf,
    /// Whether a file that is there is replaced without a question: `.save!`.
    pub(super) replaces: bool,
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

/// What is to be known of a dot command.
struct Row {
    /// With its dot.
    name: &'static str,
    /// What may follow the name.
    arguments: &'static str,
    summary: &'static str,
}

const fn row(name: &'static str, arguments: &'static str, summary: &'static str) -> Row {
    Row { name, arguments, summary }
}

impl Name {
    /// All names, in the order of `.help`.
    pub(super) const ALL: [Self; 16] = [
        Self::Help,
        Self::Board,
        Self::Fleet,
        Self::Edit,
        Self::Undo,
        Self::Redo,
        Self::Save,
        Self::Read,
        Self::Output,
        Self::Ai,
        Self::Play,
        Self::New,
        Self::Sessions,
        Self::History,
        Self::Check,
        Self::Quit,
    ];

    /// The table of the dot commands.
    const fn row(self) -> Row {
        match self {
            Self::Help => row(".help", "[COMMAND]", "shows the commands, or one with an example"),
            Self::Board => row(".board", "[A|B] [Y X]", "draws the board, or what a player sees"),
            Self::Fleet => row(".fleet", "", "lists the ships, placed and missing"),
            Self::Edit => row(".edit", "", "opens `$EDITOR` on the current group"),
            Self::Undo => row(".undo", "[N|turn]", "takes back a command, N of them, or a turn"),
            Self::Redo => row(".redo", "[N|turn]", "brings back what was taken back"),
            Self::Save => row(".save", "FILE", "saves the game; `.save!` replaces a file unasked"),
            Self::Read => row(".read", "FILE", "runs a script, up to its first error"),
            Self::Output => row(".output", "[FILE]", "prints to FILE, until `.output`"),
            Self::Ai => row(".ai", "[auto|off]", "lets the machine move now, or always"),
            Self::Play => row(".play", "[OPTIONS]", "plays a fair game of its own"),
            Self::New => row(".new", "", "starts another game"),
            Self::Sessions => row(".sessions", "", "lists the games that `--resume` takes"),
            Self::History => row(".history", "[N]", "shows the last lines"),
            Self::Check => row(".check", "", "tells what looks wrong in the game so far"),
            Self::Quit => row(".quit", "", "leaves; so does Ctrl-D"),
        }
    }

    /// The name, with its dot.
    pub(super) const fn name(self) -> &'static str {
        self.row().name
    }

    /// The name called `name`.
    pub(super) fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|known| known.name() == name)
    }

    /// What may follow the name.
    pub(super) const fn arguments(self) -> &'static str {
        self.row().arguments
    }

    /// What the command does.
    pub(super) const fn summary(self) -> &'static str {
        self.row().summary
    }

    /// Whether a file may follow.
    pub(super) fn takes_file(self) -> bool {
        self.arguments().contains("FILE")
    }

    /// Whether the command writes a file, so that `!` behind its name means something.
    const fn writes(self) -> bool {
        matches!(self, Self::Save | Self::Output)
    }

    fn with(self, argument: &str, replaces: bool) -> Option<Dot> {
        let alone = |dot| argument.is_empty().then_some(dot);
        let file = || (!argument.is_empty()).then(|| PathBuf::from(argument));
        match self {
            Self::Help => Some(Dot::Help((!argument.is_empty()).then(|| argument.to_owned()))),
            Self::Board => board(argument),
            Self::Fleet => alone(Dot::Fleet),
            Self::Edit => alone(Dot::Edit),
            Self::Undo => steps(argument).map(Dot::Undo),
            Self::Redo => steps(argument).map(Dot::Redo),
            Self::Save => file().map(|file| Dot::Save(Target { file, replaces })),
            Self::Read => file().map(Dot::Read),
            Self::Output => Some(Dot::Output(file().map(|file| Target { file, replaces }))),
            Self::Ai => ai(argument).map(Dot::Ai),
            Self::Play => Some(Dot::Play(argument.to_owned())),
            Self::New => alone(Dot::New),
            Self::Sessions => alone(Dot::Sessions),
            Self::History => count(argument, 20).map(Dot::History),
            Self::Check => alone(Dot::Check),
            Self::Quit => alone(Dot::Quit),
        }
    }
}

impl Dot {
    /// Whether the command leaves the game, and who moves next, as they are.
    pub(super) const fn only_looks(&self) -> bool {
        match self {
            Self::Help(_)
            | Self::Board(..)
            | Self::Fleet
            | Self::Save(_)
            | Self::Output(_)
            | Self::Sessions
            | Self::History(_)
            | Self::Check => true,
            Self::Edit
            | Self::Undo(_)
            | Self::Redo(_)
            | Self::Read(_)
            | Self::Ai(_)
            | Self::Play(_)
            | Self::New
            | Self::Quit => false,
        }
    }
}

fn count(argument: &str, default: usize) -> Option<usize> {
    match argument {
        "" => Some(default),
        text => text.parse().ok().filter(|count| *count > 0),
    }
}

fn steps(argument: &str) -> Option<Steps> {
    if argument == "turn" { Some(Steps::Turn) } else { count(argument, 1).map(Steps::Commands) }
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
    let dot = match named(word) {
        None => Err(DotError::Unknown(word.to_owned())),
        Some((name, bang)) => name.with(argument.trim(), bang).ok_or(DotError::Usage(name)),
    };
    Some(dot)
}

/// The name that `word` is, and whether `!` stands behind it.
pub(super) fn named(word: &str) -> Option<(Name, bool)> {
    let banged = || Name::from_name(word.strip_suffix('!')?).filter(|name| name.writes());
    let plain = Name::from_name(word).map(|name| (name, false));
    plain.or_else(|| banged().map(|name| (name, true)))
}

/// The name and the argument of a dot command that is being typed, once a blank stands between them.
pub(super) fn typed(text: &str) -> Option<(Name, &str)> {
    let (word, rest) = text.trim_start().split_once(char::is_whitespace)?;
    Some((named(word)?.0, rest.trim_start()))
}

/// What people call the commands who come from other prompts.
const OTHER_NAMES: [(&str, Name); 23] = [
    ("?", Name::Help),
    ("man", Name::Help),
    ("map", Name::Board),
    ("show", Name::Board),
    ("ships", Name::Fleet),
    ("back", Name::Undo),
    ("w", Name::Save),
    ("write", Name::Save),
    ("export", Name::Save),
    ("editor", Name::Edit),
    ("tee", Name::Output),
    ("open", Name::Read),
    ("load", Name::Read),
    ("run", Name::Read),
    ("source", Name::Read),
    ("bot", Name::Ai),
    ("reset", Name::New),
    ("restart", Name::New),
    ("resume", Name::Sessions),
    ("games", Name::Sessions),
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
        assert_eq!(
            parsed(".read! x"),
            Err("there is no `.read!`; did you mean `.read`?".to_owned())
        );
        assert_eq!(parsed(".ai auto"), Ok(Dot::Ai(Ai::Auto)));
        assert_eq!(parsed(".undo x"), Err("the form is `.undo [N|turn]`".to_owned()));
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
