//! The options of `broadside verify`. A misreading is a known wrong way to read a rule.

use super::keep;
use crate::cli::exit::{Failure, Result};
use crate::cli::files::{self, own_file};
use crate::cli::lab::KEPT_FINDINGS;
use crate::cli::limits::Limited;
use broadside::arena::tournament::Shard;
use broadside::dice::Seed;
use broadside::lab::compare::Lenience;
use broadside::lab::generate::Scope;
use broadside::lab::misreadings::Misreading;
use broadside::lab::rules::{Level, Rule};
use broadside::lab::verify::{self, Plan};
use broadside::ports::Ports;
use broadside::ports::programs::typed;
use broadside::text::Visible;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{Args, ValueEnum};
use std::ffi::OsString;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

pub(in crate::cli) const EXAMPLES: &str = "\
Examples:
  broadside verify -- ./ships
  broadside verify --level place --findings 1 -- python3 ships.py
  broadside verify --script mine.ships -- ./ships
  broadside verify --accept close4,turn-swap -- ./ships
  # four processes share the random scripts:
  for k in 1 2 3 4; do
      broadside verify --scripts 100000 --time 1 --shard $k/4 --journal part$k -- ./ships &
  done; wait; cat part* > all
  broadside verify --scripts 100000 --time 1 --journal all -- ./ships

CMD is started for each script. It gets the script on standard input and prints its answer. It runs
in the current directory, without a shell. TMPDIR names an empty folder for each run. When a run
ends, all processes that CMD started are ended too.

Exit status: 0 no mistake was found, 1 mistakes were found, 2 usage error, 3 CMD cannot be started,
or input or output failed; 130 interrupted. Then the findings so far are still printed.";

/// How a program is verified.
#[derive(Args, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "each is an option of its own")]
pub(crate) struct Verify {
    /// Use only the commands up to this level. The levels, in the order in which the course teaches
    /// the commands: place, fleet, shoot, setup, move, guns, sight, print1, save, all, auto. The
    /// level ai is not part of the course: it tests the turns that CMD plays as the AI.
    #[arg(long, value_name = "LEVEL", hide_possible_values = true)]
    #[arg(value_parser = level(Level::ALL.into_iter().chain([Level::Ai])))]
    pub(super) level: Option<Level>,

    /// The seed: any whole number. The same seed gives the same random scripts.
    #[arg(long, value_name = "N", default_value = "1", allow_hyphen_values = true)]
    pub(super) seed: Seed,

    /// How many random scripts to try. The small fixed scripts, which come first, are not counted.
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

    /// Count these mistakes as right, so that you see others. NAME is one of three things: a
    /// misreading, as the report names it after `looks like`; a rule, which means all misreadings
    /// of this rule; or the number of a kept finding.
    #[arg(long, value_name = "NAME,...", value_delimiter = ',', value_parser = accepted)]
    accept: Vec<Accepted>,

    /// Pass over findings whose rules only the book of broadside settles, not the course. Random
    /// scripts do not test such rules then.
    #[arg(long)]
    pub(super) accept_unsettled: bool,

    /// What not to compare. Without this option: if all output differs in one of these things, the
    /// difference is reported once and then ignored.
    #[arg(long, value_name = "WHAT,...", value_delimiter = ',')]
    pub(super) ignore: Vec<Ignored>,

    /// Check these things too.
    #[arg(long, value_name = "WHAT,...", value_delimiter = ',')]
    pub(super) check: Vec<Checked>,

    /// Show for each rule how many scripts tried it.
    #[arg(long)]
    pub(super) coverage: bool,

    /// How many runs at a time. Without this option: one for each processor.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub(super) jobs: Option<u16>,

    /// Keep each finding in a folder inside DIR: the script as `stdin`, the right output as
    /// `stdout`, the output of CMD as `got`, the finding as `finding.json`. Findings of an earlier
    /// run are replaced. `none` keeps nothing.
    #[arg(long, value_name = "DIR|none", default_value = KEPT_FINDINGS)]
    keep: PathBuf,

