//! Tests of `play` at a terminal. The screens are recorded in `tests/cases/screens`; `BLESS=1`
//! writes them, for a person to check.

use super::sessions::THINKING;
use super::terminal::{Terminal, coloured, home, pasted, program, shell};
use crate::harness::{Folder, Texts as _, broadside, check_screen, run};
use broadside::dice::{Dice, Stream, index_below};
use std::path::Path;

/// Matches the start of the line editor up to the prompt.
pub(super) const ASKING: &str = r"\x1b\[\?2004h[^>]*(turn \d+|over)> ";

fn start_game(home: &Path, args: &[&str], (columns, rows): (u16, u16)) -> (Terminal, String) {
    let args = [&["play", "--plain", "--seed", "7", "--first", "you"], args].concat();
    let mut t = Terminal::with_size(program(home, &args), columns, rows);
    let first = t.sees_like(ASKING);
    (t, first)
}

/// Starts a game in a new home. Also returns the first screen.
fn game(args: &[&str]) -> (Folder, Terminal, String) {
    let home = home();
    let (t, first) = start_game(home.path(), args, (80, 24));
    (home, t, first)
}

fn game_after(setup: &str) -> (Folder, Terminal, String) {
    let home = home();
    home.write("start.ships", setup);
    let (t, first) = start_game(home.path(), &["--setup", "start.ships"], (80, 24));
    (home, t, first)
}

/// Types a line. Returns what is shown before the next prompt, without [`THINKING`].
fn said(t: &mut Terminal, line: &str) -> String {
    t.answers(line, &[]);
    t.sees_like(ASKING).replace(THINKING, "")
}

fn screens(t: &mut Terminal, lines: &[&str]) -> String {
    lines.iter().flat_map(|line| [format!("> {line}\n"), said(t, line)]).collect()
}

const A_TURN: [&str; 7] =
    [".place", ".end", ".turn", "move cru f", "shoot 5 5", "shoot cru 9 9", ".end"];

#[test]
fn first_screens_and_first_turns_fit_three_terminals() {
    for (columns, rows) in [(80, 24), (120, 40), (40, 12)] {
        let home = home();
        let (mut t, first) = start_game(home.path(), &[], (columns, rows));
        let shown = format!("{first}{}", screens(&mut t, &A_TURN));
        let fits = |line: &str| line.chars().count() <= usize::from(columns);
        assert!(shown.lines().all(fits), "{shown}");
        check_screen(&format!("play-{columns}x{rows}"), &shown);
        assert!(rows < 24 || first.lines().count() < usize::from(rows), "{first}");
    }
}

#[test]
fn ascii_and_coloured_screens_of_a_game_are_as_recorded() {
    let home = home();
    let (mut letters, first) = start_game(home.path(), &["--ascii"], (80, 24));
    check_screen("play-ascii", &(first + &screens(&mut letters, &A_TURN)));
    let options = ["play", "--plain", "--seed", "7", "--first", "you"];
    let mut t = Terminal::with_size(coloured(home.path(), &options), 80, 24);
    let asking = r"\x1b\[\?2004h[^>]*turn \d+\x1b\[0m> ";
    t.sees_like(asking);
    let mut shown = String::new();
    for line in [".place", ".end", "move cru f", ".board"] {
        t.answers(line, &[]);
        shown += &t.sees_like(asking).replace(THINKING, "");
    }
    check_screen("play-coloured", &shown);
}

#[test]
fn a_game_fits_a_window_that_changes_its_size() {
    let home = home();
    let (mut t, _) = start_game(home.path(), &["--setup", "extended"], (120, 40));
    said(&mut t, ".place");
    t.resizes(40, 12);
    let shown = said(&mut t, ".board");
    assert!(shown.lines().count() < 12, "{shown}");
    assert!(shown.lines().all(|line| line.chars().count() <= 40), "{shown}");
}

