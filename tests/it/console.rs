//! Reads console blocks of Markdown pages, and runs their commands in a shell.

use crate::harness::{BINARY, Folder, Texts as _, copy, program_folders, root, run};
use std::fmt::Write as _;
use std::path::Path;
use std::process::Command;

pub(crate) struct Example {
    pub(crate) command: String,
    pub(crate) printed: String,
}

/// Returns the commands of a console block, each with the output below it. A command begins with
/// `$ `.
pub(crate) fn examples(block: &str) -> Vec<Example> {
    let mut found: Vec<Example> = Vec::new();
    for line in block.lines() {
        match (line.strip_prefix("$ "), found.last_mut()) {
            (Some(command), _) => {
                found.push(Example { command: command.to_owned(), printed: String::new() });
            }
            (None, Some(example)) => example.printed.extend([line, "\n"]),
            (None, None) => unreachable!("a console block begins with {line:?}"),
        }
    }
    found
}

/// Removes the white space at the ends of lines and of the text. Editors remove such white space
/// too, so it must not count.
pub(crate) fn trimmed(text: &str) -> String {
    text.lines().map(str::trim_end).collect::<Vec<_>>().join("\n").trim_end().to_owned()
}

/// A temporary folder with a copy of the repository's scripts. Commands can write files there.
pub(crate) struct WorkFolder(Folder);

impl WorkFolder {
    pub(crate) fn new() -> Self {
        let work = Folder::new();
        work.make("scripts");
        copy(&root("scripts"), &work.path().join("scripts"));
        Self(work)
    }

    pub(crate) fn path(&self) -> &Path {
        self.0.path()
    }

    /// Runs commands one after the other in one shell, and returns the output of each command, with
    /// its errors. In this shell, `broadside` and `cargo run` start the binary that is already
    /// built.
    pub(crate) fn printed(&self, commands: &[String]) -> Vec<String> {
        let folder = Path::new(BINARY).parent().expect("a folder").to_str().expect("UTF-8");
        let path = program_folders().to_str().expect("UTF-8");
        let mut text = "cargo() { while [ \"$1\" != -- ] && [ $# -gt 0 ]; do shift; done; \
            [ $# -gt 0 ] && shift; broadside \"$@\"; }\n"
            .to_owned();
        for command in commands {
            writeln!(text, "{{ {command}\n}} 2>&1\nprintf '\\001'").expect("a string grows");
        }
        let mut shell = Command::new("sh");
        shell.args(["-c", &text]).current_dir(self.path());
        shell.env("PATH", format!("{folder}:{path}")).env_remove("CLICOLOR_FORCE");
        let text = run(&mut shell, b"").out();
        let printed: Vec<_> = text.split_terminator('\x01').map(str::to_owned).collect();
        assert_eq!(printed.len(), commands.len(), "{text}");
        printed
    }
}
