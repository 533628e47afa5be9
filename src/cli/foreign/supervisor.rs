//! The supervisor: a process of ours between us and a foreign program. Its standard input and output
//! are the program's, its standard error is the socket to us. It ends when the program and all that it
//! started have ended.
//!
//! It starts as fast as a program can: nothing of the binary runs before it, and it asks the system
//! only for what a run needs.

use super::processes;
use super::removal::remove_folder;
use super::report::{End, Report};
use super::stderr::Tail;
use super::waiting::{Interest, wait};
use broadside::ports::programs::Limits;
use rustix::process::{Resource, Rlimit, getrlimit, setrlimit, setsid};
use std::env;
use std::ffi::OsString;
use std::io::{self, Write as _};
use std::os::fd::{AsFd as _, OwnedFd};
use std::os::unix::net::UnixStream;
use std::os::unix::process::{CommandExt as _, ExitStatusExt as _};
use std::path::Path;
use std::process::{self, Child, Command, ExitCode, ExitStatus, Stdio};
use std::time::{Duration, Instant};
use tempfile::TempDir;

/// The first word of a supervisor's command line. It is no command for people, so help does not show
/// it.
const WORD: &str = "__supervise";

/// How often memory is looked at.
const LOOK: Duration = Duration::from_millis(20);

/// How often the program is asked whether it has ended, where nothing tells.
const ASK: Duration = Duration::from_millis(2);

/// The longest wait; then everything is looked at again.
const LONGEST: Duration = Duration::from_hours(1);

/// The command line that makes a supervisor, but for the words of the program. The greatest number
/// stands for no limit.
pub(super) fn words_for(limits: Limits) -> [String; 3] {
    let time = limits.time.and_then(|time| u64::try_from(time.as_nanos()).ok());
    let [time, memory] = [time, limits.memory].map(|limit| limit.unwrap_or(u64::MAX).to_string());
    [WORD.to_owned(), time, memory]
}

/// How the name of a run's folder begins, by the number of its supervisor.
pub(super) fn prefix_of(supervisor: u32) -> String {
    format!("broadside-{supervisor}-")
}

/// Is a supervisor, if this process was started as one. To be called before all else.
pub(crate) fn supervise_if_told() -> Option<ExitCode> {
    let mut words = env::args_os().skip(1);
    if words.next()? != WORD {
        return None;
    }
    let order = Order::parse(&mut words)?;
    Some(order.obey().map_or(ExitCode::FAILURE, |()| ExitCode::SUCCESS))
}

/// What a supervisor is to run.
struct Order {
    time: Duration,
    memory: u64,
    program: OsString,
    arguments: Vec<OsString>,
}

impl Order {
    fn parse(words: &mut impl Iterator<Item = OsString>) -> Option<Self> {
        let mut limit = || words.next()?.to_str()?.parse().ok();
        let (time, memory) = (Duration::from_nanos(limit()?), limit()?);
        Some(Self { time, memory, program: words.next()?, arguments: words.collect() })
    }

    fn obey(&self) -> io::Result<()> {
        let mut socket = UnixStream::from(io::stderr().as_fd().try_clone_to_owned()?);
        // It fails where we lead a session already.
        setsid().ok();
        processes::adopt_orphans()?;
        self.limit()?;
        let folder = TempDir::with_prefix(prefix_of(process::id()))?;
        let report = self.run(folder.path(), &socket)?;
        // Nobody listens any more where we were told to stop by death.
        drop(socket.write_all(&report.to_bytes()));
        remove_folder(&folder.keep());
        Ok(())
    }

    /// Limits that the program inherits.
    fn limit(&self) -> io::Result<()> {
        // To Linux 0 forbids files, 1 also a handler of cores that it would start.
        lower(Resource::Core, 1)?;
        lower(Resource::Cpu, self.cpu_seconds())
    }

    fn cpu_seconds(&self) -> u64 {
        self.time.as_secs() + u64::from(self.time.subsec_nanos() > 0)
    }

