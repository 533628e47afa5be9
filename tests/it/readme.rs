//! The commands of the README do what it says: its `console` blocks are run by one shell, from the
//! repository's root, and what they print is compared. The examples of the help run as well.

use crate::harness::{BINARY, broadside, copy, root, run};
use broadside::catalog::Program;
use std::fmt::Write as _;
use std::fs;
use std::path::Path;
use std::process::Command;

/// A command of the README and what it prints.
struct Example {
    command: String,
    printed: String,
}

fn examples(text: &str) -> Vec<Example> {
    let mut found: Vec<Example> = Vec::new();
    let mut inside = false;
    for line in text.lines() {
        match (line, inside) {
            ("```console", _) => inside = true,
            ("```", _) => inside = false,
            (_, false) => {}
            (line, true) => match (line.strip_prefix("$ "), found.last_mut()) {
                (Some(command), _) => {
                    found.push(Example { command: command.to_owned(), printed: String::new() });
                }
                (None, Some(example)) => example.printed.extend([line, "\n"]),
                (None, None) => unreachable!("a console block begins with {line:?}"),
            },
        }
    }
    found
}

/// Runs commands as their reader would, one after the other in one shell: `broadside` is installed, and
/// `cargo run` is the binary that has been built already. What each prints. The shell stands in a copy
/// of the repository's scripts, which commands may write next to.
fn printed(commands: &[String]) -> Vec<String> {
    let folder = Path::new(BINARY).parent().expect("a folder").to_str().expect("UTF-8");
    let path = std::env::var("PATH").expect("a path");
    let work = tempfile::tempdir().expect("a working directory");
    fs::create_dir(work.path().join("scripts")).expect("a folder");
    copy(&root("scripts"), &work.path().join("scripts"));
    let mut text = "cargo() { while [ \"$1\" != -- ] && [ $# -gt 0 ]; do shift; done; \
        [ $# -gt 0 ] && shift; broadside \"$@\"; }\n"
        .to_owned();
    for command in commands {
        writeln!(text, "{{ {command}\n}} 2>&1\nprintf '\\001'").expect("a string grows");
    }
    let mut shell = Command::new("sh");
    shell.args(["-c", &text]).current_dir(work.path()).env("PATH", format!("{folder}:{path}"));
    let output = run(shell.env_remove("CLICOLOR_FORCE"), b"");
    let text = String::from_utf8(output.stdout).expect("UTF-8");
    let printed: Vec<_> = text.split_terminator('\x01').map(str::to_owned).collect();
    assert_eq!(printed.len(), commands.len(), "{text}");
    printed
}

#[test]
fn readme_commands_print_what_it_shows() {
    let readme = fs::read_to_string(root("README.md")).expect("README.md");
    let examples = examples(&readme);
    assert!(examples.len() >= 4, "the README shows {} commands only", examples.len());
    let commands: Vec<_> = examples.iter().map(|example| example.command.clone()).collect();
    for (example, got) in examples.iter().zip(printed(&commands)) {
        let trim = |text: &str| text.lines().map(str::trim_end).collect::<Vec<_>>().join("\n");
        assert_eq!(trim(&got), trim(&example.printed), "$ {}", example.command);
    }
}

#[test]
fn examples_in_the_help_about_programs_play_to_the_end() {
    let commands = Program::ALL.map(|program| {
        let output = run(broadside().args(["help", program.name()]), b"");
        let help = String::from_utf8(output.stdout).expect("UTF-8");
        let (_, example) = help.split_once("Example:\n").expect("an example");
        let (command, _) = example.split_once("\n\n").expect("more behind it");
        format!("{{ {command}\n}} > printed && echo done || cat printed")
    });
    assert_eq!(printed(&commands), Program::ALL.map(|_| "done\n"));
}
