//! Runs programs on Unix.
//!
//! Each run has a supervisor: another process of `broadside`. The supervisor starts the program,
//! watches it, and in the end kills and reaps all processes of the run. One supervisor can do many
//! runs, one after the other.
//!
//! When the main process has no more work or is killed, its socket to the supervisor is closed.
//! Then the supervisor ends the run and exits. A parent-death signal cannot replace the socket: the
//! system sends this signal as soon as the thread that started the supervisor ends.
//!
//! On Linux the supervisor becomes the parent of all orphans among the processes that it started,
//! so it finds even a daemon that has forked twice. On other systems only the process group of the
//! program is ended.
//!
//! A program without a sandbox can kill or suspend its supervisor. Then the main process kills all
//! processes of the run that it can find. If the supervisor was killed, the run is repeated once,
//! unless it is a dialogue (an exchange of lines with the program). A second kill, a kill during a
//! dialogue, or a suspended supervisor counts as a failure of the program.

mod bubblewrap;
#[cfg_attr(not(target_os = "linux"), path = "no_calls.rs")]
mod calls;
#[cfg(target_os = "linux")]
mod cgroup;
mod hidden;
#[cfg_attr(not(target_os = "linux"), path = "no_landlock.rs")]
mod landlock;
mod limits;
mod message;
#[cfg_attr(not(target_os = "linux"), path = "no_nameless.rs")]
mod nameless;
mod pool;
#[cfg_attr(target_os = "linux", path = "processes.rs")]
#[cfg_attr(not(target_os = "linux"), path = "group.rs")]
mod processes;
mod removal;
mod report;
#[cfg(target_os = "linux")]
mod stat;
mod streams;
mod supervisor;
mod watch;

pub(super) use pool::Pool as Host;
pub(crate) use removal::remove_folder;
pub(crate) use supervisor::supervise_if_asked;

use super::input::file_of;
use super::process::{Finished, GRACE, Input, temporary};
use super::sandbox::Sandbox;
use broadside::ports::programs::{Ended, Ending, Run, STDERR_TAIL};
use message::{Reply, Request, Word};
use pool::{Pool, Supervisor};
use report::signalled;
use rustix::io::ioctl_fionbio;
use std::io::{self, PipeWriter, Write as _};
use std::mem;
use std::os::fd::OwnedFd;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;
use streams::{Source, readable, wait, writable};

/// The words of a command that does nothing.
pub(super) const IDLE: [&str; 1] = ["true"];

/// Whether lines of output may end with a carriage return and a newline. If so, the carriage return
/// is removed.
pub(super) const HAS_CR: bool = false;

/// How long to wait until no process of the run is left.
const VANISHING: Duration = Duration::from_secs(2);

/// How long to wait until no file of the run is left.
const CLEANING: Duration = Duration::from_secs(20);

/// A run. `Started` of the module `windows` has the same methods.
pub(super) struct Started {
    pool: Arc<Pool>,
    /// `None` after the end of the run.
    supervisor: Option<Supervisor>,
    stdin: Option<PipeWriter>,
    stdout: Source,
    /// The reply that ends the run, if it came before the call of [`end`](Self::end).
    early_end: Option<Reply>,
    /// The output on standard error that no caller has taken yet.
    said: Vec<u8>,
    /// The parent of the folder of the run.
    folders: PathBuf,
}

impl Started {
    /// Starts a program. If only this program cannot be started, [`end`](Self::end) reports the
    /// reason. If no program can be started here, this call or the call of `end` fails.
    pub(super) fn start(
        pool: &Arc<Pool>,
        sandbox: &Sandbox,
        run: &Run<'_>,
        input: Input<'_>,
    ) -> io::Result<Self> {
        let (theirs, stdin) = match input {
            Input::All(bytes) => (OwnedFd::from(file_of(bytes)?), None),
            Input::Sent => {
                let (theirs, stdin) = io::pipe()?;
                ioctl_fionbio(&stdin, true)?;
                (theirs.into(), Some(stdin))
            }
        };
        let (stdout, out) = io::pipe()?;
        let (stdout, request) = (Source::new(stdout)?, request(pool, sandbox, run));
        let supervisor = Some(pool.begin(&request, &[theirs, out.into()])?);
        let (pool, folders) = (Arc::clone(pool), request.temporary.into());
        let (early_end, said) = (None, Vec::new());
        Ok(Self { pool, supervisor, stdin, stdout, early_end, said, folders })
    }

    /// Sends as much of `unsent` as possible without waiting, and removes the sent bytes from
    /// `unsent`.
    pub(super) fn send(&mut self, unsent: &mut Vec<u8>) -> io::Result<()> {
        let Some(stdin) = &mut self.stdin else { return Ok(()) };
        match stdin.write(unsent) {
            Ok(written) => drop(unsent.drain(..written)),
            Err(error) if error.kind() == io::ErrorKind::WouldBlock => {}
            // The program has closed its input. The supervisor reports later whether the program
            // has ended.
            Err(error) if error.kind() == io::ErrorKind::BrokenPipe => unsent.clear(),
            Err(error) => return Err(error),
        }
        Ok(())
    }

