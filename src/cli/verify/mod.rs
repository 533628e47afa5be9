//! `broadside verify`: finds the mistakes of a program and shows the smallest script first.

mod answers;
mod keep;
mod options;
mod shard;
mod watch;

use super::exit::{Exit, Failure};
use super::files::{read, save_json};
use super::own_tests::{OwnTest, own_tests, reading};
use super::stop::{self, Cancel};
use super::{lab, report as messages, rule_links, world};
use broadside::lab::draft::Draft;
use broadside::lab::misreadings::Misreadings;
use broadside::lab::patience::{Machine, Patient};
use broadside::lab::report::{Finding, Printed};
use broadside::lab::verify::{self, ProgramUnderTest, Verdict};
use broadside::ports::Ports;
use broadside::ports::programs::{Command, typed};
use broadside::text::Visible;
use indicatif::{ProgressBar, ProgressStyle};
use options::Checked;
use std::io;
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

pub(super) use options::{EXAMPLES, Ignored, Verify, lenience};

/// Verifies a program.
pub(super) fn run(told: &Verify, ports: &mut Ports<'_>) -> Result<Exit, Failure> {
    if let Some(message) = told.wrong_call() {
        ports.report(&message)?;
        return Ok(Exit::Syntax);
    }
    let own_tests = match &told.cases {
        Some(folder) => own_tests(folder, ports)?,
        None => Vec::new(),
    };
    let reading = reading(told.reading.as_deref(), ports)?;
    let accepted = told.accepted(ports)?.iter().chain(reading.iter()).collect();
    let stop = stop::on_first_interrupt()?;
    loop {
        let before = watch::state(&told.command);
        let exit = once(told, accepted, &own_tests, &stop, ports)?;
        if !told.watch || exit == Exit::Syntax {
            return Ok(exit);
        }
        writeln!(ports.out, "\nWaiting until the program changes; Ctrl-C ends this.\n")?;
        ports.out.flush()?;
        if !watch::changes(&told.command, &before, &stop) {
            return Ok(Exit::Interrupted);
        }
    }
}

/// Verifies a program once.
fn once(
    told: &Verify,
    accepted: Misreadings,
    own_tests: &[OwnTest],
    stop: &Cancel,
    ports: &mut Ports<'_>,
) -> Result<Exit, Failure> {
    let programs = told.limited.programs(stop)?;
    let (machine, command) = (Machine::default(), Command::new(told.command.iter().cloned()));
    let patient = Patient::new(&programs, &machine);
    let program = ProgramUnderTest {
        limits: told.limited.first(),
        accepted,
        lenience: lenience(&told.ignore),
        exit_code: told.check.contains(&Checked::ExitCode),
        shrinks: !told.no_shrink,
        ..ProgramUnderTest::new(&patient, &command)
    };
    let answers = shard::journal(told, &patient)?;
    if let (Some(shard), Some(answers)) = (told.shard, &answers) {
        return shard::run(told, shard, program, answers, (stop, ports));
    }
    let programs = answers.as_ref().map_or(program.programs, |answers| answers);
    let program = ProgramUnderTest { programs, ..program };
    let outcome = match &told.script {
        Some(path) => match one_script(path, program, ports)? {
            Some(outcome) => outcome,
            None => return Ok(Exit::Syntax),
        },
        None => many_scripts(told, program, stop)?,
    };
    match outcome {
        Ok(verdict) => {
            let exit = conclude(told, &verdict, stop.is_set(), ports)?;
            let cases = run_own_tests(own_tests, &program, ports)?;
            Ok(if exit == Exit::Done { cases } else { exit })
        }
        Err(verify::Failure::CannotStart(reason)) => {
            Err(Failure::Start { program: told.program(), reason })
        }
        Err(verify::Failure::System(error)) => Err(Failure::Run(error)),
    }
}

type Outcome = Result<Verdict, verify::Failure>;

/// Tries one script; `None` after telling that it is none.
fn one_script(
    path: &Path,
    program: ProgramUnderTest<'_>,
    ports: &mut Ports<'_>,
) -> Result<Option<Outcome>, Failure> {
    let script = read(path, ports)?;
    match Draft::parse(&script) {
        Ok(draft) => Ok(Some(verify::verify_script(&script, draft, program))),
        Err(error) => {
            ports.report(&messages::syntax(&path.to_string_lossy(), &error))?;
            Ok(None)
        }
    }
}

