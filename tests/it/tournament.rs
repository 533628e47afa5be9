//! Tests of `broadside match` and `broadside merge` as commands.

use crate::environment::{compile_bot, count, has, is_set};
use crate::harness::{BINARY, Folder, Texts as _, broadside, root, run};
use crate::schemas;
use std::fs;
use std::path::Path;
use std::process::Output;

impl Folder {
    /// Runs `match` with these options. They may be in several lists.
    fn run_match(&self, options: &[&[&str]]) -> Output {
        let options = options.concat();
        let mut command = self.broadside(["match"]);
        if !options.contains(&"--setup") {
            command.args(["--setup", "small"]);
        }
        run(command.args(options), b"")
    }

    /// Runs a match that must succeed, and returns its output.
    #[track_caller]
    fn table(&self, options: &[&[&str]]) -> String {
        text(&self.run_match(options))
    }

    #[track_caller]
    fn merge(&self, words: &[&str]) -> String {
        text(&run(self.broadside(["merge"]).args(words), b""))
    }
}

const OURS: [&str; 4] = ["--engine", "open", "--engine", "random"];

/// The engines of a match in which `bot.sh` is started again for each of its turns.
const BAD: [&str; 5] = ["--engine", "name=bad", "cmd=sh bot.sh", "--engine", "random"];

/// The engines of a match in which `bot.sh` stays alive between its turns.
const ALIVE: [&str; 6] =
    ["--engine", "name=bad", "cmd=sh bot.sh", "proto=turns", "--engine", "random"];

/// Returns the row of an engine in a table.
fn row<'t>(table: &'t str, engine: &str) -> &'t str {
    let start = format!("{engine} ");
    table.lines().find(|line| line.starts_with(&start)).expect("a row")
}

#[track_caller]
fn text(output: &Output) -> String {
    assert!(output.status.code() == Some(0), "{:?}: {}", output.status, output.err());
    output.out()
}

#[test]
fn any_number_of_jobs_gives_the_same_journal_and_shards_give_the_same_table() {
    let folder = Folder::new();
    let play = |more: &[&str]| folder.table(&[&OURS, &["--games", "7"], more]);
    let table = play(&["--jobs", "1", "--journal", "one"]);
    assert!(table.contains("of 8 games"), "{table}");
    assert_eq!(play(&["--jobs", "3", "--journal", "three"]), table);
    assert_eq!(folder.read("one"), folder.read("three"));
    for shard in ["1/3", "2/3", "3/3"] {
        play(&["--shard", shard, "--journal", &shard.replace('/', "of")]);
    }
    assert_eq!(folder.merge(&["2of3", "3of3", "1of3"]), table);
    assert_eq!(folder.merge(&["one", "three"]), table);
    assert_ne!(play(&["--seed", "2"]), table);
}

#[test]
fn the_table_is_json_too() {
    let folder = Folder::new();
    let more = ["--games", "2", "--sprt", "elo1=50", "--json", "table", "--journal", "journal"];
    let table = folder.table(&[&OURS, &more]);
    let json: serde_json::Value = serde_json::from_str(&folder.read("table")).expect("JSON");
    schemas::check::<broadside::arena::tournament::Report>(&json);
    for line in folder.read("journal").lines() {
        schemas::check::<broadside::arena::tournament::Entry>(
            &serde_json::from_str(line).expect("JSON"),
        );
    }
    assert_eq!(json["games"], 2);
    assert!(table.contains(json["digest"].as_str().expect("a digest")));
}

