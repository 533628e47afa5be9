//! How text and pictures look on a terminal: their colours, their characters, and the size of the
//! window.

use anstyle::{AnsiColor, Style};
use broadside::board::Side;
use broadside::script::ast::Group;
use std::fmt::Display;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Theme {
    Plain,
    /// The 16 colours of ANSI.
    Sixteen,
    /// The fixed palette of 256 colours.
    Fixed,
    /// 24-bit colours.
    True,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Charset {
    Unicode,
    Ascii,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Look {
    pub(super) theme: Theme,
    pub(super) charset: Charset,
    pub(super) columns: usize,
    pub(super) rows: usize,
}

/// The style of what matters less, such as hints, comments, prose, unknown fields and open water.
pub(super) const DIM: Style = Style::new().dimmed();
/// The style of words that stand out, such as command words and the names of dot commands.
pub(super) const KEYWORD: Style = Style::new().bold();
/// The style of mistakes and damage, such as wrong words, wrong rules, hits, destroyed segments,
/// and fields that a refused command named.
pub(super) const WRONG: Style = AnsiColor::Red.on_default();
pub(super) const REEF: Style = AnsiColor::Yellow.on_default();

pub(super) const fn player(side: Side) -> Style {
    match side {
        Side::First => AnsiColor::Cyan.on_default(),
        Side::Second => AnsiColor::Magenta.on_default(),
    }
}

pub(super) const fn group(group: Group) -> Style {
    match group {
        Group::State => AnsiColor::Green.on_default(),
        Group::Turn(side) => player(side),
    }
}

impl Charset {
    pub(super) fn choose<T>(self, unicode: T, ascii: T) -> T {
        if self == Self::Unicode { unicode } else { ascii }
    }
}

impl Theme {
    pub(super) fn is_coloured(self) -> bool {
        self != Self::Plain
    }

    pub(super) fn paint(self, style: Style, text: impl Display) -> String {
        if self.is_coloured() { format!("{style}{text}{style:#}") } else { text.to_string() }
    }
}

impl Look {
    pub(super) const fn sized(self, (columns, rows): (usize, usize)) -> Self {
        Self { columns, rows, ..self }
    }

    #[cfg(test)]
    pub(super) const fn plain(columns: usize, rows: usize) -> Self {
        Self { theme: Theme::Plain, charset: Charset::Ascii, columns, rows }
    }

    pub(super) fn is_unicode(self) -> bool {
        self.charset == Charset::Unicode
    }
}
