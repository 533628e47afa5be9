//! Runs the binary under test, talks with it, finds the folders of cases, and checks stored files.

use std::env;
use std::ffi::{OsStr, OsString};
use std::fs;
use std::io::{self, Read, Write as _};
use std::path::{Path, PathBuf};
use std::process::{
    Child, ChildStderr, ChildStdin, ChildStdout, Command, ExitStatus, Output, Stdio,
};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::sync::{LazyLock, Mutex, MutexGuard, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::Duration;
use tempfile::TempDir;

pub(crate) const BINARY: &str = env!("CARGO_BIN_EXE_broadside");

pub(crate) fn root(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(path)
}

/// Returns the text of a file of the repository.
#[track_caller]
pub(crate) fn read(path: &str) -> String {
    fs::read_to_string(root(path)).expect(path)
}

/// Returns a command for the binary, without environment variables that could change its output.
pub(crate) fn broadside() -> Command {
    let mut command = Command::new(BINARY);
    command.env("PATH", program_folders());
    for variable in ["BROADSIDE_BOOK", "CI", "NO_COLOR", "CLICOLOR", "CLICOLOR_FORCE", "COLUMNS"] {
        command.env_remove(variable);
    }
    command
}

/// The output of a program as text. Fails if the text is not UTF-8.
pub(crate) trait Texts {
    fn out(&self) -> String;
    fn err(&self) -> String;
    /// Checks the exit status, and that each text is in standard output or in standard error.
    fn check(&self, code: i32, texts: &[&str]);
    /// Checks the exit status, and that `why` is in standard error.
    fn fails(&self, code: i32, why: &str);
}

impl Texts for Output {
    fn out(&self) -> String {
        String::from_utf8(self.stdout.clone()).expect("UTF-8")
    }

    fn err(&self) -> String {
        String::from_utf8(self.stderr.clone()).expect("UTF-8")
    }

    #[track_caller]
    fn check(&self, code: i32, texts: &[&str]) {
        let (out, err) = (self.out(), self.err());
        assert_eq!(self.status.code(), Some(code), "{out}{err}");
        for text in texts {
            assert!(out.contains(text) || err.contains(text), "no {text:?} in {out}{err}");
        }
    }

    #[track_caller]
    fn fails(&self, code: i32, why: &str) {
        let err = self.err();
        assert_eq!(self.status.code(), Some(code), "{err}");
        assert!(err.contains(why), "no {why:?} in {err}");
    }
}

/// A temporary folder with the files of a test.
pub(crate) struct Folder(TempDir);

impl Folder {
    pub(crate) fn new() -> Self {
        Self(tempfile::tempdir().expect("a folder"))
    }

    pub(crate) fn path(&self) -> &Path {
        self.0.path()
    }

    pub(crate) fn at(&self, name: impl AsRef<Path>) -> PathBuf {
        self.path().join(name)
    }

    /// Returns the whole path of a file, for a command line.
    pub(crate) fn word(&self, name: &str) -> String {
        self.at(name).into_os_string().into_string().expect("UTF-8")
    }

    #[track_caller]
    pub(crate) fn read(&self, name: impl AsRef<Path>) -> String {
        String::from_utf8(self.bytes(name)).expect("UTF-8")
    }

    #[track_caller]
    pub(crate) fn bytes(&self, name: impl AsRef<Path>) -> Vec<u8> {
        fs::read(self.at(name)).expect("a file of the test")
    }

    /// Writes a file. Creates its folder if there is none.
    #[track_caller]
    pub(crate) fn write(&self, name: impl AsRef<Path>, text: impl AsRef<[u8]>) {
        let path = self.at(name);
        fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
        fs::write(path, text).expect("a file of the test");
    }

    #[track_caller]
    pub(crate) fn make(&self, name: impl AsRef<Path>) {
        fs::create_dir_all(self.at(name)).expect("a folder of the test");
    }

    /// Returns a command for the binary, which runs in this folder.
    pub(crate) fn broadside<W: AsRef<OsStr>>(&self, words: impl IntoIterator<Item = W>) -> Command {
        let mut command = broadside();
        command.current_dir(self.path()).args(words);
        command
    }
}

/// Returns the folders in which programs are found. The first is the folder of [`empty_python`],
/// and the second is the folder of the real Python. Python starts faster from these folders than
/// with the usual `python3`, which may be a script of a version manager or may load packages. Tests
/// start Python a thousand times. Programs in a sandbox do not see the first folder, so they use
/// the second folder.
pub(crate) fn program_folders() -> &'static OsStr {
    static FOLDERS: LazyLock<OsString> = LazyLock::new(|| {
        let python = python_program();
        let real = python.as_deref().and_then(Path::parent).map(PathBuf::from);
        let empty = python.as_deref().and_then(empty_python);
        let usual = env::var_os("PATH").unwrap_or_default();
        let folders = empty.into_iter().chain(real).chain(env::split_paths(&usual));
        env::join_paths(folders).expect("folders without separators")
    });
    &FOLDERS
}

