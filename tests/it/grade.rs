//! Runs `broadside grade` as a process. The command gives marks to the programs of a class.

use crate::console::{WorkFolder, trimmed};
use crate::environment::{count, has, is_set};
use crate::harness::{
    BINARY, Folder, Texts as _, broadside, check_screen, make_pipe, names, read, root,
};
use crate::schemas;
use broadside::text::width;
use serde_json::Value;
use std::fs;
use std::io::{BufRead as _, BufReader};
use std::ops::Deref;
use std::os::unix::fs::PermissionsExt as _;
use std::path::Path;
use std::process::{Command, Output, Stdio};

mod hostile;

/// A temporary folder with the submissions of a class, and with the results beside them.
struct Class(Folder);

impl Deref for Class {
    type Target = Folder;

    fn deref(&self) -> &Folder {
        &self.0
    }
}

impl Class {
    /// Returns a class of these submissions. Each has a file name, perhaps in a folder, and the text
    /// of a shell script.
    fn of(submissions: &[(&str, &str)]) -> Self {
        let class = Self(Folder::new());
        class.make("class");
        for (name, text) in submissions {
            class.write_program(&format!("class/{name}"), text);
        }
        class
    }

    fn small() -> Self {
        Self::of(&[("right", "exec \"$BROADSIDE\""), ("silent", "exit 0"), ("echo", "exec cat")])
    }

    fn command(&self, options: &[&str]) -> Command {
        // There is no sandbox, because these programs write files outside of their folders for the
        // tests.
        let mut command = self.broadside(["grade", "--sandbox", "none"]);
        command.env("BROADSIDE", BINARY);
        for [option, value] in [["--time", "60"], ["--findings", "1"]] {
            if !options.contains(&option) {
                command.args([option, value]);
            }
        }
        command.args(options).arg("class");
        command
    }

    fn grade(&self, options: &[&str]) -> Output {
        self.command(options).output().expect("the binary starts")
    }

    /// Grades the class. Checks the exit status, and that each text is in the output or in standard
    /// error. Returns the output.
    #[track_caller]
    fn check(&self, options: &[&str], code: i32, texts: &[&str]) -> String {
        let output = self.grade(options);
        output.check(code, texts);
        output.out()
    }

    /// Returns the body of the page `file`, which must equal the stored screen `name`.
    #[track_caller]
    fn page(&self, file: &str, name: &str) -> String {
        let page = self.read(file);
        assert_eq!(page.matches("<script").count(), 1, "{page}");
        let (start, end) = (page.find("<body"), page.rfind("<script>"));
        let body = page[start.expect("a body")..end.expect("a script")].to_owned();
        check_screen(name, &body);
        body
    }

    fn results(&self, folder: &str) -> Vec<Value> {
        let mut files = names(&self.at(folder));
        files.sort();
        files.iter().map(|file| self.json(&format!("{folder}/{file}"))).collect()
    }

    fn write_program(&self, name: &str, text: &str) {
        self.write(name, format!("#!/bin/sh\n{text}\n"));
        let mode = fs::Permissions::from_mode(0o755);
        fs::set_permissions(self.at(name), mode).expect("a mode");
    }

    fn json(&self, name: &str) -> Value {
        serde_json::from_slice(&self.bytes(name)).expect("JSON")
    }
}

fn status<'r>(result: &'r Value, rule: &str) -> &'r Value {
    let rules = result["rules"].as_array().expect("rules");
    &rules.iter().find(|row| row["id"] == rule).expect("a rule")["status"]
}

#[test]
fn marks_come_in_all_forms() {
    let class = Class::small();
    // At this level, the page does not change with every new command.
    let options = ["--level", "setup", "--random", "1", "--json", "json", "--csv", "marks.csv"];
    let options = [&options[..], &["--html", "marks.html"]].concat();
    let said = ["1 of 3 done: ", "students can have the same tests"];
    let out = class.check(&[&options[..], &["--gradescope", "scope"]].concat(), 0, &said);
    assert!(out.contains("right       100.00   100%"), "{out}");

    let results = class.results("json");
    let [echo, right, silent] = &results[..] else { panic!("{results:?}") };
    for result in &results {
        schemas::check::<broadside::lab::report::Grade>(result);
        assert_eq!(
            (&result["schema"], &result["build"]["status"]),
            (&"broadside.grade/1".into(), &"ready".into())
        );
    }
    assert_eq!((&right["score"], &right["max_score"]), (&100.0.into(), &100.0.into()));
    assert_eq!(right["findings"], Value::Array(Vec::new()));
    assert_eq!(right["levels"][0], serde_json::json!({ "level": "place", "same": 1, "of": 1 }));
    assert_eq!(status(right, "fleet.negative"), "not settled");
    assert!(silent["score"].as_f64().expect("a score") < 60.0);
    assert_eq!(echo["findings"][0]["schema"], "broadside.finding/1");

    let csv = class.read("marks.csv");
    assert!(
        csv.starts_with("submission,score,max_score,build,findings,cases,id,mail,place,fleet"),
        "{csv}"
    );
    assert!(csv.contains("\r\nright,100,100,ready,0,,,,100.0,100.0"), "{csv}");
    let scope = class.json("scope/right/results.json");
    assert_eq!((&scope["score"], &scope["visibility"]), (&100.0.into(), &"visible".into()));
    assert_eq!(scope["tests"][0]["status"], "passed");
    let page = class.page("marks.html", "grade-of-three");
    assert!(page.contains("<h1>3 submissions</h1>") && !page.contains("<details open"));
    // Regression: a program that prints nothing made every rule wrong in the list for the class.
    assert!(
        page.contains("<p class=\"quiet\">Not counted here: 1 submission that prints nothing.</p>")
    );
    assert!(out.contains("1 submission prints nothing and is not counted here.\n"), "{out}");
    let class = Class::of(&[("one", "exit 0"), ("two", "exit 0")]);
    let out = class.check(&[&options[..4], &["--html", "marks.html"]].concat(), 0, &[]);
    assert!(out.starts_with("2 submissions print nothing and are not counted here.\n\n"), "{out}");
    assert!(!class.read("marks.html").contains("no rule is broken"));
}

