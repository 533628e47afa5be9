//! The posterior gunner, and lists and samples of the fleets that fit a chart.

use super::bits::Bits;
use super::chart::Chart;
use super::fits::{Fits, choices, visit_fleets};
use super::forecast::Forecast;
use super::gunners::{Density, pick};
use super::slices::Tally;
use super::sweep::Sweep;
use super::{Forfeit, Gunner};
use broadside_core::board::Coord;
use broadside_core::dice::Dice;
use std::ops::ControlFlow;

/// The value of one bit of information, in hits.
const INFORMATION: f64 = 0.2;

/// The value, in hits, of a miss at the cell where a free ship (one that covers no hit) is most
/// likely. Such a miss has a value: it saves a shot of the later search for the ship.
const MISS: f64 = 0.5;

/// The largest number of ways to cover the open hits. If there are more ways, the gunner aims as
/// [`Density`] does.
const CORES: usize = 20_000;

/// Misses are predicted for at most this many ships afloat. With more, predictions are inexact.
const AFLOAT: usize = 3;

/// How many first shots are tried: the best ones of [`Density`]. More first shots gain little.
const OPENINGS: usize = 6;

/// Misses are predicted for at most this many targets. With more, predictions would take too long.
const TARGETS: u32 = 128;

/// Values that differ by no more than this count as equal.
const TIE: f64 = 1e-9;

/// Fleets that fit a chart: all of them if they are few, otherwise a random sample in which all are
/// equally likely. If too few fleets of the sample fit a later chart, new fleets are drawn (a
/// particle filter with exact rejuvenation).
#[derive(Clone, Debug)]
pub struct Fleets<B = u128> {
    /// The number of ships of each fleet, at least 1.
    ships: usize,
    cells: Vec<B>,
    complete: bool,
    budget: Budget,
}

/// The limits of the work for a sample, in steps and not in time, so that a seed determines the
/// result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Budget {
    /// The largest number of fleets in the sample.
    pub sample_size: usize,
    /// If at most this many draws of a fleet are possible (see `fits.rs`), all fleets are kept
    /// instead of a sample.
    pub most_draws: u64,
    /// The largest number of ways to cover the hits. If there are more ways, no new fleets are
    /// found.
    pub most_cores: usize,
}

impl<B: Bits> Fleets<B> {
    /// Returns an empty list: [`refresh`](Self::refresh) finds the fleets.
    pub const fn new(budget: Budget) -> Self {
        Self { ships: 1, cells: Vec::new(), complete: false, budget }
    }

    /// Returns all fleets. A fleet has one set of cells for each ship.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = &[B]> {
        self.cells.chunks_exact(self.ships)
    }

    /// Returns the number of fleets.
    pub fn len(&self) -> usize {
        self.cells.len() / self.ships
    }

    /// Whether there is no fleet.
    pub fn is_empty(&self) -> bool {
        self.cells.is_empty()
    }

    /// Whether these are all fleets that fit, each of them once.
    pub const fn is_complete(&self) -> bool {
        self.complete
    }

    /// Updates the fleets for `chart`. Each call must get the chart of the previous call, perhaps
    /// with more observations. A new game needs a new `Fleets`.
    pub fn refresh(&mut self, chart: &Chart<B>, dice: &mut dyn Dice) {
        if self.ships != chart.lengths().len() {
            *self = Self { ships: chart.lengths().len(), ..Self::new(self.budget) };
        }
        self.drop_unfit(chart);
        // A complete list stays complete. A sample is refilled when less than half of it is left.
        if self.complete && !self.is_empty() || self.len() >= (self.budget.sample_size / 2).max(1) {
            return;
        }
        if let Some(fits) = Fits::new(chart, self.budget.most_cores) {
            if fits.draws() <= self.budget.most_draws {
                self.take_all(chart);
            } else {
                self.top_up(&fits, dice);
            }
        }
    }

    fn drop_unfit(&mut self, chart: &Chart<B>) {
        let mut kept = Vec::with_capacity(self.cells.len());
        for fleet in self.cells.chunks_exact(self.ships).filter(|fleet| chart.admits(fleet)) {
            kept.extend_from_slice(fleet);
        }
        self.cells = kept;
    }

    fn take_all(&mut self, chart: &Chart<B>) {
        self.complete = true;
        self.cells.clear();
        let flow = visit_fleets(chart, &mut |fleet| {
            self.cells.extend_from_slice(fleet);
            ControlFlow::Continue(())
        });
        debug_assert!(flow.is_continue(), "all fleets are visited");
    }

    fn top_up(&mut self, fits: &Fits<'_, B>, dice: &mut dyn Dice) {
        self.complete = false;
        let mut fleet = Vec::with_capacity(self.ships);
        // Most draws may be rejected, so their number is limited.
        for _ in 0..self.budget.sample_size.saturating_mul(20) {
            if self.len() >= self.budget.sample_size {
                break;
            }
            if fits.draw(dice, &mut fleet) {
                self.cells.extend_from_slice(&fleet);
            }
        }
    }
}

