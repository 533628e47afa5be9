//! Builds several submissions at a time, and runs the exam (a series of tests) and the teacher's
//! tests with each of them.

use super::copy::{self, Copy};
use super::journal::{Answered, Entry, Journal, Search, Start};
use super::prepare::{self, Prepared, ROOM};
use super::scratch::{is_full, needs_room, no_room};
use super::submission::Submission;
use super::{Grade, lab};
use crate::cli::exit::{Failure, Result};
use crate::cli::foreign::{Foreign, remove_folder};
use crate::cli::own_tests::OwnTest;
use crate::cli::stop::Cancel;
use crate::cli::world;
use broadside::arena::tournament::Shard;
use broadside::lab::grade::{Exam, Outcome, Test};
use broadside::lab::misreadings::Misreadings;
use broadside::lab::patience::{Machine, Patient};
use broadside::lab::report::Build;
use broadside::lab::verify::ProgramUnderTest;
use broadside::ports::programs::{Command, Ended, Ending, Limits};
use indicatif::ProgressBar;
use rayon::iter::{IntoParallelRefIterator as _, ParallelIterator as _};
use std::io;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::thread;
use std::time::Duration;

#[derive(Clone, Copy)]
pub(super) struct Work<'a> {
    pub(super) options: &'a Grade,
    pub(super) exam: &'a Exam,
    pub(super) own_tests: &'a [OwnTest],
    /// The misreadings (wrong readings of a rule) that count as right.
    pub(super) reading: Misreadings,
    pub(super) submissions: &'a [Submission],
    pub(super) journal: &'a Journal,
    pub(super) programs: &'a Foreign,
    pub(super) stop: &'a Cancel,
}

/// The message for a program that reaches the time limit in every probe. A probe is a script that
/// runs before the tests that count. It shows how the program prints.
const NEVER_ENDS: &str = "ends none of the first scripts in time (--time gives more)";

struct Unfinished<'a> {
    submission: &'a Submission,
    tests: Vec<&'a Test>,
    own_tests: Vec<&'a OwnTest>,
    needs_search: bool,
}

pub(super) struct Ready<'a> {
    pub(super) submission: &'a Submission,
    command: &'a Command,
    limits: Limits,
    programs: Patient<'a>,
}

/// What the workers share. They are threads that grade submissions at the same time.
struct Shift<'a> {
    unfinished: &'a [Unfinished<'a>],
    machine: Machine,
    bar: &'a ProgressBar,
    is_last: bool,
    next: AtomicUsize,
    done: AtomicUsize,
    has_failed: AtomicBool,
}

