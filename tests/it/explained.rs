//! Checks what a match reports about its programs: a log of each turn, and the reason for each
//! fault.

use crate::harness::{Folder, Texts as _, run};

/// Plays a match of a bot against a random engine. `engine` has further words for the option
/// `--engine` of the bot, and `more` has further options of `match`. Returns the output and the
/// folder of the match.
fn play_match(bot: &str, engine: &[&str], more: &[&str]) -> (String, Folder) {
    let folder = Folder::new();
    folder.write("bot.sh", bot);
    let words = "match --setup small --games 2 --time 20 --jobs 1 --engine name=bad";
    let mut command = folder.broadside(words.split(' '));
    command.arg("cmd=sh bot.sh").args(engine).args(["--engine", "random"]).args(more);
    let output = run(&mut command, b"");
    assert!(output.status.success(), "{}", output.err());
    (output.out(), folder)
}

fn standard_errors(log: &str) -> Vec<String> {
    let turns = log.split("=== turn ").skip(1);
    let said = turns.map(|turn| turn.split_once("--- stderr\n").expect("a part").1);
    said.map(|said| said.trim_end().replace('\n', " / ")).collect()
}

/// A bot that stays alive for the whole game. In each turn it runs the shell commands that replace
/// `ANSWER`. `n` counts the turns.
const ALIVE: &str = "n=0
while read line; do
case \"$line\" in
SET_AI_PLAYER*) side=${line#* } ;;
go) n=$((n + 1)); echo \"thinking in $n\" >&2; ANSWER ;;
esac
done";

#[test]
fn standard_error_of_a_program_that_stays_alive_is_logged_in_its_turn() {
    let answer =
        "printf \"[player$side]\\n\"; [ $n = 3 ] && echo FIRE; printf \"[player$side]\\n\"";
    let bot = ALIVE.replace("ANSWER", answer);
    let (table, folder) = play_match(&bot, &["proto=turns"], &["--log", "log"]);
    for side in ["game-000001-A", "game-000002-B"] {
        let log = folder.read(format!("log/{side}.log"));
        assert_eq!(
            standard_errors(&log),
            ["thinking in 1", "thinking in 2", "thinking in 3"],
            "{log}"
        );
    }
    assert!(table.contains("it said `thinking in 3`"), "{table}");
    let place =
        "bad: its first fault is turn 5 in log/game-000001-A.log, its slowest turn is turn ";
    assert!(table.contains(place), "{table}");
}

#[test]
fn standard_error_after_an_answer_is_logged_too() {
    let answer =
        "[ $n = 2 ] && exit 7; echo \"[player$side] [player$side]\"; sleep 0; echo late >&2";
    let bot = ALIVE.replace("ANSWER", answer);
    let (table, folder) = play_match(&bot, &["proto=turns"], &["--log", "log"]);
    assert!(table.contains("turn 3, as A: exit 7; it said `thinking in 2`"), "{table}");
    let log = folder.read("log/game-000001-A.log");
    // Standard error that is written after the answer belongs to this turn or to the next one.
    let said = standard_errors(&log).join(" / ");
    assert_eq!(said, "thinking in 1 / late / thinking in 2", "{log}");
}

#[test]
fn a_fault_is_reported_with_its_line_or_command_and_its_reason() {
    let answering = |lines: &str| {
        format!(
            "side=$(grep SET_AI_PLAYER | tail -n1 | cut -d' ' -f2)\n\
             printf \"[player$side]\\n{lines}[player$side]\\n\"\n"
        )
    };
    for (bot, told) in [
        (
            answering("SHOOT 0 DES 1 x\\n"),
            "malformed 2:15, in `SHOOT 0 DES 1 x`: expected an integer of 64 bits, found `x`",
        ),
        (answering("FIRE\\033[2J\\n"), "malformed 2:1, in `FIRE\\u{1b}[2J`: "),
        (
            answering("MOVE 9 DES F\\n"),
            "illegal SHIP DOES NOT EXIST, command 1 of the turn is `MOVE 9 DES F`",
        ),
        ("echo I give up".to_owned(), "no group, it printed `I give up`"),
        ("cat > /dev/null".to_owned(), "no group, it printed nothing"),
    ] {
        let (table, folder) = play_match(&bot, &[], &["--log", "log"]);
        assert!(table.contains(told), "{told}\n{table}");
        let log = folder.read("log/game-000001-A.log");
        let first = log.lines().next().unwrap_or_default();
        assert!(first.starts_with("=== turn 1, ") && first.contains(told), "{first}");
    }
}
