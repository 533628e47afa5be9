//! Messages for people on standard error.

use super::exit::Failure;
use annotate_snippets::{AnnotationKind, Group, Level, Origin, Renderer, Snippet};
use broadside::script::Place;
use std::io::{self, Write};
use std::ops::Range;

/// What is shown of a long line on each side of the place, in characters.
const CONTEXT: usize = 60;

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
    let column = usize::try_from(source.place.column).unwrap_or(usize::MAX);
    let mut group = Group::with_title(Level::ERROR.primary_title(title))
        .element(Origin::path(file).line(line).char_column(column));
    if !text.is_empty() {
        let mark = AnnotationKind::Primary.span(span);
        group = group.element(Snippet::source(text).line_start(line).annotation(mark));
    }
    if let Some(help) = help {
        group = group.element(Level::HELP.message(help));
    }
    format!("{}\n", Renderer::styled().render(&[group]))
}

/// The text of a line and a span in it: bad bytes replaced, far parts cut off.
fn legible(bytes: &[u8], span: &Range<usize>) -> (String, Range<usize>) {
    let before = String::from_utf8_lossy(&bytes[..span.start]);
    let part = String::from_utf8_lossy(&bytes[span.clone()]);
    let behind = String::from_utf8_lossy(&bytes[span.end..]);
    let mut text = last(&before);
    let start = text.len();
    text.push_str(&first(&part));
    let end = text.len();
    text.push_str(&first(&behind));
    (text, start..end)
}

fn first(text: &str) -> String {
    match text.char_indices().nth(CONTEXT) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}

fn last(text: &str) -> String {
    match text.char_indices().rev().nth(CONTEXT) {
        Some((start, cut)) => format!("…{}", &text[start + cut.len_utf8()..]),
        None => text.to_owned(),
    }
}

/// The message of a failure.
pub(super) fn failure(failure: &Failure, err: &mut dyn Write) -> io::Result<()> {
    writeln!(err, "broadside: {failure}")?;
    err.flush()
}