impl Work<'_> {
    /// Does all work that is left. Returns whether an interrupt has ended the work early.
    pub(super) fn run(&self) -> Result<bool> {
        let unfinished = || {
            let all = self.submissions.iter().enumerate();
            all.filter_map(|(number, one)| self.remaining(number, one)).collect::<Vec<_>>()
        };
        let first = unfinished();
        if first.is_empty() {
            return Ok(false);
        }
        let bar = self.bar(&first);
        let outcome = self.run_on_workers(&first, &bar, false);
        let outcome = outcome.and_then(|()| self.run_on_workers(&unfinished(), &bar, true));
        bar.finish_and_clear();
        match outcome {
            Err(Failure::Run(error)) if error.kind() == io::ErrorKind::Interrupted => Ok(true),
            outcome => outcome.map(|()| self.stop.is_set()),
        }
    }

    /// Returns the work that is left for submission `number`, or `None` if no work is left.
    fn remaining<'a>(
        &'a self,
        number: usize,
        submission: &'a Submission,
    ) -> Option<Unfinished<'a>> {
        let known = self.journal.known(submission);
        let start = known.start.as_ref();
        if submission.copy.is_err()
            || start.is_some_and(|start| !matches!(start.build, Build::Ready(_)))
        {
            return None;
        }
        let tests = (0..)
            .zip(self.exam.tests())
            .filter(|(k, test)| self.has_test(number, *k) && !known.tests.contains_key(&test.name));
        let tests: Vec<_> = tests.map(|(_, test)| test).collect();
        // If a teacher's test is in the exam too, it runs only once, as a test of the exam. This
        // run gives both results.
        let is_left_to_exam = |own: &OwnTest| {
            let mut exam = self.exam.tests().iter().filter(|test| is_in_exam_as(own, test));
            exam.any(|test| !known.tests.contains_key(&test.name))
        };
        let own_tests = (0..).zip(self.own_tests).filter(|(k, test)| {
            self.has_test(number, *k)
                && !known.own_tests.contains_key(&test.name)
                && !is_left_to_exam(test)
        });
        let own_tests: Vec<_> = own_tests.map(|(_, test)| test).collect();
        // The search for findings needs the outcomes of all tests, also of the tests in the other
        // shards (parts of the work).
        let needs_search = self.options.findings > known.search.most
            && self.shard().holds(number as u64)
            && known.tests.len() + tests.len() >= self.exam.tests().len();
        let is_unfinished = needs_search || !tests.is_empty() || !own_tests.is_empty();
        is_unfinished.then_some(Unfinished { submission, tests, own_tests, needs_search })
    }

    fn shard(&self) -> Shard {
        self.options.shard.unwrap_or(Shard::ALL)
    }

    fn has_test(&self, submission: usize, test: usize) -> bool {
        self.shard().holds((submission * self.exam.tests().len() + test) as u64)
    }

    fn bar(&self, unfinished: &[Unfinished<'_>]) -> ProgressBar {
        let all = self.submissions.len() * self.exam.tests().len();
        let all = (0..all as u64).filter(|number| self.shard().holds(*number)).count();
        let left: usize = unfinished.iter().map(|one| one.tests.len()).sum();
        let bar = lab::bar("tests", all as u64);
        bar.set_position(all.saturating_sub(left) as u64);
        bar
    }

    /// Grades submissions on several workers. Each worker grades one submission at a time, with its
    /// share of the threads. There is only one worker in the Landlock sandbox, where a program
    /// could find the files of a submission that runs meanwhile.
    ///
    /// If standard error is not a terminal, it gets a line for each submission that is done, except
    /// the last one.
    ///
    /// A submission for which the disk has no room, or that cannot be started, is left for a second
    /// call, with `is_last`. Then there is only one worker, so the files of other submissions take
    /// no room.
    fn run_on_workers(
        &self,
        unfinished: &[Unfinished<'_>],
        bar: &ProgressBar,
        is_last: bool,
    ) -> Result<()> {
        let jobs = self.options.jobs();
        let is_alone = is_last || self.programs.shows_names();
        let workers = if is_alone { 1 } else { jobs.min(unfinished.len()) };
        let shift = &Shift {
            unfinished,
            machine: Machine::default(),
            bar,
            is_last,
            next: AtomicUsize::new(0),
            done: AtomicUsize::new(0),
            has_failed: AtomicBool::new(false),
        };
        let threads = |worker: usize| jobs / workers + usize::from(worker < jobs % workers);
        thread::scope(|scope| {
            let start = |worker| {
                let work = move || self.run_worker(shift, threads(worker));
                thread::Builder::new().spawn_scoped(scope, work)
            };
            let handles: Vec<_> = (0..workers).map(start).collect();
            if handles.iter().any(io::Result::is_err) {
                shift.has_failed.store(true, Ordering::Relaxed);
            }
            let failed = |_| Err(Failure::Run(io::Error::other("a thread failed")));
            let outcomes = handles
                .into_iter()
                .map(|handle| handle.map_err(Failure::Run)?.join().unwrap_or_else(failed));
            // All workers are joined before the first failure is returned.
            outcomes.collect::<Vec<_>>().into_iter().collect()
        })
    }

    /// Grades one submission after the other, until none is left or a worker has failed.
    fn run_worker(&self, shift: &Shift<'_>, threads: usize) -> Result<()> {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
        let pool = pool.map_err(Failure::Threads)?;
        let all = shift.unfinished.len();
        while !shift.has_failed.load(Ordering::Relaxed) {
            let next = shift.next.fetch_add(1, Ordering::Relaxed);
            let Some(one) = shift.unfinished.get(next) else { break };
            let outcome = pool.install(|| self.grade_in_room(one, shift));
            if !outcome.inspect_err(|_| shift.has_failed.store(true, Ordering::Relaxed))? {
                continue;
            }
            let done = 1 + shift.done.fetch_add(1, Ordering::Relaxed);
            if shift.bar.is_hidden() && done < all {
                world::tell(&format!("{done} of {all} done: {}", one.submission.name))?;
            }
        }
        Ok(())
    }

    /// Grades a submission, and removes its copy, because the next submissions may need the room.
    /// Returns false if the disk is full, or if the program cannot be started: then the submission
    /// must be graded later. In the last shift, returns true instead. Then the journal in memory,
    /// but not its file, says that this machine cannot run the submission.
    fn grade_in_room(&self, unfinished: &Unfinished<'_>, shift: &Shift<'_>) -> Result<bool> {
        let submission = unfinished.submission;
        let Ok(Copy { folder, .. }) = &submission.copy else { return Ok(true) };
        let copied = if shift.is_last {
            copy::copy(&submission.path, folder.clone()).map(Some).map_err(io::Error::from)
        } else {
            Ok(None)
        };
        let outcome = copied.map_err(Failure::Run);
        let outcome = outcome.and_then(|_copy| self.grade(unfinished, shift));
        let scratch = folder.parent().unwrap_or(folder);
        let is_full = matches!(&outcome, Err(Failure::Run(error))
            if is_full(error) || needs_room(scratch, ROOM).is_err());
        remove_folder(folder);
        if !is_full {
            return outcome.map(|()| true);
        }
        if shift.is_last {
            let build = Build::Impossible(no_room());
            let start = Start { build, recipe: String::new(), time_ms: 0 };
            self.journal.add(submission, Entry::Start { start })?;
        }
        Ok(shift.is_last)
    }

    fn grade(&self, unfinished: &Unfinished<'_>, shift: &Shift<'_>) -> Result<()> {
        let Shift { machine, bar, is_last, .. } = shift;
        let submission = unfinished.submission;
        let Ok(copy) = &submission.copy else { return Ok(()) };
        let prepared = prepare::build(self.options, submission, copy, (self.programs, machine));
        let prepared = prepared.map_err(Failure::Run)?;
        let Some(ready) = self.ready(submission, &prepared, machine, *is_last)? else {
            bar.inc(unfinished.tests.len() as u64);
            return Ok(());
        };
        self.run_exam(unfinished, &ready, bar)?;
        let program = ready.program(self);
        unfinished
            .own_tests
            .par_iter()
            .try_for_each(|test| self.add_own(&ready, test, &ready.run(&program, &test.script)?))?;
        if unfinished.needs_search {
            let search = Search { most: self.options.findings, findings: self.findings(&ready)? };
            self.journal.add(submission, Entry::Findings(search))?;
        }
        Ok(())
    }

    /// Runs the tests of the exam that are left.
    fn run_exam(
        &self,
        unfinished: &Unfinished<'_>,
        ready: &Ready<'_>,
        bar: &ProgressBar,
    ) -> Result<()> {
        if unfinished.tests.is_empty() {
            return Ok(());
        }
        let program = ready.program(self);
        let run = |test: &Test| ready.run(&program, &test.script);
        let add = |test: &Test, ended: Ended, lenience| {
            // If `grade` is killed between the two entries of the journal, the next `grade` runs
            // the test again, but keeps the first result of the teacher's test.
            if let Some(own) = self.own_tests.iter().find(|own| is_in_exam_as(own, test)) {
                self.add_own(ready, own, &ended)?;
            }
            let answered = Answered::new(Outcome::new(test, ended, &program, lenience));
            bar.inc(1);
            self.journal.add(ready.submission, Entry::Test { test: test.name.clone(), answered })
        };
        // The probes run first: they show habits (mistakes in nearly every output), which the other
        // tests then ignore.
        let lenience = self.exam.past_habits(program.lenience, |probe| -> Result<Ended> {
            let ended = run(probe)?;
            if unfinished.tests.iter().any(|test| test.name == probe.name) {
                add(probe, ended.clone(), program.lenience)?;
            }
            Ok(ended)
        })?;
        let tests = unfinished.tests.par_iter().filter(|test| test.counts());
        tests.try_for_each(|test| add(test, run(test)?, lenience))
    }

    fn add_own(&self, ready: &Ready<'_>, test: &OwnTest, ended: &Ended) -> Result<()> {
        let is_right = test.is_right(ended, self.options.lenience());
        self.journal.add(ready.submission, Entry::Own { own: (test.name.clone(), is_right) })
    }

    /// Returns the submission if it can be run. Adds its [`Start`] to the journal if the journal
    /// has none yet.
    fn ready<'r>(
        &self,
        submission: &'r Submission,
        prepared: &'r Prepared<'_>,
        machine: &'r Machine,
        is_last: bool,
    ) -> Result<Option<Ready<'r>>> {
        let ready = prepared.ready.as_ref().map(|(command, programs)| Ready {
            submission,
            command,
            limits: self.options.limited.first(),
            programs: Patient::new(programs, machine),
        });
        let known = self.journal.known(submission);
        let start = if let Some(start) = known.start {
            still_ready(submission, &prepared.build)?;
            start
        } else {
            let start = self.start(prepared, ready.as_ref())?;
            // This counts as a full disk: a build without room for its program need not fail.
            if !is_last && matches!(start.build, Build::Impossible(_)) {
                return Err(Failure::Run(io::ErrorKind::StorageFull.into()));
            }
            self.journal.add(submission, Entry::Start { start: start.clone() })?;
            start
        };
        let ready = ready.filter(|_| matches!(start.build, Build::Ready(_)));
        let time = Some(Duration::from_millis(start.time_ms));
        Ok(ready.map(|ready| Ready { limits: Limits { time, ..ready.limits }, ..ready }))
    }

    /// Runs the probes: checks that the program starts and ends, and derives its time limit.
    fn start(&self, prepared: &Prepared<'_>, ready: Option<&Ready<'_>>) -> Result<Start> {
        let (build, recipe) = (prepared.build.clone(), prepared.recipe.clone());
        let Some(ready) = ready else {
            return Ok(Start { build, recipe, time_ms: self.time_ms(Vec::new()) });
        };
        let (mut build, mut walls, mut ends) = (build, Vec::new(), false);
        for test in self.exam.tests().iter().filter(|test| !test.counts()) {
            let ended = ready.program(self).run(&test.script).map_err(Failure::Run)?;
            if let Ending::CannotStart(reason) = ended.ending {
                let program = prepare::program_of(ready.command);
                let message = format!("cannot start `{program}`: {reason}");
                return Ok(Start { build: Build::Impossible(message), recipe, time_ms: 0 });
            }
            ends |= ended.ending != Ending::Timeout;
            walls.push(ended.wall);
        }
        if !ends {
            build = Build::Endless(NEVER_ENDS.to_owned());
        }
        Ok(Start { build, recipe, time_ms: self.time_ms(walls) })
    }

    fn time_ms(&self, walls: Vec<Duration>) -> u64 {
        let time = self.options.limited.settled(walls).time.unwrap_or_default();
        u64::try_from(time.as_millis()).unwrap_or(u64::MAX)
    }
}

