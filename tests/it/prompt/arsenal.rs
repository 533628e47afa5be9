//! Games of arsenal on terminals of several sizes and kinds. The screens are recorded in
//! `tests/cases/screens`; `BLESS=1` writes them, for a person to check.

use super::seen::{Seen, drawn};
use super::terminal::{Terminal, coloured, home, program};
use crate::harness::{Folder, check_screen};

const CLEAR: &str = "\u{1b}[2J";
const MOVE: &str = "your move: ";
/// Matches a question of the line editor. A question has one colon, at its end.
const ASKING: &str = r"\x1b\[\?2004h[^:]*: ";
const AT_MOVE: &str = r"\x1b\[\?2004h[^:]*your move: ";
/// The Down key. On an empty line, the key begins to aim.
const DOWN: &str = "\u{1b}[B";
const LEFT: &str = "\u{1b}[D";

#[track_caller]
fn screen_at(t: &mut Terminal, question: &str) -> String {
    let shown = t.sees(question);
    let page = shown.rsplit(CLEAR).next().unwrap_or_default();
    format!("{page}{question}\n")
}

/// Returns the bytes sent to the window from the last clearing until the line editor asks
/// `question`.
#[track_caller]
fn bytes_at(t: &mut Terminal, question: &str) -> String {
    let question = question.replace('(', r"\(").replace(')', r"\)");
    let shown = t.sees_all_like(&format!(r"\x1b\[\?2004h[^:]*{question}"));
    shown.rsplit(CLEAR).next().unwrap_or_default().to_owned()
}

#[track_caller]
fn window_at(t: &mut Terminal, size: (u16, u16), question: &str) -> String {
    drawn(&bytes_at(t, question), size)
}

/// Chooses the easy bot and places the fleet.
fn place_fleet(t: &mut Terminal) {
    t.types("easy\rAlice\rC1 h\ra3 v\rh5 v\rD9, horizontal\r");
}

const ALONE: &str = "press Enter when only you look: ";

/// Returns a game of two players, who have placed their fleets. The first player moves next.
fn two_players() -> (Folder, Terminal) {
    let home = home();
    let mut t = Terminal::start(program(home.path(), &["arsenal", "--seed", "1"]));
    t.types("easy\rAlice\rBob\r");
    for (name, fleet) in
        [("Alice", "A1 h\rA2 h\rA3 h\rA4 h\r"), ("Bob", "J1 v\rI1 v\rH1 v\rG1 v\r")]
    {
        t.sees(&format!("{name}, place your Carrier (5 cells): "));
        t.presses(fleet, &[ALONE]);
        t.types("\r");
    }
    (home, t)
}

fn against_the_bot(columns: u16, rows: u16, args: &[&str]) -> (Folder, Terminal) {
    let home = home();
    let args = [args, &["--bot", "easy", "--seed", "3"]].concat();
    let t = Terminal::with_size(program(home.path(), &args), columns, rows);
    (home, t)
}

