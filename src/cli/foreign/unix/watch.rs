//! Does one run in a supervisor process: starts the program, watches the program until it ends or
//! reaches a limit, and ends all processes that the program started.

use super::super::process::{Clock, LOOK, MOST_FILE_BYTES, Unstarted, Usage, whole_seconds};
use super::super::sandbox::Sandbox;
use super::bubblewrap::{self, Bubblewrap};
use super::landlock;
use super::message::{self, Reply, Request, Word};
use super::nameless::{Identity, identity, is_in_memory};
use super::processes;
use super::report::{exited, signalled, with_tip};
use super::streams::{Tail, readable, wait};
use broadside::ports::programs::Ending;
use rustix::process::Pid;
use std::fs::File;
use std::io;
use std::mem;
use std::os::fd::OwnedFd;
use std::os::unix::net::UnixStream;
use std::os::unix::process::{CommandExt as _, ExitStatusExt as _};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::thread;
use std::time::Duration;

/// The pause between two checks whether the program has ended, if there is no file to wait for.
const POLL: Duration = Duration::from_millis(2);

/// How much processor time a program may use while no answer of it is awaited, before it is
/// suspended. A program that only waits is not suspended: some calls that wait, such as
/// `epoll_wait`, fail when a suspended program goes on.
const MOST_UNAWAITED: Duration = Duration::from_millis(50);

/// How many threads a run may have. More threads end the run.
const MOST_THREADS: u64 = 512;

pub(super) struct Program<'r> {
    request: &'r Request,
    child: Child,
    stderr: Tail,
    /// A file that `poll` reports as readable once the program has ended.
    exit: Option<OwnedFd>,
    bubblewrap: Option<Bubblewrap>,
    /// The measured folders: the folder of the run, and the folder of the program if the command
    /// sets one.
    folders: Vec<PathBuf>,
    /// The file of the standard input. This file is our own and counts for no limit.
    input: Option<Identity>,
    /// Whether the folder of the run is held in memory. Then the files in `folders` count as memory
    /// too.
    is_in_memory: bool,
    clock: Clock,
    /// `None` while an answer of the program is awaited.
    unawaited: Option<Unawaited>,
    /// Whether the processes of the run are suspended.
    is_stopped: bool,
    /// The processor time of earlier runs of this supervisor.
    cpu_before: Duration,
}

impl<'r> Program<'r> {
    /// Starts a program. `files` become its standard input and output. `run` is the run's folder.
    pub(super) fn start(
        request: &'r Request,
        files: [OwnedFd; 2],
        run: &Path,
    ) -> Result<Self, Unstarted> {
        if matches!(request.sandbox, Sandbox::Bubblewrap | Sandbox::Landlock) {
            // Files that the caller of `broadside` has open, such as a lock or a log, would
            // otherwise be open in the sandbox too.
            close_fds::set_fds_cloexec(3, &[]);
        }
        let cpu_before = processes::time_of_the_reaped();
        let folders = [run.into()].into_iter().chain(request.folder.iter().map(PathBuf::from));
        let mut bubblewrap = match request.sandbox {
            Sandbox::Bubblewrap => Some(Bubblewrap::new().map_err(Unstarted::Machine)?),
            Sandbox::None | Sandbox::Prefix(_) | Sandbox::Landlock => None,
        };
        let mut command = command(request, run, bubblewrap.as_ref()).map_err(Unstarted::Machine)?;
        let [stdin, stdout] = files;
        let stdin = File::from(stdin);
        let input = stdin.metadata().ok().map(|about| identity(&about));
        command.stdin(stdin).stdout(stdout).stderr(Stdio::piped()).process_group(0);
        let mut child = spawn(&mut command, request, run)?;
        let tail = child.stderr.take().map(Tail::new).transpose();
        let limited =
            tail.and_then(|tail| limit(bubblewrap.as_mut(), &child, request.time).map(|()| tail));
        let stderr = limited.map_err(|error| {
            processes::end_all(&mut child);
            Unstarted::Machine(error)
        })?;
        Ok(Self {
            request,
            exit: processes::exit_of(&child),
            stderr: stderr.unwrap_or_default(),
            child,
            bubblewrap,
            folders: folders.collect(),
            input,
            is_in_memory: is_in_memory(run),
            clock: Clock::start(request.time),
            unawaited: None,
            is_stopped: false,
            cpu_before,
        })
    }