fn python_program() -> Option<PathBuf> {
    let mut python = Command::new("python3");
    let output = python.args(["-c", "import sys; print(sys.executable)"]).output().ok()?;
    let program = PathBuf::from(String::from_utf8(output.stdout).ok()?.trim_end());
    program.is_absolute().then_some(program)
}

/// Makes a virtual environment of Python without packages, if there is none yet, and returns the
/// folder of its programs.
fn empty_python(python: &Path) -> Option<PathBuf> {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("python");
    let programs = folder.join("bin");
    let succeeds = |command: &mut Command| command.output().is_ok_and(|it| it.status.success());
    let starts = || succeeds(Command::new(programs.join("python3")).args(["-c", ""]));
    let makes = || {
        let mut command = Command::new(python);
        succeeds(command.args(["-m", "venv", "--clear", "--without-pip"]).arg(&folder))
    };
    (starts() || makes() && starts()).then_some(programs)
}

/// Returns a lock. While a test holds this lock, no [`Talk`] starts a process. A new process has
/// copies of all open pipes until it runs its own program. It keeps copies of some pipes of a
/// pseudo-terminal even longer. Some tests wait until the last copy of a pipe is closed. Such tests
/// take this lock, so that no other [`Talk`] starts a process at that time.
pub(crate) fn starting() -> MutexGuard<'static, ()> {
    static STARTING: Mutex<()> = Mutex::new(());
    STARTING.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Returns an output stream whose reader is already closed.
pub(crate) fn unread() -> Stdio {
    let _alone = starting();
    let (_, writer) = io::pipe().expect("a pipe");
    writer.into()
}

/// The longest time of a run. After this time, a program that hangs is killed, so that its test
/// fails.
const PATIENCE: Duration = Duration::from_mins(1);

/// A running program that a test talks with through its piped streams.
pub(crate) struct Talk {
    pub(crate) id: u32,
    pub(crate) input: Option<ChildStdin>,
    pub(crate) out: Option<ChildStdout>,
    pub(crate) err: Option<ChildStderr>,
    /// The keeper thread waits until this sender is dropped. Nothing is sent.
    open: Sender<()>,
    keeper: JoinHandle<ExitStatus>,
}

impl Talk {
    /// Starts `command`, whose streams are already set.
    pub(crate) fn with(command: &mut Command) -> Self {
        Self::attempt(command).expect("the program starts")
    }

    fn attempt(command: &mut Command) -> io::Result<Self> {
        let alone = starting();
        let mut child = command.spawn()?;
        drop(alone);
        let (id, input) = (child.id(), child.stdin.take());
        let (out, err) = (child.stdout.take(), child.stderr.take());
        let (open, end) = mpsc::channel();
        let keeper = thread::spawn(move || wait_or_kill(child, &end));
        Ok(Self { id, input, out, err, open, keeper })
    }

    pub(crate) fn ends(mut self) -> Output {
        drop(self.input.take());
        let (out, err) = (self.out.take(), self.err.take());
        let [stdout, stderr] = thread::scope(|scope| {
            let streams = [scope.spawn(|| read_all(out)), scope.spawn(|| read_all(err))];
            streams.map(|stream| stream.join().expect("a stream"))
        });
        drop(self.open);
        let status = self.keeper.join().expect("the program ends");
        Output { status, stdout, stderr }
    }
}

/// Waits for the end of `child`. Kills `child` if its streams are not read to their ends in time.
fn wait_or_kill(mut child: Child, end: &Receiver<()>) -> ExitStatus {
    if end.recv_timeout(PATIENCE) == Err(RecvTimeoutError::Timeout) {
        child.kill().expect("a program that hangs can be ended");
    }
    child.wait().expect("the program ends")
}

