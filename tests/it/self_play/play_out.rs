//! Games that machines play to their end.

use super::games;
use super::setups::{Logic, setup};
use crate::harness::{Folder, Talk, broadside, root, run};
use crate::prompt::terminal::{Terminal, home, shell};
use broadside::arena::{Ending, PlayOut, Show};
use broadside::board::{Heading, Manoeuvre, Side};
use broadside::rules::ships::{Class, Game, Order, Setting, ShipName};
use broadside::script::Session;
use std::collections::BTreeMap;

/// Plays a game to its end, but at most 500 turns. Drops the output.
fn play(setup: &str) -> (PlayOut, Ending) {
    let mut session = Session::default();
    let mut out = Vec::new();
    for line in setup.lines() {
        session.feed(line.as_bytes(), &mut out).expect("a setup");
    }
    let mut game = PlayOut::new(session, Show::Boards).expect("a game");
    let end = game.play(500, |_| true, &mut std::io::sink()).expect("legal orders");
    (game, end)
}

#[test]
fn default_games_are_won() {
    for seed in 0..games(20).min(100) {
        for logic in Logic::ALL {
            let (_, end) = play(&format!("[state] SRAND {seed} {} [state]", logic.switches()));
            assert!(matches!(end, Ending::Won(_)), "seed {seed}, {logic:?}: {end:?}");
        }
    }
}

#[test]
fn most_extended_games_end_in_a_win_or_a_standstill() {
    let mut ends = BTreeMap::new();
    let wanted = games(30);
    for seed in 1_000_000..1_000_000 + wanted {
        let (game, end) = play(&setup(seed, Logic::Extended));
        if end == Ending::Standstill {
            confirm_standstill(game.session().game());
        }
        let name =
            if matches!(end, Ending::Won(_)) { "won".to_owned() } else { format!("{end:?}") };
        *ends.entry((game.session().game().is_complete(), name)).or_insert(0_u32) += 1;
    }
    let is_undecided = |name: &str| name == "MaxTurns";
    let undecided: u32 =
        ends.iter().filter(|((_, name), _)| is_undecided(name)).map(|e| *e.1).sum();
    // At most one game in fifty may be undecided, but one undecided game is always allowed.
    assert!(undecided <= (wanted / 50).max(1), "games by (fleets are complete, end): {ends:?}");
}

#[test]
fn ships_with_nothing_to_do_come_to_rest() {
    let lone = "SET_FLEET A 0 1 0 0 SET_FLEET B 0 0 0 0 SHIP A 5 5 N 0 BAT 1111";
    let disarmed = "SET_FLEET A 0 0 1 0 SET_FLEET B 0 0 1 0 \
        SHIP A 5 5 N 0 CRU 101 SHIP B 15 5 N 0 CRU 101";
    // In this game, an earlier version repeated the same two turns for ever, without a move.
    let narrow = "BOARD_SIZE 7 9 SET_FLEET A 0 0 0 1 SET_FLEET B 0 0 0 1 INIT_POSITION A 0 0 2 8 \
        INIT_POSITION B 3 0 6 8 REEF 3 7 REEF 3 4 REEF 0 6 REEF 6 5 REEF 3 1 REEF 4 3 REEF 0 8 \
        REEF 0 5 REEF 1 4 REEF 5 5 REEF 1 8 REEF 3 2 REEF 1 1";
    for setup in [lone, disarmed, narrow] {
        let (game, end) = play(&format!("[state] {setup} EXTENDED_SHIPS [state]"));
        assert_eq!(end, Ending::Standstill, "{setup}");
        confirm_standstill(game.session().game());
    }
}

#[track_caller]
fn confirm_standstill(game: &Game) {
    for side in Side::ALL {
        let mut game = game.clone();
        game.set(&Setting::NextPlayer(side)).expect("always allowed");
        game.open(side).expect("the side is expected");
        let healthy: u64 = Side::ALL.iter().map(|side| game.fleet(*side).healthy()).sum();
        for order in every_order(&game, side) {
            let done = game.order(order).is_ok();
            let shot = matches!(order, Order::Shoot(_) | Order::Fire(..));
            assert!(!done || shot, "{side:?} could {order:?}");
            let now: u64 = Side::ALL.iter().map(|side| game.fleet(*side).healthy()).sum();
            assert_eq!(now, healthy, "{side:?} could {order:?}");
            if done {
                game.close().expect("no target is left open");
                game.set(&Setting::NextPlayer(side)).expect("always allowed");
                game.open(side).expect("the side is expected");
            }
        }
        assert_eq!(game.close(), Ok(None), "{side:?} could win");
    }
}

