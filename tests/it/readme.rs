//! The commands of the README do what it says: each `console` block is run by a shell, from the
//! repository's root, and what it prints is compared.

use crate::harness::{BINARY, root};
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

/// Runs a command as its reader would: `broadside` is installed, and `cargo run` is the binary that
/// has been built already.
fn printed(command: &str) -> String {
    let folder = Path::new(BINARY).parent().expect("a folder").to_str().expect("UTF-8");
    let path = std::env::var("PATH").expect("a path");
    let cargo = "cargo() { while [ \"$1\" != -- ] && [ $# -gt 0 ]; do shift; done; \
        [ $# -gt 0 ] && shift; broadside \"$@\"; }";
    let output = Command::new("sh")
        .args(["-c", &format!("{cargo}\n{{ {command}\n}} 2>&1")])
        .current_dir(root(""))
        .env("PATH", format!("{folder}:{path}"))
        .env_remove("CLICOLOR_FORCE")
        .output()
        .expect("a shell");
    String::from_utf8(output.stdout).expect("UTF-8")
}

#[test]
fn readme_commands_print_what_it_shows() {
    let readme = fs::read_to_string(root("README.md")).expect("README.md");
    let examples = examples(&readme);
    assert!(examples.len() >= 4, "the README shows {} commands only", examples.len());
    for example in examples {
        let trim = |text: &str| text.lines().map(str::trim_end).collect::<Vec<_>>().join("\n");
        let got = printed(&example.command);
        assert_eq!(trim(&got), trim(&example.printed), "$ {}", example.command);
    }
}
