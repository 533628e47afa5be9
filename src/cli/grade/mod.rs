//! `broadside grade`: a hundred submissions, marked by rule and level.
//!
//! [`submission`] finds what was handed in, [`prepare`] copies and builds it, [`work`] runs the tests and
//! [`journal`] keeps what came of each, so that a run that was killed goes on. The rest shows results:
//! a table, CSV, JSON, Gradescope's form and a page. What is right is decided in `lab`.

mod class_file;
mod copy;
mod csv;
mod exam;
mod gradescope;
mod journal;
mod json;
mod kit;
mod page;
mod prepare;
mod recipe;
mod result;
mod scratch;
mod shard;
mod similar;
mod spoilt;
mod submission;
mod table;
mod tools;
mod work;

use super::digest::Digest;
use super::exit::{Exit, Failure};
use super::files::{own_file, save};
use super::limits::Limited;
use super::own_tests::{self, OwnTest};
use super::stop;
use super::verify::{Ignored, lenience};
use super::{lab, world};
use broadside::dice::Seed;
use broadside::lab::compare::Lenience;
use broadside::lab::grade::{Exam, Weights};
use broadside::lab::misreadings::Misreadings;
use broadside::lab::rules::{Level, Settled};
use broadside::ports::Ports;
use broadside::ports::programs::Command;
use broadside::text::Visible;
use clap::Args;
use clap::builder::{PathBufValueParser, TypedValueParser as _};
use journal::Journal;
use result::Class;
use scratch::Scratch;
use shard::Shard;
use std::collections::BTreeMap;
use std::io;
use std::path::PathBuf;
use submission::{Found, Submission};
use work::{Work, Worked};

pub(super) const EXAMPLES: &str = "\
Examples:
  broadside grade submissions --html marks.html
  broadside grade --level shoot submissions
  broadside grade --build 'g++ -O1 -o {out} {src}' submissions
  broadside grade --run 'python3 {dir}/ships.py' --random 100 --journal marks.jsonl submissions
  broadside grade --cards --weights weights.toml --csv marks.csv alice.py bob/

A single DIR holds the submissions: each folder and each file in it is one. If you give several arguments,
each of them is a submission. Without --build and --run, broadside looks for run.sh, build files,
sources in C, C++, Java, JavaScript or Python, or a single executable.

Tests are the cards and 50 random scripts of each level, or what --cards, --cases and --random ask for.
A rule is `right` if no test breaks it, and `wrong` if one does. It is `not reached` if something else always
went wrong before. It is `not settled`, and does not count, if only this program's book has it. Each rule
gives its weight times the share of its cards and scripts that are right. The score is the sum,
scaled to max_score. Weights are TOML:
  max_score = 20
  [levels]
  place = 2
  [rules]
  place.too-close = 3
  [cases]
  07 = 2

If a command with --journal was stopped or killed, give it again: it goes on from there. With --shard 1/4 to
4/4, four machines share the tests. Then put their journals together in one file, and grade with it as --journal.

Exit status: 0 everything was graded, whatever the marks; 2 usage error; 3 a submission could not be run
at all, or input or output failed; 130 interrupted.";

/// How submissions are graded.
#[derive(Args, Debug)]
pub(crate) struct Grade {
    /// Folders and files with submissions.
    #[arg(required_unless_present = "gradescope_kit", value_name = "DIR|FILE")]
    submissions: Vec<PathBuf>,

    /// The command that builds a submission: {out} is the program, {src} its source files, {dir} its
    /// folder. It runs without a shell, in a copy of the submission, for at most 120 s.
    #[arg(long, value_name = "CMD", value_parser = Command::parse)]
    build: Option<Command>,

    /// The command that runs a submission. It may use {out}, {src} and {dir} too.
    #[arg(long, value_name = "CMD", value_parser = Command::parse)]
    run: Option<Command>,

    /// DIR is one submission, and not a folder of submissions.
    #[arg(long)]
    single: bool,

    /// Use only the commands up to this level of the course: place, fleet, shoot, setup, move, guns,
    /// sight, print1, save, all or auto.
    #[arg(long, value_name = "LEVEL", value_parser = level)]
    level: Option<Level>,

    /// Test with the cards.
    #[arg(long)]
    cards: bool,

    /// Test with the scripts of this folder: `NAME.ships` or `NAME.in` with `NAME.out`, or folders with `stdin` and
    /// `stdout`. Their outputs count as right, even if they break the rules.
    #[arg(long, value_name = "DIR")]
    cases: Option<PathBuf>,

