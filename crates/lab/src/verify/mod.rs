//! What is wrong with a program: scripts are tried, differences become findings.
//!
//! Scripts come in a fixed order: probes of the form, then cards, then random scripts. Where the
//! machine is to move at the end of one, its answer is judged by laws, see [`laws`](super::laws). Programs run
//! several at a time, but their answers are judged in the order of the scripts, so what is found
//! depends on nothing else. This module knows no terminal and no files, and it starts programs
//! through a port only.
//!
//! ```
//! use broadside_lab::verify::{Plan, ProgramUnderTest, verify};
//! use broadside_lab::{misreadings::Misreading, model};
//! use broadside_core::ports::programs::{Command, Ended, InMemory, Limits};
//!
//! // A program that looks for neighbours in four directions only.
//! let close4 = |script: &[u8]| Ended::exited(0, model::run(script, Misreading::Close4.into()).out);
//! let (programs, command) = (InMemory(close4), Command::new(["./ships"]));
//! let program = ProgramUnderTest::new(&programs, &command);
//! let plan = Plan { findings: 1, ..Plan::default() };
//! let verdict = verify(&plan, program, &|_| Limits::default(), &|_| true)?;
//! assert_eq!(verdict.findings[0].looks_like[0].misreading, Misreading::Close4);
//! # Ok::<(), broadside_lab::verify::Failure>(())
//! ```

mod evidence;
mod failing_case;
mod likeness;
mod neighbours;
mod one_cause;
mod part;
mod probes;
mod program;
mod runner;
#[cfg(test)]
mod tests;

pub use failing_case::FailingCase;
pub use likeness::Likeness;
pub(crate) use likeness::explanations;
pub use part::ask;
pub use probes::{Form, PROBES, Probe};
pub use program::ProgramUnderTest;
pub(crate) use program::read_as;

use super::cards::{self, Card};
use super::draft::Draft;
use super::generate::{Generator, Scope, Script};
use super::reference::{self, Answer};
use super::rules::{Level, Rule, Settled};
use broadside_core::dice::Seed;
use broadside_core::ports::programs::{Ended, Ending, Limits};
use probes::{AI_PROBES, VICTORY, long};
use rayon::iter::{IntoParallelIterator as _, IntoParallelRefIterator as _, ParallelIterator as _};
use runner::Runner;
use std::collections::BTreeMap;
use std::io;
use std::time::Duration;

/// Which scripts are tried, and when it is enough.
#[derive(Clone, Debug, PartialEq)]
pub struct Plan {
    /// The seed of the random scripts.
    pub seed: Seed,
    /// Which random scripts are wanted.
    pub scope: Scope,
    /// How many random scripts.
    pub scripts: u64,
    /// How many findings are enough.
    pub findings: usize,
    /// Whether the probes are tried in forms of input too that the course's tests do not use.
    pub forms: bool,
}

impl Default for Plan {
    /// 400 scripts of seed 1, and at most 10 findings.
    fn default() -> Self {
        let scope = Scope { unsettled: true, ..Scope::default() };
        Self { seed: 1.into(), scope, scripts: 400, findings: 10, forms: false }
    }
}