/// Returns the screens at the beginning of a game; `show` returns the screen for each question.
fn opening_screens(
    t: &mut Terminal,
    mut show: impl FnMut(&mut Terminal, &str) -> String,
) -> Vec<String> {
    let mut pages = vec![show(t, "Enter for easy): ")];
    for (line, question) in [
        ("easy", "Enter for Captain: "),
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
fn plain_screens_fit_three_sizes() {
    for (columns, rows) in [(80, 24), (120, 40), (40, 12)] {
        let (_home, mut t) = against_the_bot(columns, rows, &["arsenal", "--plain"]);
        let pages = opening_screens(&mut t, screen_at);
        let fits = |line: &str| line.chars().count() <= usize::from(columns);
        assert!(pages.iter().flat_map(|page| page.lines()).all(fits));
        assert!(pages.iter().all(|page| page.lines().count() <= usize::from(rows)));
        check_screen(&format!("arsenal-plain-{columns}x{rows}"), &pages.join("\n"));
    }
}

#[test]
fn windows_of_arsenal_hold_grids_fleets_and_words() {
    for (columns, rows) in [(80, 24), (120, 40), (60, 20)] {
        let (_home, mut t) = against_the_bot(columns, rows, &["arsenal", "--undo"]);
        let pages = opening_screens(&mut t, |t, question| window_at(t, (columns, rows), question));
        check_screen(&format!("arsenal-{columns}x{rows}"), &pages.join("\n"));
    }
}

/// Regression: a dumb terminal got the escapes that enter the second screen and clear it.
#[test]
fn a_dumb_terminal_gets_no_escapes_and_still_hides_the_page_of_the_other_player() {
    let home = home();
    let args = ["arsenal", "--seed", "1"];
    let mut t = Terminal::with_variable(home.path(), &args, "TERM", "dumb");
    t.types("easy\rAlice\rBob\rA1 h\rA2 h\rA3 h\rA4 h\r");
    let shown = t.sees("press Enter when only you look: ");
    assert!(shown.ends_with(&format!("{}Bob, ", "\r\n".repeat(24))), "{shown}");
    t.types("\u{4}");
    let shown = shown + &t.ends();
    assert!(!shown.contains('\u{1b}') && !shown.contains("broadside"), "{shown}");
}

/// Regression: a name with wide characters moved the rest of its row to the right.
#[test]
fn a_name_of_wide_characters_moves_nothing_in_its_row() {
    let head = |name: &str| {
        let (_home, mut seen) = in_window(80, 24, &["arsenal"]);
        seen.enters("easy");
        seen.enters(name);
        seen.text().lines().next().unwrap_or_default().to_owned()
    };
    assert_eq!(head("日本語"), head("abcdef").replace("abcdef", "日本語"));
}

#[test]
fn ascii_and_coloured_screens_are_as_recorded() {
    for (name, form) in [("arsenal-plain", &["arsenal", "--plain"][..]), ("arsenal", &["arsenal"])]
    {
        let (_home, mut t) = against_the_bot(80, 24, &[&["--ascii"], form].concat());
        check_screen(&format!("{name}-ascii"), &by_rows(&second_turn(&mut t, name)));
        let home = home();
        let args = [form, &["--bot", "easy", "--seed", "3"]].concat();
        let mut t = Terminal::with_size(coloured(home.path(), &args), 80, 24);
        check_screen(&format!("{name}-coloured"), &by_rows(&second_turn(&mut t, name)));
    }
}

/// Places the fleet and plays a turn. Returns the bytes of the screen, up to the question of the
/// second turn.
#[track_caller]
fn second_turn(t: &mut Terminal, name: &str) -> String {
    place_fleet(t);
    t.sees(MOVE);
    t.types("f e5\r");
    if name == "arsenal-plain" {
        return screen_at(t, MOVE);
    }
    let sent = bytes_at(t, MOVE);
    let (picture, _) = sent.split_once("\u{1b}[?2004h").expect("a question");
    picture.to_owned()
}

fn by_rows(page: &str) -> String {
    page.replace("\u{1b}[K", "\n")
}

fn in_window(columns: u16, rows: u16, args: &[&str]) -> (Folder, Seen) {
    let (home, t) = against_the_bot(columns, rows, args);
    (home, Seen::new(t, (columns, rows), ASKING))
}

fn with_fleet_placed(columns: u16, rows: u16, args: &[&str]) -> (Folder, Seen) {
    let (home, mut seen) = in_window(columns, rows, args);
    place_fleet(&mut seen.terminal);
    seen.sees_like(AT_MOVE);
    (home, seen)
}

#[test]
fn arrows_and_the_space_bar_place_ships_and_enter_fires() {
    let (_home, mut seen) = in_window(80, 24, &["arsenal"]);
    seen.enters("easy");
    seen.enters("Alice");
    let mut shown = String::new();
    for (keys, prospect) in [
        // The Carrier would lie from E5 to the right. Enter takes this place.
        (DOWN, "E5 h: Enter"),
        ("\r", ""),
        (DOWN, "E4 h: Enter"),
        (DOWN, "E5 h: overlaps the Carrier"),
        (DOWN, "E6 h: Enter"),
        (" ", "E6 v: Enter"),
        ("\r", ""),
    ] {
        seen.terminal.types(keys);
        if prospect.is_empty() {
            seen.waits();
        } else {
            seen.sees(prospect);
        }
        shown += &seen.text();
    }
    seen.enters("a1 h");
    seen.enters("a2 h");
    for (keys, prospect) in [
        (DOWN, "Fire E5: Enter"),
        (LEFT, "Fire D5: Enter"),
        ("\r", ""),
        (DOWN, "Fire D5: already targeted; Enter"),
        ("r", "Radar D5: Enter"),
        (DOWN, "Radar D6: Enter"),
        ("\r", ""),
        ("t", ""),
        (DOWN, "Torpedo 6: torpedo is locked; Enter loses the turn"),
        (" ", "Torpedo D: torpedo is locked; Enter loses the turn"),
    ] {
        seen.terminal.types(keys);
        match (keys, prospect) {
            ("\r", _) => seen.waits(),
            (_, "") => continue,
            _ => seen.sees(prospect),
        }
        shown += &seen.text();
    }
    check_screen("arsenal-aimed", &shown);
}

/// Regression: a lost turn did not say which place was wrong. The opponent does not see the place,
/// because it may be near the one that was meant.
#[test]
fn a_lost_turn_names_the_place_only_to_the_person_who_typed_it() {
    let (_home, mut t) = two_players();
    t.types("\r");
    t.sees(MOVE);
    t.presses("fire b3x\r", &["You: turn lost, `b3x` is"]);
    t.presses("\r", &[ALONE]);
    t.types("\r");
    assert!(t.sees(MOVE).contains("Alice: turn lost, not a"));
}

/// Regression: a line that filled the last column pushed the list of keys out of the last row.
#[test]
fn a_prospect_that_is_too_long_leaves_the_line_below() {
    let (_home, mut seen) = in_window(60, 20, &["arsenal"]);
    seen.enters_all(&["easy", "Alice", "E5 h"]);
    seen.presses(&[DOWN, DOWN].concat(), &["# E5 h..."]);
    seen.presses("\u{1b}[A", &["E4 h: Enter"]);
    let shown = seen.text();
    assert!(shown.trim_end().ends_with("Space turns"), "{shown}");
}

#[test]
fn a_bare_enter_takes_the_name_that_is_shown() {
    for options in [&["arsenal"][..], &["arsenal", "--plain"]] {
        let (_home, mut t) = against_the_bot(80, 24, options);
        t.sees("Tracking: easy keeps hits");
        t.presses("\r", &["Your name, or Enter for Captain: "]);
        t.presses(" \r", &["Captain, place your Carrier (5 cells): "]);
    }
    let home = home();
    let mut t = Terminal::start(program(home.path(), &["arsenal", "--seed", "1"]));
    t.presses("easy\rPlayer 2\r", &["Name of player 2, or Enter for Player 1: "]);
    t.types("\r");
    t.sees_like("Player [12], place your Carrier");
}

#[test]
fn the_space_bar_shows_a_ship_where_it_may_lie() {
    let (_home, mut seen) = in_window(80, 24, &["arsenal"]);
    seen.enters_all(&["easy", "", "E5 h"]);
    seen.presses(" ", &["D5 v: Enter"]);
    seen.enters("");
    seen.has(&["place your Destroyer"]);
}

/// A mark in the grid shows the target of a typed move. Regression: a mark removed the help above
/// the prompt, and the program then expected the prompt in another row.
#[test]
fn a_mark_in_a_small_window_leaves_the_prompt_in_its_row() {
    let (_home, mut seen) = with_fleet_placed(80, 24, &["arsenal"]);
    seen.enters("help");
    seen.resizes(50, 14);
    seen.sees("Ctrl-D gives up");
    seen.sees("your move: ");
    seen.presses("f b3", &["# Enter"]);
    seen.enters("");
    let shown = seen.text();
    assert_eq!(shown.matches("your move:").count(), 1, "{shown}");
    assert!(shown.contains("You: Fire B3"), "{shown}");
    seen.presses("f b4", &["# Enter"]);
    let shown = seen.text();
    assert_eq!(shown.lines().count(), 14, "{shown}");
    assert!(shown.trim_end().ends_with("Alice, your move: f b4  # Enter"), "{shown}");
}

#[test]
fn clicks_aim_in_the_grid_that_is_asked_for_and_typed_lines_mark_what_they_name() {
    let (_home, mut seen) = in_window(80, 24, &["arsenal"]);
    seen.enters("easy");
    // Arrow keys do not aim while a name is asked for.
    seen.terminal.types("Alce");
    seen.terminal.types(&[LEFT, LEFT, "i\r"].concat());
    seen.waits();
    seen.has(&["Alice against"]);
    // The first click is on B2 of the own grid. A click in the other grid aims at nothing.
    seen.presses("\u{1b}[<0;33;6M\u{1b}[<0;33;6m", &["B2 h: Enter"]);
    seen.presses("\u{1b}[<0;7;6M\u{1b}[<0;33;7M", &["B3 h: Enter"]);
    seen.enters_all(&["", "a1 h", "a2 h", "a4 h"]);
    seen.has(&["3 · C C C C C"]);
    seen.presses("\u{1b}[<0;9;14M", &["Fire C10: Enter"]);
    seen.enters("");
    seen.has(&["You: Fire C10"]);
    seen.presses("r b9", &["# Enter"]);
    seen.has(&["9 · [][]·"]);
}

#[test]
fn arsenal_is_drawn_again_when_its_window_changes_its_size() {
    let (_home, mut seen) = with_fleet_placed(120, 40, &["arsenal"]);
    seen.presses(DOWN, &["Fire E5: Enter"]);
    seen.resizes(60, 20);
    seen.sees("turn 1 - your move");
    seen.sees("Fire E5: Enter");
    seen.has(&["  5 ····+·····    5"]);
    seen.resizes(40, 12);
    seen.sees("Moves: Fire");
    seen.sees("Fire E5: E");
    let small = seen.text();
    assert!(small.contains('+') && !small.contains("broadside"), "{small}");
    seen.enters("");
    seen.has(&["You: Fire E5 - miss"]);
    seen.resizes(80, 24);
    seen.sees("turn 2 - your move");
    seen.sees("Alice, your move: ");
}

#[test]
fn keys_are_left_to_the_terminal_where_no_window_is_filled() {
    let (_home, small) = against_the_bot(59, 20, &["arsenal"]);
    let (_home, plain) = against_the_bot(80, 24, &["arsenal", "--plain"]);
    for mut t in [small, plain] {
        place_fleet(&mut t);
        let shown = t.sees(MOVE);
        for unseen in ["\u{1b}[?2004h", "\u{1b}[?1000h", "broadside"] {
            assert!(!shown.contains(unseen), "{shown}");
        }
    }
}

#[test]
fn a_window_that_was_written_over_is_drawn_again_by_ctrl_l() {
    let (_home, mut seen) = with_fleet_placed(80, 24, &["arsenal"]);
    seen.presses("f b", &["f b"]);
    let before = seen.text();
    seen.terminal.types("\u{c}3");
    seen.sees_like("turn 1 - your move");
    seen.sees("# Enter");
    let shown = seen.text();
    let first_line = |text: &str| text.lines().next().map(str::to_owned);
    assert_eq!(first_line(&before), first_line(&shown), "{shown}");
    assert!(shown.contains(" Alice, your move: f b3"), "{shown}");
}

#[test]
fn pasted_lines_answer_one_question_each() {
    let (_home, mut seen) = in_window(80, 24, &["arsenal"]);
    seen.terminal.types("\u{1b}[200~easy\rAlice\rA1 h\rA2 h\rA3 h\rA4 h\rf e5\r\u{1b}[201~");
    seen.terminal.types("\r");
    seen.sees_like(AT_MOVE);
    let text = seen.text();
    assert!(text.contains("You: Fire E5") && !text.contains("not a move"), "{text}");
}

#[test]
fn signals_and_giving_up_bring_the_first_screen_back() {
    for signal in ["TERM", "HUP"] {
        let (_home, seen) = with_fleet_placed(80, 24, &["arsenal"]);
        let mut t = seen.terminal;
        t.signals(signal);
        let end = t.ends();
        assert!(end.contains("\u{1b}[?1000l") && end.contains("\u{1b}[?1049l"), "{end}");
    }
    let (_home, mut seen) = with_fleet_placed(80, 24, &["arsenal"]);
    seen.terminal.types("f b\u{3}");
    seen.sees_like(AT_MOVE);
    seen.terminal.types("\u{4}");
    let end = seen.terminal.ends();
    assert!(end.contains("\u{1b}[?1049l") && end.contains("forfeits"), "{end}");
}

#[test]
fn a_game_against_the_easy_bot_is_played_to_its_end() {
    for (columns, rows, name) in [(80, 24, "arsenal-end"), (60, 20, "arsenal-end-60x20")] {
        let (_home, mut t) = against_the_bot(columns, rows, &["arsenal"]);
        place_fleet(&mut t);
        t.sees(MOVE);
        // Fires at every cell once, out of order; the game ends before the last cell.
        let mut shown = String::new();
        for shot in 0..100 {
            let cell = shot * 37 % 100;
            let column = char::from(b"abcdefghij"[cell % 10]);
            t.types(&format!("f {column}{}\r", cell / 10 + 1));
            shown = t.sees_all_like(&format!("{AT_MOVE}|Enter leaves: "));
            if shown.ends_with("Enter leaves: ") {
                break;
            }
        }
        t.types("\r");
        t.ends();
        let (_, end) = shown.rsplit_once("\u{1b}[?1049l").expect("the first screen comes back");
        check_screen(name, end);
        assert!((columns < 80 || end.lines().count() <= 24) && !end.contains('\u{1b}'), "{end}");
    }
}

/// A bot that plays Radar in each turn, even when no radar sweep is left, and writes all input to
/// the file `heard`.
const SWEEPER: &str = r#"
while read -r line; do
    echo "$line" >> heard
    case $line in
        place*) row=$((row + 1)); echo "A$row, h" ;;
        move*) echo "Radar E5" ;;
        over*) exit ;;
    esac