    /// A file with the names of misreadings that the course teaches as right.
    #[arg(long, value_name = "FILE")]
    reading: Option<PathBuf>,

    /// Test with N random scripts of each level.
    #[arg(long, value_name = "N", num_args = 0..=1, default_missing_value = "50")]
    #[arg(value_parser = clap::value_parser!(u64).range(..=100_000))]
    random: Option<u64>,

    /// The seed: any whole number. The same seed gives the same random scripts.
    #[arg(long, value_name = "N", default_value = "1", allow_hyphen_values = true)]
    seed: Seed,

    /// What not to compare.
    #[arg(long, value_name = "WHAT,...", value_delimiter = ',')]
    ignore: Vec<Ignored>,

    /// Explain up to this many mistakes of each submission.
    #[arg(long, value_name = "N", default_value_t = 5)]
    #[arg(value_parser = clap::value_parser!(u16).range(0..=100))]
    findings: u16,

    /// How much rules and levels count, and the best score; see below.
    #[arg(long, value_name = "FILE")]
    weights: Option<PathBuf>,

    /// Which rules to score: those that the assignment's text settles (text), or only those of them that the
    /// course's own tests settle too (tests).
    #[arg(long, value_name = "text|tests", default_value = "text", value_parser = settled)]
    settled: Settled,

    /// How many runs at a time; without it one for each processor.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    jobs: Option<u16>,

    /// Do only the K-th of N parts of the tests.
    #[arg(long, value_name = "K/N", requires = "journal")]
    shard: Option<Shard>,

    /// Keep the result of each test in this file. Tests whose results it has already are not run again.
    #[arg(long, value_name = "FILE", value_parser = PathBufValueParser::new().try_map(own_file))]
    journal: Option<PathBuf>,

    /// Write a file for each submission to this folder, as JSON.
    #[arg(long, value_name = "DIR")]
    json: Option<PathBuf>,

    /// Write the marks to this file, a line for each submission.
    #[arg(long, value_name = "FILE", value_parser = PathBufValueParser::new().try_map(own_file))]
    csv: Option<PathBuf>,

    /// Write a page about the class and each submission to this file.
    #[arg(long, value_name = "FILE", value_parser = PathBufValueParser::new().try_map(own_file))]
    html: Option<PathBuf>,

    /// The heading of the page.
    #[arg(long, value_name = "TEXT", requires = "html")]
    title: Option<String>,

    /// A date for the page. It is shown as you write it.
    #[arg(long, value_name = "TEXT", requires = "html")]
    date: Option<String>,

    /// Write `NAME/results.json` for each submission to this folder, as Gradescope reads it; for a single
    /// one `results.json`.
    #[arg(long, value_name = "DIR")]
    gradescope: Option<PathBuf>,

    /// Write an autograder for Gradescope to this folder, which grades with the options given here.
    #[arg(long, value_name = "DIR", conflicts_with = "submissions")]
    gradescope_kit: Option<PathBuf>,

    /// List pairs of nearly equal submissions.
    #[arg(long)]
    similar: bool,

    #[command(flatten)]
    limited: Limited,
}

impl Grade {
    fn lenience(&self) -> Lenience {
        lenience(&self.ignore)
    }

