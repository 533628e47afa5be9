//! Games that fill the window. The screens are recorded in `tests/cases/screens`; `BLESS=1` writes
//! them, for a person to check.

use super::play::ASKING;
use super::seen::Seen;
use super::terminal::{Terminal, home, program};
use crate::harness::check_screen;

/// The user moves first.
fn in_window(args: &[&str], columns: u16, rows: u16) -> (tempfile::TempDir, Seen) {
    in_window_with(&[&["--first", "you"], args].concat(), columns, rows)
}

/// `args` can say who moves first.
fn in_window_with(args: &[&str], columns: u16, rows: u16) -> (tempfile::TempDir, Seen) {
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
        for line in [".place", ".end", ".end", ".resign", "y"] {
            seen.enters(line);
        }
        shown += &seen.text();
    }
    check_screen("window-over", &shown);
}

/// Regression: the first screen was cut, and did not mention `.hint` and `.end`.
#[test]
fn the_first_screen_fits_a_low_window() {
    for (setup, first) in [("small", "them"), ("small", "lot"), ("extended", "lot")] {
        let args = ["--setup", setup, "--first", first];
        let (_home, mut seen) = in_window_with(&args, 60, 20);
        let shown = seen.text();
        for told in ["move first", "A draw: 60", "  .place ", "  shoot ", "  .end ", "  .hint "] {
            assert!(shown.contains(told), "{setup} {first} {told}: {shown}");
        }
        seen.sees("# .place puts your ships on the board");
    }
}

#[test]
fn a_hint_that_is_played_says_that_it_ends_the_turn() {
    let (_home, mut seen) = in_window(&[], 60, 20);
    for line in [".place", ".end", ".hint!"] {
        seen.enters(line);
    }
    let shown = seen.text();
    assert!(shown.contains("`spy 0 ") && shown.contains("`.hint!` ends your turn"), "{shown}");
}

/// Regression: the winner was named only once, and later messages followed below.
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
    seen.terminal.types("\u{1b}[B");
    seen.sees("shoot ");
    seen.terminal.types("\u{1b}[B");
    seen.sees("shoot ");
    // At the edge the aim stays on the board, which has 12 by 12 fields.
    for (key, edge) in [("\u{1b}[C", " 11: "), ("\u{1b}[B", "shoot 11 11: ")] {
        seen.terminal.types(&key.repeat(12));
        seen.sees(edge);
        seen.terminal.types(key);
    }
    seen.terminal.types("\u{1b}[A");
    seen.sees("shoot 10 11: ");
    // Row 9 of the board is in row 14 of the window, because two rows of numbers stand above the
    // board.
    seen.terminal.types("\u{1b}[<0;5;14M");
    seen.sees("shoot 9 0: ");
    seen.terminal.types("\r");
    seen.waits();
    assert!(seen.text().contains("refused: "), "{}", seen.text());
    seen.terminal.types("abc\u{1b}[D\u{1b}[DX");
    seen.sees("aXbc");
}

#[test]
fn a_window_that_changes_its_size_is_drawn_again() {
    let (_home, mut seen) = in_window(&[], 120, 40);
    seen.enters(".place");
    seen.resizes(60, 20);
    seen.sees("turn 1 - your move");
    seen.sees(".end ends the turn");
    assert!(seen.text().contains("battleship 0"), "{}", seen.text());
    seen.terminal.types(".quit\r");
    let end = seen.terminal.ends();
    assert!(end.contains("\u{1b}[?1049l") && end.contains("`.save FILE` keeps a game"), "{end}");
}

/// The picture was once drawn in a window without room for it: the board had one column, and the
/// lists covered each other.
#[test]
fn a_window_that_becomes_small_shows_lines() {
    let (_home, mut seen) = in_window(&[], 100, 40);
    for line in [".place", ".end"] {
        seen.enters(line);
    }
    for (columns, rows) in [(40, 20), (45, 24), (40, 12), (30, 10)] {
        seen.resizes(columns, rows);
        seen.sees("4 of 4 afloat");
        seen.sees("turn 2> ");
        let shown = seen.text();
        assert!(!shown.contains("broadside"), "{shown}");
        assert!(shown.contains("5 6 7 8 9") || shown.contains("56789"), "{shown}");
    }
    seen.enters("shoot 5 5");
    assert!(seen.text().contains("refused: "), "{}", seen.text());
    seen.resizes(80, 24);
    seen.sees("turn 2 - your move");
}

