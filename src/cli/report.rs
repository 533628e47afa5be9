//! Messages for people on standard error.

use super::exit::Failure;
use annotate_snippets::{AnnotationKind, Group, Level, Origin, Renderer, Snippet};
use broadside::script::Place;
use std::io::{self, Write};
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

/// An error with a picture of its place. Styled: the stream that takes it removes what it cannot show.
pub(super) fn picture(file: &str, title: &str, help: Option<&str>, source: Source<'_>) -> String {
    let (text, span) = legible(source.bytes, source.span);
    let line = usize::try_from(source.place.line).unwrap_or(usize::MAX);
    let mut group = Group::with_title(Level::ERROR.primary_title(title));
    if text.is_empty() {
        let column = usize::try_from(source.place.column).unwrap_or(usize::MAX);
        group = group.element(Origin::path(file).line(line).char_column(column));
    } else {
        let mark = AnnotationKind::Primary.span(span);
        group = group.element(Snippet::source(text).path(file).line_start(line).annotation(mark));
    }
    if let Some(help) = help {
        group = group.element(Level::HELP.message(help));
    }
    format!("{}\n", Renderer::styled().render(&[group]))
}

/// The text of a line and a span in it, bad bytes replaced.
fn legible(bytes: &[u8], span: &Range<usize>) -> (String, Range<usize>) {
    let mut text = String::from_utf8_lossy(&bytes[..span.start]).into_owned();
    let start = text.len();
    text.push_str(&String::from_utf8_lossy(&bytes[span.clone()]));
    let end = text.len();
    text.push_str(&String::from_utf8_lossy(&bytes[span.end..]));
    (text, start..end)
}

/// The message of a failure.
pub(super) fn failure(failure: &Failure, err: &mut dyn Write) -> io::Result<()> {
    writeln!(err, "broadside: {failure}")?;
    err.flush()
}