/// Runs `command`. Writes `stdin` to the program, and reads its output at the same time.
pub(crate) fn run(command: &mut Command, stdin: &[u8]) -> Output {
    attempt(command, stdin).expect("the program starts")
}

/// Runs `command` like [`run`], but returns an error if the program cannot be started.
pub(crate) fn attempt(command: &mut Command, stdin: &[u8]) -> io::Result<Output> {
    let piped = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut talk = Talk::attempt(piped)?;
    let mut input = talk.input.take().expect("stdin is piped");
    Ok(thread::scope(|scope| {
        // A program may end before it has read its whole input. So a closed pipe is not a failure
        // here.
        scope.spawn(move || drop(input.write_all(stdin)));
        talk.ends()
    }))
}

fn read_all(stream: Option<impl Read>) -> Vec<u8> {
    let mut bytes = Vec::new();
    if let Some(mut stream) = stream {
        stream.read_to_end(&mut bytes).expect("a stream of the program");
    }
    bytes
}

/// Returns the folders below `top` that hold a case, sorted. A case has arguments or an input.
pub(crate) fn cases(top: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut folders = vec![top.to_owned()];
    while let Some(folder) = folders.pop() {
        if ["args", "stdin"].into_iter().any(|file| folder.join(file).exists()) {
            found.push(folder);
            continue;
        }
        let entries = fs::read_dir(&folder).expect("a folder of cases");
        let paths = entries.map(|entry| entry.expect("an entry").path());
        folders.extend(paths.filter(|path| path.is_dir()));
    }
    found.sort();
    found
}

/// Returns the names of the files and folders in `folder`, and no names if there is no `folder`.
pub(crate) fn names(folder: &Path) -> Vec<String> {
    let Ok(entries) = fs::read_dir(folder) else { return Vec::new() };
    let name = |entry: fs::DirEntry| entry.file_name().into_string().expect("a plain name");
    entries.map(|entry| name(entry.expect("an entry"))).collect()
}

pub(crate) fn make_pipe(path: &Path) {
    assert!(run(Command::new("mkfifo").arg(path), b"").status.success(), "{}", path.display());
}

/// Returns the folders in `/proc` of the processes whose environment has the variable `name` with
/// this value.
pub(crate) fn processes_with(name: &str, value: &Path) -> Vec<PathBuf> {
    let mark = format!("{name}={}", value.display());
    let is_marked = |folder: &PathBuf| {
        let environment = fs::read(folder.join("environ")).unwrap_or_default();
        environment.split(|byte| *byte == 0).any(|variable| variable == mark.as_bytes())
    };
    let all = fs::read_dir("/proc").expect("processes").flatten();
    all.map(|entry| entry.path()).filter(is_marked).collect()
}

/// Checks that a file of the repository is equal to `text`. With `BLESS=1`, writes the file.
#[track_caller]
pub(crate) fn check_file(path: &str, text: &str) {
    let file = root(path);
    if env::var_os("BLESS").is_some() {
        fs::create_dir_all(file.parent().expect("a folder")).expect("a folder");
        fs::write(&file, text).expect("a file of the repository");
    }
    let found = fs::read_to_string(&file).unwrap_or_default().replace("\r\n", "\n");
    assert!(found == text, "{path} is not current: BLESS=1 writes it");
}

pub(crate) fn copy(from: &Path, to: &Path) {
    for name in names(from) {
        let (source, target) = (from.join(&name), to.join(&name));
        if source.is_dir() {
            fs::create_dir(&target).expect("a folder to copy into");
            copy(&source, &target);
        } else {
            fs::copy(&source, &target).expect("a file to copy");
        }
    }
}

/// Compares `shown` with the stored screen of this name in `tests/cases/screens`. With `BLESS=1`,
/// writes the screen.
#[track_caller]
pub(crate) fn check_screen(name: &str, shown: &str) {
    let text = shown.replace("\r\n", "\n").replace('\u{1b}', "\\e");
    let path = root("tests/cases/screens").join(format!("{name}.txt"));
    if env::var_os("BLESS").is_some() {
        fs::write(&path, &text).expect("a screen");
    }
    assert_eq!(text, fs::read_to_string(&path).unwrap_or_default(), "{}", path.display());
}