/// If there is one submission, its details are open, and the page mentions no other submissions.
#[test]
fn the_page_of_one_submission_shows_it_open() {
    let class = Class::of(&[("echo", "exec cat")]);
    class.check(&["--level", "setup", "--random", "1", "--html", "marks.html"], 0, &[]);
    assert!(class.page("marks.html", "grade-of-one").contains("<details open"));
}

/// A habit is a mistake of form in all output. This program adds a blank to each line. Once,
/// `grade` reported the same mistake also as a wrong picture and as a wrong reason.
#[test]
fn a_habit_is_reported_once() {
    let class = Class::of(&[("blanks", "\"$BROADSIDE\" | sed 's/$/ /'")]);
    let options = ["--level", "place", "--cards", "--findings", "3", "--json", "json"];
    class.check(&[&options[..], &["--html", "marks.html"]].concat(), 0, &[]);
    let results = class.results("json");
    let [result] = &results[..] else { panic!("{results:?}") };
    assert_eq!(result["score"], 95.0);
    let findings = result["findings"].as_array().expect("findings");
    let headlines: Vec<_> = findings.iter().map(|finding| &finding["headline"]).collect();
    assert_eq!(headlines, ["prints other blanks at the ends of lines"]);
    let page = class.read("marks.html");
    assert!(!page.contains("It costs nothing"));
}

/// Regression: a program that always fails had five findings, which took most of a minute. And if a
/// program with a long output ran again, its output differed, so its finding was called flaky.
#[test]
fn a_program_that_always_fails_has_one_finding_and_a_long_output_is_not_flaky() {
    let class = Class::of(&[("fails", "exit 1"), ("loud", "yes INVALID | head -n 40000")]);
    let options = ["--level", "place", "--random", "1", "--findings", "3", "--json", "json"];
    class.check(&options, 0, &[]);
    let results = class.results("json");
    let kinds = |result: &Value| -> Vec<_> {
        let findings = result["findings"].as_array().expect("findings").iter();
        let kind = |finding: &Value| {
            assert_eq!(finding["status"]["flaky"], false, "{finding}");
            finding["kind"].clone()
        };
        findings.map(kind).collect()
    };
    let [fails, loud] = &results[..] else { panic!("{results:?}") };
    assert_eq!(kinds(fails), ["does not run"]);
    assert_eq!(kinds(loud).len(), 3);
}

/// A probe is a short script at the beginning of the tests. Once, the page said that findings of
/// probes cost nothing, although the rules of these findings got no points.
#[test]
fn a_finding_of_a_rule_without_points_costs_something() {
    let class = Class::of(&[("echo", "exec cat")]);
    class.check(&["--level", "place", "--cards", "--html", "marks.html"], 0, &[]);
    let page = class.read("marks.html");
    assert!(page.contains("<code>place.not-in-start</code>, section 5"), "{page}");
    assert!(!page.contains("It costs nothing"), "{page}");
}

/// Once, the page showed a green "no findings" for a program that had wrong rules or a habit (a
/// mistake of form in all output).
#[test]
fn without_a_search_only_a_right_program_has_no_findings() {
    let class = Class::of(&[
        ("blanks", "\"$BROADSIDE\" | sed 's/$/ /'"),
        ("right", "exec \"$BROADSIDE\""),
        ("silent", "exit 0"),
        ("strips", "\"$BROADSIDE\" | sed 's/ *$//'"),
    ]);
    let options = ["--level", "place", "--cards", "--findings", "0", "--html", "marks.html"];
    class.check(&[&options[..], &["--gradescope", "scope"]].concat(), 0, &[]);
    let page = class.read("marks.html");
    let tags = ["no findings", "no search for findings"].map(|tag| page.matches(tag).count());
    assert_eq!(tags, [1, 3]);
    let outputs = ["blanks", "right", "silent", "strips"]
        .map(|name| class.json(&format!("scope/{name}/results.json"))["output"].clone());
    let unsearched = "There was no search for findings.\n";
    let of_habit =
        |habit| format!("{unsearched}The rules bring: 100.00\nHabits of form: it {habit}: -5.00\n");
    let blanks = of_habit("prints other blanks at the ends of lines");
    let strips =
        of_habit("prints no blanks at the ends of lines, where rows of a picture have them");
    assert_eq!(outputs, [&*blanks, "No mistake was found.\n", unsearched, &*strips]);
}