done
"#;

/// Regression: when a side forfeited at a terminal, the bot did not get the result of the game.
#[test]
fn a_bot_gets_the_result_of_a_game_that_was_given_up_at_a_terminal() {
    for (moves, told) in [("f e5\r", "over won"), ("f e5\rf e5\rf e5\rf e5\r", "over lost")] {
        let home = home();
        home.write("bot.sh", SWEEPER);
        let args = ["arsenal", "--plain", "--bot", "cmd:sh bot.sh", "--seed", "3"];
        let mut t = Terminal::start(program(home.path(), &args));
        place_fleet(&mut t);
        t.sees(MOVE);
        t.types(moves);
        if told == "over won" {
            t.sees(MOVE);
            t.types("\u{4}");
        }
        assert!(t.ends().contains("forfeits."));
        let heard = home.read("heard");
        assert_eq!(heard.lines().last(), Some(told), "{heard}");
    }
}

#[test]
fn a_turn_is_taken_back_and_the_record_of_the_game_replays() {
    let (home, mut t) = against_the_bot(80, 24, &["arsenal", "--undo", "--record", "game.arsenal"]);
    place_fleet(&mut t);
    bytes_at(&mut t, MOVE);
    // `undo` plays the game again from all typed lines. Among them is `help`, which is not a move.
    t.types("help\r");
    let before = bytes_at(&mut t, MOVE);
    t.types("f e5\r");
    let after = bytes_at(&mut t, MOVE);
    assert!(after.contains("You: Fire E5"), "{after}");
    t.types("undo\r");
    let back = bytes_at(&mut t, MOVE);
    assert!(back.contains("taken back") && !back.contains("Fire E5"), "{before}{back}");
    t.types("undo\r");
    assert!(bytes_at(&mut t, MOVE).contains("There is no turn to take back."));
    for shot in 0..100 {
        let column = char::from(b"abcdefghij"[shot % 10]);
        t.types(&format!("f {column}{}\r", shot / 10 + 1));
    }
    let shown = t.ends();
    assert!(shown.contains("A turn was taken back.") && shown.contains(" of 14 "), "{shown}");
    let text = home.read("game.arsenal");
    assert!(text.starts_with("# game 1, seed 3: A is Alice, B is "), "{text}");
    assert!(text.lines().any(|line| line.starts_with("B Fire ")), "{text}");
    let replay = program(home.path(), &["replay", "game.arsenal", "-o", "page.html"]).output();
    assert!(replay.expect("the program starts").status.success(), "{text}");
}