/// Tries random scripts, with a spinner on a terminal.
fn many_scripts(
    told: &Verify,
    program: ProgramUnderTest<'_>,
    stop: &Cancel,
) -> Result<Outcome, Failure> {
    let end =
        told.seconds.and_then(|seconds| Instant::now().checked_add(Duration::from_secs(seconds)));
    let (spinner, shown) = (spinner(told.scripts), AtomicUsize::new(0));
    let goes_on = |verdict: &Verdict| {
        spinner.set_position(verdict.scripts);
        for found in
            verdict.findings.iter().skip(shown.swap(verdict.findings.len(), Ordering::Relaxed))
        {
            let found = found.finding("", "");
            let line = format!("found at level {}: {}", found.level, found.headline);
            spinner.println(Visible(line.as_bytes()).to_string());
        }
        spinner.set_message(format!("{} findings", verdict.findings.len()));
        !stop.is_set() && end.is_none_or(|end| Instant::now() < end)
    };
    let settle = |first| told.limited.settled(first);
    let plan = told.plan();
    let outcome = lab::on_threads(told.jobs, || verify::verify(&plan, program, &settle, &goes_on));
    spinner.finish_and_clear();
    outcome
}

/// A spinner on standard error, hidden unless that is a terminal.
fn spinner(scripts: u64) -> ProgressBar {
    let style = ProgressStyle::with_template("{spinner} {human_pos} of {human_len} scripts, {msg}");
    let spinner = ProgressBar::new(scripts);
    spinner.set_style(style.unwrap_or_else(|_| ProgressStyle::default_spinner()));
    spinner.enable_steady_tick(Duration::from_millis(100));
    spinner
}

/// Runs the course's own tests, and names those that are wrong.
fn run_own_tests(
    own_tests: &[OwnTest],
    program: &ProgramUnderTest<'_>,
    ports: &mut Ports<'_>,
) -> Result<Exit, Failure> {
    if own_tests.is_empty() {
        return Ok(Exit::Done);
    }
    let mut wrong = Vec::new();
    for test in own_tests {
        match program.run(&test.script) {
            Ok(ended) if test.is_right(&ended, program.lenience) => {}
            Ok(_) => wrong.push(&*test.name),
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {
                return Ok(Exit::Interrupted);
            }
            Err(error) => return Err(Failure::Run(error)),
        }
    }
    let (all, names) = (own_tests.len(), wrong.join(", "));
    let names = if wrong.is_empty() { String::new() } else { format!("; wrong: {names}") };
    let line = format!("Course's own tests: {} of {all} right{names}", all - wrong.len());
    writeln!(ports.out, "{}", Visible(line.as_bytes()))?;
    Ok(if wrong.is_empty() { Exit::Done } else { Exit::Own(1) })
}

/// Tells what was found, keeps it, and gives the exit status.
fn conclude(
    told: &Verify,
    verdict: &Verdict,
    is_interrupted: bool,
    ports: &mut Ports<'_>,
) -> Result<Exit, Failure> {
    let found = verdict.report(&told.program(), &told.seed.to_string());
    let kept = kept_scripts(told.kept(), &found.findings);
    let report = Printed {
        found: &found,
        verdict,
        options: &told.limited.sandbox_option(),
        columns: world::columns(),
        coverage: told.coverage,
        kept: &kept,
        link: rule_links::link,
        level: told.level,
        is_one_script: told.script.is_some(),
        checks_ai: told.checks_ai(),
    };
    world::show(&report.to_string(), ports)?;
    if let Some(path) = &told.json {
        save_json(path, &found, ports)?;
    }
    if let Some(folder) = told.kept() {
        keep::findings(folder, &found.findings, ports)?;
    }
    Ok(match verdict.findings.len() {
        _ if is_interrupted || verdict.is_interrupted => Exit::Interrupted,
        0 => Exit::Done,
        _ => Exit::Own(1),
    })
}

/// The files in which the scripts of findings are kept, as they are typed.
fn kept_scripts(folder: Option<&Path>, findings: &[Finding]) -> Vec<String> {
    let Some(folder) = folder else { return Vec::new() };
    let numbered = findings.iter().enumerate();
    let file = |(index, found)| folder.join(keep::kept_name(index + 1, found)).join("stdin");
    numbered.map(|found| typed([file(found)])).collect()
}
