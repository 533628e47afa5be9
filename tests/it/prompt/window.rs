//! Games that fill the window. The screens are kept in `tests/cases/screens`; `BLESS=1` writes them, to
//! be looked at.

use super::seen::Seen;
use super::terminal::{Terminal, home, program};
use crate::harness::is_kept;

/// How the editor begins to read a line.
const ASKING: &str = r"\x1b\[\?2004h[^>]*(turn \d+|over)> ";

fn played(args: &[&str], columns: u16, rows: u16) -> (tempfile::TempDir, Seen) {
    played_first(&[&["--first", "you"], args].concat(), columns, rows)
}

fn played_first(args: &[&str], columns: u16, rows: u16) -> (tempfile::TempDir, Seen) {
    let home = home();
    let args = [&["play", "--seed", "7"], args].concat();
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

/// The first screen was cut: nothing said that `.hint` and `.end` are there.
#[test]
fn the_first_screen_of_a_low_window_says_who_starts_when_it_is_a_draw_and_what_to_type() {
    for (setup, first) in [("small", "them"), ("small", "lot"), ("extended", "lot")] {
        let args = ["--setup", setup, "--first", first];
        let (_home, mut seen) = played_first(&args, 60, 20);
        let shown = seen.text();
        for told in ["move first", "A draw: 60", "  .place ", "  shoot ", "  .end ", "  .hint "] {
            assert!(shown.contains(told), "{setup} {first} {told}: {shown}");
        }
        seen.sees("# .place puts your ships on the board");
    }
}

#[test]
fn a_turn_that_a_hint_has_played_is_said_to_be_ended() {
    let (_home, mut seen) = played(&[], 60, 20);
    for line in [".place", ".end", ".hint!"] {
        seen.enters(line);
    }
    let shown = seen.text();
    assert!(shown.contains("`spy 0 ") && shown.contains("`.hint!` ends your turn"), "{shown}");
}

/// Who had won was said once, above what was said next.
#[test]
fn who_has_won_stands_at_the_head_and_at_that_fleet_and_the_prompt_says_how_to_go_on() {
    for (columns, rows) in [(60, 20), (80, 24)] {
        let (_home, mut seen) = played(&["--against", "random"], columns, rows);
        seen.enters(".place");
        for _ in 0..40 {
            seen.enters(".hint!");
            if seen.text().contains("the game is over") {
                break;
            }
        }
        let shown = seen.text();
        let own = shown.lines().find(|line| line.contains("■ You")).unwrap_or_default();
        assert!(shown.contains("the game is over: you have won"), "{shown}");
        assert!(own.contains("have won; ") && shown.contains("You have won in turn "), "{shown}");
        seen.sees("# .rematch plays again, .replay game.html keeps it");
    }
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

/// The message was written into the picture, and stayed there.
#[test]
fn what_is_not_utf_8_is_said_among_the_messages() {
    let (_home, mut seen) = played(&[], 80, 24);
    seen.enters(".place");
    seen.terminal.types("abc");
    seen.sees("abc");
    seen.terminal.types_bytes(b"\xff");
    seen.waits();
    seen.sees("abc");
    let shown = seen.text();
    let panel =
        shown.lines().position(|line| line.ends_with("  something that is not UTF-8 was dropped"));
    assert!(panel.is_some_and(|row| row < 20), "{shown}");
    assert!(shown.contains("\nturn 1> abc\n .hint what to do"), "{shown}");
    seen.enters("");
    assert!(!seen.text().contains("UTF-8"), "{}", seen.text());
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
