//! Tests of `broadside verify` as a command.

use crate::harness::{BINARY, Folder, Texts as _, broadside, make_pipe, names};
use crate::schemas;
use serde_json::{Value, json};
use std::fs;
use std::io::{BufRead as _, BufReader};
use std::process::{Output, Stdio};

/// Runs `verify` on a program. Findings are kept only if an option says so.
fn verify(options: &[&str], program: &[&str]) -> Output {
    let mut command = broadside();
    let keep = if options.contains(&"--keep") { &[][..] } else { &["--keep", "none"] };
    command.arg("verify").args(keep).args(options).arg("--").args(program);
    command.output().expect("the binary starts")
}

#[track_caller]
fn check(options: &[&str], program: &[&str], code: i32, texts: &[&str]) {
    verify(options, program).check(code, texts);
}

#[test]
fn a_right_program_has_no_findings() {
    let texts = ["No difference in 30 random scripts.\n", "Not tried: "];
    check(&["--scripts", "30"], &[BINARY], 0, &texts);
    let rest = "All 16 rules up to level place were tried.";
    let texts = [&*format!("No difference in 40 random scripts.\n{rest}")];
    check(&["--scripts", "40", "--level", "place"], &[BINARY], 0, &texts);
    let options = ["--scripts", "10", "--check", "exit-code,input-form", "--jobs", "1"];
    let options = [&options[..], &["--level", "place"]].concat();
    check(&options, &[BINARY, "run"], 0, &["No difference in 10 random scripts."]);
}

#[test]
fn a_wrong_program_has_findings() {
    let texts = [
        "Finding 1 of 1: accepts what is not legal",
        "place.not-in-start, section 5",
        "\nStopped early",
    ];
    check(&["--findings", "1"], &["cat"], 1, &texts);
    let program = ["sh", "-c", "cat >/dev/null; kill -SEGV $$"];
    check(&["--findings", "1"], &program, 1, &["does not run", "signal SIGSEGV", "(empty input)"]);
    let texts =
        ["does not end in time", "timeout", "any of the first scripts, so nothing else was tried"];
    check(&["--time", "0.1"], &["sleep", "1000"], 1, &texts);
    check(&["--findings", "1"], &["sh", "-c", "echo $$"], 1, &["(flaky)"]);
    let program = "echo; printf 'terminate called\\n  what():  vector\\n' >&2; kill -ABRT $$";
    let line = "  stderr     what():  vector\n";
    check(&["--findings", "1", "--scripts", "0"], &["sh", "-c", program], 1, &[line]);
}

/// The message of a compiler has several lines, so the report must show more than one line.
#[test]
fn a_program_that_does_not_run_shows_its_status_and_its_last_lines() {
    let script =
        "printf 'Traceback\\nMain.java:3: error\\n\\tint x\\n\\t    ^\\n1 error\\n' >&2; exit 1";
    let shown = "  ended      exited 1\n  stderr     Traceback\n             Main.java:3: error\n              \
                 int x\n                  ^\n             1 error\n";
    check(&[], &["sh", "-c", script], 1, &["does not run", shown]);
}

/// Interrupts `verify`, which is the parent of the program's supervisor.
#[cfg(target_os = "linux")]
const INTERRUPT: &str = "kill -INT $(cut -d' ' -f4 /proc/$PPID/stat); sleep 1000";

#[cfg(target_os = "linux")]
#[test]
fn an_interrupt_before_the_first_finding_is_reported() {
    let text = "Interrupted: no difference so far, after 0 random scripts.";
    check(&["--time", "20"], &["sh", "-c", INTERRUPT], 130, &[text]);
}

#[cfg(target_os = "linux")]
#[test]
fn an_interrupt_before_the_first_finding_leaves_what_was_kept() {
    let folder = Folder::new();
    let at = |name: &str| folder.word(name);
    let options =
        ["--findings", "1", "--time", "20", "--keep", &at("kept"), "--json", &at("all.json")];
    check(&options, &["cat"], 1, &[]);
    let report = folder.bytes("all.json");
    check(&options, &["sh", "-c", INTERRUPT], 130, &[]);
    assert!(fs::exists(at("kept/01-accepts/finding.json")).expect("an answer"));
    assert!(folder.bytes("all.json") == report);
}