    fn run(&self, folder: &Path, socket: &UnixStream) -> io::Result<Report> {
        let start = Instant::now();
        let mut child = match self.spawn(folder) {
            Ok(child) => child,
            Err(error) => return Ok(unstarted(&error)),
        };
        let mut stderr = child.stderr.take().map(Tail::new).transpose()?;
        let end = self.watch(&mut child, &mut stderr, socket, start);
        let wall = start.elapsed();
        processes::end_all(&mut child);
        let cpu = processes::time_of_the_reaped();
        let stderr_tail = stderr.map(Tail::finish).unwrap_or_default();
        Ok(Report { end: self.blame(end?, cpu), wall, cpu, stderr_tail })
    }

    /// A group of its own keeps us out of the signals that it sends to its own.
    fn spawn(&self, folder: &Path) -> io::Result<Child> {
        let mut command = Command::new(&self.program);
        command.args(&self.arguments).env("TMPDIR", folder);
        command.stderr(Stdio::piped()).process_group(0).spawn()
    }

    /// Waits for the end of the program, the limits or our end.
    fn watch(
        &self,
        child: &mut Child,
        stderr: &mut Option<Tail>,
        socket: &UnixStream,
        start: Instant,
    ) -> io::Result<End> {
        let exit = processes::exit_of(child);
        let mut look = start + LOOK;
        loop {
            if let Some(status) = child.try_wait()? {
                return Ok(end_of(status));
            }
            if start.elapsed() >= self.time {
                return Ok(End::Timeout);
            }
            if self.memory < u64::MAX && Instant::now() >= look {
                if processes::resident_memory(child) > self.memory {
                    return Ok(End::Memory);
                }
                look = Instant::now() + LOOK;
            }
            let most = self.patience(start, look, exit.as_ref());
            let tail = stderr.as_ref().and_then(Tail::readable);
            let exit = exit.as_ref().map(Interest::read);
            let [is_told, _, can_read] = wait([Some(Interest::read(socket)), exit, tail], most)?;
            if is_told {
                return Ok(End::Stopped);
            }
            if let Some(tail) = stderr.as_mut().filter(|_| can_read) {
                tail.read()?;
            }
        }
    }

    /// How long nothing needs to be looked at.
    fn patience(&self, start: Instant, look: Instant, exit: Option<&OwnedFd>) -> Duration {
        let now = Instant::now();
        let looking = look.saturating_duration_since(now);
        let memory = if self.memory < u64::MAX { looking } else { LONGEST };
        let asking = exit.map_or(ASK, |_| LONGEST);
        self.time.saturating_sub(now - start).min(memory).min(asking)
    }

    /// A signal at the limit of processor time is a timeout.
    fn blame(&self, end: End, cpu: Duration) -> End {
        const XCPU: i32 = signal_hook::consts::SIGXCPU;
        const KILL: i32 = signal_hook::consts::SIGKILL;
        let is_spent = cpu.as_secs() >= self.cpu_seconds();
        if matches!(end, End::Signal(XCPU | KILL)) && is_spent { End::Timeout } else { end }
    }
}

/// Lowers a limit, unless it is lower.
fn lower(resource: Resource, to: u64) -> io::Result<()> {
    let old = getrlimit(resource);
    let least = |old: Option<u64>, new: u64| Some(old.map_or(new, |old| old.min(new)));
    // The first signal can be caught; a second later comes one that cannot.
    let maximum = least(old.maximum, to.saturating_add(1));
    Ok(setrlimit(resource, Rlimit { current: least(old.current, to), maximum })?)
}

fn end_of(status: ExitStatus) -> End {
    match (status.code(), status.signal()) {
        (Some(code), _) => End::Exited(code),
        (None, signal) => End::Signal(signal.unwrap_or_default()),
    }
}

fn unstarted(error: &io::Error) -> Report {
    let end = End::Unstarted(error.raw_os_error().unwrap_or_default());
    Report { end, wall: Duration::ZERO, cpu: Duration::ZERO, stderr_tail: Vec::new() }
}
