//! Arranges the help of the command line: examples come before the usage, other notes after the
//! options. Help and manual pages are made from the same texts.

use super::repl::help::{self, meanings};
use broadside::board::Side;
use broadside::catalog::Program;
use broadside::script::Keyword;
use broadside::script::ast::Group;
use clap::Command;
use indexmap::IndexMap;

pub(super) const NAVAL: &str = include_str!("naval.txt");
pub(super) const BATTLE_OF_SHIPS: &str = include_str!("battle-of-ships.txt");
pub(super) const CLASSIC: &str = include_str!("classic.txt");

const TEMPLATE: &str =
    "{about-with-newline}\n{before-help}{usage-heading} {usage}\n\n{all-args}{after-help}";

/// A template without options, for the page `language`, and for programs such as `naval` that print
/// exactly what an old program printed. Options before the name of such a program are options of
/// `broadside`. Options after the name go to the program unchanged, except a lone `--help` or `-h`.
const WITHOUT_OPTIONS: &str =
    "{about-with-newline}\n{before-help}{usage-heading} {usage}{after-help}";

pub(super) fn arranged(command: Command) -> Command {
    let page = |command: Command| command.after_help(language());
    let prompt = |command: Command| {
        let text = command.get_after_help().map(ToString::to_string).unwrap_or_default();
        command.after_help(format!("{text}\n\n{}", help::commands()))
    };
    arrange(command.mut_subcommand("language", page).mut_subcommand("repl", prompt))
}

/// Moves the examples of `command`, and of all its subcommands, before the usage.
fn arrange(command: Command) -> Command {
    let template = if takes_no_options(&command) { WITHOUT_OPTIONS } else { TEMPLATE };
    let command = command.mut_subcommands(arrange).help_template(template);
    let Some(text) = command.get_after_help().map(ToString::to_string) else { return command };
    let parts = Parts::of(&text);
    let after = [parts.notes, parts.status].concat().join("\n\n");
    command.before_help(parts.examples.join("\n\n")).after_help(after)
}

pub(super) fn takes_no_options(command: &Command) -> bool {
    Program::from_name(command.get_name()).is_some() || command.get_name() == "language"
}

/// The paragraphs of an `after_help` of clap, sorted by their heads (the words before the first
/// colon).
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

/// Joins the lines of a paragraph, because the paragraph is wrapped later. Lines that begin with a
/// blank stay separate.
fn flowing(paragraph: &str) -> String {
    let is_fixed = |line: &str| line.starts_with(' ');
    let chunks: Vec<_> = paragraph.lines().collect();
    let chunks = chunks.chunk_by(|one, next| !is_fixed(one) && !is_fixed(next));
    chunks.map(|lines| lines.join(" ")).collect::<Vec<_>>().join("\n")
}

const OPENING: &str = "\
Example:
  printf '[state] BOARD_SIZE 5 5 PRINT 1 [state]' | broadside

A script consists of groups. A tag such as [state] opens a group, and the same tag closes it. Text
between groups is ignored. Blanks and newlines separate words. [playerA] and [playerB] are turns: A
begins, then the players take turns. [state] groups have commands of the referee and may stand
between turns. Commands are carried out in their order. The first command that is not allowed ends
the script, with INVALID OPERATION, the command and the reason. At the end of a turn, the player
wins if all ships are placed and all ships of the opponent are destroyed.

In pictures @ is a bow, ! a cannon, % an engine, + another healthy segment, x a destroyed segment, #
a reef, ? a field that the player does not see.";

const END: &str = "\
At the prompt (`broadside repl`), `.help COMMAND` explains a command with an example.

Exit status: of a script: 0 it ran to its end, 1 it stopped at an INVALID OPERATION, 2 a syntax
error, 3 input or output failed. Of `broadside language`: 0 the page is printed, 3 output failed.";

pub(super) fn language() -> String {
    let groups = [Group::State, Group::Turn(Side::First)].map(commands);
    [OPENING, &groups[0], &groups[1], &arguments(), END].join("\n\n")
}

fn commands(group: Group) -> String {
    let tag = match group {
        Group::State => "[state] ... [state]".to_owned(),
        Group::Turn(_) => "[playerA] ... [playerA], [playerB] ... [playerB]".to_owned(),
    };
    let commands = Keyword::of(group).map(|keyword| {
        let forms = keyword.usages().collect::<Vec<_>>().join("\n  ");
        format!("\n  {forms}\n      {}", keyword.summary())
    });
    tag + &commands.collect::<String>()
}

fn arguments() -> String {
    let meanings: IndexMap<_, _> = Keyword::ALL.into_iter().flat_map(meanings).collect();
    let lines = meanings.iter().map(|(symbol, meaning)| format!("\n  {symbol:<8}{meaning}"));
    let integers = "\n  Numbers are integers of 64 bits, such as 7, -3 and +5.";
    format!("Arguments{}{integers}", lines.collect::<String>())
}

#[cfg(test)]
mod tests {
    use super::*;

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
            let (before, after) = (text(command.get_before_help()), text(command.get_after_help()));
            assert!(before.starts_with("Example"), "{path} has no example");
            assert!(before.contains("broadside"), "{path}: {before}");
            let status = Parts::of(&after).status;
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

    #[test]
    fn the_page_has_each_form_and_each_symbol_and_fits_a_terminal() {
        let page = language();
        for keyword in Keyword::ALL {
            for form in keyword.usages() {
                assert!(page.contains(&format!("\n  {form}\n")), "{form}");
            }
            assert!(page.contains(keyword.summary()));
            for slot in keyword.forms().concat().iter().filter(|slot| slot.meaning().is_some()) {
                assert!(page.contains(&format!("\n  {:<8}", slot.symbol())), "{slot:?}");
            }
        }
        assert!(page.lines().all(|line| line.chars().count() <= 100), "{page}");
    }
}
