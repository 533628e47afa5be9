//! Plays series of games with gunners, the bots that only fire. The rules are the usual ones: when
//! a ship sinks, the gunner learns which ship has sunk. [`show`] plays one game, and notes how
//! promising the gunner found each field.

use super::factory::{GunnerFactory, MakeGunner};
use super::series::{Batch, Bench};
use super::summary::{Figure, Forfeits, Summary, real};
use super::targeting_record::{self, hulls};
use broadside_arcade::ai::{Bits, Chart, ChartError, Forfeit, Gunner, Waters, Wide, random_fleet};
use broadside_arcade::grids::record::Record;
use broadside_core::board::{Coord, Dims, Hull, Side};
use broadside_core::dice::{Dice, Seed, Stream};
use serde::Serialize;
use std::time::Duration;
use thiserror::Error;

/// How many games are timed together. Reading the clock takes as long as several shots.
const BATCH: u64 = 64;

/// The board and the fleet of a series.
#[derive(Clone, Debug)]
pub struct Trial {
    /// The size of the board.
    pub dims: Dims,
    /// The lengths of the ships.
    pub fleet: Vec<u32>,
}

/// The result of one gunner.
#[derive(Clone, Debug, Serialize)]
pub struct Series {
    /// The name of the gunner.
    pub bot: String,
    /// The number of shots until all ships were sunk.
    pub shots: Summary,
    /// The number of shots of this gunner minus that of the first gunner on the same fleet. `None`
    /// if one of the two gunners forfeited a game: otherwise a gunner could gain by forfeiting the
    /// games that would take many shots.
    pub difference: Option<Figure>,
    /// How many games were played per second, by the clock of the [`Bench`]. Forfeited games are
    /// left out of the number of games, but their time is included.
    pub speed: f64,
    /// How many games took 0, 1, 2, ... shots.
    pub distribution: Vec<usize>,
    /// The games that the gunner forfeited. They do not count in `shots`.
    #[serde(skip_serializing_if = "Forfeits::is_empty")]
    pub forfeits: Forfeits,
}

