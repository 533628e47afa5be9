//! Writes the lines of the report on a series of games, and joins the parts of a report in JSON.

use crate::cli::bots::Roster;
use crate::cli::exit::Result;
use broadside::arena::{Forfeits, Pace, Summary};
use broadside::dice::Seed;
use broadside::ports::Ports;
use serde::Serialize;
use serde_json::Value;

pub(super) fn heading(
    ports: &mut Ports<'_>,
    bot: &str,
    (played, games): (usize, u64),
    seed: &Seed,
) -> Result<()> {
    let of = if played as u64 == games { String::new() } else { format!(" of {games}") };
    writeln!(ports.out, "bot             {bot}")?;
    writeln!(ports.out, "games           {played}{of}, seed {seed}")?;
    Ok(())
}

/// Writes the mean and the median of a summary. `what` is the word `turns` or `shots`.
pub(super) fn counts(ports: &mut Ports<'_>, what: &str, summary: &Summary) -> Result<()> {
    let Summary { games, mean, error, median, .. } = summary;
    if *games == 0 {
        writeln!(ports.out, "mean {what:<11}-\nmedian {what:<9}-")?;
        return Ok(());
    }
    writeln!(ports.out, "mean {what:<11}{mean:.3} +- {error:.3}")?;
    writeln!(ports.out, "median {what:<9}{median}")?;
    Ok(())
}

pub(super) fn pace(ports: &mut Ports<'_>, roster: &Roster, pace: Pace) -> Result<()> {
    let (time, median, p999) = (time(roster), pace.median * 1e3, pace.p999 * 1e3);
    let label = format!("{time} a move");
    writeln!(ports.out, "{label:<16}{median:.3} ms median, {p999:.3} ms 99.9th percentile")?;
    Ok(())
}

/// Returns the label for the times of [`Roster::clock`].
pub(super) fn time(roster: &Roster) -> &'static str {
    if roster.has_programs() { "time" } else { "CPU" }
}

pub(super) fn forfeits(ports: &mut Ports<'_>, bot: &str, forfeits: &Forfeits) -> Result<()> {
    if !forfeits.is_empty() {
        writeln!(ports.out, "forfeits        {forfeits}, by {bot}")?;
    }
    if let Some(first) = forfeits.first() {
        writeln!(ports.out, "first forfeit   {first}")?;
    }
    Ok(())
}

pub(super) fn merged(mut head: Value, rest: &impl Serialize) -> Value {
    let rest = serde_json::to_value(rest).unwrap_or_default();
    if let (Some(head), Value::Object(rest)) = (head.as_object_mut(), rest) {
        head.extend(rest);
    }
    head
}
