//! Starts supervisors, and keeps them for the next runs. A supervisor is a process that starts
//! programs and watches them.

use super::super::process::GRACE;
use super::super::sandbox::Hidden;
use super::limits;
use super::message::{self, Reply, Request};
use super::processes;
use super::removal::{remove_folders, unlock_parents};
use super::supervisor::{WORD, prefix_of};
use rustix::process::Pid;
use std::io::{self, Read as _};
use std::net::Shutdown;
use std::os::fd::{AsFd as _, OwnedFd};
use std::os::unix::net::UnixStream;
use std::os::unix::process::{CommandExt as _, ExitStatusExt as _};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

#[derive(Debug)]
pub(in super::super) struct Pool {
    exe: PathBuf,
    pub(super) hidden: Hidden,
    idle: Mutex<Vec<Supervisor>>,
}

impl Pool {
    pub(in super::super) fn new(exe: PathBuf, hidden: Hidden) -> Self {
        processes::adopt_lost_orphans();
        limits::raise_files();
        Self { exe, hidden, idle: Mutex::new(Vec::new()) }
    }

    pub(super) fn idle(&self) -> MutexGuard<'_, Vec<Supervisor>> {
        self.idle.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Sends a request to an idle supervisor, or else to a new one. Returns this supervisor.
    /// `files` are the program's standard input and output.
    pub(super) fn begin(&self, request: &Request, files: &[OwnedFd; 2]) -> io::Result<Supervisor> {
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

#[derive(Debug)]
pub(super) struct Supervisor {
    pub(super) process: Child,
    pub(super) socket: UnixStream,
}

impl Supervisor {
    fn start(exe: &Path) -> io::Result<Self> {
        let (socket, theirs) = UnixStream::pair()?;
        let mut command = Command::new(exe);
        command.arg0(env!("CARGO_PKG_NAME")).arg(WORD).stdin(OwnedFd::from(theirs));
        let process = processes::spawn(command.stdout(Stdio::null()).stderr(Stdio::null()))?;
        Ok(Self { process, socket })
    }

    pub(super) fn reply(&self, within: Duration) -> io::Result<Reply> {
        self.socket.set_read_timeout(Some(within))?;
        let reply = message::receive(&self.socket)?;
        reply.map(|(reply, _)| reply).ok_or_else(|| io::ErrorKind::UnexpectedEof.into())
    }

    /// Whether the program has suspended this supervisor. A suspended supervisor does not limit the
    /// memory of the program.
    pub(super) fn is_stopped(&self) -> bool {
        processes::is_stopped(Pid::from_child(&self.process))
    }

    /// Kills the supervisor. Also kills the processes of the run and removes the files of the run,
    /// if they can be found. Returns the signal that ended the supervisor.
    pub(super) fn kill(&mut self, folders: &Path) -> Option<i32> {
        let pid = Pid::from_child(&self.process);
        processes::kill_below(pid);
        drop(self.process.kill());
        // This must precede `wait`. After `wait`, another process may get the id of the supervisor.
        processes::kill_session(pid);
        let status = self.process.wait();
        processes::kill_lost_orphans();
        #[cfg(target_os = "linux")]
        super::cgroup::remove(self.process.id());
        let prefix = prefix_of(self.process.id());
        unlock_parents(&folders.join(&prefix), folders);
        remove_folders(folders, &prefix);
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
