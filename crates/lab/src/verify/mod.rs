//! Finds the mistakes of a program. Runs the program with scripts and makes a finding for each
//! cause of differences.
//!
//! Scripts come in a fixed order:
//!
//! 1. probes: fixed scripts that show whether the form of the output is right
//! 2. probes in other forms of input
//! 3. cards: small scripts that test one rule each
//! 4. probes for an AI, if the plan tests it
//! 5. random scripts
//! 6. one long game
//!
//! If an AI is to move at the end of a script, the module `laws` judges the program's turn.
//! The program runs several times at once, but answers are judged in the order of the scripts. So
//! the findings do not depend on which run ends first.
//!
//! ```
//! use broadside_lab::verify::{Plan, ProgramUnderTest, verify};
//! use broadside_lab::{misreadings::Misreading, model};
//! use broadside_core::ports::programs::{Command, Ended, InMemory, Limits};
//!
//! // This program looks for neighbours in four directions only.
//! let close4 =
//!     |script: &[u8]| Ended::exited(0, model::run(script, Misreading::Close4.into()).out);
//! let (programs, command) = (InMemory(close4), Command::new(["./ships"]));
//! let program = ProgramUnderTest::new(&programs, &command);
//! let plan = Plan { findings: 1, ..Plan::default() };
//! let verdict = verify(&plan, program, &|_| Limits::default(), &|_| true)?;
//! assert_eq!(verdict.findings[0].looks_like[0].misreading, Misreading::Close4);
//! # Ok::<(), broadside_lab::verify::Failure>(())
//! ```

mod broken_rule;
mod evidence;
mod failing_case;
mod likeness;
mod neighbours;
mod one_cause;
mod place;
mod probes;
mod program;
mod runner;
mod scripts;

#[doc(hidden)]
pub use evidence::{blame_checks, drop_contradicted};
pub use failing_case::FailingCase;
pub use likeness::Likeness;
pub(crate) use likeness::{explanations, fails_cards, left_out};
#[doc(hidden)]
pub use neighbours::neighbours;
pub use probes::{Form, PROBES, Probe};
pub(crate) use probes::{LAST_TAG, REFUSED_TAG, VICTORY, of_card};
pub use program::ProgramUnderTest;
pub(crate) use program::read_as;

use super::draft::Draft;
use super::generate::Scope;
use super::reference::Answer;
use super::rules::{Level, Rule};
use broadside_core::dice::Seed;
use broadside_core::ports::programs::{Ended, Ending, Limits, Programs};
use runner::Runner;
use std::collections::BTreeMap;
use std::io;
use std::time::Duration;

/// Says which scripts are tried, and when to stop.
#[derive(Clone, Debug, PartialEq)]
pub struct Plan {
    /// The seed of the random scripts.
    pub seed: Seed,
    /// Which random scripts the generator writes.
    pub scope: Scope,
    /// The number of random scripts.
    pub scripts: u64,
    /// The number of findings to look for.
    pub findings: usize,
    /// Whether to write the probes in every [`Form`] of input, also in unusual ones such as
    /// indented lines.
    pub forms: bool,
}

impl Default for Plan {
    fn default() -> Self {
        let scope = Scope { unsettled: true, ..Scope::default() };
        Self { seed: 1.into(), scope, scripts: 400, findings: 10, forms: false }
    }
}