/// The command `timeout` sends the signal twice. Regression: the second signal ended the process
/// before the report.
#[cfg(target_os = "linux")]
#[test]
fn a_termination_that_comes_twice_shows_what_was_found() {
    let twice = "p=$(cut -d' ' -f4 /proc/$PPID/stat); kill -TERM $p; kill -TERM $p; sleep 1000";
    check(&["--time", "20"], &["sh", "-c", twice], 130, &["Interrupted: no difference so far"]);
}

#[test]
fn kept_folders_have_no_blanks_in_their_names() {
    let folder = Folder::new();
    for _ in 0..2 {
        let options = ["--keep", &folder.word("kept")];
        check(&options, &["sh", "-c", "exit 3"], 1, &["does not run"]);
    }
    assert!(folder.at("kept/01-does-not-run/finding.json").is_file());
}

/// Regression: after an interrupt, `--watch` said that it was waiting.
#[cfg(target_os = "linux")]
#[test]
fn an_interrupted_watch_does_not_wait() {
    let mut command = broadside();
    command.args(["verify", "--watch", "--keep", "none", "--time", "20", "--"]);
    let output = command.args(["sh", "-c", INTERRUPT]).output().expect("the binary starts");
    let out = output.out();
    assert_eq!(output.status.code(), Some(130));
    assert!(out.contains("Interrupted: no difference") && !out.contains("Waiting"), "{out}");
}

/// Regression: each round looked for finding 1 again, although the round before had replaced this
/// finding.
#[cfg(target_os = "linux")]
#[test]
fn a_watch_accepts_what_was_kept_before_it_began() {
    let folder = Folder::new();
    let at = |name: &str| folder.word(name);
    check(&["--findings", "1", "--keep", &at("kept")], &["cat"], 1, &[]);
    let path = "kept/01-accepts/finding.json";
    let mut finding: Value = serde_json::from_slice(&folder.bytes(path)).expect("JSON");
    finding["looks_like"] =
        json!([{ "misreading": "close4", "sentence": "", "neighbours": [1, 1] }]);
    folder.write(path, finding.to_string());
    folder.write("changes", "");
    let program = format!("test -e $1/01-accepts || {{ {INTERRUPT}; }}; echo >> $2; $0");
    let program = ["sh", "-c", &program, BINARY, &at("kept"), &at("changes")];
    let kept = at("kept");
    let options = ["--watch", "--accept", "1", "--scripts", "0", "--time", "20", "--keep", &kept];
    check(
        &[&options[..], &["--level", "place"]].concat(),
        &program,
        130,
        &["Waiting until the program changes"],
    );
}

/// The first run of the program answers wrongly, and the second one interrupts.
#[cfg(target_os = "linux")]
#[test]
fn an_interrupt_shows_what_was_found_in_one_script() {
    let folder = Folder::new();
    let at = |name: &str| folder.word(name);
    folder.write("mine.ships", "[state]\nPRINT 1\n[state]\n");
    let program = format!("mkdir \"$0\" || {{ {INTERRUPT}; }}");
    let options = ["--time", "20", "--script", &at("mine.ships")];
    check(&options, &["sh", "-c", &program, &at("begun")], 130, &["Finding 1 of 1"]);
}

#[test]
fn findings_are_made_small_unless_asked_not_to() {
    let folder = Folder::new();
    let all = folder.word("all.json");
    let program = ["sh", "-c", "\"$0\" | sed 's/NOT IN START/OUT OF START/'", BINARY];
    for (option, is_smaller) in [(&[][..], true), (&["--no-shrink"], false)] {
        let options = ["--findings", "1", "--scripts", "0", "--level", "place", "--json", &all];
        let options = [&options, option].concat();
        check(&options, &program, 1, &[]);
        let json: Value = serde_json::from_slice(&folder.bytes("all.json")).expect("JSON");
        let shrink = &json["findings"][0]["shrink"];
        let [from, to] = ["from_lines", "to_lines"].map(|lines| shrink[lines].as_u64());
        assert_eq!(to < from, is_smaller, "{shrink}");
    }
}

#[test]
fn a_finding_leads_to_its_rule_in_the_book() {
    let read = |book: &str| {
        let mut command = broadside();
        command.env("BROADSIDE_BOOK", book).args(["verify", "--keep", "none", "--findings", "1"]);
        let output = command.args(["--scripts", "0", "--", "cat"]).output();
        let out = String::from_utf8(output.expect("the binary starts").stdout).expect("UTF-8");
        out.lines().find_map(|line| line.strip_prefix("  read       ")).map(str::to_owned)
    };
    assert_eq!(read(""), None, "no address is known");
    let link = "file:///book/rules/place.html#placenot-in-start";
    assert_eq!(read("file:///book/").as_deref(), Some(link));
}

