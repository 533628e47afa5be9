//! Colours, in one place. Without colour every text stays as it is.

use anstyle::{AnsiColor, Style};
use broadside::board::Side;
use broadside::script::ast::Group;
use std::fmt::Display;

/// Whether there is colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Theme {
    pub(super) is_coloured: bool,
}

/// What is hardly to be seen: hints, comments, prose, unknown fields.
pub(super) const DIM: Style = Style::new().dimmed();
/// Command words, and names of dot commands.
pub(super) const KEYWORD: Style = Style::new().bold();
/// Words that may not stand where they stand, and destroyed segments.
pub(super) const WRONG: Style = AnsiColor::Red.on_default();
/// Reefs.
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
    /// `text` in `style`.
    pub(super) fn paint(self, style: Style, text: impl Display) -> String {
        if self.is_coloured { format!("{style}{text}{style:#}") } else { text.to_string() }
    }
}
