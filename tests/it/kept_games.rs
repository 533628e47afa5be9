//! Tests the games that `bench` and `royale` keep. Each game must have a record that shows what was
//! played, and `replay` must be able to show the game.

use crate::harness::{Folder, Texts as _, broadside, run};
use serde_json::Value;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Output;

fn run_with_records(line: &str, folder: &Path) -> Output {
    run(broadside().args(line.split(' ')).arg("--records").arg(folder), b"")
}

fn run_plain(line: &str) -> String {
    run(broadside().args(line.split(' ')), b"").out()
}

fn page(game: &Path) -> Value {
    page_data(&run(broadside().arg("replay").arg(game), b""))
}

pub(crate) fn page_data(output: &Output) -> Value {
    assert_eq!(output.status.code(), Some(0), "{}", output.stderr.escape_ascii());
    let html = std::str::from_utf8(&output.stdout).expect("text");
    let data = html.split(r#"<script type="application/json" id="data">"#).nth(1);
    let data = data.and_then(|data| data.split("</script>").next()).expect("data");
    serde_json::from_str(data).expect("JSON")
}

/// Returns the side that wins on a page: 0 or 1.
pub(crate) fn winner(page: &Value) -> u64 {
    let frames = page["frames"].as_array().expect("frames");
    let last = &frames.last().expect("a frame")["d"];
    assert_eq!(last[0], "end");
    last[2].as_u64().expect("a winner")
}

fn games(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).expect("a folder");
    let mut games: Vec<_> = entries.map(|entry| entry.expect("an entry").path()).collect();
    games.sort();
    games
}

#[test]
fn a_knockout_keeps_both_games_of_each_bout_and_their_winners_make_the_score() {
    let folder = Folder::new();
    let line = "royale --bots easy,hunt,density --seed 3 --clock steps --json";
    let kept = run_with_records(line, folder.path());
    assert_eq!(kept.out(), run_plain(line));
    let bracket: Value = serde_json::from_str(&run_plain(line)).expect("JSON");
    let last = &bracket["bracket"]["champion"]["from"]["winner"];
    let games = games(folder.path());
    assert_eq!(games.len(), 4);
    let mut score = [0_u64; 2];
    for game in &games[2..] {
        score[usize::try_from(winner(&page(game))).expect("a side")] += 1;
    }
    assert_eq!(last["score"], serde_json::json!(score), "{last}");
    let first = fs::read_to_string(&games[2]).expect("a record");
    let [a, b] = [0, 1].map(|side| last["sides"][side]["bot"].as_str().expect("a bot"));
    let title = format!("# game 3 in bout 2, seed 3: A is {a}, B is {b}\nrecord arsenal\n");
    assert!(first.starts_with(&title), "{first}");
}

#[test]
fn keeping_the_games_of_a_series_does_not_change_them() {
    for (line, kind) in [
        ("bench arsenal --bot easy --games 5 --json", "arsenal"),
        ("bench arsenal --bot easy --against hunt --games 5 --json", "arsenal"),
        ("bench targeting --bot hunt --games 5 --board 9x30 --fleet 4,1 --json", "targeting"),
    ] {
        let folder = Folder::new();
        let kept: Value =
            serde_json::from_slice(&run_with_records(line, folder.path()).stdout).expect("JSON");
        let digest = |report: &Value| {
            let shots = report["series"][0]["shots"]["digest"].as_str();
            shots.or(report["turns"]["digest"].as_str()).expect("a digest").to_owned()
        };
        assert_eq!(digest(&kept), digest(&serde_json::from_str(&run_plain(line)).expect("JSON")));
        let games = games(folder.path());
        let names = (1..=5).map(|game| folder.at(format!("game-{game:06}.{kind}")));
        assert!(names.eq(games.iter().cloned()), "{games:?}");
        let wins = games.iter().filter(|game| winner(&page(game)) == 0).count();
        // A bot without an opponent wins all five games.
        assert_eq!(kept["wins"].as_u64().unwrap_or(5), wins as u64, "{line}");
    }
}

#[test]
fn games_of_the_language_are_kept_as_scripts() {
    for (engine, is_fair) in [("random", false), ("fair", true)] {
        let folder = Folder::new();
        let line =
            format!("bench ships --engine {engine} --against random --setup narrow --games 2");
        assert_eq!(run_with_records(&line, folder.path()).status.code(), Some(0));
        let games = games(folder.path());
        assert_eq!(games.len(), 2);
        for game in games {
            let (page, script) = (page(&game), fs::read(&game).expect("a script"));
            assert!(page["frames"].as_array().is_some_and(|frames| frames.len() > 10));
            assert_eq!(page["heat"].is_object(), is_fair, "only fair games have a heat map");
            assert!(script.starts_with(b"# game "), "{}", game.display());
        }
    }
}

#[test]
fn a_bot_that_forfeits_also_loses_in_the_record() {
    let folder = Folder::new();
    let bot = "cmd=sh -c 'for i in 1 2 3; do read a; echo A$i, h; done; read a; echo A4, x'";
    let words = ["royale", "--bots", "easy", "--bots", bot, "--clock", "steps", "--seed", "1"];
    let output = run(broadside().args(words).arg("--records").arg(folder.path()), b"");
    assert_eq!(output.status.code(), Some(0), "{}", output.stderr.escape_ascii());
    let games = games(folder.path());
    assert_eq!(games.len(), 2);
    for game in games {
        let text = fs::read_to_string(&game).expect("a record");
        assert!(text.contains(" forfeits: "), "{text}");
        let page = page(&game);
        let side = usize::from(!text.contains("A is easy"));
        assert_eq!(winner(&page), side as u64, "{text}");
    }
}

#[test]
fn a_run_that_cannot_keep_its_games_fails() {
    let folder = Folder::new();
    let file = folder.at("file");
    folder.write("file", "");
    for line in
        ["royale --bots easy,hunt", "bench arsenal --bot easy", "bench targeting --bot hunt"]
    {
        let output = run_with_records(line, &file);
        assert_eq!(output.status.code(), Some(3), "{line}");
        assert!(output.stderr.escape_ascii().to_string().contains("file"), "{line}");
    }
    fs::remove_file(&file).expect("gone");
    folder.make("file/game-000001.arsenal/x");
    let output = run_with_records("bench arsenal --bot easy --games 3000 --threads 1", &file);
    assert_eq!(output.status.code(), Some(3));
    let told = output.stderr.escape_ascii().to_string();
    assert!(told.contains("cannot write") && told.contains("game-000001.arsenal"), "{told}");
    assert_eq!(
        run_with_records("bench targeting --bot hunt,density", &file).status.code(),
        Some(2)
    );
}

#[test]
fn a_record_that_cannot_be_played_is_named_with_its_line() {
    let replays = |record: &str| run(broadside().arg("replay"), record.as_bytes());
    let output = replays("# no fleet\nrecord arsenal\nA Fire A1\n");
    assert_eq!((output.status.code(), output.stdout.len()), (Some(2), 0));
    let told = output.stderr.escape_ascii().to_string();
    assert!(told.contains("standard input: line 3: expected a fleet"), "{told}");
    assert_eq!(replays("record targeting 0 9").status.code(), Some(2));
}
