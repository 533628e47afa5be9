//! Games that fill the window. The screens are recorded in `tests/cases/screens`; `BLESS=1` writes
//! them, for a person to check.

use super::play::ASKING;
use super::seen::Seen;
use super::terminal::{Terminal, home, program};
use crate::harness::{Folder, check_screen};

/// Starts a game in which the user moves first.
fn in_window(args: &[&str], columns: u16, rows: u16) -> (Folder, Seen) {
    in_window_with(&[&["--first", "you"], args].concat(), columns, rows)
}

/// Starts a game. `args` can say who moves first.
fn in_window_with(args: &[&str], columns: u16, rows: u16) -> (Folder, Seen) {
    let home = home();
    let args = [&["play", "--seed", "7"], args].concat();
    let terminal = Terminal::with_size(program(home.path(), &args), columns, rows);
    (home, Seen::new(terminal, (columns, rows), ASKING))
}

#[test]
fn windows_of_three_sizes_hold_board_fleets_and_words() {
    for (columns, rows) in [(80, 24), (120, 40), (60, 20)] {
        let (_home, mut seen) = in_window(&[], columns, rows);
        let mut shown = seen.text();
        for line in [".place", ".end", ".turn", "shoot 5 5", "shoot cru 9 9", ".end"] {
            seen.enters(line);
            shown.extend(["> ", line, "\n", &seen.text()]);
        }
        check_screen(&format!("window-{columns}x{rows}"), &shown);
    }
}

#[test]
fn a_game_that_is_over_shows_both_fleets_and_what_can_be_typed_then() {
    let mut shown = String::new();
    for (columns, rows) in [(80, 24), (60, 20)] {
        let (_home, mut seen) = in_window(&[], columns, rows);
        seen.enters_all(&[".place", ".end", ".end", ".resign", "y"]);
        shown += &seen.text();
    }
    check_screen("window-over", &shown);
}

#[test]
fn a_hint_that_is_played_gives_its_reasons_and_says_that_it_ends_the_turn() {
    for ((columns, rows), told) in [
        ((60, 20), ["`spy 0 ", "`.hint!` ends your turn"]),
        ((120, 40), ["`spy 0 ", ": a plane shows the square"]),
    ] {
        let (_home, mut seen) = in_window(&[], columns, rows);
        seen.enters_all(&[".place", ".end", ".hint!"]);
        seen.has(&told);
    }
}

