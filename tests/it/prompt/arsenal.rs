//! Games of arsenal at terminals of several sizes and kinds. The screens are kept in
//! `tests/cases/screens`; `BLESS=1` writes them, to be looked at.

use super::terminal::{Terminal, home, program};
use crate::harness::is_kept;
use vt100::Parser;

const CLEAR: &str = "\u{1b}[2J";
const MOVE: &str = "your move: ";

/// What is on the screen when it asks `question`.
#[track_caller]
fn page(t: &mut Terminal, question: &str) -> String {
    let shown = t.sees(question);
    let page = shown.rsplit(CLEAR).next().unwrap_or_default();
    format!("{page}{question}\n")
}

/// What stands in a window of this size when it asks `question`.
#[track_caller]
fn window(t: &mut Terminal, (columns, rows): (u16, u16), question: &str) -> String {
    let (rows, columns) = (rows.try_into().expect("rows"), columns.try_into().expect("columns"));
    let mut screen = Parser::new(rows, columns, 0);
    screen.process(page(t, question).as_bytes());
    let text = screen.screen().contents();
    text.lines().flat_map(|line| [line.trim_end(), "\n"]).collect()
}

/// Sits down against the easy bot and places the fleet.
fn seated(t: &mut Terminal) {
    t.types("easy\rAlice\rC1 h\ra3 v\rh5 v\rD9, horizontal\r");
}

fn against_the_bot(columns: u16, rows: u16, args: &[&str]) -> (tempfile::TempDir, Terminal) {
    let home = home();
    let args = [args, &["--bot", "easy", "--seed", "3"]].concat();
    let t = Terminal::with_size(program(home.path(), &args), columns, rows);
    (home, t)
}

/// What is shown of a game as it begins, in the order in which `show` is asked for it.
fn beginning(t: &mut Terminal, mut show: impl FnMut(&mut Terminal, &str) -> String) -> Vec<String> {
    let mut pages = vec![show(t, "(easy, hard): ")];
    for (line, question) in [
        ("easy", "Your name: "),
        ("Alice", "Carrier (5 cells): "),
        ("C1 h", "(4 cells): "),
        ("c1 v", "(4 cells): "),
        ("a3 v\rh5 v\rD9, horizontal", MOVE),
        ("f e5", MOVE),
        ("r b9", MOVE),
        ("help", MOVE),
        ("", MOVE),
        ("b3", MOVE),
        ("fire k9", MOVE),
    ] {
        t.types(line);
        t.types("\r");
        pages.push(show(t, question));
    }
    pages
}

#[test]
fn pages_of_three_sizes_hold_all_that_is_told() {
    for (columns, rows) in [(80, 24), (120, 40), (40, 12)] {
        let (_home, mut t) = against_the_bot(columns, rows, &["arsenal", "--plain"]);
        let pages = beginning(&mut t, page);
        let fits = |line: &str| line.chars().count() <= usize::from(columns);
        assert!(pages.iter().flat_map(|page| page.lines()).all(fits));
        assert!(pages.iter().all(|page| page.lines().count() <= usize::from(rows)));
        is_kept(&format!("arsenal-plain-{columns}x{rows}"), &pages.join("\n"));
    }
}

#[test]
fn windows_of_arsenal_hold_grids_fleets_and_words() {
    for (columns, rows) in [(80, 24), (120, 40), (60, 20)] {
        let (_home, mut t) = against_the_bot(columns, rows, &["arsenal", "--undo"]);
        let pages = beginning(&mut t, |t, question| window(t, (columns, rows), question));
        is_kept(&format!("arsenal-{columns}x{rows}"), &pages.join("\n"));
    }
}

#[test]
fn small_windows_and_dumb_terminals_have_grids_without_a_frame() {
    let (_home, mut small) = against_the_bot(59, 20, &["arsenal"]);
    assert!(!small.sees("(easy, hard): ").contains("broadside"));
    let home = home();
    let mut command = program(home.path(), &["arsenal"]);
    command.env("TERM", "dumb");
    assert!(!Terminal::start(command).sees("(easy, hard): ").contains("broadside"));
}

#[test]
fn letters_and_colours_tell_the_same() {
    for (name, form) in [("arsenal-plain", &["arsenal", "--plain"][..]), ("arsenal", &["arsenal"])]
    {
        let (_home, mut t) = against_the_bot(80, 24, &[&["--ascii"], form].concat());
        seated(&mut t);
        t.sees(MOVE);
        t.types("f e5\r");
        is_kept(&format!("{name}-ascii"), &by_rows(&page(&mut t, MOVE)));
        let home = home();
        let args = [&["--color", "always"], form, &["--bot", "easy", "--seed", "3"]].concat();
        let mut command = program(home.path(), &args);
        command.env_remove("NO_COLOR");
        let mut t = Terminal::with_size(command, 80, 24);
        seated(&mut t);
        t.sees(MOVE);
        t.types("f e5\r");
        is_kept(&format!("{name}-coloured"), &by_rows(&page(&mut t, MOVE)));
    }
}