/// Why a series cannot be played.
#[derive(Clone, Copy, Debug, Error, PartialEq, Eq)]
#[non_exhaustive]
pub enum TrialError {
    /// The board has more than 2^20 cells.
    #[error("expected a board of at most {} cells", Wide::MOST)]
    Board,
    /// The fleet is not allowed on the board.
    #[error(transparent)]
    Fleet(#[from] ChartError),
    /// No random placement of the fleet was found.
    #[error("a million draws found no room for the fleet on the board")]
    NoRoom,
}

/// Lets each of `gunners` play the same games. In each game, the dice first draw the fleet. Then
/// the gunner draws its shots from the same dice. If the series is stopped, the results cover the
/// games that were finished. A gunner without a finished game is left out. Fails if the board or
/// the fleet is not allowed, or if the fleet finds no room.
pub fn targeting(
    bench: &Bench<'_>,
    trial: &Trial,
    gunners: &[GunnerFactory],
) -> Result<Vec<Series>, TrialError> {
    if trial.dims.area() <= u128::MOST.into() {
        series(bench, trial, gunners, |gunner| &gunner.narrow)
    } else {
        series(bench, trial, gunners, |gunner| &gunner.wide)
    }
}

fn series<B: Bits>(
    bench: &Bench<'_>,
    trial: &Trial,
    gunners: &[GunnerFactory],
    maker: fn(&GunnerFactory) -> &MakeGunner<B>,
) -> Result<Vec<Series>, TrialError> {
    let chart = empty_chart(trial)?;
    let mut all = Vec::new();
    for gunner in gunners {
        let game = |number| {
            let mut dice = Stream::new(&bench.seed, number);
            let ships = hidden_fleet(&chart, &mut dice)?;
            let mut record =
                targeting_record::begin(bench, (number, gunner.name()), &chart, &ships);
            let mut gunner = maker(gunner)((number, Side::First));
            let shots = play(chart.clone(), &ships, &mut *gunner, &mut dice, record.as_mut());
            bench.keep(number, record.as_ref(), shots.is_err());
            Ok::<_, TrialError>(shots)
        };
        let batches = bench.play(0..bench.games, BATCH, game, Result::is_err)?;
        all.push((gunner.name(), batches));
    }
    let first = all.first().map_or(&[][..], |(_, batches)| batches);
    let series = all.iter().map(|(bot, batches)| of_batches(bot, batches, first));
    Ok(series.filter(|one| one.shots.games > 0 || !one.forfeits.is_empty()).collect())
}

fn empty_chart<B: Bits>(trial: &Trial) -> Result<Chart<B>, TrialError> {
    let waters = Waters::new(trial.dims).ok_or(TrialError::Board)?;
    Ok(Chart::new(waters, &trial.fleet)?)
}

fn hidden_fleet<B: Bits>(chart: &Chart<B>, dice: &mut dyn Dice) -> Result<Vec<B>, TrialError> {
    random_fleet(chart.waters(), chart.lengths(), dice).ok_or(TrialError::NoRoom)
}

/// The number of shots of a game, or the reason of a forfeit.
type Shots = Result<u32, Forfeit>;

/// Returns the result of a gunner. `first` has the batches of the first gunner.
fn of_batches(bot: &str, batches: &[Batch<Shots>], first: &[Batch<Shots>]) -> Series {
    let numbered = || batches.iter().flat_map(|batch| (batch.first..).zip(&batch.games));
    let shots: Vec<_> = numbered().filter_map(|(_, game)| game.as_ref().ok()).copied().collect();
    let time: Duration = batches.iter().map(|batch| batch.time).sum();
    Series {
        bot: bot.to_owned(),
        difference: difference(batches, first),
        speed: real(shots.len()) / time.as_secs_f64().max(1e-9),
        distribution: distribution(&shots),
        shots: Summary::of(&shots),
        forfeits: Forfeits::of(
            numbered().filter_map(|(number, game)| Some((number, game.as_ref().err()?))),
        ),
    }
}

fn difference(batches: &[Batch<Shots>], first: &[Batch<Shots>]) -> Option<Figure> {
    let pairs =
        batches.iter().zip(first).flat_map(|(own, other)| own.games.iter().zip(&other.games));
    let differences = pairs.map(|(own, other)| match (own, other) {
        (Ok(own), Ok(other)) => Some(f64::from(*own) - f64::from(*other)),
        _ => None,
    });
    let differences: Option<Vec<_>> = differences.collect();
    Some(Figure::of(differences?.into_iter()))
}

fn play<B: Bits>(
    mut chart: Chart<B>,
    ships: &[B],
    gunner: &mut dyn Gunner<B>,
    dice: &mut dyn Dice,
    mut record: Option<&mut Record>,
) -> Shots {
    let mut shots = 0;
    let outcome = sink(&mut chart, ships, gunner, dice, &mut |_, _, shot| {
        shots += 1;
        if let Some(record) = &mut record {
            record.play(Side::First, targeting_record::name(shot.at), shot.outcome());
        }
    });
    if let (Some(record), Err(forfeit)) = (record, &outcome) {
        record.forfeit(Side::First, &forfeit.to_string());
    }
    outcome.map(|()| shots)
}

/// A shot at a field that was not shot at before, with its result.
#[derive(Clone, Debug, PartialEq)]
pub struct ShownShot {
    /// The field.
    pub at: Coord,
    /// The index, in the fleet, of the ship that was hit; `None` for a miss.
    pub hit: Option<usize>,
    /// Whether this shot sinks the ship.
    pub sinks: bool,
    /// How promising the gunner found each field, row by row, before the shot, see
    /// [`Gunner::heat`](broadside_arcade::ai::Gunner::heat). Empty if the heat was not computed.
    pub heat: Vec<f64>,
}

impl ShownShot {
    const fn outcome(&self) -> &'static str {
        match (self.hit, self.sinks) {
            (None, _) => "miss",
            (Some(_), true) => "sunk",
            (Some(_), false) => "hit",
        }
    }
}

/// A function that is called with each shot, before the chart shows the shot. It gets the chart,
/// the gunner, and the shot without its heat.
type OnShot<'f, B> = dyn FnMut(&Chart<B>, &dyn Gunner<B>, ShownShot) + 'f;

pub(super) fn sink<B: Bits>(
    chart: &mut Chart<B>,
    ships: &[B],
    gunner: &mut dyn Gunner<B>,
    dice: &mut dyn Dice,
    on_shot: &mut OnShot<'_, B>,
) -> Result<(), Forfeit> {
    while chart.unhit() > 0 {
        let at = gunner.aim(chart, dice)?;
        let cell = chart.waters().cell(at).filter(|cell| !chart.shot().has(*cell));
        let cell = cell.ok_or_else(|| {
            Forfeit::Illegal(format!("row {}, column {} is not a new cell", at.row, at.col))
        })?;
        let hit = ships.iter().position(|ship| ship.has(cell));
        let sinks = hit.is_some_and(|ship| ships[ship].minus(chart.hits()).count() == 1);
        on_shot(chart, gunner, ShownShot { at, hit, sinks, heat: Vec::new() });
        let single = chart.waters().single(cell);
        let noted = match hit {
            None => chart.note_shot(&single, &chart.waters().none(), &[]),
            Some(ship) => chart.note_shot(&single, &single, &[ship][..usize::from(sinks)]),
        };
        debug_assert!(noted.is_ok(), "the cell is new");
    }
    gunner.end(chart);
    Ok(())
}

