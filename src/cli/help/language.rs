//! The page about the Ships language, read off the table of commands.

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

/// The page: groups, commands, arguments, exits.
pub(in crate::cli) fn page() -> String {
    let groups = [Group::State, Group::Turn(Side::First)].map(commands);
    [OPENING, &groups[0], &groups[1], &arguments(), END].join("\n\n")
}

/// The commands of a group: its forms, each in a line, and what it does below them.
fn commands(group: Group) -> String {
    let tag = match group {
        Group::State => "[state] ... [state]".to_owned(),
        Group::Turn(_) => "[playerA] ... [playerA], [playerB] ... [playerB]".to_owned(),
    };
    let told = Keyword::of(group).map(|keyword| {
        let forms = keyword.usages().collect::<Vec<_>>().join("\n  ");
        format!("\n  {forms}\n      {}", keyword.summary())
    });
    tag + &told.collect::<String>()
}

/// What the symbols of arguments stand for.
fn arguments() -> String {
    let slots = Keyword::ALL.into_iter().flat_map(|keyword| keyword.forms().concat());
    let told = slots.filter_map(|slot| Some((slot.symbol(), slot.meaning()?)));
    let told: IndexMap<_, _> = told.collect();
    let lines = told.iter().map(|(symbol, meaning)| format!("\n  {symbol:<8}{meaning}"));
    let integers = "\n  Numbers are integers of 64 bits, such as 7, -3 and +5.";
    ["Arguments"].into_iter().map(str::to_owned).chain(lines).collect::<String>() + integers
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
