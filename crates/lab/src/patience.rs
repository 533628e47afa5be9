//! Runs a program a second time if it reached its time limit or could not be run, because other
//! programs may have spoilt its first run. During the second run, no other program runs.

use broadside_core::ports::programs::{Ended, Ending, Limits, Programs, Run};
use std::io;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{PoisonError, RwLock};

/// After a timeout or a failed start, the second run gets this many times the time limit of the
/// first run, unless [`Patient::without_more_time`] was called.
const TIME_FACTOR: u32 = 10;

/// After this many timeouts in second runs, the program counts as slow. Then a run that times out
/// is not repeated.
const SLOW_AFTER: u32 = 2;

/// A lock that lets several programs run at once, or one program alone.
#[derive(Debug, Default)]
pub struct Machine(RwLock<()>);

impl Machine {
    /// Calls `work`, which runs programs. If `work` fails, calls it again while no other program
    /// runs, because other programs may have filled the disk. An interruption is no failure.
    pub fn again_alone<T>(&self, work: impl Fn() -> io::Result<T>) -> io::Result<T> {
        match self.together(&work) {
            Err(error) if error.kind() != io::ErrorKind::Interrupted => self.alone(work),
            outcome => outcome,
        }
    }

    fn together<T>(&self, work: impl Fn() -> T) -> T {
        let _shared = self.0.read().unwrap_or_else(PoisonError::into_inner);
        work()
    }

    fn alone<T>(&self, work: impl Fn() -> T) -> T {
        let _alone = self.0.write().unwrap_or_else(PoisonError::into_inner);
        work()
    }
}

/// Runs programs, and repeats a run that other programs may have spoilt.
pub struct Patient<'a> {
    programs: &'a dyn Programs,
    machine: &'a Machine,
    time_factor: u32,
    second_timeouts: AtomicU32,
}

broadside_core::opaque!(Patient<'_>:);

impl<'a> Patient<'a> {
    /// Returns a runner. All runners that share `machine` wait while one of them does a second run.
    pub fn new(programs: &'a dyn Programs, machine: &'a Machine) -> Self {
        Self { programs, machine, time_factor: TIME_FACTOR, second_timeouts: AtomicU32::new(0) }
    }

    /// Returns a runner whose second runs get no more time than first runs.
    #[must_use]
    pub fn without_more_time(self) -> Self {
        Self { time_factor: 1, ..self }
    }

    fn accepts(&self, ending: &Ending) -> bool {
        let is_slow = || self.second_timeouts.load(Ordering::Relaxed) >= SLOW_AFTER;
        !matches!(ending, Ending::CannotStart(_)) && (*ending != Ending::Timeout || is_slow())
    }

    fn run_alone(&self, run: &Run<'_>) -> io::Result<Ended> {
        let time = run.limits.time.map(|time| time.saturating_mul(self.time_factor));
        let run = Run { limits: Limits { time, ..run.limits }, ..*run };
        let ended = self.machine.alone(|| self.programs.run(&run))?;
        if ended.ending == Ending::Timeout {
            self.second_timeouts.fetch_add(1, Ordering::Relaxed);
        }
        Ok(ended)
    }
}

impl Programs for Patient<'_> {
    fn run(&self, run: &Run<'_>) -> io::Result<Ended> {
        let ended = self.machine.again_alone(|| self.programs.run(run))?;
        if self.accepts(&ended.ending) { Ok(ended) } else { self.run_alone(run) }
    }
}