/// Regression: the message was written into the picture and stayed there.
#[test]
fn text_that_is_not_utf_8_is_reported_among_the_messages() {
    let (_home, mut seen) = in_window(&[], 80, 24);
    seen.enters(".place");
    seen.terminal.types("abc");
    seen.sees("abc");
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
        for line in [".place", ".end", ".help"] {
            seen.enters(line);
        }
        assert!(seen.text().contains("Orders are carried out at once"), "{}", seen.text());
        // A click on the help text does not aim at the field behind it.
        seen.terminal.types("\u{1b}[<0;5;9M\u{1b}[<0;5;9m");
        let mut keys = ["\u{1b}[B", "\u{1b}[6~", "\u{1b}[B", " "].into_iter().cycle();
        for _ in 0..40 {
            seen.terminal.types(keys.next().expect("keys without an end"));
            seen.sees("turn 2> ");
            if seen.text().contains("the end; Up") {
                break;
            }
        }
        let end = seen.text();
        assert!(end.contains("the end; Up, PgUp: back   Enter, Esc: close"), "{end}");
        assert!(end.contains("Escape drops"), "{end}");
        assert!(end.contains("is gone."), "{end}");
        seen.terminal.types("\u{1b}[A");
        seen.sees("1 line more: Down, Space, PgDn");
        seen.enters("");
        assert!(seen.text().contains("■ You"), "{}", seen.text());
        for key in ["q", "\u{1b}"] {
            seen.enters(".help");
            seen.terminal.types(key);
            seen.sees("■ You");
            seen.sees(".hint what to do");
            seen.sees("turn 2> ");
        }
        seen.enters(".turn");
        assert!(seen.text().contains("5 whole, 5 shots, 2"), "no shot: {}", seen.text());
    }
}

/// Regression: Enter shot again at a field that was already a hit or a miss.
#[test]
fn enter_asks_before_it_shoots_at_the_same_field_again() {
    let (_home, mut seen) = in_window(&[], 80, 24);
    for line in [".place", ".end", ".end", ".end"] {
        seen.enters(line);
    }
    seen.enters("shoot car 11 11");
    seen.enters("shoot car 11 11");
    let shown = seen.text();
    assert!(shown.contains("already: `y` shoots") && shown.contains("4 of 5 shots"), "{shown}");
    seen.sees("# y or n");
    seen.enters("n");
    assert!(seen.text().contains("not shot"), "{}", seen.text());
    // The keys that move the aim from the middle to the corner.
    seen.terminal.types(&"\u{1b}[B\u{1b}[C".repeat(12));
    seen.sees("shoot 11 11: ");
    seen.enters("");
    let shown = seen.text();
    assert!(shown.matches("already: `y` shoots").count() == 2, "{shown}");
    seen.enters("y");
    assert!(seen.text().contains("3 of 5"), "{}", seen.text());
}

#[test]
fn escape_drops_the_aim_and_the_line() {
    let (_home, mut seen) = in_window(&[], 80, 24);
    seen.enters(".place");
    for drop in ["\u{1b}", "\u{15}"] {
        seen.terminal.types("\u{1b}[B");
        seen.sees("# shoot ");
        seen.terminal.types(drop);
        seen.sees_like("turn 1> [^#]*\u{1b}");
        assert!(!seen.text().contains("shoot "), "{}", seen.text());
        seen.terminal.types("move cru");
        seen.sees("move cru");
        seen.terminal.types(drop);
        seen.sees_like("turn 1> [^#]*\u{1b}");
        seen.terminal.types("xyz");
        seen.sees("xyz");
        assert!(seen.text().contains("turn 1> xyz"), "{}", seen.text());
        seen.terminal.types(drop);
        seen.sees_like("turn 1> [^#]*\u{1b}");
    }
}