/// Whether `test` is the teacher's test `own`. In the exam, the name of `own` follows `case `.
fn is_in_exam_as(own: &OwnTest, test: &Test) -> bool {
    test.name.strip_prefix("case ") == Some(&own.name) && test.script == own.script
}

/// Fails if a submission that could be built before cannot be built now. Then this machine is
/// probably at fault.
fn still_ready(submission: &Submission, build: &Build) -> Result<()> {
    build.trouble().map_or(Ok(()), |message| {
        let error = format!("`{}` could be built before: {message}", submission.name);
        Err(Failure::Run(io::Error::other(error)))
    })
}

impl Ready<'_> {
    /// Runs a script. Fails if the program cannot be started. It could be started before, so the
    /// system is at fault.
    fn run(&self, program: &ProgramUnderTest<'_>, script: &[u8]) -> Result<Ended> {
        let ended = program.run(script).map_err(Failure::Run)?;
        if let Ending::CannotStart(reason) = ended.ending {
            return Err(Failure::Start { program: self.submission.name.clone(), reason });
        }
        Ok(ended)
    }

    pub(super) fn program<'s>(&'s self, work: &'s Work<'_>) -> ProgramUnderTest<'s> {
        ProgramUnderTest {
            limits: self.limits,
            lenience: work.options.lenience(),
            accepted: work.reading,
            ..ProgramUnderTest::new(&self.programs, self.command)
        }
    }
}
