//! Tests of the commands `bench` and `royale`.

use crate::harness::{Folder, Texts as _, broadside, run};
use crate::prompt::terminal::{Terminal, home, shell};
use serde_json::{Value, json};
use std::process::Output;

fn run_line(line: &str) -> Output {
    run(broadside().args(line.split(' ')), b"")
}

fn json_report(line: &str) -> Value {
    serde_json::from_slice(&run_line(&format!("{line} --json")).stdout).expect("JSON")
}

/// Returns the report of a successful run without its lines about time.
fn figures(line: &str) -> String {
    let output = run_line(line);
    assert_eq!(output.status.code(), Some(0), "{}", output.stderr.escape_ascii());
    let text = output.out();
    let timeless = |line: &&str| !line.starts_with("speed") && !line.starts_with("CPU");
    text.lines().filter(timeless).flat_map(|line| [line, "\n"]).collect()
}

#[test]
fn any_number_of_threads_gives_the_same_figures() {
    for series in [
        "bench arsenal --bot easy --games 300",
        "bench arsenal --bot hard --games 2",
        "bench arsenal --bot medium --against easy --games 60",
        "bench targeting --bot random,hunt,density,posterior --fleet 4,3,2 --board 8x7 --games 70",
        "bench targeting --bot density --board 12x12 --games 70",
    ] {
        let alone = figures(&format!("{series} --threads 1"));
        assert!(alone.contains("\ndigest  "), "{alone}");
        assert_eq!(figures(&format!("{series} --threads 5")), alone);
    }
}

/// Compares the digests of games with recorded digests. If a commit changes how a bot plays, the
/// commit must also change the digest here, and its message must say why.
#[test]
fn the_games_of_the_bots_have_the_recorded_digests() {
    let digest = |line: &str| {
        let figures = figures(line);
        figures.lines().last().expect("a digest").replace("digest          ", "")
    };
    let of = |bot: &str| digest(&format!("bench arsenal --bot {bot} --games 1000"));
    let aims = |bot: &str| digest(&format!("bench targeting --bot {bot} --games 1000"));
    assert_eq!(["easy", "medium"].map(of), ["bc58d8a4d746f8d0", "9549573366f345ec"]);
    assert_eq!(digest("bench arsenal --bot hard --games 4"), "71582e23e4faa2d0");
    assert_eq!(
        ["random", "hunt", "density"].map(aims),
        ["c42a819c48361904", "f72577e2d43a3e92", "776f72e80c372c1e"]
    );
}

#[test]
fn the_games_that_are_shown_are_those_of_the_series() {
    let bench = "bench targeting --bot hunt --seed 5";
    let shots = |number: u64| -> u64 {
        let shown = run_line(&format!("{bench} --show {number}")).stdout;
        let page = String::from_utf8(shown).expect("UTF-8");
        let rest = page.split("all sunk by ").nth(1).expect("an end");
        rest.split(' ').next().expect("a number").parse().expect("a number")
    };
    let mut of_pages = 0;
    for games in 1..=4 {
        of_pages += shots(games);
        let report = json_report(&format!("{bench} --games {games}"));
        let distribution = report["series"][0]["distribution"].as_array().cloned().unwrap();
        let of_series: u64 =
            (0..).zip(distribution).filter_map(|(n, of)| Some(of.as_u64()? * n)).sum();
        assert_eq!(of_pages, of_series, "{games} games");
    }
}

