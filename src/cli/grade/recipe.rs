//! Chooses the commands that build and run a submission. Commands in `class.toml` come first, then
//! commands in the options. If neither gives commands, the files of the submission decide.

use super::Grade;
use super::copy::{Copy, visible_entries};
use super::ending;
use super::submission::Submission;
use super::tools::{self, comment_length, comments, is_executable};
use crate::cli::exit::shown;
use broadside::ports::programs::Command;
use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

/// The commands that build and run a submission. Their words may contain `{out}` (the program to
/// make), `{src}` (the sources) and `{dir}` (the folder).
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Recipe {
    /// The name that the teacher sees, such as `Makefile` or `Java, src/Game.java`.
    pub(super) name: String,
    pub(super) build: Vec<Command>,
    pub(super) run: Run,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Run {
    Words(Command),
    /// The program that the build makes in this folder. Of several programs, the one with a usual
    /// name or with the name of the submission is run.
    Made(PathBuf),
    /// A Java archive that the build makes in this folder.
    Archive(PathBuf),
}

/// The usual names of programs, without extensions.
const USUAL: [&str; 6] = ["ships", "battleship", "battleships", "main", "game", "program"];

const CPP: &[&str] = &["cpp", "cc", "cxx", "c++"];

impl Recipe {
    pub(super) fn of(
        options: &Grade,
        submission: &Submission,
        copy: &Copy,
    ) -> Result<Self, String> {
        let build = submission.about.build.as_ref().or(options.build.as_ref());
        let run = submission.about.run.as_ref().or(options.run.as_ref());
        if build.is_none() && run.is_none() {
            return found(&Files::of(copy));
        }
        let names_out = |line: &Command| {
            line.words.iter().any(|word| word.to_str().is_some_and(|word| word.contains("{out}")))
        };
        let run = match (run, build) {
            (Some(run), _) => Run::Words(run.clone()),
            (None, Some(build)) if !names_out(build) => Run::Made(Files::of(copy).root),
            (None, _) => Run::Words(words(&["{out}"])),
        };
        let build = build.cloned().into_iter().collect();
        Ok(Self::new("the words of --build, --run or class.toml", build, run))
    }

    fn new(name: impl Into<String>, build: Vec<Command>, run: Run) -> Self {
        Self { name: name.into(), build, run }
    }

    fn interpreted(name: impl Into<String>, run: &[&str], file: PathBuf) -> Self {
        Self::new(name, Vec::new(), Run::Words(with_file(run, file)))
    }
}

/// The files of a copy of a submission.
struct Files<'c> {
    copy: &'c Copy,
    /// The innermost folder that holds all files. Archives often wrap all files in one folder.
    root: PathBuf,
}

impl<'c> Files<'c> {
    fn of(copy: &'c Copy) -> Self {
        let mut root = PathBuf::new();
        while let [only] = &*visible_entries(&copy.folder.join(&root)).unwrap_or_default()
            && only.is_dir()
        {
            root.push(only.file_name().unwrap_or_default());
        }
        Self { copy, root }
    }

    fn named(&self, name: &str) -> Option<PathBuf> {
        let path = self.root.join(name);
        self.copy.files.contains(&path).then(|| file_word(&path))
    }

    fn with_ending(&self, endings: &[&str]) -> Vec<PathBuf> {
        let has = |path: &&PathBuf| endings.contains(&&*ending(path));
        self.copy.files.iter().filter(has).map(|path| file_word(path)).collect()
    }

    /// Returns the path of `root` for a command: `{dir}`, or a path relative to the copy. Commands
    /// run in the copy.
    fn dir(&self) -> PathBuf {
        let is_copy = self.root.as_os_str().is_empty();
        if is_copy { "{dir}".into() } else { file_word(&self.root) }
    }

    fn holds(&self, file: &Path, text: &str) -> bool {
        let bytes = fs::read(self.copy.folder.join(file)).unwrap_or_default();
        memchr::memmem::find(&bytes, text.as_bytes()).is_some()
    }

    /// Returns the main file: the only file, or else the only file that contains `text`, or else a
    /// file with the name of a main file. Fails if there is no main file. Returns `None` if there
    /// are no files. `kind` is the language.
    fn main(&self, files: &[PathBuf], text: &str, kind: &str) -> Option<Result<PathBuf, String>> {
        let has_main_name = |file: &&PathBuf| {
            let stem = file.file_stem().unwrap_or_default().to_string_lossy();
            ["main", "__main__", "index"].contains(&&*stem.to_lowercase())
        };
        let holding: Vec<_> = files.iter().filter(|file| self.holds(file, text)).collect();
        Some(match (files, &holding[..]) {
            ([], _) => return None,
            ([only], _) => Ok(only.clone()),
            (_, [only]) => Ok((*only).clone()),
            _ => files.iter().find(has_main_name).cloned().ok_or_else(|| {
                format!("there are several {kind} files, and none is named main: choose one in class.toml or with --run")
            }),
        })
    }