/// All findings belong to an earlier level than the requested one.
#[test]
fn findings_of_earlier_levels_are_shown_where_there_are_no_others() {
    let program = ["sh", "-c", "\"$0\" | sed 's/TOO CLOSE TO OTHER SHIP/TOO NEAR/'", BINARY];
    let texts = [
        "Level shoot has no finding of its own",
        "Finding 1 of 1: gives another reason, PLACE_SHIP",
    ];
    check(&["--level", "shoot", "--scripts", "0"], &program, 1, &texts);
    let output = verify(&["--level", "place", "--scripts", "0"], &program);
    assert!(output.stdout.starts_with(b"Finding 1 of 1: gives another reason, PLACE_SHIP"));
}

#[test]
fn wrong_programs_and_options_are_reported() {
    let missing = "cannot start `./missing --fast`: no such file or directory";
    check(&[], &["./missing", "--fast"], 3, &[missing]);
    check(&[], &["missing --fast"], 3, &["without the quotes, its words are the program"]);
    check(&["--level", "high"], &["cat"], 2, &["possible values: place, fleet"]);
    check(&["--accept", "nothing"], &["cat"], 2, &["there is no such misreading"]);
    check(&["--time", "0"], &["cat"], 2, &["expected seconds"]);
    check(&["--script", "missing.ships"], &["cat"], 3, &["cannot read `missing.ships`"]);
    let alone = broadside().arg("verify").output().expect("the binary starts");
    assert_eq!(alone.status.code(), Some(2));
}

/// Regression: a wrong test of the course was only named.
#[test]
fn a_wrong_test_of_the_course_shows_both_outputs() {
    let folder = Folder::new();
    for (name, text) in [("a.in", "[state] PRINT 2 [state]"), ("a.out", "No picture 2\n")] {
        folder.write(name, text);
    }
    folder.write("b.in", "[state] BOARD_SIZE 1 1 PRINT 0 [state]");
    folder.write("b.out", " \nPARTS REMAINING:: A : 0 B : 1\n");
    let texts = [
        "Course's own test a:\n\n       expected     | got\n    1  No picture 2 | (end of output)\n\n  ended      exited 2\n",
        "Course's own test b:\n\n       expected                      | got\n    1                                |\n    \
         2  PARTS REMAINING:: A : 0 B : 1 | PARTS REMAINING:: A : 0 B : 0\n\n\
         Course's own tests: 0 of 2 right; wrong: a, b\n",
    ];
    let cases = folder.path().to_str().expect("UTF-8");
    check(&["--level", "place", "--scripts", "0", "--cases", cases], &[BINARY], 1, &texts);
}

#[test]
fn a_folder_of_an_earlier_run_without_its_finding_is_not_accepted() {
    let folder = Folder::new();
    folder.write("01-accepts/notes", "mine\n");
    let options = ["--keep", &folder.word(""), "--accept", "1"];
    check(&options, &["cat"], 2, &["no finding 1 was kept"]);
}

/// Regression: a file with the name of a kept finding stopped `verify`.
#[test]
fn a_file_with_the_name_of_a_finding_stays() {
    let folder = Folder::new();
    folder.write("07-crash", "mine\n");
    let options = ["--keep", &folder.word(""), "--findings", "1"];
    check(&options, &["cat"], 1, &["Finding 1 of 1: accepts"]);
    assert_eq!(folder.read("07-crash"), "mine\n");
}

/// Regression: links among the kept findings were followed. So a submission could delete and
/// replace the files of another folder.
#[cfg(unix)]
#[test]
fn links_among_the_findings_are_not_followed() {
    use std::os::unix::fs::symlink;
    let folder = Folder::new();
    folder.make("findings");
    folder.write("case/stdin", "mine\n");
    for name in ["findings/01-accepts", "findings/77-timeout", "broadside-findings"] {
        symlink(folder.at("case"), folder.at(name)).expect("a link");
    }
    let options = ["--keep", &folder.word("findings"), "--findings", "1"];
    check(&options, &["cat"], 1, &["Finding 1 of 1: accepts"]);
    assert_eq!(names(&folder.at("findings")), ["01-accepts"]);
    assert!(folder.at("findings/01-accepts/stdin").is_file());

    let mut command = folder.broadside(["verify", "--findings", "1", "--", "cat"]);
    let output = command.output().expect("the binary starts");
    assert_eq!(output.status.code(), Some(3));
    assert!(output.stderr.ends_with(b"it is a link; `--keep DIR` keeps the findings elsewhere\n"));
    assert_eq!(
        (names(&folder.at("case")), folder.read("case/stdin")),
        (vec!["stdin".to_owned()], "mine\n".to_owned())
    );
}

