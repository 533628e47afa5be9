//! Runs foreign programs, such as bots and the programs of students. [`Foreign`] starts a program,
//! stops the program at its limits, and ends the processes that the program leaves behind. The
//! modules `unix` and `windows` each have a type `Started`, which is a run of a program.

mod dialogue;
mod input;
mod process;
mod sandbox;
#[cfg(unix)]
mod unix;
#[cfg(windows)]
mod windows;

pub(crate) use sandbox::{Hidden, Sandbox};
pub(crate) use system::remove_folder;
#[cfg(unix)]
pub(crate) use unix::supervise_if_asked;
#[cfg(windows)]
pub(crate) use windows::spent;

use broadside::Cancel;
use broadside::ports::programs::{
    Command, Dialogue, Dialogues, Ended, Ending, Limits, Programs, Run,
};
use broadside::text::Visible;
use dialogue::Conversation;
use process::{Finished, GRACE, Input};
use std::io;
use std::path::{Component, Path, PathBuf, absolute};
use std::sync::Arc;
use std::time::{Duration, Instant};
use system::{HAS_CR, Host, IDLE, Started};
use tempfile::TempDir;
#[cfg(unix)]
use unix as system;
#[cfg(windows)]
use windows as system;

/// How long a wait for a program lasts before the stop flag is checked again.
const TICK: Duration = Duration::from_millis(50);

/// The time limit of the program that shows whether a sandbox works.
const TRIAL: Duration = Duration::from_secs(10);

/// Makes a folder whose name cannot be guessed. On Unix no other user can open the folder, or run
/// the programs in it.
pub(crate) fn private_folder(prefix: &str, parent: &Path) -> io::Result<TempDir> {
    let mut builder = tempfile::Builder::new();
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o700));
    builder.prefix(prefix).rand_bytes(16).tempdir_in(parent)
}

/// Returns an absolute path. Each `..` removes the part before it, as in the address of a web page,
/// and symbolic links are not followed.
pub(crate) fn full(path: &Path) -> PathBuf {
    let mut full = PathBuf::new();
    for part in absolute(path).unwrap_or(path.to_owned()).components() {
        if part == Component::ParentDir {
            full.pop();
        } else {
            full.push(part);
        }
    }
    full
}

/// Returns the path without links, or `path` itself if this fails.
fn real(path: &Path) -> PathBuf {
    path.canonicalize().unwrap_or_else(|_| path.to_owned())
}

#[derive(Clone, Debug)]
pub(crate) struct Foreign {
    host: Arc<Host>,
    sandbox: Sandbox,
    stop: Cancel,
}

impl Foreign {
    /// Returns a runner without a sandbox. When `stop` is set, all its runs are cancelled.
    ///
    /// On Unix, the program file `exe` is also started as a supervisor (a process that watches a
    /// program). So `exe` must call [`supervise_if_asked`] before anything else.
    pub(crate) fn new(exe: PathBuf, hidden: Hidden, stop: Cancel) -> Self {
        Self { host: Arc::new(Host::new(exe, hidden)), sandbox: Sandbox::None, stop }
    }

    pub(crate) fn inside(self, sandbox: Sandbox) -> Self {
        Self { sandbox, ..self }
    }

    /// Returns true for Landlock. A program in the Landlock sandbox sees all command lines, and so
    /// the names of other programs' files. It can also change the permissions of these files.
    pub(crate) fn shows_names(&self) -> bool {
        matches!(self.sandbox, Sandbox::Landlock)
    }

    /// Runs [`IDLE`], a program that does nothing, in the sandbox, if there is one. The error says
    /// why programs cannot run there.
    pub(crate) fn try_sandbox(&self) -> io::Result<()> {
        if matches!(self.sandbox, Sandbox::None) {
            return Ok(());
        }
        let folder = tempfile::tempdir()?;
        let command = Command { folder: Some(folder.path().to_owned()), ..Command::new(IDLE) };
        let limits = Limits { time: Some(TRIAL), ..Limits::default() };
        let ended = self.run(&Run { command: &command, input: b"", limits })?;
        if ended.ending == Ending::Exited(0) {
            return Ok(());
        }
        Err(io::Error::other(match (&self.sandbox, &ended.ending) {
            (Sandbox::Prefix(words), Ending::CannotStart(reason)) => {
                format!("cannot start `{}`: {reason}", Visible(words[0].as_encoded_bytes()))
            }
            (_, ending) => format!("a program that does nothing ended: {ending}"),
        }))
    }

    /// Runs a program. If it runs [`GRACE`] longer than its time limit, stops waiting for it and
    /// returns a timeout.
    fn run_once(&self, run: &Run<'_>) -> io::Result<Finished> {
        self.check_stop()?;
        let Limits { time, output, .. } = run.limits;
        let mut process = Started::start(&self.host, &self.sandbox, run, Input::All(run.input))?;
        let mut printed = Vec::new();
        let patience = time.map(|time| time.saturating_add(GRACE));
        let abandon_at = patience.and_then(|patience| Instant::now().checked_add(patience));
        while !process.exchange(&mut Vec::new(), &mut printed, TICK)? && printed.len() <= output {
            self.check_stop()?;
            if abandon_at.is_some_and(|at| Instant::now() >= at) {
                process.abandon();
                return Ok(Ended::new(Ending::Timeout, printed).into());
            }
        }
        // Output that the program wrote before its end may still be unread.
        while printed.len() <= output && process.read_rest(&mut printed)? > 0 {}
        let mut finished = process.end(Ending::Output, printed)?;
        let ended = &mut finished.ended;
        if ended.stdout.len() > output {
            ended.stdout.truncate(output);
            ended.ending = Ending::Output;
        }
        if HAS_CR {
            drop_carriage_returns(&mut ended.stdout);
        }
        Ok(finished)
    }

    fn check_stop(&self) -> io::Result<()> {
        if self.stop.is_set() {
            return Err(io::ErrorKind::Interrupted.into());
        }
        Ok(())
    }
}

impl Programs for Foreign {
    /// Runs a program. Repeats the run once if its supervisor was killed: another program may have
    /// killed the supervisor.
    fn run(&self, run: &Run<'_>) -> io::Result<Ended> {
        let finished = self.run_once(run)?;
        Ok(if finished.is_lost { self.run_once(run)?.ended } else { finished.ended })
    }
}

impl Dialogues for Foreign {
    fn open(&self, command: &Command, limits: Limits) -> io::Result<Box<dyn Dialogue>> {
        Ok(Box::new(Conversation::open(self.clone(), command, limits)?))
    }
}

fn drop_carriage_returns(text: &mut Vec<u8>) {
    let mut kept = 0;
    for at in 0..text.len() {
        if !text[at..].starts_with(b"\r\n") {
            text[kept] = text[at];
            kept += 1;
        }
    }
    text.truncate(kept);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_cr_before_an_lf_is_dropped() {
        let mut text = b"\r\na\r\n\rb\r\r\n\n\r".to_vec();
        drop_carriage_returns(&mut text);
        assert_eq!(text, b"\na\n\rb\r\n\n\r");
    }
}