    fn interpreted(&self, language: &str, run: &[&str], endings: &[&str], text: &str) -> Chosen {
        let main = self.main(&self.with_ending(endings), text, language)?;
        let name = |main: &Path| format!("{language}, {}", shown(main));
        Some(main.map(|main| Recipe::interpreted(name(&main), run, main)))
    }
}

fn found(files: &Files<'_>) -> Result<Recipe, String> {
    if let Some(recipe) = build_file(files) {
        return Ok(recipe);
    }
    java(files)
        .or_else(|| javascript(files))
        .or_else(|| compiled(files).map(Ok))
        .or_else(|| files.interpreted("Python", tools::python(), &["py"], "__main__"))
        .unwrap_or_else(|| executable(files))
}

fn build_file(files: &Files<'_>) -> Option<Recipe> {
    let dir = files.dir();
    for (name, shell) in tools::SCRIPTS {
        if let Some(script) = files.named(name) {
            return Some(Recipe::interpreted(*name, shell, script));
        }
    }
    if files.named("Makefile").or_else(|| files.named("makefile")).is_some() {
        let build = vec![with_file(&["make", "-C"], dir)];
        return Some(Recipe::new("Makefile", build, Run::Made(files.root.clone())));
    }
    if files.named("CMakeLists.txt").is_some() {
        let out = "{dir}/.broadside/cmake";
        let configure = ["cmake", "-B", out, "-DCMAKE_BUILD_TYPE=Release", "-S"];
        let configure = with_file(&configure, dir);
        let build = vec![configure, words(&["cmake", "--build", out])];
        return Some(Recipe::new("CMakeLists.txt", build, Run::Made(".broadside/cmake".into())));
    }
    if let Some(manifest) = files.named("Cargo.toml") {
        let target = "{dir}/.broadside/cargo";
        let build = ["cargo", "build", "--release", "--target-dir", target, "--manifest-path"];
        let build = vec![with_file(&build, manifest)];
        let made = Run::Made(".broadside/cargo/release".into());
        return Some(Recipe::new("Cargo.toml", build, made));
    }
    let pom = files.named("pom.xml")?;
    let build = vec![with_file(&["mvn", "-q", "-B", "-DskipTests", "package", "-f"], pom)];
    Some(Recipe::new("pom.xml", build, Run::Archive(files.root.join("target"))))
}

/// A recipe, or the reason why no recipe can be chosen. `None` if the submission is in another
/// language.
type Chosen = Option<Result<Recipe, String>>;

fn java(files: &Files<'_>) -> Chosen {
    let sources = files.with_ending(&["java"]);
    let main = files.main(&sources, "static void main", "Java")?;
    Some(main.map(|main| {
        let out = "{dir}/.broadside/java";
        let build = ["javac", "-encoding", "UTF-8", "-d", out].map(PathBuf::from);
        let build = Command::new(build.into_iter().chain(sources));
        let run = Run::Words(words(&["java", "-cp", out, &class_name(files, &main)]));
        Recipe::new(format!("Java, {}", shown(&main)), vec![build], run)
    }))
}

/// Returns the name of a class with its package: `ships.Game`, or `Game` without a package.
fn class_name(files: &Files<'_>, main: &Path) -> String {
    let text = fs::read(files.copy.folder.join(main)).unwrap_or_default();
    let mut code = text.trim_ascii_start();
    while let Some(length) = comment_length(code, comments(main)) {
        code = code[length..].trim_ascii_start();
    }
    let package = code.strip_prefix(b"package ").and_then(|rest| rest.split(|c| *c == b';').next());
    let package = package.map(|name| String::from_utf8_lossy(name.trim_ascii()));
    let stem = main.file_stem().unwrap_or_default().to_string_lossy();
    package.map_or_else(|| stem.to_string(), |package| format!("{package}.{stem}"))
}

fn javascript(files: &Files<'_>) -> Chosen {
    if files.named("package.json").is_some() {
        return Some(Ok(Recipe::interpreted("package.json", &["node"], files.dir())));
    }
    files.interpreted("JavaScript", &["node"], &["js", "mjs", "cjs"], "process.stdin")
}

fn compiled(files: &Files<'_>) -> Option<Recipe> {
    let (name, line) = if !files.with_ending(CPP).is_empty() {
        ("C++", tools::cpp())
    } else if !files.with_ending(&["c"]).is_empty() {
        ("C", tools::c())
    } else {
        return None;
    };
    Some(Recipe::new(name, vec![words(line)], Run::Words(words(&["{out}"]))))
}

