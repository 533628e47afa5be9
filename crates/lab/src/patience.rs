//! Runs a program that takes too long once more, alone and with ten times its time, because other programs may have
//! slowed it down. Runs a program that cannot start again too: a busy system may have lacked resources.

use broadside_core::ports::programs::{Ended, Ending, Limits, Programs, Run};
use std::fmt;
use std::io;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{PoisonError, RwLock};

/// A second run gets this many times the usual time.
const MORE: u32 = 10;

/// After this many timeouts in second runs the program counts as slow, and has no more second runs after a timeout.
const BELIEVED: u32 = 2;

/// Lets several programs run at a time, or one alone.
#[derive(Debug, Default)]
pub struct Machine(RwLock<()>);

/// Runs a program again, alone, if its first run may have failed because of other programs.
pub struct Patient<'a> {
    programs: &'a dyn Programs,
    machine: &'a Machine,
    confirmed: AtomicU32,
}

impl fmt::Debug for Patient<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Patient").finish_non_exhaustive()
    }
}

impl<'a> Patient<'a> {
    /// Runs programs through `programs`, together with the other programs of `machine`.
    pub fn new(programs: &'a dyn Programs, machine: &'a Machine) -> Self {
        Self { programs, machine, confirmed: AtomicU32::new(0) }
    }

    /// Whether to accept this ending, because other programs cannot have caused it.
    fn believes(&self, ending: &Ending) -> bool {
        match ending {
            Ending::Timeout => self.confirmed.load(Ordering::Relaxed) >= BELIEVED,
            Ending::CannotStart(_) => false,
            Ending::Exited(_) | Ending::Signal(_) | Ending::Output | Ending::Memory => true,
        }
    }

    fn run_alone(&self, run: &Run<'_>) -> io::Result<Ended> {
        let _alone = self.machine.0.write().unwrap_or_else(PoisonError::into_inner);
        let time = run.limits.time.map(|time| time.saturating_mul(MORE));
        let ended = self.programs.run(&Run { limits: Limits { time, ..run.limits }, ..*run })?;
        if ended.ending == Ending::Timeout {
            self.confirmed.fetch_add(1, Ordering::Relaxed);
        }
        Ok(ended)
    }
}

impl Programs for Patient<'_> {
    fn run(&self, run: &Run<'_>) -> io::Result<Ended> {
        let beside_others = self.machine.0.read().unwrap_or_else(PoisonError::into_inner);
        let ended = self.programs.run(run)?;
        drop(beside_others);
        if self.believes(&ended.ending) { Ok(ended) } else { self.run_alone(run) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use broadside_core::ports::programs::Command;
    use std::sync::Mutex;
    use std::time::Duration;

    /// Programs whose ending a function chooses by the number of the run, from 0, and its time in seconds.
    struct Scripted<F> {
        ending: F,
        times: Mutex<Vec<u64>>,
    }

    impl<F: Fn(usize, u64) -> Ending + Sync> Programs for Scripted<F> {
        fn run(&self, run: &Run<'_>) -> io::Result<Ended> {
            let mut times = self.times.lock().unwrap();
            let time = run.limits.time.unwrap_or_default().as_secs();
            times.push(time);
            Ok(Ended::new((self.ending)(times.len() - 1, time), []))
        }
    }

    /// Runs a program four times, with one second each, and checks which runs exit and how much time all runs get.
    #[track_caller]
    fn check(ending: impl Fn(usize, u64) -> Ending + Sync, exits: [bool; 4], times: &[u64]) {
        let programs = Scripted { ending, times: Mutex::default() };
        let (machine, command) = (Machine::default(), Command::new(["./ships"]));
        let patient = Patient::new(&programs, &machine);
        let limits = Limits { time: Some(Duration::from_secs(1)), ..Limits::default() };
        let run = Run { command: &command, input: b"", limits };
        let exits_now = |_| patient.run(&run).unwrap().ending == Ending::Exited(0);
        assert_eq!([0, 1, 2, 3].map(exits_now), exits);
        assert_eq!(*programs.times.lock().unwrap(), times);
    }

    #[test]
    fn what_cannot_start_is_tried_again_alone() {
        let starts_at_every_second_run = |run: usize, _| {
            let cannot = Ending::CannotStart("no memory".to_owned());
            if run.is_multiple_of(2) { cannot } else { Ending::Exited(0) }
        };
        check(starts_at_every_second_run, [true; 4], &[1, 10, 1, 10, 1, 10, 1, 10]);
    }

    #[test]
    fn a_timeout_is_believed_when_it_comes_again_alone() {
        let takes = |seconds| {
            move |_, time| if seconds > time { Ending::Timeout } else { Ending::Exited(0) }
        };
        check(takes(1), [true; 4], &[1, 1, 1, 1]);
        check(takes(7), [true; 4], &[1, 10, 1, 10, 1, 10, 1, 10]);
        check(takes(99), [false; 4], &[1, 10, 1, 10, 1, 1]);
    }
}
