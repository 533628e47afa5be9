//! Finds the line that explains an error, in what a program wrote to standard error.

/// The beginnings of lines that belong to a stack trace. They come from Java, Node and Rust.
const TRACE: [&[u8]; 4] = [b"at ", b"... ", b"Node.js v", b"note: "];

/// The line before a stack trace of Rust. Lines of the trace may begin with a number.
const BACKTRACE: &[u8] = b"stack backtrace:";

/// Returns the last line that is neither blank nor part of a stack trace, without blanks at its
/// ends. If there is no such line, returns the last line that is not blank, or an empty line.
pub fn telling_line(text: &[u8]) -> &[u8] {
    let lines = text.split(|byte| *byte == b'\n').map(<[u8]>::trim_ascii);
    let mut said = lines.filter(|line| !line.is_empty());
    let is_trace = |line: &&[u8]| TRACE.iter().any(|begin| line.starts_with(begin));
    let before = said.clone().take_while(|line| *line != BACKTRACE);
    before.filter(|line| !is_trace(line)).last().or(said.next_back()).unwrap_or_default()
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
}
