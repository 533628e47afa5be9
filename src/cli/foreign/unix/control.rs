//! Controls runs from the main process, over sockets to its supervisors. A supervisor is a process
//! that starts programs and watches them.
//!
//! A program without a sandbox can kill or suspend its supervisor. Then the main process kills all
//! processes of the run that it can find. If the supervisor was killed, the run is repeated once,
//! unless it is a dialogue (an exchange of lines with the program). A second kill, or a suspended
//! supervisor, counts as a failure of the program.

use super::super::process::{Finished, GRACE, temporary};
use super::super::sandbox::{Hidden, Sandbox};
use super::message::{self, Reply, Request};
use super::processes;
use super::removal::{remove_folders, unlock_parents};
use super::report::signalled;
use super::streams::Interest;
use super::supervisor::{WORD, prefix_of};
use broadside::ports::programs::{Ended, Ending, Run};
use rustix::process::Pid;
use std::io::{self, Read as _};
use std::mem;
use std::net::Shutdown;
use std::os::fd::{AsFd as _, OwnedFd};
use std::os::unix::net::UnixStream;
use std::os::unix::process::{CommandExt as _, ExitStatusExt as _};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// How long to wait until no process of the run is left.
const VANISHING: Duration = Duration::from_secs(2);

/// How long to wait until no file of the run is left.
const CLEANING: Duration = Duration::from_secs(20);

/// Starts supervisors, and keeps them for the next runs.
#[derive(Debug)]
pub(in super::super) struct Pool {
    exe: PathBuf,
    hidden: Hidden,
    idle: Mutex<Vec<Supervisor>>,
}

impl Pool {
    pub(in super::super) fn new(exe: PathBuf, hidden: Hidden) -> Self {
        processes::adopt_lost_orphans();
        Self { exe, hidden, idle: Mutex::new(Vec::new()) }
    }

    fn idle(&self) -> MutexGuard<'_, Vec<Supervisor>> {
        self.idle.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Sends a request to a supervisor. `files` are the program's standard input and output.
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

#[derive(Debug)]
struct Supervisor {
    process: Child,
    socket: UnixStream,
}

impl Supervisor {
    fn start(exe: &Path) -> io::Result<Self> {
        let (socket, theirs) = UnixStream::pair()?;
        let mut command = Command::new(exe);
        command.arg0(env!("CARGO_PKG_NAME")).arg(WORD).stdin(OwnedFd::from(theirs));
        let process = processes::spawn(command.stdout(Stdio::null()).stderr(Stdio::null()))?;
        Ok(Self { process, socket })
    }

    fn reply(&self, within: Duration) -> io::Result<Reply> {
        self.socket.set_read_timeout(Some(within))?;
        let reply = message::receive(&self.socket)?;
        reply.map(|(reply, _)| reply).ok_or_else(|| io::ErrorKind::UnexpectedEof.into())
    }

