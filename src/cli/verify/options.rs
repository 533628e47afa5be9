//! The options of `broadside verify`, and what they come to.

use super::keep;
use crate::cli::exit::Failure;
use crate::cli::files::own_file;
use crate::cli::limits::Limited;
use broadside::arena::tournament::Shard;
use broadside::dice::Seed;
use broadside::lab::compare::Lenience;
use broadside::lab::generate::Scope;
use broadside::lab::misreadings::{Misreading, Misreadings};
use broadside::lab::rules::{Level, Rule};
use broadside::lab::verify::Plan;
use broadside::ports::Ports;
use broadside::ports::programs::typed;
use broadside::text::Visible;
use clap::builder::{PathBufValueParser, PossibleValuesParser, TypedValueParser};
use clap::{Args, ValueEnum};
use std::ffi::OsString;
use std::path::{Path, PathBuf};

pub(in crate::cli) const EXAMPLES: &str = "\
Examples:
  broadside verify -- ./ships
  broadside verify --level place --findings 1 -- python3 ships.py
  broadside verify --script mine.ships -- ./ships
  broadside verify --accept close4,turn-swap -- ./ships

  for k in 1 2 3 4; do
      broadside verify --scripts 100000 --time 1 --shard $k/4 --journal part$k -- ./ships &
  done; wait; cat part* > all
  broadside verify --scripts 100000 --time 1 --journal all -- ./ships

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
    pub(super) level: Option<Level>,

    /// The seed: any whole number. The same seed gives the same random scripts.
    #[arg(long, value_name = "N", default_value = "1", allow_hyphen_values = true)]
    pub(super) seed: Seed,

    /// How many random scripts to try. The small fixed scripts come first and do not count.
    #[arg(long, value_name = "N", default_value_t = 400)]
    #[arg(value_parser = clap::value_parser!(u64).range(..=100_000_000))]
    pub(super) scripts: u64,

    /// Stop after this time, in seconds.
    #[arg(long, value_name = "S", value_parser = clap::value_parser!(u64).range(1..=10_000_000))]
    pub(super) seconds: Option<u64>,

    /// Stop after this many findings.
    #[arg(long, value_name = "N", default_value_t = 10)]
    #[arg(value_parser = clap::value_parser!(u16).range(1..=1000))]
    findings: u16,

    /// Mistakes to pass over, so that you see others: the name that a report shows behind `looks like`, the name of
    /// a rule for all its misreadings, or the number of a kept finding.
    #[arg(long, value_name = "NAME,...", value_delimiter = ',', value_parser = accepted)]
    accept: Vec<Accepted>,

    /// Leave out commands that only this program's book refuses. The course does not say whether they are allowed.
    #[arg(long)]
    accept_unsettled: bool,

    /// What not to compare. Without this option, a difference of this kind that all output shows is reported
    /// once, and then ignored.
    #[arg(long, value_name = "WHAT,...", value_delimiter = ',')]
    pub(super) ignore: Vec<Ignored>,

    /// What to check as well.
    #[arg(long, value_name = "WHAT,...", value_delimiter = ',')]
    pub(super) check: Vec<Checked>,

    /// Show how often each rule was reached.
    #[arg(long)]
    pub(super) coverage: bool,

    /// How many runs at a time; without it one for each processor.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub(super) jobs: Option<u16>,

    /// Keep each finding in a folder inside DIR: the script as `stdin`, the right output as `stdout`, the output
    /// of CMD as `got`. Earlier findings there are replaced. `none` keeps nothing.
    #[arg(long, value_name = "DIR|none", default_value = "broadside-findings")]
    keep: PathBuf,

    /// Run the course's own tests too: `NAME.ships` or `NAME.in` with `NAME.out`, or folders with `stdin` and
    /// `stdout`. Their outputs count as right, even if they break the rules.
    #[arg(long, value_name = "DIR")]
    pub(super) cases: Option<PathBuf>,

    /// A file with the names of misreadings that the course teaches as right.
    #[arg(long, value_name = "FILE")]
    pub(super) reading: Option<PathBuf>,

    /// Write all that was found to this file, as JSON.
    #[arg(long, value_name = "FILE", value_parser = PathBufValueParser::new().try_map(own_file))]
    pub(super) json: Option<PathBuf>,

    /// Run only the K-th of N parts of the random scripts, and keep the answers in the journal. All journals
    /// together give the report that one machine would give. With --time all machines wait equally long.
    #[arg(long, value_name = "K/N", requires_all = ["journal", "time"],
          conflicts_with_all = ["script", "watch", "cases", "seconds", "json"])]
    pub(super) shard: Option<Shard>,

    /// With --shard, keep the program's answers in this file. If it holds answers already, go on after them.
    /// Without --shard, take the answers from this file, and do not run the program.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["script", "watch"],
          value_parser = PathBufValueParser::new().try_map(own_file))]
    pub(super) journal: Option<PathBuf>,

    /// Verify again whenever a file named in CMD changes. Stop each time at the first finding.
    #[arg(long, conflicts_with = "script")]
    pub(super) watch: bool,

    /// Run this script only, and show the difference, shrunk and explained.
    #[arg(long, value_name = "FILE|-", conflicts_with_all = ["level", "scripts", "seconds"])]
    pub(super) script: Option<PathBuf>,

    /// Show scripts as they were tried; do not make them smaller.
    #[arg(long)]
    pub(super) no_shrink: bool,

    /// Words that stand where `--` is missing.
    #[arg(hide = true, value_name = "WORD", allow_hyphen_values = false)]
    stray: Vec<OsString>,

    /// The program and its arguments.
    #[arg(last = true, value_name = "CMD")]
    pub(super) command: Vec<OsString>,

    #[command(flatten)]
    pub(super) limited: Limited,
}

/// What need not be compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(in crate::cli) enum Ignored {
    /// Blanks, tabs and carriage returns at the ends of lines.
    TrailingBlanks,
    /// Lines with nothing but blanks, tabs and carriage returns.
    BlankLines,
}

/// What is checked only if it is asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum Checked {
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
pub(in crate::cli) fn lenience(ignored: &[Ignored]) -> Lenience {
    Lenience {
        trailing_blanks: ignored.contains(&Ignored::TrailingBlanks),
        blank_lines: ignored.contains(&Ignored::BlankLines),
        ..Lenience::default()
    }
}

impl Verify {
    pub(super) fn plan(&self) -> Plan {
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
    pub(super) fn accepted(
        &self,
        ports: &mut Ports<'_>,
    ) -> Result<Result<Misreadings, String>, Failure> {
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
    pub(super) fn kept(&self) -> Option<&Path> {
        (self.keep != Path::new("none")).then_some(&*self.keep)
    }

    /// What is wrong with a call without a program, and the call that was meant.
    pub(super) fn wrong_call(&self) -> Option<String> {
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

    pub(super) fn checks_ai(&self) -> bool {
        self.level == Some(Level::Ai) || self.check.contains(&Checked::Ai)
    }

    /// The program as it was typed.
    pub(super) fn program(&self) -> String {
        typed(&self.command)
    }
}
