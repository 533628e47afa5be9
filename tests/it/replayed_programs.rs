//! Tests the replay pages of naval, classic and battle-of-ships. A page must agree with the output
//! of the program, and the replay must leave no file behind.

use crate::harness::{Folder, Texts as _, broadside, root, run};
use crate::kept_games::{page_data, winner};
use serde_json::Value;
use std::fs;

const NAVAL: &str = "scripts/naval/bay.rules scripts/naval/player.map scripts/naval/cpu.map \
    scripts/naval/cpu.turns";

fn replay(game: &str, files: &str, input: &[u8]) -> Value {
    let mut command = broadside();
    command.current_dir(root("")).args(["replay", "--game", game]).args(files.split_whitespace());
    page_data(&run(&mut command, input))
}

/// Returns the fields that a side has shot at, with the results, in order.
fn shots(page: &Value, side: u64) -> Vec<(Vec<i64>, String)> {
    let frames = page["frames"].as_array().expect("frames").iter();
    // In a shot, `d[1]` is the row, `d[2]` the column, `d[6]` the result, `d[7]` the ship or -1.
    let shots = frames.filter(|frame| frame["d"][0] == "shot" && frame["t"] == side);
    let number = |value: &Value| value.as_i64().expect("a number");
    let shot = |frame: &Value| {
        let deed = &frame["d"];
        (vec![number(&deed[1]), number(&deed[2])], deed[6].as_str().expect("a word").to_owned())
    };
    shots.map(shot).collect()
}

/// Checks that each hit is on a ship of the other side.
#[track_caller]
fn check_hits(page: &Value) {
    let frames = page["frames"].as_array().expect("frames");
    let ships = frames.iter().map(|frame| &frame["d"]).filter(|deed| deed[0] == "ship");
    let sides: Vec<_> = ships.map(|ship| &ship[2]).collect();
    for frame in frames.iter().filter(|frame| frame["d"][0] == "shot" && frame["d"][7] != -1) {
        let ship = frame["d"][7].as_u64().and_then(|ship| usize::try_from(ship).ok());
        let side = ship.and_then(|ship| sides.get(ship)).expect("a ship");
        assert_ne!(**side, frame["t"], "{frame}");
    }
}

#[test]
fn a_naval_game_goes_as_the_program_says() {
    let guesses = fs::read(root("scripts/naval/guesses.txt")).expect("guesses");
    let page = replay("naval", NAVAL, &guesses);
    let mut command = broadside();
    command.current_dir(root("")).arg("naval").args(NAVAL.split_whitespace());
    let said = run(&mut command, &guesses).out();
    assert_eq!(winner(&page) == 0, said.contains("you win"), "{said}");
    let hits = [0, 1].map(|side| shots(&page, side).into_iter().filter(|(_, met)| met != "water"));
    let hits: usize = hits.into_iter().map(Iterator::count).sum();
    assert_eq!(hits, said.matches("Hit\n").count());
    check_hits(&page);
}

#[test]
fn a_classic_game_goes_as_the_program_says() {
    let answers = fs::read(root("scripts/classic/duel.txt")).expect("answers");
    let page = replay("classic", "", &answers);
    let said = run(broadside().current_dir(root("")).arg("classic"), &answers).out();
    assert_eq!(winner(&page) == 0, said.ends_with("You win!\n"), "{said}");
    let fired = said.lines().filter_map(|line| line.strip_prefix("The AI fires at location ("));
    let fired: Vec<_> = fired.map(|rest| rest.trim_end_matches(')').to_owned()).collect();
    let shown = shots(&page, 1).into_iter().map(|(at, _)| format!("{}, {}", at[0], at[1]));
    assert!(shown.eq(fired), "{said}");
    check_hits(&page);
    assert_eq!(
        (&page["grids"]["notation"], &page["names"][1]),
        (&"numbers".into(), &"The machine".into())
    );
}

#[test]
fn a_battle_of_ships_leaves_no_file_and_shows_what_each_player_shot_at() {
    let folder = Folder::new();
    let names = ["Player1.txt", "Player2.txt", "Player1.in", "Player2.in", "OptionalPlayer2.txt"];
    for name in names {
        let from = root("scripts/battle-of-ships").join(name);
        fs::copy(from, folder.at(name)).expect("a copy");
    }
    let mut command = folder.broadside(["replay", "--game", "battle-of-ships"]);
    let page = page_data(&run(command.args(&names[..4]), b""));
    assert!(!folder.at("Battleship.out").exists());
    let said = run(folder.broadside(["battle-of-ships"]).args(&names[..4]), b"").out();
    assert!(said.contains(&format!("Player{} Wins!", winner(&page) + 1)), "{said}");
    let turns = [0, 1].map(|side| shots(&page, side).len());
    check_hits(&page);
    assert_eq!(turns.iter().sum::<usize>(), said.matches("'s Move\n").count());
}

#[test]
fn a_game_that_breaks_off_is_shown_as_far_as_it_went() {
    let page = replay("naval", NAVAL, b"A1\nB1\n");
    assert_eq!((shots(&page, 0).len(), shots(&page, 1).len()), (2, 2));
    assert!(page["frames"].as_array().expect("frames").iter().all(|frame| frame["d"][0] != "end"));
}

#[test]
fn where_no_game_begins_no_page_is_written() {
    for (words, why) in [
        (&["naval", "no-such-file", "x", "y", "z"][..], "Missing rules file"),
        (&["battle-of-ships"], "usage"),
        (&["classic"], "the input ended"),
    ] {
        let output = run(broadside().args(["replay", "--game"]).args(words), b"");
        let said = output.stderr.escape_ascii().to_string();
        assert_eq!((output.status.code(), output.stdout.len()), (Some(2), 0), "{words:?}");
        assert!(said.contains(why) && said.contains("no game began"), "{words:?}: {said}");
    }
}