    /// Kills the supervisor. Also kills the processes of the run and removes the files of the run,
    /// if they can be found. Returns the signal that ended the supervisor.
    fn kill(&mut self, folders: &Path) -> Option<i32> {
        let pid = Pid::from_child(&self.process);
        processes::kill_below(pid);
        drop(self.process.kill());
        // This must precede `wait`, which frees the number of the supervisor for other processes.
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

#[derive(Debug)]
pub(super) struct Control {
    pool: Arc<Pool>,
    supervisor: Option<Supervisor>,
    /// The reply that ends the run, if it came before the call of [`end`](Self::end).
    early_end: Option<Reply>,
    /// The output on standard error that no caller has taken yet.
    said: Vec<u8>,
    /// The parent of the folder of the run.
    folders: PathBuf,
}

impl Control {
    pub(super) fn start(
        pool: &Arc<Pool>,
        sandbox: &Sandbox,
        run: &Run<'_>,
        stdin: OwnedFd,
        stdout: OwnedFd,
    ) -> io::Result<Self> {
        let request = request(pool, sandbox, run);
        let supervisor = pool.begin(&request, &[stdin, stdout])?;
        let folders = request.temporary.into();
        let (pool, supervisor) = (Arc::clone(pool), Some(supervisor));
        Ok(Self { pool, supervisor, early_end: None, said: Vec::new(), folders })
    }

    pub(super) fn readable(&self) -> Option<Interest<'_>> {
        self.supervisor.as_ref().map(|supervisor| Interest::read(&supervisor.socket))
    }

    /// Returns new output on standard error. Once the program has ended, [`end`](Self::end) returns
    /// the rest.
    pub(super) fn take_stderr(&mut self) -> Vec<u8> {
        if let Some(supervisor) = self.supervisor.as_ref().filter(|_| self.early_end.is_none()) {
            // If this fails, the supervisor has ended or does not answer. `end` notices this too.
            drop(message::send_question(&supervisor.socket));
            let reply = supervisor.reply(GRACE);
            self.keep(reply);
        }
        mem::take(&mut self.said)
    }

    /// Returns whether the run is over. `has_reply` says whether the supervisor has sent a reply.
    /// This reply may be a late answer to [`take_stderr`](Self::take_stderr), and not the end.
    pub(super) fn is_over(&mut self, has_reply: bool) -> bool {
        match self.supervisor.as_ref().filter(|_| has_reply && self.early_end.is_none()) {
            Some(supervisor) => {
                let reply = supervisor.reply(GRACE);
                self.keep(reply)
            }
            None => self.early_end.is_some(),
        }
    }

    /// Whether the program has suspended its supervisor. Then nothing limits the memory of the
    /// program.
    pub(super) fn is_stopped(&self) -> bool {
        let supervisor = self.supervisor.as_ref();
        supervisor.is_some_and(|one| processes::is_stopped(Pid::from_child(&one.process)))
    }

    /// Keeps a reply for a later call. Returns whether the run is over.
    fn keep(&mut self, reply: io::Result<Reply>) -> bool {
        match reply {
            Ok(Reply::Said(bytes)) => {
                self.said.extend(bytes);
                return false;
            }
            Ok(other) => self.early_end = Some(other),
            Err(_) => {}
        }
        true
    }

    /// Returns the reply that ends the run. Keeps the text of late answers to
    /// [`take_stderr`](Self::take_stderr) that come before this reply.
    fn end_of(&mut self, supervisor: &Supervisor) -> io::Result<Reply> {
        if let Some(early_end) = self.early_end.take() {
            return Ok(early_end);
        }
        loop {
            let reply = supervisor.reply(GRACE)?;
            let Reply::Said(bytes) = reply else { return Ok(reply) };
            self.said.extend(bytes);
        }
    }

    /// Ends the run. `stopped` is the ending to report if the program still runs.
    pub(super) fn end(&mut self, stopped: Ending, stdout: Vec<u8>) -> io::Result<Finished> {
        let Some(mut supervisor) = self.supervisor.take() else {
            return Ok(Ended::new(stopped, stdout).into());
        };
        // This fails if the supervisor has ended already.
        drop(message::send_stop(&supervisor.socket));
        match self.end_of(&supervisor) {
            Ok(Reply::Ended(end, wall)) => {
                let (cpu, rest) = self.return_to_pool(supervisor);
                let stderr_tail = [mem::take(&mut self.said), rest].concat();
                Ok(Ended { ending: end.unwrap_or(stopped), stdout, stderr_tail, wall, cpu }.into())
            }
            Ok(Reply::Failed(why)) => Err(io::Error::other(why)),
            Ok(Reply::Said(_) | Reply::Rest(..) | Reply::Clean) => {
                Err(io::ErrorKind::InvalidData.into())
            }
            Err(error) => {
                // `WouldBlock` means that the supervisor still runs and does not answer.
                let is_lost = error.kind() != io::ErrorKind::WouldBlock;
                let signal = supervisor.kill(&self.folders).filter(|_| is_lost);
                let ending = signal.map_or(stopped, signalled);
                Ok(Finished { ended: Ended::new(ending, stdout), is_lost })
            }
        }
    }

    /// Keeps the supervisor for the next runs, or kills it if the end of the run takes too long.
    /// Returns the processor time and the last bytes of standard error.
    fn return_to_pool(&self, mut supervisor: Supervisor) -> (Duration, Vec<u8>) {
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

fn request(pool: &Pool, sandbox: &Sandbox, run: &Run<'_>) -> Request {
    let command = run.command;
    Request {
        words: command.words.clone(),
        folder: command.folder.as_ref().map(|folder| folder.as_os_str().to_owned()),
        environment: command.environment.clone(),
        temporary: temporary(command).into(),
        sandbox: sandbox.clone(),
        hidden: pool.hidden.for_program(&command.words),
        time: run.limits.time,
        memory: run.limits.memory,
    }
}

#[cfg(test)]
mod tests {
    use super::message::Outbox;
    use super::*;

    /// An answer that came late, because the machine was busy, once ended the run as a timeout.
    #[test]
    fn a_late_answer_is_not_the_end() {
        let (socket, theirs) = UnixStream::pair().unwrap();
        let process = Command::new("true").spawn().unwrap();
        let pool = Arc::new(Pool::new(PathBuf::new(), Hidden::default()));
        let supervisor = Some(Supervisor { process, socket });
        let folders = PathBuf::new();
        let mut control = Control { pool, supervisor, early_end: None, said: Vec::new(), folders };
        let answer = |reply: &Reply| {
            let mut outbox = Outbox::new(&theirs);
            outbox.add(reply).and_then(|()| outbox.send()).unwrap();
        };
        answer(&Reply::Said(b"late ".to_vec()));
        assert!(!control.is_over(true));
        answer(&Reply::Said(b"words".to_vec()));
        assert_eq!(control.take_stderr(), b"late words");
        assert!(!control.is_over(false));
        answer(&Reply::Said(b"last ".to_vec()));
        answer(&Reply::Ended(None, Duration::ZERO));
        assert!(!control.is_over(true) && control.is_over(true) && control.is_over(false));
        answer(&Reply::Rest(Duration::ZERO, b"words".to_vec()));
        answer(&Reply::Clean);
        let ended = control.end(Ending::Timeout, Vec::new()).unwrap().ended;
        assert_eq!((ended.ending, ended.stderr_tail), (Ending::Timeout, b"last words".to_vec()));
        drop(theirs);
    }
}
