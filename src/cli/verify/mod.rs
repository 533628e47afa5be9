//! `broadside verify`: what is wrong with a program, told smallest script first.

mod keep;
mod report;
mod side_by_side;

use super::exit::{Exit, Failure};
use super::files::{own_file, read, save_json};
use super::limits::Limited;
use super::stop::{self, Cancel};
use super::{lab, report as messages, world};
use broadside::dice::Seed;
use broadside::lab::compare::Lenience;
use broadside::lab::draft::Draft;
use broadside::lab::generate::Scope;
use broadside::lab::misreadings::{Misreading, Misreadings};
use broadside::lab::rules::Level;
use broadside::lab::verify::{self, Plan, ProgramUnderTest, Verdict};
use broadside::ports::Ports;
use broadside::ports::programs::Command;
use clap::builder::{PathBufValueParser, PossibleValuesParser, TypedValueParser};
use clap::{Args, ValueEnum};
use indicatif::{ProgressBar, ProgressStyle};
use report::Report;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

pub(super) const EXAMPLES: &str = "\
Examples:
  broadside verify -- ./ships
  broadside verify --level place --findings 1 -- python3 ships.py
  broadside verify --script mine.ships -- ./ships
  broadside verify --accept close4,turn-swap -- ./ships

CMD gets each script on its standard input, in a process of its own, and prints its answer.
It runs in the current directory, without a shell; TMPDIR is an empty folder of its own.
All that it leaves running is ended.

Exit status: 0 no difference, 1 differences, 2 usage error, 3 CMD cannot be started, or
input or output failed; 130 interrupted, after printing what was found.";

/// How a program is verified.
#[derive(Args, Debug)]
pub(crate) struct Verify {
    /// Only what is known at this level of the course: place, fleet, shoot, setup, move, guns, sight,
    /// print1, save, all or auto. Level ai is beside the course: the machine's own turns.
    #[arg(long, value_name = "LEVEL", value_parser = level(), hide_possible_values = true)]
    level: Option<Level>,

    /// The seed of the random scripts: a decimal integer of up to 4300 digits.
    #[arg(long, value_name = "N", default_value = "1", allow_hyphen_values = true)]
    seed: Seed,

    /// How many random scripts. Those of the format and the cards come first and do not count.
    #[arg(long, value_name = "N", default_value_t = 400)]
    #[arg(value_parser = clap::value_parser!(u64).range(..=100_000_000))]
    scripts: u64,

    /// Stop after this time, in seconds.
    #[arg(long, value_name = "S", value_parser = clap::value_parser!(u64).range(1..=10_000_000))]
    seconds: Option<u64>,

    /// Stop after this many findings.
    #[arg(long, value_name = "N", default_value_t = 10)]
    #[arg(value_parser = clap::value_parser!(u16).range(1..=1000))]
    findings: u16,

    /// Misreadings to pass over, by the names that reports give behind `looks like`, so that other
    /// mistakes come into sight.
    #[arg(long, value_name = "NAME,...", value_delimiter = ',', value_parser = misreading)]
    accept: Vec<Misreading>,

    /// Leave out commands that only our page refuses; the course's own texts leave them open.
    #[arg(long)]
    accept_unsettled: bool,

    /// What not to compare. Where all output shows one of these, it is told once and then ignored.
    #[arg(long, value_name = "WHAT,...", value_delimiter = ',')]
    ignore: Vec<Ignored>,

    /// What to check as well.
    #[arg(long, value_name = "WHAT,...", value_delimiter = ',')]
    check: Vec<Checked>,

    /// Show how often each rule was reached.
    #[arg(long)]
    coverage: bool,

    /// Runs at a time; one for each processor by default.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    jobs: Option<u16>,

    /// Keep each finding in a folder in this one: the script as `stdin`, the right output as `stdout`,
    /// that of CMD as `got`.
    #[arg(long, value_name = "DIR")]
    keep: Option<PathBuf>,

    /// Write all that was found to this file, as JSON.
    #[arg(long, value_name = "FILE", value_parser = PathBufValueParser::new().try_map(own_file))]
    json: Option<PathBuf>,

    /// Run this script only, and show the difference, shrunk and explained.
    #[arg(long, value_name = "FILE|-", conflicts_with_all = ["level", "scripts", "seconds"])]
    script: Option<PathBuf>,

    /// Show scripts as they were tried, without making them smaller.
    #[arg(long)]
    no_shrink: bool,

