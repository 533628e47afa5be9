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

/// Lets each of `gunners` play the same games. `None` when the fleet has no room on the board. Draws of
/// game k: the fleet, then the gunner's shots.
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
    random_fleet(&waters, &trial.fleet, &mut Stream::new(&bench.seed, 0))?;
    let mut first = None;
    let one = |aim: &Aim| {
        let (shots, time) = play_all(bench, &waters, &trial.fleet, *aim);
        let against = first.get_or_insert_with(|| shots.clone());
        let pairs = shots.iter().zip(against.iter());
        let difference = Figure::of(pairs.map(|(own, other)| f64::from(*own) - f64::from(*other)));
        Series {
            bot: aim.name(),
            difference,
            speed: super::summary::real(shots.len()) / time.as_secs_f64().max(1e-9),
            distribution: distribution(&shots),
            shots: Summary::of(&shots),
        }
    };
    Some(gunners.iter().map(one).collect())
}

/// The shots of every game in order, and the processor time of all.
fn play_all<B: Bits + 'static>(
    bench: &Bench<'_>,
    waters: &Waters<B>,
    fleet: &[u32],
    aim: Aim,
) -> (Vec<u32>, Duration) {
    let batch = |number: u64| {
        let games = number * BATCH..bench.games.min((number + 1) * BATCH);
        let count = games.end - games.start;
        let start = (bench.clock)();
        let dice = games.map(|game| Stream::new(&bench.seed, game));
        let shots: Vec<_> = dice.map(|mut dice| play(waters, fleet, aim, &mut dice)).collect();
        let time = (bench.clock)().saturating_sub(start);
        (bench.tick)(count);
        (shots, time)
    };
    let batches: Vec<_> = (0..bench.games.div_ceil(BATCH)).into_par_iter().map(batch).collect();
    let time = batches.iter().map(|(_, time)| time).sum();
    (batches.into_iter().flat_map(|(shots, _)| shots).collect(), time)
}

/// One game: the number of shots until all ships are sunk.
fn play<B: Bits + 'static>(
    waters: &Waters<B>,
    fleet: &[u32],
    aim: Aim,
    dice: &mut dyn Dice,
) -> u32 {
    let ships = random_fleet(waters, fleet, dice).expect("the fleet has room: it was tried");
    let mut chart = Chart::new(waters.clone(), fleet);
    let mut gunner = aim.gunner(&chart);
    while chart.unhit() > 0 {
        let cell = gunner.aim(&chart, dice).expect("a ship is still to be hit");
        fire(&mut chart, &ships, cell);
    }
    chart.shot().count()
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
