//! Our end of a run: its supervisor, and the socket over which it reports. Closing our side of it, by
//! will or by death, ends the run.

use super::report::Report;
use super::supervisor::words_for;
use super::waiting::Interest;
use super::{Foreign, GRACE, processes};
use broadside::ports::programs::{Ended, Ending, Run};
use rustix::process::Pid;
use std::env;
use std::io::{self, Read as _};
use std::net::Shutdown;
use std::os::fd::OwnedFd;
use std::os::unix::net::UnixStream;
use std::os::unix::process::CommandExt as _;
use std::process::{Child, Command, Stdio};

/// A supervisor that was started.
#[derive(Debug)]
pub(super) struct Control {
    supervisor: Child,
    socket: UnixStream,
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
        Ok(Self { supervisor: command.spawn()?, socket })
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
        self.bury(outcome.is_ok());
        Ok(Report::from_bytes(&bytes)?.into_ended(stopped, stdout))
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

    /// Waits for the supervisor, after killing it and the program if it hangs.
    fn bury(&mut self, is_over: bool) {
        if !is_over {
            processes::kill_below(Pid::from_child(&self.supervisor));
            drop(self.supervisor.kill());
        }
        drop(self.supervisor.wait());
    }
}

impl Drop for Control {
    fn drop(&mut self) {
        self.stop();
        let has_ended = self.socket.read_to_end(&mut Vec::new()).is_ok();
        self.bury(has_ended);
    }
}