#[test]
fn json_says_what_the_lines_say() {
    let series = "bench arsenal --bot medium --against easy --games 20 --seed -3";
    let report = json_report(series);
    let text = figures(series);
    assert!(text.contains(&format!("\nwins            {}\n", report["wins"])), "{text}{report}");
    let digest = report["turns"]["digest"].as_str().expect("a digest");
    assert!(text.ends_with(&format!("digest          {digest}\n")), "{text}{report}");
    assert_eq!([&report["bot"], &report["seed"]], ["medium", "-3"]);
    let series = "bench targeting --bot hunt,density --games 50";
    let report = json_report(series);
    let mean = report["series"][1]["shots"]["mean"].as_f64().expect("a mean");
    let text = figures(series);
    assert!(text.contains(&format!("\nmean shots      {mean:.3} +- ")), "{text}{report}");
    let games = |bot: usize| report["series"][bot]["distribution"].as_array().cloned();
    let games = games(1).unwrap().iter().filter_map(Value::as_u64).sum::<u64>();
    assert_eq!(games, 50);
    let series = "bench ships --engine random --against random --setup narrow --games 4";
    let report = json_report(series);
    let text = figures(series);
    assert!(text.contains("\ncould be won    0 to 3 of 4 drawn games, "), "{text}");
    assert_eq!(report["prospects"], json!({ "winnable": 0, "lost": 1, "open": 3 }), "{report}");
}

#[test]
fn figures_are_printed_even_if_the_picture_cannot_be_written() {
    let folder = Folder::new();
    let svg = folder.word("shots.svg");
    let drawn = run_line(&format!("bench targeting --bot density --games 64 --svg {svg}"));
    assert_eq!(drawn.status.code(), Some(0));
    let picture = folder.read("shots.svg");
    assert!(picture.starts_with("<svg ") && picture.contains(">density, mean 4"), "{picture}");
    if cfg!(target_os = "linux") {
        let lost = run_line("bench targeting --bot density --games 64 --svg /dev/full");
        assert_eq!(lost.status.code(), Some(3));
        assert!(lost.stdout.starts_with(b"bot             density against 5,4,3,3,2\n"));
    }
    assert_eq!(run_line("bench targeting --bot density --svg -").status.code(), Some(2));
}

#[test]
fn what_cannot_be_played_is_refused() {
    let crowded = "bench targeting --bot density --games 1 --board 5x8 --fleet";
    for refused in [
        format!("{crowded} 3,3,3,3,3,3,3,3,3,3,3,3,3"),
        format!("{crowded} 9"),
        format!("{crowded} 0"),
        "bench targeting --bot hunt,hunt".to_owned(),
        "bench targeting --bot hunt --show 1 --records r".to_owned(),
        "bench arsenal --bot nobody".to_owned(),
        "bench arsenal --bot easy --games 0".to_owned(),
        "royale --bots easy".to_owned(),
    ] {
        let output = run_line(&refused);
        assert_eq!((output.status.code(), output.stdout.len()), (Some(2), 0), "{refused}");
        assert!(output.stderr.starts_with(b"error: "), "{}", output.stderr.escape_ascii());
    }
}

#[test]
fn a_knockout_by_steps_is_the_same_every_time() {
    let knockout = "royale --bots easy,medium,random,hunt --seed 1 --clock steps";
    let bracket = figures(knockout);
    assert_eq!(figures(knockout), bracket);
    assert!(bracket.contains(" wins\nfinal: ") && bracket.contains("\nthird place: "), "{bracket}");
    let report = json_report(knockout);
    let champion = report["bracket"]["champion"]["bot"].as_str().expect("a champion");
    assert!(bracket.starts_with(&format!("{champion} wins\n")), "{bracket}{report}");
}

#[test]
fn a_terminal_shows_the_progress_of_a_series() {
    let home = home();
    let script = "\"$BROADSIDE\" bench arsenal --bot easy --games 400 > figures";
    let mut t = Terminal::start(shell(home.path(), script));
    t.sees(" of 400 games");
    t.ends();
    let figures = home.read("figures");
    assert!(
        figures.starts_with("bot             easy\ngames           400, seed 1\n"),
        "{figures}"
    );
}

#[test]
fn an_interrupted_series_reports_its_games_so_far() {
    let home = home();
    let script =
        "trap : INT; \"$BROADSIDE\" bench arsenal --bot easy --games 1000000 > figures; echo =$?=";
    let mut t = Terminal::start(shell(home.path(), script));
    t.sees(" of 1,000,000 games");
    t.types("\u{3}");
    t.sees("=130=");
    let figures = home.read("figures");
    assert!(figures.contains(" of 1000000, seed 1\nmean turns      "), "{figures}");
}