#[test]
fn nothing_of_the_other_fleet_is_shown_at_a_change_of_players() {
    let home = home();
    let mut t = Terminal::start(program(home.path(), &["arsenal", "--seed", "1"]));
    let size = (80, 24);
    t.types("easy\rAlice\rBob\r");
    t.sees("Carrier (5 cells): ");
    t.types("A1 h\rA2 h\rA3 h\rA4 h\u{15}A4 h\r");
    assert_eq!(window_at(&mut t, size, ALONE).lines().count(), 1);
    // The screen must stay blank when the window changes its size. The second player must not be
    // able to paste text that the first player has cut.
    t.resizes(90, 30);
    assert_eq!(drawn(&t.sees(ALONE), (90, 30)).trim(), "Bob,");
    t.resizes(80, 24);
    t.sees(ALONE);
    t.types("\u{19}\r");
    let placing = window_at(&mut t, size, "Carrier (5 cells): ");
    assert!(!placing.contains("C C") && !placing.contains("S S"), "{placing}");
    t.types("\u{19}J1 v\rI1 v\rH1 v\rG1 v\r");
    assert_eq!(window_at(&mut t, size, ALONE).lines().count(), 1);
    t.types("\r");
    for fire in ["f j10", "f f10", "s a1"] {
        let page_of_player = window_at(&mut t, size, MOVE);
        let enemy_waters =
            page_of_player.lines().map(|line| line.chars().skip(4).take(20).collect());
        let seas: Vec<String> = enemy_waters.filter(|cells: &String| cells.contains('·')).collect();
        let ships = |cells: &String| cells.contains(['C', 'B', 'D', 'S']);
        assert!(seas.len() == 10 && !seas.iter().any(ships), "{page_of_player}");
        t.types(fire);
        t.types("\r");
        let result = window_at(&mut t, size, "takes the seat: ");
        assert!(result.contains("You: "), "{result}");
        t.types("\r");
        assert_eq!(window_at(&mut t, size, ALONE).lines().count(), 1);
        t.types("\r");
    }
    t.sees(MOVE);
    t.types("\u{4}");
    let end = t.ends();
    assert!(end.contains("\u{1b}[?1049l") && end.contains(" forfeits.\r\n"), "{end}");
}