fn executable(files: &Files<'_>) -> Result<Recipe, String> {
    let Copy { folder, files, .. } = files.copy;
    let programs: Vec<_> = files.iter().filter(|file| is_executable(&folder.join(file))).collect();
    let usual = programs.iter().find(|file| is_usual(file));
    match (&programs[..], usual) {
        ([only], _) | (_, Some(only)) => {
            // The path is given without `{dir}`: a word with `{dir}` must be UTF-8, and some names
            // are not.
            let run = Run::Words(Command::new([folder.join(only)]));
            Ok(Recipe::new("an executable", Vec::new(), run))
        }
        ([], None) => Err("no known kind of program was found: give --build and --run".to_owned()),
        _ => Err("there are several executables: choose one with --run".to_owned()),
    }
}

fn is_usual(file: &Path) -> bool {
    let stem = file.file_stem().unwrap_or_default().to_string_lossy().to_lowercase();
    USUAL.contains(&&*stem)
}

/// Returns a path as a word of a command. Programs take a word that begins with `-` for an option,
/// and `@file` for a file with options. So `./` is put before such a path.
fn file_word(path: &Path) -> PathBuf {
    let first = path.as_os_str().as_encoded_bytes().first();
    let is_file = !matches!(first, Some(b'-' | b'@'));
    if is_file { path.to_owned() } else { Path::new(".").join(path) }
}

fn words(line: &[&str]) -> Command {
    Command::new(line.iter().copied())
}

/// Returns a command that ends with a file. The name of the file need not be UTF-8.
fn with_file(line: &[&str], file: PathBuf) -> Command {
    Command::new(line.iter().map(PathBuf::from).chain([file]))
}

/// A program, and the time of its last change.
pub(super) type Dated = (PathBuf, Option<SystemTime>);

pub(super) fn programs(folder: &Path) -> Vec<Dated> {
    let entries = visible_entries(folder).unwrap_or_default();
    let time = |path: &Path| path.metadata().and_then(|about| about.modified()).ok();
    let programs = entries.into_iter().filter(|path| is_executable(path));
    programs.map(|path| (path.clone(), time(&path))).collect()
}

/// Returns the program that a build made: a program that is not in `before` or has changed since.
/// Of several such programs, returns one with a usual name or the name `named`. Fails if no program
/// has such a name.
pub(super) fn made(folder: &Path, before: &[Dated], named: &Path) -> Result<PathBuf, String> {
    let new = programs(folder).into_iter().filter(|program| !before.contains(program));
    let programs: Vec<_> = new.map(|(path, _)| path).collect();
    let usual =
        programs.iter().find(|path| is_usual(path) || path.file_stem() == named.file_name());
    match (&programs[..], usual) {
        ([only], _) | (_, Some(only)) => Ok(only.clone()),
        ([], None) => Err("the build made no program".to_owned()),
        _ => Err("the build made several programs: choose one with --run".to_owned()),
    }
}

/// Returns the command that runs the Java archive in `folder`. Skips archives that hold only
/// sources, documentation or tests, and those that Maven keeps without their libraries.
pub(super) fn archive(folder: &Path) -> Result<Command, String> {
    let is_program = |path: &PathBuf| {
        let stem = path.file_stem().unwrap_or_default().to_string_lossy();
        let is_other = stem.starts_with("original-")
            || ["-sources", "-javadoc", "-tests"].iter().any(|end| stem.ends_with(end));
        ending(path) == "jar" && !is_other && path.is_file()
    };
    let archive = visible_entries(folder).unwrap_or_default().into_iter().find(is_program);
    let archive = archive.ok_or_else(|| "the build made no archive with a program".to_owned())?;
    Ok(with_file(&["java", "-jar"], archive))
}

/// Replaces `{out}`, `{src}` and `{dir}`. The word `{src}` becomes one word for each source. The
/// name of a file stays as it is, even if it looks like `{src}.py`.
pub(super) fn fill(command: &Command, copy: &Copy) -> Command {
    let sources = sources(copy);
    let words = command.words.iter().flat_map(|word| match word.to_str() {
        _ if copy.folder.join(word).exists() => vec![word.clone()],
        Some("{src}") => sources.clone(),
        Some(text) => vec![fill_word(text, &sources, &copy.folder)],
        None => vec![word.clone()],
    });
    Command { words: words.collect(), folder: Some(copy.folder.clone()), ..command.clone() }
}

fn sources(copy: &Copy) -> Vec<OsString> {
    let files = Files { copy, root: PathBuf::new() };
    let compiled = files.with_ending(&[CPP, &["c"]].concat());
    let compiled: Vec<_> = compiled.into_iter().map(OsString::from).collect();
    let all = || copy.files.iter().map(|file| file_word(file).into_os_string()).collect();
    if compiled.is_empty() { all() } else { compiled }
}

