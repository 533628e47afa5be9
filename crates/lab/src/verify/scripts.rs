//! Runs the program with the scripts of a plan, in the order that `verify/mod.rs` lists.

use super::probes::{AI_PROBES, Form, LAST_TAG, PROBES, Probe, VICTORY, long, of_card};
use super::runner::Runner;
use super::{Case, Failure, Origin, Plan, ProgramUnderTest};
use crate::cards::{self, Card};
use crate::generate::{Generator, Scope, Script};
use crate::rules::{Level, Settled};
use broadside_core::ports::programs::Ending;
use rayon::iter::{IntoParallelIterator as _, IntoParallelRefIterator as _, ParallelIterator as _};
use std::io;

pub(super) fn probe(program: &ProgramUnderTest<'_>) -> Result<Vec<Case>, Failure> {
    let mut cases = Vec::new();
    for probe in PROBES {
        let case = try_probe(program, probe, Level::Place)?;
        if let Ending::CannotStart(reason) = case.ended.ending {
            return Err(Failure::CannotStart(reason));
        }
        cases.push(case);
    }
    Ok(cases)
}

pub(super) fn run_all(
    runner: &mut Runner<'_>,
    plan: &Plan,
    mut probed: Vec<Case>,
) -> io::Result<()> {
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
    let victory: Vec<_> = of_card(VICTORY).into_iter().collect();
    let open = if most >= Level::Shoot { &victory[..] } else { &PROBES };
    try_forms(runner, &[Form::OpenEnd], open)?;
    // `LAST_TAG` leaves a group open, so it can test only a program that reads open groups.
    if !runner.unread.contains(&Form::OpenEnd) {
        try_forms(runner, &[Form::NoLastNewline], &[LAST_TAG])?;
    }
    try_cards(runner, plan.scope.level)?;
    if plan.scope.ai {
        let program = runner.program;
        let tried = AI_PROBES.map(|probe| try_probe(&program, probe, Level::Ai));
        runner.judge_all(tried)?;
    }
    try_random_scripts(runner, plan)?;
    if runner.is_enough() {
        return Ok(());
    }
    let tried = try_probe(&runner.program, long(most), most.min(Level::Save));
    runner.judge_all([tried])
}

pub(super) fn all_time_out(probed: &[Case]) -> bool {
    probed.iter().all(|case| case.ended.ending == Ending::Timeout)
}

fn try_probe(program: &ProgramUnderTest<'_>, probe: Probe, level: Level) -> io::Result<Case> {
    program.run_draft(Origin::Probe(probe.name), level, probe.draft())
}

fn try_forms(runner: &mut Runner<'_>, forms: &[Form], probes: &[Probe]) -> io::Result<()> {
    for (form, probe) in forms.iter().flat_map(|form| probes.iter().map(|probe| (*form, *probe))) {
        let script = form.rewrite(probe.script.as_bytes());
        if script == probe.script.as_bytes() || runner.is_enough() {
            continue;
        }
        let (origin, level) = (Origin::Form(probe.name, form), probe.draft().level());
        let case = runner.program.run_script(origin, level, probe.draft(), script)?;
        runner.judge(case)?;
    }
    Ok(())
}

fn try_cards(runner: &mut Runner<'_>, most: Option<Level>) -> io::Result<()> {
    let cards = cards::all().filter(|card| most.is_none_or(|most| card.level <= most));
    let cards: Vec<_> = cards.collect();
    let program = runner.program;
    let try_card =
        |card: &Card| program.run_draft(Origin::Card(card.name), card.level, card.draft());
    for batch in cards.chunks(batch()) {
        if runner.is_enough() {
            break;
        }
        let tried: Vec<_> = batch.par_iter().map(try_card).collect();
        runner.judge_all(tried)?;
    }
    Ok(())
}

fn generator(plan: &Plan) -> Generator {
    let generator = Generator::new(&plan.seed, plan.scope);
    if plan.scope.unsettled { generator } else { generator.settled_only() }
}

fn try_random_scripts(runner: &mut Runner<'_>, plan: &Plan) -> io::Result<()> {
    let generator = generator(plan);
    let mut next = 0;
    while next < plan.scripts && !runner.is_enough() {
        let numbers = next..plan.scripts.min(next + batch() as u64);
        next = numbers.end;
        let (program, forms) = (runner.program, read_forms(plan.scope, &runner.unread));
        let tried: Vec<_> = numbers
            .into_par_iter()
            .map(|number| try_random(&program, &generator, number, &forms))
            .collect();
        runner.judge_all(tried)?;
    }
    Ok(())
}

pub(super) fn answer_random(
    plan: &Plan,
    program: ProgramUnderTest<'_>,
    holds: &(dyn Fn(u64) -> bool + Sync),
) -> io::Result<()> {
    let (generator, forms) = (generator(plan), read_forms(plan.scope, &[]));
    let numbers = (0..plan.scripts).into_par_iter().filter(|number| holds(*number));
    numbers.try_for_each(|number| try_random(&program, &generator, number, &forms).map(drop))
}

/// Returns how many scripts run before their answers are judged: several for each thread.
fn batch() -> usize {
    8 * rayon::current_num_threads()
}

/// Returns the forms of input whose rules are tested and that the program reads. Random scripts use
/// only these forms.
fn read_forms(scope: Scope, unread: &[Form]) -> Vec<Form> {
    let is_known = |form: &Form| {
        let rule = form.rule();
        let is_asked = scope.unsettled || rule.settled() != Settled::Ours;
        is_asked && scope.level.is_none_or(|level| rule.level() <= level)
    };
    Form::ALL.into_iter().filter(|form| is_known(form) && !unread.contains(form)).collect()
}

/// Runs the random script `number`. If the number stands for one of `forms`, writes the script in
/// this form, unless that changes the answer.
fn try_random(
    program: &ProgramUnderTest<'_>,
    generator: &Generator,
    number: u64,
    forms: &[Form],
) -> io::Result<Case> {
    let Script { level, draft, answer } = generator.script(number);
    let form = Form::of_random(number).filter(|form| forms.contains(form));
    let rewritten = form.and_then(|form| form.write(&draft, &answer));
    let script = rewritten.unwrap_or_else(|| draft.to_bytes());
    program.run_script(Origin::Random(number), level, draft, script)
}
