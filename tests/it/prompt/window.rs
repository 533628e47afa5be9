//! Games that fill the window. The screens are kept in `tests/cases/screens`; `BLESS=1` writes them, to
//! be looked at.

use super::seen::Seen;
use super::terminal::{Terminal, home, program};
use crate::harness::is_kept;

/// How the editor begins to read a line.
const ASKING: &str = r"\x1b\[\?2004h[^>]*(turn \d+|over)> ";

fn played(args: &[&str], columns: u16, rows: u16) -> (tempfile::TempDir, Seen) {
    let home = home();
    let args = [&["play", "--seed", "7", "--first", "you"], args].concat();
    let terminal = Terminal::with_size(program(home.path(), &args), columns, rows);
    (home, Seen::new(terminal, (columns, rows), ASKING))
}

#[test]
fn windows_of_three_sizes_hold_board_fleets_and_words() {
    for (columns, rows) in [(80, 24), (120, 40), (60, 20)] {
        let (_home, mut seen) = played(&[], columns, rows);
        let mut shown = seen.text();
        for line in [".place", ".end", ".turn", "shoot 5 5", "shoot cru 9 9", ".end"] {
            seen.enters(line);
            shown.extend(["> ", line, "\n", &seen.text()]);
        }
        is_kept(&format!("window-{columns}x{rows}"), &shown);
    }
}

#[test]
fn a_game_that_is_over_shows_both_fleets_and_what_can_be_typed_then() {
    let mut shown = String::new();
    for (columns, rows) in [(80, 24), (60, 20)] {
        let (_home, mut seen) = played(&[], columns, rows);
        for line in [".place", ".end", ".end", ".resign"] {
            seen.enters(line);
        }
        shown += &seen.text();
    }
    is_kept("window-over", &shown);
}

#[test]
fn arrows_and_clicks_aim_and_enter_shoots() {
    let (_home, mut seen) = played(&[], 80, 24);
    seen.enters(".place");
    seen.terminal.types("\u{1b}[B");
    seen.sees("shoot ");
    seen.terminal.types("\u{1b}[B");
    seen.sees("shoot ");
    // At the edge the aim stays on the board, of 12 by 12 fields.
    for (key, edge) in [("\u{1b}[C", " 11: "), ("\u{1b}[B", "shoot 11 11: ")] {
        seen.terminal.types(&key.repeat(12));
        seen.sees(edge);
        seen.terminal.types(key);
    }
    seen.terminal.types("\u{1b}[A");
    seen.sees("shoot 10 11: ");
    // Row 9 of the board, with two rows of numbers above it, stands in row 14 of the window.
    seen.terminal.types("\u{1b}[<0;5;14M");
    seen.sees("shoot 9 0: ");
    seen.terminal.types("\r");
    seen.waits();
    assert!(seen.text().contains("refused: "), "{}", seen.text());
    seen.terminal.types("abc\u{1b}[D\u{1b}[DX");
    seen.sees("aXbc");
}

#[test]
fn a_window_that_changes_its_size_is_drawn_anew_and_leaves_as_it_came() {
    let (_home, mut seen) = played(&[], 120, 40);
    seen.enters(".place");
    seen.resizes(60, 20);
    seen.sees("turn 1 - your move");
    seen.sees(".end ends the turn");
    assert!(seen.text().contains("battleship 0"), "{}", seen.text());
    seen.terminal.types(".quit\r");
    assert!(seen.terminal.ends().contains("\u{1b}[?1049l"));
}

#[test]
fn small_windows_dumb_terminals_and_plain_games_have_lines() {
    let home = home();
    let mut small = Terminal::with_size(program(home.path(), &["play", "--seed", "7"]), 59, 20);
    assert!(!small.sees_like(ASKING).contains("\u{1b}[?1049h"));
    let mut command = program(home.path(), &["play", "--seed", "7"]);
    command.env("TERM", "dumb");
    assert!(!Terminal::start(command).sees("turn 1> ").contains('\u{1b}'));
}