/// Lists all placements and moves, and all shots that could hit the opponent.
fn every_order(game: &Game, side: Side) -> Vec<Order> {
    let mut orders = Vec::new();
    let ships: Vec<_> = game.fleet(side).ships().collect();
    let moves = |name: ShipName| Manoeuvre::ALL.map(|manoeuvre| Order::Move(name, manoeuvre));
    orders.extend(ships.iter().flat_map(|(name, _)| moves(*name)));
    for class in Class::ALL {
        for index in 0..game.fleet(side).size(class) {
            let name = ShipName { class, index };
            if game.fleet(side).ship(name).is_some() {
                continue;
            }
            for bow in game.board().dims().rect().fields() {
                orders.extend(Heading::ALL.map(|heading| Order::Place { name, bow, heading }));
            }
        }
    }
    for (_, id) in game.fleet(side.other()).ships() {
        let ship = game.board().get(id).expect("a ship of this board");
        let fields = ship.hull().fields().zip(0..);
        for (at, _) in fields.filter(|(_, segment)| ship.is_healthy(*segment)) {
            orders.push(Order::Shoot(at));
            orders.extend(ships.iter().map(|(name, _)| Order::Fire(*name, at)));
        }
    }
    orders
}

#[test]
fn a_transcript_runs_and_prints_the_boards_again() {
    for setup in ["[state] SRAND 3 EXTENDED_SHIPS [state]", "[state] SET_FLEET A 0 0 1 1 [state]"] {
        let transcript = run(broadside().arg("play-out"), setup.as_bytes());
        let boards = run(broadside().args(["play-out", "--boards"]), setup.as_bytes());
        let again = run(&mut broadside(), &transcript.stdout);
        assert_eq!(transcript.status.code(), Some(0));
        assert!(boards.stdout.ends_with(b" won\n"));
        assert_eq!(
            again.stdout.escape_ascii().to_string(),
            boards.stdout.escape_ascii().to_string()
        );
    }
}

#[test]
fn ends_have_their_statuses_and_names() {
    let folder = Folder::new();
    let words = ["play-out", "--turns", "3", "--save", "last.ships"];
    let limit = run(&mut folder.broadside(words), b"");
    assert_eq!(limit.status.code(), Some(4));
    let told = b"undecided: the limit of turns is reached, 3 turns played\n";
    assert!(limit.stdout.ends_with(told), "{}", limit.stdout.escape_ascii());
    let state = run(&mut broadside(), &[&limit.stdout, &b"[state] SAVE [state]\n"[..]].concat());
    let saved = folder.bytes("last.ships");
    let position = state.stdout.windows(saved.len()).position(|part| part == saved);
    assert!(position.is_some(), "{}", saved.escape_ascii());
    let empty = b"[state] SET_FLEET A 0 0 0 0 SET_FLEET B 0 0 0 0 [state]";
    let standstill = run(broadside().args(["play-out", "--boards"]), empty);
    assert_eq!(standstill.status.code(), Some(4));
    let told = b"standstill: nothing can change any more, 0 turns played\n";
    assert!(standstill.stdout.ends_with(told), "{}", standstill.stdout.escape_ascii());
}

/// Regression: the last line did not say which side had won.
#[test]
fn a_side_wins_if_the_other_fleet_is_incomplete() {
    let setup = b"[state] BOARD_SIZE 12 5 INIT_POSITION B 0 0 0 0 \
        SET_FLEET A 0 0 0 1 SET_FLEET B 0 0 0 1 [state]";
    let ended = run(broadside().args(["play-out", "--fair"]), setup);
    assert_eq!(ended.status.code(), Some(0));
    let told = b"A wins: the fleet of B is incomplete after its tenth turn, 20 turns played\n";
    assert!(ended.stdout.ends_with(told), "{}", ended.stdout.escape_ascii());
    assert_eq!(run(&mut broadside(), &ended.stdout).status.code(), Some(0));
}

#[test]
fn an_undecided_transcript_prints_the_boards_and_then_the_next_turn() {
    let setup = b"[state] SRAND 5 EXTENDED_SHIPS [state]";
    let limited = |more: &[&str]| {
        run(broadside().args(["play-out", "--turns", "4"]).args(more), setup).stdout
    };
    let boards = limited(&["--boards"]);
    let told = b"undecided: the limit of turns is reached, 4 turns played\n";
    let boards = boards.strip_suffix(told).expect("the output tells the end");
    let again = run(&mut broadside(), &limited(&[])).stdout;
    let answer = again.strip_prefix(boards).expect("the same boards");
    assert!(answer.starts_with(b"[state]\nBOARD_SIZE 21 10\nNEXT_PLAYER A\n"));
}

