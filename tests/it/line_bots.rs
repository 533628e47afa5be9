//! Tests bots that use the line protocol: the starter bots, and misbehaving programs. A misbehaving
//! program is named in the report, forfeits its game, and leaves no process running.

use crate::environment::{compile_bot, has};
use crate::harness::{Folder, Texts as _, make_pipe, processes_with, read, root, run};
use std::fs;
use std::process::{Command, Output};

/// A folder for runs. A variable in the environment marks the processes of its runs.
struct RunFolder(Folder);

impl RunFolder {
    fn new() -> Self {
        Self(Folder::new())
    }

    fn command(&self, words: &[&str]) -> Command {
        let mut command = self.0.broadside(words);
        command.env("BROADSIDE_HALL", self.0.path());
        command
    }

    #[track_caller]
    fn run(&self, words: &[&str], stdin: &str) -> Output {
        let output = run(&mut self.command(words), stdin.as_bytes());
        self.assert_clean();
        output
    }

    #[track_caller]
    fn assert_clean(&self) {
        let left = processes_with("BROADSIDE_HALL", self.0.path());
        assert!(left.is_empty(), "left running: {left:?}");
    }
}

fn line<'t>(report: &'t str, label: &str) -> &'t str {
    let line = report.lines().find_map(|line| line.strip_prefix(label));
    line.unwrap_or_default().trim()
}

/// Shell commands that read all lines up to the first question. A line that is printed before this
/// question would be out of turn.
const ASKED: &str = "read game; read seed; read question; ";

/// The misbehaving programs. Each has the commands that it runs after the question, its kind of
/// forfeit, and a part of the message.
const MISBEHAVING: [(&str, &str, &str); 12] = [
    ("echo hello; sleep 1000", "malformed", "`hello`"),
    ("echo; sleep 1000", "malformed", "``"),
    (r"printf 'A\0011\n'; sleep 1000", "malformed", "`A"),
    ("echo K11; sleep 1000", "illegal", "`K11` is not on the board"),
    (r"printf 'A1\nB1\n'; sleep 1000", "out of turn", "`B1`"),
    ("sleep 1000", "timeout", "time ran out"),
    ("setsid sh -c 'sleep 1000 & sleep 1000' & sleep 1000", "timeout", "time ran out"),
    ("printf A1; sleep 1000", "timeout", "time ran out"),
    ("printf A1", "crash", "exited 0"),
    ("exit 3", "crash", "exited 3"),
    ("kill -SEGV $$", "crash", "signal SIGSEGV"),
    ("cat /dev/zero", "output", "too much output, printed or in files"),
];

#[test]
fn misbehaving_programs_forfeit_the_game() {
    let folder = RunFolder::new();
    for (script, kind, told) in MISBEHAVING {
        folder.0.write("bot", format!("{ASKED}{script}"));
        // Only programs that run out of time get a short limit; all others may start slowly.
        let time = if kind == "timeout" { "0.3" } else { "20" };
        let bench = ["bench", "targeting", "--bot", "hunt,cmd:sh bot", "--games", "1"];
        let output = folder.run(&[&bench[..], &["--time", time]].concat(), "");
        let report = output.out();
        assert!(output.status.success(), "{script}: {report}");
        assert_eq!(line(&report, "forfeits  "), format!("1 (1 {kind}), by cmd:sh bot"), "{script}");
        assert!(line(&report, "first forfeit ").contains(told), "{script}: {report}");
    }
}

#[test]
fn a_flood_of_answers_out_of_turn_ends() {
    let output =
        RunFolder::new().run(&["bench", "arsenal", "--bot", "cmd:yes Fire A1", "--games", "4"], "");
    let report = output.out();
    assert!(line(&report, "forfeits  ").starts_with("4 ("), "{report}");
}

#[test]
fn a_bot_that_forfeits_loses_the_duel_and_the_knockout() {
    let folder = RunFolder::new();
    let bot = format!("cmd:sh -c '{ASKED}echo no'");
    let against = ["bench", "arsenal", "--bot", "easy", "--against", &bot, "--games", "4"];
    let report = folder.run(&against, "").out();
    assert_eq!((line(&report, "wins"), line(&report, "losses")), ("4", "0"));
    assert_eq!(line(&report, "forfeits  "), format!("4 (4 malformed), by {bot}"));
    let report = folder.run(&["royale", "--bots", "cmd:true,easy", "--seed", "1"], "").out();
    assert!(report.starts_with("easy wins\n"), "{report}");
    assert!(report.contains("; cmd:true forfeits: crashed: exited 0\n"), "{report}");
}

