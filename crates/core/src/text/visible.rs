//! Makes text safe for a terminal. Characters that could control the terminal or hide a part of the
//! text are shown by their number, such as `\u{9b}`.

use std::fmt::{self, Write as _};
use std::io::{self, Write};

/// Returns whether `c` could spoil or disguise text on a terminal. This is true for control
/// characters (C0, DEL and C1), separators of lines and paragraphs, marks of writing direction (UAX
/// #9, §2) and the byte order mark.
pub fn is_control(c: char) -> bool {
    c.is_control()
        || matches!(c,
            '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{feff}')
}

/// Shows any bytes as text. Characters for which [`is_control`] is true, and bytes that are not
/// UTF-8, are shown by their hexadecimal number.
///
/// ```
/// use broadside_core::text::Visible;
///
/// assert_eq!(Visible(b"a\x1b[2J\xff b").to_string(), "a\\u{1b}[2J\\u{ff} b");
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Visible<'t>(pub &'t [u8]);

impl fmt::Display for Visible<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.utf8_chunks().try_for_each(|chunk| {
            chunk.valid().chars().try_for_each(|c| show(c, f))?;
            chunk.invalid().iter().try_for_each(|byte| escape(u32::from(*byte), f))
        })
    }
}

fn show(c: char, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    if is_control(c) { escape(c.into(), f) } else { f.write_char(c) }
}

fn escape(number: u32, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    write!(f, "\\u{{{number:x}}}")
}

/// An output to a terminal. Line feeds, tabs and allowed styles pass unchanged. All other text
/// passes through [`Visible`].
#[derive(Debug)]
pub struct Screen<W: Write> {
    terminal: W,
    is_styled: bool,
    /// The first bytes of a character or style that is not complete yet.
    begun: Vec<u8>,
}

impl<W: Write> Screen<W> {
    /// Creates an output to `terminal` without text styles.
    pub const fn new(terminal: W) -> Self {
        Self { terminal, is_styled: false, begun: Vec::new() }
    }

    /// Creates an output to `terminal` that also lets text styles pass, such as colours. Styles
    /// that hide text or let it blink do not pass.
    #[doc(hidden)]
    pub const fn styled(terminal: W) -> Self {
        Self { terminal, is_styled: true, begun: Vec::new() }
    }

    fn show(&mut self, bytes: &[u8]) -> io::Result<()> {
        let mut shown = 0;
        for at in memchr::memchr3_iter(b'\n', b'\t', b'\x1b', bytes) {
            let length = self.passing(&bytes[at..]);
            if length > 0 {
                write!(self.terminal, "{}", Visible(&bytes[shown..at]))?;
                shown = at + length;
                self.terminal.write_all(&bytes[at..shown])?;
            }
        }
        write!(self.terminal, "{}", Visible(&bytes[shown..]))
    }

    /// Returns the number of bytes at the beginning that pass unchanged. `bytes` begins with a line
    /// feed, a tab or an escape character.
    fn passing(&self, bytes: &[u8]) -> usize {
        match bytes.strip_prefix(b"\x1b[") {
            Some(rest) if self.is_styled => style(rest).map_or(0, |length| length + 2),
            Some(_) => 0,
            None => usize::from(bytes[0] != b'\x1b'),
        }
    }
}

impl<W: Write> Write for Screen<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let mut all = std::mem::take(&mut self.begun);
        all.extend_from_slice(bytes);
        let mut whole = all.len() - unfinished(&all);
        if self.is_styled {
            whole = whole.min(all.len() - unfinished_style(&all));
        }
        self.begun = all.split_off(whole);
        self.show(&all)?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        let begun = std::mem::take(&mut self.begun);
        self.show(&begun)?;
        self.terminal.flush()
    }
}

/// The largest number of bytes of a style, with its `ESC[`. A longer style does not pass.
const LONGEST_STYLE: usize = 32;