/// Once, with `--ignore blank-lines`, the page showed the difference on a wrong line of the output.
#[test]
fn both_outputs_are_marked_at_their_first_difference() {
    let class = Class::of(&[("anna", "echo; echo; \"$BROADSIDE\" | sed 's/TOO CLOSE/TOO NEAR/'")]);
    let options = ["--level", "place", "--cards", "--ignore", "blank-lines", "--html", "page"];
    class.check(&options, 0, &[]);
    let page = class.read("page");
    for marked in
        ["SHIP TOO <mark class=\"differs\">CLOSE", "SHIP TOO <mark class=\"differs\">NEAR"]
    {
        assert_eq!(page.matches(marked).count(), 1, "{page}");
    }
}

/// Once, a submission that could not be run counted as 0 points.
#[test]
fn a_submission_without_a_mark_counts_in_no_figure() {
    let class = Class::of(&[("right", "exec \"$BROADSIDE\"")]);
    class.write("class/notes", "Dear teacher");
    let options = ["--level", "place", "--random", "1", "--html", "marks.html"];
    let more = ["--csv", "marks.csv", "--json", "json", "--gradescope", "scope"];
    class.check(&[&options[..], &more].concat(), 3, &["rules are right in all submissions."]);
    let csv = class.read("marks.csv");
    let line = csv.lines().find_map(|line| line.strip_prefix("notes,,100,impossible,0,"));
    assert!(line.is_some_and(|fields| fields.bytes().all(|byte| byte == b',')), "{csv}");
    assert_eq!(class.results("json")[0]["score"], Value::Null);
    let scope = class.json("scope/notes/results.json");
    assert_eq!((scope.get("score"), &scope["tests"]), (None, &Value::Array(Vec::new())));
    let page = class.read("marks.html");
    assert!(page.contains("<dt>median score</dt><dd>100.00</dd>"), "{page}");
    assert!(page.contains("<title>0 from 0 to 10 %</title>"), "{page}");
    assert_eq!(page.matches("<b>–</b>").count(), 1, "{page}");
    class.check(&[&options[..], &["--run", "/missing"]].concat(), 3, &[]);
    let page = class.read("marks.html");
    assert!(page.contains("<dt>median score</dt><dd>–</dd>"), "{page}");
}

/// Regression: a name of Chinese characters shifted the figures of its submission to the right.
#[test]
fn the_figures_of_wide_names_stand_below_those_of_others() {
    let class = Class::of(&[("船船船船船船", "exit 0"), ("other", "exit 0")]);
    let text = class.check(&["--level", "setup", "--random", "1", "--findings", "0"], 0, &[]);
    let figures = text.lines().filter_map(|line| line.split_once(" 0.00 "));
    let columns: Vec<_> = figures.map(|(name, _)| width(name)).collect();
    assert!(columns.len() == 2 && columns[0] == columns[1], "{text}");
}

/// Lets `program` write a kit (the files for the grading service Gradescope) into the folder `kit`.
fn kit(class: &Class, program: &Path, options: &[&str]) -> Output {
    let mut command = Command::new(program);
    command.current_dir(class.path()).args(["grade", "--gradescope-kit", "kit"]);
    command.args(options).output().expect("the binary starts")
}

/// A kit can be made again from its own files. Once, the new kit had empty files of the course, and
/// still had tests that were removed before.
#[test]
fn a_kit_is_made_again_from_its_own_files() {
    let class = Class::of(&[]);
    class.write("kit/weights.toml", "max_score = 20\n");
    let (script, refusal) = (
        "[state] REEF 99 0 [state]",
        "INVALID OPERATION \"REEF 99 0\": REEF IS NOT PLACED ON BOARD\n",
    );
    for (name, text) in
        [("07.in", script), ("07.out", refusal), ("reef/stdin", script), ("reef/stdout", refusal)]
    {
        class.write(format!("kit/course/cases/{name}"), text);
    }
    let made = |options: &[&str]| {
        assert!(kit(&class, Path::new(BINARY), options).status.success());
    };
    made(&["--weights", "kit/weights.toml"]);
    let own = ["--weights", "kit/course/weights.toml", "--cases", "kit/course/cases"];
    made(&own);
    assert!(kit(&class, &class.at("kit/broadside"), &own).status.success());
    assert_eq!(class.read("kit/course/weights.toml"), "max_score = 20\n");
    assert_eq!(class.read("kit/course/cases/07.in"), script);
    assert_eq!(class.read("kit/course/cases/reef/stdout"), refusal);

    class.make("cases");
    fs::copy(class.at("kit/course/cases/07.in"), class.at("cases/08.in")).expect("a copy");
    fs::copy(class.at("kit/course/cases/07.out"), class.at("cases/08.out")).expect("a copy");
    fs::rename(class.at("kit"), class.at("cases/kit")).expect("a move");
    std::os::unix::fs::symlink("cases/kit", class.at("kit")).expect("a link");
    made(&["--cases", "cases"]);
    assert_eq!(class.read("kit/course/cases/08.in"), script);
    let rest = ["07.in", "07.out", "reef/stdin", "kit"];
    let is_there = |name: &&&str| class.at("kit/course/cases").join(name).exists();
    assert_eq!(rest.iter().find(is_there), None);
}

