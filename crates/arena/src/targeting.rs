//! Classic rules: fire only, the class of a ship is announced when it sinks.

use super::bench::Bench;
use super::factory::{GunnerFactory, MakeGunner};
use super::forfeits::Forfeits;
use super::summary::{Figure, Summary, real};
use broadside_arcade::ai::{Bits, Chart, ChartError, Forfeit, Gunner, Waters, Wide, random_fleet};
use broadside_core::board::Dims;
use broadside_core::dice::{Dice, Stream};
use rayon::prelude::*;
use serde::Serialize;
use std::time::Duration;
use thiserror::Error;

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
    pub bot: String,
    /// Shots to sink all.
    pub shots: Summary,
    /// By how many shots it differs from the first gunner on the same fleets.
    pub difference: Figure,
    /// Games for each second of processor time.
    pub speed: f64,
    /// How many games took 0, 1, 2, ... shots.
    pub distribution: Vec<usize>,
    /// Games that it forfeited; they are not among the shots.
    #[serde(skip_serializing_if = "Forfeits::is_empty")]
    pub forfeits: Forfeits,
}

/// Why nothing can be aimed at.
#[derive(Clone, Copy, Debug, Error, PartialEq, Eq)]
#[non_exhaustive]
pub enum TrialError {
    /// A board of more than 2^20 cells.
    #[error("expected a board of at most {} cells", Wide::MOST)]
    Board,
    /// A fleet that cannot lie on the board.
    #[error(transparent)]
    Fleet(#[from] ChartError),
    /// A fleet for which no [random fleet](random_fleet) is found.
    #[error("a million draws found no room for the fleet on the board")]
    NoRoom,
}

/// Lets each of `gunners` play the same games. A gunner of a series broken off has played as many as
/// were begun, and is left out if there were none. Draws of game k: the fleet, then the gunner's shots.
///
/// # Errors
/// When the board is too large or the fleet does not fit on it.
pub fn targeting(
    bench: &Bench<'_>,
    trial: &Trial,
    gunners: &[GunnerFactory],
) -> Result<Vec<Series>, TrialError> {
    if trial.dims.area() <= u128::MOST.into() {
        series(bench, trial, gunners, GunnerFactory::narrow)
    } else {
        series(bench, trial, gunners, GunnerFactory::wide)
    }
}

fn series<B: Bits>(
    bench: &Bench<'_>,
    trial: &Trial,
    gunners: &[GunnerFactory],
    maker: fn(&GunnerFactory) -> &MakeGunner<B>,
) -> Result<Vec<Series>, TrialError> {
    let waters = Waters::new(trial.dims).ok_or(TrialError::Board)?;
    let chart = Chart::new(waters, &trial.fleet)?;
    let mut all = Vec::new();
    for gunner in gunners {
        let batches = play_all(bench, &chart, maker(gunner)).ok_or(TrialError::NoRoom)?;
        all.push((gunner.name(), batches));
    }
    let first = all.first().map_or(&[][..], |(_, batches)| batches);
    let series = all.iter().map(|(bot, batches)| of_batches(bot, batches, first));
    Ok(series.filter(|one| one.shots.games > 0 || !one.forfeits.is_empty()).collect())
}

/// The shots of a game, or why it was forfeited.
type Shots = Result<u32, Forfeit>;

/// Some games in order, and their processor time. A series that is broken off leaves batches short or
/// empty.
type Batch = (Vec<Shots>, Duration);

fn of_batches(bot: &str, batches: &[Batch], first: &[Batch]) -> Series {
    let games = || batches.iter().flat_map(|(games, _)| games);
    let shots: Vec<_> = games().filter_map(|game| game.as_ref().ok()).copied().collect();
    let time: Duration = batches.iter().map(|(_, time)| time).sum();
    let firsts = (0..).map(|batch: u64| batch.saturating_mul(BATCH));
    let numbered = batches.iter().zip(firsts).flat_map(|((games, _), first)| (first..).zip(games));
    let pairs = batches.iter().zip(first).flat_map(|((own, _), (other, _))| own.iter().zip(other));
    let differences = pairs.filter_map(|(own, other)| match (own, other) {
        (Ok(own), Ok(other)) => Some(f64::from(*own) - f64::from(*other)),
        _ => None,
    });
    Series {
        bot: bot.to_owned(),
        difference: Figure::of(differences.collect::<Vec<_>>().into_iter()),
        speed: real(shots.len()) / time.as_secs_f64().max(1e-9),
        distribution: distribution(&shots),
        shots: Summary::of(&shots),
        forfeits: Forfeits::of(
            numbered.filter_map(|(number, game)| Some((number, game.as_ref().err()?))),
        ),
    }
}

/// All games, batch by batch; `None` when no fleet is found.
fn play_all<B: Bits>(
    bench: &Bench<'_>,
    empty: &Chart<B>,
    make: &MakeGunner<B>,
) -> Option<Vec<Batch>> {
    let batch = |number: u64| {
        let first = number.saturating_mul(BATCH);
        let games = first..bench.games.min(first.saturating_add(BATCH));
        let start = (bench.clock)();
        let dice = games.map(|game| Stream::new(&bench.seed, game));
        let begun = dice.take_while(|_| (bench.goes_on)());
        let shots = begun.map(|mut dice| play(empty, &mut *make(), &mut dice));
        let shots = shots.inspect(|_| (bench.tick)(1)).collect::<Option<Vec<_>>>()?;
        let shots = counted(shots, (bench.goes_on)());
        let time = (bench.clock)().saturating_sub(start);
        Some((shots, time))
    };
    (0..bench.games.div_ceil(BATCH)).into_par_iter().map(batch).collect()
}

/// The games of a batch that count. A forfeit in a series that was broken off meanwhile says nothing: the
/// break may be its cause. It is the last game, since no other was begun behind it.
fn counted(mut games: Vec<Shots>, goes_on: bool) -> Vec<Shots> {
    games.pop_if(|last| last.is_err() && !goes_on);
    games
}

/// One game: the number of shots until all ships are sunk; `None` without a fleet.
fn play<B: Bits>(
    empty: &Chart<B>,
    gunner: &mut dyn Gunner<B>,
    dice: &mut dyn Dice,
) -> Option<Shots> {
    let ships = random_fleet(empty.waters(), empty.lengths(), dice)?;
    Some(sink(empty.clone(), &ships, gunner, dice))
}

/// Shoots until all `ships` are sunk.
fn sink<B: Bits>(
    mut chart: Chart<B>,
    ships: &[B],
    gunner: &mut dyn Gunner<B>,
    dice: &mut dyn Dice,
) -> Shots {
    while chart.unhit() > 0 {
        let cell = gunner.aim(&chart, dice)?;
        fire(&mut chart, ships, cell)
            .ok_or_else(|| Forfeit::Illegal(format!("cell {cell} is not new")))?;
    }
    gunner.end(&chart);
    Ok(chart.shot().count())
}

/// Fires at a cell of the hidden fleet and notes the answer; `None` unless it is a new cell of the board.
pub(super) fn fire<B: Bits>(chart: &mut Chart<B>, fleet: &[B], cell: u32) -> Option<()> {
    let shot = chart.waters().single(cell);
    if shot.is_empty() {
        return None;
    }
    let Some(ship) = fleet.iter().position(|ship| ship.has(cell)) else {
        return chart.note_shot(&shot, &chart.waters().none(), &[]).ok();
    };
    let sinks = fleet[ship].minus(chart.hits()).count() == 1;
    chart.note_shot(&shot, &shot, &[ship][..usize::from(sinks)]).ok()
}

fn distribution(shots: &[u32]) -> Vec<usize> {
    let most = shots.iter().copied().max().unwrap_or(0);
    let mut counts = vec![0; most as usize + 1];
    for shots in shots {
        counts[*shots as usize] += 1;
    }
    counts
}