/// Regression: only one message named the winner, and other messages came after it.
#[test]
fn a_game_that_is_over_names_the_winner_and_how_to_go_on() {
    for (columns, rows) in [(60, 20), (80, 24)] {
        let (_home, mut seen) = in_window(&["--against", "random"], columns, rows);
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
    let (_home, mut seen) = in_window(&[], 80, 24);
    seen.enters(".place");
    seen.presses("\u{1b}[B", &["shoot "]);
    seen.presses("\u{1b}[B", &["shoot "]);
    // At the edge the aim stays on the board, which has 12 by 12 fields.
    for (key, edge) in [("\u{1b}[C", " 11: "), ("\u{1b}[B", "shoot 11 11: ")] {
        seen.presses(&key.repeat(12), &[edge]);
        seen.terminal.types(key);
    }
    seen.presses("\u{1b}[A", &["shoot 10 11: "]);
    // Row 9 of the board is the tenth. It is in row 14 of the window, below a title, an empty row
    // and two rows of numbers.
    seen.presses("\u{1b}[<0;5;14M", &["shoot 9 0: "]);
    seen.terminal.types("\r");
    seen.waits();
    seen.has(&["refused: "]);
    seen.presses("abc\u{1b}[D\u{1b}[DX", &["aXbc"]);
}

#[test]
fn a_window_that_changes_its_size_is_drawn_again() {
    let (_home, mut seen) = in_window(&[], 120, 40);
    seen.enters(".place");
    seen.resizes(60, 20);
    seen.sees("turn 1 - your move");
    seen.sees(".end ends the turn");
    seen.has(&["battleship 0"]);
    seen.terminal.types(".quit\r");
    let end = seen.terminal.ends();
    assert!(end.contains("\u{1b}[?1049l") && end.contains("If you saved the game"), "{end}");
}

/// The picture was once drawn in a window without room for it: the board had one column, and the
/// lists covered each other.
#[test]
fn a_window_that_becomes_small_shows_lines() {
    let (_home, mut seen) = in_window(&[], 100, 40);
    seen.enters_all(&[".place", ".end"]);
    for (columns, rows) in [(40, 20), (45, 24), (40, 12), (30, 10)] {
        seen.resizes(columns, rows);
        seen.sees("4 of 4 afloat");
        seen.sees("turn 2> ");
        let shown = seen.text();
        assert!(!shown.contains("broadside"), "{shown}");
        assert!(shown.contains("5 6 7 8 9") || shown.contains("56789"), "{shown}");
    }
    seen.enters("shoot 5 5");
    seen.has(&["refused: "]);
    seen.resizes(80, 24);
    seen.sees("turn 2 - your move");
}

/// Regression: a line of several rows moved the first rows out of the window, and left blank rows
/// after Ctrl-U.
#[test]
fn a_line_of_several_rows_hides_only_the_rows_above_the_prompt() {
    for (columns, rows, start, told) in
        [(60, 20, " broadside ", " broadside "), (45, 12, "    ", "4 of 4 afloat")]
    {
        let (_home, mut seen) = in_window(&[], 60, 20);
        seen.enters(".place");
        seen.resizes(columns, rows);
        seen.becomes(|shown| shown.starts_with(start) && shown.contains("turn 1>"));
        let before = seen.text();
        for typed in [columns, 3 * columns] {
            seen.terminal.types(&("x".repeat(typed.into()) + "yz"));
            seen.becomes(|shown| shown.contains("yz") && shown.contains(told));
            seen.terminal.types("\u{15}");
            seen.becomes(|shown| shown == before);
        }
        seen.terminal.types(&("x".repeat(180) + "yz"));
        seen.becomes(|shown| shown.contains("yz"));
        seen.resizes(80, 24);
        // The screen joins the rows of the line, which are the last three.
        let last = |shown: &str| shown.lines().nth(21).is_some_and(|row| row.ends_with("yz"));
        seen.becomes(|shown| last(shown) && shown.contains("broadside"));
    }
}

/// Regression: the prompt stayed above the last row, which still had the help about the closed text.
#[test]
fn a_text_that_is_closed_in_a_small_window_leaves_the_prompt_in_the_last_row() {
    let (_home, mut seen) = in_window(&[], 60, 20);
    seen.enters_all(&[".place", ".help"]);
    seen.resizes(45, 12);
    seen.sees("lines more");
    seen.presses("\u{1b}", &["4 of 4 afloat", "turn 1> "]);
    assert!(seen.text().ends_with("\nturn 1>\n"), "{}", seen.text());
}

/// Regression: a message about text other than UTF-8 was written into the picture and stayed there.
#[test]
fn text_that_is_not_utf_8_is_reported_among_the_messages() {
    let (_home, mut seen) = in_window(&[], 80, 24);
    seen.enters(".place");
    seen.presses("abc", &["abc"]);
    seen.terminal.types_bytes(b"\xff");
    seen.waits();
    seen.sees("abc");
    let shown = seen.text();
    let panel = shown.lines().position(|line| line.ends_with("  dropped text that is not UTF-8"));
    assert!(panel.is_some_and(|row| row < 20), "{shown}");
    assert!(shown.contains("\nturn 1> abc\n .hint what to do"), "{shown}");
    seen.enters("");
    assert!(!seen.text().contains("UTF-8"), "{}", seen.text());
}

/// Regression: `.help` was cut. Keys should have scrolled the text, but they shot at a field behind
/// the text.
#[test]
fn keys_scroll_a_long_text_and_do_not_shoot() {
    for (columns, rows) in [(80, 24), (60, 20)] {
        let (_home, mut seen) = in_window(&[], columns, rows);
        seen.enters_all(&[".place", ".end", ".help"]);
        seen.has(&["Orders are carried out at once"]);
        // A click on the help text does not aim at the field behind it.
        seen.terminal.types("\u{1b}[<0;5;9M\u{1b}[<0;5;9m");
        let mut keys = ["\u{1b}[B", "\u{1b}[6~", "\u{1b}[B", " "].into_iter().cycle();
        for _ in 0..40 {
            seen.presses(keys.next().expect("keys without an end"), &["turn 2> "]);
            if seen.text().contains("the end; Up") {
                break;
            }
        }
        let end = seen.text();
        assert!(end.contains("the end; Up, PgUp: back   Enter, Esc: close"), "{end}");
        assert!(end.contains("Escape drops"), "{end}");
        assert!(end.contains("is gone."), "{end}");
        seen.presses("\u{1b}[A", &["1 line more: Down, Space, PgDn"]);
        seen.enters("");
        seen.has(&["■ You"]);
        for key in ["q", "\u{1b}"] {
            seen.enters(".help");
            seen.presses(key, &["■ You", ".hint what to do", "turn 2> "]);
        }
        seen.enters(".turn");
        assert!(seen.text().contains("5 whole, 5 shots, 2"), "no shot: {}", seen.text());
    }
}

/// Regression: Enter shot again at a field that was already a hit or a miss.
#[test]
fn enter_asks_before_it_shoots_at_the_same_field_again() {
    let (_home, mut seen) = in_window(&[], 80, 24);
    seen.enters_all(&[".place", ".end", ".end", ".end"]);
    seen.enters("shoot car 11 11");
    seen.enters("shoot car 11 11");
    let shown = seen.text();
    assert!(shown.contains("already: `y` shoots") && shown.contains("4 of 5 shots"), "{shown}");
    seen.sees("# y or n");
    seen.enters("n");
    seen.has(&["not shot"]);
    // The keys that move the aim from the middle to the corner.
    seen.presses(&"\u{1b}[B\u{1b}[C".repeat(12), &["shoot 11 11: "]);
    seen.enters("");
    let shown = seen.text();
    assert!(shown.matches("already: `y` shoots").count() == 2, "{shown}");
    seen.enters("y");
    seen.has(&["3 of 5"]);
}

#[test]
fn escape_drops_the_aim_and_the_line() {
    let (_home, mut seen) = in_window(&[], 80, 24);
    seen.enters(".place");
    for drop in ["\u{1b}", "\u{15}"] {
        seen.presses("\u{1b}[B", &["# shoot "]);
        seen.terminal.types(drop);
        seen.sees_like("turn 1> [^#]*\u{1b}");
        assert!(!seen.text().contains("shoot "), "{}", seen.text());
        seen.presses("move cru", &["move cru"]);
        seen.terminal.types(drop);
        seen.sees_like("turn 1> [^#]*\u{1b}");
        seen.presses("xyz", &["xyz"]);
        seen.has(&["turn 1> xyz"]);
        seen.terminal.types(drop);
        seen.sees_like("turn 1> [^#]*\u{1b}");
    }
}

/// Regression: the log began in the middle of a sentence, and earlier entries could not be read.
#[test]
fn the_log_begins_at_a_whole_entry_and_is_moved_by_pages() {
    let (_home, mut seen) = in_window(&[], 60, 20);
    seen.enters_all(&[".place", ".end", ".hint!", ".hint!"]);
    let shown = seen.text();
    let log = || shown.lines().skip_while(|line| !line.contains("─ turn 4"));
    assert!(shown.contains("turn 4, PgUp: earlier"), "{shown}");
    let first = log().nth(1).unwrap_or_default().chars().skip(19).collect::<String>();
    assert!(!first.starts_with(' '), "{first:?}: {shown}");
    seen.presses("\u{1b}[5~", &["PgUp and PgDn"]);
    seen.presses("\u{1b}[6~", &["turn 4, PgUp: earlier"]);
    seen.enters("");
    seen.presses(&"\u{1b}[5~".repeat(12), &["turn 4, PgDn: later"]);
}

/// Regression: `.end` did not mention ships that were not placed.
#[test]
fn a_turn_that_ends_without_ships_warns() {
    let (_home, mut seen) = in_window(&[], 120, 40);
    seen.enters("place cru 1 3 n");
    seen.enters(".end");
    seen.has(&["not placed yet: 1 carrier, 1", "tenth turn has lost", "turn 2 - "]);
}

/// Regression: `.resign` did not ask, and the first row kept the old score.
#[test]
fn resign_asks_first_and_the_first_row_has_the_new_score() {
    let (_home, mut seen) = in_window(&[], 80, 24);
    seen.enters_all(&[".place", ".end", ".resign"]);
    seen.has(&["give this game up?"]);
    seen.enters("n");
    seen.has(&["the game goes on"]);
    for (number, line) in [(1, ".place"), (2, ".rematch")] {
        seen.enters_all(&[line, ".resign", "y"]);
        let score = format!("broadside   you have won 0, they {number}; drawn 0");
        assert!(seen.text().starts_with(&format!(" {score}")), "{}", seen.text());
    }
}

/// Regression: "you have won 0, they 1" was cut to "you have won" beside "they have won".
#[test]
fn a_score_without_room_is_shown_in_figures() {
    let (_home, mut seen) = in_window(&[], 60, 20);
    seen.enters_all(&[".place", ".end", ".resign", "y"]);
    let head = " broadside   you 0:1 them   the game is over: they have won\n";
    assert!(seen.text().starts_with(head), "{}", seen.text());
    seen.enters(".rematch");
    assert!(seen.text().starts_with(" broadside   you 0:1 them  "), "{}", seen.text());
    assert!(!seen.text().contains("so far"), "the score is shown once: {}", seen.text());
}

/// Regression: `.help` was shown in a log of a few rows, and keys turned the grey advice into typed
/// text.
#[test]
fn after_the_end_help_fills_the_window_and_no_key_takes_the_advice() {
    let (_home, mut seen) = in_window(&[], 60, 20);
    seen.enters_all(&[".place", ".resign", "y", ".help"]);
    let help = seen.text();
    assert!(help.contains("Orders are carried out at once") && help.contains("lines more: Down"));
    seen.presses("\u{1b}", &["■ You", ".quit leaves"]);
    seen.terminal.types("\u{1b}[C\u{1b}[F\u{5}\r");
    seen.waits();
    assert!(!seen.text().contains("there is no"), "{}", seen.text());
}

/// Regression: the Right key at the end of an order inserted the grey advice.
#[test]
fn the_right_key_does_not_take_the_advice_after_an_order() {
    let (_home, mut seen) = in_window(&[], 80, 24);
    seen.enters_all(&[".place", ".end", ".end", ".end"]);
    seen.presses("shoot car 11 11", &["reaches it: Enter"]);
    seen.terminal.types("\u{1b}[C\r");
    seen.waits();
    seen.has(&["4 of 5"]);
}

/// Regression: the fleets were called `0 of 0 afloat` and `lost 0 of 4` before ships were placed.
#[test]
fn fleets_that_are_not_complete_count_the_ships_that_are_placed() {
    let (_home, mut seen) = in_window(&[], 60, 20);
    for (line, told) in [("", "■ You   0 of 4 placed"), ("place cru 1 3 n", "You   1 of 4 placed")]
    {
        seen.enters(line);
        assert!(seen.text().contains(told), "{}", seen.text());
        seen.has(&["● Them  0 of 4 placed"]);
    }
}

#[test]
fn one_shot_is_not_called_shots() {
    let (_home, mut seen) = in_window(&[], 60, 20);
    seen.enters_all(&[".place", ".end", ".end", ".end"]);
    for column in 8..12 {
        seen.enters(&format!("shoot car 11 {column}"));
    }
    let shown = seen.text();
    assert!(shown.contains(" 1 shot") && !shown.contains(" 1 shots"), "{shown}");
}

/// Regression: the first screen was cut, and did not mention `.hint` and `.end`. It explained
/// `shoot` before shots are allowed, and did not give the order of the steps.
#[test]
fn the_first_screen_says_what_comes_first_and_fits_the_smallest_window() {
    for (setup, first) in [("small", "them"), ("small", "lot"), ("extended", "lot")] {
        let args = ["--setup", setup, "--first", first];
        let (_home, mut seen) = in_window_with(&args, 60, 20);
        seen.has(&["move first", "A draw: 60", "  .place ", "  shoot ", "  .end ", "  .hint "]);
        let shown = seen.text();
        if first == "lot" {
            let places = |text: &str| shown.find(text).expect(text);
            let order = ["first: places", "ends your turn", "Once they have placed", "  shoot "];
            assert!(order.map(places).is_sorted(), "{shown}");
            assert!(shown.contains("near, then shoot.") && !shown.contains("more: Down"));
            assert!(shown.contains(" first, by lot"), "{shown}");
        }
        seen.sees("# .place puts your ships on the board");
    }
}

/// Regression: a refusal named only one ship, and did not say what to do.
#[test]
fn a_refusal_for_range_says_which_ships_reach_the_field() {
    let (_home, mut seen) = in_window(&[], 80, 24);
    seen.enters_all(&[".place", ".end", ".end", ".end"]);
    seen.presses("shoot cru 11 0", &["# too far; carrier 0 reaches it"]);
    seen.enters("");
    let shown = in_one_line(&seen.text());
    for told in ["too far: cruiser 0 reaches", "carrier 0 reaches it:", "`shoot 0 car 11 0`"] {
        assert!(shown.contains(told), "{told}: {shown}");
    }
    for column in 0..5 {
        seen.enters(&format!("shoot car 11 {column}"));
    }
    seen.enters("shoot 11 0");
    seen.enters("y");
    seen.enters("shoot 11 5");
    let shown = in_one_line(&seen.text());
    assert!(shown.contains("none of your ships with shots left reaches"), "{shown}");
    assert!(shown.contains("move a ship nearer"), "{shown}");
}

/// Returns the text of the panel beside the board in one line.
fn in_one_line(text: &str) -> String {
    let panel = text.lines().map(|line| line.chars().skip(31).collect::<String>());
    panel.flat_map(|line| [line.trim().to_owned(), " ".to_owned()]).collect()
}

/// Regression: the smallest window did not name the keys, and half of its legend was about signs
/// not on the board. Without colours, the legend had another sign for misses than the board.
#[test]
fn the_smallest_window_names_the_keys_and_the_signs_on_the_board() {
    let (_home, mut seen) = in_window(&[], 60, 20);
    seen.enters(".place");
    seen.has(&["▲▶ bow   ● cannon   ■ engine   ═ hull\n", ".help   arrows aim"]);
    seen.enters_all(&[".end", ".end", ".end", "shoot car 11 11"]);
    for told in ["░o", "o miss", "△○□ theirs"] {
        assert!(seen.text().contains(told), "{told}: {}", seen.text());
    }
    let (_home, mut wide) = in_window(&[], 80, 24);
    wide.enters(".place");
    assert!(wide.text().contains("═ hull\n"), "{}", wide.text());
}

/// Regression: the legend did not name reefs and fog, and the count of hidden rows was cut.
#[test]
fn the_smallest_window_of_a_large_board_names_reefs_and_counts_its_hidden_rows() {
    let (_home, mut seen) = in_window(&["--ascii", "--setup", "extended"], 60, 20);
    seen.enters(".place");
    seen.enters(".board 20 4");
    seen.has(&["^ 10 more rows ", "# reef   ? fog"]);
}

/// Regression: beside a wide board, the title of the other fleet was cut: "0 of 2 placed: no shot".
#[test]
fn beside_a_wide_board_the_titles_of_the_fleets_are_whole() {
    let home = home();
    let start = "[state] BOARD_SIZE 20 40 SET_FLEET A 0 0 0 1 SET_FLEET B 0 0 0 1 [state]\n";
    home.write("start.ships", start);
    let args = ["play", "--seed", "7", "--first", "you", "--setup", "start.ships"];
    let terminal = Terminal::with_size(program(home.path(), &args), 80, 24);
    let mut seen = Seen::new(terminal, (80, 24), ASKING);
    seen.enters(".place");
    seen.has(&["Them  0 of 1 placed: no shots yet"]);
    seen.enters(".end");
    seen.has(&["Them  lost 0 of 1; you see 0 fields"]);
}

/// Regression: the board of a game that was over showed wrecks that the legend did not explain.
#[test]
fn the_legend_of_a_game_that_is_over_explains_wrecks_that_were_never_seen() {
    let home = home();
    let start = "[state] BOARD_SIZE 12 12 EXTENDED_SHIPS INIT_POSITION A 0 0 3 9 \
                 INIT_POSITION B 6 0 9 9 SET_FLEET A 0 0 0 1 SET_FLEET B 0 0 1 0\n\
                 SHIP B 9 0 W 0 CRU 100 [state]\n";
    home.write("start.ships", start);
    let args = ["play", "--seed", "7", "--first", "you", "--setup", "start.ships"];
    let terminal = Terminal::with_size(program(home.path(), &args), 60, 20);
    let mut seen = Seen::new(terminal, (60, 20), ASKING);
    seen.enters(".place");
    assert!(!seen.text().contains("╳ lost"), "{}", seen.text());
    seen.enters_all(&[".resign", "y"]);
    seen.has(&["╳ lost"]);
}

#[test]
fn help_explains_every_sign_and_what_counts_as_new() {
    let home = home();
    let mut plain = Terminal::start(program(home.path(), &["play", "--plain", "--seed", "7"]));
    plain.sees_like(ASKING);
    plain.types(".help\r");
    let help = plain.sees_like(ASKING);
    for told in ["New, for a draw: a hit", "`5 2 N`", "◇", "● ○", "■ □", "hull", "`‹` marks"]
    {
        assert!(help.contains(told), "{told}: {help}");
    }
}

#[test]
fn small_windows_and_dumb_terminals_have_lines() {
    let home = home();
    let mut small = Terminal::with_size(program(home.path(), &["play", "--seed", "7"]), 59, 20);
    assert!(!small.sees_like(ASKING).contains("\u{1b}[?1049h"));
    let mut dumb = Terminal::with_variable(home.path(), &["play", "--seed", "7"], "TERM", "dumb");
    assert!(!dumb.sees("turn 1> ").contains('\u{1b}'));
}