/// Once, `grade` wrote a kit in spite of wrong weights, and this kit graded nothing.
#[test]
fn a_kit_with_wrong_files_of_the_course_is_refused() {
    let class = Class::of(&[]);
    class.write("weights.toml", "[rules]\nplace.nothing = 1\n");
    let output = kit(&class, Path::new(BINARY), &["--weights", "weights.toml"]);
    output.fails(2, "there is no rule `place.nothing`");
    assert!(!class.at("kit").exists());
}

/// Once, the files for Gradescope left out the option `--settled`.
#[test]
fn the_autograder_of_a_kit_scores_the_rules_that_were_asked_for() {
    let class = Class::of(&[]);
    assert!(kit(&class, Path::new(BINARY), &["--settled", "tests"]).status.success());
    let script = class.read("kit/run_autograder");
    assert!(script.contains(" '--settled=tests' "), "{script}");
}

/// Once, the files for Gradescope left out the limits, and later only `--jobs`.
#[test]
fn the_autograder_of_a_kit_has_the_limits_that_were_asked_for() {
    let class = Class::of(&[]);
    let limits = ["--time=2.5", "--output=64K", "--memory=2G", "--sandbox=nice -n5", "--jobs=2"];
    assert!(kit(&class, Path::new(BINARY), &limits).status.success());
    let script = class.read("kit/run_autograder");
    let words =
        "'--jobs=2' '--sandbox=nice -n5' '--time=2.5' '--output=65536' '--memory=2147483648'";
    assert!(script.contains(words), "{script}");
}

/// The list of rules, the worst rules and the findings link to the book at `BROADSIDE_BOOK`.
#[test]
fn the_page_leads_to_the_rules_in_the_book() {
    let class = Class::of(&[("echo", "exec cat"), ("silent", "exit 0")]);
    let mut command = class.command(&["--random", "1", "--html", "marks.html"]);
    let output = command.env("BROADSIDE_BOOK", "../book").output().expect("the binary starts");
    assert_eq!(output.status.code(), Some(0));
    let page = class.read("marks.html");
    let link = "<a href=\"../book/rules/place.html#placeset\"><code>place.set</code></a>";
    assert!(page.contains(&format!("<th scope=\"row\">{link}")), "the list of rules");
    assert!(page.contains("<li><div><a href=\"../book/rules/"), "the worst rules");
    assert!(page.contains("<span class=\"quiet\"><a href=\"../book/rules/"), "a finding");
}

/// A journal is a file with the results so far. A killed run can leave a journal that is cut at any
/// byte. The next run goes on from the end of this journal, and gives the same results.
#[test]
fn a_run_goes_on_where_it_was_stopped() {
    let class = Class::small();
    let options = ["--random", "1", "--journal", "journal", "--json", "json"];
    class.check(&options, 0, &[]);
    let (whole, results) = (class.bytes("journal"), class.results("json"));
    for part in [0, 1, 3] {
        class.write("journal", &whole[..whole.len() * part / 4]);
        fs::remove_dir_all(class.at("json")).expect("a folder");
        class.check(&options, 0, &[]);
        assert_eq!(class.results("json"), results, "{part} of 4");
    }
    let before = class.bytes("journal");
    class.check(&options, 0, &[]);
    assert_eq!(class.bytes("journal"), before);

    let other = ["--random", "2", "--journal", "journal"];
    class.check(&other, 2, &["the journal `journal` was written with other options"]);
    class.write("journal", "Dear diary,\n");
    class.check(&options, 2, &["line 1 does not belong in one"]);
    assert_eq!(class.bytes("journal"), b"Dear diary,\n");
}

/// A second run asks for findings that the first run did not look for. Then no test runs again. A
/// run that asks for fewer findings shows the first of them.
#[test]
fn a_journal_without_findings_goes_on_with_findings() {
    let class = Class::small();
    let with = |most: &'static str| {
        let options =
            ["--random", "1", "--journal", "journal", "--json", "json", "--findings", most];
        class.check(&options, 0, &[]);
        let lines = class.read("journal").lines().count();
        let found = |result: &Value| result["findings"].as_array().map_or(0, Vec::len);
        let found: Vec<_> = class.results("json").iter().map(found).collect();
        (lines, found.len(), found.into_iter().max().unwrap_or_default())
    };
    let (lines, submissions, most_findings) = with("0");
    assert_eq!(most_findings, 0);
    // The findings of each submission are one more line of the journal.
    let all = lines + submissions;
    assert_eq!(["2", "1", "2"].map(with), [2, 1, 2].map(|most| (all, submissions, most)));
}

#[test]
fn a_submission_that_has_changed_is_graded_again() {
    let class = Class::of(&[("anna", "exit 0")]);
    let options = ["--random", "1", "--journal", "journal", "--json", "json"];
    class.check(&options, 0, &[]);
    assert_ne!(class.results("json")[0]["score"], 100.0);
    class.write("class/anna", "#!/bin/sh\nexec \"$BROADSIDE\"\n");
    class.check(&options, 0, &[]);
    assert_eq!(class.results("json")[0]["score"], 100.0);
}

