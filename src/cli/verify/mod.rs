//! `broadside verify`: tests a student's program against our own, and shows each mistake of the
//! program with a small script.

mod answers;
mod keep;
mod options;
mod watch;

use super::exit::{Exit, Failure, Result};
use super::files::{read, save_json};
use super::foreign::Hidden;
use super::own_tests::{OwnTest, own_tests, reading};
use super::stop::{self, Cancel};
use super::{lab, report as messages, rule_links, world};
use answers::Answers;
use broadside::arena::versus::words::count;
use broadside::lab::draft::Draft;
use broadside::lab::misreadings::Misreadings;
use broadside::lab::patience::{Machine, Patient};
use broadside::lab::report::{Finding, Printed, Report, wrong_test};
use broadside::lab::verify::{self, ProgramUnderTest, Verdict};
use broadside::ports::Ports;
use broadside::ports::programs::{Command, typed};
use broadside::text::Visible;
use indicatif::ProgressBar;
use options::Checked;
use std::io;
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

pub(super) use options::{EXAMPLES, Ignored, Verify, lenience, level};

pub(super) fn run(options: &Verify, ports: &mut Ports<'_>) -> Result<Exit> {
    if let Some(message) = options.wrong_call() {
        ports.report(&message)?;
        return Ok(Exit::Syntax);
    }
    let own_tests = own_tests(options.cases.as_deref(), ports)?;
    let reading = reading(options.reading.as_deref(), ports)?;
    let (accepted, names) = options.accepted(ports)?;
    let accepted = accepted.into_iter().chain(reading.iter()).collect();
    let given = Given { own_tests, accepted, repeated: options.repeated(&names) };
    options.check_outputs(ports)?;
    let stop = stop::on_first_interrupt()?;
    loop {
        let before = watch::state(&options.command);
        let exit = once(options, &given, &stop, ports)?;
        if !options.watch || exit == Exit::Interrupted {
            return Ok(exit);
        }
        writeln!(ports.out, "\nWaiting until the program changes; Ctrl-C ends this.\n")?;
        ports.out.flush()?;
        if !watch::changes(&options.command, &before, &stop) {
            return Ok(Exit::Interrupted);
        }
    }
}

/// What all runs of `--watch` share.
struct Given {
    own_tests: Vec<OwnTest>,
    accepted: Misreadings,
    /// The options of a later run that compares the same things as this one.
    repeated: String,
}

fn once(options: &Verify, given: &Given, stop: &Cancel, ports: &mut Ports<'_>) -> Result<Exit> {
    let programs = options.limited.sandbox.programs(Hidden::default(), stop)?;
    let (machine, command) = (Machine::default(), Command::new(options.command.iter().cloned()));
    let patient = Patient::new(&programs, &machine);
    let program = ProgramUnderTest {
        limits: options.limited.first(),
        accepted: given.accepted,
        accepts_unsettled: options.accept_unsettled,
        lenience: lenience(&options.ignore),
        exit_code: options.check.contains(&Checked::ExitCode),
        shrinks: !options.no_shrink,
        ..ProgramUnderTest::new(&patient, &command)
    };
    let answers = Answers::open(options, &patient)?;
    if let (Some(shard), Some(answers)) = (options.shard, &answers) {
        return answers::run_shard(options, shard, program, answers, (stop, ports));
    }
    let programs = answers.as_ref().map_or(program.programs, |answers| answers);
    let program = ProgramUnderTest { programs, ..program };
    let verdict = match &options.script {
        Some(path) => {
            let script = read(path, ports)?;
            match Draft::parse(&script) {
                Ok(draft) => verify::verify_script(&script, draft, program),
                Err(error) => {
                    ports.report(&messages::syntax(&path.to_string_lossy(), &error))?;
                    return Ok(Exit::Syntax);
                }
            }
        }
        None => many_scripts(options, program, stop)?,
    };
    let mut verdict = verdict.map_err(|failure| options.failure(failure))?;
    verdict.is_interrupted |= stop.is_set();
    let exit = conclude(options, &given.repeated, &verdict, ports)?;
    let cases = run_own_tests(&given.own_tests, &program, ports)?;
    Ok(if exit == Exit::Done || cases == Exit::Interrupted { cases } else { exit })
}