    /// Waits for the end of the program or for a limit. Answers each question from `socket` with
    /// the new bytes of standard error. [`Word::Stop`] and the end of `socket` end the wait, and
    /// then the result is `None`.
    fn wait(&mut self, socket: &UnixStream) -> io::Result<Option<Ending>> {
        loop {
            if let Some(status) = self.child.try_wait()? {
                return Ok(Some(end_of(status)));
            }
            if self.clock.is_over() {
                return Ok(Some(Ending::Timeout));
            }
            if let Some(began) = self.clock.due() {
                let is_busy = self.stop_if_busy();
                let exceeded = self.exceeded_limit();
                if exceeded.is_some() {
                    return Ok(exceeded);
                }
                self.clock.checked(began);
                if is_busy {
                    self.clock.check_soon();
                }
            }
            let patience = self.clock.patience();
            let most = if self.exit.is_some() { patience } else { patience.min(POLL) };
            let exit = self.exit.as_ref().map(readable);
            let events = [Some(readable(socket)), exit, self.stderr.readable()];
            let [has_message, _, can_read] = wait(events, most)?;
            if has_message {
                match message::take_word(socket)? {
                    Some(Word::Question) => {
                        message::send(socket, &Reply::Said(self.stderr.take()), &[])?;
                    }
                    Some(word @ (Word::Awaited | Word::Unawaited)) => {
                        self.set_awaited(word == Word::Awaited);
                    }
                    Some(Word::Stop) | None => return Ok(None),
                }
            } else if can_read {
                self.stderr.read()?;
            }
        }
    }

    fn set_awaited(&mut self, is_awaited: bool) {
        if mem::take(&mut self.is_stopped) {
            processes::continue_below();
        }
        self.unawaited = (!is_awaited).then(|| {
            self.clock.check_soon();
            Unawaited::start()
        });
    }

    /// Suspends all processes of the run if they compute for more than [`MOST_UNAWAITED`] while no
    /// answer is awaited: they would slow down other programs. A process may start another one
    /// before it is suspended, so the caller calls this again soon. Returns whether the processes
    /// have computed since the last call.
    fn stop_if_busy(&mut self) -> bool {
        let Some(unawaited) = &mut self.unawaited else { return false };
        let is_busy = unawaited.add();
        if is_busy && unawaited.used > MOST_UNAWAITED {
            processes::stop_below();
            self.is_stopped = true;
        }
        is_busy
    }

    /// Returns the ending if a limit is exceeded. Too many threads count as too much memory.
    fn exceeded_limit(&self) -> Option<Ending> {
        let mut usage = Usage::default();
        let is_countable = self.folders.iter().all(|folder| usage.add(folder));
        let files_in_memory = if self.is_in_memory { usage.bytes } else { 0 };
        let memory = self.request.memory.unwrap_or(u64::MAX);
        let held = processes::held(self.input);
        if held.memory.saturating_add(files_in_memory) > memory || held.threads > MOST_THREADS {
            return Some(Ending::Memory);
        }
        let file_bytes = usage.bytes.saturating_add(held.files);
        (!is_countable || file_bytes > MOST_FILE_BYTES).then_some(Ending::Files)
    }

    /// Waits for the end of the run. Returns how the program ended (`None` if the main process
    /// asked for the end), and its wall-clock time. Fails if the sandbox failed before it could
    /// start the program.
    pub(super) fn watch(&mut self, socket: &UnixStream) -> io::Result<(Option<Ending>, Duration)> {
        let mut end = self.wait(socket)?;
        let wall = self.clock.elapsed();
        if let Some(bubblewrap) = &mut self.bubblewrap
            && let Some(own @ (Ending::Exited(_) | Ending::Signal(_))) = end
        {
            let own = bubblewrap.ending_of_program(own, self.stderr.read_all())?;
            end = Some(with_tip(own, self.request));
        }
        Ok((end.map(|end| self.timeout_or(end)), wall))
    }

    /// Returns a timeout if a signal of the kernel has ended the program at its limit of processor
    /// time. Otherwise returns `end`.
    fn timeout_or(&self, end: Ending) -> Ending {
        let limit = self.request.time.map_or(u64::MAX, whole_seconds);
        let is_limit =
            matches!(&end, Ending::Signal(name) if name == "SIGXCPU" || name == "SIGKILL");
        if is_limit && is_spent(self.cpu(), limit) { Ending::Timeout } else { end }
    }

    fn cpu(&self) -> Duration {
        processes::time_of_the_reaped().saturating_sub(self.cpu_before)
    }

    /// Ends all processes of the run. Returns their processor time, and the last bytes of standard
    /// error that were not sent yet.
    pub(super) fn finish(mut self) -> (Duration, Vec<u8>) {
        processes::end_all(&mut self.child);
        (self.cpu(), self.stderr.take())
    }
}