/// Once, a submission with a new command in `class.toml` kept its old marks.
#[test]
fn a_submission_with_a_new_command_is_graded_again() {
    let class = Class::of(&[("anna", "exit 0")]);
    let options = ["--random", "1", "--journal", "journal", "--json", "json"];
    class.check(&options, 0, &[]);
    assert_ne!(class.results("json")[0]["score"], 100.0);
    let about = format!("[[submission]]\nmatch = 'anna'\nrun = '{BINARY}'\n");
    class.write("class/class.toml", about);
    class.check(&options, 0, &[]);
    assert_eq!(class.results("json")[0]["score"], 100.0);
}

/// A shard is a part of the tests. The journals of all shards, joined in any order, give the
/// results of a whole run.
#[test]
fn shards_together_give_the_results_of_a_whole_run() {
    let class = Class::small();
    class.check(&["--random", "1", "--json", "whole"], 0, &[]);
    let mut all = Vec::new();
    for shard in ["3/3", "1/3", "2/3"] {
        let journal = format!("journal{}", &shard[..1]);
        let options = ["--random", "1", "--shard", shard, "--journal", &journal];
        class.check(&options, 0, &["is done. The journal has", "Concatenate the journals"]);
        all.extend(class.bytes(&journal));
    }
    class.write("all", all);
    class.check(&["--random", "1", "--journal", "all", "--json", "parts"], 0, &[]);
    assert_eq!(class.results("parts"), class.results("whole"));
    class.check(&["--random", "1", "--shard", "1/2"], 2, &["--journal"]);
}

#[test]
fn a_program_that_ends_no_probe_is_not_tested() {
    let class = Class::of(&[("eve", "while :; do :; done")]);
    let options = ["--random", "1", "--time", "0.1", "--json", "json", "--csv", "marks.csv"];
    class.check(&options, 0, &["eve           0.00  ends none of the first scripts in time"]);
    assert_eq!(class.results("json")[0]["build"]["status"], "endless");
    let csv = class.read("marks.csv");
    assert!(csv.contains("\r\neve,0,100,endless,0,"), "{csv}");
}

#[test]
fn builds_that_fail_are_results() {
    let class = Class::of(&[("anna", "exit 0"), ("ben", "echo 'no <such> thing' >&2; exit 3")]);
    let options =
        ["--random", "1", "--build", "sh {src}", "--run", "{dir}/{src}", "--json", "json"];
    class.check(&options, 0, &["ben           0.00  no <such> thing"]);
    let results = class.results("json");
    assert_eq!(results[0]["build"]["status"], "ready");
    assert_eq!(results[1]["build"]["status"], "failed");
    assert_eq!(results[1]["build"]["message"], "no <such> thing\nsh: exited 3");
    assert_eq!(results[1]["score"], 0.0);
    for rule in results[1]["rules"].as_array().expect("rules") {
        assert!(
            ["not reached", "not settled"].contains(&rule["status"].as_str().expect("a word")),
            "{rule}"
        );
    }
    let missing = ["--random", "1", "--build", "/missing/compiler {src}"];
    class.check(&missing, 3, &["`ben` could not be run: cannot start `/missing/compiler`"]);
    let silent = ["--random", "1", "--build", "true {out}"];
    class.check(&silent, 0, &["the build made no program"]);
    let endless = ["--random", "1", "--output", "100", "--build", "sh -c 'yes' {src}"];
    class.check(&endless, 0, &["sh: stopped because it printed too much"]);
}

/// Once, `grade` did not find a program whose name the build had chosen.
#[test]
fn a_build_may_choose_the_name_of_its_program() {
    let class = Class::of(&[("ben/ben.txt", "exec \"$BROADSIDE\" run -")]);
    let build = "sh -c 'cp ben.txt prog; chmod +x prog'";
    class.check(&["--random", "1", "--build", build], 0, &["ben         100.00"]);
}

/// The sources are executable, as they are in many archives.
#[test]
fn files_of_an_earlier_build_are_built_again() {
    if !has(&["make"]) {
        return;
    }
    let class = Class::of(&[("ben/ships", "exit 1"), ("ben/ships.c", "exec \"$BROADSIDE\"")]);
    class.write("class/ben/ships.o", "of another machine");
    let rules = "ships: ships.o\n\tcp ships.o ships\nships.o: ships.c\n\tcp ships.c ships.o\n";
    class.write("class/ben/Makefile", rules);
    class.check(&["--random", "1"], 0, &["ben         100.00"]);
}

#[test]
fn wrong_files_and_options_are_reported() {
    let class = Class::of(&[("anna", "exit 0")]);
    class.write("class/notes", "Dear teacher");
    class.write("class/read.me.txt", "Dear teacher");
    let texts = [
        "`notes` could not be run: no known kind of program was found",
        "not submissions: read.me.txt",
        "built and run by an executable: anna",
    ];
    class.check(&["--random", "1"], 3, &texts);
    class.write("weights.toml", "[rules]\nplace.nothing = 1\n");
    class.check(&["--weights", "weights.toml"], 2, &["there is no rule `place.nothing`"]);
    class.write("weights.toml", "[rules\n");
    let error = "TOML parse error at line 1, column 7\n  |\n1 | [rules\n";
    class.check(&["--weights", "weights.toml"], 2, &[error]);
    class.write("weights.toml", "[levels]\nplace = 0\nall = 0\n");
    let error = "in the weights of `weights.toml`: no test and no rule that is graded has a weight";
    class.check(&["--level", "place", "--cards", "--weights", "weights.toml"], 2, &[error]);
    class.check(&["--cases", "missing"], 3, &["cannot read `missing`"]);
    class.check(&["--run", "sh {rcu}"], 2, &["`{rcu}` is not one of {out}, {src}, {dir}"]);
    class.check(&["--shard", "5/4", "--journal", "x"], 2, &["K/N with K from 1 to N"]);
    class.make("cases");
    class.check(&["--cases", "cases"], 2, &["there are no scripts in `cases`"]);
    class.write("cases/a.in", "[state] PRINT 0 [state]");
    class.check(
        &["--cases", "cases"],
        2,
        &["`cases/a.in` has no output: there is no `cases/a.out`"],
    );
    std::os::unix::fs::symlink("/dev/zero", class.at("cases/a.out")).expect("a link");
    std::os::unix::fs::symlink("/dev/zero", class.at("cases/0.in")).expect("a link");
    class.check(&["--cases", "cases"], 2, &["`cases/0.in` is not a file"]);
    class.write("reading", "close4 # ours\nnothing");
    class.check(&["--reading", "reading"], 2, &["in `reading`: there is no misreading `nothing`"]);
}

