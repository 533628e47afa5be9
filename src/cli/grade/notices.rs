//! Writes the notices of `grade`: messages that are not marks. They say, for example, which files
//! were skipped, how programs were run, and which submissions are nearly equal.

use super::class_file;
use super::options::Grade;
use super::result::Class;
use super::similar::Pair;
use super::submission::{Found, Submission};
use crate::cli::exit::Exit;
use crate::cli::world::tell;
use broadside::ports::Ports;
use broadside::text::Visible;
use std::collections::BTreeMap;
use std::io;

/// Reports what was skipped, ids that several submissions share, and patterns that match no
/// submission. Such a pattern often lacks the extension of a file.
pub(super) fn of_class(found: &Found) -> io::Result<()> {
    if !found.skipped.is_empty() {
        tell(&format!("not submissions: {}", found.skipped.join(", ")))?;
    }
    let mut by_id: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    for Submission { name, about, .. } in &found.submissions {
        about.id.iter().for_each(|id| by_id.entry(id).or_default().push(name));
    }
    for (id, names) in by_id.into_iter().filter(|(_, names)| names.len() > 1) {
        let names = names.join(", ");
        tell(&format!("{}: several submissions have the id `{id}`: {names}", class_file::NAME))?;
    }
    found.unmatched.iter().try_for_each(|pattern| {
        tell(&format!("{}: `{pattern}` matches no submission", class_file::NAME))
    })
}

pub(super) fn recipes(class: &Class<'_>) -> io::Result<()> {
    let mut by_recipe: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    for graded in class.graded.iter().filter(|graded| !graded.recipe.is_empty()) {
        by_recipe.entry(&graded.recipe).or_default().push(graded.name);
    }
    by_recipe.into_iter().try_for_each(|(recipe, names)| {
        tell(&format!("built and run by {recipe}: {}", names.join(", ")))
    })
}

/// Warns if students can have the cards (fixed scripts) and the random scripts of this run.
pub(super) fn seed(options: &Grade) -> io::Result<()> {
    if !options.has_default_scripts() {
        return Ok(());
    }
    tell("students can have the same tests; --random N with --seed M gives other tests")
}

/// Reports submissions that name `broadside`: such a submission may start this program to get the
/// answers. Then lists `pairs`, the nearly equal submissions. `pairs` is `None` without
/// `--similar`.
pub(super) fn copies(
    submissions: &[Submission],
    pairs: Option<Vec<Pair>>,
    ports: &mut Ports<'_>,
) -> io::Result<()> {
    for submission in submissions {
        if let Some(file) = &submission.file_naming_broadside {
            let (name, file) = (&submission.name, file.display());
            tell(&format!("{name} names `broadside` in {file}"))?;
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

/// Says what to do after a shard (a part of the tests). Marks need the tests of all shards.
pub(super) fn shard(options: &Grade, class: &Class<'_>, ports: &mut Ports<'_>) -> io::Result<Exit> {
    let (done, all) = class.progress();
    let shard = options.shard.map(|shard| format!("Shard {shard} is done. ")).unwrap_or_default();
    writeln!(
        ports.out,
        "{shard}The journal has {done} of {all} tests. Concatenate the journals of all shards, and \
         grade with --journal and without --shard for the marks."
    )?;
    Ok(Exit::Done)
}

pub(super) fn interrupted(options: &Grade, class: &Class<'_>) -> io::Result<Exit> {
    let (done, all) = class.progress();
    let hint = match options.journal {
        Some(_) => "give the same command to continue",
        None => "nothing is kept without --journal",
    };
    tell(&format!("interrupted; {done} of {all} tests are done; {hint}"))?;
    Ok(Exit::Interrupted)
}
