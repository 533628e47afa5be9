//! The compilers and interpreters of this system, and which files it can start.

use std::path::Path;

/// The name of the program that a build makes.
pub(super) const PROGRAM: &str = if cfg!(windows) { "program.exe" } else { "program" };

/// Returns the command that builds C++ sources.
#[cfg(not(windows))]
pub(super) fn cpp() -> &'static [&'static str] {
    &["g++", "-std=c++17", "-O1", "-o", "{out}", "{src}"]
}

/// Returns the command that builds C++ sources: Visual Studio's compiler in its own prompt, else MinGW's.
#[cfg(windows)]
pub(super) fn cpp() -> &'static [&'static str] {
    if is_on_path("cl.exe") {
        &["cl", "/nologo", "/std:c++17", "/EHsc", "/O1", "/Fe:{out}", "{src}"]
    } else {
        &["g++", "-std=c++17", "-O1", "-o", "{out}", "{src}"]
    }
}

/// Returns the command that builds C sources.
#[cfg(not(windows))]
pub(super) fn c() -> &'static [&'static str] {
    &["cc", "-O1", "-o", "{out}", "{src}", "-lm"]
}

/// Returns the command that builds C sources: Visual Studio's compiler in its own prompt, else MinGW's.
#[cfg(windows)]
pub(super) fn c() -> &'static [&'static str] {
    if is_on_path("cl.exe") {
        &["cl", "/nologo", "/O1", "/Fe:{out}", "{src}"]
    } else {
        &["gcc", "-O1", "-o", "{out}", "{src}", "-lm"]
    }
}

/// Returns the command that runs a Python file.
#[cfg(not(windows))]
pub(super) fn python() -> &'static [&'static str] {
    &["python3"]
}

/// Returns the command that runs a Python file: the launcher `py`, if there is one.
#[cfg(windows)]
pub(super) fn python() -> &'static [&'static str] {
    if is_on_path("py.exe") { &["py", "-3"] } else { &["python"] }
}

/// The names of scripts that run a submission, each with the command that runs the script.
#[cfg(not(windows))]
pub(super) const SCRIPTS: [(&str, &[&str]); 1] = [("run.sh", &["sh"])];

/// The names of scripts that run a submission, each with the command that runs the script.
#[cfg(windows)]
pub(super) const SCRIPTS: [(&str, &[&str]); 3] =
    [("run.bat", &["cmd", "/c"]), ("run.cmd", &["cmd", "/c"]), ("run.sh", &["sh"])];

/// Returns the command that runs the archive that Maven has made in `root`, which the command calls `dir`.
#[cfg(not(windows))]
pub(super) fn archive(_: &Path, dir: &str) -> Vec<String> {
    ["sh".to_owned(), "-c".to_owned(), format!("exec java -jar {dir}/target/*.jar")].into()
}

/// Returns the command that runs the archive that Maven has made in `root`, which the command calls `dir`.
#[cfg(windows)]
pub(super) fn archive(root: &Path, _: &str) -> Vec<String> {
    let archives = root.join("target").join("*.jar");
    let run = format!("for %a in ({}) do @java -jar %a", archives.display());
    ["cmd".to_owned(), "/c".to_owned(), run].into()
}

/// Whether `path` is a file that can be started.
#[cfg(unix)]
pub(super) fn is_executable(path: &Path) -> bool {
    use std::os::unix::fs::PermissionsExt as _;
    path.metadata().is_ok_and(|about| about.is_file() && about.permissions().mode() & 0o111 != 0)
}

/// Whether `path` is a file that can be started.
#[cfg(windows)]
pub(super) fn is_executable(path: &Path) -> bool {
    let is = |ending: &std::ffi::OsStr| {
        ["exe", "bat", "cmd"].iter().any(|one| ending.eq_ignore_ascii_case(one))
    };
    path.is_file() && path.extension().is_some_and(is)
}

/// Whether a folder of `PATH` holds a program of this name.
#[cfg(windows)]
fn is_on_path(name: &str) -> bool {
    let path = std::env::var_os("PATH").unwrap_or_default();
    std::env::split_paths(&path).any(|folder| folder.join(name).is_file())
}