#[test]
fn a_game_that_is_given_up_shows_all_and_can_be_kept() {
    let (home, mut t, _) = game(&["--level", "1"]);
    said(&mut t, ".place");
    let open = in_one_line(&said(&mut t, ".save open.ships"));
    assert!(open.contains("wrote `open.ships` without the 4 orders of this turn"), "{open}");
    for line in [".end", ".replay game.html"] {
        said(&mut t, line);
    }
    assert!(!home.at("game.html").exists(), "a page would show both sides");
    said(&mut t, ".resign");
    let end = said(&mut t, "y");
    assert!(end.contains("You have resigned") && end.contains("▫ B"), "{end}");
    assert!(said(&mut t, ".save game.ships").contains("wrote `game.ships`"));
    let old = said(&mut t, ".save game.ships");
    assert!(old.contains("replace `game.ships`? y or n"), "{old}");
    assert!(said(&mut t, "n").contains("not written; `game.ships` is as it was"));
    // Regression: after Ctrl-C had dropped the question, a later `y` still answered it.
    said(&mut t, ".save game.ships");
    t.types("\u{3}");
    t.sees("not written; `game.ships` is as it was");
    t.sees_like(ASKING);
    assert!(!said(&mut t, "y").contains("wrote"));
    assert!(said(&mut t, ".replay game.html").contains("wrote `game.html`"));
    assert!(said(&mut t, ".replay game.html").contains("replace `game.html`?"));
    assert!(said(&mut t, "y").contains("wrote `game.html`"));
    assert!(said(&mut t, "shoot 1 1").contains("the game is over"));
    assert!(said(&mut t, ".undo").contains("fair until turn 2"));
    t.types(".quit\r");
    t.ends();
    let page = home.read("game.html");
    assert!(page.contains("PLACE_SHIP"), "the page shows the script");
    assert!(page.contains(r#""heat":{""#), "the page shows the thoughts of the machine");
    // The saved game goes on: no lot is drawn, and the machine and the seed stay.
    let again = ["play", "--plain", "--setup", "game.ships"];
    let mut t = Terminal::start(program(home.path(), &again));
    let first = in_one_line(&t.sees_like(ASKING));
    for part in ["4 of 4 afloat", "the machine (level 1)", "You move next.", "Seed 7."] {
        assert!(first.contains(part), "{part}: {first}");
    }
}

/// Regression: Ctrl-D ended a game at once, and the game was lost.
#[test]
fn ctrl_d_asks_before_it_ends_a_game_that_has_begun() {
    for window in ["--plain", "--ascii"] {
        let home = home();
        let args = ["play", window, "--seed", "7", "--first", "you"];
        let mut t = Terminal::start(program(home.path(), &args));
        t.sees_like(ASKING);
        for line in [".place", ".end"] {
            said(&mut t, line);
        }
        for (line, told) in [("n", "the game goes on"), (".turn", "whole, 5 shots")] {
            t.presses("\u{4}", &["leave the game?"]);
            t.sees_like(ASKING);
            assert!(said(&mut t, line).contains(told), "{line}");
        }
        t.presses("\u{4}", &["leave the game?"]);
        t.sees_like(ASKING);
        t.types(if window == "--plain" { "\u{4}" } else { "y\r" });
        assert!(t.ends().contains("You left before the end."), "{window}");
    }
    // Before the first turn has ended, there is nothing to lose.
    let (_home, mut t, _) = game(&[]);
    t.types("\u{4}");
    assert!(t.ends().contains("You left before the end."));
}

fn hinted_order(hint: &str) -> &str {
    hint.split('`').nth(1).expect("an order in the hint")
}

#[test]
fn a_hint_names_one_order_that_can_be_typed_or_played_with_enter() {
    let (_home, mut t, _) = game(&["--against", "random"]);
    let mut seen = 0;
    for step in 0..24 {
        let hint = said(&mut t, ".hint");
        if hint.contains("the game is over") {
            break;
        }
        assert!(hint.contains("Enter plays"), "{hint}");
        let order = hinted_order(&hint).to_owned();
        let line = if step % 2 == 0 { "" } else { &*order };
        let answer = said(&mut t, line);
        assert!(!answer.contains("the form"), "{answer}");
        if answer.contains("refused") {
            assert!(answer.contains("do not see"), "{answer}");
            assert_ne!(hinted_order(&said(&mut t, ".hint")), order, "it was just refused");
        }
        seen += usize::from(!answer.is_empty());
    }
    assert!(seen > 5, "{seen}");
    let turn = said(&mut t, ".hint!");
    assert!(turn.contains("they ") || turn.contains("the game is over"), "{turn}");
}

#[test]
fn a_rematch_changes_sides_and_keeps_the_score() {
    let (_home, mut t, first) = game(&[]);
    let first = in_one_line(&first);
    assert!(first.contains("You move first.") && first.contains("A draw:"), "{first}");
    assert!(said(&mut t, ".rematch").contains("works after the end"));
    said(&mut t, ".resign");
    said(&mut t, "y");
    let again = in_one_line(&said(&mut t, ".rematch"));
    assert!(again.contains("you have won 0, they 1; drawn 0"), "{again}");
    assert!(again.contains("They move first."), "{again}");
    assert!(first.contains("you in rows 0 to 4"), "{first}");
    assert!(again.contains("you in rows 7 to 11"), "{again}");
}

fn in_one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Regression: the first line of a paste decided whether semicolons split all lines of the paste.
#[test]
fn semicolons_split_each_pasted_line_that_is_not_a_command_with_a_dot() {
    let (_home, mut t, _) = game(&[]);
    let shown = said(&mut t, &pasted(".place\rshoot 1 2; shoot 3 4"));
    assert!(shown.contains("4 ships placed") && !shown.contains("the form is"), "{shown}");
    let shown = said(&mut t, &pasted("shoot 1 1\r.save a;b"));
    assert!(shown.contains("wrote `a;b`"), "{shown}");
}

#[test]
fn nothing_is_played_without_a_terminal() {
    let output = run(broadside().arg("play"), b".quit\n");
    output.fails(2, "must be terminals");
    assert_eq!(output.stdout, b"");
}

/// Returns the set-up of a game. `places` are settings for the board, such as ships of B that A
/// does not see. A places its own ships.
fn setup_with_enemy(places: &str) -> String {
    format!(
        "[state] BOARD_SIZE 10 10 EXTENDED_SHIPS INIT_POSITION A 0 0 3 9 INIT_POSITION B 6 0 9 9\n\
         SET_FLEET A 0 1 1 1 SET_FLEET B 0 0 1 1\n{places} [state]\n"
    )
}

/// The ships of B have no cannons and no engines, so only A can bring about the first contact.
#[test]
fn screens_are_the_same_until_the_first_contact_wherever_the_enemy_lies() {
    let shown = [
        "SHIP B 9 0 W 0 CRU 100 SHIP B 9 8 W 0 DES 10",
        "SHIP B 7 0 N 0 CRU 100 SHIP B 8 9 N 0 DES 10",
    ]
    .map(|places| {
        let (_home, mut t, first) = game_after(&setup_with_enemy(places));
        let lines = [
            "place bat 0 3 e",
            "place cru 0 7 e",
            "place des 0 0 s",
            ".hint",
            ".board",
            ".turn",
            ".end",
            ".hint",
            "shoot 4 3",
            "move bat l",
            "shoot bat 4 9",
            "shoot cru 3 9",
            "shoot 9 4",
            ".end",
            "move des l",
            ".hint",
            ".turn",
            ".end",
            ".undo",
            ".end",
        ];
        first + &screens(&mut t, &lines)
    });
    assert_eq!(shown[0], shown[1]);
}

fn random_line(dice: &mut Stream) -> String {
    let mut number = |below| dice.below(below).to_string();
    let (row, col, index) = (number(12), number(12), number(2));
    match dice.below(24) {
        0..=2 => ".end".to_owned(),
        3..=9 => format!("shoot {row} {col}"),
        10 => format!("shoot {index} cru {row} {col}"),
        11..=16 => {
            let class = ["bat", "cru", "des", "car"][index_below(4, dice)];
            let way = ["f", "l", "r"][index_below(3, dice)];
            format!("move 0 {class} {way}")
        }
        17 => format!("spy {row} {col}"),
        18 => format!("place cru {row} {col} n"),
        19 => ".hint".to_owned(),
        20 => ".turn".to_owned(),
        21 => format!(".board {row} -{col}"),
        22 if dice.below(4) == 0 => ".undo".to_owned(),
        _ => "bogus \u{e9}\u{2588} 1".to_owned(),
    }
}

/// Plays random lines until the game is over or `most` lines are played. Then resigns. Checks that
/// the terminal is left as it was.
fn play_at_random(game: u64, most: usize) {
    let home = home();
    let setup = ["small", "basic", "extended"][usize::try_from(game % 3).expect("few")];
    let against = ["fair", "open", "random"][usize::try_from(game / 3 % 3).expect("few")];
    let options = format!("--plain --seed {game} --setup {setup} --against {against} --first lot");
    let script = format!(
        "b=$(stty -g); \"$BROADSIDE\" play {options}; echo \"=$?=\"; \
                          test \"$b\" = \"$(stty -g)\" && echo same"
    );
    let mut t = Terminal::with_size(shell(home.path(), &script), 80, 24);
    t.sees_like(ASKING);
    let mut dice = Stream::new(&1.into(), game);
    said(&mut t, ".place");
    for _ in 0..most {
        let shown = said(&mut t, &random_line(&mut dice));
        if shown.contains("`.replay FILE`") {
            break;
        }
    }
    said(&mut t, ".resign");
    let end = said(&mut t, "y");
    assert!(end.contains("`.quit` leaves"), "{end}");
    t.types(".quit\r");
    t.sees("=0=\r\nsame\r\n");
}

/// How many games run at once; each waits for its terminal most of the time.
const PLAYERS: u64 = 10;

/// Plays ten short games; `BROADSIDE_PLAYS=1000` plays 1,000 games of up to 100 lines.
#[test]
fn random_players_cannot_break_a_game() {
    let told = std::env::var("BROADSIDE_PLAYS").ok().and_then(|games| games.parse().ok());
    let (games, most) = told.map_or((10, 12), |games| (games, 100));
    std::thread::scope(|scope| {
        for player in 0..PLAYERS {
            let own = (0..games).filter(move |game| game % PLAYERS == player);
            scope.spawn(move || own.for_each(|game| play_at_random(game, most)));
        }
    });
}
