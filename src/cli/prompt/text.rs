//! Text for people. Its lines are broken to fit into the window: between words, or inside a word
//! that is longer than a line.

use crate::cli::theme::Look;
use anstyle::Style;
use broadside::text::{padding, width};
use std::io::{self, Write};
use textwrap::core::display_width;
use textwrap::{Options, WordSeparator, WordSplitter, WrapAlgorithm};

pub(in crate::cli) struct Page<'o> {
    pub(in crate::cli) look: Look,
    pub(in crate::cli) out: &'o mut dyn Write,
}

impl Page<'_> {
    pub(in crate::cli) fn say(&mut self, text: &str) -> io::Result<()> {
        writeln!(self.out, "{}", wrapped(text, 0, self.look.columns))
    }

    /// Writes a name and, from column `at` on (counted from 0), the text `about`.
    pub(in crate::cli) fn entry(
        &mut self,
        at: usize,
        style: Style,
        name: &str,
        about: &str,
    ) -> io::Result<()> {
        let name = self.look.theme.paint(style, format!("{name}{}", padding(name, at - 2)));
        writeln!(self.out, "  {name}{}", wrapped(about, at, self.look.columns))
    }
}

/// A terminal whose long lines are broken between words. Each write must end where a line ends.
/// `columns` returns the width of the terminal. If the width is not known or below 20, or if a
/// write is not UTF-8, lines stay as they are.
pub(in crate::cli) struct Fitted<W> {
    pub(in crate::cli) out: W,
    pub(in crate::cli) columns: fn() -> Option<usize>,
}

impl<W: Write> Write for Fitted<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let columns = (self.columns)().filter(|columns| *columns >= 20);
        let Some((columns, text)) = columns.zip(str::from_utf8(bytes).ok()) else {
            return self.out.write(bytes);
        };
        for line in text.split_inclusive('\n') {
            let (line, end) = line.strip_suffix('\n').map_or((line, ""), |line| (line, "\n"));
            self.out.write_all((rewrapped(line, columns).join("\n") + end).as_bytes())?;
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

/// Breaks a text into lines of at most `columns` columns. The caller writes the first line from
/// column `indent` on. The other lines begin with `indent` blanks.
pub(in crate::cli) fn wrapped(text: &str, indent: usize, columns: usize) -> String {
    let blanks = " ".repeat(indent);
    let lines = lines(text, &blanks, columns);
    lines.join("\n").split_off(indent)
}

pub(in crate::cli) fn lines(text: &str, indent: &str, columns: usize) -> Vec<String> {
    let options = Options::new(columns)
        .initial_indent(indent)
        .subsequent_indent(indent)
        .word_separator(WordSeparator::AsciiSpace)
        .word_splitter(WordSplitter::NoHyphenation)
        .wrap_algorithm(WrapAlgorithm::FirstFit);
    textwrap::wrap(text, options).into_iter().map(String::from).collect()
}

/// Breaks a line that is too long. All pieces keep the indent, and all but the first get two more
/// blanks. If the indent leaves fewer than 8 of the `columns`, the pieces still get 8 columns after
/// the indent, and the two blanks are part of these 8. Styles take no room.
pub(in crate::cli) fn rewrapped(line: &str, columns: usize) -> Vec<String> {
    if display_width(line) <= columns {
        return vec![line.to_owned()];
    }
    let words = line.trim_start_matches(' ');
    let indent = &line[..line.len() - words.len()];
    let mut found = lines(words, "  ", columns.saturating_sub(indent.len()).max(8));
    if let Some(first) = found.first_mut() {
        first.drain(..2);
    }
    found.into_iter().map(|line| format!("{indent}{line}")).collect()
}

pub(in crate::cli) fn cut(text: &str, columns: usize) -> String {
    let mut taken = 0;
    let fits = |c: &char| {
        taken += width(c.encode_utf8(&mut [0; 4]));
        taken <= columns
    };
    text.chars().take_while(fits).collect()
}

/// If a text is too long, cuts it between two words, and marks the cut with `...`. Returns `None`
/// if not even the first word has room.
pub(in crate::cli) fn cut_between_words(text: &str, columns: usize) -> Option<String> {
    if width(text) <= columns {
        return Some(text.to_owned());
    }
    let heads = text.match_indices(' ').map(|(end, _)| &text[..end]);
    let head = heads.take_while(|head| width(head) + "...".len() <= columns).last()?;
    Some(format!("{}...", head.trim_end_matches([',', ':', ';', ' '])))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Regression: the terminal broke long messages inside words.
    #[test]
    fn a_message_is_broken_between_words_if_the_width_is_known() {
        let broken = |columns: fn() -> Option<usize>, text: &str| {
            let mut out = Fitted { out: Vec::new(), columns };
            out.write_all(text.as_bytes()).unwrap();
            String::from_utf8(out.out).unwrap()
        };
        let text = "\x1b[1merror\x1b[0m: twenty columns\n  | or less\n";
        let parts = "\x1b[1merror\x1b[0m: twenty\n  columns\n  | or less\n";
        assert_eq!(broken(|| Some(20), text), parts);
        for unbroken in [|| None, || Some(19), || Some(21)] {
            assert_eq!(broken(unbroken, text), text);
        }
    }

    #[test]
    fn lines_are_broken_between_words_and_indented_alike() {
        assert_eq!(wrapped("one two three", 2, 9), "one two\n  three");
        assert_eq!(wrapped("", 2, 9), "");
        assert_eq!(lines("one two three", "  ", 9), ["  one two", "  three"]);
        assert_eq!(lines("enormous", "", 3), ["eno", "rmo", "us"]);
        assert_eq!(lines("船 船", "", 4), ["船", "船"]);
        assert_eq!((cut("船船", 3), cut("abc", 2)), ("船".to_owned(), "ab".to_owned()));
    }

    /// Regression: hints were cut inside words, without a sign.
    #[test]
    fn a_hint_without_room_is_cut_between_words() {
        for (columns, shown) in [
            (17, Some("too far: no shots")),
            (12, Some("too far...")),
            (6, Some("too...")),
            (5, None),
        ] {
            assert_eq!(cut_between_words("too far: no shots", columns).as_deref(), shown);
        }
    }
}