/// Where a script comes from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Origin {
    /// The probe with this name.
    Probe(&'static str),
    /// The probe with this name, in another form of input.
    Form(&'static str, Form),
    /// The card with this name.
    Card(&'static str),
    /// The random script with this number.
    Random(u64),
    /// A script that the user gave.
    Given,
}

/// A script, our answer and what the program did.
#[derive(Clone, Debug)]
pub struct Case {
    /// Where the script comes from.
    pub origin: Origin,
    /// The level of the script.
    pub level: Level,
    /// The script.
    pub draft: Draft,
    /// The text that the program got. It may have another form than the draft.
    pub script: Vec<u8>,
    /// Our answer.
    pub answer: Answer,
    /// What the program did.
    pub ended: Ended,
}

impl Case {
    fn is_plain(&self) -> bool {
        self.script == self.draft.to_bytes()
    }

    /// Returns the form of input of a probe or a random script; `None` for the plain form. The
    /// number of a random script may stand for a form. But the script stays plain if this form is
    /// not tested, or if it would change the answer.
    fn form(&self) -> Option<Form> {
        let form = match self.origin {
            Origin::Form(_, form) => Some(form),
            Origin::Random(number) => Form::of_random(number),
            Origin::Probe(_) | Origin::Card(_) | Origin::Given => None,
        };
        form.filter(|_| !self.is_plain())
    }
}

/// The findings about a program.
#[derive(Clone, Debug, Default)]
pub struct Verdict {
    /// The number of random scripts that were judged.
    pub scripts: u64,
    /// The number of scripts, random and fixed, for which the answers differed. A habit (a mistake
    /// in nearly every output) counts as one script.
    pub differing: u64,
    /// The findings, in the order in which reports show them.
    pub findings: Vec<FailingCase>,
    /// For each rule, the number of scripts that reached it up to the first difference.
    pub reached: BTreeMap<Rule, u64>,
    /// Whether the program timed out on every probe. If so, no other script was tried.
    pub never_ends: bool,
    /// Whether the user stopped the work during a run of the program.
    pub is_interrupted: bool,
    /// The number of findings to look for, if the work stopped because there were enough. Some of
    /// them may have turned out to be one mistake, so that fewer are left.
    #[doc(hidden)]
    pub enough: Option<usize>,
    /// The number of findings that were passed over, because they cost no marks.
    #[doc(hidden)]
    pub passed_over: usize,
    /// For each level, how many scripts were tried, and for how many the answers differed.
    pub levels: BTreeMap<Level, (u64, u64)>,
}

impl Verdict {
    /// Returns the last tried level up to which no answer differs, and the first level with a
    /// difference. Each is `None` if there is no such level.
    #[doc(hidden)]
    pub fn right_up_to(&self) -> (Option<Level>, Option<Level>) {
        let differing = self.levels.iter().filter(|(_, (_, differing))| *differing > 0);
        let of_scripts = differing.map(|(level, _)| *level);
        let judged = self.findings.iter().filter(|finding| !finding.places.is_empty());
        let wrong = of_scripts.chain(judged.map(FailingCase::level)).min();
        let is_before = |level: &&Level| wrong.is_none_or(|wrong| **level < wrong);
        (self.levels.keys().rfind(is_before).copied(), wrong)
    }
}

/// The reason why a program cannot be verified.
#[derive(Debug, thiserror::Error)]
pub enum Failure {
    /// The program cannot be started. The field has the reason.
    #[error("{0}")]
    CannotStart(String),
    /// A call of the operating system failed.
    #[error(transparent)]
    System(#[from] io::Error),
}

/// Tries the scripts of `plan` on a program. `settle` gets the times that the probes took, and
/// returns the limits of all later runs. `goes_on` is called many times with the findings that are
/// known so far; the work stops when it returns false.
///
/// # Errors
/// Returns an error if the program cannot be started, or if running it fails. Stopping the work is
/// not an error.
pub fn verify(
    plan: &Plan,
    mut program: ProgramUnderTest<'_>,
    settle: &dyn Fn(Vec<Duration>) -> Limits,
    goes_on: &dyn Fn(&Verdict) -> bool,
) -> Result<Verdict, Failure> {
    let probed = match scripts::probe(&program) {
        Err(Failure::System(error)) if error.kind() == io::ErrorKind::Interrupted => {
            return Ok(Verdict { is_interrupted: true, ..Verdict::default() });
        }
        probed => probed?,
    };
    program.limits = settle(probed.iter().map(|case| case.ended.wall).collect());
    let mut runner = Runner::new(program, plan.findings, goes_on);
    runner.asked = plan.scope.level;
    let outcome = scripts::run_all(&mut runner, plan, probed);
    runner.finish(outcome)
}

/// Makes findings from answers that a program gave earlier. `cases` must begin with all probes,
/// including probes with a right answer. [`verify`] explains `goes_on`.
///
/// # Errors
/// Returns an error if a case is an error, or if the program cannot be run. See [`verify`].
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
        return runner.finish(Ok(()));
    }
    runner.look_past_habits(&probed);
    let mut cases = probed.into_iter().map(Ok).chain(cases);
    let outcome = runner.judge_all(&mut cases).and_then(|()| runner.count_known(cases));
    runner.finish(outcome)
}

/// Tries one script on a program. `draft` must be the parsed `script`.
///
/// # Errors
/// Returns an error if the program cannot be run. See [`verify`].
pub fn verify_script(
    script: &[u8],
    draft: Draft,
    program: ProgramUnderTest<'_>,
) -> Result<Verdict, Failure> {
    let case = program.run_script(Origin::Given, draft.level(), draft, script.to_vec())?;
    if let Ending::CannotStart(reason) = case.ended.ending {
        return Err(Failure::CannotStart(reason));
    }
    let mut runner = Runner::new(program, 1, &|_| true);
    let outcome = runner.judge(case);
    runner.finish(outcome)
}

/// Runs a program with random scripts, but judges no answer. First runs the probes. Then `answers`
/// runs a part of the random scripts of `plan`, and may record the output. `holds` gets the number
/// of a script and returns whether the script is in this part. Like [`verify`], runs no random
/// script if the program does not run, or if it times out on every probe.
///
/// # Errors
/// Returns an error if the program cannot be run. See [`verify`].
#[doc(hidden)]
pub fn ask(
    plan: &Plan,
    program: ProgramUnderTest<'_>,
    holds: &(dyn Fn(u64) -> bool + Sync),
    answers: &dyn Programs,
) -> Result<(), Failure> {
    let probed = scripts::probe(&program)?;
    if scripts::all_time_out(&probed) || Runner::new(program, 1, &|_| true).does_not_run(&probed) {
        return Ok(());
    }
    scripts::answer_random(plan, ProgramUnderTest { programs: answers, ..program }, holds)?;
    Ok(())
}