    /// Run the tests of your course too. DIR has scripts `NAME.ships` or `NAME.in` with their
    /// outputs `NAME.out`, or folders with `stdin` and `stdout`. These outputs count as right, even
    /// if they break the rules.
    #[arg(long, value_name = "DIR")]
    pub(super) cases: Option<PathBuf>,

    /// A file with the names of misreadings that your course teaches as right.
    #[arg(long, value_name = "FILE")]
    pub(super) reading: Option<PathBuf>,

    /// Write all findings to this file, as JSON.
    #[arg(long, value_name = "FILE", value_parser = own_file())]
    pub(super) json: Option<PathBuf>,

    /// Run only part K of N of the random scripts, and keep the answers in the journal. So several
    /// machines can share the scripts: all journals together give the same report as one machine.
    /// --time is needed, so that all machines wait equally long.
    #[arg(long, value_name = "K/N", requires_all = ["journal", "time"],
          conflicts_with_all = ["script", "watch", "cases", "seconds", "json"])]
    pub(super) shard: Option<Shard>,

    /// With --shard: keep the answers of CMD in this file. If the file has answers already,
    /// continue after them. Without --shard: take the stored answers from this file instead of
    /// running CMD.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["script", "watch"],
          value_parser = own_file())]
    pub(super) journal: Option<PathBuf>,

    /// Look at the files that CMD names. If one of them changes, verify again. Each time, stop at
    /// the first finding.
    #[arg(long, conflicts_with = "script")]
    pub(super) watch: bool,

    /// Run only this script. If the answer is wrong, make the script smaller and explain the
    /// mistake.
    #[arg(long, value_name = "FILE|-", conflicts_with_all = ["level", "scripts", "seconds"])]
    pub(super) script: Option<PathBuf>,

    /// Do not make the scripts of findings smaller.
    #[arg(long)]
    pub(super) no_shrink: bool,

    /// Words outside all options and before `--`, which should not be there.
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
    /// Lines that have only blanks, tabs and carriage returns.
    BlankLines,
}

/// What is checked only if it is asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum Checked {
    /// The exit status: 1 after an invalid operation, else 0.
    ExitCode,
    /// Scripts with CRLF, scripts with indented lines, scripts on one line.
    InputForm,
    /// The turns that CMD plays as the AI after `SET_AI_PLAYER`. Only some scripts test such turns;
    /// with `--level ai`, all scripts do. Every turn that keeps the rules is right.
    Ai,
}

/// Returns a parser for the names of `levels`. Shells can complete these names.
pub(in crate::cli) fn level(
    levels: impl IntoIterator<Item = Level>,
) -> impl TypedValueParser<Value = Level> {
    PossibleValuesParser::new(levels.into_iter().map(Level::name))
        .try_map(|name| Level::from_name(&name).ok_or("there is no such level"))
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Accepted {
    Misreading(Misreading),
    Rule(Rule),
    Finding(u16),
}

fn accepted(name: &str) -> Result<Accepted, &'static str> {
    let number = || name.parse().ok().map(Accepted::Finding);
    Misreading::from_name(name)
        .map(Accepted::Misreading)
        .or_else(|| Rule::from_id(name).map(Accepted::Rule))
        .or_else(number)
        .ok_or("there is no such misreading, rule or number; a report names them after `looks like` and `rule`")
}

pub(in crate::cli) fn lenience(ignored: &[Ignored]) -> Lenience {
    Lenience {
        trailing_blanks: ignored.contains(&Ignored::TrailingBlanks),
        blank_lines: ignored.contains(&Ignored::BlankLines),
        ..Lenience::default()
    }
}

