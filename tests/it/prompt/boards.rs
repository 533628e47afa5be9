//! Boards on terminals of several sizes and kinds. The screens are recorded in
//! `tests/cases/screens`; `BLESS=1` writes them, for a person to check.

use super::terminal::{Terminal, coloured, home, program};
use crate::book::page::Page;
use crate::console::trimmed;
use crate::harness::{Folder, check_screen, read, root};

fn on_the_sea(home: &Folder, args: &[&str]) -> std::process::Command {
    home.write("sea.ships", read("tests/cases/screens/setup.ships"));
    program(home.path(), &[args, &["sea.ships"]].concat())
}

#[test]
fn windows_of_three_sizes_show_the_part_with_the_last_event() {
    for (columns, rows) in [(80, 24), (120, 40), (40, 12)] {
        let home = home();
        let mut t = Terminal::with_size(on_the_sea(&home, &["repl"]), columns, rows);
        t.sees("(A) ships> ");
        let shown = [".board", ".board A 14 62", ".board B 14 62"].map(|line| t.shows(line));
        let fits = |line: &str| line.chars().count() <= usize::from(columns);
        assert!(shown.iter().flat_map(|shown| shown.lines()).all(fits));
        assert!(shown.iter().all(|shown| shown.lines().count() < usize::from(rows)));
        check_screen(&format!("board-{columns}x{rows}"), &shown.concat());
    }
}

#[test]
fn colours_and_letters_tell_the_same() {
    let home = home();
    let mut command = on_the_sea(&home, &["--color", "always", "repl"]);
    command.env_remove("NO_COLOR");
    let mut t = Terminal::with_size(command, 80, 24);
    t.sees("\u{1b}[0m> ");
    t.answers(".board A 14 62", &[]);
    check_screen("board-coloured", &t.sees("\u{1b}[?2004h"));
    for letters in [on_the_sea(&home, &["repl", "--ascii"]), {
        let mut command = on_the_sea(&home, &["repl"]);
        command.env("LC_ALL", "C");
        command
    }] {
        let mut t = Terminal::with_size(letters, 80, 24);
        t.sees("(A) ships> ");
        check_screen("board-ascii", &t.shows(".board A 14 62"));
    }
}

#[test]
fn boards_fit_a_window_that_has_changed_its_size() {
    let home = home();
    let mut t = Terminal::with_size(on_the_sea(&home, &["repl"]), 120, 40);
    t.sees("(A) ships> ");
    t.shows(".board");
    t.resizes(40, 12);
    let small = [".board", ".board A 14 62", ".board B 14 62"].map(|line| t.shows(line));
    check_screen("board-40x12", &small.concat());
}

/// A script with a placement that touches a ship, a shot out of range, and a warning.
const REFUSED: &str =
    "[state] BOARD_SIZE 12 12 EXTENDED_SHIPS SET_FLEET A 0 0 2 0 SET_FLEET B 0 0 0 1
INIT_POSITION A 0 0 11 11 SHIP A 4 4 N 0 CRU 111 SHIP B 10 8 E 0 DES 11 [state]
[playerA]
PLACE_SHIP 6 5 E 1 CRU
SHOOT 0 CRU 9 7
[playerA]
";

#[test]
fn check_draws_places_at_a_terminal() {
    for (columns, rows) in [(80, 24), (40, 12)] {
        let home = home();
        home.write("game.ships", REFUSED);
        let check = program(home.path(), &["check", "game.ships"]);
        let shown = Terminal::with_size(check, columns, rows).ends();
        check_screen(&format!("check-{columns}x{rows}"), &shown);
    }
    let home = home();
    home.write("game.ships", REFUSED);
    let check = coloured(home.path(), &["check", "game.ships"]);
    check_screen("check-coloured", &Terminal::start(check).ends());
}

/// Every screen on two pages of the book is part of a recorded screen.
#[test]
fn the_book_shows_screens_that_are_kept() {
    let kept = ["play-80x24", "arsenal-80x24"]
        .map(|name| trimmed(&read(&format!("tests/cases/screens/{name}.txt"))));
    for page in ["start/play.md", "arsenal.md"] {
        let blocks = Page::read(page, &root("book/src").join(page)).blocks();
        let screens: Vec<_> = blocks.iter().filter(|block| block.info == "text").collect();
        assert!(!screens.is_empty(), "{page} shows a screen");
        for screen in screens {
            let is_kept = kept.iter().any(|kept| kept.contains(&trimmed(&screen.body)));
            assert!(is_kept, "{page}:{} is not a screen of the program", screen.line);
        }
    }
}
