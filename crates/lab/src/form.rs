//! Forms of commands: what is left of a command when its arguments are taken out.
//!
//! ```
//! use broadside_lab::form;
//!
//! assert_eq!(form::of_echo(b"SHOOT 0 DES 3 4"), "SHOOT i C y x");
//! assert_eq!(form::without_numbers(b"A : 12 B : 3"), "A : n B : n");
//! ```

use super::draft::{At, Draft, Line};
use broadside_ships::script::ast::{Command, Group};
use broadside_ships::script::{Keyword, print};

/// The form of a command as a program repeats it.
pub fn of_echo(echo: &[u8]) -> String {
    let text = String::from_utf8_lossy(echo);
    let words: Vec<_> = text.split_ascii_whitespace().collect();
    let has_class = || words.get(2).is_some_and(|word| !is_number(word));
    match (words.first().copied().unwrap_or_default(), words.len()) {
        ("[playerA]" | "[playerB]", _) => "[playerX]".to_owned(),
        ("SHOOT", 5..) if has_class() => "SHOOT i C y x".to_owned(),
        ("SHOOT", _) => "SHOOT y x".to_owned(),
        ("SPY", 4..) => "SPY i y x".to_owned(),
        ("SPY", _) => "SPY y x".to_owned(),
        ("PRINT", _) => words.join(" "),
        (word, _) => {
            let usage = Keyword::from_name(word.as_bytes()).and_then(|known| known.usages().next());
            usage.unwrap_or_else(|| word.to_owned())
        }
    }
}

/// The form of a command.
pub(super) fn of_command(command: &Command) -> String {
    let mut text = Vec::new();
    print::command(command, &mut text);
    of_echo(&text)
}

/// The form of a line of a draft; pictures of players have their own.
pub fn of_line(draft: &Draft, at: At) -> String {
    let block = &draft.blocks[at.block];
    match (at.line, block.group) {
        (Line::Command(_), Group::State) | (Line::Open | Line::Intruder, _) => {
            of_echo(&draft.text(at))
        }
        (Line::Command(index), Group::Turn(_)) => {
            let form = of_echo(&draft.text(at));
            match block.commands.get(index) {
                Some(Command::Print(_)) => form + " of a player",
                Some(_) | None => form,
            }
        }
        (Line::Close, _) => "end of a turn".to_owned(),
    }
}

fn is_number(word: &str) -> bool {
    word.trim_start_matches(['+', '-']).bytes().all(|byte| byte.is_ascii_digit())
}

/// A text in which each number has become `n`; bytes that are not ASCII are escaped.
pub fn without_numbers(text: &[u8]) -> String {
    let numbers = text.chunk_by(|a, b| a.is_ascii_digit() && b.is_ascii_digit());
    let piece = |piece: &[u8]| match piece.first() {
        Some(byte) if byte.is_ascii_digit() => "n".to_owned(),
        _ => piece.escape_ascii().to_string(),
    };
    numbers.map(piece).collect()
}