/// Where a script comes from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Origin {
    /// The probe of this name.
    Probe(&'static str),
    /// The probe of this name, in another form of input.
    Form(&'static str, Form),
    /// The card of this name.
    Card(&'static str),
    /// The random script of this number.
    Random(u64),
    /// A script that was given.
    Given,
}

/// A script, our answer and what the program did.
#[derive(Clone, Debug)]
pub struct Case {
    /// Where the script comes from.
    pub origin: Origin,
    /// The lesson that it belongs to.
    pub level: Level,
    /// The script.
    pub draft: Draft,
    /// The script as the program got it.
    pub script: Vec<u8>,
    /// Our answer.
    pub answer: Answer,
    /// What the program did.
    pub ended: Ended,
}

impl Case {
    /// Whether the program got the script as we write it.
    fn is_plain(&self) -> bool {
        self.script == self.draft.to_bytes()
    }
}

/// What was found.
#[derive(Clone, Debug, Default)]
pub struct Verdict {
    /// How many random scripts were judged.
    pub scripts: u64,
    /// In how many scripts, of all kinds, the answers differed.
    pub differing: u64,
    /// The findings, the simplest lesson first.
    pub findings: Vec<FailingCase>,
    /// In how many scripts each rule was reached before the answers differed.
    pub reached: BTreeMap<Rule, u64>,
    /// Whether the program ended none of the probes in time. Then nothing else was tried: each script
    /// would take its whole time and show no more.
    pub never_ends: bool,
    /// Whether it was stopped before its end.
    pub is_interrupted: bool,
    /// How many scripts of each level were tried, and in how many of them the answers differed.
    pub levels: BTreeMap<Level, (u64, u64)>,
}

impl Verdict {
    /// The last level up to which no answer differed, and the next one.
    #[doc(hidden)]
    pub fn right_up_to(&self) -> (Option<Level>, Option<Level>) {
        let mut levels = self.levels.iter();
        let wrong = levels.find(|(_, (_, differing))| *differing > 0).map(|(level, _)| *level);
        let is_before = |level: &&Level| wrong.is_none_or(|wrong| **level < wrong);
        (self.levels.keys().rfind(is_before).copied(), wrong)
    }
}

/// Why nothing can be said about a program.
#[derive(Debug, thiserror::Error)]
pub enum Failure {
    /// It cannot be started, for this reason.
    #[error("{0}")]
    CannotStart(String),
    /// This system fails.
    #[error(transparent)]
    System(#[from] io::Error),
}

/// Tries the scripts of `plan` on a program. `settle` gives the limits of all runs after the probes
/// from the times that these took. `goes_on` is shown what was found so far, again and again, and says
/// whether more is to be tried.
///
/// # Errors
/// When nothing can be said about the program. That a person stops it is no error.
pub fn verify(
    plan: &Plan,
    mut program: ProgramUnderTest<'_>,
    settle: &dyn Fn(Vec<Duration>) -> Limits,
    goes_on: &dyn Fn(&Verdict) -> bool,
) -> Result<Verdict, Failure> {
    let probed = probe(&program)?;
    program.limits = settle(probed.iter().map(|case| case.ended.wall).collect());
    let mut runner = Runner::new(program, plan.findings, goes_on).at(plan.scope.level);
    match run_all(&mut runner, plan, probed) {
        Err(error) if error.kind() == io::ErrorKind::Interrupted => {
            runner.verdict.is_interrupted = true;
        }
        outcome => outcome?,
    }
    Ok(runner.close())
}

/// Looks into answers that a program has given: what is behind those that differ from ours. All probes come first,
/// also those that it has right. `goes_on` is asked as [`verify`] does.
///
/// # Errors
/// When the program cannot be run: see [`verify`].
#[doc(hidden)]
pub fn investigate(
    cases: impl IntoIterator<Item = io::Result<Case>>,
    program: ProgramUnderTest<'_>,
    findings: usize,
    goes_on: &dyn Fn(&Verdict) -> bool,
) -> Result<Verdict, Failure> {
    let mut runner = Runner::new(program, findings, goes_on);
    let mut cases = cases.into_iter().peekable();
    let is_probe = |case: &io::Result<Case>| {
        case.as_ref().is_ok_and(|case| matches!(case.origin, Origin::Probe(_)))
    };
    let mut probed = Vec::new();
    while let Some(Ok(case)) = cases.next_if(is_probe) {
        probed.push(case);
    }
    if runner.does_not_run(&probed) {
        return Ok(runner.close());
    }
    runner.look_past_habits(&probed);
    match runner.judge_all(probed.into_iter().map(Ok).chain(cases)) {
        Err(error) if error.kind() == io::ErrorKind::Interrupted => {
            runner.verdict.is_interrupted = true;
        }
        outcome => outcome?,
    }
    Ok(runner.close())
}

/// Tries one script, which means what `draft` says, on a program.
///
/// # Errors
/// When the program cannot be run: see [`verify`].
pub fn verify_script(
    script: &[u8],
    draft: Draft,
    program: ProgramUnderTest<'_>,
) -> Result<Verdict, Failure> {
    let case = program.try_bytes(Origin::Given, draft.level(), draft, script.to_vec())?;
    if let Ending::CannotStart(reason) = case.ended.ending {
        return Err(Failure::CannotStart(reason));
    }
    let mut runner = Runner::new(program, 1, &|_| true);
    runner.judge(case)?;
    Ok(runner.close())
}

/// What the program makes of the probes.
fn probe(program: &ProgramUnderTest<'_>) -> Result<Vec<Case>, Failure> {
    let mut cases = Vec::new();
    for probe in PROBES {
        let case = program.try_out(Origin::Probe(probe.name), Level::Place, probe.draft())?;
        if let Ending::CannotStart(reason) = case.ended.ending {
            return Err(Failure::CannotStart(reason));
        }
        cases.push(case);
    }
    Ok(cases)
}

fn run_all(runner: &mut Runner<'_>, plan: &Plan, mut probed: Vec<Case>) -> io::Result<()> {
    runner.verdict.never_ends = all_time_out(&probed);
    if runner.verdict.never_ends {
        probed.truncate(1);
    }
    if runner.does_not_run(&probed) {
        return Ok(());
    }
    runner.look_past_habits(&probed);
    runner.judge_all(probed.into_iter().map(Ok))?;
    if runner.verdict.never_ends {
        return Ok(());
    }
    let forms = if plan.forms { &Form::ALL[..] } else { &Form::USUAL };
    try_forms(runner, forms, &PROBES)?;
    let most = plan.scope.level.unwrap_or(Level::Auto);
    if most >= Level::Shoot {
        try_forms(runner, &[Form::OpenEnd], &[VICTORY])?;
    }
    try_cards(runner, plan.scope.level)?;
    if plan.scope.ai {
        let program = runner.program;
        let tried = AI_PROBES
            .map(|probe| program.try_out(Origin::Probe(probe.name), Level::Ai, probe.draft()));
        runner.judge_all(tried)?;
    }
    let generator = Generator::new(&plan.seed, plan.scope);
    let generator = if plan.scope.unsettled { generator } else { generator.settled_only() };
    // Some rounds of all threads, so that none waits long for another.
    let batch = 8 * rayon::current_num_threads() as u64;
    let mut next = 0;
    while next < plan.scripts && !runner.is_enough() {
        let numbers = next..plan.scripts.min(next + batch);
        next = numbers.end;
        let (program, forms) = (runner.program, read_forms(plan.scope, &runner.unread));
        let tried: Vec<_> = numbers
            .into_par_iter()
            .map(|number| try_random(&program, &generator, number, &forms))
            .collect();
        runner.judge_all(tried)?;
    }
    if runner.is_enough() {
        return Ok(());
    }
    let long = long(most);
    let tried =
        runner.program.try_out(Origin::Probe(long.name), most.min(Level::Save), long.draft());
    runner.judge_all([tried])
}

fn all_time_out(probed: &[Case]) -> bool {
    probed.iter().all(|case| case.ended.ending == Ending::Timeout)
}

/// The forms of input that random scripts may have: known at the level, and not failed yet.
fn read_forms(scope: Scope, unread: &[Form]) -> Vec<Form> {
    let is_known = |form: &Form| {
        let rule = form.rule();
        let is_asked = scope.unsettled || rule.settled() != Settled::Ours;
        is_asked && scope.level.is_none_or(|level| rule.level() <= level)
    };
    Form::ALL.into_iter().filter(is_known).filter(|form| !unread.contains(form)).collect()
}

/// Tries a random script, now and then in one of some forms of input.
fn try_random(
    program: &ProgramUnderTest<'_>,
    generator: &Generator,
    number: u64,
    forms: &[Form],
) -> io::Result<Case> {
    let Script { level, draft, answer } = generator.script(number);
    let (origin, script) = (Origin::Random(number), draft.to_bytes());
    let form = Form::of_random(number).filter(|form| forms.contains(form));
    let rewritten = form.map(|form| form.rewrite(&script));
    let means_the_same = |script: &Vec<u8>| {
        Draft::parse(script).is_ok_and(|draft| reference::run(&draft).output == answer.output)
    };
    let script = rewritten.filter(means_the_same).unwrap_or(script);
    program.try_bytes(origin, level, draft, script)
}

/// Tries the cards of all levels up to `most`.
fn try_cards(runner: &mut Runner<'_>, most: Option<Level>) -> io::Result<()> {
    let cards = cards::all().filter(|card| most.is_none_or(|most| card.level() <= most));
    let cards: Vec<_> = cards.collect();
    let program = runner.program;
    // Some at a time: later ones need not be tried where enough was found.
    for batch in cards.chunks(8 * rayon::current_num_threads()) {
        if runner.is_enough() {
            break;
        }
        let tried: Vec<_> = batch.par_iter().map(|card| try_card(&program, card)).collect();
        runner.judge_all(tried)?;
    }
    Ok(())
}

fn try_card(program: &ProgramUnderTest<'_>, card: &Card) -> io::Result<Case> {
    let draft = Draft::parse(card.script.as_bytes()).unwrap_or_default();
    program.try_out(Origin::Card(card.name), card.level(), draft)
}

fn try_forms(runner: &mut Runner<'_>, forms: &[Form], probes: &[Probe]) -> io::Result<()> {
    for (form, probe) in forms.iter().flat_map(|form| probes.iter().map(|probe| (*form, *probe))) {
        let script = form.rewrite(probe.script.as_bytes());
        // The probe itself tells the rest.
        if script == probe.script.as_bytes() || runner.is_enough() {
            continue;
        }
        let origin = Origin::Form(probe.name, form);
        let case = runner.program.try_bytes(origin, Level::Place, probe.draft(), script)?;
        let plain =
            runner.program.try_out(Origin::Probe(probe.name), Level::Place, probe.draft())?;
        if case.ended.stdout != plain.ended.stdout && !runner.unread.contains(&form) {
            runner.unread.push(form);
            runner.judge(case)?;
        } else {
            runner.note(&[form.rule()].into_iter().collect());
        }
    }
    Ok(())
}
