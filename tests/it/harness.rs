//! The binary under test as programs and people run it, and the folders of cases.

use std::fs;
use std::io::{self, Read, Write as _};
use std::path::{Path, PathBuf};
use std::process::{
    Child, ChildStderr, ChildStdin, ChildStdout, Command, ExitStatus, Output, Stdio,
};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::Duration;

/// The binary under test.
pub(crate) const BINARY: &str = env!("CARGO_BIN_EXE_broadside");

/// A path inside the repository.
pub(crate) fn root(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(path)
}

/// The binary with no surroundings that could change its answers.
pub(crate) fn broadside() -> Command {
    let mut command = Command::new(BINARY);
    for variable in ["BROADSIDE_BOOK", "CI", "NO_COLOR", "CLICOLOR", "CLICOLOR_FORCE", "COLUMNS"] {
        command.env_remove(variable);
    }
    command
}

/// Held while a process is started. A child has copies of all open pipes until it becomes another
/// program, and some pipes of a pseudo-terminal even longer: a test that looks for the moment when the last
/// copy of a pipe is closed must know that no other program is being started.
pub(crate) fn starting() -> MutexGuard<'static, ()> {
    static STARTING: Mutex<()> = Mutex::new(());
    STARTING.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A stream whose reader has left already.
pub(crate) fn unread() -> Stdio {
    let _alone = starting();
    let (_, writer) = io::pipe().expect("a pipe");
    writer.into()
}

/// What no run may take; a program that hangs is ended then, so that its test fails.
const PATIENCE: Duration = Duration::from_mins(1);

/// A program that a test talks with, through those of its streams that are piped.
pub(crate) struct Talk {
    pub(crate) id: u32,
    pub(crate) input: Option<ChildStdin>,
    pub(crate) out: Option<ChildStdout>,
    pub(crate) err: Option<ChildStderr>,
    /// Nothing is sent; the keeper waits for its end.
    open: Sender<()>,
    keeper: JoinHandle<ExitStatus>,
}

impl Talk {
    /// Starts `command`, whose streams are set.
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
        let keeper = thread::spawn(move || keep(child, &end));
        Ok(Self { id, input, out, err, open, keeper })
    }

    /// Says nothing more, and waits for all that is still to be heard and for the end.
    pub(crate) fn ends(mut self) -> Output {
        drop(self.input.take());
        let (out, err) = (self.out.take(), self.err.take());
        let [stdout, stderr] = thread::scope(|scope| {
            let streams = [scope.spawn(|| heard(out)), scope.spawn(|| heard(err))];
            streams.map(|stream| stream.join().expect("a stream"))
        });
        drop(self.open);
        let status = self.keeper.join().expect("the program ends");
        Output { status, stdout, stderr }
    }
}

/// Waits for the end of `child`, and brings it about when its streams were not heard out in time.
fn keep(mut child: Child, end: &Receiver<()>) -> ExitStatus {
    if end.recv_timeout(PATIENCE) == Err(RecvTimeoutError::Timeout) {
        child.kill().expect("a program that hangs can be ended");
    }
    child.wait().expect("the program ends")
}

/// Runs `command`, feeding it `stdin` while its answers are read.
pub(crate) fn run(command: &mut Command, stdin: &[u8]) -> Output {
    attempt(command, stdin).expect("the program starts")
}

/// Runs `command` as [`run`] does.
///
/// # Errors
/// When there is no such program.
pub(crate) fn attempt(command: &mut Command, stdin: &[u8]) -> io::Result<Output> {
    let piped = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut talk = Talk::attempt(piped)?;
    let mut input = talk.input.take().expect("stdin is piped");
    Ok(thread::scope(|scope| {
        // A program may end before it has read everything: a closed pipe is no failure here.
        scope.spawn(move || drop(input.write_all(stdin)));
        talk.ends()
    }))
}

/// All of a stream, where there is one.
fn heard(stream: Option<impl Read>) -> Vec<u8> {
    let mut bytes = Vec::new();
    if let Some(mut stream) = stream {
        stream.read_to_end(&mut bytes).expect("a stream of the program");
    }
    bytes
}

/// The folders below `top` that hold a case, sorted.
pub(crate) fn cases(top: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut folders = vec![top.to_owned()];
    while let Some(folder) = folders.pop() {
        if folder.join("args").exists() {
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

/// The names of what is in a folder, where there is one.
pub(crate) fn names(folder: &Path) -> Vec<String> {
    let Ok(entries) = fs::read_dir(folder) else { return Vec::new() };
    let name = |entry: fs::DirEntry| entry.file_name().into_string().expect("a plain name");
    entries.map(|entry| name(entry.expect("an entry"))).collect()
}

/// Copies what is in one folder to another.
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

/// Compares what was shown with the screen of this name in `tests/cases/screens`; `BLESS=1` writes it.
#[track_caller]
pub(crate) fn is_kept(name: &str, shown: &str) {
    let text = shown.replace("\r\n", "\n").replace('\u{1b}', "\\e");
    let path = root("tests/cases/screens").join(format!("{name}.txt"));
    if std::env::var_os("BLESS").is_some() {
        fs::write(&path, &text).expect("a screen");
    }
    assert_eq!(text, fs::read_to_string(&path).unwrap_or_default(), "{}", path.display());
}
