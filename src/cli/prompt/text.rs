//! Text for people. Its lines are broken to fit into the window: between words, or inside a word
//! that is longer than a line.

use crate::cli::theme::Look;
use anstyle::Style;
use std::io::{self, Write};
pub(in crate::cli) use textwrap::core::display_width as width;
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
        let name = self.look.theme.paint(style, format!("{name:width$}", width = at - 2));
        writeln!(self.out, "  {name}{}", wrapped(about, at, self.look.columns))
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

pub(in crate::cli) fn padding(text: &str, columns: usize) -> String {
    " ".repeat(columns.saturating_sub(width(text)))
}

pub(in crate::cli) fn cut(text: &str, columns: usize) -> String {
    let mut taken = 0;
    let fits = |c: &char| {
        taken += width(c.encode_utf8(&mut [0; 4]));
        taken <= columns
    };
    text.chars().take_while(fits).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_broken_between_words_and_indented_alike() {
        assert_eq!(wrapped("one two three", 2, 9), "one two\n  three");
        assert_eq!(wrapped("", 2, 9), "");
        assert_eq!(lines("one two three", "  ", 9), ["  one two", "  three"]);
        assert_eq!(lines("enormous", "", 3), ["eno", "rmo", "us"]);
        assert_eq!(lines("船 船", "", 4), ["船", "船"]);
        assert_eq!((cut("船船", 3), cut("abc", 2)), ("船".to_owned(), "ab".to_owned()));
    }
}
