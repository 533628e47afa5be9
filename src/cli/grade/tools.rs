//! Commands that compile and run submissions on this system.

use std::path::{Path, PathBuf};

type Words = &'static [&'static str];

/// The file name of the program that a build makes.
pub(super) const PROGRAM: &str = if cfg!(windows) { "program.exe" } else { "program" };

/// The names of scripts that run a submission, each with the command that runs the script.
pub(super) const SCRIPTS: &[(&str, Words)] = if cfg!(windows) {
    &[("run.bat", &["cmd", "/c"]), ("run.cmd", &["cmd", "/c"]), ("run.sh", &["sh"])]
} else {
    &[("run.sh", &["sh"])]
};

/// On Windows, the compiler is Visual Studio's if it is on the `PATH`, otherwise MinGW's. The
/// prompt of Visual Studio puts its compiler on the `PATH`.
pub(super) fn cpp() -> Words {
    if has_visual_studio() {
        &["cl", "/nologo", "/std:c++17", "/EHsc", "/O1", "/Fe:{out}", "{src}"]
    } else {
        &["g++", "-std=c++17", "-O1", "-o", "{out}", "{src}"]
    }
}

/// [`cpp`] says how the compiler is chosen on Windows.
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

/// Returns the command that runs the Java archive that Maven has made in `root`. If there are
/// several archives, it runs the first one that is not only sources, documentation or tests; on
/// Windows it runs all of them. `dir` names the same folder in the form in which a command gets it.
pub(super) fn archive(root: &Path, dir: PathBuf) -> Vec<PathBuf> {
    if cfg!(windows) {
        let archives = root.join("target").join("*.jar");
        let run = format!("for %a in ({}) do @java -jar %a", archives.display());
        return ["cmd", "/c", &run].map(PathBuf::from).into();
    }
    let run = "for jar in \"$1\"/target/*.jar; do [ -f \"$jar\" ] || continue; case \"$jar\" in \
               *-sources.jar | *-javadoc.jar | *-tests.jar) ;; \
               *) exec java -jar \"$jar\" ;; esac; done; \
               echo 'there is no archive with a program' >&2; exit 1";
    ["sh", "-c", run, "sh"].map(PathBuf::from).into_iter().chain([dir]).collect()
}

#[cfg(unix)]
pub(super) fn is_executable(path: &Path) -> bool {
    use std::os::unix::fs::PermissionsExt as _;
    path.metadata().is_ok_and(|about| about.is_file() && about.permissions().mode() & 0o111 != 0)
}

#[cfg(windows)]
pub(super) fn is_executable(path: &Path) -> bool {
    let is = |ending: &std::ffi::OsStr| {
        ["exe", "bat", "cmd"].iter().any(|one| ending.eq_ignore_ascii_case(one))
    };
    path.is_file() && path.extension().is_some_and(is)
}

fn has_visual_studio() -> bool {
    cfg!(windows) && is_on_path("cl.exe")
}

fn is_on_path(name: &str) -> bool {
    let path = std::env::var_os("PATH").unwrap_or_default();
    std::env::split_paths(&path).any(|folder| folder.join(name).is_file())
}
