//! `broadside verify`: what is wrong with a program, told smallest script first.

mod keep;
mod report;
mod side_by_side;
mod watch;

use super::exit::{Exit, Failure};
use super::files::{own_file, read, save_json};
use super::limits::Limited;
use super::own_tests::{OwnTest, own_tests, reading};
use super::patience::{Machine, Patient};
use super::stop::{self, Cancel};
use super::{lab, report as messages, world};
use broadside::dice::Seed;
use broadside::lab::compare::Lenience;
use broadside::lab::draft::Draft;
use broadside::lab::generate::Scope;
use broadside::lab::misreadings::{Misreading, Misreadings};
use broadside::lab::rules::{Level, Rule};
use broadside::lab::verify::{self, Plan, ProgramUnderTest, Verdict};
use broadside::ports::Ports;
use broadside::ports::programs::{Command, typed};
use broadside::text::Visible;
use clap::builder::{PathBufValueParser, PossibleValuesParser, TypedValueParser};
use clap::{Args, ValueEnum};
use indicatif::{ProgressBar, ProgressStyle};
use report::Report;
use std::ffi::OsString;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

pub(super) const EXAMPLES: &str = "\
Examples:
  broadside verify -- ./ships
  broadside verify --level place --findings 1 -- python3 ships.py
  broadside verify --script mine.ships -- ./ships
  broadside verify --accept close4,turn-swap -- ./ships

CMD gets each script on its standard input, in a process of its own, and prints its answer.
It runs in the current directory, without a shell; TMPDIR is an empty folder of its own.
Processes that it leaves running are ended.

Exit status: 0 no difference, 1 differences, 2 usage error, 3 CMD cannot be started, or
input or output failed; 130 interrupted, after printing what was found.";

/// How a program is verified.
#[derive(Args, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "each is an option of its own")]
pub(crate) struct Verify {
    /// Use only the commands up to this level of the course: place, fleet, shoot, setup, move, guns,
    /// sight, print1, save, all or auto. Level ai is not part of the course: it tests the machine's own
    /// turns.
    #[arg(long, value_name = "LEVEL", value_parser = level(), hide_possible_values = true)]
    level: Option<Level>,

    /// The seed: any whole number. The same seed gives the same random scripts.
    #[arg(long, value_name = "N", default_value = "1", allow_hyphen_values = true)]
    seed: Seed,

    /// How many random scripts to try. The small fixed scripts come first and do not count.
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

    /// Mistakes to pass over, so that you see others. A name that a report shows behind `looks like` is
    /// a misreading, the name of a rule means all misreadings of it, a number is a kept finding.
    #[arg(long, value_name = "NAME,...", value_delimiter = ',', value_parser = accepted)]
    accept: Vec<Accepted>,

    /// Leave out commands that only this program's book refuses; the course leaves them open.
    #[arg(long)]
    accept_unsettled: bool,

    /// What not to compare. Without this, such a difference is reported once if all output shows it, and
    /// then ignored.
    #[arg(long, value_name = "WHAT,...", value_delimiter = ',')]
    ignore: Vec<Ignored>,

    /// What to check as well.
    #[arg(long, value_name = "WHAT,...", value_delimiter = ',')]
    check: Vec<Checked>,

    /// Show how often each rule was reached.
    #[arg(long)]
    coverage: bool,

    /// How many runs at a time; without it one for each processor.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    jobs: Option<u16>,

    /// Keep each finding in a folder in this one: the script as `stdin`, the right output as `stdout`,
    /// that of CMD as `got`. Earlier findings there are replaced. `none` keeps nothing.
    #[arg(long, value_name = "DIR|none", default_value = "broadside-findings")]
    keep: PathBuf,

    /// Run the course's own tests too, whose outputs are right whatever the rules say: `NAME.ships` or
    /// `NAME.in` with `NAME.out`, or folders with `stdin` and `stdout`.
    #[arg(long, value_name = "DIR")]
    cases: Option<PathBuf>,

    /// A file with the names of misreadings that the course teaches as right.
    #[arg(long, value_name = "FILE")]
    reading: Option<PathBuf>,

    /// Write all that was found to this file, as JSON.
    #[arg(long, value_name = "FILE", value_parser = PathBufValueParser::new().try_map(own_file))]
    json: Option<PathBuf>,

    /// Verify again whenever a file named in CMD changes, up to the first finding.
    #[arg(long, conflicts_with = "script")]
    watch: bool,

    /// Run this script only, and show the difference, shrunk and explained.
    #[arg(long, value_name = "FILE|-", conflicts_with_all = ["level", "scripts", "seconds"])]
    script: Option<PathBuf>,

    /// Show scripts as they were tried; do not make them smaller.
    #[arg(long)]
    no_shrink: bool,

    /// Words that stand where `--` is missing.
    #[arg(hide = true, value_name = "WORD", allow_hyphen_values = false)]
    stray: Vec<OsString>,

    /// The program and its arguments.
    #[arg(last = true, value_name = "CMD")]
    command: Vec<OsString>,

    #[command(flatten)]
    limited: Limited,
}

