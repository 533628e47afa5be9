//! The options of `broadside grade`, and the tests that they ask for.

use super::tools;
use crate::cli::digest::Digest;
use crate::cli::exit::Result;
use crate::cli::files::{self, own_file};
use crate::cli::limits::Limited;
use crate::cli::own_tests::OwnTest;
use crate::cli::verify::{Ignored, lenience, level};
use broadside::arena::tournament::Shard;
use broadside::dice::Seed;
use broadside::lab::compare::Lenience;
use broadside::lab::grade::{Exam, Plan, Test};
use broadside::lab::misreadings::Misreadings;
use broadside::lab::rules::{Level, Settled};
use broadside::ports::Ports;
use broadside::ports::programs::Command;
use clap::Args;
use std::path::{Path, PathBuf};

pub(in crate::cli) const EXAMPLES: &str = "\
Examples:
  broadside grade submissions --html marks.html
  broadside grade --level shoot submissions
  broadside grade --build 'g++ -O1 -o {out} {src}' submissions
  broadside grade --run 'python3 {dir}/ships.py' --random 100 --journal marks.jsonl submissions
  broadside grade --cards --weights weights.toml --csv marks.csv alice.py bob/

If you give one DIR, each folder and each file in DIR is a submission. If you give several
arguments, each of them is a submission. Without --build and --run, broadside looks in each
submission for run.sh, for build files, for sources in C, C++, Java, JavaScript or Python, or for a
single executable.

The tests are the cards (small scripts, each for one rule) and 50 random scripts of each level, or
what --cards, --cases and --random ask for. The mark of a rule is `right` if the submission keeps
the rule in all tests, and `wrong` if a test shows a mistake. It is `not reached` if another mistake
came first in every test, or if it depends on a rule that is never right. It is `not settled`, and
does not count, if only this program's book has the rule. The points of a rule are its weight times
the share of its cards and scripts that are right. The score is the sum of the points, scaled to
max_score. Weights are written in TOML:
  max_score = 20
  [levels]
  place = 2
  [rules]
  place.too-close = 3
  [cases]
  07 = 2

If a command with --journal was stopped or killed, give the same command again: the work continues.
With --shard 1/4 to 4/4, four machines share the tests. Then join their journals in one file, and
grade with this file as --journal.

Exit status: 0 everything was graded, even with bad marks; 2 usage error; 3 a submission could not
be run at all, or input or output failed; 130 interrupted.";

/// How many random scripts each level has if no option chooses the tests.
const RANDOM: u64 = 50;

/// The options of `broadside grade`.
#[derive(Args, Debug)]
pub(crate) struct Grade {
    /// Folders and files with submissions.
    #[arg(required_unless_present = "gradescope_kit", value_name = "DIR|FILE")]
    pub(super) submissions: Vec<PathBuf>,

    /// The command that builds a submission: {out} is the program to make, {src} the source files,
    /// {dir} the folder of the submission. The command runs without a shell, in a copy of the
    /// submission, for at most 120 s.
    #[arg(long, value_name = "CMD", value_parser = tools::template)]
    pub(super) build: Option<Command>,

    /// The command that runs a submission. The command may use {out}, {src} and {dir} too. Without
    /// this option: the program that --build makes.
    #[arg(long, value_name = "CMD", value_parser = tools::template)]
    pub(super) run: Option<Command>,

    /// DIR is one submission, not a folder of submissions.
    #[arg(long)]
    pub(super) single: bool,

    /// Use only the commands up to this level. The levels, in the order in which the course teaches
    /// the commands: place, fleet, shoot, setup, move, guns, sight, print1, save, all, auto.
    #[arg(long, value_name = "LEVEL", value_parser = level(Level::ALL), hide_possible_values = true)]
    pub(super) level: Option<Level>,

    /// Test with the cards.
    #[arg(long)]
    pub(super) cards: bool,

    /// Test with the scripts of this folder: `NAME.ships` or `NAME.in` with their outputs
    /// `NAME.out`, or folders with `stdin` and `stdout`. These outputs count as right, even if they
    /// break the rules.
    #[arg(long, value_name = "DIR")]
    pub(super) cases: Option<PathBuf>,

    /// A file with the names of misreadings that your course teaches as right.
    #[arg(long, value_name = "FILE")]
    pub(super) reading: Option<PathBuf>,

    /// Test with N random scripts of each level.
    #[arg(long, value_name = "N", num_args = 0..=1, default_missing_value = "50")]
    #[arg(value_parser = clap::value_parser!(u64).range(..=100_000))]
    pub(super) random: Option<u64>,

    /// The seed: any whole number. The same seed gives the same random scripts.
    #[arg(long, value_name = "N", default_value = "1", allow_hyphen_values = true)]
    pub(super) seed: Seed,

    /// What not to compare.
    #[arg(long, value_name = "WHAT,...", value_delimiter = ',')]
    pub(super) ignore: Vec<Ignored>,

    /// For each submission, explain at most this many mistakes.
    #[arg(long, value_name = "N", default_value_t = 5)]
    #[arg(value_parser = clap::value_parser!(u16).range(0..=100))]
    pub(super) findings: u16,

    /// A file that says how much rules and levels count, and what the best score is; see below.
    #[arg(long, value_name = "FILE")]
    pub(super) weights: Option<PathBuf>,

    /// Which rules to score. text: all rules that the assignment (the course's text) decides.
    /// tests: of these, only the rules that the course's own tests check too.
    #[arg(long, value_name = "text|tests", default_value = "text", value_parser = settled)]
    pub(super) settled: Settled,

    /// How many runs at a time. Without this option: one for each processor.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub(super) jobs: Option<u16>,

    /// Do only part K of N of the tests.
    #[arg(long, value_name = "K/N", requires = "journal")]
    pub(super) shard: Option<Shard>,