    /// Sends a part of `unsent`, and adds new output to `printed`. Waits up to `most` for a chance
    /// to do so, or for the end. Returns whether the run is over: the program has ended or has
    /// reached a limit, or its supervisor was killed or suspended.
    pub(super) fn exchange(
        &mut self,
        unsent: &mut Vec<u8>,
        printed: &mut Vec<u8>,
        most: Duration,
    ) -> io::Result<bool> {
        let stdin = self.stdin.as_ref().filter(|_| !unsent.is_empty()).map(writable);
        let reply = self.supervisor.as_ref().map(|supervisor| readable(&supervisor.socket));
        let [can_write, can_read, has_reply] = wait([stdin, self.stdout.readable(), reply], most)?;
        if can_write {
            self.send(unsent)?;
        }
        if can_read {
            self.stdout.read(printed)?;
        }
        // A program may have suspended its supervisor. Only dialogues (exchanges of lines) need
        // this check: all other runs have a time limit, after which they are abandoned.
        let is_stopped =
            self.stdin.is_some() && self.supervisor.as_ref().is_some_and(Supervisor::is_stopped);
        Ok(self.is_over(has_reply) || is_stopped)
    }

    /// Adds a part of the remaining output to `printed`. Returns the length of this part, or 0 if
    /// no output waits to be read.
    pub(super) fn read_rest(&mut self, printed: &mut Vec<u8>) -> io::Result<usize> {
        self.stdout.read(printed)
    }

    /// Tells the supervisor whether an answer of the program is awaited. On Linux, a program that
    /// computes for long while no answer is awaited is suspended until an answer is awaited again.
    pub(super) fn set_awaited(&self, is_awaited: bool) {
        if let Some(supervisor) = &self.supervisor {
            let word = if is_awaited { Word::Awaited } else { Word::Unawaited };
            // This fails if the supervisor has ended. `exchange` notices this too.
            drop(message::send_word(&supervisor.socket, word));
        }
    }

    /// Returns what the program has written to standard error since the last call. A long text
    /// lacks its beginning. Once the program has ended, [`end`](Self::end) returns the rest.
    pub(super) fn take_stderr(&mut self) -> Vec<u8> {
        if let Some(supervisor) = self.supervisor.as_ref().filter(|_| self.early_end.is_none()) {
            // If this fails, the supervisor has ended or does not answer. `end` notices this too.
            drop(message::send_word(&supervisor.socket, Word::Question));
            let reply = supervisor.reply(GRACE);
            self.keep(reply);
        }
        mem::take(&mut self.said)
    }

    /// Returns whether the run is over. `has_reply` says whether the supervisor has sent a reply.
    /// This reply may be a late answer to [`take_stderr`](Self::take_stderr), and not the end.
    fn is_over(&mut self, has_reply: bool) -> bool {
        match self.supervisor.as_ref().filter(|_| has_reply && self.early_end.is_none()) {
            Some(supervisor) => {
                let reply = supervisor.reply(GRACE);
                self.keep(reply)
            }
            None => self.early_end.is_some(),
        }
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

    /// Ends the run, and all its processes that can be found. `stopped` is the ending to report if
    /// the program still runs.
    pub(super) fn end(&mut self, stopped: Ending, stdout: Vec<u8>) -> io::Result<Finished> {
        let Some(mut supervisor) = self.supervisor.take() else {
            return Ok(Ended::new(stopped, stdout).into());
        };
        // This fails if the supervisor has ended already.
        drop(message::send_word(&supervisor.socket, Word::Stop));
        match self.end_of(&supervisor) {
            Ok(Reply::Ended(end, wall)) => {
                let (cpu, rest) = self.return_to_pool(supervisor);
                let mut stderr_tail = [mem::take(&mut self.said), rest].concat();
                stderr_tail.drain(..stderr_tail.len().saturating_sub(STDERR_TAIL));
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

    /// Ends the run, and reports nothing.
    pub(super) fn abandon(&mut self) {
        if let Some(mut supervisor) = self.supervisor.take() {
            supervisor.kill(&self.folders);
        }
    }
}

impl Drop for Started {
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
    use super::super::sandbox::Hidden;
    use super::*;
    use std::os::unix::net::UnixStream;
    use std::process::Command;

    /// A supervisor's answer that came late, because the machine was busy, once ended the run as a
    /// timeout.
    #[test]
    fn a_late_answer_is_not_the_end() {
        let (socket, theirs) = UnixStream::pair().unwrap();
        let process = Command::new("true").spawn().unwrap();
        let pool = Arc::new(Pool::new(PathBuf::new(), Hidden::default()));
        let supervisor = Some(Supervisor { process, socket });
        let mut run = Started {
            pool,
            supervisor,
            stdin: None,
            stdout: Source::default(),
            early_end: None,
            said: Vec::new(),
            folders: PathBuf::new(),
        };
        let answer = |reply: &Reply| message::send(&theirs, reply, &[]).unwrap();
        answer(&Reply::Said(b"late ".to_vec()));
        assert!(!run.is_over(true));
        answer(&Reply::Said(b"words".to_vec()));
        assert_eq!(run.take_stderr(), b"late words");
        assert!(!run.is_over(false));
        answer(&Reply::Said(vec![b'-'; STDERR_TAIL]));
        answer(&Reply::Ended(None, Duration::ZERO));
        assert!(!run.is_over(true) && run.is_over(true) && run.is_over(false));
        answer(&Reply::Rest(Duration::ZERO, b"words".to_vec()));
        answer(&Reply::Clean);
        let ended = run.end(Ending::Timeout, Vec::new()).unwrap().ended;
        let tail = [vec![b'-'; STDERR_TAIL - 5], b"words".to_vec()].concat();
        assert_eq!((ended.ending, ended.stderr_tail), (Ending::Timeout, tail));
        drop(theirs);
    }
}
