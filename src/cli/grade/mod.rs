//! `broadside grade`: grades the submissions of a class. Each submission gets a mark for each rule
//! of the game. For each level it also gets a mark: the share of scripts with right answers. A
//! level is a step of the course that adds some commands.
//!
//! [`submission`] finds the submissions, [`prepare`] builds them, [`work`] runs the tests,
//! [`findings`] explains mistakes, and [`journal`] keeps the results. `broadside::lab` decides
//! which answers are right.

mod class_file;
mod copy;
mod csv;
mod findings;
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
mod similar;
mod submission;
mod table;
mod tools;
mod work;

use super::exit::{Exit, Failure, Result};
use super::files::{read, save};
use super::own_tests::{OwnTest, own_tests, reading};
use super::world::{self, tell};
use super::{lab, stop};
use broadside::lab::grade::{Exam, Weights};
use broadside::lab::misreadings::Misreadings;
use broadside::lab::report::Finding;
use broadside::ports::Ports;
use broadside::text::Visible;
use journal::Journal;
pub(super) use options::{EXAMPLES, Grade};
use result::Class;
use scratch::Scratch;
use std::path::Path;
use work::Work;

/// A line of an error message is cut after this many characters.
const LONGEST_LINE: usize = 500;

pub(super) fn run(options: &Grade, ports: &mut Ports<'_>) -> Result<Exit> {
    let outcome = match &options.gradescope_kit {
        Some(folder) => kit::write(options, folder, ports),
        None => grade(options, ports),
    };
    match outcome {
        Err(Failure::Refused(message)) => refuse(&message, ports),
        outcome => outcome,
    }
}

struct Course {
    own_tests: Vec<OwnTest>,
    weights: Weights,
    /// The misreadings (known ways to misunderstand a rule) that count as right.
    reading: Misreadings,
}

fn course(options: &Grade, ports: &mut Ports<'_>) -> Result<Course> {
    let own_tests = own_tests(options.cases.as_deref(), ports)?;
    let weights = weights(options, ports)?;
    let is_unknown = |name: &&str| own_tests.iter().all(|test| test.name != *name);
    if let Some(name) = weights.cases().find(is_unknown) {
        let why = format!("the weights name the test `{name}`, which `--cases` does not give");
        return Err(Failure::Refused(why));
    }
    let reading = reading(options.reading.as_deref(), ports)?;
    Ok(Course { own_tests, weights, reading })
}

fn grade(options: &Grade, ports: &mut Ports<'_>) -> Result<Exit> {
    let mut course = course(options, ports)?;
    let others = options.other_paths();
    let mut found = submission::find(&options.submissions, options.single, &others, ports)?;
    options.check_outputs(ports)?;
    let exam = exam(options, &mut course)?;
    let Course { own_tests, weights, reading } = course;
    let journal = Journal::open(options.journal.as_deref(), &options.digest(&exam, &own_tests))?;
    let stop = stop::on_first_interrupt()?;
    let (programs, protection) = options.limited.untrusted_programs(&stop)?;
    tell(&protection)?;
    let scratch = Scratch::new().map_err(Failure::Run)?;
    notices::of_class(&found)?;
    for submission in &mut found.submissions {
        submission.take(scratch.new_folder().map_err(Failure::Run)?)?;
    }
    let submissions = &found.submissions;
    let work = Work {
        options,
        exam: &exam,
        own_tests: &own_tests,
        reading,
        submissions,
        journal: &journal,
        programs: &programs,
        stop: &stop,
    };
    // A program could change the copies, so they are compared before any program runs.
    let copied =
        || submissions.iter().filter_map(|one| Some((&*one.name, one.copy.as_ref().ok()?)));
    let pairs = options.similar.then(|| similar::pairs(&copied().collect::<Vec<_>>()));
    let is_interrupted = work.run()?;
    let class = Class::new(&work, &weights);
    if is_interrupted {
        return Ok(notices::interrupted(options, &class)?);
    }
    if !class.is_whole() {
        return Ok(notices::shard(options, &class, ports)?);
    }
    notices::recipes(&class)?;
    notices::seed(options)?;
    let exit = conclude(options, &class, ports)?;
    notices::copies(submissions, pairs, ports)?;
    Ok(exit)
}

/// Writes an error message. Cuts long lines, because the message may quote a file.
fn refuse(message: &str, ports: &mut Ports<'_>) -> Result<Exit> {
    let lines = message.lines().map(|line| table::cut(line, LONGEST_LINE));
    let message = lines.collect::<Vec<_>>().join("\n");
    writeln!(ports.err, "broadside: {}", visible(message.as_bytes()))?;
    Ok(Exit::Syntax)
}

/// Escapes all control characters except line ends, and trims the end.
fn visible(text: &[u8]) -> String {
    let lines = text.split(|byte| *byte == b'\n').map(|line| Visible(line).to_string());
    lines.collect::<Vec<_>>().join("\n").trim_end().to_owned()
}

/// Returns the words that introduce the likeliest misreading of a finding.
fn likeness(finding: &Finding) -> &'static str {
    if finding.is_named { "Looks like a known mistake" } else { "The nearest known mistake" }
}

fn ending(path: &Path) -> String {
    path.extension().unwrap_or_default().to_string_lossy().to_lowercase()
}

fn weights(options: &Grade, ports: &mut Ports<'_>) -> Result<Weights> {
    let Some(path) = &options.weights else {
        return Ok(Weights::default().settled_by(options.settled));
    };
    let bytes = read(path, ports)?;
    let weights = Weights::parse(&String::from_utf8_lossy(&bytes)).map_err(|error| {
        let file = path.to_string_lossy();
        Failure::Refused(format!("in the weights of `{file}`: {error}"))
    })?;
    Ok(weights.settled_by(options.settled))
}

/// Returns the exam (the tests that show which rules a program keeps), and completes the weights of
/// the course. If no rule gives points and the weights name no test, each test of `--cases` gets
/// the weight 1.
fn exam(options: &Grade, course: &mut Course) -> Result<Exam> {
    let Course { own_tests, reading, .. } = &*course;
    let exam = lab::on_threads(options.jobs, || options.exam(own_tests, *reading))?;
    let names = course.own_tests.iter().map(|test| test.name.clone());
    course.weights = std::mem::take(&mut course.weights).or_cases(&exam, names);
    if let Some(path) = &options.weights
        && !course.weights.gives_points_in(&exam)
    {
        let why = "no test and no rule that is graded has a weight";
        return Err(Failure::Refused(format!(
            "in the weights of `{}`: {why}",
            path.to_string_lossy()
        )));
    }
    Ok(exam)
}

fn conclude(options: &Grade, class: &Class<'_>, ports: &mut Ports<'_>) -> Result<Exit> {
    world::show(&table::table(class, world::columns()), ports)?;
    if let Some(path) = &options.csv {
        save(path, csv::csv(class).as_bytes(), ports)?;
    }
    if let Some(folder) = &options.json {
        json::write(folder, class, ports)?;
    }
    if let Some(folder) = &options.gradescope {
        gradescope::write(folder, class, ports)?;
    }
    if let Some(path) = &options.html {
        let page = page::page(class, options.title.as_deref(), options.date.as_deref())?;
        save(path, page.as_bytes(), ports)?;
    }
    let unrunnable: Vec<_> = class.unrunnable().collect();
    for (name, message) in &unrunnable {
        tell(&format!("`{name}` could not be run: {}", message.trim_end()))?;
    }
    Ok(if unrunnable.is_empty() { Exit::Done } else { Exit::Own(3) })
}
