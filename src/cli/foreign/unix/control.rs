//! The caller's end of a run: supervisor processes, each of which does one run after another, and a socket to each.
//! When this process closes the socket or is killed, the supervisor ends the run and exits.
//!
//! A program without a sandbox can kill or suspend its supervisor. Then this process kills the processes of the run
//! that it still finds, and the run counts as a failure of the program.

use super::super::process::{GRACE, Over, temporary};
use super::super::sandbox::Sandbox;
use super::message::{self, Reply, Request};
use super::processes;
use super::removal::remove_folders;
use super::report::signalled;
use super::supervisor::{WORD, prefix_of};
use super::waiting::Interest;
use broadside::ports::programs::{Ended, Ending, Run};
use rustix::process::Pid;
use std::io::{self, Read as _};
use std::net::Shutdown;
use std::os::fd::{AsFd as _, OwnedFd};
use std::os::unix::net::UnixStream;
use std::os::unix::process::{CommandExt as _, ExitStatusExt as _};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// The longest wait for processes to vanish after a run.
const VANISHING: Duration = Duration::from_secs(2);

/// The longest wait for files to be removed after a run.
const CLEANING: Duration = Duration::from_secs(20);

/// The idle supervisors.
#[derive(Debug)]
pub(in super::super) struct Pool {
    exe: PathBuf,
    idle: Mutex<Vec<Supervisor>>,
}

impl Pool {
    /// Makes a pool whose supervisors are started from the file `exe`.
    pub(in super::super) fn new(exe: PathBuf) -> Self {
        processes::adopt_lost_orphans();
        Self { exe, idle: Mutex::new(Vec::new()) }
    }

    fn idle(&self) -> MutexGuard<'_, Vec<Supervisor>> {
        self.idle.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Lets a supervisor begin a run. A supervisor that has ended since its last run is replaced.
    fn begin(&self, request: &Request, files: &[OwnedFd; 2]) -> io::Result<Supervisor> {
        let files = [files[0].as_fd(), files[1].as_fd()];
        let idle = self.idle().pop();
        if let Some(supervisor) = idle
            && message::send(&supervisor.socket, request, &files).is_ok()
        {
            return Ok(supervisor);
        }
        let supervisor = Supervisor::start(&self.exe)?;
        message::send(&supervisor.socket, request, &files)?;
        Ok(supervisor)
    }
}

/// A supervisor process that was started.
#[derive(Debug)]
struct Supervisor {
    process: Child,
    socket: UnixStream,
}

impl Supervisor {
    fn start(exe: &PathBuf) -> io::Result<Self> {
        let (socket, theirs) = UnixStream::pair()?;
        let mut command = Command::new(exe);
        command.arg0(env!("CARGO_PKG_NAME")).arg(WORD).stdin(OwnedFd::from(theirs));
        let process = processes::spawn(command.stdout(Stdio::null()).stderr(Stdio::null()))?;
        Ok(Self { process, socket })
    }

    /// Returns the next reply, if it comes within this time.
    fn reply(&self, within: Duration) -> io::Result<Reply> {
        self.socket.set_read_timeout(Some(within))?;
        let reply = message::receive(&self.socket)?;
        reply.map(|(reply, _)| reply).ok_or_else(|| io::ErrorKind::UnexpectedEof.into())
    }

    /// Kills the supervisor and all processes of its program that are found. Returns the signal that ended the
    /// supervisor.
    fn kill(&mut self, folders: &Path) -> Option<i32> {
        let pid = Pid::from_child(&self.process);
        processes::kill_below(pid);
        drop(self.process.kill());
        // The number of the supervisor is not used again before `wait` returns.
        processes::kill_session(pid);
        let status = self.process.wait();
        processes::end_strangers();
        #[cfg(target_os = "linux")]
        super::cgroup::remove(self.process.id());
        remove_folders(folders, &prefix_of(self.process.id()));
        status.ok()?.signal()
    }
}

impl Drop for Supervisor {
    fn drop(&mut self) {
        drop(self.socket.shutdown(Shutdown::Write));
        drop(self.socket.set_read_timeout(Some(GRACE)));
        if self.socket.read_to_end(&mut Vec::new()).is_err() {
            drop(self.process.kill());
        }
        drop(self.process.wait());
        #[cfg(target_os = "linux")]
        super::cgroup::remove(self.process.id());
        processes::forget(Pid::from_child(&self.process));
    }
}

/// A run that has begun.
#[derive(Debug)]
pub(super) struct Control {
    pool: Arc<Pool>,
    /// `None` after the run.
    supervisor: Option<Supervisor>,
    /// The reply about the end of the program, if it came instead of an answer to [`said`](Self::said).
    early: Option<Reply>,
    /// The folder in which the supervisor makes the folder of the run.
    folders: PathBuf,
}

