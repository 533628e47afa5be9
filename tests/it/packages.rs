//! Checks the contents of a release: the version in all files, the change log, the archives, and
//! the workflows.

use crate::harness::{BINARY, Folder, Texts as _, names, read, root, run};
use std::collections::BTreeSet;
use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::process::Command;

const VERSION: &str = env!("CARGO_PKG_VERSION");

#[test]
fn the_version_is_the_same_everywhere() {
    for lock in ["Cargo.lock", "fuzz/Cargo.lock"] {
        let own = format!("name = \"broadside\"\nversion = \"{VERSION}\"\n");
        assert!(read(lock).contains(&own), "{lock}");
    }
    let short = VERSION.rsplit_once('.').expect("three numbers").0;
    for page in ["book/src/library.md", "src/lib.rs"] {
        let wanted = format!("broadside = {{ version = \"{short}\"");
        assert!(read(page).contains(&wanted), "{page}: {wanted}");
    }
    assert!(read("book/src/start/first-game.md").contains(&format!("Broadside {VERSION}, ")));
}

/// Checks the rules of <https://keepachangelog.com>: newest version first, a date for each version,
/// known kinds of changes.
#[test]
fn the_log_of_changes_keeps_its_form() {
    let log = read("CHANGELOG.md");
    let versions: Vec<_> = log.lines().filter_map(|line| line.strip_prefix("## ")).collect();
    assert_eq!(versions.first(), Some(&"[Unreleased]"));
    assert!(versions[1].starts_with(&format!("[{VERSION}] - ")), "{versions:?}");
    let numbers = versions[1..].iter().map(|version| {
        let (number, date) = version.split_once(" - ").expect("a date");
        let digits = date.split('-').map(str::len).collect::<Vec<_>>();
        assert_eq!(digits, [4, 2, 2], "{version}");
        let numbers = number.trim_matches(['[', ']']).split('.').map(str::parse::<u32>);
        numbers.collect::<Result<Vec<_>, _>>().expect("numbers")
    });
    let numbers: Vec<_> = numbers.collect();
    assert!(numbers.is_sorted_by(|newer, older| newer > older), "{numbers:?}");
    let kinds = ["Added", "Changed", "Deprecated", "Removed", "Fixed", "Security"];
    for kind in log.lines().filter_map(|line| line.strip_prefix("### ")) {
        assert!(kinds.contains(&kind), "{kind}");
    }
}

fn workflows() -> Vec<(String, String)> {
    let text = |name: String| (read(&format!(".github/workflows/{name}")), name);
    let files = names(&root(".github/workflows")).into_iter().map(text);
    files.map(|(text, name)| (name, text)).collect()
}

/// All write permissions of jobs. Only jobs that publish have one.
const WRITING: [&str; 5] = [
    "release.yml: attestations: write",
    "release.yml: contents: write",
    "release.yml: id-token: write",
    "site.yml: id-token: write",
    "site.yml: pages: write",
];

/// Actions are pinned by commit, because a tag can be moved to other code.
#[test]
fn workflows_pin_actions_by_commit_and_limit_permissions() {
    let is_commit = |word: &str| word.len() == 40 && word.bytes().all(|b| b.is_ascii_hexdigit());
    let mut writing = Vec::new();
    for (file, text) in workflows() {
        for (at, rest) in text.match_indices("uses: ").map(|(at, _)| (at, &text[at..])) {
            let line = rest.lines().next().expect("a line");
            let commit = line.split(['@', ' ']).nth(2).expect("a version");
            assert!(is_commit(commit) && line.contains(" # v"), "{file}: {line}");
            let with = text[at..].lines().nth(2);
            let keeps_no_credentials =
                with.is_some_and(|with| with.trim() == "persist-credentials: false");
            assert!(keeps_no_credentials || !line.contains("actions/checkout@"), "{file}: {line}");
        }
        assert!(
            text.contains("\npermissions:\n  contents: read\n\n"),
            "{file} does not limit its permissions"
        );
        let rights = text.lines().filter(|line| line.ends_with(": write"));
        writing.extend(rights.map(|line| format!("{file}: {}", line.trim())));
    }
    writing.sort();
    assert_eq!(writing, WRITING);
}

#[test]
fn packages_of_npm_are_installed_without_their_scripts() {
    for file in [".ci/browser", ".ci/editors", ".ci/npm", ".ci/web", "xtask/src/web.rs"] {
        let text = read(file).replace("[\"ci\", ", "npm ci ").replace('"', "");
        for how in ["npm ci ", "npm install "] {
            let mut installs = text.lines().filter(|line| line.contains(how));
            let wanted = format!("{how}--ignore-scripts");
            assert_eq!(installs.find(|line| !line.contains(&wanted)), None, "{file}");
        }
    }
}

#[test]
fn workflows_run_scripts_that_exist() {
    let mut scripts = BTreeSet::new();
    for (file, text) in workflows() {
        let words = text.split_whitespace().filter(|word| word.starts_with(".ci/"));
        scripts.extend(words.map(|word| word.trim_end_matches(')').to_owned()));
        assert!(!text.contains('\t'), "{file}: YAML has no tabs");
    }
    assert!(scripts.contains(".ci/run") && scripts.contains(".ci/release"), "{scripts:?}");
    assert!(scripts.iter().all(|script| root(script).exists()), "{scripts:?}");
}

#[test]
fn an_archive_has_the_program_completions_and_pages() {
    let folder = Folder::new();
    // The archive gets a script that starts the program, because the program with its debug
    // information takes seconds to pack.
    folder.write("program", format!("#!/bin/sh\nexec '{BINARY}' \"$@\"\n"));
    let program = folder.at("program");
    fs::set_permissions(&program, fs::Permissions::from_mode(0o755)).expect("a mode");
    let mut pack = Command::new("bash");
    pack.arg(root(".ci/release")).env("BROADSIDE", &program).env("DIST", folder.path());
    let output = run(&mut pack, b"");
    assert!(output.status.success(), "{output:?}");
    let told = output.out();
    let archive = told.lines().last().expect("the archive's name");
    let list = run(Command::new("tar").args(["-tzf", archive]), b"");
    let list = list.out();
    for file in [
        "/broadside",
        "/CHANGELOG.md",
        "/LICENSE-MIT",
        "/NOTICES.txt",
        "/completions/_broadside",
        "/completions/broadside.bash",
        "/completions/broadside.fish",
        "/man/man1/broadside.1",
        "/man/man1/broadside-run.1",
        "/editors/vim/syntax/ships.vim",
    ] {
        assert!(list.lines().any(|line| line.ends_with(file)), "{file} is not in {list}");
    }
    assert!(list.lines().all(|line| line.starts_with(&format!("broadside-{VERSION}-"))), "{list}");
}