/// Regression: the end of input right after a move made the other player lose.
#[test]
fn a_player_who_leaves_before_the_change_of_seats_loses() {
    for more in ["\u{4}", "\r\u{4}"] {
        let (_home, mut t) = two_players();
        t.sees("Alice, your move: ");
        t.presses("f j10\r", &["takes the seat: "]);
        t.types(more);
        let end = t.ends();
        assert!(end.contains("Alice forfeits.\r\n"), "{end}");
    }
}

/// The game ends at the last hit, without a change of seats.
#[test]
fn a_game_of_two_players_ends_with_its_last_hit() {
    let (_home, mut t) = two_players();
    let cells = [('j', 5), ('i', 4), ('h', 3), ('g', 2)];
    let hits = cells.iter().flat_map(|(col, length)| (1..=*length).map(move |row| (col, row)));
    let moves: Vec<_> = hits.flat_map(|(c, r)| [format!("f {c}{r}"), "s a1".into()]).collect();
    for (number, one) in moves[..moves.len() - 1].iter().enumerate() {
        if number > 0 {
            t.sees("takes the seat: ");
            t.presses("\r", &[ALONE]);
            t.types("\r");
        }
        t.sees(MOVE);
        t.types(one);
        t.types("\r");
    }
    t.sees("Play again? y plays, Enter leaves: ");
    t.presses("y\r", &["Enter for easy): "]);
    t.types("\u{4}");
    let end = t.ends();
    assert!(!end.contains("takes the seat") && end.contains("\u{1b}[?1049l"), "{end}");
}

