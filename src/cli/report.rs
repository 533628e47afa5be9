//! Messages for people on standard error.

use annotate_snippets::{AnnotationKind, Group, Level, Origin, Renderer, Snippet};
use broadside::script::{Invalid, Place, SyntaxError};
use broadside::text::Visible;
use std::io;
use std::ops::Range;

/// A part of a file to point at.
#[derive(Clone, Copy, Debug)]
pub(super) struct Source<'s> {
    /// Where the part begins.
    pub(super) place: Place,
    /// Its line; any bytes.
    pub(super) bytes: &'s [u8],
    /// The part within the line.
    pub(super) span: &'s Range<usize>,
}

impl<'s> Source<'s> {
    fn of(invalid: &'s Invalid) -> Self {
        Self { place: invalid.place, bytes: &invalid.source, span: &invalid.span }
    }
}

/// How grave a message is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Severity {
    /// Something is wrong.
    Error,
    /// Something looks wrong.
    Warning,
    /// Something was said already, and this may help.
    Help,
}

/// What a picture says about its place.
#[derive(Clone, Debug)]
pub(super) struct Message {
    /// How grave it is.
    pub(super) severity: Severity,
    /// What is the matter.
    pub(super) title: String,
    /// What may help.
    pub(super) help: Option<String>,
}

/// A message with a picture of its place. Styled: the stream that takes it removes what it cannot
/// show.
pub(super) fn picture(file: &str, message: &Message, source: Source<'_>) -> String {
    let (text, span) = legible(source.bytes, source.span);
    let line = usize::try_from(source.place.line).unwrap_or(usize::MAX);
    let level = match message.severity {
        Severity::Error => Level::ERROR,
        Severity::Warning => Level::WARNING,
        Severity::Help => Level::HELP,
    };
    let mut group = Group::with_title(level.primary_title(&message.title));
    let column = usize::try_from(source.place.column).unwrap_or(usize::MAX);
    let drawn = if text.is_empty() { column } else { text[..span.start].chars().count() + 1 };
    if text.is_empty() {
        group = group.element(Origin::path(file).line(line).char_column(column));
    } else {
        let mark = AnnotationKind::Primary.span(span);
        group = group.element(Snippet::source(text).path(file).line_start(line).annotation(mark));
    }
    if let Some(help) = &message.help {
        group = group.element(Level::HELP.message(help));
    }
    let picture = Renderer::styled().term_width(columns()).render(&[group]);
    // Where controls are shown, the text that is drawn is longer than the line.
    let place = |column| format!("{file}:{line}:{column}");
    picture.replacen(&place(drawn), &place(column), 1) + "\n"
}

/// How wide a picture may be: as the terminal that will show it, if one does.
fn columns() -> usize {
    let size = terminal_size::terminal_size_of(io::stderr());
    let columns = size.map(|(width, _)| usize::from(width.0)).filter(|columns| *columns > 0);
    columns.unwrap_or(annotate_snippets::renderer::DEFAULT_TERM_WIDTH)
}

/// The picture of a syntax error.
pub(super) fn syntax(file: &str, error: &SyntaxError) -> String {
    syntax_with(error.help(), file, error)
}

/// The picture of a syntax error, with a help of one's own.
pub(super) fn syntax_with(help: Option<String>, file: &str, error: &SyntaxError) -> String {
    let message = Message { severity: Severity::Error, title: error.message(), help };
    let source = Source { place: error.place, bytes: &error.source, span: &error.span };
    picture(file, &message, source)
}

/// The picture of an invalid operation with advice.
pub(super) fn invalid(file: &str, invalid: &Invalid, advice: String) -> String {
    let title = invalid.to_string();
    let message = Message { severity: Severity::Error, title, help: Some(advice) };
    picture(file, &message, Source::of(invalid))
}

/// Advice on an invalid operation whose line was just read, with its place.
pub(super) fn advice(file: &str, invalid: &Invalid, advice: String) -> String {
    let message = Message { severity: Severity::Help, title: advice, help: None };
    picture(file, &message, Source::of(invalid))
}

/// The text of a line and a span in it, fit for a terminal.
fn legible(bytes: &[u8], span: &Range<usize>) -> (String, Range<usize>) {
    let mut text = visible(&bytes[..span.start]);
    let start = text.len();
    text.push_str(&visible(&bytes[span.clone()]));
    let end = text.len();
    text.push_str(&visible(&bytes[span.end..]));
    (text, start..end)
}

/// Tabs stay: pictures of sources know how wide they are.
fn visible(bytes: &[u8]) -> String {
    let parts = bytes.split(|byte| *byte == b'\t').map(|part| Visible(part).to_string());
    parts.collect::<Vec<_>>().join("\t")
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The place of a line that is not shown once had its column twice.
    #[test]
    fn a_line_that_is_not_shown_keeps_its_column() {
        let message =
            Message { severity: Severity::Error, title: "too long".to_owned(), help: None };
        let place = Place { line: 2, column: 1_048_577 };
        let shown = picture("f", &message, Source { place, bytes: b"", span: &(0..0) });
        assert!(shown.contains("f:2:1048577") && !shown.contains("1048577048577"), "{shown}");
    }
}