    /// What the outcomes of tests depend on. Other options may change between two runs.
    fn digest(&self, exam: &Exam, own_tests: &[OwnTest]) -> String {
        let mut digest = Digest::default();
        let Self { build, run, findings, limited, .. } = self;
        let options = format!("{build:?}{run:?}{:?}{findings}{limited:?}", self.lenience());
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
}

/// A level of the course. What a machine's turn has right is no matter of marks.
fn level(name: &str) -> Result<Level, String> {
    let names = Level::ALL.map(Level::name).join(", ");
    let level = Level::ALL.into_iter().find(|level| level.name() == name);
    level.ok_or_else(|| format!("expected one of {names}"))
}

/// Who must settle a rule that is scored.
fn settled(name: &str) -> Result<Settled, String> {
    let settled = Settled::from_name(name).filter(|settled| *settled != Settled::Ours);
    settled.ok_or_else(|| "expected text or tests".to_owned())
}

/// Grades submissions.
pub(super) fn run(told: &Grade, ports: &mut Ports<'_>) -> Result<Exit, Failure> {
    if let Some(folder) = &told.gradescope_kit {
        kit::write(told, folder, ports)?;
        return Ok(Exit::Done);
    }
    match asked(told, ports)? {
        Ok(asked) => grade(told, asked, ports),
        Err(message) => refuse(&message, ports),
    }
}

/// What was asked for, read from files.
struct Asked {
    weights: Weights,
    own_tests: Vec<OwnTest>,
    reading: Misreadings,
    found: Found,
}

/// Reads what the options name, or says what is wrong with it.
fn asked(told: &Grade, ports: &mut Ports<'_>) -> Result<Result<Asked, String>, Failure> {
    let own_tests = match &told.cases {
        Some(folder) => own_tests::own_tests(folder, ports)?,
        None => Ok(Vec::new()),
    };
    let weights = weights(told, ports)?.map(|weights| weights.settled_by(told.settled));
    let reading = own_tests::reading(told.reading.as_deref(), ports)?;
    let found = submission::find(&told.submissions, told.single, ports)?;
    Ok((|| {
        let (weights, own_tests) = (weights?, own_tests?);
        let is_known = |name: &&str| own_tests.iter().any(|test| test.name == *name);
        if let Some(name) = weights.cases().find(|name| !is_known(name)) {
            return Err(format!(
                "the weights name the test `{name}`, which `--cases` does not give"
            ));
        }
        Ok(Asked { weights, own_tests, reading: reading?, found: found? })
    })())
}

fn grade(told: &Grade, asked: Asked, ports: &mut Ports<'_>) -> Result<Exit, Failure> {
    let Asked { weights, own_tests, reading, found } = asked;
    let exam = exam::exam(told, &own_tests, reading);
    let journal = match Journal::open(told.journal.as_deref(), &told.digest(&exam, &own_tests))? {
        Ok(journal) => journal,
        Err(message) => return refuse(&message, ports),
    };
    let stop = stop::on_first_interrupt()?;
    let (programs, protection) = told.limited.strange_programs(&stop)?;
    world::tell(&protection)?;
    let scratch = Scratch::new().map_err(Failure::Run)?;
    tell_skipped(&found.skipped, ports)?;
    tell_unmatched(&found.unmatched, ports)?;
    let mut submissions = found.submissions;
    for (number, submission) in submissions.iter_mut().enumerate() {
        submission.take(scratch.path().join(number.to_string()))?;
    }
    let work = Work {
        told,
        exam: &exam,
        own_tests: &own_tests,
        reading,
        submissions: &submissions,
        journal: &journal,
        programs: &programs,
        stop: &stop,
    };
    let pairs = told.similar.then(|| similar(&submissions));
    let worked = work.run()?;
    let class = Class::new(&submissions, &exam, &own_tests, &weights, &journal);
    match worked {
        Worked::Interrupted => interrupted(told, &class, ports),
        Worked::Done if class.is_whole() => {
            tell_recipes(&class, ports)?;
            let exit = conclude(told, &class, ports)?;
            tell_copies(&submissions, pairs, ports)?;
            Ok(exit)
        }
        Worked::Done => {
            tell_shard(told, &class, ports)?;
            Ok(Exit::Done)
        }
    }
}

/// Lists once what is in the folder of a class and is not a submission.
fn tell_skipped(skipped: &[String], ports: &mut Ports<'_>) -> Result<(), Failure> {
    if skipped.is_empty() {
        return Ok(());
    }
    let names = skipped.join(", ");
    Ok(writeln!(ports.err, "broadside: not submissions: {}", Visible(names.as_bytes()))?)
}

/// Pairs that are nearly equal. Asked before anything has run, as it was handed in.
fn similar(submissions: &[Submission]) -> Vec<similar::Pair> {
    let copied = submissions.iter();
    let copied = copied.filter_map(|one| Some((&*one.name, one.copy.as_ref().ok()?)));
    similar::pairs(&copied.collect::<Vec<_>>())
}

/// Names submissions that may start this program, and pairs that are nearly equal.
fn tell_copies(
    submissions: &[Submission],
    pairs: Option<Vec<similar::Pair>>,
    ports: &mut Ports<'_>,
) -> Result<(), Failure> {
    for submission in submissions {
        if let Some(file) = &submission.ours {
            let line = format!("{} names `broadside` in {}", submission.name, file.display());
            writeln!(ports.err, "broadside: {}", Visible(line.as_bytes()))?;
        }
    }
    let Some(pairs) = pairs else { return Ok(()) };
    if pairs.is_empty() {
        writeln!(ports.out, "\nNo two submissions are nearly equal.")?;
    }
    for similar::Pair { names: [one, other], percent, places } in pairs {
        let [a, b] = places.map(|(file, first, last)| format!("{file}:{first}-{last}"));
        let line = format!("{percent} % alike: {one} {a}, {other} {b}");
        writeln!(ports.out, "{}", Visible(line.as_bytes()))?;
    }
    Ok(())
}

/// Says which entries of the class file are for no submission: mostly a name without its ending.
fn tell_unmatched(patterns: &[String], ports: &mut Ports<'_>) -> Result<(), Failure> {
    patterns.iter().try_for_each(|pattern| {
        let pattern = Visible(pattern.as_bytes());
        Ok(writeln!(
            ports.err,
            "broadside: {}: `{pattern}` matches no submission",
            class_file::NAME
        )?)
    })
}

/// Says how each submission was built and run.
fn tell_recipes(class: &Class<'_>, ports: &mut Ports<'_>) -> Result<(), Failure> {
    let mut by_recipe: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    for graded in class.graded.iter().filter(|graded| !graded.recipe.is_empty()) {
        by_recipe.entry(&graded.recipe).or_default().push(graded.name);
    }
    for (recipe, names) in by_recipe {
        let line = format!("{recipe}: {}", names.join(", "));
        writeln!(ports.err, "broadside: built and run by {}", Visible(line.as_bytes()))?;
    }
    Ok(())
}

/// Tells what is wrong with the options or what they name.
fn refuse(message: &str, ports: &mut Ports<'_>) -> Result<Exit, Failure> {
    writeln!(ports.err, "broadside: {}", Visible(message.as_bytes()))?;
    Ok(Exit::Syntax)
}

fn weights(told: &Grade, ports: &mut Ports<'_>) -> Result<Result<Weights, String>, Failure> {
    let Some(path) = &told.weights else { return Ok(Ok(Weights::default())) };
    let bytes = super::files::read(path, ports)?;
    let text = String::from_utf8_lossy(&bytes);
    let file = path.to_string_lossy();
    Ok(Weights::parse(&text).map_err(|error| format!("in the weights of `{file}`: {error}")))
}

/// Shows the results and writes them where they are wanted.
fn conclude(told: &Grade, class: &Class<'_>, ports: &mut Ports<'_>) -> Result<Exit, Failure> {
    world::show(&table::table(class, world::columns()), ports)?;
    if let Some(path) = &told.csv {
        save(path, csv::csv(class).as_bytes(), ports)?;
    }
    if let Some(folder) = &told.json {
        json::write(folder, class, ports)?;
    }
    if let Some(folder) = &told.gradescope {
        gradescope::write(folder, class, ports)?;
    }
    if let Some(path) = &told.html {
        let page = page::page(class, told.title.as_deref(), told.date.as_deref());
        let page = page.map_err(|error| Failure::Run(io::Error::other(error)))?;
        save(path, page.as_bytes(), ports)?;
    }
    let unrunnable: Vec<_> = class.unrunnable().collect();
    for (name, message) in &unrunnable {
        let line = format!("{name} could not be run: {}", message.trim_end());
        writeln!(ports.err, "broadside: {}", Visible(line.as_bytes()))?;
    }
    Ok(if unrunnable.is_empty() { Exit::Done } else { Exit::Own(3) })
}

fn interrupted(told: &Grade, class: &Class<'_>, ports: &mut Ports<'_>) -> Result<Exit, Failure> {
    let (done, all) = class.progress();
    let hint = match told.journal {
        Some(_) => "the same command goes on",
        None => "nothing is kept without --journal",
    };
    writeln!(ports.err, "broadside: interrupted; {done} of {all} tests are done, {hint}")?;
    Ok(Exit::Interrupted)
}

/// What a shard has to say: marks need all tests.
fn tell_shard(told: &Grade, class: &Class<'_>, ports: &mut Ports<'_>) -> Result<(), Failure> {
    let (done, all) = class.progress();
    let shard = told.shard.map(|shard| format!("Shard {shard} is done. ")).unwrap_or_default();
    writeln!(
        ports.out,
        "{shard}The journal has {done} of {all} tests. Concatenate the journals of all shards, and \
         grade with --journal and without --shard for the marks."
    )?;
    Ok(())
}

/// How many programs run at a time.
fn jobs(told: &Grade) -> usize {
    let processors = || std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
    told.jobs.map_or_else(processors, usize::from)
}