/// Aims by one of two rules. An open hit is a hit that lies on no known wreck.
///
/// *Without open hits*, the gunner takes the best first shots of [`Density`]. For each first shot,
/// it predicts how many shots will miss until all ships are found. It fires the first shot with the
/// fewest misses. This method is a rollout of the density rule (see `Sweep`).
///
/// *With open hits*, the gunner lists every way to cover the hits with ships. The weight of a way
/// is the number of fleets that contain it (see `fits.rs`). This number is counted as if free ships
/// (ships that cover no hit) could overlap other ships. The probabilities come from all ways and
/// not from a sample, so they have no noise (Rao and Blackwell). The gunner fires at the cell with
/// the largest sum of three values: the probability of a hit, the information in the answer, and
/// the value of a miss for a later search.
///
/// If the rule finds no shot, for example because there are too many targets or ways, the gunner
/// aims as [`Density`] does. The gunner draws one number for each shot, to choose among the best
/// cells. It ignores the sightings and doubts of the `Chart`.
#[derive(Clone, Debug, Default)]
pub struct Posterior<B = u128> {
    density: Density<B>,
    sweep: Sweep<B>,
    forecast: Forecast,
    /// For each cell, the number of runs (places) of one free ship that cover the cell.
    runs: Tally<B>,
    chosen_by: ChosenBy,
}

#[derive(Clone, Debug, Default)]
enum ChosenBy {
    #[default]
    Density,
    /// The first shots that were tried, each with the predicted misses of its search.
    Search(Vec<(u32, f64)>),
    /// A sum of three values chose the shot, see [`Posterior`].
    Chances,
}

impl<B: Bits> Posterior<B> {
    /// Returns the cells with the fewest predicted misses; `None` if more than [`AFLOAT`] ships are
    /// afloat or there are more than [`TARGETS`] targets.
    fn shortest(&mut self, chart: &Chart<B>) -> Option<B> {
        if chart.afloat().count() > AFLOAT || chart.targets().count() > TARGETS {
            return None;
        }
        self.sweep.begin(chart);
        let openings = self.sweep.openings(chart, OPENINGS);
        let misses = openings.into_iter().map(|cell| (cell, self.sweep.misses(chart, cell)));
        let misses: Vec<_> = misses.collect();
        let best = lowest(misses.iter().copied(), &chart.waters().none());
        self.chosen_by = ChosenBy::Search(misses);
        Some(best)
    }

    /// Returns the best cells while there are open hits; `None` if there is no core (a way to cover
    /// the open hits), or more than [`CORES`].
    fn likeliest(&mut self, chart: &Chart<B>) -> Option<B> {
        let fits = Fits::new(chart, CORES)?;
        if fits.draws() == 0 {
            return None;
        }
        let weight = |core| choices(chart, core).map(f64::from).product();
        let cores: Vec<(&[B], f64)> = fits.cores().map(|core| (core, weight(core))).collect();
        self.forecast.survey(chart, cores.iter().copied());
        for (ship, length) in chart.lengths().iter().enumerate() {
            let free = cores.iter().filter(|(core, _)| core[ship].is_empty());
            self.add_free_ship(chart, *length, free.map(|(_, weight)| weight).sum());
        }
        self.chosen_by = ChosenBy::Chances;
        Some(self.best(&chart.targets()))
    }

    /// Adds a free ship to the forecast, for all ways to cover the hits without this ship. `weight`
    /// is the sum of the weights of these ways.
    fn add_free_ship(&mut self, chart: &Chart<B>, length: u32, weight: f64) {
        if weight <= 0.0 {
            return;
        }
        let targets = chart.targets();
        self.runs.clear();
        let count = self.runs.add_all_runs(chart.waters(), &targets, length);
        for cell in targets.cells() {
            let share = f64::from(self.runs.count(cell)) / f64::from(count);
            self.forecast.add_free_ship(cell, weight * share);
        }
    }

    fn best(&self, cells: &B) -> B {
        let forecast = &self.forecast;
        let most = cells
            .cells()
            .map(|cell| forecast.hit_free_ship(cell))
            .fold(f64::MIN_POSITIVE, f64::max);
        let score = |cell| {
            let hit = forecast.hit(cell);
            let miss = (1.0 - hit) * forecast.hit_free_ship(cell) / most;
            hit + INFORMATION * forecast.information(cell) + MISS * miss
        };
        lowest(cells.cells().map(|cell| (cell, -score(cell))), &cells.of_bits(0))
    }
}

