//! Tests how small the scripts of findings become. A finding is a script whose output is wrong. The
//! tested programs are copies of the model (a second implementation of the rules), each with one
//! misreading. `BROADSIDE_LAB_SHRINK=1` tries all misreadings. `BROADSIDE_FIGURES=1` makes the test
//! fail, so that it prints the findings.

use crate::environment::is_set;
use broadside::lab::compare::{Difference, Lenience, compare};
use broadside::lab::draft::Draft;
use broadside::lab::generate::{Generator, Scope};
use broadside::lab::misreadings::Misreading;
use broadside::lab::shrink::{Shrunk, shrink};
use broadside::lab::{model, reference};
use broadside::ports::programs::Ended;

/// Returns the first finding for a program with this misreading, made small.
fn first_finding(misreading: Misreading) -> Option<Shrunk> {
    let generator = Generator::new(&1.into(), Scope::default());
    (0..2000).find_map(|k| {
        let draft = generator.script(k).draft;
        let found = difference(&draft, misreading)?;
        let cause = found.cause.clone();
        Some(shrink(draft, found, 150, &mut |candidate| {
            Ok(difference(candidate, misreading).filter(|found| found.cause == cause))
        }))
    })
}

fn difference(draft: &Draft, misreading: Misreading) -> Option<Difference> {
    let out = model::run(&draft.to_bytes(), misreading.into()).out;
    compare(draft, &reference::run(draft), &Ended::exited(0, out), Lenience::default())
}

#[test]
fn findings_have_few_lines() {
    // The median number of lines is larger for every twelfth misreading than for all misreadings.
    let all = is_set("BROADSIDE_LAB_SHRINK");
    let (step, most) = if all { (1, 7) } else { (12, 10) };
    let found = Misreading::ALL.into_iter().step_by(step).filter_map(|misreading| {
        let shrunk = first_finding(misreading)?;
        let text = String::from_utf8_lossy(&shrunk.draft.to_bytes()).replace('\n', " | ");
        Some((shrunk.draft.lines(), shrunk.runs, misreading.name(), text))
    });
    let mut found: Vec<_> = found.collect();
    found.sort_unstable();
    let median = found[found.len() / 2].0;
    let longest = found.last().map_or(0, |(lines, ..)| *lines);
    let wants_figures = is_set("BROADSIDE_FIGURES");
    assert!(median <= most && longest <= 20 && !wants_figures, "median {median}: {found:#?}");
}