/// Regression: tests with the same name shared one result, so a run with them was never complete.
#[test]
fn two_tests_of_one_name_are_refused() {
    let class = Class::of(&[("anna", "exit 0")]);
    for name in ["07.ships", "07.in", "07.out"] {
        class.write(format!("cases/{name}"), "");
    }
    let text = "`cases/07.in` and `cases/07.ships` are two tests with the name `07`";
    class.check(&["--cases", "cases"], 2, &[text]);
}

/// The teacher's own cases give the results of the levels, and the weights give the points of the
/// rules.
#[test]
fn cases_and_weights_are_the_teachers() {
    let class = Class::of(&[("anna", "exec \"$BROADSIDE\""), ("ben", "exit 0")]);
    class.write("cases/reef/stdin", "[state] REEF 99 0 [state]");
    let refusal = "INVALID OPERATION \"REEF 99 0\": REEF IS NOT PLACED ON BOARD\n";
    class.write("cases/reef/stdout", refusal);
    class.write("cases/empty.ships", "# nothing\n[playerA]\n[playerA]\n");
    class.write("cases/empty.out", "");
    // The teacher's case counts even when it contradicts the rules.
    class.write("cases/other.in", "HELLO");
    class.write("cases/other.out", "Hi\n");
    class.write("weights.toml", "max_score = 10\n[rules]\nreef.off-board = 4\n");
    class.write(
        "class/class.toml",
        "[[submission]]\nmatch = '*'\nid = 's7'\n[[submission]]\nmatch = 'nobody'\n",
    );
    let options =
        ["--cases", "cases", "--weights", "weights.toml", "--json", "json", "--csv", "csv"];
    let twice = "class.toml: several submissions have the id `s7`: anna, ben\n";
    class.check(&options, 0, &["class.toml: `nobody` matches no submission\n", twice]);
    let csv = class.read("csv");
    assert!(csv.contains("\r\nanna,10,10,ready,0,2/3,s7,") && csv.contains(",1/3,s7,,"), "{csv}");
    let [anna, ben] = &class.results("json")[..] else { panic!("two results") };
    assert_eq!((&anna["score"], &anna["max_score"]), (&10.0.into(), &10.0.into()));
    assert_eq!(status(ben, "reef.off-board"), "wrong");
    assert_eq!(ben["levels"][1], serde_json::json!({ "level": "setup", "same": 0, "of": 1 }));
    assert!(ben["score"].as_f64().expect("a score") < 6.0);
    // Without rules, only the cases count.
    fs::remove_dir_all(class.at("cases/reef")).expect("a folder");
    class.check(
        &["--cases", "cases"],
        0,
        &["anna         50.00     1/2", "ben          50.00     1/2"],
    );
}

/// Once, a program got two results for one of the teacher's tests, because the test ran twice.
#[test]
fn a_test_of_the_teacher_runs_once() {
    let script = "cat > seen; ! grep -q REEF seen || echo x >> \"$COUNT\"; \"$BROADSIDE\" < seen";
    let class = Class::of(&[("anna", &script.replace("seen", "\"$SEEN\""))]);
    class.write("cases/reef.in", "[state] REEF 0 0 [state]");
    class.write("cases/reef.out", "");
    let options = ["--cases", "cases", "--findings", "0", "--jobs", "1", "--csv", "marks.csv"];
    let mut command = class.command(&options);
    command.env("SEEN", class.at("seen")).env("COUNT", class.at("count"));
    assert_eq!(command.output().expect("the binary starts").status.code(), Some(0));
    assert_eq!(class.read("count"), "x\n");
    let csv = class.read("marks.csv");
    assert!(csv.contains(",ready,0,1/1,"), "{csv}");
}

#[test]
fn a_project_of_maven_runs_its_first_archive_with_a_program() {
    let class = Class::of(&[]);
    class.make("class/ben/Ben Smith");
    class.write("class/ben/Ben Smith/pom.xml", "");
    class.make("tools");
    for (name, text) in [
        (
            "mvn",
            "cd \"${6%/*}\" && mkdir target && cd target && \
             touch a-javadoc.jar a-sources.jar a-tests.jar original-a.jar q.jar r.jar",
        ),
        ("java", "[ \"${2##*/}\" = q.jar ] && [ $# = 2 ] && exec \"$BROADSIDE\""),
    ] {
        class.write_program(&format!("tools/{name}"), text);
    }
    let path = std::env::var("PATH").expect("a path");
    let mut command = class.command(&["--random", "1"]);
    command.env("PATH", format!("{}:{path}", class.at("tools").display()));
    let output = command.output().expect("the binary starts");
    let out = output.out();
    assert!(out.contains("ben         100.00"), "{out}");
}