/// What is drawn row by row, each row on a line of its own.
fn by_rows(page: &str) -> String {
    page.replace("\u{1b}[K", "\n")
}

#[test]
fn a_window_of_arsenal_that_changes_its_size_is_filled_as_it_is() {
    let (_home, mut t) = against_the_bot(120, 40, &["arsenal"]);
    seated(&mut t);
    t.sees(MOVE);
    t.resizes(40, 12);
    t.types("f e5\r");
    let small = page(&mut t, MOVE);
    assert!(small.lines().all(|line| line.chars().count() <= 40), "{small}");
    assert!(small.lines().count() <= 12, "{small}");
}

#[test]
fn a_game_against_the_easy_bot_is_played_to_its_end() {
    let (_home, mut t) = against_the_bot(80, 24, &["arsenal"]);
    seated(&mut t);
    t.sees(MOVE);
    // Every cell once, out of order; the game ends before the last.
    for shot in 0..100 {
        let cell = shot * 37 % 100;
        let column = char::from(b"abcdefghij"[cell % 10]);
        t.types(&format!("f {column}{}\r", cell / 10 + 1));
    }
    let shown = t.ends();
    let (_, end) = shown.rsplit_once("\u{1b}[?1049l").expect("the first screen comes back");
    is_kept("arsenal-end", end);
    assert!(end.lines().count() <= 24 && !end.contains('\u{1b}'), "{end}");
}

#[test]
fn a_turn_is_taken_back_and_the_record_of_the_game_replays() {
    let (home, mut t) = against_the_bot(80, 24, &["arsenal", "--undo", "--record", "game.arsenal"]);
    seated(&mut t);
    let before = page(&mut t, MOVE);
    t.types("f e5\r");
    let behind = page(&mut t, MOVE);
    assert!(behind.contains("You: Fire E5"), "{behind}");
    t.types("undo\r");
    let back = page(&mut t, MOVE);
    assert!(back.contains("taken back") && !back.contains("Fire E5"), "{before}{back}");
    t.types("undo\r");
    assert!(page(&mut t, MOVE).contains("not a move"));
    for shot in 0..100 {
        let column = char::from(b"abcdefghij"[shot % 10]);
        t.types(&format!("f {column}{}\r", shot / 10 + 1));
    }
    let shown = t.ends();
    assert!(shown.contains("A turn was taken back.") && shown.contains(" of 14 "), "{shown}");
    let record = home.path().join("game.arsenal");
    let text = std::fs::read_to_string(&record).expect("the record");
    assert!(text.starts_with("# game 1, seed 3: A is Alice, B is "), "{text}");
    assert!(text.lines().any(|line| line.starts_with("B Fire ")), "{text}");
    let replay = program(home.path(), &["replay", "game.arsenal", "-o", "page.html"]).output();
    assert!(replay.expect("the program starts").status.success(), "{text}");
}

#[test]
fn nothing_of_the_other_fleet_is_shown_at_a_change_of_persons() {
    let home = home();
    let mut t = Terminal::start(program(home.path(), &["arsenal", "--seed", "1"]));
    t.types("easy\rAlice\rBob\r");
    let blank = "press Enter when only you look: ";
    t.sees("Carrier (5 cells): ");
    t.types("A1 h\rA2 h\rA3 h\rA4 h\r");
    assert_eq!(page(&mut t, blank).lines().count(), 1);
    t.types("\r");
    let placing = page(&mut t, "Carrier (5 cells): ");
    assert!(!placing.contains("C C") && !placing.contains("S S"), "{placing}");
    t.types("J1 v\rI1 v\rH1 v\rG1 v\r");
    assert_eq!(page(&mut t, blank).lines().count(), 1);
    t.types("\r");
    for fire in ["f j10", "f f10", "s a1"] {
        let page_of_one = window(&mut t, (80, 24), MOVE);
        let enemy_waters = page_of_one.lines().map(|line| line.chars().skip(4).take(20).collect());
        let seas: Vec<String> = enemy_waters.filter(|cells: &String| cells.contains('·')).collect();
        let ships = |cells: &String| cells.contains(['C', 'B', 'D', 'S']);
        assert!(seas.len() == 10 && !seas.iter().any(ships), "{page_of_one}");
        t.types(fire);
        t.types("\r");
        let result = page(&mut t, "takes the seat: ");
        assert!(result.contains("You: "), "{result}");
        t.types("\r");
        assert_eq!(page(&mut t, blank).lines().count(), 1);
        t.types("\r");
    }
    t.sees(MOVE);
    t.types("\u{4}");
    let end = t.ends();
    assert!(end.contains("\u{1b}[?1049l") && end.contains(" forfeits.\r\n"), "{end}");
}

#[test]
fn an_interrupt_brings_the_first_screen_back() {
    let (_home, mut t) = against_the_bot(80, 24, &["arsenal"]);
    t.sees("(easy, hard): ");
    t.types("\u{3}");
    assert!(t.ends().contains("\u{1b}[?1049l"));
}
