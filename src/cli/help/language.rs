//! The page about the Ships language. Its lists are made from the table of commands.

use crate::cli::repl::help::meanings;
use broadside::board::Side;
use broadside::script::Keyword;
use broadside::script::ast::Group;
use indexmap::IndexMap;

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
`.help COMMAND` at the prompt (`broadside repl`) shows a script for each command.

Exit status: of a script: 0 it ran to its end, 1 it stopped at an INVALID OPERATION, 2 a syntax
error, 3 input or output failed. Of `broadside language`: 0 the page is printed, 3 output failed.";

pub(in crate::cli) fn page() -> String {
    let groups = [Group::State, Group::Turn(Side::First)].map(commands);
    [OPENING, &groups[0], &groups[1], &arguments(), END].join("\n\n")
}

/// Returns the list of a group's commands. Each command has one line for each of its forms, and
/// then a line that says what it does.
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

    #[test]
    fn the_page_has_each_form_and_each_symbol_and_fits_a_terminal() {
        let page = page();
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
