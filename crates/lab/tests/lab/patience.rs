//! Tests of the second run that a program gets after a timeout or a failed start.

use broadside_core::ports::programs::{Command, Ended, Ending, Limits, Programs, Run};
use broadside_lab::patience::{Machine, Patient};
use std::io;
use std::sync::Mutex;
use std::time::Duration;

/// A program whose runs end as `ending` says. `ending` gets the index of a run and its time limit
/// in seconds. `times` stores the time limits.
struct Scripted<F> {
    ending: F,
    times: Mutex<Vec<u64>>,
}

impl<F: Fn(usize, u64) -> Ending + Sync> Programs for Scripted<F> {
    fn run(&self, run: &Run<'_>) -> io::Result<Ended> {
        let mut times = self.times.lock().expect("no earlier panic");
        let time = run.limits.time.unwrap_or_default().as_secs();
        times.push(time);
        Ok(Ended::new((self.ending)(times.len() - 1, time), []))
    }
}

/// Runs a program four times, and checks whether it exits. `times` has the expected time limits of
/// all runs in seconds, including second runs.
#[track_caller]
fn check(ending: impl Fn(usize, u64) -> Ending + Sync, exits: [bool; 4], times: &[u64]) {
    let programs = Scripted { ending, times: Mutex::default() };
    let (machine, command) = (Machine::default(), Command::new(["./ships"]));
    let patient = Patient::new(&programs, &machine);
    let limits = Limits { time: Some(Duration::from_secs(1)), ..Limits::default() };
    let run = Run { command: &command, input: b"", limits };
    let exits_now = |_| patient.run(&run).expect("a program that runs").ending == Ending::Exited(0);
    assert_eq!([0, 1, 2, 3].map(exits_now), exits);
    assert_eq!(*programs.times.lock().expect("no earlier panic"), times);
}

#[test]
fn a_program_that_cannot_start_is_run_again() {
    let starts_at_every_second_run = |run: usize, _| {
        let cannot = Ending::CannotStart("no memory".to_owned());
        if run.is_multiple_of(2) { cannot } else { Ending::Exited(0) }
    };
    check(starts_at_every_second_run, [true; 4], &[1, 10, 1, 10, 1, 10, 1, 10]);
}

#[test]
fn no_run_is_repeated_after_two_repeated_runs_timed_out() {
    let takes =
        |seconds| move |_, time| if seconds > time { Ending::Timeout } else { Ending::Exited(0) };
    check(takes(1), [true; 4], &[1, 1, 1, 1]);
    check(takes(7), [true; 4], &[1, 10, 1, 10, 1, 10, 1, 10]);
    check(takes(99), [false; 4], &[1, 10, 1, 10, 1, 1]);
}

/// Regression: one submission filled the disk, so a run of another submission failed. This failure
/// ended the grading of the class.
#[test]
fn work_that_fails_is_done_again() {
    let times = Mutex::new(0);
    let fails = |most: u32, kind: io::ErrorKind| {
        *times.lock().expect("no earlier panic") = 0;
        Machine::default().again_alone(|| {
            let mut times = times.lock().expect("no earlier panic");
            *times += 1;
            if *times > most { Ok(*times) } else { Err(io::Error::from(kind)) }
        })
    };
    assert_eq!(fails(1, io::ErrorKind::StorageFull).ok(), Some(2));
    assert!(fails(2, io::ErrorKind::StorageFull).is_err());
    assert!(fails(1, io::ErrorKind::Interrupted).is_err());
}
