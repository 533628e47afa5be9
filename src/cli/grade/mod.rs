//! `broadside grade`: a hundred submissions, marked by rule and level.
//!
//! [`submission`] finds the submissions, [`prepare`] copies and builds them, [`work`] runs the
//! tests, and [`journal`] keeps the results, so that a run that was killed can continue. The other
//! files show results: a table, CSV, JSON, Gradescope's form and a page. `lab` decides which
//! answers are right.

mod class_file;
mod copy;
mod csv;
mod exam;
mod fresh;
mod gradescope;
mod journal;
mod json;
mod kit;
mod listing;
mod notices;
mod options;
mod page;
mod prepare;
mod recipe;
mod result;
mod scratch;
mod shard;
mod similar;
mod submission;
mod table;
mod tools;
mod work;

use super::exit::{Exit, Failure};
use super::files::save;
use super::own_tests::{self, OwnTest};
use super::stop;
use super::{lab, world};
use broadside::lab::grade::Weights;
use broadside::lab::misreadings::Misreadings;
use broadside::ports::Ports;
use broadside::text::Visible;
use journal::Journal;
pub(super) use options::{EXAMPLES, Grade};
use result::Class;
use scratch::Scratch;
use std::io;
use submission::{Found, Submission};
use work::{Work, Worked};

/// The longest line of a message, in characters.
const LONGEST_LINE: usize = 500;

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
    notices::skipped(&found.skipped, ports)?;
    notices::unmatched(&found.unmatched, ports)?;
    let mut submissions = found.submissions;
    for submission in &mut submissions {
        submission.take(scratch.room().map_err(Failure::Run)?)?;
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
    let class = Class::new(&submissions, &exam, &own_tests, &weights, &journal, told.findings);
    match worked {
        Worked::Interrupted => notices::interrupted(told, &class, ports),
        Worked::Done if class.is_whole() => {
            notices::recipes(&class, ports)?;
            let exit = conclude(told, &class, ports)?;
            notices::copies(&submissions, pairs, ports)?;
            Ok(exit)
        }
        Worked::Done => {
            notices::shard(told, &class, ports)?;
            Ok(Exit::Done)
        }
    }
}

/// Pairs that are nearly equal. Asked before anything has run, as it was handed in.
fn similar(submissions: &[Submission]) -> Vec<similar::Pair> {
    let copied = submissions.iter();
    let copied = copied.filter_map(|one| Some((&*one.name, one.copy.as_ref().ok()?)));
    similar::pairs(&copied.collect::<Vec<_>>())
}

/// Tells what is wrong with the options or what they name. A message can quote a file of one endless line.
fn refuse(message: &str, ports: &mut Ports<'_>) -> Result<Exit, Failure> {
    let lines = message.lines().map(|line| table::cut(line, LONGEST_LINE));
    let message = lines.collect::<Vec<_>>().join("\n");
    writeln!(ports.err, "broadside: {}", visible(message.as_bytes()))?;
    Ok(Exit::Syntax)
}

/// A text of several lines without anything that steers.
fn visible(text: &[u8]) -> String {
    let lines = text.split(|byte| *byte == b'\n').map(|line| Visible(line).to_string());
    lines.collect::<Vec<_>>().join("\n").trim_end().to_owned()
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