#[test]
fn output_of_the_setup_is_no_part_of_the_game() {
    let quiet = run(broadside().arg("play-out"), b"[state] SRAND 3 [state]");
    for noise in ["PRINT 0", "PRINT 1 SAVE", "SAVE SAVE"] {
        let setup = format!("[state] SRAND 3 {noise} [state]");
        let noisy = run(broadside().arg("play-out"), setup.as_bytes());
        assert_eq!(
            noisy.stdout.escape_ascii().to_string(),
            quiet.stdout.escape_ascii().to_string()
        );
    }
}

/// A setup in which the only shot of A wins the game.
const WON: &[u8] = b"[state] SET_FLEET A 0 0 0 1 SET_FLEET B 0 0 0 1 SHIP A 0 0 N 0 DES 11 \
    SHIP B 20 9 S 0 DES 10 [state] [playerA] SHOOT 20 9 [playerA]";

#[test]
fn a_setup_that_is_won_is_reported_and_saved() {
    let folder = Folder::new();
    let won = run(&mut folder.broadside(["play-out", "--save", "won.ships"]), WON);
    assert_eq!((won.status.code(), won.stdout), (Some(0), b"A won\n".to_vec()));
    let state = folder.read("won.ships");
    assert!(state.contains("SHIP B 20 9 S 0 DES 00\n"), "{state}");
}

#[test]
fn standard_output_is_no_file_to_save_to() {
    let refused = run(broadside().args(["play-out", "--save", "-"]), b"");
    assert_eq!((refused.status.code(), refused.stdout.len()), (Some(2), 0));
}

/// Large fleets with one shot a turn: a game of many hundred turns.
const LONG: &[u8] = b"[state] BOARD_SIZE 200 200 SET_FLEET A 0 0 0 200 SET_FLEET B 0 0 0 200 \
    INIT_POSITION A 0 0 99 199 INIT_POSITION B 100 0 199 199 [state]";

/// Starts a long game, whose state will be saved in the file `saved`.
fn long_game(folder: &Folder) -> Talk {
    use std::io::{Read as _, Write as _};
    use std::process::Stdio;

    let mut command = folder.broadside(["play-out", "--turns", "1000000000", "--save", "saved"]);
    let piped = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut talk = Talk::with(piped);
    talk.input.take().expect("stdin is piped").write_all(LONG).expect("the setup is read");
    let out = talk.out.as_mut().expect("stdout is piped");
    out.read_exact(&mut vec![0; 1 << 17]).expect("a game goes on");
    talk
}

/// The progress bar is only for users who do not see the game itself.
#[test]
fn a_progress_bar_is_shown_only_if_the_game_is_not() {
    let home = home();
    let seen = |script: &str| {
        let mut t = Terminal::start(shell(home.path(), script));
        t.sees("-- that was all")
    };
    let setup = "echo '[state] SET_FLEET A 0 0 1 1 [state]' | $BROADSIDE play-out";
    assert!(!seen(&format!("{setup}; echo '-- that was all'")).contains("of at most"));
    assert!(seen(&format!("{setup} > game; echo '-- that was all'")).contains("of at most"));
}

#[test]
fn an_interrupted_game_is_saved() {
    let folder = Folder::new();
    let talk = long_game(&folder);
    let kill = run(std::process::Command::new("kill").args(["-INT", &talk.id.to_string()]), b"");
    assert!(kill.status.success());
    assert_eq!(talk.ends().status.code(), Some(130));
    let state = folder.read("saved");
    assert!(state.contains("\nSHIP B "), "{state}");
}

#[test]
fn a_game_whose_reader_has_gone_is_saved() {
    let folder = Folder::new();
    let mut talk = long_game(&folder);
    drop(talk.out.take());
    assert_eq!(talk.ends().status.code(), Some(0));
    let state = folder.read("saved");
    assert!(state.contains("\nSHIP B "), "{state}");
}

#[test]
fn a_setup_that_fails_is_not_played() {
    let play_out = || {
        let mut command = broadside();
        command.arg("play-out");
        command
    };
    let invalid = run(&mut play_out(), b"[state] REEF 99 0 [state]");
    assert_eq!(invalid.status.code(), Some(1));
    assert!(invalid.stdout.starts_with(b"INVALID OPERATION \"REEF 99 0\""));
    assert_eq!(run(&mut play_out(), b"[state] REEF [state]").status.code(), Some(2));
    assert_eq!(run(play_out().arg("no/such/file"), b"").status.code(), Some(3));
    let nowhere = run(play_out().args(["--save", "no/such/folder/file", "--turns", "1"]), b"");
    assert_eq!((nowhere.status.code(), nowhere.stdout.len()), (Some(3), 0));
}

#[test]
fn the_script_of_two_machines_is_played_to_a_win() {
    let script = root("scripts/self-play.ships");
    let played = run(broadside().arg("play-out").arg(script), b"");
    assert_eq!(played.status.code(), Some(0));
    assert!(played.stdout.ends_with(b" won\n"));
}
