//! Patience: a program that takes too long is run once more, alone and with ten times its time, because other programs
//! may have slowed it down. A program that cannot start is run again too: a busy system may have lacked resources.

use broadside_core::ports::programs::{Ended, Ending, Limits, Programs, Run};
use std::fmt;
use std::io;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{PoisonError, RwLock};

/// How many times the usual time a second run has.
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

    /// Whether other programs cannot have caused this ending.
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

    /// A program that starts only at every second try.
    #[derive(Default)]
    struct Balky(AtomicU32);

    impl Programs for Balky {
        fn run(&self, _: &Run<'_>) -> io::Result<Ended> {
            let is_first = self.0.fetch_add(1, Ordering::Relaxed).is_multiple_of(2);
            let cannot = Ending::CannotStart("no memory".to_owned());
            Ok(Ended::new(if is_first { cannot } else { Ending::Exited(0) }, []))
        }
    }

    #[test]
    fn what_cannot_start_is_tried_again_alone() {
        let (balky, machine) = (Balky::default(), Machine::default());
        let command = Command::new(["./ships"]);
        let patient = Patient::new(&balky, &machine);
        let run = Run { command: &command, input: b"", limits: Limits::default() };
        let ending = || patient.run(&run).unwrap().ending;
        assert_eq!([ending(), ending()], [Ending::Exited(0), Ending::Exited(0)]);
    }

    /// A program that takes this long.
    struct Slow(Duration, Mutex<Vec<Duration>>);

    impl Programs for Slow {
        fn run(&self, run: &Run<'_>) -> io::Result<Ended> {
            let time = run.limits.time.unwrap_or_default();
            self.1.lock().unwrap().push(time);
            let ending = if self.0 > time { Ending::Timeout } else { Ending::Exited(0) };
            Ok(Ended::new(ending, []))
        }
    }

    #[track_caller]
    fn check(seconds: u64, endings: [bool; 4], times: &[u64]) {
        let slow = Slow(Duration::from_secs(seconds), Mutex::default());
        let (machine, command) = (Machine::default(), Command::new(["./ships"]));
        let patient = Patient::new(&slow, &machine);
        let limits = Limits { time: Some(Duration::from_secs(1)), ..Limits::default() };
        let run = Run { command: &command, input: b"", limits };
        let is_late = |_| patient.run(&run).unwrap().ending == Ending::Timeout;
        assert_eq!([0, 1, 2, 3].map(is_late), endings);
        let tried: Vec<_> = slow.1.lock().unwrap().iter().map(Duration::as_secs).collect();
        assert_eq!(tried, times);
    }

    #[test]
    fn a_timeout_is_believed_when_it_comes_again_alone() {
        check(1, [false; 4], &[1, 1, 1, 1]);
        check(7, [false; 4], &[1, 10, 1, 10, 1, 10, 1, 10]);
        check(99, [true; 4], &[1, 10, 1, 10, 1, 1]);
    }
}
