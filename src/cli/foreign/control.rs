//! Our end of a run: its supervisor, and the socket over which it reports. Closing our side of it, by
//! will or by death, ends the run.
//!
//! A program can kill its supervisor or stop it for ever. Then we end what we still find of the run, and
//! the program gets the blame.

use super::removal::remove_folders;
use super::report::{Report, name};
use super::supervisor::{prefix_of, words_for};
use super::waiting::Interest;
use super::{Foreign, GRACE, processes};
use broadside::ports::programs::{Ended, Ending, Run};
use rustix::process::Pid;
use std::env;
use std::io::{self, Read as _};
use std::net::Shutdown;
use std::os::fd::OwnedFd;
use std::os::unix::net::UnixStream;
use std::os::unix::process::{CommandExt as _, ExitStatusExt as _};
use std::path::PathBuf;
use std::process::{Child, Command, ExitStatus, Stdio};

/// A supervisor that was started.
#[derive(Debug)]
pub(super) struct Control {
    supervisor: Child,
    socket: UnixStream,
    /// Where the supervisor makes the folder of the run.
    folders: PathBuf,
}

impl Control {
    /// Starts a supervisor and, under it, the program, whose standard input and output are `stdin` and
    /// `stdout`.
    pub(super) fn start(
        foreign: &Foreign,
        run: &Run<'_>,
        stdin: OwnedFd,
        stdout: OwnedFd,
    ) -> io::Result<Self> {
        let (socket, theirs) = UnixStream::pair()?;
        socket.set_read_timeout(Some(GRACE))?;
        let mut command = Command::new(&foreign.exe);
        command.arg0(env!("CARGO_PKG_NAME")).args(words_for(run.limits));
        command.args(foreign.sandbox.words(run.command, env::current_dir()?));
        command.envs(run.command.environment.iter().map(|(name, value)| (name, value)));
        if let Some(folder) = &run.command.folder {
            command.current_dir(folder);
        }
        command.stdin(Stdio::from(stdin)).stdout(Stdio::from(stdout));
        command.stderr(Stdio::from(OwnedFd::from(theirs)));
        Ok(Self { supervisor: command.spawn()?, socket, folders: folders_of(run) })
    }

    /// The interest in the supervisor's report.
    pub(super) fn readable(&self) -> Interest<'_> {
        Interest::read(&self.socket)
    }

    /// Ends the run, if it still goes on, and tells of it. Who ends it does so for its output.
    pub(super) fn end(&mut self, stdout: Vec<u8>) -> io::Result<Ended> {
        self.end_as(Ending::Output, stdout)
    }

    /// Ends the run, if it still goes on, as `stopped`, and tells of it.
    pub(super) fn end_as(&mut self, stopped: Ending, stdout: Vec<u8>) -> io::Result<Ended> {
        self.stop();
        let mut bytes = Vec::new();
        let outcome = self.socket.read_to_end(&mut bytes);
        let status = self.bury(outcome.is_ok() && !bytes.is_empty());
        match status.and_then(|status| status.signal()) {
            Some(_) if outcome.is_err() => Ok(Ended::new(stopped, stdout)),
            Some(signal) if bytes.is_empty() => {
                Ok(Ended::new(Ending::Signal(name(signal)), stdout))
            }
            _ => Ok(Report::from_bytes(&bytes)?.into_ended(stopped, stdout)),
        }
    }

    /// Gives up a supervisor that does not answer.
    pub(super) fn abandon(&mut self) {
        self.stop();
        self.bury(false);
    }

    /// Has the supervisor end the run.
    fn stop(&self) {
        // It fails where the supervisor has gone already.
        drop(self.socket.shutdown(Shutdown::Write));
    }

    /// Waits for the supervisor. If it has not ended in order, kills it and the program before, and
    /// removes the folder of the run after.
    fn bury(&mut self, is_over: bool) -> Option<ExitStatus> {
        if is_over {
            return self.supervisor.wait().ok();
        }
        let pid = Pid::from_child(&self.supervisor);
        processes::kill_below(pid);
        drop(self.supervisor.kill());
        // The number is the supervisor's until we have waited for it.
        processes::kill_session(pid);
        remove_folders(&self.folders, &prefix_of(self.supervisor.id()));
        self.supervisor.wait().ok()
    }
}

impl Drop for Control {
    fn drop(&mut self) {
        self.stop();
        let has_ended = self.socket.read_to_end(&mut Vec::new()).is_ok();
        self.bury(has_ended);
    }
}

fn folders_of(run: &Run<'_>) -> PathBuf {
    let mut environment = run.command.environment.iter();
    let told = environment.find(|(name, _)| name == "TMPDIR").map(|(_, folder)| folder.into());
    told.unwrap_or_else(env::temp_dir)
}