pub(super) fn distribution(shots: &[u32]) -> Vec<usize> {
    let most = shots.iter().copied().max().unwrap_or(0);
    let mut counts = vec![0; most as usize + 1];
    for shots in shots {
        counts[*shots as usize] += 1;
    }
    counts
}

/// A game of [`targeting`](super::targeting) with all its shots.
#[derive(Clone, Debug, PartialEq)]
pub struct ShownGame {
    /// The ships of the hidden fleet, in the order of the lengths in the trial. A ship of this game
    /// has no bow, so its first cell counts as the bow: all hulls head west or north.
    pub fleet: Vec<Hull>,
    /// The shots, in the order in which they were fired.
    pub shots: Vec<ShownShot>,
    /// Why the gunner forfeited the game, if it did.
    pub forfeit: Option<Forfeit>,
}

/// Plays one game of the series of [`targeting`](super::targeting) with this `seed`. `game` is the
/// number of the game, from 0. Fails if the board or the fleet is not allowed, or if the fleet
/// finds no room.
pub fn show(
    seed: &Seed,
    trial: &Trial,
    gunner: &GunnerFactory,
    game: u64,
) -> Result<ShownGame, TrialError> {
    let mut dice = Stream::new(seed, game);
    if trial.dims.area() <= u128::MOST.into() {
        show_on(trial, (&gunner.narrow, game), &mut dice)
    } else {
        show_on(trial, (&gunner.wide, game), &mut dice)
    }
}

fn show_on<B: Bits>(
    trial: &Trial,
    (make, game): (&MakeGunner<B>, u64),
    dice: &mut Stream,
) -> Result<ShownGame, TrialError> {
    let mut chart = empty_chart(trial)?;
    let ships = hidden_fleet(&chart, dice)?;
    let mut shots = Vec::new();
    let mut gunner = make((game, Side::First));
    let fleet = hulls(&chart, &ships);
    let outcome = sink(&mut chart, &ships, &mut *gunner, dice, &mut |chart, gunner, shot| {
        let cells = chart.waters().all().cells();
        let heat = cells.map(|cell| gunner.heat(chart, chart.waters().coord(cell))).collect();
        shots.push(ShownShot { heat, ..shot });
    });
    Ok(ShownGame { fleet, shots, forfeit: outcome.err() })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Bench, targeting};
    use broadside_core::board::{Board, Coord, Dims};

    #[test]
    fn a_series_counts_its_games_by_shots_and_by_time() {
        let games = vec![Ok(3), Err(Forfeit::Timeout), Ok(1), Ok(3)];
        let batch = Batch { first: 7, games, time: Duration::from_secs(2) };
        let series = of_batches("hunt", std::slice::from_ref(&batch), &[]);
        assert_eq!(series.distribution, [0, 1, 0, 2]);
        assert_eq!(series.speed.to_string(), "1.5");
        assert_eq!(series.forfeits.total(), 1);
        // Regression: a bot could look better than another bot if it forfeited its long games.
        let whole = Batch { first: 7, games: vec![Ok(9); 4], time: Duration::ZERO };
        let beside = of_batches("hunt", &[batch], &[whole]);
        assert_eq!(beside.difference.map(|figure| figure.mean), None);
    }

    #[test]
    fn shown_games_are_those_of_the_series() {
        for dims in [Dims::new(9, 10).unwrap(), Dims::new(12, 12).unwrap()] {
            let trial = Trial { dims, fleet: vec![4, 3, 2, 1] };
            for gunner in GunnerFactory::built_in() {
                let series =
                    targeting(&Bench::new(3, 3), &trial, std::slice::from_ref(&gunner)).unwrap();
                let shown: Vec<_> =
                    (0..3).map(|game| show(&3.into(), &trial, &gunner, game).unwrap()).collect();
                let mut counts = vec![0; series[0].distribution.len()];
                for game in &shown {
                    counts[game.shots.len()] += 1;
                }
                assert_eq!(counts, series[0].distribution, "{}", gunner.name());
                for game in &shown {
                    check_heat(game, dims);
                }
            }
        }
    }

    fn check_heat(game: &ShownGame, dims: Dims) {
        let index = |at: Coord| usize::try_from(at.row * dims.cols() + at.col).unwrap();
        for (k, shot) in game.shots.iter().enumerate() {
            assert!(shot.heat.iter().all(|heat| heat.is_finite() && *heat >= 0.0));
            assert!(shot.heat[index(shot.at)] > 0.0, "shot {k}");
            let shot_at = game.shots[..k].iter().map(|earlier| shot.heat[index(earlier.at)]);
            assert!(shot_at.sum::<f64>() <= 0.0, "shot {k}");
        }
        assert!(game.fleet.iter().all(|hull| Board::new(dims).holds(hull)));
    }
}
