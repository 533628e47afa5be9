//! Gives a line its colours while the user types it: command words, tags, prose, comments and wrong
//! words.

use crate::cli::theme::{self, Theme};
use anstyle::Style;
use broadside::script::ast::Group;
use broadside::script::{Event, Keyword, Reader, Session, SyntaxError};
use std::ops::Range;

/// Returns the text with its colours. Reads it as the next input of `session`, because the open
/// group decides which words are commands.
pub(super) fn highlight(text: &str, session: &Session, theme: Theme) -> String {
    if text.trim_start().starts_with('.') && !text.contains('\n') {
        let start = text.len() - text.trim_start().len();
        let end = text[start..].find(char::is_whitespace).map_or(text.len(), |at| start + at);
        return theme.paint(theme::KEYWORD, &text[..end]) + &text[end..];
    }
    let mut place = (session.reader().clone(), session.group());
    let lines = text.split('\n').map(|line| painted(line, &mut place, theme));
    lines.collect::<Vec<_>>().join("\n")
}

/// A reader, and the group that is open after the text that was read.
type Place = (Reader, Option<Group>);

fn painted(text: &str, place: &mut Place, theme: Theme) -> String {
    let mut painted = String::new();
    let mut end = 0;
    for (span, style) in styles(text, place) {
        // The spans are in order. Text between them gets no colour.
        if let (Some(before), Some(part)) = (text.get(end..span.start), text.get(span.clone())) {
            painted.push_str(before);
            painted.push_str(&theme.paint(style, part));
            end = span.end;
        }
    }
    painted + text.get(end..).unwrap_or_default()
}

fn styles(text: &str, (reader, group): &mut Place) -> Vec<(Range<usize>, Style)> {
    let mut styles = Vec::new();
    let mut line = reader.line(text.as_bytes());
    let mut end = 0;
    loop {
        match reader.next(&mut line, *group) {
            Ok(Some(event)) => {
                *group = event.group_after(*group);
                end = line.span().end;
                styles.extend(event_style(&event, line.span(), text));
            }
            Ok(None) => break,
            Err(error) => {
                styles.extend(keyword(end..error.mark.span.start.max(end), text));
                if !is_beginning(&error, text) {
                    styles.push((error.mark.span, theme::WRONG));
                }
                reader.drop_unfinished();
                return styles;
            }
        }
    }
    if reader.is_unfinished() {
        styles.extend(keyword(end..text.len(), text));
    }
    let comment = text.find('#').map(|start| (start..text.len(), theme::DIM));
    styles.extend(comment.filter(|(span, _)| span.start >= end));
    styles
}

/// Returns true if the wrong word ends the line and is the beginning of a right word. Then the user
/// may still be typing the right word.
fn is_beginning(error: &SyntaxError, text: &str) -> bool {
    let typed = text.get(error.mark.span.clone()).unwrap_or_default();
    let may_be = |word: &str| word.starts_with(typed);
    error.mark.span.end == text.len() && error.expected.words().into_iter().any(may_be)
}

fn event_style(event: &Event, span: Range<usize>, text: &str) -> Option<(Range<usize>, Style)> {
    match event {
        Event::Open(group) | Event::Close(group) => Some((span, theme::group(*group))),
        Event::Command(_) => keyword(span, text),
        Event::Prose => Some((span, theme::DIM)),
        Event::Comment(_) => None,
    }
}

/// Returns the place and the colour of the first word, if it is a command word.
fn keyword(span: Range<usize>, text: &str) -> Option<(Range<usize>, Style)> {
    let part = text.get(span.clone())?;
    let start = span.start + (part.len() - part.trim_start().len());
    let word = part.split_whitespace().next()?;
    Keyword::from_name(word.as_bytes())?;
    Some((start..start + word.len(), theme::KEYWORD))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(text: &str) -> String {
        let text = highlight(text, &Session::default(), Theme::Sixteen);
        let names = [
            ("\u{1b}[1m", "<b>"),
            ("\u{1b}[2m", "<dim>"),
            ("\u{1b}[31m", "<red>"),
            ("\u{1b}[32m", "<green>"),
            ("\u{1b}[36m", "<cyan>"),
            ("\u{1b}[0m", "</>"),
        ];
        names.into_iter().fold(text, |text, (code, name)| text.replace(code, name))
    }

    #[test]
    fn each_kind_of_word_has_its_colour() {
        assert_eq!(shown("[state] REEF 1 x"), "<green>[state]</> <b>REEF</> 1 <red>x</>");
        assert_eq!(
            shown("[playerA] MOVE 0\nCAR F # go"),
            "<cyan>[playerA]</> <b>MOVE</> 0\nCAR F <dim># go</>"
        );
        assert_eq!(shown("[state] RE"), "<green>[state]</> RE", "it may become a command");
        assert_eq!(shown("hello ä"), "<dim>hello ä</>");
        assert_eq!(shown(".save a b"), "<b>.save</> a b");
        assert_eq!(shown(" .save\tmy file"), "<b> .save</>\tmy file");
        assert_eq!(shown(".save! a"), "<b>.save!</> a");
    }
}