#[test]
fn a_program_can_forfeit_a_game_against_a_player() {
    let set_up = "easy\nAlice\nA1,h\nA2,h\nA3,h\nA4,h\n";
    for (bot, why) in
        [("echo hello", "malformed answer: `hello`"), ("kill -KILL $$", "crashed: signal SIGKILL")]
    {
        let bot = &*format!("cmd:sh -c '{ASKED}{bot}'");
        let output = RunFolder::new().run(&["arsenal", "--bot", bot, "--seed", "1"], set_up);
        assert!(output.out().ends_with(&format!("{bot} forfeits.\nAlice wins.\n")));
        assert_eq!(output.err(), format!("{bot} forfeits: {why}\n"));
        assert_eq!(output.status.code(), Some(1));
    }
}

#[test]
fn a_program_that_cannot_be_started_ends_the_run() {
    for words in [
        &["bench", "targeting", "--bot", "cmd:./none"][..],
        &["bench", "targeting", "--bot", "cmd:./none", "--show", "1", "-o", "game.html"],
        &["bench", "arsenal", "--bot", "cmd:./none", "--against", "easy"],
        &["royale", "--bots", "easy,cmd:./none", "--seed", "1"],
    ] {
        let folder = RunFolder::new();
        let output = folder.run(words, "");
        assert!(!folder.0.at("game.html").exists());
        let told = "broadside: cannot start `./none`: no such file or directory\n";
        assert_eq!((output.status.code(), output.err()), (Some(3), told.to_owned()));
        assert_eq!(output.out(), "", "{words:?}");
    }
}

#[test]
fn a_game_that_ctrl_c_stops_is_no_forfeit() {
    let folder = RunFolder::new();
    let gate = folder.0.at("gate");
    make_pipe(&gate);
    let bot = "cmd:sh -c 'echo > gate; sleep 1000'";
    let words = ["bench", "arsenal", "--bot", bot, "--threads", "1", "--time", "50", "--json"];
    let mut command = folder.command(&words);
    let child = command.stdout(std::process::Stdio::piped()).spawn().expect("broadside");
    fs::read(&gate).expect("the bot has started");
    let interrupt = Command::new("kill").args(["-INT", &child.id().to_string()]).status();
    assert!(interrupt.expect("kill").success());
    let output = child.wait_with_output().expect("an end");
    assert_eq!(output.status.code(), Some(130));
    let report: serde_json::Value = serde_json::from_slice(&output.stdout).expect("JSON");
    assert_eq!((&report["turns"]["games"], report.get("forfeits")), (&0.into(), None));
    folder.assert_clean();
}

fn check_starters(targeting: &str, arsenal: &str) {
    let folder = RunFolder::new();
    let play = |words: &[&str]| {
        let output = folder.run(&[words, &["--seed", "5"]].concat(), "");
        let report = output.out();
        assert!(output.status.success() && !report.contains("forfeit"), "{words:?}: {report}");
        report
    };
    let bench = |bot, more: &[&str]| {
        let words = ["bench", "targeting", "--bot", bot, "--time", "30"];
        line(&play(&[&words[..], more].concat()), "digest").to_owned()
    };
    let digests = ["1", "2"].map(|n| bench(targeting, &["--games", "3", "--threads", n]));
    assert_eq!(digests[0], digests[1], "equal seeds give equal games");
    bench(targeting, &["--games", "1", "--board", "2x50", "--fleet", "3,1"]);
    let words = ["bench", "arsenal", "--bot", arsenal, "--time", "30", "--games", "2"];
    let alone = play(&words);
    assert_eq!(line(&alone, "games"), "2, seed 5");
    play(&[&words[..], &["--against", "easy"]].concat());
    let bots = format!("{arsenal},easy");
    play(&["royale", "--bots", &bots, "--time", "30"]);
}

fn check_compiled(extension: &str) {
    let folder = RunFolder::new();
    let [targeting, arsenal] = ["targeting", "arsenal"].map(|name| folder.0.at(name));
    if compile_bot(&format!("targeting.{extension}"), &targeting)
        && compile_bot(&format!("arsenal.{extension}"), &arsenal)
    {
        let [targeting, arsenal] =
            [targeting, arsenal].map(|program| format!("cmd:{}", program.display()));
        check_starters(&targeting, &arsenal);
    }
}

