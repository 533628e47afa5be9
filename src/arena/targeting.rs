//! Classic rules: fire only, the class of a ship is announced when it sinks.

use super::summary::{Figure, Summary};
use super::{Aim, Bench};
use crate::ai::{Bits, Chart, Waters, Wide, random_fleet};
use crate::board::Dims;
use crate::dice::{Dice, Stream};
use rayon::prelude::*;
use serde::Serialize;
use std::time::Duration;

/// Games between two looks at the clock, which costs as much as some shots.
const BATCH: u64 = 64;

/// What is aimed at.
#[derive(Clone, Debug)]
pub struct Trial {
    /// The size of the board.
    pub dims: Dims,
    /// The lengths of the ships.
    pub fleet: Vec<u32>,
}

/// How a gunner fared.
#[derive(Clone, Debug, Serialize)]
pub struct Series {
    /// Its name.
    pub bot: &'static str,
    /// Shots to sink all.
    pub shots: Summary,
    /// By how many shots it differs from the first gunner on the same fleets.
    pub difference: Figure,
    /// Games for each second of processor time.
    pub speed: f64,
    /// How many games took 0, 1, 2, ... shots.
    pub distribution: Vec<usize>,
}

/// Lets each of `gunners` play the same games. A gunner of a series broken off has played as many as
/// were begun, and is left out if there were none. `None` when no [random fleet](random_fleet) is
/// found. Draws of game k: the fleet, then the gunner's shots.
pub fn targeting(bench: &Bench<'_>, trial: &Trial, gunners: &[Aim]) -> Option<Vec<Series>> {
    if trial.dims.area() <= 128 {
        series::<u128>(bench, trial, gunners)
    } else {
        series::<Wide>(bench, trial, gunners)
    }
}

fn series<B: Bits + 'static>(
    bench: &Bench<'_>,
    trial: &Trial,
    gunners: &[Aim],
) -> Option<Vec<Series>> {
    let waters = Waters::<B>::new(trial.dims)?;
    let mut all = Vec::new();
    for aim in gunners {
        all.push((aim.name(), play_all(bench, &waters, &trial.fleet, *aim)?));
    }
    let first = all.first().map_or(&[][..], |(_, batches)| batches);
    let series = all.iter().map(|(bot, batches)| of_batches(bot, batches, first));
    Some(series.filter(|one| one.shots.games > 0).collect())
}

/// The shots of some games in order, and their processor time. A series that is broken off leaves
/// batches short or empty.
type Batch = (Vec<u32>, Duration);

fn of_batches(bot: &'static str, batches: &[Batch], first: &[Batch]) -> Series {
    let shots: Vec<_> = batches.iter().flat_map(|(shots, _)| shots).copied().collect();
    let time: Duration = batches.iter().map(|(_, time)| time).sum();
    let pairs = batches.iter().zip(first).flat_map(|((own, _), (other, _))| own.iter().zip(other));
    let differences = pairs.map(|(own, other)| f64::from(*own) - f64::from(*other));
    Series {
        bot,
        difference: Figure::of(differences.collect::<Vec<_>>().into_iter()),
        speed: super::summary::real(shots.len()) / time.as_secs_f64().max(1e-9),
        distribution: distribution(&shots),
        shots: Summary::of(&shots),
    }
}

/// All games, batch by batch; `None` when no fleet is found.
fn play_all<B: Bits + 'static>(
    bench: &Bench<'_>,
    waters: &Waters<B>,
    fleet: &[u32],
    aim: Aim,
) -> Option<Vec<Batch>> {
    let batch = |number: u64| {
        let games = number * BATCH..bench.games.min((number + 1) * BATCH);
        let start = (bench.clock)();
        let dice = games.map(|game| Stream::new(&bench.seed, game));
        let begun = dice.take_while(|_| (bench.goes_on)());
        let shots = begun.map(|mut dice| play(waters, fleet, aim, &mut dice));
        let shots = shots.inspect(|_| (bench.tick)(1)).collect::<Option<_>>()?;
        let time = (bench.clock)().saturating_sub(start);
        Some((shots, time))
    };
    (0..bench.games.div_ceil(BATCH)).into_par_iter().map(batch).collect()
}

/// One game: the number of shots until all ships are sunk; `None` without a fleet.
fn play<B: Bits + 'static>(
    waters: &Waters<B>,
    fleet: &[u32],
    aim: Aim,
    dice: &mut dyn Dice,
) -> Option<u32> {
    let ships = random_fleet(waters, fleet, dice)?;
    let mut chart = Chart::new(waters.clone(), fleet);
    let mut gunner = aim.gunner(&chart);
    while chart.unhit() > 0 {
        let cell = gunner.aim(&chart, dice).expect("a ship is still to be hit");
        fire(&mut chart, &ships, cell);
    }
    Some(chart.shot().count())
}

/// Fires at a cell of the hidden fleet and notes the answer.
fn fire<B: Bits>(chart: &mut Chart<B>, fleet: &[B], cell: u32) {
    let shot = chart.waters().single(cell);
    let Some(ship) = fleet.iter().position(|ship| ship.has(cell)) else {
        return chart.note_shot(&shot, &chart.waters().none(), &[]);
    };
    let sinks = fleet[ship].minus(chart.hits()).count() == 1;
    chart.note_shot(&shot, &shot, &[ship][..usize::from(sinks)]);
}

fn distribution(shots: &[u32]) -> Vec<usize> {
    let most = shots.iter().copied().max().unwrap_or(0);
    let mut counts = vec![0; most as usize + 1];
    for shots in shots {
        counts[*shots as usize] += 1;
    }
    counts
}