    /// Keep the result of each test in this file. If the file has the result of a test already, the
    /// test is not run again.
    #[arg(long, value_name = "FILE", value_parser = own_file())]
    pub(super) journal: Option<PathBuf>,

    /// Write a JSON file for each submission to this folder.
    #[arg(long, value_name = "DIR")]
    pub(super) json: Option<PathBuf>,

    /// Write the marks to this file as CSV, one line for each submission.
    #[arg(long, value_name = "FILE", value_parser = own_file())]
    pub(super) csv: Option<PathBuf>,

    /// Write an HTML page about the class and each submission to this file.
    #[arg(long, value_name = "FILE", value_parser = own_file())]
    pub(super) html: Option<PathBuf>,

    /// The heading of the page.
    #[arg(long, value_name = "TEXT", requires = "html")]
    pub(super) title: Option<String>,

    /// The date on the page. The page shows the text as you write it.
    #[arg(long, value_name = "TEXT", requires = "html")]
    pub(super) date: Option<String>,

    /// Write the results in Gradescope's form to this folder: `NAME/results.json` for each
    /// submission, or `results.json` for a single one.
    #[arg(long, value_name = "DIR")]
    pub(super) gradescope: Option<PathBuf>,

    /// Write an autograder for Gradescope to this folder. It grades with the other options of this
    /// command.
    #[arg(long, value_name = "DIR", conflicts_with = "submissions")]
    pub(super) gradescope_kit: Option<PathBuf>,

    /// List pairs of nearly equal submissions.
    #[arg(long)]
    pub(super) similar: bool,

    #[command(flatten)]
    pub(super) limited: Limited,
}

impl Grade {
    pub(super) fn check_outputs(&self, ports: &Ports<'_>) -> Result<()> {
        let mut kept = vec![
            ("--journal", self.journal.as_deref()),
            ("--weights", self.weights.as_deref()),
            ("--reading", self.reading.as_deref()),
        ];
        kept.extend(self.submissions.iter().map(|path| ("a submission", Some(&**path))));
        let written = [("--csv", self.csv.as_deref()), ("--html", self.html.as_deref())];
        let folders = [self.json.as_deref(), self.gradescope.as_deref()];
        files::check_outputs(&kept, &written, &folders, ports)
    }

    /// Returns the files and folders that the other options name. They are not submissions, even if
    /// they are in the folder of the class.
    pub(super) fn other_paths(&self) -> Vec<&Path> {
        let Self { cases, weights, reading, journal, json, csv, html, gradescope, .. } = self;
        let paths = [cases, weights, reading, journal, json, csv, html, gradescope];
        paths.into_iter().flatten().map(PathBuf::as_path).collect()
    }

    /// Whether students can run the cards and the random scripts of this run themselves. They can
    /// do so with all cards, and with the random scripts of the default seed. False if there are
    /// only the teacher's tests.
    pub(super) fn has_default_scripts(&self) -> bool {
        (self.cards || self.random() > 0) && (self.random() == 0 || self.seed == Seed::from(1))
    }

    /// Whether no option chooses the tests.
    fn is_default(&self) -> bool {
        !self.cards && self.cases.is_none() && self.random.is_none()
    }

    fn random(&self) -> u64 {
        if self.is_default() { RANDOM } else { self.random.unwrap_or_default() }
    }

    pub(super) fn lenience(&self) -> Lenience {
        lenience(&self.ignore)
    }

    /// Returns the exam, a series of tests. A test of the teacher is left out if the rules give
    /// another answer than the teacher, or if the script has a syntax error or sets an AI player.
    /// The journal also keeps the results of the tests that are left out.
    pub(super) fn exam(&self, own_tests: &[OwnTest], reading: Misreadings) -> Exam {
        let test =
            |own: &OwnTest| Test::given(&own.name, own.script.clone(), Some(&own.expected)).ok();
        Exam::new(&Plan {
            cards: self.cards || self.is_default(),
            cases: own_tests.iter().filter_map(test).collect(),
            random: self.random(),
            seed: self.seed.clone(),
            most: self.level,
            reading,
        })
    }

    /// Returns a digest of all that can change the outcome of a test. Other options may change
    /// between runs.
    pub(super) fn digest(&self, exam: &Exam, own_tests: &[OwnTest]) -> String {
        let mut digest = Digest::default();
        let Self { build, run, limited, .. } = self;
        let limits = limited.words();
        let options = format!("{build:?}{run:?}{:?}{limits}", self.lenience());
        for test in own_tests {
            digest.add(test.name.as_bytes());
            digest.add(&test.script);
            digest.add(&test.expected);
        }
        digest.add(env!("CARGO_PKG_VERSION").as_bytes());
        digest.add(options.as_bytes());
        for test in exam.tests() {
            digest.add(test.name.as_bytes());
            digest.add(&test.script);
            digest.add(&test.answer.output);
        }
        digest.to_string()
    }

    pub(super) fn jobs(&self) -> usize {
        let processors = || std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
        self.jobs.map_or_else(processors, usize::from)
    }
}

fn settled(name: &str) -> Result<Settled, String> {
    let settled = Settled::from_name(name).filter(|settled| *settled != Settled::Ours);
    settled.ok_or_else(|| "expected text or tests".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::Parser as _;

    #[derive(clap::Parser)]
    struct Line {
        #[command(flatten)]
        grade: Grade,
    }

    #[test]
    fn the_number_of_jobs_is_as_asked() {
        let jobs = |line: &str| Line::try_parse_from(line.split(' ')).unwrap().grade.jobs();
        assert_eq!(jobs("grade --jobs 3 class"), 3);
        assert_eq!(jobs("grade --jobs 1 class"), 1);
    }
}