/// Regression: the log began in the middle of a sentence, and earlier entries could not be read.
#[test]
fn the_log_begins_at_a_whole_entry_and_is_moved_by_pages() {
    let (_home, mut seen) = in_window(&[], 60, 20);
    for line in [".place", ".end", ".hint!", ".hint!"] {
        seen.enters(line);
    }
    let shown = seen.text();
    let log = || shown.lines().skip_while(|line| !line.contains("─ turn 4"));
    assert!(shown.contains("turn 4, PgUp: earlier"), "{shown}");
    let first = log().nth(1).unwrap_or_default().chars().skip(19).collect::<String>();
    assert!(!first.starts_with(' '), "{first:?}: {shown}");
    seen.terminal.types("\u{1b}[5~");
    seen.sees("PgUp and PgDn");
    seen.terminal.types("\u{1b}[6~");
    seen.sees("turn 4, PgUp: earlier");
    seen.enters("");
    seen.terminal.types(&"\u{1b}[5~".repeat(12));
    seen.sees("turn 4, PgDn: later");
}

#[test]
fn a_hint_that_is_played_gives_its_reasons() {
    let (_home, mut seen) = in_window(&[], 120, 40);
    for line in [".place", ".end", ".hint!"] {
        seen.enters(line);
    }
    let shown = seen.text();
    assert!(shown.contains(": a plane shows the square"), "{shown}");
}

/// Regression: `.end` did not mention ships that were not placed.
#[test]
fn a_turn_that_ends_without_ships_warns() {
    let (_home, mut seen) = in_window(&[], 120, 40);
    seen.enters("place cru 1 3 n");
    seen.enters(".end");
    let shown = seen.text();
    assert!(shown.contains("not placed yet: 1 carrier, 1"), "{shown}");
    assert!(shown.contains("tenth turn has lost") && shown.contains("turn 2 - "), "{shown}");
}

/// Regression: `.resign` did not ask, and the first row kept the old score.
#[test]
fn resign_asks_first_and_the_first_row_has_the_new_score() {
    let (_home, mut seen) = in_window(&[], 80, 24);
    for line in [".place", ".end", ".resign"] {
        seen.enters(line);
    }
    assert!(seen.text().contains("give this game up?"), "{}", seen.text());
    seen.enters("n");
    assert!(seen.text().contains("the game goes on"), "{}", seen.text());
    for (number, line) in [(1, ".place"), (2, ".rematch")] {
        for line in [line, ".resign", "y"] {
            seen.enters(line);
        }
        let score = format!("broadside   you have won 0, they {number}; drawn 0");
        assert!(seen.text().starts_with(&format!(" {score}")), "{}", seen.text());
    }
}

/// Regression: "you have won 0, they 1" was cut to "you have won" beside "they have won".
#[test]
fn a_score_without_room_is_shown_in_figures() {
    let (_home, mut seen) = in_window(&[], 60, 20);
    for line in [".place", ".end", ".resign", "y"] {
        seen.enters(line);
    }
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
    for line in [".place", ".resign", "y", ".help"] {
        seen.enters(line);
    }
    let help = seen.text();
    assert!(help.contains("Orders are carried out at once") && help.contains("lines more: Down"));
    seen.terminal.types("\u{1b}");
    seen.sees("■ You");
    seen.sees(".quit leaves");
    seen.terminal.types("\u{1b}[C\u{1b}[F\u{5}\r");
    seen.waits();
    assert!(!seen.text().contains("there is no"), "{}", seen.text());
}

/// Regression: the Right key at the end of an order inserted the grey advice.
#[test]
fn the_right_key_does_not_take_the_advice_after_an_order() {
    let (_home, mut seen) = in_window(&[], 80, 24);
    for line in [".place", ".end", ".end", ".end"] {
        seen.enters(line);
    }
    seen.terminal.types("shoot car 11 11");
    seen.sees("reaches it: Enter");
    seen.terminal.types("\u{1b}[C\r");
    seen.waits();
    assert!(seen.text().contains("4 of 5"), "{}", seen.text());
}

/// Regression: the fleets were called `0 of 0 afloat` and `lost 0 of 4` before ships were placed.
#[test]
fn fleets_that_are_not_complete_count_the_ships_that_are_placed() {
    let (_home, mut seen) = in_window(&[], 60, 20);
    for (line, told) in [("", "■ You   0 of 4 placed"), ("place cru 1 3 n", "You   1 of 4 placed")]
    {
        seen.enters(line);
        assert!(seen.text().contains(told), "{}", seen.text());
        assert!(seen.text().contains("● Them  0 of 4 placed"), "{}", seen.text());
    }
}

