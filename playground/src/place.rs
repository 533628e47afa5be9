//! The words that may stand at a place of a script. `broadside repl` completes the same words.

use broadside_ships::script::ast::Group;
use broadside_ships::script::check::Known;
use broadside_ships::script::{Context, Keyword, choose};
use serde::Serialize;

/// A word that may stand at a place.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(super) struct Choice {
    word: String,
    kind: Kind,
    /// The meaning of an argument; empty for tags, commands and numbers.
    meaning: &'static str,
}

/// The kind of a word.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
enum Kind {
    Command,
    Tag,
    Number,
    Word,
}

/// Returns the words that begin with the last word of `before` and may replace it.
pub(super) fn choices(before: &[u8]) -> Vec<Choice> {
    let text = String::from_utf8_lossy(before);
    let (lines, line) = text.split_at(text.rfind('\n').map_or(0, |end| end + 1));
    let (head, typed) = line.split_at(choose::word_start(line));
    let Some(known) = Known::after(lines.as_bytes()) else { return Vec::new() };
    let Some(context) = known.context(head.as_bytes()) else { return Vec::new() };
    let words = choose::words(&context, typed, known.game());
    words.into_iter().map(|word| choice(word, &context)).collect()
}

fn choice(word: String, context: &Context) -> Choice {
    let kind = match word.as_bytes() {
        word if Keyword::from_name(word).is_some() => Kind::Command,
        word if Group::from_tag(word).is_some() => Kind::Tag,
        word if word.iter().all(u8::is_ascii_digit) => Kind::Number,
        _ => Kind::Word,
    };
    let meaning = if kind == Kind::Word { meaning(&word, context) } else { "" };
    Choice { word, kind, meaning }
}

/// Returns the meaning of a word as the next argument.
fn meaning(word: &str, context: &Context) -> &'static str {
    match word {
        "CAR" => "carrier, 5 fields",
        "BAT" => "battleship, 4 fields",
        "CRU" => "cruiser, 3 fields",
        "DES" => "destroyer, 2 fields",
        "N" => "north, up",
        "E" => "east, to the right",
        "S" => "south, down",
        "W" => "west, to the left",
        "F" => "forward",
        "L" => "turn to port",
        "R" => "turn to starboard",
        _ => context.missing().first().and_then(|form| form[0].meaning()).unwrap_or_default(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(before: &str, expected: &str) {
        let found: Vec<_> = choices(before.as_bytes()).into_iter().map(|one| one.word).collect();
        assert_eq!(found.join(" "), expected, "{before:?}");
    }

    /// Returns the names of the commands of a turn, but only names that begin with `start`.
    fn orders(start: &str) -> String {
        let names = Keyword::of(Group::ALL[1]).map(Keyword::name);
        names.filter(|name| name.starts_with(start)).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn choices_are_the_words_that_the_game_takes() {
        check("", "[state] [playerA]");
        check("[playerA]\n", &format!("{} [playerA]", orders("")));
        check("[playerA]\nPLACE_SHIP 1 1 N 0 DES MOVE 0 ", "");
        check("[playerA]\nPLACE_SHIP 1 1 N 0 DES\nMOVE 0 ", "DES");
        check("[playerA]\nPLACE_SHIP 1 1 N 0 DES\nMOVE 0 DES ", "F L R");
        check("[playerA]\nS", &orders("S"));
        check("[state]\nPRINT ", "0 1");
        check("some prose ", "");
        check("[state] # REEF ", "");
    }

    #[test]
    fn words_have_a_meaning() {
        let [forward, ..] = &choices(b"[playerA]\nMOVE 0 DES ")[..] else { panic!("no choice") };
        assert_eq!((forward.kind, forward.meaning), (Kind::Word, "forward"));
    }
}
