//! Plays one game of a gunner, shot by shot, and notes how promising it found each field.

use super::factory::{GunnerFactory, MakeGunner};
pub use super::targeting::ShownShot;
use super::targeting::{Trial, TrialError, sink};
use super::targeting_record::hulls;
use broadside_arcade::ai::{Bits, Chart, Forfeit, Waters, random_fleet};
use broadside_core::board::{Hull, Side};
use broadside_core::dice::{Seed, Stream};

/// A game of [`targeting`](super::targeting) with all its shots.
#[derive(Clone, Debug, PartialEq)]
pub struct ShownGame {
    /// The ships of the hidden fleet, in the order of the lengths in the trial. Ships of this game
    /// have no bow, so all of these hulls head west or north.
    pub fleet: Vec<Hull>,
    /// The shots, in the order in which they were fired.
    pub shots: Vec<ShownShot>,
    /// Why the gunner forfeited the game, if it did.
    pub forfeit: Option<Forfeit>,
}

/// Plays game `game`, from 0, of the series of [`targeting`](super::targeting) with this `seed`.
///
/// ```
/// use broadside_arena::{GunnerFactory, Trial, show};
/// use broadside_core::board::Dims;
///
/// let trial = Trial { dims: Dims::new(10, 10).expect("positive"), fleet: vec![5, 4, 3] };
/// let density = GunnerFactory::from_name("density").expect("built in");
/// let game = show(&1.into(), &trial, &density, 0)?;
/// let last = game.shots.last().expect("a fleet takes shots");
/// assert!(last.sinks && last.heat.len() == 100);
/// # Ok::<(), broadside_arena::TrialError>(())
/// ```
///
/// # Errors
/// Returns an error if the board or the fleet is not allowed, or if the fleet finds no room.
pub fn show(
    seed: &Seed,
    trial: &Trial,
    gunner: &GunnerFactory,
    game: u64,
) -> Result<ShownGame, TrialError> {
    let mut dice = Stream::new(seed, game);
    if trial.dims.area() <= u128::MOST.into() {
        play(trial, (&gunner.narrow, game), &mut dice)
    } else {
        play(trial, (&gunner.wide, game), &mut dice)
    }
}

fn play<B: Bits>(
    trial: &Trial,
    (make, game): (&MakeGunner<B>, u64),
    dice: &mut Stream,
) -> Result<ShownGame, TrialError> {
    let waters = Waters::new(trial.dims).ok_or(TrialError::Board)?;
    let mut chart = Chart::new(waters, &trial.fleet)?;
    let ships = random_fleet(chart.waters(), chart.lengths(), dice).ok_or(TrialError::NoRoom)?;
    let mut shots = Vec::new();
    let mut gunner = (*make)((game, Side::First));
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

    /// The field that is shot at has some heat, and fields shot at before have none.
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