/// Returns the cells with the lowest value. `none` is an empty set with the capacity of the board.
fn lowest<B: Bits>(values: impl Iterator<Item = (u32, f64)>, none: &B) -> B {
    let mut least = f64::INFINITY;
    let mut best = none.clone();
    for (cell, value) in values {
        if value < least - TIE {
            best = none.clone();
            least = value;
        }
        if value <= least + TIE {
            best.insert(cell);
        }
    }
    best
}

impl<B: Bits> Gunner<B> for Posterior<B> {
    fn aim(&mut self, chart: &Chart<B>, dice: &mut dyn Dice) -> Result<Coord, Forfeit> {
        let is_searching = chart.open_hits().is_empty();
        let best = if is_searching { self.shortest(chart) } else { self.likeliest(chart) };
        if let Some(cell) = best.and_then(|best| pick(&best, dice)) {
            return Ok(chart.coord(cell));
        }
        self.chosen_by = ChosenBy::Density;
        self.density.aim(chart, dice)
    }

    /// Returns a value that depends on the rule that chose the last shot. With open hits, it is the
    /// probability of a hit. Without open hits, it is larger for fewer predicted misses, and 0 for
    /// a cell that was not tried. If [`Density`] chose the shot, it is the weight of the ships'
    /// places that cover the cell.
    fn heat(&self, chart: &Chart<B>, at: Coord) -> f64 {
        let Some(cell) = chart.waters().cell(at).filter(|cell| chart.targets().has(*cell)) else {
            return 0.0;
        };
        match &self.chosen_by {
            ChosenBy::Density => self.density.heat(chart, at),
            ChosenBy::Chances => self.forecast.hit(cell),
            ChosenBy::Search(openings) => {
                let opening = openings.iter().find(|(opening, _)| *opening == cell);
                opening.map_or(0.0, |(_, misses)| 1.0 / (1.0 + misses))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ai::random_fleet;
    use crate::ai::testing::{chart, fire, fleets};
    use broadside_core::dice::Twister;

    fn forecast_of_all_fleets(chart: &Chart) -> Forecast {
        let fleets = fleets(chart);
        let mut forecast = Forecast::default();
        forecast.survey(chart, fleets.iter().map(|fleet| (&fleet[..], 1.0)));
        forecast
    }

    /// With at most one free ship, the weight of a core is exactly the number of its fleets. So the
    /// probabilities of sinking a ship are exact. If no ship is free, the probabilities of a hit
    /// are exact too.
    #[test]
    fn probabilities_agree_with_a_list_of_all_fleets() {
        let mut dice = Twister::from_python_seed(&5.into());
        let (mut checked, mut without_free_ship) = (0, 0);
        for _ in 0..150 {
            let mut chart = chart(4, 5, &[3, 2]);
            let fleet = random_fleet(chart.waters(), &[3, 2], &mut dice).unwrap();
            while chart.unhit() > 0 {
                let cell = pick(&chart.targets(), &mut dice).unwrap();
                fire(&mut chart, &fleet, 1 << cell);
                let mut gunner = Posterior::default();
                if chart.open_hits() == 0 || gunner.likeliest(&chart).is_none() {
                    continue;
                }
                let expected = forecast_of_all_fleets(&chart);
                let none_is_free =
                    chart.targets().cells().all(|cell| gunner.forecast.hit_free_ship(cell) <= 0.0);
                for cell in chart.targets().cells() {
                    let sinks = |forecast: &Forecast| [0, 1].map(|ship| forecast.sinks(cell, ship));
                    for (fast, slow) in sinks(&gunner.forecast).into_iter().zip(sinks(&expected)) {
                        assert!((fast - slow).abs() < 1e-9, "{chart:?}");
                    }
                    let gap = (gunner.forecast.hit(cell) - expected.hit(cell)).abs();
                    assert!(!none_is_free || gap < 1e-9, "{chart:?}");
                }
                checked += 1;
                without_free_ship += u32::from(none_is_free);
            }
        }
        assert!(checked > 500 && without_free_ship > 200, "{checked} and {without_free_ship}");
    }

    /// A ship of four in seven cells always covers the middle cell, and often its neighbours.
    #[test]
    fn a_search_begins_where_it_is_shortest() {
        let mut dice = Twister::from_python_seed(&1.into());
        let mut chart = chart(1, 7, &[4]);
        let mut gunner = Posterior::default();
        assert_eq!(gunner.aim(&chart, &mut dice), Ok(Coord::new(0, 3)));
        chart.note_shot(&0b1000, &0b1000, &[]).unwrap();
        assert!([2, 4].contains(&gunner.aim(&chart, &mut dice).unwrap().col));
    }
}
