//! How text and pictures look on a terminal: their colours, their characters, and the size of the
//! window.

use anstyle::{AnsiColor, Style};
use broadside::board::Side;
use broadside::script::ast::Group;
use std::fmt::Display;

/// The number of colours that a terminal shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Theme {
    /// No colour. Every text stays as it is.
    Plain,
    /// The 16 ANSI colours.
    Sixteen,
    /// The fixed palette of 256 colours.
    Fixed,
    /// 24-bit colours.
    True,
}

/// The characters that a terminal can show.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Charset {
    /// Unicode, with lines, arrows and shades.
    Unicode,
    /// ASCII only. Segments of ships look as in `PRINT 1`.
    Ascii,
}

/// The way in which text and pictures are drawn in a window.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Look {
    /// The colours of the terminal.
    pub(super) theme: Theme,
    /// The characters of the terminal.
    pub(super) charset: Charset,
    /// The columns of the window.
    pub(super) columns: usize,
    /// The rows that a picture may fill.
    pub(super) rows: usize,
}

/// The style of less important text: hints, comments, prose, unknown fields and open water.
pub(super) const DIM: Style = Style::new().dimmed();
/// The style of command words, and of the names of dot commands.
pub(super) const KEYWORD: Style = Style::new().bold();
/// The style of wrong words, destroyed segments, and fields that a refused order asked for.
pub(super) const WRONG: Style = AnsiColor::Red.on_default();
/// The style of reefs.
pub(super) const REEF: Style = AnsiColor::Yellow.on_default();

/// Returns the colour of a player.
pub(super) const fn player(side: Side) -> Style {
    match side {
        Side::First => AnsiColor::Cyan.on_default(),
        Side::Second => AnsiColor::Magenta.on_default(),
    }
}

/// Returns the colour of a group, of its tags and of its prompt.
pub(super) const fn group(group: Group) -> Style {
    match group {
        Group::State => AnsiColor::Green.on_default(),
        Group::Turn(side) => player(side),
    }
}

impl Theme {
    /// Returns whether the terminal shows colours.
    pub(super) fn is_coloured(self) -> bool {
        self != Self::Plain
    }

    /// Returns `text` in `style`. If there are no colours, returns `text` unchanged.
    pub(super) fn paint(self, style: Style, text: impl Display) -> String {
        if self.is_coloured() { format!("{style}{text}{style:#}") } else { text.to_string() }
    }
}

impl Look {
    /// Returns whether the terminal shows Unicode.
    pub(super) fn is_unicode(self) -> bool {
        self.charset == Charset::Unicode
    }
}
