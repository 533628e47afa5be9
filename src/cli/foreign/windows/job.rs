//! Runs a program in a job object, which is a group of processes. Windows puts all processes that
//! the program starts into this group too.

use super::super::process::{MOST_PROCESSES, Unstarted, retry};
use process_wrap::std::{ChildWrapper, CommandWrap, CommandWrapper, JobObject};
use std::collections::BTreeMap;
use std::io;
use std::os::windows::io::AsRawHandle as _;
use std::os::windows::process::CommandExt as _;
use std::process::{ChildStderr, ChildStdin, ChildStdout, Command};
use std::sync::Arc;
use std::time::Duration;
use win32job::ExtendedLimitInfo;
use winsafe::guard::CloseHandleGuard;
use winsafe::{FILETIME, HPROCESS, co};

/// How long to wait for the end of all processes, or for the rest of the output.
pub(super) const PATIENCE: Duration = Duration::from_millis(300);

const PAUSE: Duration = Duration::from_micros(200);

/// A job object and its program. `start` lets Windows end all processes of the job when the last
/// handle of the job is closed.
pub(super) struct Job {
    handle: Arc<win32job::Job>,
    child: Box<dyn ChildWrapper>,
    processes: BTreeMap<u32, Process>,
}

#[derive(Clone, Copy, Debug)]
pub(super) struct JobUsage {
    /// The memory of all processes together, in bytes.
    pub(super) memory: u64,
    /// The processor time of the process that has used the most.
    pub(super) longest: Duration,
}

impl Job {
    pub(super) fn start(command: Command) -> Result<Self, Unstarted> {
        let mut limits = ExtendedLimitInfo::new();
        limits.limit_kill_on_job_close();
        let job = win32job::Job::create_with_limit_info(&limits);
        let job = Arc::new(job.map_err(|error| Unstarted::Machine(error.into()))?);
        let mut command = CommandWrap::from(command);
        // The program must be in our job before `JobObject` lets the program run.
        command.wrap(Inside(Arc::clone(&job))).wrap(JobObject).wrap(Suspended);
        let child = command.spawn().map_err(Unstarted::Program)?;
        let mut started = Self { handle: job, child, processes: BTreeMap::new() };
        started.track(started.child.id());
        Ok(started)
    }

    pub(super) fn pipes(
        &mut self,
    ) -> (Option<ChildStdin>, Option<ChildStdout>, Option<ChildStderr>) {
        let child = &mut self.child;
        (child.stdin().take(), child.stdout().take(), child.stderr().take())
    }

    pub(super) fn exit_code(&mut self) -> io::Result<Option<u32>> {
        let status = self.child.try_wait()?;
        Ok(status.and_then(|status| status.code()).map(i32::cast_unsigned))
    }

    fn running(&self) -> Vec<u32> {
        let found = self.handle.query_process_id_list().unwrap_or_default();
        found.into_iter().filter_map(|number| u32::try_from(number).ok()).collect()
    }

    /// Keeps an open handle of the process, if the process is not known yet.
    fn track(&mut self, number: u32) {
        if !self.processes.contains_key(&number)
            && let Some(process) = Process::open(number)
        {
            self.processes.insert(number, process);
        }
    }

    /// Measures the processes of the job. If there are more than [`MOST_PROCESSES`], first ends
    /// enough new processes to keep the limit.
    pub(super) fn measure(&mut self) -> JobUsage {
        let (known, new): (Vec<_>, Vec<_>) =
            self.running().into_iter().partition(|number| self.processes.contains_key(number));
        let (kept, surplus) =
            new.split_at(new.len().min(MOST_PROCESSES.saturating_sub(known.len())));
        for number in surplus {
            Process::open(*number).inspect(Process::end);
        }
        let mut usage = JobUsage { memory: 0, longest: Duration::ZERO };
        for number in known.iter().chain(kept) {
            self.track(*number);
            if let Some(process) = self.processes.get(number) {
                usage.memory += process.memory();
                usage.longest = usage.longest.max(process.time());
            }
        }
        usage
    }

    /// Ends all processes of the job. Returns the processor time of all processes that were
    /// measured, each from the moment at which it was found.
    pub(super) fn end(&mut self) -> Duration {
        // This fails if the job has ended already.
        drop(self.child.start_kill());
        retry(PATIENCE, PAUSE, || self.running().is_empty());
        self.processes.values().map(Process::time).sum()
    }
}

/// Puts a program into our job.
#[derive(Debug)]
struct Inside(Arc<win32job::Job>);

impl CommandWrapper for Inside {
    fn wrap_child(
        &mut self,
        child: Box<dyn ChildWrapper>,
        _: &CommandWrap,
    ) -> io::Result<Box<dyn ChildWrapper>> {
        if let Some(handle) = child.process_handle() {
            self.0.assign_process(handle.as_raw_handle() as isize)?;
        }
        Ok(child)
    }
}

/// Starts a program suspended, so that the program does not run before it is in its job. Also keeps
/// Windows from opening a console window for the program.
#[derive(Debug)]
struct Suspended;

impl CommandWrapper for Suspended {
    fn pre_spawn(&mut self, command: &mut Command, _: &CommandWrap) -> io::Result<()> {
        const SUSPENDED: u32 = 0x0000_0004;
        const NO_WINDOW: u32 = 0x0800_0000;
        command.creation_flags(SUSPENDED | NO_WINDOW);
        Ok(())
    }
}

/// A process with an open handle. While the handle is open, Windows gives the number of the process
/// to no other process.
struct Process {
    handle: CloseHandleGuard<HPROCESS>,
    /// The processor time that the process had used before it was first seen.
    before: Duration,
}

impl Process {
    fn open(number: u32) -> Option<Self> {
        let rights =
            co::PROCESS::QUERY_LIMITED_INFORMATION | co::PROCESS::VM_READ | co::PROCESS::TERMINATE;
        let handle = HPROCESS::OpenProcess(rights, false, number).ok()?;
        let before = time_of(&handle);
        Some(Self { handle, before })
    }

    fn memory(&self) -> u64 {
        self.handle.GetProcessMemoryInfo().map_or(0, |memory| memory.WorkingSetSize as u64)
    }

    fn time(&self) -> Duration {
        time_of(&self.handle).saturating_sub(self.before)
    }

    fn end(&self) {
        // This fails if the process has ended already.
        let _ = self.handle.TerminateProcess(1);
    }
}

/// Returns the processor time from the times in the kernel and outside of it. Windows counts both
/// in steps of 100 ns.
pub(crate) fn spent(kernel: FILETIME, user: FILETIME) -> Duration {
    Duration::from_nanos((u64::from(kernel) + u64::from(user)).saturating_mul(100))
}

fn time_of(process: &HPROCESS) -> Duration {
    let times = process.GetProcessTimes();
    times.map_or(Duration::ZERO, |(_, _, kernel, user)| spent(kernel, user))
}
