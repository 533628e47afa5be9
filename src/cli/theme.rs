//! How text and pictures look on a terminal: their colours and characters, and the size of the window.

use anstyle::{AnsiColor, Style};
use broadside::board::Side;
use broadside::script::ast::Group;
use std::fmt::Display;

/// How many colours a terminal shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Theme {
    /// No colour: every text stays as it is.
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
pub(super) enum Script {
    /// Unicode, with lines, arrows and shades.
    Unicode,
    /// ASCII only; segments of ships look as in `PRINT 1`.
    Ascii,
}

/// How text and pictures are drawn in a window.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Look {
    /// The colours of the terminal.
    pub(super) theme: Theme,
    /// The characters of the terminal.
    pub(super) script: Script,
    /// The columns of the window.
    pub(super) columns: usize,
    /// The rows that a picture may fill.
    pub(super) rows: usize,
}

/// The style of all that should not catch the eye: hints, comments, prose, unknown fields and open water.
pub(super) const DIM: Style = Style::new().dimmed();
/// The style of command words, and of names of dot commands.
pub(super) const KEYWORD: Style = Style::new().bold();
/// The style of wrong words, destroyed segments, and fields that a refused order asked for.
pub(super) const WRONG: Style = AnsiColor::Red.on_default();
/// The style of reefs.
pub(super) const REEF: Style = AnsiColor::Yellow.on_default();

/// The colour of a player.
pub(super) const fn player(side: Side) -> Style {
    match side {
        Side::First => AnsiColor::Cyan.on_default(),
        Side::Second => AnsiColor::Magenta.on_default(),
    }
}

/// The colour of a group, its tags and its prompt.
pub(super) const fn group(group: Group) -> Style {
    match group {
        Group::State => AnsiColor::Green.on_default(),
        Group::Turn(side) => player(side),
    }
}

impl Theme {
    /// Whether the terminal shows colours.
    pub(super) fn is_coloured(self) -> bool {
        self != Self::Plain
    }

    /// Returns `text` in `style`, or as it is if there are no colours.
    pub(super) fn paint(self, style: Style, text: impl Display) -> String {
        if self.is_coloured() { format!("{style}{text}{style:#}") } else { text.to_string() }
    }
}

impl Look {
    /// Whether the terminal shows Unicode.
    pub(super) fn is_unicode(self) -> bool {
        self.script == Script::Unicode
    }
}