#[test]
fn a_match_goes_on_where_it_was_killed() {
    let kills = count("BROADSIDE_KILLS", 3_u32);
    let folder = Folder::new();
    // The bot answers as our AI does, but in one turn it kills the referee, which is the parent of
    // its supervisor.
    let killer = format!(
        "n=$(cat count); echo $((n + 1)) > count\n\
         [ $n = $(cat fatal) ] && kill -9 $(cut -d' ' -f4 /proc/$PPID/stat)\nexec {BINARY}\n"
    );
    folder.write("killer.sh", &killer);
    let options = ["--engine", "name=k", "cmd=sh killer.sh", "--engine", "random", "--games", "4"];
    let play = |journal: &str| {
        let more = ["--max-turns", "9", "--jobs", "1", "--time", "20", "--journal", journal];
        folder.run_match(&[&options, &more])
    };
    folder.write("count", "0");
    folder.write("fatal", "none");
    let whole = text(&play("whole"));
    let turns: u32 = folder.read("count").trim().parse().expect("a number");
    for kill in 0..kills {
        folder.write("count", "0");
        // All games have the same number of turns, and games that are in the journal are not played
        // again.
        let left = turns * (4 - games_in(&folder.at("killed"))) / 4;
        folder.write("fatal", ((kill * 7919 + 3) % left).to_string());
        assert_eq!(play("killed").status.code(), None, "killed");
        // A kill in the middle of a write leaves half a line at the end.
        let torn = &folder.read("whole")[..50];
        folder.write("killed", folder.read("killed") + torn);
        if kill % 3 == 2 {
            folder.write("fatal", "none");
            assert_eq!(text(&play("killed")).lines().last(), whole.lines().last());
            assert_eq!(repeatable(&folder.read("killed")), repeatable(&folder.read("whole")));
            fs::remove_file(folder.at("killed")).expect("a journal");
        }
    }
}

/// Returns the games of a journal without the times of their turns.
fn repeatable(journal: &str) -> Vec<serde_json::Value> {
    let game = |line: &str| {
        let mut game: serde_json::Value = serde_json::from_str(line).expect("JSON");
        game.as_object_mut().expect("a game").remove("observed");
        game
    };
    journal.lines().map(game).collect()
}

/// Returns the number of complete games in a journal; 0 if there is no journal.
fn games_in(journal: &Path) -> u32 {
    let text = fs::read_to_string(journal).unwrap_or_default();
    u32::try_from(text.matches('\n').count()).expect("a few games")
}

#[test]
#[cfg(target_os = "linux")]
fn an_interrupted_match_tells_how_to_go_on() {
    let folder = Folder::new();
    folder.write("stopper.sh", "kill -INT $(cut -d' ' -f4 /proc/$PPID/stat); sleep 1000\n");
    let options = ["--engine", "name=a b", "cmd=sh stopper.sh", "--engine", "open"];
    let more = ["--time", "20", "--jobs", "1", "--journal", "j"];
    let stopped = folder.run_match(&[&options, &more]);
    assert_eq!(stopped.status.code(), Some(130));
    let told = stopped.err();
    assert!(told.contains("to go on:\n"), "{told}");
    assert!(told.contains("--engine 'name=a b' 'cmd=sh stopper.sh'"), "{told}");
    assert!(stopped.out().contains("of 0 games"));
}

/// Plays a match of a program that runs `script`. Returns the program's column of faults.
fn fault_column(script: &str, more: &[&str]) -> String {
    let folder = Folder::new();
    folder.write("bot.sh", script);
    let options = ["--engine", "name=bad", "cmd=sh bot.sh", "--engine", "name=good", "random"];
    let table = folder.table(&[&options, &["--games", "2", "--jobs", "2"], more]);
    let line = row(&table, "bad");
    let lost = line.split_whitespace().nth(3).expect("a column");
    assert!(more.contains(&"skip") || lost == "2", "{script}: {table}");
    let (_, faults) = line.rsplit_once("%  ").expect("faults after the superiority");
    faults.to_owned()
}

#[track_caller]
fn check_fault(script: &str, fault: &str) {
    let limits = ["--time", "20", "--max-turns", "30"];
    let found = fault_column(script, &limits);
    assert!(found == format!("2 (2 {fault})"), "{script}: {found}");
}

/// Returns a shell script that prints a group of the side to move. The shell commands `commands`
/// print what is in the group.
fn answer_script(commands: &str) -> String {
    format!(
        "side=$(grep SET_AI_PLAYER | tail -n1 | cut -d' ' -f2); echo \"[player$side]\"\n\
         {commands}\necho \"[player$side]\"\n"
    )
}

