//! Arranges the help of the command line: examples stand before the options, other notes after
//! them. Help and manual pages are made from the same texts.

mod language;

use super::repl;
use broadside::catalog::Program;
use clap::Command;

pub(super) const NAVAL: &str = include_str!("naval.txt");
pub(super) const BATTLE_OF_SHIPS: &str = include_str!("battle-of-ships.txt");
pub(super) const CLASSIC: &str = include_str!("classic.txt");

const TEMPLATE: &str =
    "{about-with-newline}\n{before-help}{usage-heading} {usage}\n\n{all-args}{after-help}";

/// A template without options, for the page `language` and for byte-exact programs. Options before
/// the name of a byte-exact program belong to `broadside`. Options after it go to the program
/// unchanged, except a lone `--help` or `-h`.
const WITHOUT_OPTIONS: &str =
    "{about-with-newline}\n{before-help}{usage-heading} {usage}{after-help}";

/// Returns the program's command with all help texts arranged.
pub(super) fn arranged(command: Command) -> Command {
    let language = |command: Command| command.after_help(language::page());
    let prompt = |command: Command| {
        let text = command.get_after_help().map(ToString::to_string).unwrap_or_default();
        command.after_help(format!("{text}\n\n{}", repl::commands()))
    };
    arrange(command.mut_subcommand("language", language).mut_subcommand("repl", prompt))
}

pub(super) use language::page as language;

/// Moves the examples of `command`, and of all its subcommands, before the usage.
fn arrange(command: Command) -> Command {
    let template = if takes_no_options(&command) { WITHOUT_OPTIONS } else { TEMPLATE };
    let command = command.mut_subcommands(arrange).help_template(template);
    let Some(text) = command.get_after_help().map(ToString::to_string) else { return command };
    let parts = Parts::of(&text);
    let behind = [parts.notes, parts.status].concat().join("\n\n");
    command.before_help(parts.examples.join("\n\n")).after_help(behind)
}

/// Whether the help of `command` shows no options of `broadside`.
pub(super) fn takes_no_options(command: &Command) -> bool {
    Program::from_name(command.get_name()).is_some() || command.get_name() == "language"
}

/// The paragraphs of an `after_help` of clap, sorted by their heads.
#[derive(Debug, Default)]
pub(super) struct Parts {
    pub(super) examples: Vec<String>,
    pub(super) notes: Vec<String>,
    pub(super) status: Vec<String>,
}

impl Parts {
    pub(super) fn of(text: &str) -> Self {
        let mut parts = Self::default();
        for paragraph in text.trim_end().split("\n\n").filter(|one| !one.is_empty()) {
            let (head, _) = paragraph.split_once(':').unwrap_or_default();
            let part = match head {
                "Example" | "Examples" => &mut parts.examples,
                "Exit status" => &mut parts.status,
                _ => &mut parts.notes,
            };
            part.push(flowing(paragraph));
        }
        parts
    }
}

/// Joins the lines of a paragraph, because it is wrapped later. Lines that begin with a blank stay
/// separate.
fn flowing(paragraph: &str) -> String {
    let is_fixed = |line: &str| line.starts_with(' ');
    let chunks: Vec<_> = paragraph.lines().collect();
    let chunks = chunks.chunk_by(|one, next| !is_fixed(one) && !is_fixed(next));
    chunks.map(|lines| lines.join(" ")).collect::<Vec<_>>().join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Calls `check` with each command that is not hidden, and with its path.
    fn each(command: &Command, path: &str, check: &mut dyn FnMut(&Command, &str)) {
        check(command, path);
        let below = command.get_subcommands().filter(|one| !one.is_hide_set());
        for one in below.filter(|one| one.get_name() != "help") {
            each(one, &format!("{path} {}", one.get_name()), check);
        }
    }

    #[test]
    fn each_command_has_examples_and_says_how_it_exits() {
        let mut seen = 0;
        each(&crate::cli::command(), "broadside", &mut |command, path| {
            let text = |part: Option<&clap::builder::StyledStr>| {
                part.map(ToString::to_string).unwrap_or_default()
            };
            let (before, behind) =
                (text(command.get_before_help()), text(command.get_after_help()));
            assert!(before.starts_with("Example"), "{path} has no example");
            assert!(before.contains("broadside"), "{path}: {before}");
            let status = Parts::of(&behind).status;
            assert_eq!(status.len(), 1, "{path} does not say how it exits");
            seen += 1;
        });
        assert!(seen > 18, "{seen}");
    }

    #[test]
    fn lines_of_prose_are_joined_and_lists_stay() {
        let text = "A word\nand another:\n  one\n  two\nthe\nend";
        assert_eq!(flowing(text), "A word and another:\n  one\n  two\nthe end");
    }

    #[test]
    fn paragraphs_are_sorted_by_their_heads() {
        let parts = Parts::of("Examples:\n  a\n  b\n\nNote: c\n\nExit status: 0\n");
        assert_eq!(parts.examples, ["Examples:\n  a\n  b"]);
        assert_eq!((parts.notes.len(), &parts.status[..]), (1, &["Exit status: 0".to_owned()][..]));
    }
}
