//! Finds the line that explains an error in the text that a program wrote to standard error.

/// Indented lines of a stack trace (of Java, Node or Rust) may begin with one of these texts.
const INDENTED: [&[u8]; 2] = [b"at ", b"... "];

/// Other lines of a stack trace of Node or Rust begin with one of these texts.
const TRACE: [&[u8]; 2] = [b"Node.js v", b"note: "];

/// The line before a stack trace of Rust. This line and all lines after it are left out.
const BACKTRACE: &[u8] = b"stack backtrace:";

/// The number of lines that Rust writes about a failed `assert_eq!`: the place, the message, and
/// two values.
const PANIC: usize = 4;

/// Returns the last line that is neither blank nor part of a stack trace, trimmed. If there is no
/// such line, returns the last line that is not blank. For a panic of Rust, returns the first line
/// of the panic's message.
pub fn telling_line(text: &[u8]) -> &[u8] {
    // Only a panic gives several lines here. The second line begins the message of the panic.
    telling_lines(text, 1).iter().take(2).next_back().map_or(&[], |line| line.trim_ascii())
}

/// Returns the last lines that are neither blank nor part of a stack trace, at most `most` of them.
/// If there is no such line, returns the last line that is not blank. For a panic of Rust, returns
/// the line with the place of the panic, and the lines after that line. Here a `most` below 4
/// counts as 4.
pub fn telling_lines(text: &[u8], most: usize) -> Vec<&[u8]> {
    let lines = text.split(|byte| *byte == b'\n').map(<[u8]>::trim_ascii_end);
    let mut lines = lines.filter(|line| !line.is_empty());
    let before = lines.clone().take_while(|line| line.trim_ascii() != BACKTRACE);
    // Node prints the properties of an error after the trace. Then the last line of the trace ends
    // with `{`, and a line `}` follows the properties.
    let mut is_property = false;
    let mut kept: Vec<_> = before
        .filter(|line| {
            let is_trace = is_property || is_trace(line);
            is_property = is_trace && (line.ends_with(b"{") || is_property && *line != b"}");
            !is_trace
        })
        .collect();
    if kept.is_empty() {
        kept.extend(lines.next_back());
    }
    match kept.iter().rposition(|line| is_panic(line)) {
        Some(place) => kept.into_iter().skip(place).take(most.max(PANIC)).collect(),
        None => kept.split_off(kept.len().saturating_sub(most)),
    }
}

fn is_panic(line: &[u8]) -> bool {
    let at = b" panicked at ";
    line.starts_with(b"thread '") && line.windows(at.len()).any(|words| words == at)
}

fn is_trace(line: &[u8]) -> bool {
    let text = line.trim_ascii_start();
    let begins = |with: &[&[u8]]| with.iter().any(|begin| text.starts_with(begin));
    let digits = text.iter().take_while(|byte| byte.is_ascii_digit()).count();
    // Rust numbers the calls of a trace: `   4: ships::run`.
    let is_call = digits > 0 && text[digits..].starts_with(b": ");
    begins(&TRACE) || text.len() < line.len() && (begins(&INDENTED) || is_call)
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
        // Only the end of standard error is kept, so the line before a trace can be missing.
        check("no ship\n   4: ships::run\n       at ./src/main.rs:3:5\n", "no ship");
        check("Exception: nothing\nat the end: no ship\n", "at the end: no ship");
        check("note: at last\n \n", "note: at last");
        check(" \n", "");
    }

    /// Once, the line `}` at the end of the properties was returned.
    #[test]
    fn properties_of_node_errors_are_skipped() {
        let trace =
            "    at run (ships.js:1:2) {\n  code: 'NO_SHIP',\n  ships: {\n    A: 0\n  }\n}\n";
        check(&format!("Error: no ship\n{trace}\nNode.js v20.11.0\n"), "Error: no ship");
        check(&format!("Error: no ship\n{trace}sunk\n"), "sunk");
    }

    /// Once, only the last line of the message was returned, without the place.
    #[test]
    fn a_panic_has_its_place_and_its_message() {
        let place = "thread 'main' (7) panicked at src/main.rs:1:2:";
        let values = "assertion `left == right` failed\n  left: 1\n right: 2";
        let text = format!("log\n{place}\n{values}\nstack backtrace:\n   0: ships::run\n");
        let told = telling_lines(text.as_bytes(), 1).join(&b'\n');
        assert_eq!(String::from_utf8(told).unwrap(), format!("{place}\n{values}"));
        check(&text, "assertion `left == right` failed");
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