#[test]
fn hostile_programs_lose_and_their_faults_are_named() {
    check_fault("exit 0", "no group");
    check_fault("echo I give up", "no group");
    check_fault("kill -SEGV $$", "crash");
    check_fault("cat > /dev/null; exit 3", "exit");
    check_fault("cat /dev/zero", "output");
    check_fault(&answer_script("echo FIRE"), "malformed");
    check_fault(&answer_script("printf 'SHOOT 1\\0 \\377\\n'"), "malformed");
    check_fault(&answer_script("echo SHOOT 0 DES 0 0"), "illegal");
    check_fault(&answer_script("echo SAVE"), "malformed");
    check_fault(&answer_script("yes MOVE 0 DES F | head -n 60000"), "illegal");
    // A group of the other player does not count as a group.
    check_fault(
        "grep -q 'AI_PLAYER A' && echo '[playerB] [playerB]' || echo '[playerA] [playerA]'",
        "no group",
    );
    assert!(fault_column("sleep 1000", &["--time", "0.2"]).ends_with("(2 timeout)"));
    assert!(fault_column("while :; do :; done", &["--time", "0.2"]).ends_with("(2 timeout)"));
}

#[test]
fn a_flood_of_commands_ends() {
    let many = if is_set("BROADSIDE_JUNK") { 1_000_000 } else { 50_000 };
    let folder = Folder::new();
    folder.write(
        "start.ships",
        "[state] SET_FLEET A 0 0 0 1 SET_FLEET B 0 0 0 1 SHIP A 1 1 N 0 DES 11
         SHIP B 19 1 N 0 DES 11 EXTENDED_SHIPS AUTO_SHOOTING [state]",
    );
    for (command, count, fault) in [("SHOOT 0 0", 1000, "illegal"), ("SPY 9 9", many, "illegal")] {
        folder.write("bot.sh", answer_script(&format!("yes {command} | head -n {count}")));
        let more = ["--games", "2", "--setup", "start.ships", "--time", "30", "--output", "16M"];
        let table = folder.table(&[&BAD, &more, &["--hand-over", "full"]]);
        assert!(table.contains(&format!("(2 {fault})")), "{table}");
    }
}

#[test]
fn faults_may_be_empty_turns_or_end_the_match() {
    let more = ["--faults", "skip", "--max-turns", "6"];
    assert!(fault_column("exit 5", &more).ends_with("6 (6 exit)"));
    let folder = Folder::new();
    let options = ["--engine", "name=bad", "cmd=false", "--engine", "random", "--faults", "stop"];
    let stopped = folder.run_match(&[&options, &["--records", "games"]]);
    assert_eq!(stopped.status.code(), Some(1));
    assert!(stopped.out().contains("of 1 game\n"));
    let read = folder.read("games/game-000001-turn-1-A.in");
    assert!(read.starts_with("[state]\nBOARD_SIZE 12 12\n"));
    for kept in ["games/game-000001-turn-1-A.out", "games/game-000001-turn-1-A.err"] {
        assert_eq!(folder.read(kept), "");
    }
}

#[test]
fn records_run_as_they_were_played() {
    let folder = Folder::new();
    folder.table(&[&OURS, &["--games", "4", "--records", "games", "--journal", "j"]]);
    let replayed = broadside().arg("replay").arg(folder.at("games/game-000001.ships")).output();
    assert!(replayed.expect("a page").status.success());
    for (number, line) in folder.read("j").lines().enumerate() {
        let entry: serde_json::Value = serde_json::from_str(line).expect("JSON");
        let record = format!("games/game-{:06}.ships", number + 1);
        let ran = text(&run(&mut folder.broadside(["run", &record]), b""));
        let winner = entry["result"].as_str().expect("a result");
        let expected =
            if entry["reason"] == "won" { format!("{winner} won\n") } else { String::new() };
        assert_eq!(ran, expected, "{line}");
        let refused = folder.read(record).matches("\n# refused ").count() as u64;
        let told = &entry["refused"];
        assert_eq!(refused, told["A"].as_u64().expect("A") + told["B"].as_u64().expect("B"));
    }
}