#[test]
fn one_script_can_be_tried() {
    let folder = Folder::new();
    let path = folder.word("mine.ships");
    folder.write("mine.ships", "[state]\nPRINT 1\n[state] and prose\n");
    check(&["--script", &path], &[BINARY], 0, &["No difference in the script."]);
    check(&["--script", &path], &["true"], 1, &["at line 2: PRINT 1", "(end of output)"]);
    folder.write("mine.ships", "[state]\nPRINT 2\n[state]\n");
    check(&["--script", &path], &["true"], 2, &["PRINT 2"]);
}

#[test]
fn findings_are_kept_and_written_as_json() {
    let folder = Folder::new();
    let at = |name: &str| folder.word(name);
    let options = ["--findings", "1", "--keep", &at("kept"), "--json", &at("all.json")];
    check(&options, &["printf", "\\377"], 1, &[]);
    let report = || {
        let json: Value = serde_json::from_slice(&folder.bytes("all.json")).expect("JSON");
        schemas::check::<broadside::lab::report::Report>(&json);
        json
    };
    let json = report();
    let finding = &json["findings"][0];
    assert_eq!((&finding["kind"], &finding["got"]), (&"prints".into(), &"\\u{ff}".into()));
    assert_eq!(finding["status"]["code"], 0);

    // The programs give findings of each kind: refusals, pictures and crashes. Some findings have a
    // place, a rule or a similar misreading, and some do not.
    for program in [&["cat"][..], &["sh", "-c", "kill -SEGV $$"]] {
        let options = ["--findings", "4", "--json", &at("all.json"), "--level", "setup"];
        check(&options, program, 1, &[]);
        report();
    }

    for (name, bytes) in [("stdin", &b""[..]), ("stdout", b""), ("got", b"\xff")] {
        assert_eq!(folder.bytes(format!("kept/01-prints/{name}")), bytes);
    }
}

/// Each run of the program notes the peak memory of `verify`, which is the parent of the program's
/// supervisor.
#[cfg(target_os = "linux")]
#[test]
fn floods_fill_no_memory() {
    let folder = Folder::new();
    let flood = "read -r _ _ _ us _ < /proc/$PPID/stat; grep VmHWM /proc/$us/status >> peak; \
        exec cat /dev/zero";
    let words = "verify --keep none --findings 9 --scripts 40 --jobs 8 --level place -- sh -c";
    let mut command = folder.broadside(words.split(' '));
    let output = command.arg(flood).output().expect("the binary starts");
    assert_eq!(output.status.code(), Some(1), "{}", output.stderr.escape_ascii());
    let peaks = folder.read("peak");
    let kibibytes = peaks.lines().filter_map(|line| line.split_whitespace().nth(1)?.parse().ok());
    let kibibytes: Vec<u32> = kibibytes.collect();
    assert!(kibibytes.len() > 40, "{peaks}");
    let most = kibibytes.into_iter().max().expect("some runs");
    assert!(most < 50_000, "{most} KiB");
}

#[cfg(target_os = "linux")]
#[test]
fn an_interrupt_shows_what_was_found() {
    let folder = Folder::new();
    let gate = folder.at("gate");
    make_pipe(&gate);
    // The program answers the probes wrongly, and its fortieth run waits for the interrupt.
    let script =
        "echo x | tee -a count; [ $(wc -l < count) -lt 40 ] || { echo > gate; exec sleep 1000; }";
    let words = "verify --keep none --time 600 --jobs 1 -- sh -c";
    let mut command = folder.broadside(words.split(' '));
    let mut child = command.arg(script).stdout(Stdio::piped()).spawn().expect("the binary starts");
    fs::read(&gate).expect("a start");
    let pid = rustix::process::Pid::from_child(&child);
    rustix::process::kill_process(pid, rustix::process::Signal::INT).expect("a signal");
    let lines = BufReader::new(child.stdout.take().expect("a pipe")).lines();
    let out: Vec<_> = lines.map_while(Result::ok).collect();
    assert_eq!(child.wait().expect("an end").code(), Some(130));
    assert!(out.iter().any(|line| line.starts_with("Finding 1 of")), "{out:#?}");
}