/// Returns the length of the style at the beginning of `bytes`, including its final `m`. The bytes
/// `ESC[` come before `bytes`. Returns `None` if there is no style, or if the style is too long,
/// hides text or lets it blink.
fn style(bytes: &[u8]) -> Option<usize> {
    let end = bytes.iter().position(|byte| !byte.is_ascii_digit() && *byte != b';')?;
    let numbers = bytes[..end].split(|byte| *byte == b';');
    let numbers: Vec<_> = numbers.map(without_zeros).collect();
    // 38 and 48 set a colour. The numbers after 38 or 48 choose this colour, so among them 5, 6 and
    // 8 do not hide text or let it blink.
    let is_colour =
        matches!(numbers[..], [b"38" | b"48", b"5", _] | [b"38" | b"48", b"2", _, _, _]);
    // 5 and 6 let text blink, and 8 hides it.
    let hides = numbers.iter().any(|number| matches!(*number, b"5" | b"6" | b"8"));
    // `ESC[` and `m` have 3 bytes.
    let is_style = bytes[end] == b'm' && end + 3 <= LONGEST_STYLE;
    (is_style && (is_colour || !hides)).then_some(end + 1)
}

fn without_zeros(number: &[u8]) -> &[u8] {
    let zeros = number.iter().take_while(|byte| **byte == b'0').count();
    &number[zeros..]
}

/// Returns the length of the incomplete UTF-8 character at the end of `bytes`.
fn unfinished(bytes: &[u8]) -> usize {
    let last = bytes.utf8_chunks().last();
    let rest = last.map_or(&[][..], |chunk| chunk.invalid());
    let is_begun = std::str::from_utf8(rest).is_err_and(|error| error.error_len().is_none());
    if is_begun { rest.len() } else { 0 }
}

/// Returns the length of the incomplete escape sequence at the end of `bytes`. Looks only at the
/// last [`LONGEST_STYLE`] bytes.
fn unfinished_style(bytes: &[u8]) -> usize {
    let tail = &bytes[bytes.len().saturating_sub(LONGEST_STYLE)..];
    let begun = memchr::memrchr(b'\x1b', tail).map_or(&[][..], |at| &tail[at..]);
    let is_open = |(at, byte): (usize, &u8)| match at {
        0 => true,
        1 => *byte == b'[',
        _ => byte.is_ascii_digit() || *byte == b';',
    };
    if begun.iter().enumerate().all(is_open) { begun.len() } else { 0 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_styles_pass() {
        let shown = |text: &str| {
            let mut terminal = Vec::new();
            let mut screen = Screen::styled(&mut terminal);
            text.bytes().for_each(|byte| screen.write_all(&[byte]).unwrap());
            screen.flush().unwrap();
            String::from_utf8(terminal).unwrap()
        };
        let styled = "\u{1b}[1m\u{1b}[38;5;8mbold\u{1b}[0m\n\u{1b}[m";
        assert_eq!(shown(styled), styled);
        assert_eq!(
            shown("\u{1b}[8mx\u{1b}[2Jy\u{1b}]0;t\u{7}"),
            "\\u{1b}[8mx\\u{1b}[2Jy\\u{1b}]0;t\\u{7}"
        );
        assert_eq!(shown("\u{1b}[08mx\u{1b}[1;005m"), "\\u{1b}[08mx\\u{1b}[1;005m");
        assert_eq!(
            shown("\u{1b}[1;8mx\u{1b}[38;5;1;8m\u{1b}["),
            "\\u{1b}[1;8mx\\u{1b}[38;5;1;8m\\u{1b}["
        );
    }

    #[test]
    fn styles_and_characters_may_come_in_pieces() {
        let check = |text: &str, expected: &str| {
            for (start, end) in (0..text.len()).map(|at| text.as_bytes().split_at(at)) {
                let mut terminal = Vec::new();
                let mut screen = Screen::styled(&mut terminal);
                screen.write_all(start).unwrap();
                screen.write_all(end).unwrap();
                assert_eq!(terminal, expected.as_bytes(), "{start:?} {end:?}");
            }
        };
        for zeros in 0..40 {
            let text = format!("\u{1b}[{}1m", "0".repeat(zeros));
            let is_short = text.len() <= LONGEST_STYLE;
            check(&text, &if is_short { text.clone() } else { text.replace('\u{1b}', "\\u{1b}") });
        }
        check("船\u{9b}\u{202e}é", "船\\u{9b}\\u{202e}é");
    }

    #[test]
    fn incomplete_characters_are_shown_at_the_next_flush() {
        let mut terminal = Vec::new();
        let mut screen = Screen::new(&mut terminal);
        screen.write_all(b"\xff\xfea\xe8\x88").unwrap();
        screen.flush().unwrap();
        assert_eq!(terminal, b"\\u{ff}\\u{fe}a\\u{e8}\\u{88}");
    }
}