/// Each program runs in its own copy of its submission. So the folder of the submission stays
/// unchanged.
#[test]
fn programs_run_in_a_copy() {
    let class = Class::of(&[("ben/main", "[ ! -e junk ] || exit 1; echo x > junk2; exit 0")]);
    class.write("class/ben/data.txt", "x");
    class.check(&["--random", "1"], 0, &[]);
    assert_eq!(names(&class.at("class/ben")).len(), 2);
}

#[cfg(target_os = "linux")]
#[test]
fn an_interrupted_run_says_how_many_tests_are_done() {
    let class = Class::of(&[(
        "slow",
        "echo x >> \"$COUNT\"; [ $(wc -l < \"$COUNT\") -lt 8 ] || { echo > \"$GATE\"; exec sleep 1000; }",
    )]);
    let gate = class.at("gate");
    make_pipe(&gate);
    let mut command =
        class.command(&["--random", "1", "--jobs", "1", "--findings", "0", "--journal", "journal"]);
    command.env("GATE", &gate).env("COUNT", class.at("count"));
    command.stderr(Stdio::piped()).stdout(Stdio::null());
    let mut child = command.spawn().expect("the binary starts");
    fs::read(&gate).expect("a start");
    let pid = rustix::process::Pid::from_child(&child);
    rustix::process::kill_process(pid, rustix::process::Signal::INT).expect("a signal");
    let lines = BufReader::new(child.stderr.take().expect("a pipe")).lines();
    let err: Vec<_> = lines.map_while(Result::ok).collect();
    assert_eq!(child.wait().expect("an end").code(), Some(130));
    assert!(err.iter().any(|line| line.contains("interrupted; 3 of 24 tests are done")), "{err:?}");
}

#[test]
fn the_next_run_removes_the_files_of_a_killed_run() {
    let class = Class::of(&[("slow", "echo > \"$GATE\"; exec sleep 1000")]);
    let (gate, temporary) = (class.at("gate"), class.at("temporary"));
    make_pipe(&gate);
    class.make("temporary");
    let command = |options: &[&str]| {
        let mut command = class.command(options);
        command.env("GATE", &gate).env("TMPDIR", &temporary).stdout(Stdio::null());
        command
    };
    let mut child = command(&["--random", "0"]).spawn().expect("the binary starts");
    fs::read(&gate).expect("a start");
    child.kill().expect("a kill");
    child.wait().expect("an end");
    let is_ours = |name: &String| name.starts_with("broadside-grade-");
    let folders = || names(&temporary).into_iter().filter(is_ours).count();
    assert_eq!(folders(), 1);
    let options = ["--run", "true", "--random", "0", "--findings", "0"];
    assert!(command(&options).status().expect("the binary starts").success());
    assert_eq!(folders(), 0);
}

#[test]
fn pipes_and_dangling_links_are_not_submissions() {
    let class = Class::of(&[("right", "exec \"$BROADSIDE\"")]);
    make_pipe(&class.at("class/pipe"));
    std::os::unix::fs::symlink("nowhere", class.at("class/link")).expect("a link");
    let out = class.check(&["--random", "1", "--level", "place", "--findings", "0"], 0, &[]);
    assert!(out.contains("right") && !out.contains("pipe") && !out.contains("link"), "{out}");
    class.check(&["--single", "class/pipe"], 3, &["neither a file nor a folder"]);
}

/// One sample is right at level `place`. Each other sample has one fault, and one wrong rule in its
/// result.
#[test]
fn sample_submissions_have_only_their_faults() {
    if !has(&["python3", "g++"]) {
        return;
    }
    let class = Class::of(&[]);
    cards_as_cases(&class, &["close4-place", "own-order", "idx-unchecked-place", "tag-any"]);
    let mut command = broadside();
    command.current_dir(root("")).args(["grade", "--time", "60", "--findings", "0", "--cases"]);
    command.arg(class.at("cases")).arg("--json").arg(class.at("json")).arg("scripts/submissions");
    let output = command.output().expect("the binary starts");
    assert_eq!(output.status.code(), Some(0), "{}", output.err());
    let results = class.results("json");
    let wrong = |result: &Value| {
        let rules = result["rules"].as_array().expect("rules").iter();
        let wrong = rules.filter(|rule| rule["status"] == "wrong");
        let ids: Vec<_> = wrong.filter_map(|rule| rule["id"].as_str()).collect();
        let (name, same) = (&result["submission"], &result["levels"][0]["same"]);
        format!("{name} {same} {}", ids.join(" ")).replace('"', "")
    };
    let told: Vec<_> = results.iter().map(wrong).collect();
    let expected = [
        "anna.cpp 4 ",
        "ben.py 3 ships.touch-diagonally",
        // The program fails only this case, and several rules explain why. The case comes from a
        // card (a test script) about `place.order`, but `grade` reports another rule.
        "clara.py 3 place.not-in-start",
        // No misreading (known wrong way to understand a rule) explains the crash, so `grade`
        // reports the main rule of the command.
        "dario 3 place.set",
        "elin.py 3 turn.expected",
    ];
    assert_eq!(told, expected);
    assert_eq!(results[0]["score"], 100.0);
}