#[test]
fn starter_bots_in_python_play() {
    if !has(&["python3"]) {
        return;
    }
    let bot = |name| format!("cmd:python3 {}", root("scripts/bots").join(name).display());
    check_starters(&bot("targeting.py"), &bot("arsenal.py"));
}

#[test]
fn starter_bots_in_cpp_play() {
    check_compiled("cpp");
}

#[test]
fn starter_bots_in_rust_play() {
    check_compiled("rs");
}

#[test]
fn starter_bots_are_short() {
    for game in ["targeting", "arsenal"] {
        for extension in ["py", "cpp", "rs"] {
            let bot = format!("scripts/bots/{game}.{extension}");
            assert!(read(&bot).lines().count() < 60, "{bot}");
        }
    }
}

/// A bot that writes to standard error before each shot or move. The third shot or move is a fault.
const CHATTERING: &str = "n=0
while read word rest; do
case $word in
aim) n=$((n + 1)); echo \"aim $n\" >&2; [ $n = 3 ] && exit 9; echo A$n ;;
move) n=$((n + 1)); echo \"move $n\" >&2; [ $n = 3 ] && echo 'Torpedo B' || echo \"Fire A$n\" ;;
place) n=$((n + 1)); echo \"A$n, h\"; [ $n = 4 ] && n=0 ;;
esac
done";

/// Regression: the mean was 0, so the bot looked like the best one.
#[test]
fn a_bot_that_finishes_no_game_has_no_mean() {
    let bench = ["bench", "targeting", "--bot", "cmd=sh -c true", "--games", "2"];
    let run = |more: &[&str]| RunFolder::new().run(&[&bench, more].concat(), "").out();
    let report = run(&[]);
    assert_eq!([line(&report, "mean shots"), line(&report, "median shots")], ["-", "-"]);
    assert!(run(&["--json"]).contains("\"mean\": null"));
}

#[test]
fn standard_error_is_logged_and_quoted_in_the_forfeit() {
    let folder = RunFolder::new();
    folder.0.write("bot", CHATTERING);
    let limits = ["--time", "20", "--log", "log"];
    let run = |words: &[&str]| folder.run(&[words, &limits].concat(), "").out();
    let log = |name: &str| folder.0.read(format!("log/{name}"));

    let report = run(&["bench", "targeting", "--bot", "name=loud", "cmd=sh bot", "--games", "2"]);
    assert_eq!(line(&report, "forfeits  "), "2 (2 crash), by loud");
    assert_eq!(line(&report, "first forfeit "), "game 1: crashed: exited 9; it said `aim 3`");
    let kept = log("game-000002-A.log");
    assert!(kept.starts_with("=== answer 1, ") && kept.contains(" ms, ok\n--- read\ngame 10 10 5"));
    assert!(kept.contains("\naim\n--- wrote\nA1\n--- stderr\naim 1\n=== answer 2, "), "{kept}");
    assert!(kept.contains(" ms, crashed: exited 9\n--- read\nresult "), "{kept}");

    let report = run(&["bench", "arsenal", "--bot", "name=loud", "cmd=sh bot", "--games", "1"]);
    let told = "game 1: illegal answer: torpedo is locked; it said `move 3`";
    assert_eq!(line(&report, "first forfeit "), told);
    assert!(log("game-000001-A.log").contains("illegal answer: torpedo is locked\n--- read\n"));

    let bots = ["royale", "--seed", "1", "--bot", "easy", "--bot", "name=loud", "cmd=sh bot"];
    let report = run(&bots);
    assert!(report.contains("loud forfeits: illegal answer: torpedo is locked; it said `move 3`"));
    assert!(log("game-000001-A.log").contains("move") || log("game-000001-B.log").contains("move"));
}

#[test]
fn standard_error_is_quoted_in_the_forfeit_against_a_player_too() {
    let folder = RunFolder::new();
    folder.0.write("bot", CHATTERING);
    let moves = "easy\nAlice\nA1,h\nA2,h\nA3,h\nA4,h\nFire A1\nFire A2\nFire A3\n";
    let output = folder.run(&["arsenal", "--bot", "cmd:sh bot", "--seed", "1"], moves);
    let why = "illegal answer: torpedo is locked; it said `move 3`\n";
    assert!(output.err().ends_with(why), "{}", output.err());
}