    /// The program and its arguments.
    #[arg(last = true, required = true, value_name = "CMD")]
    command: Vec<OsString>,

    #[command(flatten)]
    limited: Limited,
}

/// What need not be compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum Ignored {
    /// Blanks, tabs and carriage returns at the ends of lines.
    TrailingBlanks,
    /// Lines without anything but those.
    BlankLines,
}

/// What is checked only if it is asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Checked {
    /// The exit status: 1 after an invalid operation, else 0.
    ExitCode,
    /// Scripts with CRLF, with indented lines, and on one line.
    InputForm,
    /// The machine's turn after `SET_AI_PLAYER`, in some of the scripts; with `--level ai` in all.
    /// Any turn will do that keeps the rules.
    Ai,
}

/// A level of the course, or the machine's turns: their names are completed too.
fn level() -> impl TypedValueParser<Value = Level> {
    let names = Level::ALL.map(Level::name).into_iter().chain([Level::Ai.name()]);
    PossibleValuesParser::new(names)
        .try_map(|name| Level::from_name(&name).ok_or("there is no such level"))
}

fn misreading(name: &str) -> Result<Misreading, &'static str> {
    Misreading::from_name(name)
        .ok_or("there is no such misreading; a report names them behind `looks like`")
}

/// What `--ignore` comes to.
pub(super) fn lenience(ignored: &[Ignored]) -> Lenience {
    Lenience {
        trailing_blanks: ignored.contains(&Ignored::TrailingBlanks),
        blank_lines: ignored.contains(&Ignored::BlankLines),
    }
}

impl Verify {
    fn plan(&self) -> Plan {
        let unsettled = !self.accept_unsettled;
        let scope = Scope { level: self.level, unsettled, ai: self.checks_ai() };
        Plan {
            seed: self.seed.clone(),
            scope,
            scripts: self.scripts,
            findings: self.findings.into(),
            forms: self.check.contains(&Checked::InputForm),
        }
    }

    fn checks_ai(&self) -> bool {
        self.level == Some(Level::Ai) || self.check.contains(&Checked::Ai)
    }

    /// The program as it was typed.
    fn program(&self) -> String {
        let words: Vec<_> = self.command.iter().map(|word| word.to_string_lossy()).collect();
        shell_words::join(words)
    }
}

/// Verifies a program.
pub(super) fn run(told: &Verify, ports: &mut Ports<'_>) -> Result<Exit, Failure> {
    let stop = stop::on_first_interrupt()?;
    let programs = told.limited.programs(&stop)?;
    let command = Command::new(told.command.iter().cloned());
    let program = ProgramUnderTest {
        limits: told.limited.first(),
        accepted: told.accept.iter().copied().collect::<Misreadings>(),
        lenience: lenience(&told.ignore),
        exit_code: told.check.contains(&Checked::ExitCode),
        shrinks: !told.no_shrink,
        ..ProgramUnderTest::new(&programs, &command)
    };
    let outcome = match &told.script {
        Some(path) => match one_script(path, program, ports)? {
            Some(outcome) => outcome,
            None => return Ok(Exit::Syntax),
        },
        None => many_scripts(told, program, &stop)?,
    };
    match outcome {
        Ok(verdict) => conclude(told, &verdict, stop.is_set(), ports),
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
    let spinner = spinner(told.scripts);
    let goes_on = |verdict: &Verdict| {
        spinner.set_position(verdict.scripts);
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

/// Tells what was found, keeps it, and gives the exit status.
fn conclude(
    told: &Verify,
    verdict: &Verdict,
    is_interrupted: bool,
    ports: &mut Ports<'_>,
) -> Result<Exit, Failure> {
    let found = verdict.report(&told.program(), &told.seed.to_string());
    let report = Report {
        found: &found,
        verdict,
        columns: world::columns(),
        coverage: told.coverage,
        kept: told.keep.as_deref(),
        is_one_script: told.script.is_some(),
        checks_ai: told.checks_ai(),
    };
    world::show(&report.to_string(), ports)?;
    if let Some(path) = &told.json {
        save_json(path, &found, ports)?;
    }
    if let Some(folder) = &told.keep {
        keep::findings(folder, &found.findings, ports)?;
    }
    Ok(match verdict.findings.len() {
        _ if is_interrupted || verdict.is_interrupted => Exit::Interrupted,
        0 => Exit::Done,
        _ => Exit::Own(1),
    })
}