impl Control {
    /// Lets a supervisor start the program, whose standard input and output are `stdin` and `stdout`.
    pub(super) fn start(
        host: &Arc<Pool>,
        sandbox: &Sandbox,
        run: &Run<'_>,
        stdin: OwnedFd,
        stdout: OwnedFd,
    ) -> io::Result<Self> {
        let request = request(sandbox, run);
        let supervisor = host.begin(&request, &[stdin, stdout])?;
        let folders = request.temporary.into();
        Ok(Self { pool: Arc::clone(host), supervisor: Some(supervisor), early: None, folders })
    }

    /// Returns what a caller waits for to notice the end of the run; `None` after the run.
    pub(super) fn readable(&self) -> Option<Interest<'_>> {
        self.supervisor.as_ref().map(|supervisor| Interest::read(&supervisor.socket))
    }

    /// Takes what the program has written to standard error since the last call. If the program has ended,
    /// [`end`](Self::end) returns that output instead.
    pub(super) fn said(&mut self) -> Vec<u8> {
        let Some(supervisor) = self.supervisor.as_ref().filter(|_| self.early.is_none()) else {
            return Vec::new();
        };
        // If the supervisor has ended or does not answer, `end` finds that out.
        drop(message::send_question(&supervisor.socket));
        match supervisor.reply(GRACE) {
            Ok(Reply::Said(bytes)) => return bytes,
            Ok(other) => self.early = Some(other),
            Err(_) => {}
        }
        Vec::new()
    }

    /// Waits for the reply about the end of the program. Skips late answers to questions.
    fn end_of(&mut self, supervisor: &Supervisor) -> io::Result<Reply> {
        if let Some(early) = self.early.take() {
            return Ok(early);
        }
        loop {
            let reply = supervisor.reply(GRACE)?;
            if !matches!(reply, Reply::Said(_)) {
                return Ok(reply);
            }
        }
    }

    /// Ends the run, and returns its result. `stopped` is the ending to report if the program still runs.
    pub(super) fn end(&mut self, stopped: Ending, stdout: Vec<u8>) -> io::Result<Over> {
        let Some(mut supervisor) = self.supervisor.take() else {
            return Ok(Ended::new(stopped, stdout).into());
        };
        // This fails if the supervisor has ended already.
        drop(message::send_stop(&supervisor.socket));
        match self.end_of(&supervisor) {
            Ok(Reply::Ended(end, wall)) => {
                let (cpu, stderr_tail) = self.put_away(supervisor);
                Ok(Ended { ending: end.unwrap_or(stopped), stdout, stderr_tail, wall, cpu }.into())
            }
            Ok(Reply::Failed(why)) => Err(io::Error::other(why)),
            Ok(Reply::Said(_) | Reply::Rest(..) | Reply::Clean) => {
                Err(io::ErrorKind::InvalidData.into())
            }
            Err(error) => {
                // A supervisor that still runs does not answer in time.
                let is_lost = error.kind() != io::ErrorKind::WouldBlock;
                let signal = supervisor.kill(&self.folders).filter(|_| is_lost);
                let ending = signal.map_or(stopped, signalled);
                Ok(Over { ended: Ended::new(ending, stdout), is_lost })
            }
        }
    }

    /// Waits until no process and no file of the run is left, and keeps the supervisor for the next run. Returns the
    /// processor time and the end of standard error.
    fn put_away(&self, mut supervisor: Supervisor) -> (Duration, Vec<u8>) {
        let rest = match supervisor.reply(VANISHING) {
            Ok(Reply::Rest(cpu, stderr_tail)) => Some((cpu, stderr_tail)),
            _ => None,
        };
        if rest.is_some() && matches!(supervisor.reply(CLEANING), Ok(Reply::Clean)) {
            self.pool.idle().push(supervisor);
        } else {
            supervisor.kill(&self.folders);
        }
        rest.unwrap_or_default()
    }

    /// Kills a supervisor that does not answer.
    pub(super) fn abandon(&mut self) {
        if let Some(mut supervisor) = self.supervisor.take() {
            supervisor.kill(&self.folders);
        }
    }
}

impl Drop for Control {
    fn drop(&mut self) {
        drop(self.end(Ending::Timeout, Vec::new()));
    }
}

fn request(sandbox: &Sandbox, run: &Run<'_>) -> Request {
    let command = run.command;
    Request {
        words: command.words.clone(),
        folder: command.folder.as_ref().map(|folder| folder.as_os_str().to_owned()),
        environment: command.environment.clone(),
        temporary: temporary(command).into(),
        sandbox: sandbox.clone(),
        time: run.limits.time,
        memory: run.limits.memory,
    }
}
