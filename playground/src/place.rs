//! What may stand at a place of a script.

use broadside::script::ast::Group;
use broadside::script::{Context, Keyword, Reader, Slot};
use serde::Serialize;

/// The words that may stand at a place.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub(super) struct Choices {
    /// Words of arguments, with what they say.
    pub(super) arguments: Vec<(&'static str, &'static str)>,
    pub(super) commands: Vec<&'static str>,
    pub(super) tags: Vec<&'static str>,
}

/// What may stand behind `before`.
pub(super) fn choices(before: &[u8]) -> Choices {
    let Some(context) = Context::behind(&Reader::default(), None, before) else {
        return Choices::default();
    };
    let arguments = arguments(&context);
    if context.command.is_some() && !context.is_complete {
        return Choices { arguments, ..Choices::default() };
    }
    let Some(group) = context.group else {
        return Choices { tags: Group::ALL.map(Group::tag).to_vec(), ..Choices::default() };
    };
    let commands = Keyword::of(group).map(Keyword::name).collect();
    Choices { arguments, commands, tags: vec![group.tag()] }
}

/// The words of the next argument, in all forms that the command may have.
fn arguments(context: &Context) -> Vec<(&'static str, &'static str)> {
    let mut found = Vec::new();
    for slot in context.missing().iter().filter_map(|form| form.first()) {
        for word in slot.words() {
            let choice = (word, meaning(*slot, word));
            if !found.contains(&choice) {
                found.push(choice);
            }
        }
    }
    found
}

/// What `word` says as argument `slot`.
fn meaning(slot: Slot, word: &str) -> &'static str {
    match (slot, word) {
        (_, "CAR") => "carrier, 5 fields",
        (_, "BAT") => "battleship, 4 fields",
        (_, "CRU") => "cruiser, 3 fields",
        (_, "DES") => "destroyer, 2 fields",
        (Slot::Heading, "N") => "north, up",
        (Slot::Heading, "E") => "east, to the right",
        (Slot::Heading, "S") => "south, down",
        (Slot::Heading, "W") => "west, to the left",
        (Slot::Manoeuvre, "F") => "forward",
        (Slot::Manoeuvre, "L") => "turn to port",
        (Slot::Manoeuvre, "R") => "turn to starboard",
        (Slot::Detail, "0") => "the board",
        (Slot::Detail, "1") => "the parts of ships, with numbers",
        (Slot::Player, "A") => "the first player",
        (Slot::Player, "B") => "the second player",
        _ => "",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(before: &str, arguments: &str, commands: &str, tags: &str) {
        let found = choices(before.as_bytes());
        let words: Vec<_> = found.arguments.iter().map(|(word, _)| *word).collect();
        let found = (words.join(" "), found.commands.join(" "), found.tags.join(" "));
        assert_eq!(found, (arguments.into(), commands.into(), tags.into()), "{before:?}");
    }

    #[test]
    fn what_may_follow_is_what_the_table_says() {
        check("", "", "", "[state] [playerA] [playerB]");
        check("[playerA]\n", "", "PRINT PLACE_SHIP SHOOT MOVE SPY", "[playerA]");
        check("[playerA]\nMOVE 0 ", "CAR BAT CRU DES", "", "");
        check("[playerA]\nMOVE 0 DES ", "F L R", "", "");
        check("[playerA]\nSHOOT 1 ", "CAR BAT CRU DES", "", "");
        check("[state]\nPRINT ", "0 1", "", "");
        check("some prose ", "", "", "");
        check("[state] # REEF ", "", "", "");
    }

    #[test]
    fn every_word_that_is_offered_has_a_meaning() {
        for keyword in Keyword::ALL {
            for slot in keyword.forms().concat() {
                for word in slot.words() {
                    assert!(!meaning(slot, word).is_empty(), "{slot:?} {word}");
                }
            }
        }
    }
}
