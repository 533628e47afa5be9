//! Finds the line that explains an error, in what a program wrote to standard error.

/// The beginnings of lines that belong to a stack trace. They come from Java, Node and Rust.
const TRACE: [&[u8]; 4] = [b"at ", b"... ", b"Node.js v", b"note: "];

/// The line before a stack trace of Rust. Lines of the trace may begin with a number.
const BACKTRACE: &[u8] = b"stack backtrace:";

/// Returns the last line that is neither blank nor part of a stack trace, without blanks at its
/// ends. If there is no such line, returns the last line that is not blank, or an empty line.
pub fn telling_line(text: &[u8]) -> &[u8] {
    telling_lines(text, 1).first().map_or(&[], |line| line.trim_ascii())
}

/// Returns the last lines that are neither blank nor part of a stack trace, at most `most` of them.
/// If there is no such line, returns the last line that is not blank.
pub fn telling_lines(text: &[u8], most: usize) -> Vec<&[u8]> {
    let lines = text.split(|byte| *byte == b'\n').map(<[u8]>::trim_ascii_end);
    let mut said = lines.filter(|line| !line.is_empty());
    let is_trace = |line: &&[u8]| TRACE.iter().any(|begin| line.trim_ascii().starts_with(begin));
    let before = said.clone().take_while(|line| line.trim_ascii() != BACKTRACE);
    let mut told: Vec<_> = before.filter(|line| !is_trace(line)).collect();
    if told.is_empty() {
        told.extend(said.next_back());
    }
    told.split_off(told.len().saturating_sub(most))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, expected: &str) {
        assert_eq!(telling_line(text.as_bytes()), expected.as_bytes());
    }

    #[test]
    fn traces_are_skipped() {
        check("Traceback:\n  File \"ships.py\"\nKeyError: 'A'\n\n", "KeyError: 'A'");
        check(
            "Exception in thread \"main\" java.lang.Error: no ship\n\tat Ships.run(Ships.java:3)\n\t... 2 more\n",
            "Exception in thread \"main\" java.lang.Error: no ship",
        );
        check(
            "TypeError: no ship\n    at run (ships.js:1:2)\n\nNode.js v20.1.0\n",
            "TypeError: no ship",
        );
        check(
            "thread 'main' panicked at src/main.rs:1:2:\nno ship\nnote: run with `RUST_BACKTRACE=1`\n",
            "no ship",
        );
        check(
            "thread 'main' panicked at src/main.rs:1:2:\nno ship\nstack backtrace:\n   0: ships::run\n",
            "no ship",
        );
        check("at last\n \n", "at last");
        check(" \n", "");
    }

    #[test]
    fn the_last_lines_keep_their_indentation() {
        let text = b"Main.java:3: error: ';' expected\n\tint x\n\t     ^\n\n1 error\n at Main\n";
        let all = [&b"Main.java:3: error: ';' expected"[..], b"\tint x", b"\t     ^", b"1 error"];
        assert_eq!(telling_lines(text, 8), all);
        assert_eq!(telling_lines(text, 2), all[2..]);
        assert_eq!(telling_lines(b"at last\n", 8), [b"at last"]);
        assert_eq!(telling_lines(b" \n", 8), [b""; 0]);
    }
}