/// The processor time that a program has used while no answer is awaited.
#[derive(Debug)]
struct Unawaited {
    used: Duration,
    /// The time that [`processes::activity`] returned at the last check.
    time: Duration,
}

impl Unawaited {
    fn start() -> Self {
        Self { used: Duration::ZERO, time: processes::activity().0 }
    }

    /// Adds the processor time since the last check. Returns whether it is more than 0.
    ///
    /// If a parent ignores `SIGCHLD`, Linux does not keep the time of its ended children. So short
    /// processes may never be measured. To count them at all, a check that finds a running process
    /// adds at least [`LOOK`].
    fn add(&mut self) -> bool {
        let (time, is_running) = processes::activity();
        let measured = time.saturating_sub(mem::replace(&mut self.time, time));
        let seen = if is_running { LOOK } else { Duration::ZERO };
        let used = measured.max(seen);
        self.used += used;
        !used.is_zero()
    }
}

/// Whether the processor time has reached `limit`, in seconds. A kernel that counts in ticks of its
/// clock may end a program somewhat early, so three quarters of the limit are enough.
fn is_spent(cpu: Duration, limit: u64) -> bool {
    cpu >= Duration::from_millis(limit.saturating_mul(750))
}

fn command(request: &Request, run: &Path, bubblewrap: Option<&Bubblewrap>) -> io::Result<Command> {
    let mut words = match (&request.sandbox, bubblewrap) {
        (_, Some(bubblewrap)) => bubblewrap.words(request, run)?,
        (Sandbox::Prefix(prefix), None) => [prefix.as_slice(), &request.words].concat(),
        (_, None) => request.words.clone(),
    }
    .into_iter();
    let mut command = Command::new(words.next().unwrap_or_default());
    command.args(words);
    let own = request.environment.iter().filter(|(name, _)| name != "TMPDIR");
    if matches!(request.sandbox, Sandbox::Bubblewrap | Sandbox::Landlock) {
        command.env_clear().envs(bubblewrap::ENVIRONMENT);
    }
    if bubblewrap.is_none() {
        command.env("TMPDIR", run);
        if let Some(folder) = &request.folder {
            command.current_dir(folder);
        }
    }
    command.envs(own.map(|(name, value)| (name, value)));
    Ok(command)
}

/// Starts the program. With Landlock, a new thread confines itself and then starts the program. So
/// the program is confined, and the supervisor is not.
fn spawn(command: &mut Command, request: &Request, run: &Path) -> Result<Child, Unstarted> {
    let start = |command: &mut Command| command.spawn().map_err(|error| unstarted(error, request));
    if request.sandbox != Sandbox::Landlock {
        return start(command);
    }
    let confined = || {
        landlock::confine(request, run).map_err(Unstarted::Machine)?;
        start(command)
    };
    thread::scope(|scope| scope.spawn(confined).join())
        .unwrap_or_else(|_| Err(Unstarted::Machine(io::Error::other("a thread failed"))))
}

/// Limits the processor time. In bubblewrap, also limits the number of processes, and then lets the
/// program start.
fn limit(
    mut bubblewrap: Option<&mut Bubblewrap>,
    child: &Child,
    time: Option<Duration>,
) -> io::Result<()> {
    let inner = bubblewrap.as_mut().map(|bubblewrap| bubblewrap.wait()).transpose()?.flatten();
    processes::limit_time(inner.unwrap_or_else(|| Pid::from_child(child)), time);
    if let (Some(bubblewrap), Some(inner)) = (bubblewrap, inner) {
        processes::limit_processes(inner);
        bubblewrap.open()?;
    }
    Ok(())
}

fn unstarted(error: io::Error, request: &Request) -> Unstarted {
    match request.sandbox {
        Sandbox::Bubblewrap => Unstarted::Machine(bubblewrap::missing(&error)),
        Sandbox::None | Sandbox::Prefix(_) | Sandbox::Landlock => Unstarted::Program(error),
    }
}

fn end_of(status: ExitStatus) -> Ending {
    match (status.code(), status.signal()) {
        (Some(code), _) => exited(code),
        (None, signal) => signalled(signal.unwrap_or_default()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_program_that_ends_just_before_its_limit_has_spent_its_time() {
        let is_spent = |millis, limit| is_spent(Duration::from_millis(millis), limit);
        assert!(is_spent(993, 1) && !is_spent(100, 1) && !is_spent(60_000, u64::MAX));
    }
}
