//! Tests completion in the installed shells. The tests call the functions that the shells call when
//! Tab is pressed.

use crate::harness::{BINARY, Folder, Texts as _, attempt, broadside, root, run};
use crate::skip::skip;
use std::path::Path;
use std::process::Command;

/// Runs `code` in a shell from the root of the repository. `SCRIPT` in the code stands for the path
/// of the completion script. Returns the output, or `None` if the shell is not installed.
fn shell(name: &str, flags: &[&str], code: &str) -> Option<String> {
    let works = attempt(Command::new(name).args(flags).args(["-c", "true"]), b"");
    if !works.is_ok_and(|ended| ended.status.success()) {
        skip(&format!("{name} is not installed"));
        return None;
    }
    let folder = Folder::new();
    let output = run(broadside().args(["completions", name]), b"");
    assert!(output.status.success() && output.stderr.is_empty());
    folder.write("script", output.stdout);
    let path = std::env::var("PATH").expect("a path");
    let binaries = Path::new(BINARY).parent().expect("a folder").display();
    let mut command = Command::new(name);
    command.args(flags).arg("-c").arg(code.replace("SCRIPT", &folder.word("script")));
    command.current_dir(root("")).env("PATH", format!("{binaries}:{path}"));
    command.env("HOME", folder.path());
    let output = run(&mut command, b"");
    assert_eq!(output.err(), "", "{name}");
    Some(output.out())
}

#[test]
fn bash_completes_lists_files_and_assignments() {
    let code = r#"
        source SCRIPT
        tab() { COMP_WORDS=(broadside "$@"); COMP_CWORD=$#; _broadside; echo "${COMPREPLY[*]}"; }
        tab royale --bots easy,me
        tab royale --bots = ea
        tab match --engine name = x --engine cmd = scripts/bots/ships.p
        tab run scripts/fi
        tab run ''
        tab roy
    "#;
    let Some(printed) = shell("bash", &["--norc", "--noprofile"], code) else { return };
    let lines: Vec<_> = printed.lines().collect();
    let wanted = ["easy,medium", "easy", "scripts/bots/ships.py", "scripts/first-battle.ships"];
    assert_eq!(lines[..4], wanted, "{printed}");
    assert!(lines[4].contains("scripts/") && !lines[4].contains("Cargo.toml"), "{printed}");
    assert_eq!(lines[5], "royale");
}

#[test]
fn fish_completes_lists_and_files() {
    let code = "source SCRIPT\ncomplete -C 'broadside royale --bots easy,me'\n\
        complete -C 'broadside run scripts/fi'\ncomplete -C 'broadside pla'\n\
        complete -C 'broadside match --engine cmd=scripts/bots/ships.p'\n\
        complete -C 'broadside verify --level a'\ncomplete -C 'broadside ls'\n\
        complete -C 'broadside run no-such-folder/'";
    let Some(printed) = shell("fish", &["--no-config"], code) else { return };
    let words: Vec<_> =
        printed.lines().map(|line| line.split('\t').next().unwrap_or_default()).collect();
    let mut wanted = vec!["easy,medium", "scripts/first-battle.ships", "play", "play-out"];
    wanted.extend(["cmd=scripts/bots/ships.py", "ai", "all", "auto", "lsp"]);
    assert_eq!(words, wanted, "{printed}");
    // fish prints a description after each word.
    assert!(printed.contains("\nlsp\tServe an editor"), "{printed}");
}

/// zsh completes only at a terminal. So the test replaces the completion functions of zsh with
/// functions that print their arguments.
#[test]
fn zsh_completes_lists_and_files() {
    let code = r#"
        compdef() { registered=$* }
        _describe() { print -r -- $1 ${(P)2} ${@[3,-1]} }
        _files() { print files }
        source SCRIPT
        tab() { local -a words=(broadside "$@"); local CURRENT=$#words PREFIX=${@[-1]}; _broadside }
        print $registered
        tab royale --bots easy,me
        tab check scripts/nav
        tab run no-such-folder/
    "#;
    let Some(printed) = shell("zsh", &["-f"], code) else { return };
    let lines: Vec<_> = printed.lines().collect();
    let wanted =
        ["_broadside broadside", "broadside easy,medium:", "broadside scripts/naval/: -S", "files"];
    assert_eq!(lines, wanted, "{printed}");
}

#[test]
fn completion_scripts_that_do_not_call_broadside_have_all_commands() {
    for name in ["elvish", "powershell"] {
        let output = run(broadside().args(["completions", name]), b"");
        assert!(output.status.success() && output.stderr.is_empty(), "{name}");
        let script = output.out();
        for word in ["repl", "check", "fmt", "resume", "naval"] {
            assert!(script.contains(word), "the completions for {name} lack {word}");
        }
    }
}

/// The completion scripts call `broadside complete` while a line is still incomplete. So an unknown
/// command must not be an error.
#[test]
fn an_unknown_command_before_the_cursor_is_no_error() {
    for words in [
        &["complete"][..],
        &["complete", "--", "nope", "--", "-x=", ""],
        &["complete", "--", "--color"],
    ] {
        let output = run(broadside().args(words), b"");
        assert!(output.status.success() && output.stderr.is_empty(), "{words:?}");
    }
}