fn many_scripts(
    options: &Verify,
    program: ProgramUnderTest<'_>,
    stop: &Cancel,
) -> Result<Result<Verdict, verify::Failure>> {
    let end = options
        .seconds
        .and_then(|seconds| Instant::now().checked_add(Duration::from_secs(seconds)));
    let (spinner, shown) = (spinner(options.scripts), AtomicUsize::new(0));
    let goes_on = |verdict: &Verdict| {
        spinner.set_position(verdict.scripts);
        let shown = shown.swap(verdict.findings.len(), Ordering::Relaxed);
        let new = verdict.findings.iter().skip(shown);
        for found in new.filter(|found| !(options.accept_unsettled && found.is_unsettled())) {
            let found = found.finding("", "");
            let line = format!("found at level {}: {}", found.level, found.headline);
            spinner.println(Visible(line.as_bytes()).to_string());
        }
        spinner.set_message(count(verdict.findings.len(), "finding"));
        !stop.is_set() && end.is_none_or(|end| Instant::now() < end)
    };
    let settle = |first| options.limited.settled(first);
    let plan = options.plan();
    let outcome =
        lab::on_threads(options.jobs, || verify::verify(&plan, program, &settle, &goes_on));
    spinner.finish_and_clear();
    outcome
}

/// Starts a spinner, which is hidden if standard error is not a terminal.
fn spinner(scripts: u64) -> ProgressBar {
    let template = "{spinner} {human_pos} of {human_len} scripts, {msg}";
    let spinner = lab::styled(ProgressBar::new(scripts), template);
    spinner.enable_steady_tick(Duration::from_millis(100));
    spinner
}

/// The largest number of wrong tests whose outputs are shown. The others are only named.
const MOST_SHOWN: usize = 5;

fn run_own_tests(
    own_tests: &[OwnTest],
    program: &ProgramUnderTest<'_>,
    ports: &mut Ports<'_>,
) -> Result<Exit> {
    if own_tests.is_empty() {
        return Ok(Exit::Done);
    }
    let mut wrong = Vec::new();
    for test in own_tests {
        match program.run(&test.script) {
            Ok(ended) if test.is_right(&ended, program.lenience) => {}
            Ok(ended) => {
                wrong.push(&*test.name);
                if wrong.len() <= MOST_SHOWN {
                    let (mut shown, how) = (String::new(), (program.lenience, world::columns()));
                    wrong_test(&test.name, &test.expected, &ended, how, &mut shown)
                        .expect("a string grows");
                    world::show(&shown, ports)?;
                }
            }
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {
                return Ok(Exit::Interrupted);
            }
            Err(error) => return Err(Failure::Run(error)),
        }
    }
    let (all, right) = (own_tests.len(), own_tests.len() - wrong.len());
    let mut line = format!("Course's own tests: {right} of {all} right");
    if !wrong.is_empty() {
        line = format!("{line}; wrong: {}", wrong.join(", "));
    }
    writeln!(ports.out, "{}", Visible(line.as_bytes()))?;
    Ok(if wrong.is_empty() { Exit::Done } else { Exit::Own(1) })
}

fn conclude(
    options: &Verify,
    repeated: &str,
    verdict: &Verdict,
    ports: &mut Ports<'_>,
) -> Result<Exit> {
    let found = verdict.report(&options.program(), &options.seed.to_string());
    let kept = kept_scripts(options.kept(), &found.findings);
    let report = Printed {
        found: &found,
        verdict,
        options: repeated,
        columns: world::columns(),
        coverage: options.coverage,
        kept: &kept,
        link: rule_links::link,
        level: options.level,
        is_one_script: options.script.is_some(),
        checks_ai: options.checks_ai(),
    };
    world::show(&report.to_string(), ports)?;
    // An interrupted run that found nothing does not replace the findings of an earlier run.
    if !verdict.is_interrupted || !found.findings.is_empty() {
        save(options, &found, ports)?;
    }
    Ok(match verdict.findings.len() {
        _ if verdict.is_interrupted => Exit::Interrupted,
        0 => Exit::Done,
        _ => Exit::Own(1),
    })
}

fn save(options: &Verify, found: &Report, ports: &Ports<'_>) -> Result<()> {
    if let Some(path) = &options.json {
        save_json(path, found, ports)?;
    }
    options.kept().map_or(Ok(()), |folder| keep::findings(folder, &found.findings, ports))
}

fn kept_scripts(folder: Option<&Path>, findings: &[Finding]) -> Vec<String> {
    let Some(folder) = folder else { return Vec::new() };
    let numbered = findings.iter().enumerate();
    let file = |(index, found)| folder.join(keep::kept_name(index + 1, found)).join("stdin");
    numbered.map(|found| typed([file(found)])).collect()
}