fn cards_as_cases(class: &Class, wanted: &[&str]) {
    let cards = broadside::lab::cards::all().filter(|card| wanted.contains(&card.name));
    for card in cards {
        class.write(format!("cases/{}.ships", card.name), card.script);
        class.write(format!("cases/{}.out", card.name), card.out);
    }
    assert_eq!(names(&class.at("cases")).len(), 2 * wanted.len());
}

/// The `verify` command of the README must find the mistake that the README shows. This takes a few
/// hundred runs of the program. So the test needs `BROADSIDE_SAMPLES`, which `.ci/run` sets.
#[test]
fn the_finding_of_the_readme_is_a_real_one() {
    if !is_set("BROADSIDE_SAMPLES") || !has(&["python3"]) {
        return;
    }
    let readme = read("README.md");
    let out = readme_output(&readme, "verify", "--time 60");
    let finding = out.split("\n  seen").next().unwrap_or_default();
    assert!(finding.contains("looks like") && readme.contains(finding), "{out}");
}

#[test]
fn the_tables_of_the_readme_are_real_ones() {
    if !is_set("BROADSIDE_SAMPLES") || !has(&["python3", "g++"]) {
        return;
    }
    let readme = read("README.md");
    let told = readme_output(&readme, "grade", "--time 60 --findings 0");
    // Messages on standard error, for example about builds, are not part of the table.
    let marks: Vec<_> = told.lines().filter(|line| !line.starts_with("broadside: ")).collect();
    let marks = marks.join("\n");
    assert!(marks.contains("anna.cpp") && readme.contains(&marks), "{marks}");
    let table = readme_output(&readme, "match", "--time 60");
    assert!(table.contains("mine") && readme.contains(&table), "{table}");
}

/// Runs the README's command `broadside NAME ...` with more `options` to save time, and returns its
/// output.
fn readme_output(readme: &str, name: &str, options: &str) -> String {
    let start = format!("$ broadside {name} ");
    let rest = readme.lines().find_map(|line| line.strip_prefix(&start)).expect("a command");
    trimmed(&WorkFolder::new().printed(&[format!("broadside {name} {options} {rest}")])[0])
}

/// `BROADSIDE_GRADE=100` grades 100 copies of the samples with 300 tests each. A second run is
/// killed 20 times, and a third run is split into four shards. All runs give the same results.
#[test]
#[expect(clippy::print_stderr, reason = "what is measured is shown")]
fn a_large_class_survives_everything() {
    let count = count("BROADSIDE_GRADE", 0);
    if count == 0 {
        return;
    }
    let class = Class::of(&[]);
    copy_samples(&class, count);
    // Probes, cards and eight scripts of each level are a few more than 300 tests.
    let common = ["--cards", "--random", "8", "--jobs", "2", "--findings", "2"];
    let run = |options: &[&str]| class.check(&[&common[..], options].concat(), 0, &[]);
    let start = std::time::Instant::now();
    run(&["--json", "whole", "--html", "whole.html", "--journal", "journal"]);
    let whole = start.elapsed();
    kill_often(&class, &common, whole);
    run(&["--json", "resumed", "--html", "resumed.html", "--journal", "killed"]);
    assert_eq!(class.results("resumed"), class.results("whole"));
    assert_eq!(class.bytes("resumed.html"), class.bytes("whole.html"));
    let mut all = Vec::new();
    for shard in ["1/4", "2/4", "3/4", "4/4"] {
        let journal = format!("shard{}", &shard[..1]);
        run(&["--shard", shard, "--journal", &journal]);
        all.extend(class.bytes(&journal));
    }
    class.write("all", all);
    run(&["--json", "parts", "--journal", "all"]);
    assert_eq!(class.results("parts"), class.results("whole"));
    let size = class.bytes("whole.html").len();
    eprintln!("{count} submissions: {whole:?}, a page of {size} bytes");
}

fn copy_samples(class: &Class, count: usize) {
    let samples = root("scripts/submissions");
    for number in 0..count {
        let (name, ending) =
            [("anna", ".cpp"), ("ben", ".py"), ("clara", ".py"), ("dario", ""), ("elin", ".py")]
                [number % 5];
        let to = class.at("class").join(format!("{number:03}-{name}{ending}"));
        let from = samples.join(format!("{name}{ending}"));
        let copied = Command::new("cp").arg("-r").args([from, to]).status();
        assert!(copied.expect("cp").success());
    }
}

/// Starts a run 20 times, and kills it each time, after one of eleven delays. `whole` is the time
/// that a whole run takes.
fn kill_often(class: &Class, common: &[&str], whole: std::time::Duration) {
    for round in 1..=20_u32 {
        let options = [common, &["--journal", "killed"]].concat();
        let mut command = class.command(&options);
        let mut child =
            command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().expect("the binary starts");
        std::thread::sleep(whole * (7 * round % 11 + 1) / 150);
        child.kill().expect("a kill");
        child.wait().expect("an end");
    }
}
