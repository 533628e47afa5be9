//! The text before the typed line, such as `(A) state> `.

use super::table::Table;
use crate::cli::theme::{self, Theme};
use broadside::script::ast::Group;

/// Returns the prompt without and with colours. It shows the open group, or `ships`, or `...` while
/// a command is unfinished. Outside a player's turn, it also shows the expected player or the
/// winner.
pub(super) fn prompt(table: &Table, theme: Theme) -> (String, String) {
    let group = table.session().group();
    let name = match group {
        _ if table.session().reader().is_unfinished() => "...",
        None => "ships",
        Some(Group::State) => "state",
        Some(Group::Turn(side)) => side.name(),
    };
    let turn = match (group, table.winner()) {
        (Some(Group::Turn(_)), _) => None,
        (_, Some(winner)) => Some((winner, format!("({} won) ", winner.name()))),
        (_, None) => {
            let side = table.session().game().expected();
            Some((side, format!("({}) ", side.name())))
        }
    };
    let style = group.map_or(theme::KEYWORD, theme::group);
    let (plain, painted) = turn.map_or_else(Default::default, |(side, text)| {
        let painted = theme.paint(theme::player(side), &text);
        (text, painted)
    });
    (format!("{plain}{name}> "), format!("{painted}{}> ", theme.paint(style, name)))
}
