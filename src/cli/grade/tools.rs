//! Commands that compile and run submissions on this system, and the comments of their languages.

use super::ending;
use broadside::ports::programs::Command;
use std::path::Path;

type Words = &'static [&'static str];

/// The name of the program that a build command makes.
pub(super) const PROGRAM: &str = if cfg!(windows) { "program.exe" } else { "program" };

/// Scripts that run a submission, each with the words that start it.
pub(super) const SCRIPTS: &[(&str, Words)] = if cfg!(windows) {
    &[("run.bat", &["cmd", "/c"]), ("run.cmd", &["cmd", "/c"]), ("run.sh", &["sh"])]
} else {
    &[("run.sh", &["sh"])]
};

/// The placeholders for files in a command of the teacher, written in braces: `{out}`.
const PLACES: [&str; 3] = ["out", "src", "dir"];

/// Parses a command of the teacher. Refuses letters in braces, such as `{rcu}`, if they are not one
/// of [`PLACES`]. Any letters in braces are allowed after a `$`, and in a word with white space,
/// because such a word may be a script.
pub(super) fn template(text: &str) -> Result<Command, String> {
    let command = Command::parse(text).map_err(|error| error.to_string())?;
    for word in command.words.iter().filter_map(|word| word.to_str()) {
        if let Some(name) = unknown_place(word).filter(|_| !word.contains(char::is_whitespace)) {
            return Err(format!("`{{{name}}}` is not one of {{out}}, {{src}}, {{dir}}"));
        }
    }
    Ok(command)
}

fn unknown_place(word: &str) -> Option<&str> {
    let mut starts = word.match_indices('{').filter(|(at, _)| !word[..*at].ends_with('$'));
    starts.find_map(|(at, _)| {
        let (name, _) = word[at + 1..].split_once('}')?;
        let is_name = !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_alphabetic());
        (is_name && !PLACES.contains(&name)).then_some(name)
    })
}

/// Returns the command that compiles C++. On Windows, uses Visual Studio if its compiler is on the
/// `PATH`. The command prompt of Visual Studio puts the compiler there.
pub(super) fn cpp() -> Words {
    if has_visual_studio() {
        &["cl", "/nologo", "/std:c++17", "/EHsc", "/O1", "/Fe:{out}", "{src}"]
    } else {
        &["g++", "-std=c++17", "-O1", "-o", "{out}", "{src}"]
    }
}

pub(super) fn c() -> Words {
    if has_visual_studio() {
        &["cl", "/nologo", "/O1", "/Fe:{out}", "{src}"]
    } else if cfg!(windows) {
        &["gcc", "-O1", "-o", "{out}", "{src}", "-lm"]
    } else {
        &["cc", "-O1", "-o", "{out}", "{src}", "-lm"]
    }
}

pub(super) fn python() -> Words {
    match cfg!(windows) {
        true if is_on_path("py.exe") => &["py", "-3"],
        true => &["python"],
        false => &["python3"],
    }
}

#[cfg(unix)]
pub(super) fn is_executable(path: &Path) -> bool {
    use std::os::unix::fs::PermissionsExt as _;
    path.metadata().is_ok_and(|about| about.is_file() && about.permissions().mode() & 0o111 != 0)
}

#[cfg(windows)]
pub(super) fn is_executable(path: &Path) -> bool {
    let is_program = |ending: &std::ffi::OsStr| {
        ["exe", "bat", "cmd"].iter().any(|one| ending.eq_ignore_ascii_case(one))
    };
    path.is_file() && path.extension().is_some_and(is_program)
}

fn has_visual_studio() -> bool {
    cfg!(windows) && is_on_path("cl.exe")
}

fn is_on_path(name: &str) -> bool {
    let path = std::env::var_os("PATH").unwrap_or_default();
    std::env::split_paths(&path).any(|folder| folder.join(name).is_file())
}

/// The texts with which each kind of comment begins and ends.
pub(super) type Comments = &'static [(&'static str, &'static str)];

pub(super) fn comments(path: &Path) -> Comments {
    match &*ending(path) {
        "py" | "rb" => &[("#", "\n")],
        "hs" => &[("--", "\n"), ("{-", "-}")],
        "pas" => &[("//", "\n"), ("{", "}"), ("(*", "*)")],
        _ => &[("//", "\n"), ("/*", "*/")],
    }
}

pub(super) fn comment_length(text: &[u8], comments: Comments) -> Option<usize> {
    let (start, end) = comments.iter().find(|(start, _)| text.starts_with(start.as_bytes()))?;
    let length = memchr::memmem::find(&text[start.len()..], end.as_bytes());
    Some(length.map_or(text.len(), |length| start.len() + length + end.len()))
}
