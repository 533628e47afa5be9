//! Tests of the page of a match. The results of the matches are made up.

use super::*;
use broadside::arena::tournament::{FirstFault, Observed, Schema, Sides, Told, Verdict};
use std::fs;

/// Returns a made-up game. `one` plays A if the number of the game is even.
fn game(game: u64, [one, other]: [&str; 2], result: Verdict) -> Entry {
    let [first, second] = if game.is_multiple_of(2) { [one, other] } else { [other, one] };
    Entry {
        schema: Schema::Game1,
        options: "0".into(),
        game,
        pair: game / 2,
        seed: "7".into(),
        first: first.into(),
        second: second.into(),
        result,
        reason: if result == Verdict::Draw { "no progress".into() } else { "won".into() },
        turns: 10 + game,
        refused: Sides::default(),
        faults: Sides::default(),
        observed: None,
        time: None,
    }
}

fn observed_of_a(first: Observed) -> Box<Sides<Observed>> {
    Box::new(Sides { first, second: Observed::default() })
}

/// Gives A a fault in turn 3, and a slowest turn of 7 ms.
fn add_fault(entry: &mut Entry, stderr: &str) {
    let (fault, about) = ("exit 1".to_owned(), String::new());
    let fault = Some(FirstFault { turn: 3, fault, about, stderr: stderr.to_owned() });
    let observed = Observed { turns: 2, longest: 7000, longest_turn: 1, fault, micros: 9 };
    entry.faults.first.insert("exit".into(), 1);
    entry.observed = Some(observed_of_a(observed));
}

fn kept(files: &[&str], told: Told) -> Kept {
    let folder = tempfile::tempdir().unwrap();
    let [page, games, logs] = ["m.html", "games", "logs"].map(|name| folder.path().join(name));
    for folder in [&games, &logs] {
        fs::create_dir(folder).unwrap();
    }
    for name in files {
        fs::write(folder.path().join(name), "").unwrap();
    }
    Kept::new(&page, Some(&games), Some(&logs), told)
}

const FILES: [&str; 4] = [
    "games/game-000001.ships",
    "games/game-000002.ships",
    "games/game-000002-turn-3-A.err",
    "logs/game-000002-A.log",
];

fn text(entries: &[Entry], kept: &Kept) -> String {
    let table = Table::new(entries, None);
    let entries: Vec<_> = entries.iter().collect();
    page(&table, &entries, &notable(&table, &entries), kept).expect("a page")
}

#[track_caller]
fn check(text: &str, parts: &[&str]) {
    for part in parts {
        assert!(text.contains(part), "{part}\n{text}");
    }
}

/// `one` wins the first five games. Then `two` wins the last game, which is an upset.
fn match_of_two() -> Vec<Entry> {
    use Verdict::{First, Second};
    let results = [First, Second, First, Second, First, First];
    (0..).zip(results).map(|(number, result)| game(number, ["one", "two"], result)).collect()
}

#[test]
fn cells_lead_to_the_games_and_games_to_their_files() {
    let mut entries = match_of_two();
    entries[1].observed = Some(observed_of_a(Observed { turns: 3, ..Observed::default() }));
    let kept = kept(&FILES, Told::Fog);
    let text = text(&entries, &kept);
    check(
        &text,
        &[
            "<title>one against two</title>",
            r##"<td class="won"><a href="#p0-1"><b>83.3 %</b> 5-1-0</a>"##,
            r##"<td class="lost"><a href="#p0-1"><b>16.7 %</b> 1-5-0</a>"##,
            r#"<details class="pairing" id="p0-1" open>"#,
            r#"<tr id="g2"><th scope="row" class="n">2<td>two<td>one<td>one<td>won<td class="n">11"#,
            r#"<a href="games/game-000002.ships">record</a> <a href="logs/game-000002-A.log">log of A</a>"#,
            "two beats one, which is",
            "two against one: 15 turns",
            "game-000001.ships --output game.html",
            "With fewer than 20 pairs",
            // Of two middle values, the median is the smaller one, as in `bench`.
            "<dt>Turns, median</dt><dd>12</dd>",
        ],
    );
    assert!(!text.contains("game-000001-A.log"));
}

#[test]
fn the_page_has_the_words_and_the_rounding_of_the_terminal() {
    let mut entries = match_of_two();
    entries.extend((6..12).map(|number| game(number, ["one", "two"], Verdict::First)));
    entries[11].result = Verdict::Draw;
    let table = Table::new(&entries, None).to_string();
    let text = text(&entries, &Kept::default());
    check(&text, &["<dt>With a winner</dt><dd>91.7 %</dd>"]);
    let superiority = Table::new(&entries, None).engines["one"].pairs.superiority();
    for words in ["too few games to say", &percent(superiority)] {
        assert!(table.contains(words) && text.contains(words), "{words}\n{table}");
    }
}

#[test]
fn faults_and_the_slowest_turn_lead_to_their_kept_files() {
    let mut entries = match_of_two();
    add_fault(&mut entries[1], "KeyError");
    check(
        &text(&entries, &kept(&FILES, Told::Fog)),
        &[
            r##"two: exit<td class="n">1<td>first in <a href="#g2">game 2</a> <a href="games/game-000002.ships">"##,
            r##"two<td>first fault<td>turn 3: exit 1; it said `KeyError`<td><a href="#g2">game 2</a>"##,
            r#"<a href="logs/game-000002-A.log#:~:text=%3D%3D%3D%20turn%203%2C">log</a>"#,
            r#"<a href="games/game-000002-turn-3-A.err">standard error</a>"#,
            r##"two<td>slowest turn<td>turn 1: 7 ms<td><a href="#g2">game 2</a>"##,
            "game-000002.ships --turn 1</code>",
        ],
    );
    let command = "game-000002.ships --turn 1 --hand-over full<";
    check(&text(&entries, &kept(&FILES, Told::Full)), &[command]);
}

/// Regression: after a match went on from its journal, its page had links to files that were
/// missing. Games of the journal are not played again, so they write no files.
#[test]
fn files_that_are_missing_are_not_named() {
    let mut entries = match_of_two();
    add_fault(&mut entries[1], "KeyError");
    let text = text(&entries, &kept(&[], Told::Fog));
    for part in ["game-0", "broadside replay", "broadside hand-over"] {
        assert!(!text.contains(part), "{part}\n{text}");
    }
}

#[test]
fn names_and_standard_error_are_text() {
    let mut entries = vec![game(0, ["<b>\u{1b}", "two"], Verdict::Second)];
    add_fault(&mut entries[0], "<script>");
    let text = text(&entries, &Kept::default());
    check(&text, &["The first fault", "turn 3: exit 1; it said `&#60;script&#62;`", "&#60;b&#62;"]);
    check(&text, &["1 game, seed 7"]);
    assert!(!text.contains("<b>\\u") && !text.contains('\u{1b}'));
}

#[test]
fn a_round_robin_has_a_list_for_each_two_engines() {
    let of = |number, names| game(number, names, Verdict::Draw);
    let entries =
        [of(0, ["a", "b"]), of(1, ["a", "b"]), of(2, ["a", "c"]), of(4, ["b", "c"])].to_vec();
    let text = text(&entries, &Kept::default());
    check(&text, &["A match of 3 engines", r#"id="p0-1""#, r#"id="p0-2""#, r#"id="p1-2""#]);
    check(&text, &["<tr><th scope=\"row\">no progress<td class=\"n\">4", "The longest game"]);
    assert!(!text.contains("upset"));
}

#[test]
fn a_match_without_a_game_has_a_page() {
    check(&text(&[], &Kept::default()), &["A match of 0 engines", "0 games"]);
}