#[track_caller]
fn check_usage(options: &[&str], code: i32, why: &str) {
    let folder = Folder::new();
    folder.write("list", "milk\neggs\n");
    folder.write("b.ships", "[playerA] [playerA]");
    folder.run_match(&[options]).fails(code, why);
    assert_eq!(folder.read("list"), "milk\neggs\n");
}

#[test]
fn a_match_that_cannot_be_played_is_refused() {
    let ours = |more: &[&'static str]| [&OURS[..], more].concat();
    check_usage(&["--engine", "open"], 2, "two engines");
    check_usage(&ours(&["--engine", "name=c", "open", "--sprt"]), 2, "two engines, not more");
    check_usage(&ours(&["--sprt", "elo1=-5"]), 2, "elo0 has to be below elo1");
    check_usage(&ours(&["--sprt", "--shard", "1/2"]), 2, "needs --games");
    check_usage(&ours(&["--shard", "3/2"]), 2, "K from 1 to N");
    check_usage(&ours(&["--journal", "list"]), 2, "line 1");
    check_usage(&ours(&["--journal", "none/j"]), 3, "cannot write");
    let missing = ["--engine", "name=m", "cmd=./missing", "--engine", "open"];
    check_usage(&missing, 3, "cannot start `./missing`: no such file or directory");
}

#[test]
fn other_options_and_other_setups_are_refused() {
    let folder = Folder::new();
    let play = |more: &[&str]| folder.run_match(&[&OURS, &["--journal", "j", "--games"], more]);
    text(&play(&["2"]));
    let refused = play(&["2", "--max-turns", "9"]);
    refused.fails(2, "other options");
    assert!(text(&play(&["4"])).contains("of 4 games"));
    folder.write("b.ships", "[playerA] [playerA]");
    let output = folder.run_match(&[&OURS, &["--setup", "b.ships"]]);
    output.fails(2, "it must be A's turn");
}

#[test]
fn several_engines_meet_in_a_round_robin() {
    let third = ["--engine", "fair", "--games", "2", "--max-turns", "8"];
    let table = Folder::new().table(&[&OURS, &third]);
    let games: Vec<_> = table.lines().filter_map(|line| line.split_whitespace().nth(1)).collect();
    assert_eq!(games[..4], ["games", "4", "4", "4"]);
}

/// Checks that a starter bot makes no fault on two boards, and plays the same games whether it
/// stays alive between turns or not.
fn check_starter(command: &str) {
    for setup in ["small", "basic"] {
        let folder = Folder::new();
        let cmd = format!("cmd={command}");
        let more = ["--setup", setup, "--max-turns", "14", "--time", "20", "--records", "games"];
        let play = |protocol: &str| {
            let options = ["--engine", "name=starter", &cmd, protocol, "--engine", "random"];
            folder.table(&[&options, &more, &["--games", "2"]])
        };
        let digest = |table: &str| table.lines().last().map(str::to_owned);
        let table = play("proto=turns");
        assert_eq!(digest(&table), digest(&play("proto=script")), "{table}");
        assert!(row(&table, "starter").ends_with(" -"), "{table}");
        let record = folder.read("games/game-000001.ships");
        assert!(record.contains("\nPLACE_SHIP ") && record.contains("\nSHOOT "), "{record}");
    }
}

fn check_compiled(bot: &str) {
    let folder = Folder::new();
    if compile_bot(bot, &folder.at("starter")) {
        check_starter(&folder.word("starter"));
    }
}

#[test]
fn the_starter_bot_in_python_plays() {
    if !has(&["python3"]) {
        return;
    }
    check_starter(&format!("python3 {}", root("scripts/bots/ships.py").display()));
}

#[test]
fn the_starter_bot_in_cpp_plays() {
    check_compiled("ships.cpp");
}

#[test]
fn the_starter_bot_in_rust_plays() {
    check_compiled("ships.rs");
}

#[test]
fn programs_that_stay_alive_have_the_same_faults() {
    let bot =
        |answer: &str| format!("while read line; do [ \"$line\" = go ] && {{ {answer}; }}; done");
    let answer = |orders: &str| format!("printf '[playerA]\\n{orders}[playerA]\\n'");
    for (script, fault) in [
        (bot("exit 3"), "exit"),
        (bot("kill -SEGV $$"), "crash"),
        (bot("cat /dev/zero"), "output"),
        (bot(&answer("FIRE\\n")), "malformed"),
        (bot(&answer("SHOOT 0 DES 0 0\\n")), "illegal"),
        (bot(&answer("[playerA]\\n[playerA]\\n")), "out of turn"),
        ("exit 0".to_owned(), "no group"),
        (bot("exit 0"), "no group"),
        (bot(":"), "timeout"),
        (bot("printf '[playerA]\\n[playerA]'"), "timeout"),
    ] {
        let folder = Folder::new();
        folder.write("bot.sh", &script);
        let time = if fault == "timeout" { "0.3" } else { "20" };
        // Side A moves first, so the bot is asked only when it plays A.
        let more = ["--games", "2", "--time", time, "--max-turns", "1"];
        let table = folder.table(&[&ALIVE, &more]);
        assert!(row(&table, "bad").ends_with(&format!("1 (1 {fault})")), "{script}: {table}");
        let has_no_newline = table.contains("timeout, it printed `[playerA]` without a newline\n");
        assert_eq!(has_no_newline, script.contains("[playerA]'"), "{script}: {table}");
    }
}

/// Regression: a line after a turn was a fault if it came early enough, and endless blank lines
/// were read for ever.
#[test]
fn text_after_a_turn_is_no_fault_and_has_a_limit() {
    let bot = |after: &str| {
        format!(
            "while read -r word side; do case $word in NEXT_PLAYER) s=$side;; \
             go) printf \"[player$s]\\n[player$s]\\n\"; {after};; esac; done"
        )
    };
    let play = |after: &str| {
        let folder = Folder::new();
        folder.write("bot.sh", bot(after));
        let table = folder.table(&[&ALIVE, &["--games", "2", "--time", "20", "--max-turns", "6"]]);
        let digest = table.lines().last().expect("a digest").to_owned();
        (digest, table)
    };
    let (plain, _) = play(":");
    let (with_text, table) =
        play("printf 'that is all\\n[state]\\n'; printf 'PRINT 0\\n[state]\\n'");
    assert_eq!(plain, with_text, "{table}");
    let (_, table) = play("yes ''");
    assert!(table.contains("as A: output") || table.contains("as A: out of turn"), "{table}");
}

/// Regression: a bot that printed a line at the end of the game was killed at once, and could not
/// save what it had learned.
#[test]
fn a_bot_may_print_at_the_end_of_a_game_and_then_save() {
    let folder = Folder::new();
    let save = format!(
        "while read -r word side; do case $word in NEXT_PLAYER) s=$side;; \
         go) printf \"[player$s]\\n[player$s]\\n\";; \
         over) echo bye; for i in $(seq 20000); do :; done; echo $side >> '{}';; esac; done",
        folder.word("saved")
    );
    folder.write("bot.sh", save);
    let more = ["--games", "2", "--time", "20", "--max-turns", "6", "--sandbox", "none"];
    folder.table(&[&ALIVE, &more]);
    assert_eq!(folder.read("saved").lines().count(), 2);
}

/// Checks that `hand-over` prints what a bot read in turn `turn` of game `game`.
#[track_caller]
fn check_handed_over(folder: &Folder, more: &[&str], game: u32, turn: &str) {
    folder.write("bot.sh", answer_script(""));
    let kept = ["--games", "4", "--time", "20", "--log", "log", "--records", "games"];
    folder.table(&[&BAD, &["--seed", "-7"], &kept, more]);
    let log = folder.read(format!("log/game-{game:06}-A.log"));
    let (_, rest) = log.split_once(&format!("=== turn {turn},")).expect("a turn");
    let (_, rest) = rest.split_once("--- read\n").expect("what was read");
    let (read, _) = rest.split_once("--- wrote\n").expect("what was written");
    let game = format!("games/game-{game:06}.ships");
    let mut again = folder.broadside(["hand-over", &game, "--turn", turn]);
    assert_eq!(text(&run(&mut again, b"")), read);
}

#[test]
fn a_turn_is_handed_over_again_as_it_was() {
    check_handed_over(&Folder::new(), &[], 3, "3");
}

/// Once, a game began with the squares that its set-up had spied, and its record lacked them.
#[test]
fn squares_that_a_set_up_has_spied_do_not_count() {
    let folder = Folder::new();
    folder.write(
        "spied.ships",
        "[state] EXTENDED_SHIPS SET_FLEET A 1 0 0 0 SET_FLEET B 0 0 0 1 [state]
         [playerA] PLACE_SHIP 0 4 W 0 CAR SPY 0 12 5 [playerA]
         [playerB] PLACE_SHIP 12 5 W 0 DES [playerB]",
    );
    check_handed_over(&folder, &["--setup", "spied.ships", "--max-turns", "4"], 1, "1");
    assert!(!folder.read("log/game-000001-A.log").contains("SEEN"));
}

#[test]
fn a_program_that_stays_alive_and_never_answers_times_out() {
    let folder = Folder::new();
    folder.write("bot.sh", "exec sleep 1000");
    let table = folder.table(&[&ALIVE, &["--games", "2", "--jobs", "2"]]);
    assert!(row(&table, "bad").ends_with("2 (2 timeout)"), "{table}");
}

/// Regression: a program that took all processors in its turns made the programs of other games lose
/// by timeouts.
#[test]
fn a_turn_without_time_is_played_again_alone_if_other_games_run() {
    let faults = |jobs: &str| {
        let folder = Folder::new();
        folder.write("bot.sh", answer_script("test -e seen || { touch seen; exec sleep 1000; }; "));
        let more = ["--games", "2", "--time", "2", "--max-turns", "1", "--sandbox", "none"];
        let table = folder.table(&[&BAD, &more, &["--jobs", jobs]]);
        table.matches("1 (1 timeout)").count()
    };
    assert_eq!((faults("1"), faults("2")), (1, 0));
}

/// Once, `match` wrote a log or a record to a pipe of a program, and never ended.
#[test]
fn a_program_that_puts_pipes_into_the_folders_of_a_match_stops_nothing() {
    let folder = Folder::new();
    let pipes =
        "mkfifo out/game-00000$k-B.log out/game-00000$k-turn-2-B.err out/game-00000$k.ships";
    folder.write("bot.sh", format!("for k in 1 2; do {pipes}; done 2>&-; exit 3"));
    let options = ["--engine", "random", "--engine", "name=bad", "cmd=sh bot.sh", "--games", "2"];
    let more = ["--log", "out", "--records", "out", "--sandbox", "none", "--time", "20"];
    folder.make("out");
    folder.table(&[&options, &more]);
    assert!(folder.read("out/game-000001-B.log").contains("exit 3"));
    assert!(folder.read("out/game-000001.ships").contains("PLACE_SHIP"));
}

#[test]
fn a_log_that_cannot_be_written_is_named() {
    let folder = Folder::new();
    folder.make("log/game-000001-A.log");
    let engines = ["--engine", "name=bad", "cmd=true", "--engine", "random", "--games", "2"];
    let stopped = folder.run_match(&[&engines, &["--log", "log", "--time", "20"]]);
    assert_eq!(stopped.status.code(), Some(3));
    let told = stopped.stderr.escape_ascii().to_string();
    let path = Path::new("log").join("game-000001-A.log");
    assert!(told.contains(&format!("cannot write `{}`: ", path.display())), "{told}");
}

/// Regression: a supervisor that had just started was mistaken for a process of a killed one.
#[test]
fn a_program_that_kills_its_supervisor_does_not_disturb_others() {
    let folder = Folder::new();
    folder.write("killer.sh", "kill -KILL $PPID; sleep 1000");
    let answer = "printf '[player%s]\\n[player%s]\\n' \"$side\" \"$side\"";
    let quiet = format!(
        "while read -r word side _ && [ \"$word\" != SET_AI_PLAYER ]; do :; done\n\
         while read -r word _; do case $word in go) {answer};; over) exit;; esac; done"
    );
    folder.write("quiet.sh", &quiet);
    let killer = ["--engine", "name=killer", "cmd=sh killer.sh", "proto=turns"];
    let quiet = ["--engine", "name=quiet", "cmd=sh quiet.sh", "proto=turns"];
    let many = ["--games", "80", "--jobs", "8", "--time", "60"];
    let table = folder.table(&[&killer, &quiet, &many]);
    assert!(row(&table, "killer").ends_with("80 (80 crash)"), "{table}");
    assert!(row(&table, "quiet").ends_with('-'), "{table}");
}

#[test]
fn a_table_explains_the_first_fault_and_a_log_keeps_all_turns() {
    let folder = Folder::new();
    folder.write("bot.sh", "echo first >&2; echo 'KeyError: A' >&2; exit 1");
    let table = folder.table(&[&BAD, &["--games", "2", "--log", "log", "--time", "20"]]);
    let said = "bad: first fault in game 1, turn 1, as A: exit 1; it said `KeyError: A`\n";
    assert!(table.contains(said) && table.contains(" a turn, at most "), "{table}");
    let log = folder.read("log/game-000001-A.log");
    assert!(log.starts_with("=== turn 1, ") && log.contains(" ms, exit 1\n--- read\n[state]\n"));
    assert!(log.ends_with("--- wrote\n--- stderr\nfirst\nKeyError: A\n"), "{log}");
}

#[test]
fn a_page_leads_to_the_files_of_each_game() {
    let folder = Folder::new();
    let more = ["--games", "4", "--records", "my games", "--journal", "j", "--html", "page.html"];
    folder.table(&[&OURS, &more]);
    let page = folder.read("page.html");
    for game in 1..=4 {
        let link = format!("href=\"my%20games/game-{game:06}.ships\"");
        assert!(page.contains(&link), "{link}\n{page}");
        assert!(folder.at(format!("my games/game-{game:06}.ships")).exists());
    }
    let (_, watched) = page.split_once("<a href=\"my%20games/").expect("a link to a replay");
    let (replay, words) = watched.split_once("\">").expect("the end of the link");
    assert!(words.starts_with("watch it</a>"), "{words}");
    let replay = folder.read(format!("my games/{replay}"));
    assert!(replay.contains("<title>Broadside replay</title>"), "{replay}");
    folder.merge(&["j", "--html", "all.html"]);
    assert!(folder.read("all.html").contains("open against random"));
}

#[test]
fn counts_of_a_journal_up_to_the_largest_number_are_merged() {
    let folder = Folder::new();
    folder.table(&[&OURS, &["--games", "2", "--journal", "j"]]);
    let most = u64::MAX.to_string();
    let faults = format!(r#""faults":{{"A":{{"exit":{most}}},"B":{{"exit":{most}}}}}}}"#);
    let refused = [r#""refused":{"A":"#.to_owned(), format!(r#""refused":{{"A":{most},"x":"#)];
    let journal = folder.read("j");
    let large = journal.lines().map(|line| {
        let (head, _) = line.split_once(r#""faults""#).expect("faults");
        format!("{}{faults}\n", head.replace(&refused[0], &refused[1]))
    });
    let large: String = large.collect();
    folder.write("large", large);
    let table = folder.merge(&["large"]);
    assert!(table.contains(&format!("{most} ({most} exit)")), "{table}");
}

/// In the fourth game an unseen ship blocks a ship that the pilot places. The pilot's shots of that
/// turn are then refused, and do not count as faults.
#[test]
fn a_pilot_may_shoot_in_the_turn_in_which_it_places_its_fleet() {
    let mut command = broadside();
    command.args(["match", "--engine", "fair", "--engine", "random", "--setup", "extended"]);
    let table = text(&run(command.args(["--games", "4", "--max-turns", "4"]), b""));
    assert!(table.lines().nth(1).is_some_and(|row| row.ends_with(" -")), "{table}");
}