fn names(values: &[impl ValueEnum]) -> String {
    let names = values.iter().filter_map(ValueEnum::to_possible_value);
    names.map(|name| name.get_name().to_owned()).collect::<Vec<_>>().join(",")
}

fn option(name: &str, value: &str) -> String {
    if value.is_empty() { String::new() } else { format!("{name} {value} ") }
}

impl Verify {
    pub(super) fn check_outputs(&self, ports: &Ports<'_>) -> Result<()> {
        let mut kept = vec![
            ("--script", self.script.as_deref()),
            ("--journal", self.journal.as_deref()),
            ("--reading", self.reading.as_deref()),
        ];
        kept.extend(self.command.iter().map(|word| ("the command", Some(Path::new(word)))));
        files::check_outputs(&kept, &[("--json", self.json.as_deref())], &[], ports)
    }

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

    /// Returns the misreadings that `--accept` counts as right, and the names for `--accept` in the
    /// next run. There, the number of a finding could mean another finding, so a name replaces the
    /// number.
    pub(super) fn accepted(
        &self,
        ports: &mut Ports<'_>,
    ) -> Result<(Vec<Misreading>, Vec<&'static str>)> {
        let (mut misreadings, mut names) = (Vec::new(), Vec::new());
        for accepted in &self.accept {
            let misreading = match accepted {
                Accepted::Misreading(misreading) => *misreading,
                Accepted::Finding(number) => {
                    keep::misreading(self.kept(), usize::from(*number), ports)?
                }
                Accepted::Rule(rule) => {
                    let of_rule = |misreading: &Misreading| misreading.rule() == *rule;
                    misreadings.extend(Misreading::ALL.into_iter().filter(of_rule));
                    names.push(rule.id());
                    continue;
                }
            };
            misreadings.push(misreading);
            names.push(misreading.name());
        }
        Ok((misreadings, names))
    }

    /// Returns the options of a later run that compares the same things as this one. `accepted` has
    /// the names for `--accept`.
    pub(super) fn repeated(&self, accepted: &[&str]) -> String {
        let reading = self.reading.as_ref().map(|file| format!("--reading {} ", typed([file])));
        let lists = [
            option("--ignore", &names(&self.ignore)),
            option("--check", &names(&self.check)),
            option("--accept", &accepted.join(",")),
            if self.accept_unsettled { "--accept-unsettled ".to_owned() } else { String::new() },
            reading.unwrap_or_default(),
        ];
        self.limited.repeated() + &lists.concat()
    }

    /// Returns the folder for the findings; `None` for `--keep none`.
    pub(super) fn kept(&self) -> Option<&Path> {
        (self.keep != Path::new("none")).then_some(&*self.keep)
    }

    pub(super) fn wrong_call(&self) -> Option<String> {
        let words = |words: &[OsString]| Visible(typed(words).as_bytes()).to_string();
        match (&self.stray[..], &self.command[..]) {
            ([], [_, ..]) => None,
            ([], []) => Some(
                "error: no program is named\n\ntip: put it after `--`: `broadside verify -- ./ships`\n"
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

    pub(super) fn program(&self) -> String {
        typed(&self.command)
    }

    pub(super) fn failure(&self, failure: verify::Failure) -> Failure {
        match failure {
            verify::Failure::CannotStart(reason) => {
                // If the only word has blanks and names no file, the user has probably put the
                // whole command in quotes.
                let is_quoted = |word: &OsString| {
                    word.to_string_lossy().contains(' ') && !Path::new(word).exists()
                };
                let tip = match &self.command[..] {
                    [word] if is_quoted(word) => {
                        "; without the quotes, its words are the program and its arguments"
                    }
                    _ => "",
                };
                Failure::Start { program: self.program(), reason: format!("{reason}{tip}") }
            }
            verify::Failure::System(error) if error.kind() == ErrorKind::Interrupted => {
                Failure::Interrupted
            }
            verify::Failure::System(error) => Failure::Run(error),
        }
    }
}