/// Regression: Ctrl-C left the game at once.
#[test]
fn an_interrupt_and_ctrl_u_drop_the_line_and_the_interrupt_says_how_to_leave() {
    let (_home, mut seen) = with_fleet_placed(80, 24, &["arsenal"]);
    for drop in ["\u{15}", "\u{3}"] {
        for (typed, shown) in [("x y", "x y"), (DOWN, "Fire E5")] {
            seen.presses(typed, &[shown]);
            seen.terminal.types(drop);
            if drop == "\u{3}" {
                seen.sees_like(AT_MOVE);
            }
        }
    }
    seen.enters("f b3");
    seen.terminal.types("\u{3}");
    seen.sees_like(AT_MOVE);
    seen.has(&["Ctrl-D leaves the game.", "You: Fire B3"]);
}

/// Regression: the help hid the grids until the next move.
#[test]
fn enter_and_escape_bring_the_grids_back_from_the_help() {
    let (_home, mut seen) = with_fleet_placed(80, 24, &["arsenal"]);
    for line in ["help", "what"] {
        seen.enters(line);
        let help = seen.text();
        assert!(help.contains("Enter, Esc: close") && !help.contains("Enemy waters"), "{help}");
        seen.enters("");
        seen.has(&["Enemy waters"]);
    }
    seen.enters("help");
    seen.presses("\u{1b}", &["Enemy waters"]);
}
