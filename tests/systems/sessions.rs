//! Runs the commands `run` and `check` of the README, and the scripts of `scripts/` that have a
//! recorded output in `tests/scripts/`.

use crate::harness::{broadside, root, run};
use std::fs;

type Test = (String, Box<dyn FnOnce() + Send>);

pub(crate) fn tests() -> Vec<Test> {
    vec![
        ("readme".to_owned(), Box::new(the_readme_runs_and_checks)),
        ("scripts".to_owned(), Box::new(scripts_print_what_is_recorded)),
    ]
}

/// Compares the output of `run` and `check` with the README. The test connects the pipes itself, so
/// no shell is needed.
fn the_readme_runs_and_checks() {
    let readme = fs::read_to_string(root("README.md")).expect("a page").replace('\r', "");
    let mut tried = 0;
    for block in readme.split("```console\n").skip(1) {
        let (block, _) = block.split_once("```").expect("the end of a block");
        for example in block.strip_prefix("$ ").unwrap_or(block).split("\n$ ") {
            let (line, shown) = example.split_once('\n').unwrap_or((example, ""));
            if let Some(printed) = printed(line) {
                assert_eq!(printed.trim_end(), shown.trim_end(), "$ {line}");
                tried += 1;
            }
        }
    }
    assert!(tried >= 3, "only {tried} commands were tried");
}

/// Returns what a line of the README prints, if the line runs or checks a script.
fn printed(line: &str) -> Option<String> {
    let mut input = Vec::new();
    let mut printed = None;
    for part in line.split(" | ") {
        if let Some(text) = part.strip_prefix("printf ") {
            input = text.trim_matches('\'').replace("\\n", "\n").into_bytes();
        } else if let Some(words) = part.strip_prefix("broadside ") {
            let is_meant = words.starts_with("run ") || words.starts_with("check ");
            let mut command = broadside();
            command.current_dir(root("")).args(words.split(' '));
            let output = is_meant.then(|| run(&mut command, &input))?;
            printed = Some(String::from_utf8([output.stdout, output.stderr].concat()).ok()?);
        } else if let Some(most) = part.strip_prefix("tail -n ") {
            let text = printed?;
            let lines: Vec<_> = text.lines().collect();
            let from = lines.len().saturating_sub(most.parse().ok()?);
            printed = Some(lines[from..].join("\n"));
        }
    }
    printed
}

fn scripts_print_what_is_recorded() {
    let mut tried = 0;
    for entry in fs::read_dir(root("tests/scripts")).expect("a folder") {
        let recorded = entry.expect("an entry").path();
        let name = recorded.file_stem().expect("a name").to_string_lossy().into_owned();
        let script = root("scripts").join(format!("{name}.ships"));
        let output = run(broadside().arg("run").arg(&script), b"");
        let mut got = output.stdout;
        got.extend(format!("(exit status {:?})\n", output.status.code()).into_bytes());
        assert!(fs::read(&recorded).ok() == Some(got), "{name} differs from what is recorded");
        tried += 1;
    }
    assert!(tried >= 7, "only {tried} scripts were tried");
}