pub(super) fn out(folder: &Path) -> PathBuf {
    folder.join(".broadside").join(tools::PROGRAM)
}

fn fill_word(text: &str, sources: &[OsString], folder: &Path) -> OsString {
    let places = [
        ("{out}", out(folder).into_os_string()),
        ("{dir}", folder.as_os_str().to_owned()),
        ("{src}", sources.join(" ".as_ref())),
    ];
    let mut word = OsString::new();
    let mut rest = text;
    while let Some(at) = rest.find('{') {
        word.push(&rest[..at]);
        rest = &rest[at..];
        let place = places.iter().find(|(place, _)| rest.starts_with(place));
        let (place, name) = place.map_or(("{", "{".as_ref()), |(place, name)| (*place, &**name));
        word.push(name);
        rest = &rest[place.len()..];
    }
    word.push(rest);
    word
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(files: &[(&str, &str)], name: &str, run: &[&str]) {
        let (folder, to) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
        for (file, text) in files {
            let path = folder.path().join(file);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, text).unwrap();
        }
        let to = to.path().join("copy");
        let copy =
            super::super::copy::copy(folder.path(), to).map_err(|error| format!("{error:?}"));
        let recipe = copy.and_then(|copy| found(&Files::of(&copy)));
        let run = if run.is_empty() { None } else { Some(Run::Words(words(run))) };
        match recipe {
            Ok(recipe) => {
                let wanted = (name, run.as_ref().map(|_| &recipe.run));
                assert_eq!((&*recipe.name, run.as_ref()), wanted);
            }
            Err(message) => assert_eq!((&*message, run), (name, None)),
        }
    }

    #[test]
    fn a_class_has_the_package_of_its_code_and_not_of_its_comments() {
        let text = "/* package old;\npackage older;\n*/ // in src/*.java\npackage ships;\n";
        let run = ["java", "-cp", "{dir}/.broadside/java", "ships.Game"];
        check(&[("Game.java", text)], "Java, Game.java", &run);
    }

    /// An earlier version replaced the bytes of a command that are not UTF-8.
    #[cfg(unix)]
    #[test]
    fn the_name_of_a_file_need_not_be_utf_8() {
        use std::os::unix::ffi::OsStrExt as _;
        let folder = tempfile::tempdir().unwrap();
        let name = std::ffi::OsStr::from_bytes(b"m\xfcller.py");
        fs::write(folder.path().join(name), "").unwrap();
        let copy = super::super::copy::copy(folder.path(), folder.path().join("copy")).unwrap();
        let recipe = found(&Files::of(&copy)).unwrap();
        assert_eq!(recipe.name, r"Python, m\u{fc}ller.py");
        assert_eq!(recipe.run, Run::Words(with_file(tools::python(), name.into())));
        let sources = Command::new([name]).words;
        assert_eq!(fill(&words(&["{src}"]), &copy).words, sources);
    }

    #[test]
    fn no_file_is_taken_for_an_option() {
        for name in ["-h.py", "@files.py"] {
            let path = Path::new(".").join(name).to_string_lossy().into_owned();
            check(&[(name, "")], &format!("Python, {path}"), &["python3", &path]);
        }
    }

    #[test]
    fn recipes_are_tried_in_a_fixed_order() {
        let python = ("game.py", "if __name__ == '__main__': play()");
        check(&[("run.sh", ""), ("Makefile", ""), python], "run.sh", &["sh", "run.sh"]);
        check(&[("Makefile", ""), ("main.c", "")], "Makefile", &[]);
        check(&[("Cargo.toml", ""), ("src/main.rs", "")], "Cargo.toml", &[]);
        let java = [("A.java", ""), ("src/Game.java", "package ships;\nstatic void main(")];
        let run = ["java", "-cp", "{dir}/.broadside/java", "ships.Game"];
        check(&java, "Java, src/Game.java", &run);
        check(&[("ships.js", ""), python], "JavaScript, ships.js", &["node", "ships.js"]);
        check(&[("a.cpp", ""), ("b.c", ""), python], "C++", &["{out}"]);
        check(&[("board.py", ""), python], "Python, game.py", &["python3", "game.py"]);
        check(
            &[("project/main.py", ""), ("project/board.py", "")],
            "Python, project/main.py",
            &["python3", "project/main.py"],
        );
        check(
            &[("a.py", ""), ("b.py", "")],
            "there are several Python files, and none is named main: choose one in class.toml or with --run",
            &[],
        );
        check(&[("notes", "")], "no known kind of program was found: give --build and --run", &[]);
    }
}