#[test]
fn one_shot_is_not_called_shots() {
    let (_home, mut seen) = in_window(&[], 60, 20);
    for line in [".place", ".end", ".end", ".end"] {
        seen.enters(line);
    }
    for column in 8..12 {
        seen.enters(&format!("shoot car 11 {column}"));
    }
    let shown = seen.text();
    assert!(shown.contains(" 1 shot") && !shown.contains(" 1 shots"), "{shown}");
}

/// Regression: the first screen explained `shoot` before shots are allowed. It did not say in what
/// order a game goes.
#[test]
fn the_first_screen_says_what_comes_first_and_fits_the_smallest_window() {
    for setup in ["small", "extended"] {
        let (_home, seen) = in_window_with(&["--setup", setup], 60, 20);
        let shown = seen.text();
        let places = |text: &str| shown.find(text).expect(text);
        let order = ["first: places", "ends your turn", "Once they have placed", "  shoot "];
        assert!(order.map(places).is_sorted(), "{shown}");
        assert!(shown.contains("near, then shoot.") && !shown.contains("more: Down"), "{shown}");
    }
}

/// Regression: a refusal named only one ship, and did not say what to do.
#[test]
fn a_refusal_for_range_says_which_ships_reach_the_field() {
    let (_home, mut seen) = in_window(&[], 80, 24);
    for line in [".place", ".end", ".end", ".end"] {
        seen.enters(line);
    }
    seen.terminal.types("shoot cru 11 0");
    seen.sees("# too far; carrier 0 reaches it");
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
    assert!(shown.contains("no ship of yours that can shoot now"), "{shown}");
    assert!(shown.contains("move one nearer"), "{shown}");
}

/// Returns the text of the panel beside the board in one line.
fn in_one_line(text: &str) -> String {
    let panel = text.lines().map(|line| line.chars().skip(31).collect::<String>());
    panel.flat_map(|line| [line.trim().to_owned(), " ".to_owned()]).collect()
}

/// Regression: the smallest window did not name the keys, and half of its legend was about signs
/// not on the board.
#[test]
fn the_smallest_window_names_the_keys_and_the_signs_on_the_board() {
    let (_home, mut seen) = in_window(&[], 60, 20);
    seen.enters(".place");
    let shown = seen.text();
    assert!(shown.contains("▲▶ bow   ● cannon   ■ engine   ═ hull\n"), "{shown}");
    assert!(shown.contains(".help   arrows aim"), "{shown}");
    for line in [".end", ".end", ".end", "shoot car 11 11"] {
        seen.enters(line);
    }
    for told in ["• miss", "△○□ theirs"] {
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
    let shown = seen.text();
    assert!(shown.contains("^ 10 more rows ") && shown.contains("# reef   ? fog"), "{shown}");
}

/// Regression: the board of a game that was over showed wrecks that the legend did not explain.
#[test]
fn the_legend_of_a_game_that_is_over_explains_wrecks_that_were_never_seen() {
    let home = home();
    let start = "[state] BOARD_SIZE 12 12 EXTENDED_SHIPS INIT_POSITION A 0 0 3 9 \
                 INIT_POSITION B 6 0 9 9 SET_FLEET A 0 0 0 1 SET_FLEET B 0 0 1 0\n\
                 SHIP B 9 0 W 0 CRU 100 [state]\n";
    std::fs::write(home.path().join("start.ships"), start).expect("a start");
    let args = ["play", "--seed", "7", "--first", "you", "--setup", "start.ships"];
    let terminal = Terminal::with_size(program(home.path(), &args), 60, 20);
    let mut seen = Seen::new(terminal, (60, 20), ASKING);
    seen.enters(".place");
    assert!(!seen.text().contains("╳ lost"), "{}", seen.text());
    for line in [".resign", "y"] {
        seen.enters(line);
    }
    assert!(seen.text().contains("╳ lost"), "{}", seen.text());
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
fn small_windows_dumb_terminals_and_plain_games_have_lines() {
    let home = home();
    let mut small = Terminal::with_size(program(home.path(), &["play", "--seed", "7"]), 59, 20);
    assert!(!small.sees_like(ASKING).contains("\u{1b}[?1049h"));
    let mut command = program(home.path(), &["play", "--seed", "7"]);
    command.env("TERM", "dumb");
    assert!(!Terminal::start(command).sees("turn 1> ").contains('\u{1b}'));
}
