//! Words, lines, numbers (spec ships §1).

use super::sea::{Class, Heading, Side, Way};
use super::{End, Step, Stop};

/// The longest line, in bytes.
const LONGEST_LINE: usize = 1 << 20;

/// The command words.
const COMMANDS: [&[u8]; 17] = [
    b"PRINT",
    b"SET_FLEET",
    b"NEXT_PLAYER",
    b"BOARD_SIZE",
    b"INIT_POSITION",
    b"REEF",
    b"SHIP",
    b"EXTENDED_SHIPS",
    b"AUTO_SHOOTING",
    b"SET_AI_PLAYER",
    b"INFORMATION",
    b"SRAND",
    b"SAVE",
    b"PLACE_SHIP",
    b"SHOOT",
    b"MOVE",
    b"SPY",
];

/// A word and the number of its line. A line that is too long is a single empty word.
struct Word<'s> {
    text: &'s [u8],
    line: usize,
}

/// The words of a script, and how far they have been read.
pub(super) struct Words<'s> {
    all: Vec<Word<'s>>,
    read: usize,
    /// The command that is being read, its arguments in plain decimal.
    pub(super) command: Vec<u8>,
}

impl<'s> Words<'s> {
    /// The words of `script` without its comments.
    pub(super) fn of(script: &'s [u8]) -> Self {
        let script = script.strip_prefix(b"\xef\xbb\xbf").unwrap_or(script);
        let mut words = Vec::new();
        for (line, bytes) in script.split(|byte| *byte == b'\n').enumerate() {
            if bytes.len() > LONGEST_LINE {
                words.push(Word { text: b"", line });
                break;
            }
            let code = bytes.split(|byte| *byte == b'#').next().unwrap_or_default();
            let found = code.split(|byte| is_blank(*byte)).filter(|word| !word.is_empty());
            words.extend(found.map(|text| Word { text, line }));
        }
        Self { all: words, read: 0, command: Vec::new() }
    }

    /// The next word, which stays where it is.
    pub(super) fn peek(&self) -> Option<&'s [u8]> {
        self.all.get(self.read).map(|word| word.text)
    }

    /// The next word.
    pub(super) fn next(&mut self) -> Step<&'s [u8]> {
        let word = self.peek().filter(|word| !word.is_empty()).ok_or(Stop(End::Syntax))?;
        self.read += 1;
        Ok(word)
    }

    /// The first word of a command.
    pub(super) fn command_word(&mut self) -> Step<&'s [u8]> {
        let word = self.next()?;
        self.command.clear();
        self.command.extend_from_slice(word);
        Ok(word)
    }

    /// Outside groups a line is skipped, unless it begins with a command word.
    pub(super) fn skip_prose(&mut self) -> Step {
        if COMMANDS.contains(&self.next()?) {
            return Err(Stop(End::Syntax));
        }
        self.rest_of_line();
        Ok(())
    }

    /// The words that follow on the line of the last one.
    pub(super) fn rest_of_line(&mut self) -> Vec<&'s [u8]> {
        let mut rest = Vec::new();
        while self.is_on_same_line() {
            rest.extend(self.peek());
            self.read += 1;
        }
        rest
    }

    fn is_on_same_line(&self) -> bool {
        let line = |at: usize| self.all.get(at).map(|word| word.line);
        self.read > 0 && self.peek().is_some() && line(self.read) == line(self.read - 1)
    }

    /// Whether the next word stands on the line of the last one and looks like a number.
    pub(super) fn number_follows(&self) -> bool {
        let word = self.peek().unwrap_or_default();
        let digits = word.strip_prefix(b"+").or(word.strip_prefix(b"-")).unwrap_or(word);
        self.is_on_same_line() && digits.first().is_some_and(u8::is_ascii_digit)
    }

    /// A number of 64 bits.
    pub(super) fn integer(&mut self) -> Step<i64> {
        let word = std::str::from_utf8(self.next()?).map_err(|_| Stop(End::Syntax))?;
        let number: i64 = word.parse().map_err(|_| Stop(End::Syntax))?;
        self.command.extend_from_slice(format!(" {number}").as_bytes());
        Ok(number)
    }

    /// One of some words.
    fn one_of<T: Copy>(&mut self, words: &[(&str, T)]) -> Step<T> {
        let word = self.next()?;
        let found = words.iter().find(|(name, _)| name.as_bytes() == word);
        let (name, value) = found.ok_or(Stop(End::Syntax))?;
        self.command.extend_from_slice(format!(" {name}").as_bytes());
        Ok(*value)
    }

    pub(super) fn side(&mut self) -> Step<Side> {
        self.one_of(&[("A", Side::A), ("B", Side::B)])
    }

    pub(super) fn heading(&mut self) -> Step<Heading> {
        self.one_of(&Heading::NAMES)
    }

    pub(super) fn class(&mut self) -> Step<Class> {
        self.one_of(&Class::NAMES)
    }

    /// Whether the next word is a class.
    pub(super) fn class_follows(&self) -> bool {
        Class::NAMES.iter().any(|(name, _)| self.peek() == Some(name.as_bytes()))
    }

    pub(super) fn way(&mut self) -> Step<Way> {
        self.one_of(&[("F", Way::Forward), ("L", Way::Left), ("R", Way::Right)])
    }

    /// A digit for each of `length` segments.
    pub(super) fn health(&mut self, length: usize) -> Step<Vec<bool>> {
        let word = self.next()?;
        if word.len() != length || !word.iter().all(|digit| matches!(digit, b'0' | b'1')) {
            return Err(Stop(End::Syntax));
        }
        self.command.push(b' ');
        self.command.extend_from_slice(word);
        Ok(word.iter().map(|digit| *digit == b'1').collect())
    }
}

/// Blank, tab, LF, VT, FF, CR.
fn is_blank(byte: u8) -> bool {
    matches!(byte, b' ' | 9..=13)
}
