//! The notices of `grade` beside the marks: what was skipped, how programs were run, which are alike.

use super::class_file;
use super::options::Grade;
use super::result::Class;
use super::similar::Pair;
use super::submission::Submission;
use crate::cli::exit::{Exit, Failure};
use broadside::ports::Ports;
use broadside::text::Visible;
use std::collections::BTreeMap;

/// Lists once what is in the folder of a class and is not a submission.
pub(super) fn skipped(skipped: &[String], ports: &mut Ports<'_>) -> Result<(), Failure> {
    if skipped.is_empty() {
        return Ok(());
    }
    let names = skipped.join(", ");
    Ok(writeln!(ports.err, "broadside: not submissions: {}", Visible(names.as_bytes()))?)
}

/// Says which entries of the class file are for no submission: mostly a name without its ending.
pub(super) fn unmatched(patterns: &[String], ports: &mut Ports<'_>) -> Result<(), Failure> {
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
pub(super) fn recipes(class: &Class<'_>, ports: &mut Ports<'_>) -> Result<(), Failure> {
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

/// Names submissions that may start this program, and pairs that are nearly equal.
pub(super) fn copies(
    submissions: &[Submission],
    pairs: Option<Vec<Pair>>,
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
    for Pair { names: [one, other], percent, places } in pairs {
        let [a, b] = places.map(|(file, first, last)| format!("{file}:{first}-{last}"));
        let line = format!("{percent} % alike: {one} {a}, {other} {b}");
        writeln!(ports.out, "{}", Visible(line.as_bytes()))?;
    }
    Ok(())
}

/// Says that a shard is done, and what to do next: marks need all tests.
pub(super) fn shard(told: &Grade, class: &Class<'_>, ports: &mut Ports<'_>) -> Result<(), Failure> {
    let (done, all) = class.progress();
    let shard = told.shard.map(|shard| format!("Shard {shard} is done. ")).unwrap_or_default();
    writeln!(
        ports.out,
        "{shard}The journal has {done} of {all} tests. Concatenate the journals of all shards, and \
         grade with --journal and without --shard for the marks."
    )?;
    Ok(())
}

/// Says how far an interrupted run came.
pub(super) fn interrupted(
    told: &Grade,
    class: &Class<'_>,
    ports: &mut Ports<'_>,
) -> Result<Exit, Failure> {
    let (done, all) = class.progress();
    let hint = match told.journal {
        Some(_) => "the same command goes on",
        None => "nothing is kept without --journal",
    };
    writeln!(ports.err, "broadside: interrupted; {done} of {all} tests are done, {hint}")?;
    Ok(Exit::Interrupted)
}
