//! Forms of commands. The form of a command has a symbol in place of each argument. So two commands
//! have the same form if they differ only in the values of their arguments. The form of `PRINT`
//! keeps the value.
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

/// Returns the form of a command. `echo` is the text of the command, as a refusal repeats it.
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

pub(super) fn of_command(command: &Command) -> String {
    let mut text = Vec::new();
    print::command(command, &mut text);
    of_echo(&text)
}

/// Returns the form of a line. The form of a closing tag is `end of a turn`. In a player's turn,
/// the words `of a player` follow the form of a `PRINT`.
pub fn of_line(draft: &Draft, at: At) -> String {
    let block = &draft.blocks[at.block];
    if at.line == Line::Close {
        return "end of a turn".to_owned();
    }
    let form = of_echo(&draft.text(at));
    if let (Line::Command(index), Group::Turn(_)) = (at.line, block.group)
        && let Some(Command::Print(_)) = block.commands.get(index)
    {
        return form + " of a player";
    }
    form
}

pub(super) fn is_shot(draft: &Draft, at: At) -> bool {
    of_line(draft, at).starts_with("SHOOT")
}

fn is_number(word: &str) -> bool {
    word.trim_start_matches(['+', '-']).bytes().all(|byte| byte.is_ascii_digit())
}

/// Returns the text with `n` in place of each number. `<[u8]>::escape_ascii` escapes the other
/// bytes.
pub fn without_numbers(text: &[u8]) -> String {
    let numbers = text.chunk_by(|a, b| a.is_ascii_digit() && b.is_ascii_digit());
    let piece = |piece: &[u8]| match piece.first() {
        Some(byte) if byte.is_ascii_digit() => "n".to_owned(),
        _ => piece.escape_ascii().to_string(),
    };
    numbers.map(piece).collect()
}