/// What need not be compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum Ignored {
    /// Blanks, tabs and carriage returns at the ends of lines.
    TrailingBlanks,
    /// Lines that hold nothing else.
    BlankLines,
}

/// What is checked only if it is asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Checked {
    /// The exit status: 1 after an invalid operation, else 0.
    ExitCode,
    /// Scripts with CRLF, with indented lines, and on one line.
    InputForm,
    /// The machine's turn after `SET_AI_PLAYER`, in some of the scripts; with `--level ai` in all. Any
    /// turn that keeps the rules is right.
    Ai,
}

/// A level of the course, or the machine's turns: their names are completed too.
fn level() -> impl TypedValueParser<Value = Level> {
    let names = Level::ALL.map(Level::name).into_iter().chain([Level::Ai.name()]);
    PossibleValuesParser::new(names)
        .try_map(|name| Level::from_name(&name).ok_or("there is no such level"))
}

/// A mistake that is passed over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Accepted {
    Misreading(Misreading),
    Rule(Rule),
    /// The number of a kept finding.
    Finding(u16),
}

fn accepted(name: &str) -> Result<Accepted, &'static str> {
    let number = || name.parse().ok().map(Accepted::Finding);
    Misreading::from_name(name)
        .map(Accepted::Misreading)
        .or_else(|| Rule::from_id(name).map(Accepted::Rule))
        .or_else(number)
        .ok_or("there is no such misreading, rule or number; a report names them behind `looks like` and `rule`")
}

/// What `--ignore` comes to.
pub(super) fn lenience(ignored: &[Ignored]) -> Lenience {
    Lenience {
        trailing_blanks: ignored.contains(&Ignored::TrailingBlanks),
        blank_lines: ignored.contains(&Ignored::BlankLines),
        ..Lenience::default()
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
            findings: if self.watch { 1 } else { self.findings.into() },
            forms: self.check.contains(&Checked::InputForm),
        }
    }

    /// The misreadings that are passed over, or what is wrong with a number.
    fn accepted(&self, ports: &mut Ports<'_>) -> Result<Result<Misreadings, String>, Failure> {
        let mut names = Vec::new();
        for accepted in &self.accept {
            match accepted {
                Accepted::Misreading(misreading) => names.push(*misreading),
                Accepted::Rule(rule) => {
                    let of_rule = |misreading: &Misreading| misreading.rule() == *rule;
                    names.extend(Misreading::ALL.into_iter().filter(of_rule));
                }
                Accepted::Finding(number) => {
                    match keep::misreading(self.kept(), usize::from(*number), ports)? {
                        Ok(misreading) => names.push(misreading),
                        Err(message) => return Ok(Err(message)),
                    }
                }
            }
        }
        Ok(Ok(names.into_iter().collect()))
    }

    /// The folder that findings are kept in.
    fn kept(&self) -> Option<&Path> {
        (self.keep != Path::new("none")).then_some(&*self.keep)
    }

    /// What is wrong with a call without a program, and the call that was meant.
    fn wrong_call(&self) -> Option<String> {
        let words = |words: &[OsString]| Visible(typed(words).as_bytes()).to_string();
        match (&self.stray[..], &self.command[..]) {
            ([], [_, ..]) => None,
            ([], []) => Some(
                "error: no program is named\n\ntip: put it behind `--`: `broadside verify -- ./ships`\n"
                    .to_owned(),
            ),
            (stray, command) => {
                let meant = words(&[stray, command].concat());
                let stray = words(&stray[..1]);
                Some(format!(
                    "error: `{stray}` stands before `--`\n\ntip: put `--` before the program: \
                     `broadside verify -- {meant}`\n"
                ))
            }
        }
    }

    fn checks_ai(&self) -> bool {
        self.level == Some(Level::Ai) || self.check.contains(&Checked::Ai)
    }

    /// The program as it was typed.
    fn program(&self) -> String {
        typed(&self.command)
    }
}

/// Verifies a program.
pub(super) fn run(told: &Verify, ports: &mut Ports<'_>) -> Result<Exit, Failure> {
    if let Some(message) = told.wrong_call() {
        ports.report(&message)?;
        return Ok(Exit::Syntax);
    }
    let own_tests = match &told.cases {
        Some(folder) => own_tests(folder, ports)?,
        None => Ok(Vec::new()),
    };
    let (own_tests, reading) = match (own_tests, reading(told.reading.as_deref(), ports)?) {
        (Ok(own_tests), Ok(reading)) => (own_tests, reading),
        (Err(message), _) | (_, Err(message)) => {
            ports.report(&format!("broadside: {}\n", Visible(message.as_bytes())))?;
            return Ok(Exit::Syntax);
        }
    };
    let accepted = match told.accepted(ports)? {
        Ok(accepted) => accepted.iter().chain(reading.iter()).collect(),
        Err(message) => {
            ports.report(&format!("broadside: {}\n", Visible(message.as_bytes())))?;
            return Ok(Exit::Syntax);
        }
    };
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
    let report = Report {
        found: &found,
        verdict,
        columns: world::columns(),
        coverage: told.coverage,
        kept: told.kept(),
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
