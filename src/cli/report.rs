//! Messages for people on standard error. A message shows the line with the mistake, if the text of
//! this line is known.

use super::world;
use annotate_snippets::renderer::DEFAULT_TERM_WIDTH;
use annotate_snippets::{AnnotationKind, Group, Level, Origin, Renderer, Snippet};
use broadside::script::{Invalid, Mark, SyntaxError};
use broadside::text::Visible;
use std::ops::Range;

#[derive(Clone, Debug)]
pub(super) struct Message<'m> {
    pub(super) level: Level<'static>,
    pub(super) title: String,
    pub(super) help: Option<String>,
    pub(super) file: &'m str,
    pub(super) mark: &'m Mark,
}

impl Message<'_> {
    /// Returns the message as text with styles. An output stream that cannot show styles removes
    /// them.
    pub(super) fn picture(self) -> String {
        let (file, Mark { place, source, span }) = (self.file, self.mark);
        let (text, span) = legible(source, span);
        let line = usize::try_from(place.line).unwrap_or(usize::MAX);
        let column = usize::try_from(place.column).unwrap_or(usize::MAX);
        let drawn = if text.is_empty() { column } else { text[..span.start].chars().count() + 1 };
        let mut group = Group::with_title(self.level.primary_title(self.title));
        if text.is_empty() {
            group = group.element(Origin::path(file).line(line).char_column(column));
        } else {
            let mark = AnnotationKind::Primary.span(span);
            let source = Snippet::source(text).path(file).line_start(line).annotation(mark);
            group = group.element(source);
        }
        group = group.elements(self.help.map(|help| Level::HELP.message(help)));
        let columns = world::columns_of_errors().unwrap_or(DEFAULT_TERM_WIDTH);
        let picture = Renderer::styled().term_width(columns).render(&[group]);
        // A control character is drawn as several characters, so the column of the renderer can be
        // wrong.
        let at = |column| format!("{file}:{line}:{column}");
        picture.replacen(&at(drawn), &at(column), 1) + "\n"
    }
}

pub(super) fn syntax(file: &str, error: &SyntaxError) -> String {
    syntax_with(error.help(), file, error)
}

/// Draws the message about a syntax error, with `help` in place of the error's own help.
pub(super) fn syntax_with(help: Option<String>, file: &str, error: &SyntaxError) -> String {
    let (title, mark) = (error.message(), &error.mark);
    Message { level: Level::ERROR, title, help, file, mark }.picture()
}

pub(super) fn invalid(file: &str, invalid: &Invalid, advice: String) -> String {
    let (title, help, mark) = (invalid.to_string(), Some(advice), &invalid.mark);
    Message { level: Level::ERROR, title, help, file, mark }.picture()
}

pub(super) fn advice(file: &str, invalid: &Invalid, advice: String) -> String {
    let mark = &invalid.mark;
    Message { level: Level::HELP, title: advice, help: None, file, mark }.picture()
}

/// Returns the visible text, and the place of `span` in it.
fn legible(bytes: &[u8], span: &Range<usize>) -> (String, Range<usize>) {
    let mut text = visible(&bytes[..span.start]);
    let start = text.len();
    text.push_str(&visible(&bytes[span.clone()]));
    let end = text.len();
    text.push_str(&visible(&bytes[span.end..]));
    (text, start..end)
}

/// Shows bytes as text. Tabs stay, because the renderer knows their width.
fn visible(bytes: &[u8]) -> String {
    let parts = bytes.split(|byte| *byte == b'\t').map(|part| Visible(part).to_string());
    parts.collect::<Vec<_>>().join("\t")
}

#[cfg(test)]
mod tests {
    use super::*;
    use broadside::script::Place;
    use std::sync::Arc;

    /// A message that does not show its line must still name the right column, and name it only
    /// once.
    #[test]
    fn a_line_that_is_not_shown_keeps_its_column() {
        let (level, title) = (Level::ERROR, "too long".to_owned());
        let place = Place { line: 2, column: 1_048_577 };
        let mark = &Mark { place, source: Arc::default(), span: 0..0 };
        let message = Message { level, title, help: None, file: "f", mark };
        let shown = message.picture();
        assert!(shown.contains("f:2:1048577") && !shown.contains("1048577048577"), "{shown}");
    }
}
