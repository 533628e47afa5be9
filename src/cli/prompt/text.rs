//! Text for people, broken between words.

pub(in crate::cli) use textwrap::core::display_width as width;
use textwrap::{Options, WordSeparator, WordSplitter, WrapAlgorithm};

/// A text as lines of at most so many columns: the first one begins in column `indent`, the others are
/// indented as far.
pub(in crate::cli) fn wrapped(text: &str, indent: usize, columns: usize) -> String {
    let blanks = " ".repeat(indent);
    let lines = lines(text, &blanks, columns);
    lines.join("\n").split_off(indent)
}

/// Lines of at most so many columns, each behind `indent`.
pub(in crate::cli) fn lines(text: &str, indent: &str, columns: usize) -> Vec<String> {
    let options = Options::new(columns)
        .initial_indent(indent)
        .subsequent_indent(indent)
        .word_separator(WordSeparator::AsciiSpace)
        .word_splitter(WordSplitter::NoHyphenation)
        .wrap_algorithm(WrapAlgorithm::FirstFit);
    textwrap::wrap(text, options).into_iter().map(String::from).collect()
}

/// The beginning of a text that fits into so many columns.
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
